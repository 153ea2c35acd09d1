//! Files built by hand for what the recorded corpus does not hold.

use std::io::Write;

use hdf5::{AttrValue, CompoundTypeBuilder, FileBuilder, GroupBuilder};

use super::container::Container;
use super::read_container;
use crate::profile::read::Depth;
use crate::profile::{self, MetaValue, Problem, Profile, Recorded};

/// A columnar profile of two ranks and the regions `outer` and `inner`; tests change single parts.
struct Run {
    names: Vec<&'static str>,
    region_ids: Vec<u32>,
    ranks: Vec<u32>,
    offsets: Vec<u64>,
    counts: Vec<u64>,
    tags: Vec<&'static str>,
    event_metadata: Option<Vec<&'static str>>,
    /// Total of every row; the other stored statistics are left at zero.
    totals: Option<Vec<i64>>,
    events: Vec<(&'static str, Vec<i64>)>,
    mpi_size: i64,
}

impl Run {
    fn new() -> Self {
        Self {
            names: vec!["outer", "inner"],
            region_ids: vec![0, 1, 0],
            ranks: vec![0, 0, 1],
            offsets: vec![0, 1, 3],
            counts: vec![1, 2, 1],
            tags: vec!["", "[\"a\", \"b\"]", "[]"],
            event_metadata: None,
            totals: None,
            events: vec![("start_deltas", vec![100, 10, 20, 7]), ("durations", vec![50, 5, 5, 9])],
            mpi_size: 2,
        }
    }

    fn set(mut self, column: &'static str, values: Vec<i64>) -> Self {
        self.events.retain(|(name, _)| *name != column);
        self.events.push((column, values));
        self
    }

    /// The bytes of the file, with whatever `more` adds.
    fn build(&self, more: impl FnOnce(&mut FileBuilder)) -> Vec<u8> {
        let mut file = FileBuilder::new();
        file.set_attr("scope_profiler_schema", AttrValue::U8(3));
        let mut metadata = file.create_group("metadata");
        metadata.set_attr("mpi_size", AttrValue::I64(self.mpi_size));
        metadata.set_attr("start_time_ns", AttrValue::I64(1000));
        file.add_group(metadata.finish());
        let mut names = file.create_group("region_table");
        names.create_dataset("names").with_vlen_strings(&self.names);
        file.add_group(names.finish());
        let mut index = file.create_group("rank_region_index");
        let empty = vec![""; self.ranks.len()];
        index.create_dataset("region_ids").with_u32_data(&self.region_ids);
        index.create_dataset("ranks").with_u32_data(&self.ranks);
        index.create_dataset("event_offsets").with_u64_data(&self.offsets);
        index.create_dataset("event_counts").with_u64_data(&self.counts);
        index.create_dataset("source_lines").with_i64_data(&vec![-1; self.ranks.len()]);
        index.create_dataset("source_files").with_strings(&empty).unwrap();
        index.create_dataset("source_texts").with_vlen_strings(&empty);
        index.create_dataset("tags").with_vlen_strings(&self.tags);
        if let Some(texts) = &self.event_metadata {
            index.create_dataset("event_metadata").with_vlen_strings(texts);
        }
        if let Some(totals) = &self.totals {
            add_statistics(&mut index, totals);
        }
        file.add_group(index.finish());
        let mut events = file.create_group("events");
        for (name, values) in &self.events {
            events.create_dataset(name).with_i64_data(values);
        }
        file.add_group(events.finish());
        more(&mut file);
        file.finish().unwrap()
    }

    fn read(&self) -> Result<Profile, Problem> {
        read(&self.build(|_| ()))
    }
}

fn add_statistics(index: &mut GroupBuilder, totals: &[i64]) {
    let integers = [
        "total",
        "minimum",
        "maximum",
        "first",
        "last",
        "start_minimum",
        "end_maximum",
        "gpu_count",
        "gpu_total",
    ];
    let record = integers.iter().fold(CompoundTypeBuilder::new(), |record, name| record.i64_field(name));
    let record = record.f64_field("mean").f64_field("m2").build().unwrap();
    let rows = totals.iter().flat_map(|total| [&total.to_le_bytes()[..], &[0; 80]].concat()).collect();
    index.create_dataset("summary_statistics").with_compound_data(record, rows, totals.len() as u64);
}

fn read(bytes: &[u8]) -> Result<Profile, Problem> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    profile::read(file.path()).map_err(|error| error.problem)
}

