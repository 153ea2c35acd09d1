//! The rules of manifests, each shown on a small project.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use scope_profiler::manifest::{
    Case, CaseContent, Catalogue, DiagnosticKind as Kind, Execution, ManifestErrors, MetadataPolicy, Run,
    Scaling, SpeedupAxis, resolve,
};

/// A folder with a manifest and the files it names. Resolving needs no profiles, only files.
struct Project(tempfile::TempDir);

impl Project {
    /// A project with empty files.
    fn new(files: &[&str]) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        for file in files {
            project.write(file, b"");
        }
        project
    }

    fn write(&self, file: &str, content: &[u8]) {
        let path = self.0.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    fn try_resolve(&self, manifest: impl AsRef<[u8]>) -> Result<Catalogue, ManifestErrors> {
        self.write("manifest.yml", manifest.as_ref());
        resolve(&self.0.path().join("manifest.yml"))
    }

    fn resolve(&self, manifest: &str) -> Catalogue {
        self.try_resolve(manifest).unwrap_or_else(|errors| panic!("{errors}"))
    }

    /// The one case of a manifest.
    fn case(&self, manifest: &str) -> Case {
        let mut cases = self.resolve(manifest).cases;
        assert_eq!(cases.len(), 1);
        cases.remove(0)
    }

    /// Kind and headline of every mistake.
    fn mistakes(&self, manifest: impl AsRef<[u8]>) -> Vec<(Kind, String)> {
        let errors = self.try_resolve(manifest).expect_err("the manifest has a mistake");
        errors.diagnostics.iter().map(|diagnostic| (diagnostic.kind, diagnostic.headline())).collect()
    }

    /// Kind and headline of the only mistake.
    fn mistake(&self, manifest: impl AsRef<[u8]>) -> (Kind, String) {
        let mut mistakes = self.mistakes(manifest);
        assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
        mistakes.remove(0)
    }

    /// Paths as seen from the project's folder.
    fn shown(&self, paths: &[PathBuf]) -> Vec<String> {
        let shown = |path: &PathBuf| path.strip_prefix(self.0.path()).unwrap().display().to_string();
        paths.iter().map(shown).collect()
    }

    fn run_paths(&self, case: &Case) -> Vec<String> {
        self.shown(&runs(case).iter().map(|run| run.path.clone()).collect::<Vec<_>>())
    }
}

fn runs(case: &Case) -> &[Run] {
    case.current_runs()
}

fn executions(case: &Case) -> &[Execution] {
    match &case.content {
        CaseContent::Executions(executions) => executions,
        CaseContent::Runs(_) => &[],
    }
}

fn ids(case: &Case) -> Vec<&str> {
    executions(case).iter().map(|execution| execution.id.as_str()).collect()
}

const ONE_RUN: &str = "cases:\n  - id: a\n    runs: [a.h5]\n";

#[test]
fn every_mistake_is_reported_in_the_order_of_the_file() {
    let project = Project::new(&["a.h5"]);
    let manifest = "\
titel: T
base: nowhere
defaults: {scaling: stronk, include: '('}
cases:
  - id: a
    charts: perhaps
    ranks: [0, x]
    runs: [a.h5, b.h5]
    files: missing.txt
  - text
  - id: A
    runs: [{path: a.h5, lable: L}]
";
    let kinds: Vec<Kind> = project.mistakes(manifest).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(
        kinds,
        [
            Kind::UnknownKey,
            Kind::BadBase,
            Kind::NotAChoice,
            Kind::BadPattern,
            Kind::WrongType,
            Kind::BadRank,
            Kind::MissingPath,
            Kind::MissingPath,
            Kind::WrongType,
            Kind::UsedTwice,
            Kind::UnknownKey,
        ]
    );
}

#[test]
fn a_manifest_of_mistakes_is_cut_short() {
    let keys: String = (0..250).map(|n| format!("k{n}: 1\n")).collect();
    let errors = Project::new(&["a.h5"]).try_resolve(keys + ONE_RUN).unwrap_err();
    assert_eq!((errors.diagnostics.len(), errors.omitted), (100, 150));
    assert!(errors.to_string().ends_with("error: 150 more like these"));
}

