//! Diagnostics as text: headline, file, line and column, the line with a mark under the place, help.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};

use super::diagnostic::{Diagnostic, Severity, Sources};

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
    let file = normalize_untrusted_str(&diagnostic.file.to_string_lossy());
    let mut group = Group::with_title(level.primary_title(diagnostic.headline()));
    let (span, text) = (diagnostic.span.as_ref(), sources.text(&diagnostic.file));
    let windows = span.zip(text).map(|(span, text)| (span, Window::around(text, span), text));
    match windows {
        None => group = group.element(Origin::path(file)),
        Some((span, window, _)) if window.text.len() > LONGEST_LINE => {
            let (line, column) = (window.first_line, window.column(span));
            group = group.element(Origin::path(file).line(line).char_column(column));
        }
        Some((span, window, text)) => {
            for snippet in snippets(diagnostic, span, window, text) {
                group = group.element(snippet.path(file.clone()));
            }
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    renderer.render(&[group])
}

/// The longest line that is shown, in bytes; of a longer one only the place is named.
const LONGEST_LINE: usize = 2_000;
/// How many lines apart two places still share an excerpt.
const NEAR: usize = 20;

/// The lines to show: the place's, and the related place's with it or apart.
fn snippets<'t>(
    diagnostic: &'t Diagnostic,
    span: &Range<usize>,
    window: Window<'t>,
    text: &'t str,
) -> Vec<Snippet<'t, Annotation<'t>>> {
    let alone = window.snippet().annotation(AnnotationKind::Primary.span(window.within(span)));
    let Some(related) = &diagnostic.related else { return vec![alone] };
    let other = Window::around(text, &related.span);
    let both = window.joined(&other, text);
    let near = window.first_line.abs_diff(other.first_line) <= NEAR && both.text.len() <= LONGEST_LINE;
    let first = |window: &Window<'t>| {
        AnnotationKind::Context.span(window.within(&related.span)).label(related.label.as_str())
    };
    if near {
        let place = AnnotationKind::Primary.span(both.within(span));
        vec![both.snippet().annotation(place).annotation(first(&both))]
    } else if other.text.len() <= LONGEST_LINE {
        vec![alone, other.snippet().annotation(first(&other))]
    } else {
        vec![alone]
    }
}

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

    fn joined(&self, other: &Self, text: &'t str) -> Self {
        let start = self.start.min(other.start);
        let end = self.end().max(other.end());
        Self {
            text: text.get(start..end).unwrap_or_default(),
            start,
            first_line: self.first_line.min(other.first_line),
        }
    }

    fn snippet(&self) -> Snippet<'t, Annotation<'t>> {
        Snippet::source(self.text).line_start(self.first_line)
    }

    /// The column a span begins at, in characters from 1.
    fn column(&self, span: &Range<usize>) -> usize {
        let before = self.text.get(..self.within(span).start);
        before.unwrap_or_default().chars().count() + 1
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::manifest::{DiagnosticKind, Place};

    fn sources(text: &str) -> Sources {
        let mut sources = Sources::default();
        sources.insert(Path::new("m.yml"), text.to_owned());
        sources
    }

    fn at(span: Range<usize>) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(DiagnosticKind::WrongType, "case 'a'", "is wrong").at(span);
        diagnostic.file = PathBuf::from("m.yml");
        diagnostic
    }

    #[test]
    fn shows_the_line_with_a_mark() {
        let shown = render_diagnostics(&[at(9..12)], &sources("a: 1\né: x y\n"), false);
        insta::assert_snapshot!(shown, @r"
        error: case 'a': is wrong
         --> m.yml:2:4
          |
        2 | é: x y
          |    ^^^
        ");
    }

    #[test]
    fn two_places_far_apart_have_excerpts_of_their_own() {
        let text = format!("first\n{}second\n", "\n".repeat(50));
        let second = text.len() - 7;
        let diagnostic = at(second..second + 6).related(0..5, "first used here").help("use one");
        insta::assert_snapshot!(render_diagnostics(&[diagnostic], &sources(&text), false), @r"
        error: case 'a': is wrong
          --> m.yml:52:1
           |
        52 | second
           | ^^^^^^
           |
          ::: m.yml:1:1
           |
         1 | first
           | ----- first used here
           |
           = help: use one
        ");
    }

    #[test]
    fn of_a_very_long_line_only_the_place_is_named() {
        let text = format!("a: [{}]", "é, ".repeat(2_000));
        insta::assert_snapshot!(render_diagnostics(&[at(8..10)], &sources(&text), false), @r"
        error: case 'a': is wrong
        --> m.yml:1:8
        ");
    }

    #[test]
    fn without_the_text_the_file_is_named() {
        let place = Place { words: "case 'a', run 2".into(), file: "m.yml".into(), span: 3..5 };
        let warning =
            Diagnostic::of_run(Severity::Warning, DiagnosticKind::Profile, &place, "cannot be read");
        insta::assert_snapshot!(render_diagnostics(&[warning], &Sources::default(), false), @r"
        warning: case 'a', run 2: cannot be read
        --> m.yml
        ");
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        for span in [0..0, 3..900, 800..900, 7..7, 6..7] {
            let mut diagnostic = at(span.clone());
            diagnostic = diagnostic.related(span, "here");
            assert!(render_diagnostics(&[diagnostic], &sources("a: é\n"), true).contains("is wrong"));
        }
    }
}
