//! What GitHub Actions shows of a check: annotations of a run, and the summary of a step.

use crate::page::diff::CheckPage;
use crate::page::judgement::{Judgement, Outcome};
use crate::render::tabular;

/// Annotations of a check. GitHub shows no more errors than these of one step.
pub const MOST_ANNOTATIONS: usize = 10;

/// A workflow command per region that fails, largest difference first, at most [`MOST_ANNOTATIONS`]; then
/// one that counts the rest. Nothing if the check passes.
pub fn annotations(page: &CheckPage) -> String {
    commands(&page.judgements)
}

fn commands(judgements: &[Judgement]) -> String {
    let mut failing: Vec<(&Judgement, &str)> = judgements
        .iter()
        .filter_map(|judgement| match &judgement.outcome {
            Outcome::Fails { why, .. } => Some((judgement, why.as_str())),
            Outcome::Passes | Outcome::NotJudged { .. } => None,
        })
        .collect();
    failing.sort_by(|(x, _), (y, _)| y.delta.total_cmp(&x.delta));
    let shown = failing.iter().take(MOST_ANNOTATIONS);
    let mut out: String = shown
        .map(|(judgement, why)| {
            let region = &judgement.region.text;
            command("error", &format!("Regression: {region}"), &format!("{region}: {why}"))
        })
        .collect();
    match failing.len().saturating_sub(MOST_ANNOTATIONS) {
        0 => {}
        1 => out.push_str(&command("notice", "Regressions", "1 more region fails")),
        // Errors beyond those shown would be dropped; a notice is not.
        n => out.push_str(&command("notice", "Regressions", &format!("{n} more regions fail"))),
    }
    out
}

fn command(name: &str, title: &str, message: &str) -> String {
    format!("::{name} title={}::{}\n", property(title), data(message))
}

/// The message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

const CUT: &str = "\n\nThe rest is longer than a summary may be.\n";

/// A check in Markdown of at most `most_bytes`, cut at the end of a line and with a note if it is longer.
/// Empty if not even the note has room.
pub fn summary(page: &CheckPage, most_bytes: usize) -> String {
    cut(tabular::check_markdown(page), most_bytes)
}

fn cut(mut text: String, most_bytes: usize) -> String {
    if text.len() <= most_bytes {
        return text;
    }
    let Some(room) = most_bytes.checked_sub(CUT.len()) else { return String::new() };
    let kept = text.as_bytes().get(..=room).unwrap_or_default();
    text.truncate(kept.iter().rposition(|byte| *byte == b'\n').unwrap_or(0));
    text.push_str(CUT);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::table::Cell;
    use proptest::prelude::*;

    #[test]
    fn the_largest_regressions_come_first_and_the_rest_is_counted() {
        let judgement = |n: u32| Judgement {
            region: Cell::text(&format!("r{n}")),
            outcome: match n {
                0 => Outcome::Passes,
                _ => Outcome::Fails { kind: "over_budget", why: "slow".to_owned() },
            },
            delta: f64::from(n),
        };
        let lines = |most| commands(&(0..=most).map(judgement).collect::<Vec<_>>());
        assert_eq!(lines(0), "");
        assert_eq!(lines(10).lines().count(), 10);
        assert!(lines(10).starts_with("::error title=Regression%3A r10::r10: slow\n"));
        assert!(lines(11).ends_with("::notice title=Regressions::1 more region fails\n"));
        assert!(lines(25).ends_with(" r16::r16: slow\n::notice title=Regressions::15 more regions fail\n"));
    }

    #[test]
    fn commands_are_escaped() {
        assert_eq!(
            command("error", "io: 5%, a\r\nb", "io: 5%, a\r\n::b"),
            "::error title=io%3A 5%25%2C a%0D%0Ab::io: 5%25, a%0D%0A::b\n"
        );
    }

    #[test]
    fn a_long_summary_ends_after_a_line() {
        let lines = "| `ä` |\n".repeat(20);
        assert_eq!(cut(lines.clone(), lines.len()), lines);
        assert_eq!(cut(lines.clone(), CUT.len() - 1), "");
        assert_eq!(cut(lines, CUT.len() + 20), format!("| `ä` |\n| `ä` |{CUT}"));
    }

    proptest! {
        #[test]
        fn a_summary_is_never_longer_than_it_may_be(text in "[aä\n]{0,200}", most in 0usize..300) {
            let shown = cut(text.clone(), most);
            prop_assert!(shown.len() <= most);
            prop_assert!(shown == text || shown.is_empty() || shown.ends_with(CUT));
        }

        #[test]
        fn a_command_is_one_line(title in any::<String>(), message in any::<String>()) {
            let line = command("error", &title, &message);
            prop_assert_eq!(line.matches(['\n', '\r']).count(), 1);
            let (head, _) = line.strip_prefix("::error title=").unwrap().split_once("::").unwrap();
            prop_assert!(!head.contains([':', ',']));
        }
    }
}