#[test]
fn defaults_fill_in_and_a_case_wins() {
    let project = Project::new(&["a.h5"]);
    let catalogue = project.resolve(
        "\
defaults:
  {scaling: weak, speedup_x: nodes, include: s, exclude: [t, u], ranks: [3, 1, 3], charts: no, metadata: all}
cases:
  - {id: defaults, runs: [a.h5]}
  - {id: own, scaling: both, speedup_x: cores, include: [], exclude: x, ranks: 0, charts: true,
     metadata: minimal, runs: [a.h5]}
  - {id: lifted, scaling: , speedup_x: ~, include: null, exclude: , ranks: , charts: , metadata: , runs: [a.h5]}
",
    );
    let [defaults, own, lifted] = &catalogue.cases[..] else { panic!("three cases") };

    assert_eq!((defaults.scaling, defaults.speedup_x), (Scaling::Weak, SpeedupAxis::Nodes));
    assert_eq!(defaults.include.as_deref(), Some(&["s".to_owned()][..]));
    assert_eq!(defaults.exclude, ["t", "u"]);
    assert_eq!(defaults.ranks.as_deref(), Some(&[1, 3][..]));
    assert_eq!((defaults.charts, defaults.metadata), (false, MetadataPolicy::All));

    assert_eq!((own.scaling, own.speedup_x), (Scaling::Both, SpeedupAxis::Cores));
    assert_eq!(own.include.as_deref(), Some(&[][..]));
    assert_eq!(own.exclude, ["x"]);
    assert_eq!(own.ranks.as_deref(), Some(&[0][..]));
    assert_eq!((own.charts, own.metadata), (true, MetadataPolicy::Minimal));

    assert_eq!((lifted.scaling, lifted.speedup_x), (Scaling::Strong, SpeedupAxis::Auto));
    assert_eq!((&lifted.include, &lifted.ranks), (&None, &None));
    assert!(lifted.exclude.is_empty());
    assert_eq!((lifted.charts, lifted.metadata), (true, MetadataPolicy::Minimal));
}

#[test]
fn a_manifest_says_little_and_the_rest_has_defaults() {
    let project = Project::new(&["a.h5"]);
    let catalogue = project.resolve("cases: [{title: 'Poisson, 2D', runs: [a.h5]}]");
    assert_eq!((catalogue.title.as_str(), catalogue.description.as_str()), ("Profiling catalogue", ""));
    assert_eq!(catalogue.base, None);
    let case = &catalogue.cases[0];
    assert_eq!((case.id.as_str(), case.title.as_str()), ("poisson-2d", "Poisson, 2D"));
    assert_eq!(project.case("cases: [{id: My Case, runs: [a.h5]}]").title, "My Case");
    assert_eq!(project.case("cases: [{id: My Case, runs: [a.h5]}]").id, "my-case");
}

