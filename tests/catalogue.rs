//! The catalogue that `site` writes: its tree, what it publishes, and what a broken input does to it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

const PAGES: &str = "src/content/docs/catalogue";
const PUBLIC: &str = "public/catalogue";

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus")
}

/// `site` with the corpus as working directory, where its manifests' messages are relative to.
fn site(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("scope-profiler").unwrap();
    command.current_dir(corpus()).arg("site").args(args);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Every file below a folder, by path.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files =
        walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok).filter(|e| e.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn build(manifest: &str, more: &[&str]) -> (BTreeMap<String, Vec<u8>>, String) {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    let mut args = vec![manifest, "-o", folder.to_str().unwrap()];
    args.extend(more);
    let done = site(&args).assert().success();
    (tree(&folder), text(&done.get_output().stderr))
}

#[test]
fn the_tutorial_has_its_five_pages_and_ten_files() {
    let out = tempfile::tempdir().unwrap();
    let done = Command::cargo_bin("scope-profiler")
        .unwrap()
        .current_dir(out.path())
        .args([
            "site",
            corpus().join("tutorial/manifest.yaml").to_str().unwrap(),
            "-o",
            "astro",
            "--no-charts",
        ])
        .assert()
        .success();
    assert_eq!(
        text(&done.get_output().stdout),
        "Catalogue written to: astro (1 case(s), 3 run(s), 10 files)\n"
    );
    assert_eq!(text(&done.get_output().stderr), "");
    let files = tree(&out.path().join("astro"));
    let pages: Vec<&str> =
        files.keys().filter_map(|f| f.strip_prefix(PAGES)).filter(|f| f.ends_with(".mdx")).collect();
    let expected = [
        "/index.mdx",
        "/solver-versions.mdx",
        "/solver-versions/v1.mdx",
        "/solver-versions/v2.mdx",
        "/solver-versions/v3.mdx",
    ];
    assert_eq!(pages, expected);
}

#[test]
fn a_check_prints_one_line_and_writes_nothing() {
    let done = site(&["tutorial/manifest.yaml", "--check"]).assert().success();
    assert_eq!(text(&done.get_output().stdout), "tutorial/manifest.yaml: 1 case(s), 3 run(s), ok\n");
}

#[test]
fn the_same_bytes_come_out_for_any_number_of_threads() {
    let tree_with = |threads: &str| {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("site");
        site(&["scaling.yml", "-o", folder.to_str().unwrap()])
            .env("RAYON_NUM_THREADS", threads)
            .assert()
            .success();
        tree(&folder)
    };
    let one = tree_with("1");
    assert!(one.len() > 200);
    assert_eq!(one, tree_with("7"));
}

#[test]
fn pages_hold_no_text_of_users_outside_their_front_matter() {
    let (files, _) = build("features.yml", &[]);
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".mdx")) {
        let page = text(bytes);
        let mut parts = page.splitn(3, "---\n");
        let (_, front, body) = (parts.next(), parts.next().unwrap(), parts.next().unwrap());
        for line in front.lines() {
            let (key, value) = line.split_once(": ").unwrap();
            assert!(["title", "head", "description", "sidebar"].contains(&key), "{name}: {line}");
            assert!(serde_json::from_str::<serde_json::Value>(value).is_ok(), "{name}: {line}");
        }
        for line in body.lines().filter(|line| !line.is_empty()) {
            let fixed = line.starts_with("import ") || line.starts_with("## ") || line.starts_with("### ");
            let component = line.starts_with('<') && line.ends_with("} />");
            assert!(fixed || component, "{name}: {line}");
            assert!(line.is_ascii(), "{name}: {line}");
        }
    }
}

#[test]
fn minimal_publishes_no_person_host_or_path() {
    let out = tempfile::tempdir().unwrap();
    let manifest = out.path().join("manifest.yml");
    let profiles =
        ["strong/np4.h5", "features/full-metadata.h5", "features/tags-source.h5", "features/line-profile.h5"];
    let runs: String = profiles.map(|p| format!("      - {}\n", corpus().join(p).display())).concat();
    std::fs::write(&manifest, format!("base: /x\ncases:\n  - id: a\n    runs:\n{runs}")).unwrap();
    let folder = out.path().join("site");
    site(&[manifest.to_str().unwrap(), "-o", folder.to_str().unwrap()]).assert().success();
    let published = tree(&folder);
    let secrets =
        ["/home/", "alice", "SLURM", "LD_LIBRARY_PATH", "working_directory", corpus().to_str().unwrap()]
            .map(str::to_owned);
    for (name, bytes) in
        published.iter().filter(|(name, _)| name.starts_with(PAGES) || name.starts_with(PUBLIC))
    {
        for secret in &secrets {
            assert!(!text(bytes).contains(secret.as_str()), "{name} holds {secret}");
        }
    }
}

