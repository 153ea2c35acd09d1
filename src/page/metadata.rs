//! A run's notes about itself, sorted into sections for people and kept as they are for machines.

use super::table::{Record, Value};
use crate::profile::{MetaValue, Metadata};
use crate::text::visible;

/// Metadata as a reader of a terminal sees it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MetadataBlock {
    /// Sections that have entries, in order.
    pub sections: Vec<Section>,
    /// Everything, in stored order.
    pub record: Record,
}

/// A titled group of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Title.
    pub title: String,
    /// Entries, in order.
    pub entries: Vec<Entry>,
}

/// One entry of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its key; `None` for an item of a list.
    pub key: Option<String>,
    /// The lines of its value, at least one.
    pub lines: Vec<String>,
}

const RUN: [&str; 8] = [
    "timestamp",
    "start_time_ns",
    "finalize_time_ns",
    "user",
    "hostname",
    "working_directory",
    "scope_profiler_version",
    "python_version",
];
const SYSTEM: [&str; 3] = ["platform", "uname", "chip_information"];
const PARALLELISM: [&str; 4] = ["mpi_size", "num_nodes", "omp_num_threads", "total_cores"];
const MODULES: &str = "modules";

/// Longest value that is shown whole, and what is left of a longer one, in characters.
const LONGEST: usize = 96;
const CUT_TO: usize = 92;

impl MetadataBlock {
    /// The block of a run's metadata; `full` shows long values whole.
    pub fn new(metadata: &Metadata, full: bool) -> Self {
        let entry = |key: &str| metadata.get(key).map(|value| Entry::new(key, value, full));
        let chosen = |keys: &[&str]| keys.iter().filter_map(|key| entry(key)).collect();
        let rest = |section: Kind| {
            let mut keys: Vec<&str> = metadata.0.keys().map(String::as_str).collect();
            keys.retain(|key| kind(key, metadata) == section);
            keys.sort_unstable();
            keys.iter().filter_map(|key| entry(key)).collect()
        };
        let mut sections = vec![
            Section { title: "Run".to_owned(), entries: chosen(&RUN) },
            Section { title: "System".to_owned(), entries: chosen(&SYSTEM) },
            Section { title: "Parallelism".to_owned(), entries: chosen(&PARALLELISM) },
            Section { title: "Slurm".to_owned(), entries: rest(Kind::Slurm) },
            Section { title: "Environment".to_owned(), entries: rest(Kind::Environment) },
            Section { title: "Other".to_owned(), entries: rest(Kind::Other) },
        ];
        sections.extend(modules(metadata));
        sections.retain(|section| !section.entries.is_empty());
        Self { sections, record: record(metadata) }
    }
}

/// The values as they were stored, in stored order.
pub fn record(metadata: &Metadata) -> Record {
    Record(metadata.0.iter().map(|(key, value)| (key.clone(), Value::from(value))).collect())
}

/// Where a key is shown.
#[derive(PartialEq)]
enum Kind {
    Fixed,
    Slurm,
    Environment,
    Other,
}

fn kind(key: &str, metadata: &Metadata) -> Kind {
    let fixed = RUN.contains(&key) || SYSTEM.contains(&key) || PARALLELISM.contains(&key);
    if fixed || (key == MODULES && matches!(metadata.get(key), Some(MetaValue::List(_)))) {
        Kind::Fixed
    } else if key.starts_with("SLURM_") || key.starts_with("SLURMD_") {
        Kind::Slurm
    } else if key.chars().any(char::is_uppercase) && !key.chars().any(char::is_lowercase) {
        Kind::Environment
    } else {
        Kind::Other
    }
}

/// The loaded modules, one per line, if the run noted them.
fn modules(metadata: &Metadata) -> Option<Section> {
    let Some(MetaValue::List(names)) = metadata.get(MODULES) else { return None };
    let item = |text: String| Entry { key: None, lines: vec![text] };
    let mut entries: Vec<Entry> =
        names.iter().map(|name| item(visible(&name.to_string()).into_owned())).collect();
    if entries.is_empty() {
        entries.push(item("(none loaded)".to_owned()));
    }
    Some(Section { title: format!("Modules ({})", names.len()), entries })
}