#[test]
fn texts_keep_their_spelling() {
    let project = Project::new(&["a.h5"]);
    let catalogue = project.resolve(
        "\
title: 1.10
cases:
  - title: 2026-09-01
    group: 0012345
    tags: [843e12, on, no, ~1, 0x1F, 1e5, 1_000, 12:30, .5, =, <<]
    info: {commit: 843e12, date: 2026-09-01, debug: true, none: ~, empty: , 0012345: 1.10,
           list: [1.10, 0012345, a b, true, ~, 'x\"'], nested: {a: [{b: 1}], c: }}
    runs: [{path: a.h5, label: 1.0}]
",
    );
    let case = &catalogue.cases[0];
    assert_eq!((catalogue.title.as_str(), case.title.as_str()), ("1.10", "2026-09-01"));
    assert_eq!(case.group.as_ref().unwrap().name, "0012345");
    assert_eq!(case.tags, ["843e12", "on", "no", "~1", "0x1F", "1e5", "1_000", "12:30", ".5", "=", "<<"]);
    let info: Vec<(&str, &str)> =
        case.info.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(
        info,
        [
            ("commit", "843e12"),
            ("date", "2026-09-01"),
            ("debug", "true"),
            ("none", "~"),
            ("empty", ""),
            ("0012345", "1.10"),
            ("list", r#"[1.10,"0012345","a b",true,null,"x\""]"#),
            ("nested", r#"{"a":[{"b":1}],"c":null}"#),
        ]
    );
    assert_eq!(runs(case)[0].label.as_deref(), Some("1.0"));
}

#[test]
fn booleans_lists_and_mappings_are_not_text() {
    let project = Project::new(&["a.h5"]);
    let manifest = "title: false\ncases:\n  - {id: a, tags: [true, [x], {y: z}, ~], runs: [a.h5]}\n";
    let mistakes = project.mistakes(manifest);
    let texts: Vec<&str> = mistakes.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "title: must be text, not the boolean false",
            "case 'a', tags: must be text, not the boolean true",
            "case 'a', tags: must be text, not a list",
            "case 'a', tags: must be text, not a mapping",
            "case 'a', tags: must be text, not nothing",
        ]
    );
}

#[test]
fn charts_take_the_booleans_of_yaml_1_1() {
    let project = Project::new(&["a.h5"]);
    for (word, expected) in [("yes", true), ("Off", false), ("TRUE", true), ("no", false)] {
        let case = project.case(&format!("cases: [{{id: a, charts: {word}, runs: [a.h5]}}]"));
        assert_eq!(case.charts, expected, "{word}");
    }
    let (kind, text) = project.mistake("cases: [{id: a, charts: 'yes', runs: [a.h5]}]");
    assert_eq!(
        (kind, text.as_str()),
        (Kind::WrongType, "case 'a', charts: must be true or false, not 'yes'")
    );
}

#[test]
fn patterns_are_regular_expressions_and_not_too_many() {
    let project = Project::new(&["a.h5"]);
    let (kind, text) = project.mistake("cases: [{id: a, exclude: ['a', 'b[z-a]'], runs: [a.h5]}]");
    let expected = "case 'a', exclude: 'b[z-a]' is not a regular expression: invalid character class range, the \
                    start must be <= the end (position 2)";
    assert_eq!((kind, text.as_str()), (Kind::BadPattern, expected));

    let manifest = "cases: [{id: a, include: '(', runs: [a.h5]}, {id: b, include: '(', runs: [a.h5]}]";
    assert_eq!(project.mistakes(manifest).len(), 2);
    let list = vec!["s"; 201].join(", ");
    assert_eq!(
        project.mistake(format!("cases: [{{id: a, include: [{list}], runs: [a.h5]}}]")).0,
        Kind::TooMuch
    );
    let cases: String =
        (0..2001).map(|n| format!("  - {{id: c{n}, include: p{n}, runs: [a.h5]}}\n")).collect();
    assert_eq!(project.mistake(format!("cases:\n{cases}")).0, Kind::TooMuch);
}

#[test]
fn ranks_are_plain_whole_numbers() {
    let project = Project::new(&["a.h5"]);
    for bad in ["-1", "1.5", "'3'", "010", "0x1F", "4294967296", "true", "[[1]]", "{a: 1}", "[]"] {
        let (kind, text) = project.mistake(format!("cases: [{{id: a, ranks: {bad}, runs: [a.h5]}}]"));
        assert_eq!(kind, Kind::BadRank, "{bad}: {text}");
    }
}

#[test]
fn matches_are_in_natural_order() {
    let project = Project::new(&["np10.h5", "np2.h5", "np1.h5", "np2/deep.h5", ".np3.h5", "np4.txt"]);
    let case = project.case("cases: [{id: a, runs: ['np*.h5']}]");
    assert_eq!(project.run_paths(&case), ["np1.h5", "np2.h5", "np10.h5"]);
    assert_eq!(runs(&case)[1].place.words, "case 'a', run 1 (np2.h5)");
    let case = project.case("cases: [{id: a, runs: ['./np2*/../np1?.h5', '**/deep.h5']}]");
    assert_eq!(project.run_paths(&case), ["np2/../np10.h5", "np2/deep.h5"]);
}

