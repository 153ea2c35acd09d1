//! The one place that decides what of a profile is published.

use std::borrow::Cow;

use crate::manifest::MetadataPolicy;
use crate::profile::Metadata;

/// Metadata that names no person, host or path.
const MINIMAL: [&str; 9] = [
    "timestamp",
    "platform",
    "chip_information",
    "python_version",
    "scope_profiler_version",
    "omp_num_threads",
    "mpi_size",
    "total_cores",
    "num_nodes",
];

/// What may be published of one profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Metadata to show, sorted by key.
    pub metadata: Vec<(String, String)>,
    /// Host name, if it may be shown.
    pub host: Option<String>,
    policy: MetadataPolicy,
}

impl Publication {
    /// Applies a policy to a profile's metadata.
    pub fn new(policy: MetadataPolicy, metadata: &Metadata) -> Self {
        let all = policy == MetadataPolicy::All;
        let mut rows: Vec<(String, String)> = metadata
            .0
            .iter()
            .filter(|(key, _)| all || MINIMAL.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.to_string()))
            .collect();
        rows.sort();
        let host =
            metadata.get("hostname").filter(|_| all).map(ToString::to_string).filter(|h| !h.is_empty());
        Self { metadata: rows, host, policy }
    }

    /// A published fact by key.
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// A source file's path as it may be shown: whole with policy `all`, else the file's name.
    pub fn source_file<'a>(&self, file: &'a str) -> Cow<'a, str> {
        if self.policy == MetadataPolicy::All {
            return Cow::Borrowed(file);
        }
        Cow::Borrowed(file.rsplit(['/', '\\']).next().unwrap_or(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::MetaValue;

    fn metadata() -> Metadata {
        let entries =
            [("user", "alice"), ("hostname", "node1"), ("platform", "Linux"), ("PATH", "/home/alice/bin")];
        Metadata(entries.into_iter().map(|(k, v)| (k.to_owned(), MetaValue::Text(v.to_owned()))).collect())
    }

    #[test]
    fn minimal_names_no_person_host_or_path() {
        let published = Publication::new(MetadataPolicy::Minimal, &metadata());
        assert_eq!(published.metadata, [("platform".to_owned(), "Linux".to_owned())]);
        assert_eq!(published.host, None);
        assert_eq!(published.source_file("/home/alice/solver.py"), "solver.py");
    }

    #[test]
    fn all_is_everything() {
        let published = Publication::new(MetadataPolicy::All, &metadata());
        assert_eq!(published.metadata.len(), 4);
        assert_eq!(published.host.as_deref(), Some("node1"));
        assert_eq!(published.source_file("/home/alice/solver.py"), "/home/alice/solver.py");
    }
}
