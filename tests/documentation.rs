//! The example manifests of `docs/manifest.md` resolve.

use std::fs;
use std::path::Path;

use scope_profiler::manifest::{Catalogue, resolve};

/// What the examples name; resolving needs no profiles, only files.
const FILES: [&str; 16] = [
    "runs/np1.h5",
    "runs/np1.yml",
    "runs/np2.h5",
    "runs/np2.yml",
    "runs/np4.h5",
    "runs/np4.yml",
    "runs/np8.h5",
    "runs/np8.yml",
    "figures/speedup.png",
    "solver.py",
    "nightly/2026-09-01/np1.h5",
    "nightly/2026-09-02/np1.h5",
    "nightly/2026-09-02/np2.h5",
    "nightly/2026-09-02/np4.h5",
    "nightly/empty/notes.txt",
    "nightly/README",
];

/// The `yaml` blocks of a document.
fn yaml_blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next())
}

fn runs(catalogue: &Catalogue) -> usize {
    catalogue.cases.iter().map(|case| case.current_runs().len()).sum()
}

#[test]
fn the_example_manifests_resolve() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manifest.md")).unwrap();
    let (manifests, metas): (Vec<_>, Vec<_>) = yaml_blocks(&text).partition(|block| block.contains("cases:"));
    let [meta] = metas[..] else { panic!("one meta file") };

    let project = tempfile::tempdir().unwrap();
    let write = |file: &str, content: &str| {
        let path = project.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    FILES.iter().for_each(|file| write(file, ""));
    write("nightly/2026-09-02/meta.yml", meta);

    let shown = manifests.iter().map(|manifest| {
        write("manifest.yaml", manifest);
        let catalogue =
            resolve(&project.path().join("manifest.yaml")).unwrap_or_else(|errors| panic!("{errors}"));
        runs(&catalogue)
    });
    assert_eq!(shown.collect::<Vec<_>>(), [4, 7, 4, 1, 3]);
    assert!(text.contains("2 case(s), 7 run(s), ok"));
}