#[test]
fn a_stem_stands_for_the_run() {
    let project =
        Project::new(&["np[1].h5", "np2.h5", "p/np[1].yml", "p/np2.yml", "p/np2.png", "p/np[1].png", "c"]);
    let case = project.case(
        "\
cases:
  - id: a
    runs: [{path: '*.h5', files: ['p/{stem}.*ml', c], images: 'p/{stem}.png'}]
    files: [c, 'p/{stem}.yml']
",
    );
    let [two, one] = runs(&case) else { panic!("two runs") };
    assert_eq!(project.shown(&one.files), ["c", "p/np[1].yml"]);
    assert_eq!(project.shown(&one.images), ["p/np[1].png"]);
    assert_eq!(project.shown(&two.files), ["c", "p/np2.yml"]);
    assert_eq!(project.shown(&two.images), ["p/np2.png"]);
}

#[test]
fn a_path_must_be_a_file_and_a_glob_must_match() {
    let project = Project::new(&["a.h5", "d/x", "r[1].h5"]);
    let manifest = "cases: [{id: a, runs: [b.h5, d, 'b*', 'd*', 'r[1].h5', 'a.h5/x', '[z-a]', '{stem}.h5']}]";
    let mistakes = project.mistakes(manifest);
    let texts: Vec<&str> = mistakes.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "case 'a', run 1: 'b.h5' does not exist",
            "case 'a', run 2: 'd' is a folder, not a file",
            "case 'a', run 3: no file matches 'b*'",
            "case 'a', run 4: no file matches 'd*'",
            "case 'a', run 5: no file matches 'r[1].h5'",
            "case 'a', run 6: 'a.h5/x' does not exist",
            "case 'a', run 7: no file matches '[z-a]'",
            "case 'a', run 8: '{stem}.h5' does not exist",
        ]
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed() {
    let project = Project::new(&["data/np1.h5"]);
    std::os::unix::fs::symlink("data", project.0.path().join("latest")).unwrap();
    std::os::unix::fs::symlink("../data", project.0.path().join("data/loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", project.0.path().join("data/np2.h5")).unwrap();
    let case = project.case("cases: [{id: a, runs: ['latest/*.h5']}]");
    assert_eq!(project.run_paths(&case), ["latest/np1.h5"]);
    let case = project.case("cases: [{id: a, runs: ['data/**/*.h5']}]");
    assert_eq!(project.run_paths(&case), ["data/np1.h5"]);
}

#[test]
fn labels_of_a_case_give_addresses_of_their_own() {
    let project = Project::new(&["a.h5", "b.h5"]);
    let manifest = |second: &str| {
        format!(
            "cases:\n  - id: c\n    runs: [{{path: a.h5, label: Run 1}}, {{path: b.h5, label: {second}}}]\n"
        )
    };
    assert_eq!(runs(&project.case(&manifest("run-2"))).len(), 2);
    assert_eq!(project.mistake(manifest("run-1")).0, Kind::UsedTwice);
    assert_eq!(runs(&project.case(&manifest("'!!'"))).len(), 2);
    assert_eq!(project.mistake(manifest("Index")).0, Kind::Reserved);
    let (kind, text) = project.mistake("cases: [{id: c, runs: [a.h5, b.h5, './b.h5']}]");
    assert_eq!(
        (kind, text.as_str()),
        (Kind::UsedTwice, "case 'c', run 3: 'b.h5' is listed twice without a label")
    );
}

#[test]
fn ids_are_unique_and_not_reserved() {
    let project = Project::new(&["a.h5"]);
    let both = |first: &str, second: &str| {
        format!("cases: [{{title: {first}, runs: [a.h5]}}, {{id: {second}, group: g, runs: [a.h5]}}]")
    };
    assert_eq!(project.mistake(both("One Two", "one_two")).0, Kind::UsedTwice);
    assert_eq!(project.mistake(both("INDEX", "b")).0, Kind::Reserved);
    assert_eq!(project.mistake(both("'…'", "b")).0, Kind::NoId);
    assert_eq!(project.resolve(&both("解析", "b")).cases[0].id, "jie-xi");
}

#[test]
fn files_of_the_case_come_first_and_once() {
    let project = Project::new(&["a.h5", "x", "y", "z"]);
    let case = project.case("cases: [{id: a, files: [y, x], runs: [{path: a.h5, files: [z, x]}]}]");
    assert_eq!(project.shown(&runs(&case)[0].files), ["y", "x", "z"]);
}

#[test]
fn figures_are_images_or_pdf() {
    let project = Project::new(&["a.h5", "f.PNG", "f.pdf", "f.py"]);
    let case = project.case("cases: [{id: a, images: [f.PNG, f.pdf], runs: [a.h5]}]");
    assert_eq!(project.shown(&case.images), ["f.PNG", "f.pdf"]);
    let (kind, text) = project.mistake("cases: [{id: a, images: 'f.*', runs: [a.h5]}]");
    assert_eq!((kind, text.as_str()), (Kind::NotAnImage, "case 'a', images: 'f.py' is not an image or PDF"));
}

#[test]
fn code_is_files_and_links() {
    let project = Project::new(&["a.h5", "s1.py", "s2.py"]);
    let case = project.case(
        "cases: [{id: a, runs: [a.h5], code: [s*.py, 'https://x.org', {path: s1.py, url: 'http://y', label: Y}]}]",
    );
    let shown: Vec<String> = case
        .code
        .iter()
        .map(|code| {
            let path = code.path.as_ref().map(|path| project.shown(std::slice::from_ref(path)).remove(0));
            format!("{path:?} {:?} {:?}", code.url, code.label)
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"Some("s1.py") None None"#,
            r#"Some("s2.py") None None"#,
            r#"None Some("https://x.org") None"#,
            r#"Some("s1.py") Some("http://y") Some("Y")"#,
        ]
    );
    let manifest = "cases: [{id: a, runs: [a.h5], code: {path: 's*', url: 'http://x'}}]";
    assert_eq!(project.mistake(manifest).0, Kind::SeveralMatches);
    assert_eq!(project.mistake("cases: [{id: a, runs: [a.h5], code: [s1.py, {}]}]").0, Kind::KeyMissing);
}

#[test]
fn listed_executions_are_ordered_by_date() {
    let project = Project::new(&["a.h5"]);
    let manifest = |dates: [&str; 3]| {
        let [a, b, c] = dates;
        format!(
            "cases: [{{id: x, executions: [{{id: a, {a} runs: [a.h5]}}, {{id: b, {b} runs: [a.h5]}}, {{id: c, {c} \
             runs: [a.h5]}}]}}]"
        )
    };
    let order = |dates| ids(&project.case(&manifest(dates))).join(" ");
    assert_eq!(order(["date: 2026-10-1,", "date: 2026-9-1,", "date: 2026-09-01T12:00,"]), "b c a");
    assert_eq!(order(["date: 2026-10-1,", "date: 2026-9-1,", ""]), "a b c");
    assert_eq!(order(["date: week 10,", "date: week 9,", "date: 2026-01-01,"]), "c b a");
    assert_eq!(order(["date: 2026-10-1,", "date: 2026-10-01,", "date: 2026,"]), "c a b");
}

#[test]
fn a_listed_execution_is_named_by_id_label_or_date() {
    let project = Project::new(&["a.h5"]);
    let case = project.case(
        "\
cases:
  - id: x
    executions:
      - {id: One, label: The first, runs: [a.h5]}
      - {label: The second, runs: [a.h5]}
      - {date: 2026-9-1, info: {commit: 0012}, runs: [a.h5]}
      - {id: four, date: 2026-9-2, runs: [a.h5]}
",
    );
    let named: Vec<_> =
        executions(&case).iter().map(|e| (e.id.as_str(), e.label.as_str(), e.date.as_deref())).collect();
    assert_eq!(
        named,
        [
            ("one", "The first", None),
            ("the-second", "The second", None),
            ("2026-9-1", "2026-9-1", Some("2026-9-1")),
            ("four", "four", Some("2026-9-2")),
        ]
    );
    assert_eq!(executions(&case)[2].info, [("commit".to_owned(), "0012".to_owned())]);
    assert_eq!(runs(&case)[0].place.words, "case 'x', execution 'four', run 1");
}

#[test]
fn executions_are_found_by_their_folders() {
    let project = Project::new(&[
        "n/night 10/np2.h5",
        "n/night 10/np10.h5",
        "n/night 9/np1.h5",
        "n/.hidden/np1.h5",
        "n/empty/readme",
        "n/stray",
    ]);
    project.write("n/night 9/meta.yml", b"label: 09\ninfo: {commit: 1e5}\n");
    project.write("n/night 10/meta.yml", b"# nothing yet\n");
    let case = project.case("cases: [{id: x, files: n/stray, executions: {path: 'n/{execution}/np*.h5'}}]");
    let found: Vec<_> = executions(&case).iter().map(|e| (e.id.as_str(), e.label.as_str())).collect();
    assert_eq!(found, [("night-9", "09"), ("night-10", "night 10")]);
    assert_eq!(executions(&case)[0].info, [("commit".to_owned(), "1e5".to_owned())]);
    assert_eq!(project.run_paths(&case), ["n/night 10/np2.h5", "n/night 10/np10.h5"]);
    assert_eq!(project.shown(&runs(&case)[0].files), ["n/stray"]);
    assert_eq!(runs(&case)[1].place.words, "case 'x', execution 'night 10', run 2");
}

#[test]
fn found_executions_are_ordered_by_the_dates_of_their_meta_files() {
    let project = Project::new(&["b/r.h5", "a/r.h5"]);
    project.write("a/m.yaml", b"date: 2026-10-1");
    project.write("b/m.yaml", b"date: 2026-9-1");
    let manifest = "cases: [{id: x, executions: {path: '{execution}/r.h5', meta: m.yaml}}]";
    assert_eq!(ids(&project.case(manifest)), ["b", "a"]);
    assert_eq!(ids(&project.case("cases: [{id: x, executions: {path: '{execution}/r.h5'}}]")), ["a", "b"]);
}

#[test]
fn found_executions_need_ids_of_their_own() {
    let project = Project::new(&["n/a b/r.h5", "n/a-b/r.h5", "n/compare/r.h5", "n/++/r.h5", "n/index/r.h5"]);
    let mistakes = project.mistakes("cases: [{id: x, executions: {path: 'n/{execution}/r.h5'}}]");
    let texts: Vec<&str> = mistakes.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "case 'x', execution '++': no id can be made from '++'",
            "case 'x', execution 'a-b': 'a b' and 'a-b' give two executions one id, 'a-b'",
            "case 'x', execution 'compare': an execution cannot be called 'compare', which is the address of another \
             page",
            "case 'x', execution 'index': an execution cannot be called 'index', which is the address of another page",
        ]
    );
}