/// A manifest of two runs, one of which cannot be read.
fn with_a_broken_run(folder: &Path) -> PathBuf {
    let manifest = folder.join("manifest.yml");
    let run = |path: &str, label: &str| {
        format!("      - {{path: {}, label: {label}}}\n", corpus().join(path).display())
    };
    let runs =
        run("strong/np1.h5", "good") + &run("bad/truncated.h5", "broken") + &run("strong/np2.h5", "fine");
    std::fs::write(&manifest, format!("base: \"\"\ncases:\n  - id: a\n    runs:\n{runs}")).unwrap();
    manifest
}

#[test]
fn a_run_that_cannot_be_read_becomes_a_marked_row() {
    let out = tempfile::tempdir().unwrap();
    let manifest = with_a_broken_run(out.path());
    let folder = out.path().join("site");
    let done = site(&[manifest.to_str().unwrap(), "-o", folder.to_str().unwrap()]).assert().success();
    let warning = text(&done.get_output().stderr);
    assert!(warning.contains("warning: case 'a', run 2") && warning.contains("truncated.h5"), "{warning}");
    let case: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join(PAGES).join("a.data.json")).unwrap()).unwrap();
    let rows = case["runs"]["rows"].as_array().unwrap();
    assert!(rows[0]["problem"].is_null());
    assert!(rows[1]["problem"].as_str().unwrap().contains("not a readable profile"));
    assert_eq!(case["comparison"]["runs"].as_array().unwrap().len(), 2);
    assert!(folder.join(PAGES).join("a/broken.mdx").exists());
}

#[test]
fn strict_refuses_it_and_writes_nothing() {
    let out = tempfile::tempdir().unwrap();
    let manifest = with_a_broken_run(out.path());
    let folder = out.path().join("site");
    let args = [manifest.to_str().unwrap(), "-o", folder.to_str().unwrap(), "--strict"];
    let done = site(&args).assert().code(2);
    assert!(text(&done.get_output().stderr).contains("error: case 'a', run 2"));
    assert!(!folder.exists());
    site(&[manifest.to_str().unwrap(), "--check"]).assert().code(2);
}

#[test]
fn a_refused_build_leaves_the_former_site() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    let target = folder.to_str().unwrap();
    site(&["tutorial/manifest.yaml", "-o", target]).assert().success();
    let before = tree(&folder);
    let manifest = with_a_broken_run(out.path());
    site(&[manifest.to_str().unwrap(), "-o", target, "--strict"]).assert().code(2);
    assert_eq!(tree(&folder), before);
}

#[test]
fn a_second_build_touches_only_what_changed() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    let target = folder.to_str().unwrap();
    site(&["tutorial/manifest.yaml", "-o", target]).assert().success();
    let times = || -> BTreeMap<String, std::time::SystemTime> {
        let files = tree(&folder).into_keys();
        files.map(|f| (f.clone(), std::fs::metadata(folder.join(&f)).unwrap().modified().unwrap())).collect()
    };
    let before = times();
    site(&["tutorial/manifest.yaml", "-o", target]).assert().success();
    assert_eq!(times(), before);
}

#[test]
fn a_project_of_its_own_keeps_its_files() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    std::fs::create_dir_all(folder.join("src/content/docs")).unwrap();
    std::fs::write(folder.join("astro.config.mjs"), "theirs").unwrap();
    std::fs::write(folder.join("src/content/docs/index.md"), "theirs").unwrap();
    site(&["tutorial/manifest.yaml", "-o", folder.to_str().unwrap()]).assert().success();
    let files = tree(&folder);
    assert_eq!(files["astro.config.mjs"], b"theirs");
    let ours = [PAGES, PUBLIC, "src/components/report"];
    let strangers: Vec<&String> =
        files.keys().filter(|f| !ours.iter().any(|root| f.starts_with(root))).collect();
    assert_eq!(strangers, ["astro.config.mjs", "src/content/docs/index.md"]);
}