/// The group `rank<N>/<name>/...`, filled by `fill`.
fn rank_group(file: &mut FileBuilder, rank: &str, path: &[&str], fill: impl FnOnce(&mut GroupBuilder)) {
    fn nest(
        mut group: GroupBuilder,
        path: &[&str],
        fill: impl FnOnce(&mut GroupBuilder),
    ) -> hdf5::FinishedGroup {
        match path {
            [] => fill(&mut group),
            [name, rest @ ..] => {
                let child = group.create_group(name);
                let child = nest(child, rest, fill);
                group.add_group(child);
            }
        }
        group.finish()
    }
    let group = file.create_group(rank);
    let group = nest(group, path, fill);
    file.add_group(group);
}

#[track_caller]
fn place_of_damage(result: Result<Profile, Problem>) -> String {
    match result {
        Err(Problem::Corrupt { place, .. }) => place,
        other => panic!("no damage found: {other:?}"),
    }
}

#[test]
fn a_run_without_optional_parts_is_read() {
    let profile = Run::new().read().unwrap();
    assert_eq!(profile.events.start_ns, [100, 10, 30, 7]);
    assert_eq!(profile.events.end_ns, [150, 15, 35, 16]);
    assert_eq!(profile.events.call_ids, None);
    assert_eq!(profile.rows[1].tags, ["a", "b"]);
    assert_eq!((profile.rows[0].call_site.clone(), profile.rows[0].stored_own_ns), (None, None));
    assert_eq!(profile.num_ranks, 2);
}

#[test]
fn a_summary_of_a_run_without_statistics_is_the_whole_run() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&Run::new().build(|_| ())).unwrap();
    assert!(profile::read_summary(file.path()).unwrap().has_events());
    assert_eq!(profile::open_header(file.path()).unwrap().region_names.len(), 2);
}

#[test]
fn the_number_of_ranks_is_that_of_the_run_or_of_the_highest_rank() {
    let ranks = |mpi_size, ranks: [u32; 3]| {
        let run = Run { mpi_size, ranks: ranks.to_vec(), ..Run::new() };
        run.read().unwrap().num_ranks
    };
    assert_eq!(ranks(2, [0, 0, 5]), 6);
    assert_eq!(ranks(4, [0, 0, 1]), 4);
    assert_eq!(ranks(0, [0, 0, 1]), 2);
    assert_eq!(ranks(-7, [0, 0, 1]), 2);
    let empty = Run {
        region_ids: vec![],
        ranks: vec![],
        offsets: vec![],
        counts: vec![],
        tags: vec![],
        mpi_size: 4,
        ..Run::new()
    };
    let profile = empty.read().unwrap();
    assert_eq!((profile.num_ranks, profile.rows.len(), profile.region_names.len()), (0, 0, 0));
    assert!(matches!(Run { mpi_size: 1 << 40, ..Run::new() }.read(), Err(Problem::TooLarge { .. })));
}

#[test]
fn rows_come_by_rank_and_names_without_rows_are_left_out() {
    let run = Run {
        names: vec!["unused", "outer", "inner"],
        region_ids: vec![1, 2, 1],
        ranks: vec![1, 1, 0],
        ..Run::new()
    };
    let profile = run.read().unwrap();
    let names: Vec<&str> = profile.region_names.iter().map(|name| &**name).collect();
    assert_eq!(names, ["outer", "inner"]);
    let rows: Vec<_> = profile.rows.iter().map(|row| (row.rank, row.region)).collect();
    assert_eq!(rows, [(0, 0), (1, 0), (1, 1)]);
}

