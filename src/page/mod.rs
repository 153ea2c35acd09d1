//! What a reader sees, as plain data with finished texts: no statistics, no markup, no layout of a target.

pub mod chart;
mod device_time;
pub mod diff;
pub mod hardware;
pub mod inspect;
pub mod metadata;
pub mod note;
pub mod region_table;
pub mod table;
