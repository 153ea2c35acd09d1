//! Load balance: regions over ranks, as a table and as a matrix.

use serde::Serialize;

use super::{Cell, Sort};
use crate::analysis::{self, BalanceRow, IMBALANCE_FLAG_PCT, MATRIX_LIMITS, RankTimes};
use crate::units::{NS_PER_S, change, duration, seconds};

/// Rows before "show all".
const LIMIT: usize = 12;
/// Within this distance from the mean a cell of the matrix is not coloured, percent.
const UNCOLOURED_PCT: f64 = 2.0;
/// From this distance on a cell has the full colour, percent.
const FULL_COLOUR_PCT: f64 = 50.0;

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Balance {
    /// What is spread: `own time` or `total time`.
    pub quantity: &'static str,
    /// Regions by falling excess.
    pub rows: Vec<Row>,
    /// Rows before "show all".
    pub limit: usize,
}

/// One region.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Region.
    pub region: String,
    /// Mean over the ranks.
    pub mean: Cell,
    /// Smallest.
    pub min: Cell,
    /// Largest.
    pub max: Cell,
    /// The rank of the largest.
    pub slowest: Cell,
    /// (max / mean - 1) x 100.
    pub imbalance: Cell,
    /// max - mean.
    pub excess: Cell,
    /// Whether the imbalance is worth a look.
    pub flag: bool,
    /// Position of the smallest on a bar up to the table's largest, percent.
    pub low_pct: f64,
    /// Position of the mean.
    pub mean_pct: f64,
    /// Position of the largest.
    pub high_pct: f64,
    /// The bar in words.
    pub spread: String,
}

/// Regions by ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Matrix {
    /// Ranks shown.
    pub ranks: Vec<u32>,
    /// Regions by falling mean.
    pub rows: Vec<MatrixTexts>,
    /// All regions together.
    pub totals: MatrixTexts,
    /// The slowest rank over all, if it stands out.
    pub slowest: Option<u32>,
    /// What is left out, and what the cells mean.
    pub notes: Vec<String>,
}

/// One row of the matrix.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixTexts {
    /// Region; empty for the totals.
    pub region: String,
    /// Mean over the ranks.
    pub mean: String,
    /// A cell per rank.
    pub cells: Vec<MatrixCell>,
}

/// One cell of the matrix.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixCell {
    /// Signed distance from the mean.
    pub text: String,
    /// The same with rank and time.
    pub title: String,
    /// `+` above, `-` below, empty near the mean.
    pub sign: &'static str,
    /// Strength of the colour, 0 to 1.
    pub strength: f64,
}

/// Builds the table.
pub fn balance(balance: &analysis::Balance) -> Balance {
    let largest = balance.rows.iter().map(|row| row.times.max_ns).max().unwrap_or(0).max(1) as f64;
    Balance {
        quantity: if balance.own { "own time" } else { "total time" },
        rows: balance.rows.iter().map(|r| row(r, largest)).collect(),
        limit: LIMIT,
    }
}

fn row(BalanceRow { region, times }: &BalanceRow, largest: f64) -> Row {
    let time = |ns: f64| Cell { text: duration(ns / NS_PER_S), value: Sort::Number(ns / NS_PER_S) };
    let (mean, min, max) = (time(times.mean_ns), time(times.min_ns as f64), time(times.max_ns as f64));
    let spread = format!("from {} to {}, mean {}", min.text, max.text, mean.text);
    Row {
        region: region.to_string(),
        slowest: Cell { text: format!("rank {}", times.slowest), value: Sort::Number(times.slowest.into()) },
        imbalance: Cell {
            text: format!("+{:.0}%", times.imbalance_pct),
            value: Sort::Number(times.imbalance_pct),
        },
        excess: time(times.excess_ns()),
        flag: times.imbalance_pct >= IMBALANCE_FLAG_PCT,
        low_pct: 100.0 * times.min_ns as f64 / largest,
        mean_pct: 100.0 * times.mean_ns / largest,
        high_pct: 100.0 * times.max_ns as f64 / largest,
        spread,
        mean,
        min,
        max,
    }
}

/// Builds the matrix.
pub fn matrix(balance: &analysis::Balance) -> Matrix {
    let matrix = analysis::rank_matrix(balance);
    let (regions, ranks) = MATRIX_LIMITS;
    let mut notes = vec!["Each cell is a rank's distance from the mean of its row.".to_owned()];
    if balance.rows.len() > regions {
        notes.push(format!(
            "The {regions} regions with the largest mean of {} are shown.",
            balance.rows.len()
        ));
    }
    if balance.ranks.len() > ranks {
        notes.push(format!(
            "The first {ranks} of {} ranks are shown; means are over all.",
            balance.ranks.len()
        ));
    }
    Matrix {
        rows: matrix.rows.iter().map(|row| texts(&row.region, &row.times, matrix.ranks)).collect(),
        totals: texts("", matrix.all, matrix.ranks),
        slowest: matrix.slowest,
        notes,
        ranks: matrix.ranks.to_vec(),
    }
}

fn texts(region: &str, times: &RankTimes, ranks: &[u32]) -> MatrixTexts {
    let cells = ranks.iter().zip(&times.shown_ns).zip(times.deviations_pct());
    MatrixTexts {
        region: region.to_owned(),
        mean: duration(times.mean_ns / NS_PER_S),
        cells: cells.map(|((rank, time), pct)| cell(*rank, seconds(*time), pct)).collect(),
    }
}

fn cell(rank: u32, time_s: f64, pct: f64) -> MatrixCell {
    let text = change(pct);
    let coloured = pct.abs() > UNCOLOURED_PCT;
    MatrixCell {
        title: format!("rank {rank}: {} ({text} of the mean)", duration(time_s)),
        text,
        sign: match pct {
            p if coloured && p > 0.0 => "+",
            _ if coloured => "-",
            _ => "",
        },
        strength: if coloured { (pct.abs() / FULL_COLOUR_PCT).min(1.0) } else { 0.0 },
    }
}