#[test]
fn the_index_must_fit_the_events() {
    let damage = |run: Run| place_of_damage(run.read());
    let base = Run::new;
    assert_eq!(damage(Run { counts: vec![1, 2, 2], ..base() }), "rank_region_index, row 2");
    assert_eq!(damage(Run { offsets: vec![0, 1, 2], ..base() }), "rank_region_index, row 2");
    assert_eq!(damage(Run { offsets: vec![0, 1, u64::MAX], ..base() }), "rank_region_index, row 2");
    assert_eq!(damage(Run { region_ids: vec![0, 2, 0], ..base() }), "rank_region_index/region_ids, row 1");
    assert_eq!(damage(Run { region_ids: vec![0, 0, 0], ..base() }), "rank_region_index, row 1");
    assert_eq!(damage(Run { names: vec!["x", "x"], ..base() }), "region_table/names, row 1");
    assert_eq!(damage(Run { counts: vec![1, 2], ..base() }), "rank_region_index/event_counts");
}

#[test]
fn a_row_without_calls_may_stand_anywhere_inside() {
    let run = Run { offsets: vec![2, 0, 3], counts: vec![0, 3, 1], ..Run::new() };
    assert_eq!(run.read().unwrap().events.start_ns, [100, 110, 130, 7]);
    assert!(Run { offsets: vec![1 << 63, 0, 3], counts: vec![0, 3, 1], ..Run::new() }.read().is_err());
}

#[test]
fn events_that_no_row_claims_are_accepted() {
    let profile = Run { offsets: vec![0, 1, 3], counts: vec![1, 1, 1], ..Run::new() }.read().unwrap();
    assert_eq!(profile.events.start_ns, [100, 10, 0, 7]);
}

#[test]
fn every_event_column_has_one_entry_per_event() {
    for column in
        ["durations", "gpu_durations", "call_ids", "parent_ids", "thread_ids", "task_ids", "await_ns"]
    {
        for entries in [3, 5] {
            let run = Run::new().set(column, vec![1; entries]);
            assert_eq!(place_of_damage(run.read()), format!("events/{column}"));
        }
    }
}

#[test]
fn times_beyond_the_range_are_damage_and_never_wrap() {
    let run = || Run::new();
    assert_eq!(
        place_of_damage(run().set("start_deltas", vec![0, i64::MAX, 0, 0]).read()),
        "events/start_deltas, event 1"
    );
    assert_eq!(
        place_of_damage(run().set("durations", vec![0, 0, i64::MIN, 0]).read()),
        "events/start_deltas, event 2"
    );
    assert_eq!(
        place_of_damage(run().set("gpu_durations", vec![0, 0, 0, i64::MAX]).read()),
        "events/gpu_durations, row 3"
    );
}

#[test]
fn an_end_before_its_start_is_accepted() {
    let profile = Run::new().set("durations", vec![50, -5, 5, 9]).read().unwrap();
    assert_eq!(profile.events.end_ns[1], 5);
}

