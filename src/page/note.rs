//! Doubts about the figures of a run, in words.

use crate::analysis::Note;
use crate::text::visible;

/// A sentence that says what is doubtful and what follows from it.
pub fn text(note: &Note) -> String {
    match note {
        Note::NotNested { rank, detail } => format!(
            "Rank {rank}: calls overlap without one being inside the other ({}), so its regions stand without \
             call paths.",
            visible(detail)
        ),
        Note::NestedOnlyAsSelected { rank, detail } => format!(
            "Rank {rank}: calls of regions that are not selected overlap without one being inside the other \
             ({}), so own times on the rank include what those regions took.",
            visible(detail)
        ),
        Note::TooManyPaths => {
            "The calls form too many or too long call paths to be shown: regions stand without them."
                .to_owned()
        }
        Note::StatisticsOnly => {
            "The profile holds statistics and no calls: percentiles and call paths are unknown.".to_owned()
        }
    }
}