impl Entry {
    fn new(key: &str, value: &MetaValue, full: bool) -> Self {
        let mut text = shown(value);
        if !full && text.chars().nth(LONGEST).is_some() {
            text = text.chars().take(CUT_TO).collect();
            text.push_str(" […]");
        }
        Self { key: Some(visible(key).into_owned()), lines: lines(&text) }
    }
}

/// The lines of a text, made safe to look at; tabs become four blanks.
pub(super) fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| visible(&line.replace('\t', "    ")).into_owned();
    text.split('\n').map(|text| line(text.strip_suffix('\r').unwrap_or(text))).collect()
}

/// A value as text: text as it is, lists in brackets with their texts in quotes.
fn shown(value: &MetaValue) -> String {
    match value {
        MetaValue::Text(text) => text.clone(),
        MetaValue::Integer(n) => n.to_string(),
        MetaValue::Float(x) => format!("{x:?}"),
        MetaValue::Bool(true) => "True".to_owned(),
        MetaValue::Bool(false) => "False".to_owned(),
        MetaValue::Null => "None".to_owned(),
        MetaValue::List(items) => {
            let item = |item: &MetaValue| match item {
                MetaValue::Text(text) => format!("'{text}'"),
                other => shown(other),
            };
            format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(", "))
        }
    }
}

impl From<&MetaValue> for Value {
    fn from(value: &MetaValue) -> Self {
        match value {
            MetaValue::Text(text) => Self::Text(text.clone()),
            MetaValue::Integer(n) => Self::Integer(*n),
            MetaValue::Float(x) => Self::Number(*x),
            MetaValue::Bool(b) => Self::Bool(*b),
            MetaValue::Null => Self::None,
            MetaValue::List(items) => Self::List(items.iter().map(Self::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> MetaValue {
        MetaValue::Text(value.to_owned())
    }

    fn block(entries: &[(&str, MetaValue)]) -> MetadataBlock {
        let entries = entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        MetadataBlock::new(&Metadata(entries.collect()), false)
    }

    #[test]
    fn every_key_stands_in_exactly_one_section() {
        let block = block(&[
            ("zeta", text("z")),
            ("PATH", text("/bin")),
            ("modules", MetaValue::List(vec![text("gcc")])),
            ("SLURM_JOB_ID", MetaValue::Integer(7)),
            ("mpi_size", MetaValue::Integer(2)),
            ("label", text("v1")),
            ("timestamp", text("now")),
            ("123", text("no letters")),
        ]);
        let seen: Vec<(String, Vec<String>)> = block
            .sections
            .iter()
            .map(|s| (s.title.clone(), s.entries.iter().filter_map(|e| e.key.clone()).collect()))
            .collect();
        let expected = [
            ("Run", vec!["timestamp"]),
            ("Parallelism", vec!["mpi_size"]),
            ("Slurm", vec!["SLURM_JOB_ID"]),
            ("Environment", vec!["PATH"]),
            ("Other", vec!["123", "label", "zeta"]),
            ("Modules (1)", vec![]),
        ];
        let expected =
            expected.map(|(title, keys)| (title.to_owned(), keys.into_iter().map(str::to_owned).collect()));
        assert_eq!(seen, expected);
    }

    #[test]
    fn long_values_are_cut_unless_asked_for() {
        let metadata = Metadata([("a".to_owned(), text(&"é".repeat(97)))].into_iter().collect());
        let line = |full| MetadataBlock::new(&metadata, full).sections[0].entries[0].lines[0].clone();
        assert_eq!(line(false), format!("{} […]", "é".repeat(92)));
        assert_eq!(line(true), "é".repeat(97));
    }

    #[test]
    fn lines_are_kept_and_controls_are_not() {
        let block = block(&[("note", text("two\r\nlines\tand \u{1b}[31m"))]);
        assert_eq!(block.sections[0].entries[0].lines, ["two", "lines    and \\u{1b}[31m"]);
    }

    #[test]
    fn values_read_as_they_were_written() {
        let list = MetaValue::List(vec![MetaValue::Integer(1), text("b"), MetaValue::Null]);
        assert_eq!(shown(&list), "[1, 'b', None]");
        assert_eq!(shown(&MetaValue::Float(1e300)), "1e300");
        assert_eq!(shown(&MetaValue::Bool(true)), "True");
    }
}