#[test]
fn metadata_of_calls_have_one_object_per_call() {
    let with = |texts: [&'static str; 3]| Run { event_metadata: Some(texts.to_vec()), ..Run::new() }.read();
    let profile = with(["", "[{\"step\": 1}, {}]", "[{}]"]).unwrap();
    assert_eq!(profile.rows[0].event_metadata, None);
    assert_eq!(profile.rows[1].event_metadata.as_ref().unwrap()[0]["step"], 1);
    assert_eq!(profile.rows[2].event_metadata, None, "no call of the row has any");
    assert_eq!(place_of_damage(with(["", "[{}]", ""])), "rank_region_index/event_metadata, row 1");
    assert_eq!(place_of_damage(with(["", "", "{"])), "rank_region_index/event_metadata, row 2");
    let run = Run { tags: vec!["", "[1]", ""], ..Run::new() };
    assert_eq!(place_of_damage(run.read()), "rank_region_index/tags, row 1");
}

#[test]
fn a_missing_group_or_column_is_named() {
    let mut file = FileBuilder::new();
    file.set_attr("scope_profiler_schema", AttrValue::I64(2));
    let place = |result| match result {
        Err(Problem::Layout { place, .. }) => place,
        other => panic!("{other:?}"),
    };
    assert_eq!(place(read(&file.finish().unwrap())), "region_table");
    let mut run = Run::new();
    run.events.remove(0);
    assert_eq!(place(run.read()), "events/start_times");
    let mut run = Run::new();
    run.events.remove(1);
    assert_eq!(place(run.read()), "events/durations");
}

#[test]
fn schema_one_joins_nested_names_and_orders_ranks_by_number() {
    let mut file = FileBuilder::new();
    for (rank, path) in [("rank10", ["regions", "a", "b"]), ("rank2", ["regions", "a", "c"])] {
        rank_group(&mut file, rank, &path, |group| {
            group.create_dataset("start_times").with_i64_data(&[1, 5]);
            group.create_dataset("end_times").with_i64_data(&[2, 9]);
        });
    }
    let profile = read(&file.finish().unwrap()).unwrap();
    let names: Vec<&str> = profile.region_names.iter().map(|name| &**name).collect();
    assert_eq!(names, ["a/c", "a/b"]);
    assert_eq!(profile.num_ranks, 11);
    let rows: Vec<u32> = profile.rows.iter().map(|row| row.rank).collect();
    assert_eq!(rows, [2, 10]);
    assert_eq!(profile.rows[1].recorded, Recorded::Calls(2..4));
}

#[test]
fn schema_one_fills_columns_that_a_region_did_not_record() {
    let mut file = FileBuilder::new();
    let mut rank = file.create_group("rank0");
    let mut regions = rank.create_group("regions");
    for (name, ids) in [("a", None), ("b", Some([7, 8])), ("c", None)] {
        let mut region = regions.create_group(name);
        region.create_dataset("start_times").with_i64_data(&[1, 5]);
        region.create_dataset("end_times").with_i64_data(&[2, 9]);
        if let Some(ids) = ids {
            region.create_dataset("call_ids").with_i64_data(&ids);
        }
        regions.add_group(region.finish());
    }
    rank.add_group(regions.finish());
    file.add_group(rank.finish());
    let profile = read(&file.finish().unwrap()).unwrap();
    assert_eq!(profile.events.call_ids, Some(vec![-1, -1, 7, 8, -1, -1]));
    assert_eq!(profile.events.gpu_ns, None);
}

#[test]
fn a_schema_one_region_needs_its_columns_in_equal_length() {
    let with = |ends: &[i64]| {
        let mut file = FileBuilder::new();
        rank_group(&mut file, "rank0", &["regions", "a"], |group| {
            group.create_dataset("start_times").with_i64_data(&[1, 5]);
            group.create_dataset("end_times").with_i64_data(ends);
        });
        read(&file.finish().unwrap())
    };
    assert!(with(&[2, 6]).is_ok());
    assert_eq!(place_of_damage(with(&[2])), "rank0/regions/a/end_times");
}

#[test]
fn perf_events_of_a_name_with_a_slash_are_joined() {
    let bytes = Run::new().build(|file| {
        rank_group(file, "rank1", &["perf_events", "a", "b"], |group| {
            group.set_attr("calls", AttrValue::I64(3));
            group.set_attr("event_names", AttrValue::VarLenStringArray(vec!["cycles".to_owned()]));
            group.create_dataset("values").with_u64_data(&[u64::MAX]);
        });
    });
    let perf = read(&bytes).unwrap().perf;
    assert_eq!(perf[&1][0].region, "a/b");
    assert_eq!(perf[&1][0].counts, [("cycles".to_owned(), u64::MAX)]);
}

#[test]
fn metadata_keep_their_kinds() {
    let mut file = FileBuilder::new();
    file.set_attr("scope_profiler_schema", AttrValue::I64(1));
    let mut metadata = file.create_group("metadata");
    for (name, value) in [
        ("text", AttrValue::VarLenString("α".to_owned())),
        ("fixed", AttrValue::String("b".to_owned())),
        ("whole", AttrValue::I16(-3)),
        ("large", AttrValue::U64(u64::MAX)),
        ("ratio", AttrValue::F32(0.5)),
        ("nothing", AttrValue::VarLenStringArray(vec![])),
        ("one", AttrValue::I64Array(vec![1])),
    ] {
        metadata.set_attr(name, value);
    }
    file.add_group(metadata.finish());
    let metadata = read(&file.finish().unwrap()).unwrap().metadata;
    let value = |name: &str| metadata.get(name).unwrap().clone();
    assert_eq!(value("text"), MetaValue::Text("α".to_owned()));
    assert_eq!(value("fixed"), MetaValue::Text("b".to_owned()));
    assert_eq!(value("whole"), MetaValue::Integer(-3));
    assert_eq!(value("large"), MetaValue::Integer(u64::MAX.into()));
    assert_eq!(value("ratio"), MetaValue::Float(0.5));
    assert_eq!(value("nothing"), MetaValue::List(vec![]));
    assert_eq!(value("one"), MetaValue::List(vec![MetaValue::Integer(1)]));
    let keys: Vec<&String> = metadata.0.keys().collect();
    assert!(keys.is_sorted());
}

#[test]
fn numbers_of_any_width_and_chunks_of_any_filter_are_read() {
    let mut file = FileBuilder::new();
    rank_group(&mut file, "rank0", &["regions", "a"], |group| {
        let starts: Vec<i32> = (0..1000).map(|n| n * 1000).collect();
        let ends: Vec<u16> = (0..1000).collect();
        group
            .create_dataset("start_times")
            .with_i32_data(&starts)
            .with_chunks(&[64])
            .with_shuffle()
            .with_lzf();
        group.create_dataset("end_times").with_u16_data(&ends).with_chunks(&[300]).with_deflate(6);
        group
            .create_dataset("call_ids")
            .with_i64_data(&(0..1000).collect::<Vec<_>>())
            .with_chunks(&[128])
            .with_deflate(1)
            .with_fletcher32();
    });
    let profile = read(&file.finish().unwrap()).unwrap();
    assert!(profile.events.start_ns.iter().copied().eq((0..1000).map(|n| n * 1000)));
    assert!(profile.events.end_ns.iter().copied().eq(0..1000));
    assert!(profile.events.call_ids.unwrap().into_iter().eq(0..1000));
}

#[test]
fn large_columns_are_read_alike_by_any_number_of_threads() {
    let count = 200_000i64;
    let mut file = FileBuilder::new();
    rank_group(&mut file, "rank0", &["regions", "a"], |group| {
        let starts: Vec<i64> = (0..count).map(|n| n * 7 % 1013).collect();
        group.create_dataset("start_times").with_i64_data(&starts).with_chunks(&[1024]).with_deflate(1);
        group.create_dataset("end_times").with_i64_data(&starts);
    });
    let bytes = file.finish().unwrap();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| read(&bytes)).unwrap().events
    };
    let events = with(1);
    assert!(events.start_ns.iter().copied().eq((0..count).map(|n| n * 7 % 1013)));
    assert_eq!(events.start_ns, events.end_ns);
    assert_eq!(events, with(3));
}

