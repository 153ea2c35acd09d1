//! Diagnostics as text: headline, file, line and column, the line with a mark under the place, help.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Severity, Sources};
use crate::text::quoted;

/// Renders diagnostics as one block, without a line feed at its end.
///
/// A diagnostic whose file is not among `sources` is shown with the file's name alone. `colour` asks for
/// terminal colours; without it the text has no escape sequence.
pub fn render_diagnostics(diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let blocks = diagnostics.iter().map(|diagnostic| render(diagnostic, sources, &renderer));
    blocks.collect::<Vec<_>>().join("\n\n")
}

fn render(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let file = shown_path(&diagnostic.file);
    let mut group = Group::with_title(level.primary_title(diagnostic.headline()));
    match (diagnostic.span.as_ref(), sources.text(&diagnostic.file)) {
        (Some(span), Some(text)) => {
            for snippet in snippets(diagnostic, span, text) {
                group = group.element(snippet.path(file.clone()));
            }
        }
        _ => group = group.element(Origin::path(file)),
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group])
}

/// The lines to show: the place's, and the related place's with it or apart.
fn snippets<'t>(
    diagnostic: &'t Diagnostic,
    span: &Range<usize>,
    text: &'t str,
) -> Vec<Snippet<'t, annotate_snippets::Annotation<'t>>> {
    let mut window = Window::around(text, span);
    let Some(related) = &diagnostic.related else {
        return vec![window.snippet().annotation(AnnotationKind::Primary.span(window.within(span)))];
    };
    let other = Window::around(text, &related.span);
    if window.lines_between(&other) <= NEAR {
        window = window.joined(&other, text);
        let first = AnnotationKind::Context.span(window.within(&related.span)).label(related.label.as_str());
        let place = AnnotationKind::Primary.span(window.within(span));
        return vec![window.snippet().annotation(place).annotation(first)];
    }
    let first = AnnotationKind::Context.span(other.within(&related.span)).label(related.label.as_str());
    vec![
        window.snippet().annotation(AnnotationKind::Primary.span(window.within(span))),
        other.snippet().annotation(first),
    ]
}

/// How many lines apart two places still share an excerpt.
const NEAR: usize = 30;

/// Whole lines of a text, so that an excerpt costs what it shows and not what the file holds.
struct Window<'t> {
    text: &'t str,
    start: usize,
    first_line: usize,
}

impl<'t> Window<'t> {
    /// The lines a span begins on. What follows the first line is not shown.
    fn around(text: &'t str, span: &Range<usize>) -> Self {
        let place = floor_boundary(text, span.start);
        let (before, after) = text.split_at(place);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = after.find('\n').map_or(text.len(), |at| place + at);
        let first_line = before.matches('\n').count() + 1;
        Self { text: text.get(start..end).unwrap_or_default(), start, first_line }
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn lines_between(&self, other: &Self) -> usize {
        self.first_line.abs_diff(other.first_line)
    }

    fn joined(&self, other: &Self, text: &'t str) -> Self {
        let start = self.start.min(other.start);
        let end = self.end().max(other.end());
        Self {
            text: text.get(start..end).unwrap_or_default(),
            start,
            first_line: self.first_line.min(other.first_line),
        }
    }

    fn snippet<A: Clone>(&self) -> Snippet<'t, A>
    where
        Snippet<'t, A>: Sized,
    {
        Snippet::source(self.text).line_start(self.first_line)
    }

    /// A span of the text as a span of the window, on its first line.
    fn within(&self, span: &Range<usize>) -> Range<usize> {
        let start = floor_boundary(self.text, span.start.saturating_sub(self.start));
        let line_end =
            self.text.get(start..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| start + at);
        let end = floor_boundary(self.text, span.end.saturating_sub(self.start).min(line_end));
        start..end.max(start)
    }
}

/// The nearest character boundary at or before a byte.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A path for display: as written, without characters that would disturb the line.
fn shown_path(path: &Path) -> String {
    let quoted = quoted(&path.to_string_lossy());
    quoted.trim_matches('\'').to_owned()
}
