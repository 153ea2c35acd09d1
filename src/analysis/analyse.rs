//! From a profile and a selection to the figures of a run: one sort and one sweep per rank, then pooling.

use std::sync::Arc;

use super::call_path::CallPaths;
use super::detail::{RegionDetail, RunDetail, Timeline};
use super::figures::{Note, PathRow, RankFigures, Region, RunAnalysis, RunFigures, SESSION};
use super::hardware::{likwid_groups, perf_ranks};
use super::lines::functions;
use super::listing::Listing;
use super::parts::{Part, add_calls};
use super::pool::pool;
use super::rank_calls::{RankCalls, rank_calls};
use super::rows::{Rows, Source, rows};
use super::run::facts;
use super::selection::Selection;
use super::stacks::stacks;
use super::timeline::timeline;
use crate::profile::{Profile, RankRegion};

/// The figures of the selected regions on the selected ranks.
///
/// Ranks that the run does not have are ignored; [`Selection::check_ranks`] finds them.
pub fn figures(profile: &Profile, selection: &Selection) -> RunFigures {
    let listing = Listing::new(profile, selection);
    Sweep::over(profile, selection, &listing, false).figures(selection).0
}

/// The figures of the selected regions on the selected ranks, and what only the run's own page shows.
///
/// Ranks that the run does not have are ignored; [`Selection::check_ranks`] finds them.
pub fn analyse(profile: &Profile, selection: &Selection) -> RunAnalysis {
    let listing = Listing::new(profile, selection);
    let mut sweep = Sweep::over(profile, selection, &listing, true);
    let (figures, row_durations_s) = sweep.figures(selection);
    let index_of = |region: u32| listing.selected_index(region as usize);
    let detail = RunDetail {
        metadata: profile.metadata.clone(),
        regions: sweep.regions.iter().map(|(_, parts)| region_detail(parts)).collect(),
        row_durations_s,
        timeline: sweep.timeline.take(),
        stacks: stacks(&sweep.paths, &figures.regions, &index_of),
        functions: functions(profile, selection),
        likwid: likwid_groups(profile, selection),
        perf: perf_ranks(profile, selection),
    };
    RunAnalysis { figures, detail }
}

/// What one pass over the ranks leaves behind.
struct Sweep<'p> {
    profile: &'p Profile,
    /// Names of the listed regions.
    names: Vec<Arc<str>>,
    /// Selected regions in listing order: position and parts by ascending rank.
    regions: Vec<(usize, Vec<Part<'p>>)>,
    paths: CallPaths,
    notes: Vec<Note>,
    /// Whether what only the run's own page shows is wanted: trend lines and the timeline.
    detailed: bool,
    timeline: Option<Timeline>,
}

impl<'p> Sweep<'p> {
    fn over(profile: &'p Profile, selection: &Selection, listing: &Listing, detailed: bool) -> Self {
        let names = listing.ids.iter().map(|id| name_of(profile, *id)).collect();
        let mut parts: Vec<Vec<Part<'p>>> = vec![Vec::new(); listing.ids.len()];
        let mut sweep = Self {
            profile,
            names,
            regions: Vec::new(),
            paths: CallPaths::new(),
            notes: Vec::new(),
            detailed,
            timeline: None,
        };
        let mut too_many_paths = false;
        for (rank, rows) in listing.ranks(profile) {
            if !selection.selects_rank(rank) {
                continue;
            }
            let rank_calls = rank_calls(profile, &rows, listing);
            let rank_parts = sweep.parts_of_rank(&rows, listing, &rank_calls);
            too_many_paths = too_many_paths || !sweep.add_paths(rank, &rows, listing, &rank_calls);
            sweep.note(rank, &rank_calls);
            sweep.draw(rank, &rows, listing, &rank_calls);
            for (part, (_, position)) in rank_parts.into_iter().zip(&rows) {
                if let (Some(part), Some(parts)) = (part, parts.get_mut(*position)) {
                    parts.push(part);
                }
            }
        }
        if too_many_paths {
            sweep.paths = CallPaths::new();
            sweep.notes.push(Note::TooManyPaths);
        }
        let listed = parts.into_iter().enumerate();
        sweep.regions = listed.filter(|(position, _)| listing.is_selected(*position)).collect();
        sweep
    }

