//! Descriptions: Markdown to HTML that cannot run anything.
//!
//! Raw HTML is shown as text. Links keep `http`, `https`, `mailto` and relative addresses; others lose
//! theirs and stay as text. Images become links, so that a page loads nothing from elsewhere.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// HTML of a Markdown text.
///
/// ```
/// use scope_profiler::render::markdown::html;
/// assert_eq!(html("a *b* <script>"), "<p>a <em>b</em> &lt;script&gt;</p>\n");
/// ```
pub fn html(markdown: &str) -> String {
    let mut html = String::with_capacity(markdown.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, safe_events(markdown));
    html
}

/// The text of the first paragraph, without markup, on one line.
pub fn first_paragraph(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Text(piece) | Event::Code(piece) | Event::InlineHtml(piece) | Event::Html(piece) => {
                text.push_str(&piece)
            }
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::Heading(_) | TagEnd::Item)
                if !text.trim().is_empty() =>
            {
                break;
            }
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

fn safe_events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, options()).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe_address(dest_url), title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe_address(dest_url), title, id })
        }
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        // The pages have one first-level heading, their title, and fixed second-level ones.
        Event::Start(Tag::Heading { .. }) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Paragraph),
        other => other,
    })
}

/// The address itself if it is of a harmless kind, else none.
fn safe_address(address: CowStr<'_>) -> CowStr<'_> {
    // Browsers drop control characters and blanks before they look for the scheme.
    let bare: String = address.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let scheme = bare
        .split(['/', '?', '#'])
        .next()
        .and_then(|start| start.split_once(':'))
        .map(|(scheme, _)| scheme.to_lowercase());
    match scheme.as_deref() {
        None | Some("http" | "https" | "mailto") => address,
        Some(_) => CowStr::Borrowed(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_description_runs() {
        let cases = [
            ("[x](javascript:alert(1))", "<p><a href=\"\">x</a></p>\n"),
            ("[x](JaVa\tScript:alert(1))", "<p>[x](JaVa\tScript:alert(1))</p>\n"),
            ("[x](https://example.org/a:b)", "<p><a href=\"https://example.org/a:b\">x</a></p>\n"),
            ("[x](../other/)", "<p><a href=\"../other/\">x</a></p>\n"),
            ("![x](data:image/svg+xml,%3Csvg)", "<p><a href=\"\">x</a></p>\n"),
            ("import x from 'y'\n\n---", "<p>import x from 'y'</p>\n<hr />\n"),
            ("<div onclick=x>\n", "<p>&lt;div onclick=x&gt;\n</p>\n"),
            ("# Big", "<p>Big</p>\n"),
        ];
        for (markdown, expected) in cases {
            assert_eq!(html(markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn a_summary_is_one_line_of_plain_text() {
        assert_eq!(first_paragraph("Strong *scaling*\nof `x` <b>\n\nMore."), "Strong scaling of x <b>");
        assert_eq!(first_paragraph(""), "");
    }
}
