//! Time of an analysis of a million calls: `cargo bench --bench analyse`.
//!
//! A solver with steps, inner iterations and recursion on eight ranks, as one profile in memory.
#![expect(clippy::print_stdout, clippy::indexing_slicing, reason = "a benchmark reports, or fails")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use scope_profiler::analysis::{Selection, analyse, figures};
use scope_profiler::profile::{EventColumns, Layout, Metadata, Profile, RankRegion, Recorded};

const RANKS: u32 = 8;
const NAMES: [&str; 7] = ["scope_profiler.session", "step", "assemble", "solve", "dot", "axpy", "tree"];

/// The calls of one rank by region, in order of entry.
fn rank_calls(rank: u32, calls: usize) -> [Vec<(i64, i64)>; 7] {
    let mut regions: [Vec<(i64, i64)>; 7] = Default::default();
    let mut clock = 1_000 + i64::from(rank) * 17;
    let mut noise = u64::from(rank) + 1;
    let mut random = move |below: u64| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((noise >> 33) % below) as i64
    };
    let start = clock;
    let mut count = 1;
    while count < calls {
        let step = clock;
        clock += 20;
        let assemble = clock;
        clock += 500 + random(300);
        regions[2].push((assemble, clock));
        let solve = clock;
        for _ in 0..40 {
            for region in [4, 5] {
                let inner = clock + 5;
                clock = inner + 40 + random(30);
                regions[region].push((inner, clock));
            }
        }
        clock += 10;
        regions[3].push((solve, clock));
        let tree = clock;
        clock += 200;
        regions[6].extend((0..8).map(|level| (tree + level * 5, clock - level * 5)));
        regions[1].push((step, clock));
        count += 91;
    }
    regions[0].push((start, clock));
    regions
}

fn profile(calls: usize) -> Profile {
    let mut events = EventColumns::default();
    let mut rows = Vec::new();
    for rank in 0..RANKS {
        for (region, calls) in (0..).zip(rank_calls(rank, calls / RANKS as usize)) {
            let from = events.start_ns.len();
            events.start_ns.extend(calls.iter().map(|call| call.0));
            events.end_ns.extend(calls.iter().map(|call| call.1));
            rows.push(RankRegion {
                rank,
                region,
                call_site: None,
                tags: Vec::new(),
                stored_own_ns: None,
                event_metadata: None,
                recorded: Recorded::Calls(from..events.start_ns.len()),
            });
        }
    }
    Profile {
        file_name: "generated".to_owned(),
        file_bytes: 0,
        layout: Layout::Json,
        num_ranks: RANKS,
        metadata: Metadata::default(),
        region_names: NAMES.iter().map(|name| (*name).into()).collect(),
        rows,
        events,
        threads: BTreeMap::new(),
        tasks: BTreeMap::new(),
        likwid: BTreeMap::new(),
        perf: BTreeMap::new(),
        lines: BTreeMap::new(),
    }
}

fn report(name: &str, run: impl Fn()) {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name}: {:.1} ms", best * 1e3);
}

fn main() {
    let profile = profile(1_000_000);
    let all = Selection::all();
    println!("{} calls on {RANKS} ranks", profile.events.start_ns.len());
    report("figures", || {
        black_box(figures(&profile, &all));
    });
    report("analyse", || {
        black_box(analyse(&profile, &all));
    });
}
