//! Manifests of the corpus: what they resolve to, and what is said about the bad ones.

use std::path::Path;

use scope_profiler::manifest::{Catalogue, ManifestErrors, resolve};

/// Manifests whose mistakes show only when profiles are opened or pages are written.
const RESOLVE_ALL_THE_SAME: [&str; 5] = [
    "axis-not-recorded",
    "no-base",
    "profile-newer-schema",
    "profile-truncated",
    "two-attached-files-of-one-name",
];

/// Resolves a manifest of the corpus; paths are shown from its folder on.
fn resolve_in_corpus(name: &str) -> Result<Catalogue, ManifestErrors> {
    resolve(&Path::new("tests/data/corpus").join(name))
}

fn bad_manifests() -> Vec<String> {
    let names = walkdir::WalkDir::new("tests/data/corpus/bad/manifests").max_depth(1).sort_by_file_name();
    let names = names.into_iter().filter_map(|entry| entry.ok()?.file_name().to_str().map(str::to_owned));
    let names: Vec<String> = names.filter(|name| name.ends_with(".yml")).collect();
    assert!(names.len() > 50, "the corpus is there");
    names
}

#[test]
fn good_manifests_resolve() {
    for name in ["minimal.yml", "tutorial/manifest.yaml", "scaling.yml", "nightly.yml", "features.yml"] {
        let catalogue = resolve_in_corpus(name).unwrap_or_else(|errors| panic!("{name}:\n{errors}"));
        insta::assert_debug_snapshot!(name.replace(['/', '.'], "-"), catalogue);
    }
}

#[test]
fn the_example_catalogue_resolves() {
    let catalogue = resolve(Path::new("example-catalog/manifest.yaml"));
    assert!(catalogue.is_ok_and(|catalogue| !catalogue.cases.is_empty()));
}

#[test]
fn bad_manifests_are_refused_with_their_place() {
    let mut all = String::new();
    for name in bad_manifests() {
        let resolves = RESOLVE_ALL_THE_SAME.contains(&name.trim_end_matches(".yml"));
        match resolve_in_corpus(&format!("bad/manifests/{name}")) {
            Ok(_) => assert!(resolves, "{name} resolves"),
            Err(errors) => {
                assert!(!resolves, "{name} does not resolve:\n{errors}");
                all += &format!("# {name}\n\n{errors}\n\n");
            }
        }
    }
    insta::assert_snapshot!("bad-manifests", all);
}

#[test]
fn messages_hold_the_words_that_matter() {
    let expected = std::fs::read_to_string("tests/data/expected/bad-manifests.json").unwrap();
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    for name in bad_manifests() {
        let name = format!("bad/manifests/{name}");
        let Err(errors) = resolve_in_corpus(&name) else { continue };
        let message = errors.to_string();
        let words = expected[&name]["words"].as_array().unwrap_or_else(|| panic!("{name} is expected"));
        for word in words.iter().filter_map(|word| word.as_str()) {
            assert!(message.contains(word), "{name} misses {word:?}:\n{message}");
        }
    }
}