#[test]
fn mistakes_of_a_meta_file_are_shown_in_it() {
    let project = Project::new(&["n/a/r.h5", "n/b/r.h5", "n/c/r.h5", "n/d/r.h5", "n/d/meta.yml/x"]);
    project.write("n/a/meta.yml", b"label: [x]\ncommit: y\n");
    project.write("n/b/meta.yml", b"- x\n");
    project.write("n/c/meta.yml", b"label: \xff\n");
    let errors =
        project.try_resolve("cases: [{id: x, executions: {path: 'n/{execution}/r.h5'}}]").unwrap_err();
    let place = |file: &str| project.0.path().join(file);
    let shown: Vec<(&Path, Kind)> = errors.diagnostics.iter().map(|d| (d.file.as_path(), d.kind)).collect();
    assert_eq!(
        shown,
        [
            (place("n/a/meta.yml").as_path(), Kind::WrongType),
            (place("n/a/meta.yml").as_path(), Kind::UnknownKey),
            (place("n/b/meta.yml").as_path(), Kind::WrongType),
            (place("n/c/meta.yml").as_path(), Kind::NotUtf8),
            (place("n/d/meta.yml").as_path(), Kind::Unreadable),
        ]
    );
    let first = &errors.diagnostics[0];
    assert_eq!(first.headline(), "case 'x', execution 'a', meta file, label: must be text, not a list");
    assert!(errors.to_string().contains("1 | label: [x]"));
}

