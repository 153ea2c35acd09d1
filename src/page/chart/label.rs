//! Names as a drawing shows them: printable, short, and still one per name.

use std::collections::HashSet;
use std::sync::Arc;

use super::model::PlotRegion;
use crate::text::visible;

/// Longest name on an axis or in a legend, in characters.
const LONGEST: usize = 40;

/// A printable name of at most `LONGEST` characters; the middle of a longer one gives way to `…`.
pub(super) fn short(name: &str) -> String {
    let text = visible(name);
    let length = text.chars().count();
    if length <= LONGEST {
        return if text.trim().is_empty() { "(no name)".to_owned() } else { text.into_owned() };
    }
    let tail = LONGEST / 3;
    let head = LONGEST - tail - 1;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(length - tail).collect();
    format!("{start}…{end}")
}

/// Short names, one for each; names that would read alike get ` (2)`, ` (3)`, ….
pub(super) fn unique<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut labels = Vec::new();
    for name in names {
        let base = short(name);
        let mut label = base.clone();
        let mut n = 2;
        while !taken.insert(label.clone()) {
            label = format!("{base} ({n})");
            n += 1;
        }
        labels.push(label);
    }
    labels
}

/// The regions of a drawing, in order.
pub(super) fn plot_regions(names: &[Arc<str>]) -> Vec<PlotRegion> {
    let labels = unique(names.iter().map(|name| &**name));
    names.iter().zip(labels).map(|(name, label)| PlotRegion { name: Arc::clone(name), label }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_in_the_middle_and_stay_apart() {
        let long = |end: &str| format!("{}{}{end}", "a".repeat(30), "b".repeat(300));
        let (one, two) = (long("x"), format!("{}c{}x", "a".repeat(30), "b".repeat(300)));
        let labels = unique([one.as_str(), two.as_str(), "solve", ""]);
        assert_eq!(labels[0].chars().count(), 40);
        assert_eq!(labels[1], format!("{} (2)", labels[0]));
        assert_eq!(labels[2..], ["solve", "(no name)"]);
    }

    #[test]
    fn what_cannot_be_seen_is_spelt_out() {
        assert_eq!(short("a\nb\u{202E}c<b>"), "a\\nb\\u{202e}c<b>");
    }
}
