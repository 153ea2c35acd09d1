//! LIKWID counters and line profiles as stored, checked and turned into the model.

use serde::{Deserialize, Deserializer};

use super::rows::corrupt;
use super::{LikwidRegion, Line, LineProfile, Problem};

/// LIKWID counters of one marker region as a file holds them.
#[derive(Debug, Deserialize)]
pub(super) struct RawLikwid {
    #[serde(default)]
    pub(super) tag: String,
    #[serde(default = "unknown_group")]
    pub(super) group_id: i64,
    #[serde(default)]
    pub(super) group_name: String,
    #[serde(default)]
    pub(super) source: String,
    #[serde(default)]
    pub(super) cpus: Vec<i64>,
    #[serde(deserialize_with = "floats")]
    pub(super) times: Vec<f64>,
    #[serde(default)]
    pub(super) call_counts: Vec<i64>,
    #[serde(default)]
    pub(super) event_names: Vec<String>,
    #[serde(default)]
    pub(super) counter_names: Vec<String>,
    #[serde(default, deserialize_with = "float_rows")]
    pub(super) events: Vec<Vec<f64>>,
    #[serde(default)]
    pub(super) metric_names: Vec<String>,
    #[serde(default, deserialize_with = "float_rows")]
    pub(super) metrics: Vec<Vec<f64>>,
}

/// A line profile as a file holds it.
#[derive(Debug, Deserialize)]
pub(super) struct RawLines {
    #[serde(default)]
    pub(super) region: String,
    #[serde(default)]
    pub(super) filename: String,
    #[serde(default)]
    pub(super) function: String,
    #[serde(default)]
    pub(super) first_lineno: i64,
    #[serde(default = "one_second")]
    pub(super) unit: f64,
    pub(super) source: Option<String>,
    pub(super) source_first_lineno: Option<i64>,
    pub(super) line_numbers: Vec<i64>,
    pub(super) hits: Vec<i64>,
    #[serde(deserialize_with = "floats")]
    pub(super) times: Vec<f64>,
}

fn unknown_group() -> i64 {
    -1
}

fn one_second() -> f64 {
    1.0
}

/// Numbers of which `null` stands for one that is not finite.
fn floats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let values = Vec::<Option<f64>>::deserialize(deserializer)?;
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

fn float_rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<f64>>, D::Error> {
    let rows = Vec::<Vec<Option<f64>>>::deserialize(deserializer)?;
    Ok(rows.into_iter().map(|row| row.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect()).collect())
}

/// Checks the shapes, which follow from the number of run times: a result that names no hardware threads
/// still has one run time.
pub(super) fn likwid_region(raw: RawLikwid, place: &str) -> Result<LikwidRegion, Problem> {
    let threads = raw.times.len();
    let optional = [("cpus", raw.cpus.len()), ("call_counts", raw.call_counts.len())];
    for (name, len) in optional {
        if len != 0 && len != threads {
            return Err(corrupt(format!("{place}/{name}"), differs(len, threads)));
        }
    }
    if !raw.counter_names.is_empty() && raw.counter_names.len() != raw.event_names.len() {
        let reason = differs(raw.counter_names.len(), raw.event_names.len());
        return Err(corrupt(format!("{place}/counter_names"), reason));
    }
    let matrices =
        [("events", &raw.events, raw.event_names.len()), ("metrics", &raw.metrics, raw.metric_names.len())];
    for (name, rows, names) in matrices {
        if rows.len() != names {
            return Err(corrupt(format!("{place}/{name}"), differs(rows.len(), names)));
        }
        if let Some(row) = rows.iter().find(|row| row.len() != threads) {
            return Err(corrupt(format!("{place}/{name}"), differs(row.len(), threads)));
        }
    }
    Ok(LikwidRegion {
        tag: raw.tag,
        group_id: raw.group_id,
        group_name: raw.group_name,
        source: raw.source,
        cpus: raw.cpus,
        times_s: raw.times,
        call_counts: raw.call_counts,
        event_names: raw.event_names,
        counter_names: raw.counter_names,
        events: raw.events,
        metric_names: raw.metric_names,
        metrics: raw.metrics,
    })
}

fn differs(found: usize, expected: usize) -> String {
    format!("has {found} entries in place of {expected}")
}

/// Checks the lengths and joins the columns to lines; the reason on failure.
pub(super) fn line_profile(raw: RawLines) -> Result<LineProfile, String> {
    let count = raw.line_numbers.len();
    for (name, len) in [("hits", raw.hits.len()), ("times", raw.times.len())] {
        if len != count {
            return Err(format!("{name} has {len} entries and line_numbers has {count}"));
        }
    }
    let columns = raw.line_numbers.into_iter().zip(raw.hits).zip(raw.times);
    let text = |text: String| text.split('\n').map(str::to_owned).collect();
    Ok(LineProfile {
        region: raw.region,
        file: raw.filename,
        function: raw.function,
        first_line: raw.first_lineno,
        unit_s: raw.unit,
        source: raw.source_first_lineno.zip(raw.source.map(text)),
        lines: columns.map(|((number, hits), time)| Line { number, hits, time }).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likwid(cpus: Vec<i64>, events: Vec<Vec<f64>>) -> RawLikwid {
        RawLikwid {
            tag: "solve".to_owned(),
            group_id: -1,
            group_name: String::new(),
            source: "marker_api".to_owned(),
            cpus,
            times: vec![0.5],
            call_counts: vec![3],
            event_names: vec!["INSTR".to_owned()],
            counter_names: Vec::new(),
            events,
            metric_names: Vec::new(),
            metrics: Vec::new(),
        }
    }

    #[test]
    fn shapes_follow_from_the_run_times_even_without_hardware_threads() {
        assert!(likwid_region(likwid(Vec::new(), vec![vec![1.0]]), "p").is_ok());
        assert!(likwid_region(likwid(vec![0, 1], vec![vec![1.0]]), "p").is_err());
        assert!(likwid_region(likwid(Vec::new(), vec![vec![1.0, 2.0]]), "p").is_err());
        assert!(likwid_region(likwid(Vec::new(), Vec::new()), "p").is_err());
    }

    #[test]
    fn null_is_a_number_that_is_none() {
        let raw: RawLikwid = serde_json::from_str(r#"{"times": [null, 1]}"#).unwrap();
        assert!(raw.times[0].is_nan());
    }

    #[test]
    fn lines_need_equal_columns_and_keep_their_source() {
        let text = r#"{"line_numbers": [7], "hits": [2], "times": [1.5], "source": "a\nb", "source_first_lineno": 7}"#;
        let profile = line_profile(serde_json::from_str(text).unwrap()).unwrap();
        assert_eq!(profile.lines, [Line { number: 7, hits: 2, time: 1.5 }]);
        assert_eq!(profile.source, Some((7, vec!["a".to_owned(), "b".to_owned()])));
        assert_eq!(profile.unit_s, 1.0);
        let text = r#"{"line_numbers": [7], "hits": [], "times": [1.5]}"#;
        assert!(line_profile(serde_json::from_str(text).unwrap()).is_err());
    }
}
