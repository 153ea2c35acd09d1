//! Text inside a figure, where Plotly would read tags, entities, template fields and formulas.

use std::fmt::Write;

/// Text that Plotly shows as it is: `& < >` and `$` (formulas) as entities, and `%{` (template fields) so
/// that it stays a percent sign and a brace. A line feed becomes a line break.
///
/// ```
/// use scope_profiler::render::plotly::escape;
/// assert_eq!(escape("<b>%{x}</b> & $a$"), "&lt;b&gt;&#37;{x}&lt;/b&gt; &amp; &#36;a&#36;");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' => out.push_str("<br>"),
            '$' => entity(&mut out, c),
            '%' if rest.peek() == Some(&'{') => entity(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

fn entity(out: &mut String, c: char) {
    // Writing to a string does not fail.
    let _ = write!(out, "&#{};", u32::from(c));
}
