//! The texts of the Python package for the same command lines. The box under a region table is not
//! compared: it names the commands of the program and has its own sentences.

use serde_json::Value;

use crate::support::{program, without_info};

/// Command lines whose text differs on purpose, and why; a snapshot holds ours.
const DEPARTURES: [(&str, &str); 20] = [
    ("inspect-09", "siblings are sorted under their parent"),
    ("inspect-10", "siblings are sorted under their parent"),
    ("inspect-11", "files of a pattern are in natural order"),
    ("inspect-13", "siblings are sorted under their parent"),
    ("inspect-16", "the wall clock of statistics is unknown, not 0; six decimals"),
    ("inspect-17", "six decimals"),
    ("inspect-19", "a missing counter is a dash"),
    ("inspect-21", "own words for a region that does not exist"),
    ("inspect-24", "lines of a value are set in, tabs are blanks"),
    ("diff-11", "own words for the warning about device times"),
    ("diff-13", "an empty line before either list"),
    ("check-05", "differences of whole nanoseconds are exact"),
    ("check-06", "differences of whole nanoseconds are exact"),
    ("check-07", "percentiles of whole nanoseconds are exact"),
    ("check-08", "growth from 0 fails"),
    ("check-09", "growth from 0 fails"),
    ("check-13", "percentiles of whole nanoseconds are exact"),
    ("check-14", "an empty line before either list; a warning about ranks"),
    ("check-15", "nothing compared is no pass"),
    ("check-16", "nothing compared is no pass"),
];

#[test]
fn texts_are_those_of_the_python_package() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/expected");
    let index = std::fs::read_to_string(format!("{folder}/terminal.json")).unwrap();
    let records: Vec<Value> = serde_json::from_str(&index).unwrap();
    let mut compared = 0;
    for record in &records {
        let (id, group) = (record["id"].as_str().unwrap(), record["group"].as_str().unwrap());
        if !["inspect", "diff", "check"].contains(&group) {
            continue;
        }
        compared += 1;
        let temporary = tempfile::tempdir().unwrap();
        let place = temporary.path().to_str().unwrap();
        let args = record["args"].as_array().unwrap().iter();
        let args = args.map(|arg| arg.as_str().unwrap().replace("{tmp}", place));
        let output = program().args(args).output().unwrap();
        let stdout = without_info(&String::from_utf8(output.stdout).unwrap()).replace(place, "{tmp}");
        let status = i64::from(output.status.code().unwrap());
        if let Some((_, why)) = DEPARTURES.iter().find(|(departure, _)| *departure == id) {
            let shown = format!("{why}\nexit status: {status}\n{stdout}");
            insta::assert_snapshot!(id, shown);
            continue;
        }
        let expected = std::fs::read_to_string(format!("{folder}/terminal/{id}.txt")).unwrap();
        assert_eq!(stdout, without_info(&expected), "{id}");
        assert_eq!(Some(status), record["exit"].as_i64(), "{id}");
    }
    assert_eq!(compared, 65);
}