#[test]
fn a_file_that_claims_more_than_it_holds_is_refused() {
    let bytes = Run::new().build(|_| ());
    for part in [0.1, 0.5, 0.9, 0.99] {
        let cut = (bytes.len() as f64 * part) as usize;
        assert!(matches!(read(&bytes[..cut]), Err(Problem::Unreadable { .. })), "{part}");
    }
}

/// What `diff` by total reads of a run of 2.5 million calls.
#[test]
fn a_summary_takes_less_than_a_hundredth_of_a_large_file() {
    let calls = 2_500_000u64;
    let run = Run {
        offsets: vec![0, 1, 3],
        counts: vec![1, 2, calls - 3],
        totals: Some(vec![70, 80, 90]),
        events: vec![("start_deltas", vec![1; calls as usize]), ("durations", vec![2; calls as usize])],
        ..Run::new()
    };
    let bytes = run.build(|_| ());
    assert!(bytes.len() >= 40_000_000);
    let read_to = |depth| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let container = Container::open(file, bytes.len() as u64).unwrap();
        let profile = read_container(&container, "run.h5".to_owned(), depth).unwrap();
        (profile, container.source().fetched_bytes())
    };
    let (summary, fetched) = read_to(Depth::Summary);
    let totals: Vec<_> = summary
        .rows
        .iter()
        .map(|row| match &row.recorded {
            Recorded::Statistics(statistics) => statistics.total_ns,
            Recorded::Calls(_) => panic!("calls were read"),
        })
        .collect();
    assert_eq!(totals, [70, 80, 90]);
    assert!(fetched * 100 < bytes.len() as u64, "{fetched} of {}", bytes.len());
    assert!(read_to(Depth::Full).1 >= 40_000_000);
}