#[test]
fn a_folder_of_others_is_refused() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    std::fs::create_dir_all(folder.join(PAGES)).unwrap();
    std::fs::write(folder.join(PAGES).join("theirs.md"), "theirs").unwrap();
    let args = ["tutorial/manifest.yaml", "-o", folder.to_str().unwrap()];
    let done = site(&args).assert().code(2);
    assert!(text(&done.get_output().stderr).contains("was not made by scope-profiler"));
    assert_eq!(tree(&folder).len(), 1);
    site(&[args[0], args[1], args[2], "--no-clean"]).assert().success();
    assert_eq!(std::fs::read(folder.join(PAGES).join("theirs.md")).unwrap(), b"theirs");
}

/// Starlight writes the content of a page's `<title>` as it stands: the program gives it escaped.
#[test]
fn page_titles_cannot_end_their_tag() {
    let (files, _) = build("features.yml", &[]);
    let page = text(&files[&format!("{PAGES}/odd-ends/hostile.mdx")]);
    let head = page.lines().find_map(|line| line.strip_prefix("head: ")).unwrap();
    let head: serde_json::Value = serde_json::from_str(head).unwrap();
    let title = head[0]["content"].as_str().unwrap();
    assert!(title.starts_with("Hostile &lt;&#x2f;title&gt;&lt;script&gt;"), "{title}");
    assert!(title.ends_with(" | Everything a profile can hold"), "{title}");
}

/// The base path is needed for links; `--check` can do without.
#[test]
fn writing_needs_a_base_path() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    let done = site(&["minimal.yml", "-o", folder.to_str().unwrap()]).assert().code(2);
    assert!(text(&done.get_output().stderr).contains("--base"));
    assert!(!folder.exists());
    site(&["minimal.yml", "--check"]).assert().success();
    site(&["minimal.yml", "-o", folder.to_str().unwrap(), "--base", "/a/b/"]).assert().success();
    let index = text(&std::fs::read(folder.join(PUBLIC).join("index.json")).unwrap());
    assert!(index.contains("\"href\": \"/a/b/catalogue/poisson/\""), "{index}");
}

/// Every page of the Python package's site of a manifest has a page at the same address here.
#[test]
fn pages_are_where_the_package_has_them() {
    for stem in ["scaling", "features", "nightly", "manifest", "minimal"] {
        let answer = corpus().join(format!("../expected/sites/{stem}.json"));
        let answer: serde_json::Value = serde_json::from_slice(&std::fs::read(answer).unwrap()).unwrap();
        let args: Vec<&str> =
            answer["args"].as_array().unwrap().iter().map(|a| a.as_str().unwrap()).collect();
        let (files, _) = build(answer["manifest"].as_str().unwrap(), &args);
        for page in answer["pages"].as_array().unwrap() {
            let name = format!("{PAGES}/{}.mdx", page.as_str().unwrap());
            assert!(files.contains_key(&name), "{stem}: {name}");
        }
        for (name, size) in answer["attachments"].as_object().unwrap() {
            let found = files.get(&format!("{PUBLIC}/{name}")).map(|bytes| bytes.len() as u64);
            assert_eq!(found, size.as_u64(), "{stem}: {name}");
        }
    }
}

/// A kill at any moment leaves the former site or the new one, whole.
#[cfg(unix)]
#[test]
fn a_killed_build_leaves_a_whole_site() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("site");
    let target = folder.to_str().unwrap();
    let generated = |files: BTreeMap<String, Vec<u8>>| -> BTreeMap<String, Vec<u8>> {
        files.into_iter().filter(|(name, _)| name.starts_with(PAGES) || name.starts_with(PUBLIC)).collect()
    };
    site(&["scaling.yml", "-o", target, "--no-charts"]).assert().success();
    let former = generated(tree(&folder));
    site(&["scaling.yml", "-o", target]).assert().success();
    let new = generated(tree(&folder));
    for step in 0..10_u64 {
        site(&["scaling.yml", "-o", target, "--no-charts"]).assert().success();
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scope-profiler"))
            .current_dir(corpus())
            .args(["site", "scaling.yml", "-o", target])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(step * 25));
        child.kill().unwrap();
        child.wait().unwrap();
        if folder.join(".scope-profiler/journal").exists() {
            continue; // Cut between two folders: the next build finishes it, which the next round does.
        }
        let found = generated(tree(&folder));
        assert!(found == former || found == new, "after {} ms", step * 25);
    }
}