#[test]
fn aliases_and_merge_keys_work() {
    let project = Project::new(&["a.h5", "b.h5"]);
    let catalogue = project.resolve(
        "\
defaults: &d {include: &i [s, t]}
cases:
  - &first {id: a, title: A, exclude: *i, runs: &r [a.h5], info: {<<: {x: 1, y: 1}, y: 2}}
  - {<<: *first, id: b, title: B}
  - {<<: [{id: c, tags: [t]}, *first], runs: [b.h5]}
",
    );
    let shown: Vec<_> = catalogue.cases.iter().map(|case| (case.id.as_str(), case.title.as_str())).collect();
    assert_eq!(shown, [("a", "A"), ("b", "B"), ("c", "A")]);
    assert_eq!(catalogue.cases[2].exclude, ["s", "t"]);
    assert_eq!(project.run_paths(&catalogue.cases[2]), ["b.h5"]);
    let info = &catalogue.cases[0].info;
    assert_eq!(info, &[("y".to_owned(), "2".to_owned()), ("x".to_owned(), "1".to_owned())]);
}

#[test]
fn keys_given_twice_name_the_first_use_at_any_depth() {
    let project = Project::new(&["a.h5"]);
    let manifest = "cases:\n  - id: a\n    info: {x: 1, y: {z: 1, z: 2}, 'x': 2}\n    runs: [a.h5]\n";
    let errors = project.try_resolve(manifest).unwrap_err();
    let shown: Vec<_> = errors
        .diagnostics
        .iter()
        .map(|d| (d.headline(), &manifest[d.related.as_ref().unwrap().span.clone()]))
        .collect();
    assert_eq!(
        shown,
        [
            ("case 'a', info: the key 'z' is given twice".to_owned(), "z"),
            ("case 'a', info: the key 'x' is given twice".to_owned(), "x"),
        ]
    );
}