    fn parts_of_rank(
        &self,
        rows: &[(&'p RankRegion, usize)],
        listing: &Listing,
        rank_calls: &RankCalls,
    ) -> Vec<Option<Part<'p>>> {
        let in_tree = rank_calls.tree.is_some();
        let mut parts: Vec<Option<Part<'p>>> = rows
            .iter()
            .map(|(row, position)| {
                listing.is_selected(*position).then(|| Part::new(self.profile, row, in_tree))
            })
            .collect();
        add_calls(&mut parts, &rank_calls.calls, rank_calls.tree.as_ref());
        parts
    }

    /// Adds the rank's calls to the paths; false when there are too many.
    fn add_paths(
        &mut self,
        rank: u32,
        rows: &[(&RankRegion, usize)],
        listing: &Listing,
        rank_calls: &RankCalls,
    ) -> bool {
        let Some(tree) = &rank_calls.tree else { return true };
        let region_of_row: Vec<Option<u32>> = rows
            .iter()
            .map(|(_, position)| u32::try_from(*position).ok().filter(|_| listing.is_selected(*position)))
            .collect();
        let gpu_ns = self.profile.events.gpu_ns.as_deref();
        self.paths.add_rank(rank, &rank_calls.calls, tree, &region_of_row, gpu_ns)
    }

    /// Draws the timeline of the first rank with calls.
    fn draw(&mut self, rank: u32, rows: &[(&RankRegion, usize)], listing: &Listing, rank_calls: &RankCalls) {
        if !self.detailed || self.timeline.is_some() {
            return;
        }
        let region_of_row: Vec<Option<usize>> =
            rows.iter().map(|(_, position)| listing.selected_index(*position)).collect();
        self.timeline = timeline(rank, &rank_calls.calls, rank_calls.tree.as_ref(), &region_of_row);
    }

    fn note(&mut self, rank: u32, rank_calls: &RankCalls) {
        if let Some(contradiction) = &rank_calls.contradiction {
            let detail = contradiction.to_string();
            self.notes.push(match rank_calls.tree {
                None => Note::NotNested { rank, detail },
                Some(_) => Note::NestedOnlyAsSelected { rank, detail },
            });
        }
    }

    /// The figures, and the trend lines of the rows if wanted.
    fn figures(&mut self, selection: &Selection) -> (RunFigures, Vec<Vec<f64>>) {
        let profile = self.profile;
        let facts = facts(profile);
        let ranks = selection.ranks_of(profile.num_ranks);
        let has_events = profile.has_events() || profile.rows.is_empty();
        let mut notes = std::mem::take(&mut self.notes);
        if !has_events {
            notes.push(Note::StatisticsOnly);
        }
        let regions = self.pooled_regions(ranks.first().copied());
        let by_position: Vec<(usize, Vec<&Part<'_>>)> =
            self.regions.iter().map(|(position, parts)| (*position, parts.iter().collect())).collect();
        let source = Source {
            profile,
            names: &self.names,
            regions: &by_position,
            origin_ns: facts.origin_ns.unwrap_or(0),
            trends: self.detailed,
        };
        let Rows { rows, durations_s } = rows(&source, &mut self.paths);
        let session_total_ns = session_total_ns(&rows);
        (RunFigures { facts, regions, rows, session_total_ns, ranks, has_events, notes }, durations_s)
    }

    fn pooled_regions(&self, lowest_rank: Option<u32>) -> Vec<Region> {
        let mut scratch = Vec::new();
        let regions = self.regions.iter().filter_map(|(position, parts)| {
            let name = Arc::clone(self.names.get(*position)?);
            Some(region(self.profile, name, parts, lowest_rank, &mut scratch))
        });
        regions.collect()
    }
}

fn name_of(profile: &Profile, region: u32) -> Arc<str> {
    profile.region_names.get(region as usize).cloned().unwrap_or_else(|| Arc::from(""))
}

fn region(
    profile: &Profile,
    name: Arc<str>,
    parts: &[Part<'_>],
    lowest_rank: Option<u32>,
    scratch: &mut Vec<i64>,
) -> Region {
    let pooled = pool(profile, &parts.iter().collect::<Vec<_>>(), scratch);
    let on_lowest = parts.iter().find(|part| Some(part.row.rank) == lowest_rank);
    Region {
        name,
        ranks: parts.iter().map(rank_figures).collect(),
        calls: pooled.calls,
        total_ns: pooled.total_ns,
        durations: pooled.durations,
        coverage_ns: pooled.coverage_ns,
        own_ns: pooled.own_ns,
        imbalance_pct: pooled.imbalance_pct,
        gpu: pooled.gpu,
        first_start_ns: pooled.first_start_ns,
        depth: on_lowest.and_then(|part| part.depth),
    }
}

fn rank_figures(part: &Part<'_>) -> RankFigures {
    RankFigures {
        rank: part.row.rank,
        calls: part.calls,
        total_ns: part.total_ns,
        own_ns: part.own_ns,
        min_ns: part.min_ns,
        max_ns: part.max_ns,
    }
}

/// Total of the session: of the first row of that name, and of its calls on ranks without a tree.
fn session_total_ns(rows: &[PathRow]) -> Option<i128> {
    let mut sessions = rows.iter().filter(|row| &*row.name == SESSION && row.total_ns.is_some());
    let first = sessions.next()?;
    let others = sessions.filter(|row| row.path.is_empty() != first.path.is_empty());
    Some(first.total_ns.into_iter().chain(others.take(1).filter_map(|row| row.total_ns)).sum())
}

fn region_detail(parts: &[Part<'_>]) -> RegionDetail {
    let mut tags: Vec<String> = Vec::new();
    for tag in parts.iter().flat_map(|part| &part.row.tags) {
        if !tags.contains(tag) {
            tags.push(tag.clone());
        }
    }
    RegionDetail { call_site: parts.iter().find_map(|part| part.row.call_site.clone()), tags }
}
