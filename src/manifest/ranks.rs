//! The ranks that count.

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::document::{Node, Value};
use super::fields::Fields;
use crate::text::quoted;

/// The value of `ranks`: a rank or a list of ranks, ascending without repeats.
pub(super) fn ranks(fields: &Fields<'_>, report: &mut Report<'_>) -> Option<Vec<u32>> {
    let (node, place) = (fields.get("ranks")?, fields.place_of("ranks"));
    let found: Vec<Option<u32>> = match &node.value {
        Value::List(items) if items.is_empty() => {
            let message = "the list is empty, so no rank would count";
            let diagnostic = Diagnostic::error(Kind::BadRank, place, message).at(node.span.clone());
            report.push(diagnostic.help("leave 'ranks' out to count all of them"));
            return None;
        }
        Value::List(items) => items.iter().map(|item| rank(item, &place, report)).collect(),
        _ => vec![rank(node, &place, report)],
    };
    let mut ranks = found.into_iter().collect::<Option<Vec<u32>>>()?;
    ranks.sort_unstable();
    ranks.dedup();
    Some(ranks)
}

fn rank(node: &Node, place: &str, report: &mut Report<'_>) -> Option<u32> {
    let is = match &node.value {
        Value::Unusable => return None,
        Value::Scalar(scalar) => match scalar.whole_number() {
            Some(rank) => return Some(rank),
            None => quoted(&scalar.text),
        },
        Value::List(_) => "a list".to_owned(),
        Value::Mapping(_) => "a mapping".to_owned(),
    };
    let message = format!("{is} is no rank");
    let diagnostic = Diagnostic::error(Kind::BadRank, place, message).at(node.span.clone());
    report.push(
        diagnostic.help("a rank is a whole number from 0, in plain decimal digits; list several: [0, 2, 3]"),
    );
    None
}
