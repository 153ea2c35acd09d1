//! What a reader sees, as plain data with finished texts: no statistics, no markup, no layout of a target.

pub mod chart;