#[test]
fn yaml_that_a_manifest_has_no_use_for_is_refused() {
    let project = Project::new(&["a.h5"]);
    let table = [
        ("--- {}\n--- {}\n", "a second document begins here"),
        ("title: !!python/object:os.system x\n", "the tag '!!python/object:os.system' means nothing here"),
        ("title: *t\n", "no anchor '&t' stands before this alias"),
        ("title: &t [*t]\n", "the alias stands inside what it refers to"),
        ("? [a]\n: b\n", "the document must be text, as a key, not a list"),
        ("title: \"\\q\"\n", "not YAML"),
        ("# nothing\n", "the document is empty"),
        ("~\n", "the document is empty"),
    ];
    for (manifest, expected) in table {
        let mistakes = project.mistakes(manifest);
        assert!(mistakes.iter().any(|(_, text)| text.starts_with(expected)), "{manifest:?}: {mistakes:?}");
    }
}

#[test]
fn documents_that_are_too_much_are_refused() {
    let project = Project::new(&["a.h5"]);
    let deep = format!("title: {}{}\n", "[".repeat(100), "]".repeat(100));
    let chain: String = (1..100).map(|n| format!("k{n}: &a{n} [*a{}]\n", n - 1)).collect();
    let long = format!("title: &t \"{}\"\ncases: [{}]\n", "x".repeat(100_000), "*t, ".repeat(1_000));
    let huge = format!("title: {}\n", "x".repeat(5 << 20));
    for manifest in [deep, format!("k0: &a0 [x]\n{chain}"), long, huge] {
        let (kind, text) = project.mistake(&manifest);
        assert!(matches!(kind, Kind::TooMuch | Kind::NotYaml), "{text}");
    }
}

