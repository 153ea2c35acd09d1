//! A check as a JUnit XML report, which most systems of continuous integration read.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::page::diff::CheckPage;
use crate::page::judgement::{Judgement, Outcome};
use crate::page::table::Value;
use crate::text::visible;

/// One test suite with a test case per region: failed with figures and budget, skipped if only one run has
/// the region and that is no failure. A report has no times: those of a check say nothing.
pub fn junit(page: &CheckPage) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory cannot fail.
    let _ = report(&mut writer, page);
    let mut text = String::from_utf8(writer.into_inner()).unwrap_or_default();
    text.push('\n');
    text
}

fn report(writer: &mut Writer<Vec<u8>>, page: &CheckPage) -> io::Result<()> {
    let count = |of: fn(&Outcome) -> bool| {
        page.judgements.iter().filter(|judgement| of(&judgement.outcome)).count().to_string()
    };
    let tests = page.judgements.len().to_string();
    let failures = count(|outcome| matches!(outcome, Outcome::Fails { .. }));
    let skipped = count(|outcome| matches!(outcome, Outcome::NotJudged { .. }));
    let counts = [("tests", tests.as_str()), ("failures", &failures), ("errors", "0")];
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = writer.create_element("testsuites").with_attributes(counts);
    suites.write_inner_content(|writer| {
        let suite = writer.create_element("testsuite").with_attribute(("name", "scope-profiler check"));
        let suite = suite.with_attributes(counts).with_attribute(("skipped", skipped.as_str()));
        suite.write_inner_content(|writer| {
            page.judgements.iter().try_for_each(|judgement| case(writer, judgement, page.diff.metric))
        })?;
        Ok(())
    })?;
    Ok(())
}

fn case(writer: &mut Writer<Vec<u8>>, judgement: &Judgement, metric: &str) -> io::Result<()> {
    let name = match &judgement.region.value {
        Value::Text(name) => xml_text(name),
        _ => String::new(),
    };
    let case = writer.create_element("testcase");
    let case = case.with_attribute(("classname", metric)).with_attribute(("name", name.as_str()));
    match &judgement.outcome {
        Outcome::Passes => case.write_empty()?,
        Outcome::NotJudged { why } => case.write_inner_content(|writer| {
            let skipped = writer.create_element("skipped");
            skipped.with_attribute(("message", xml_text(why).as_str())).write_empty().map(|_| ())
        })?,
        Outcome::Fails { kind, why } => case.write_inner_content(|writer| {
            let why = xml_text(why);
            let failure = writer.create_element("failure").with_attribute(("message", why.as_str()));
            let failure = failure.with_attribute(("type", *kind));
            failure.write_text_content(BytesText::new(&why)).map(|_| ())
        })?,
    };
    Ok(())
}

/// The text without characters that XML knows no way to write; the writer escapes those that are markup.
fn xml_text(text: &str) -> String {
    visible(text).replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::table::Cell;
    use proptest::prelude::*;
    use quick_xml::Reader;

    fn written(name: &str) -> String {
        let mut writer = Writer::new(Vec::new());
        let outcome = Outcome::Fails { kind: "new", why: format!("<{name}>") };
        case(&mut writer, &Judgement { region: Cell::text(name), outcome, delta: 1.0 }, "total").unwrap();
        String::from_utf8(writer.into_inner()).unwrap()
    }

    #[test]
    fn names_are_text() {
        assert_eq!(
            written("a<b>&\"'\u{1b}\n\u{0}"),
            concat!(
                r#"<testcase classname="total" name="a&lt;b&gt;&amp;&quot;&apos;\u{1b}\n\u{0}">"#,
                r#"<failure message="&lt;a&lt;b&gt;&amp;&quot;&apos;\u{1b}\n\u{0}&gt;" type="new">"#,
                r"&lt;a&lt;b&gt;&amp;&quot;&apos;\u{1b}\n\u{0}&gt;</failure></testcase>"
            )
        );
    }

    proptest! {
        #[test]
        fn any_name_gives_well_formed_xml(name in any::<String>()) {
            let text = written(&name);
            let forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
            prop_assert!(!text.contains(forbidden));
            let mut reader = Reader::from_str(&text);
            let mut names = Vec::new();
            loop {
                match reader.read_event().unwrap() {
                    Event::Eof => break,
                    Event::Start(tag) => names.push(format!("{:?}", tag.name())),
                    _ => {}
                }
            }
            prop_assert_eq!(names.len(), 2);
        }
    }
}
