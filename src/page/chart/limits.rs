//! Bounds that keep a drawing readable and its data small, and the sentences that say what they did.

use crate::analysis::{RankFigures, Region};

/// Most regions of a bar chart of one run.
pub(super) const BAR_REGIONS: usize = 500;
/// Most bars of a chart over runs, as long as that leaves 100 regions.
pub(super) const BARS: usize = 4000;
/// Most regions of a chart over ranks.
pub(super) const RANK_REGIONS: usize = 100;
/// Most positions along the ranks, lanes of a heatmap included.
pub(super) const RANK_POSITIONS: usize = 256;
/// Most lanes of a timeline.
pub(super) const TIMELINE_LANES: usize = 300;
/// Most bars of a timeline.
pub(super) const TIMELINE_BARS: usize = 20_000;
/// Most runs (or other series) side by side.
pub(super) const SERIES: usize = 32;

/// Positions of at most `limit` of `count` things, evenly picked, the first and the last among them.
pub(super) fn evenly(count: usize, limit: usize) -> Vec<usize> {
    match (count, limit) {
        (_, 0) | (0, _) => Vec::new(),
        (_, 1) => vec![0],
        _ if count <= limit => (0..count).collect(),
        _ => (0..limit).map(|at| at * (count - 1) / (limit - 1)).collect(),
    }
}

/// Says that only the leading ones of many are shown.
pub(super) fn leading_note(shown: usize, all: usize, what: &str) -> Option<String> {
    (shown < all).then(|| format!("Shown are the leading {shown} of {all} {what}."))
}

/// Says that only some runs are shown.
pub(super) fn runs_note(shown: usize, all: usize) -> Option<String> {
    (shown < all).then(|| {
        format!("Shown are {shown} of {all} runs, evenly picked, the first and the last among them.")
    })
}

/// Blocks of consecutive ranks of one run, all of one size but the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct RankBlocks<'a> {
    ranks: &'a [u32],
    size: usize,
}

impl<'a> RankBlocks<'a> {
    /// Divides ascending ranks into at most `limit` blocks.
    pub(super) fn new(ranks: &'a [u32], limit: usize) -> Self {
        RankBlocks { ranks, size: ranks.len().div_ceil(limit.max(1)).max(1) }
    }

    /// First and last rank of every block.
    pub(super) fn ends(self) -> impl Iterator<Item = (u32, u32)> + 'a {
        self.ranks.chunks(self.size).filter_map(|block| Some((*block.first()?, *block.last()?)))
    }

    /// Per block the largest value among its ranks that called the region; `None` if none did.
    pub(super) fn largest(self, region: &Region, value: fn(&RankFigures) -> i128) -> Vec<Option<i128>> {
        let of_block = |(first, last): (u32, u32)| {
            let from = region.ranks.partition_point(|rank| rank.rank < first);
            let block = region.ranks.iter().skip(from).take_while(|rank| rank.rank <= last);
            block.filter(|rank| rank.calls > 0).map(value).max()
        };
        self.ends().map(of_block).collect()
    }

    /// Says that ranks were put together; `None` if every rank stands for itself.
    pub(super) fn note(self) -> Option<String> {
        (self.size > 1).then(|| {
            format!(
                "{} ranks are put together in blocks of {}; each block shows its slowest rank.",
                self.ranks.len(),
                self.size
            )
        })
    }
}

/// `rank 3`, or `ranks 0–3` for a block.
pub(super) fn rank_words((first, last): (u32, u32)) -> String {
    if first == last { format!("rank {first}") } else { format!("ranks {first}–{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_keep_both_ends() {
        assert_eq!(evenly(3, 5), [0, 1, 2]);
        assert_eq!(evenly(10, 4), [0, 3, 6, 9]);
        assert_eq!(evenly(1000, 32).last(), Some(&999));
        assert_eq!(evenly(7, 1), [0]);
        assert!(evenly(0, 4).is_empty());
    }

    #[test]
    fn blocks_cover_every_rank_once() {
        let ranks: Vec<u32> = (0..10).map(|rank| rank * 2).collect();
        let ends: Vec<_> = RankBlocks::new(&ranks, 4).ends().collect();
        assert_eq!(ends, [(0, 4), (6, 10), (12, 16), (18, 18)]);
        assert_eq!(RankBlocks::new(&ranks, 10).note(), None);
        assert_eq!(RankBlocks::new(&[], 10).ends().count(), 0);
        assert_eq!(rank_words((6, 10)), "ranks 6–10");
    }
}