#[test]
fn a_byte_order_mark_is_accepted() {
    let project = Project::new(&["a.h5"]);
    assert_eq!(project.resolve(&format!("\u{FEFF}title: T\n{ONE_RUN}")).title, "T");
    let errors = project.try_resolve(format!("\u{FEFF}titel: T\r\n{ONE_RUN}")).unwrap_err();
    assert_eq!(errors.diagnostics[0].span, Some(0..5));
}

#[test]
fn a_manifest_that_cannot_be_read_is_named() {
    let errors = resolve(Path::new("no/such/manifest.yml")).unwrap_err();
    assert_eq!(errors.diagnostics[0].kind, Kind::Unreadable);
    assert!(errors.to_string().contains("no/such/manifest.yml"), "{errors}");
    assert_eq!(resolve(Path::new("tests")).unwrap_err().diagnostics[0].kind, Kind::Unreadable);
}

/// A plain scalar that YAML takes as one word and that is not among its words for nothing, true and false.
fn plain_word() -> impl Strategy<Value = String> {
    let word = "[0-9a-zA-Z~.+_é解][0-9a-zA-Z~.+_:/^²-]{0,12}[0-9a-zA-Z]";
    word.prop_filter("words of YAML", |word| {
        !["null", "true", "false"].contains(&word.to_lowercase().as_str())
    })
}

proptest! {
    #[test]
    fn any_bytes_are_resolved_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let project = Project::new(&["a.h5"]);
        if let Err(errors) = project.try_resolve(bytes) {
            prop_assert!(!errors.diagnostics.is_empty());
            let _ = errors.to_string();
        }
    }

    #[test]
    fn anything_like_a_manifest_is_resolved_or_refused(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "cases:", "\n", "  ", "- ", "id: a", "runs:", "[a.h5]", "[", "]", "{", "}", ",", "path: ", "'*'",
                "executions:", "'{execution}/a'", "&x ", "*x", "<<: ", "~", "true", "!t ", "? ", "\"é", "\"", "|\n",
                "#", "---", "\t", "info:", "ranks:", "include: '('", "title:", "defaults:", "\u{0}", "0x1F",
            ]),
            0..40,
        )
    ) {
        let project = Project::new(&["a.h5"]);
        if let Err(errors) = project.try_resolve(pieces.concat()) {
            let _ = errors.to_string();
        }
    }

    #[test]
    fn plain_scalars_read_back_as_written(words in prop::collection::vec(plain_word(), 1..6)) {
        let project = Project::new(&["a.h5"]);
        let tags: String = words.iter().map(|word| format!("\n      - {word}")).collect();
        let first = &words[0];
        let manifest = format!(
            "title: {first}\ncases:\n  - id: a\n    info:\n      commit: {first}\n    tags:{tags}\n    runs:\n      - path: a.h5\n        label: x{first}\n"
        );
        let catalogue = project.resolve(&manifest);
        prop_assert_eq!(&catalogue.title, first);
        prop_assert_eq!(&catalogue.cases[0].tags, &words);
        prop_assert_eq!(&catalogue.cases[0].info[0].1, first);
        let label = runs(&catalogue.cases[0])[0].label.clone();
        prop_assert_eq!(label, Some(format!("x{first}")));
    }

    #[test]
    fn quoted_scalars_read_back_as_meant(text in "[^\u{7f}-\u{9f}\u{fffe}\u{ffff}]{0,20}") {
        let project = Project::new(&["a.h5"]);
        let quoted = serde_json::Value::from(text.as_str());
        let catalogue = project.resolve(&format!("title: {quoted}\n{ONE_RUN}"));
        prop_assert_eq!(catalogue.title, text);
    }
}
