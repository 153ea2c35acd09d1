//! Scalars that keep their spelling.
//!
//! YAML would make a number of the commit `843e12`, a shorter number of the version `1.10`, and a
//! boolean of `on`. A manifest's texts are what people write, so a scalar is its text, and only a
//! position that wants a number or a boolean asks for one.

/// A scalar as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scalar {
    /// The text: for a plain scalar its spelling, for a quoted one what the quotes stand for.
    pub(super) text: String,
    /// Neither quoted nor tagged as text.
    plain: bool,
}

/// What a scalar is where text is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Nothing: left empty, `~` or `null`.
    Nothing,
    /// `true` or `false`.
    Boolean,
    /// Text; numbers, dates and words such as `on` and `no` included.
    Text,
}

impl Scalar {
    /// The key that merges another mapping in.
    pub(super) const MERGE: &str = "<<";

    /// Whether it is the merge key.
    pub(super) fn is_merge(&self) -> bool {
        self.plain && self.text == Self::MERGE
    }

    /// A scalar; `plain` if it is neither quoted nor tagged as text.
    pub(super) fn new(text: String, plain: bool) -> Self {
        Self { text, plain }
    }

    /// Whether it stands for nothing.
    pub(super) fn is_nothing(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    /// What it is where text is wanted.
    pub(super) fn reading(&self) -> Reading {
        if self.is_nothing() {
            Reading::Nothing
        } else if self.plain && is_one_of(&self.text, &["true", "false"]) {
            Reading::Boolean
        } else {
            Reading::Text
        }
    }

    /// The boolean it stands for: `true`, `yes`, `on` and their opposites, in lower case, upper case or
    /// with a capital, as YAML 1.1 has it.
    pub(super) fn boolean(&self) -> Option<bool> {
        if !self.plain {
            None
        } else if is_one_of(&self.text, &["true", "yes", "on"]) {
            Some(true)
        } else if is_one_of(&self.text, &["false", "no", "off"]) {
            Some(false)
        } else {
            None
        }
    }

    /// The whole number ≥ 0 it stands for, if it is written in decimal digits. A leading zero is refused:
    /// YAML 1.1 reads `010` as 8, YAML 1.2 as 10.
    pub(super) fn whole_number(&self) -> Option<u32> {
        let digits = self.plain && !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        let canonical = digits && (self.text.len() == 1 || !self.text.starts_with('0'));
        if canonical { self.text.parse().ok() } else { None }
    }

    /// The scalar as JSON, spelt as written wherever JSON has that spelling.
    pub(super) fn json(&self) -> String {
        if self.is_nothing() {
            return "null".to_owned();
        }
        if self.plain && is_json_literal(&self.text) {
            return self.text.clone();
        }
        serde_json::Value::from(self.text.as_str()).to_string()
    }
}

/// Whether a word is one of `words` in lower case, upper case, or with a capital.
fn is_one_of(text: &str, words: &[&str]) -> bool {
    let tail = text.get(1..).unwrap_or_default();
    let cased = text.bytes().all(|b| b.is_ascii_lowercase())
        || text.bytes().all(|b| b.is_ascii_uppercase())
        || (text.starts_with(|c: char| c.is_ascii_uppercase())
            && tail.bytes().all(|b| b.is_ascii_lowercase()));
    cased && words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether a text is a number, `true` or `false` in JSON's grammar.
fn is_json_literal(text: &str) -> bool {
    matches!(text, "true" | "false")
        || (text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && serde_json::from_str::<serde_json::Number>(text).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Scalar {
        Scalar::new(text.to_owned(), true)
    }

    #[test]
    fn only_true_and_false_are_booleans_where_text_is_wanted() {
        for text in ["on", "no", "Yes", "843e12", "0012345", "1.10", "2026-09-01", "~1", "0x1F", "tRUE", "y"]
        {
            assert_eq!(plain(text).reading(), Reading::Text, "{text}");
        }
        for text in ["true", "False", "TRUE"] {
            assert_eq!(plain(text).reading(), Reading::Boolean, "{text}");
        }
        assert_eq!(Scalar::new("true".into(), false).reading(), Reading::Text);
    }

    #[test]
    fn nothing_is_written_in_five_ways_and_never_in_quotes() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert!(plain(text).is_nothing(), "{text}");
            assert!(!Scalar::new(text.into(), false).is_nothing(), "{text}");
        }
    }

    #[test]
    fn booleans_are_those_of_yaml_1_1() {
        assert_eq!(plain("On").boolean(), Some(true));
        assert_eq!(plain("NO").boolean(), Some(false));
        assert_eq!(plain("oN").boolean(), None);
        assert_eq!(plain("y").boolean(), None);
        assert_eq!(Scalar::new("yes".into(), false).boolean(), None);
    }

    #[test]
    fn ranks_are_decimal() {
        assert_eq!(plain("0").whole_number(), Some(0));
        assert_eq!(plain("31").whole_number(), Some(31));
        for text in ["-1", "+1", "010", "0x1F", "1.0", "1e3", "4294967296", "", "٣"] {
            assert_eq!(plain(text).whole_number(), None, "{text}");
        }
        assert_eq!(Scalar::new("3".into(), false).whole_number(), None);
    }

    #[test]
    fn json_keeps_the_spelling() {
        for text in ["1.10", "-3", "1e5", "true"] {
            assert_eq!(plain(text).json(), text);
        }
        assert_eq!(plain("0012345").json(), "\"0012345\"");
        assert_eq!(plain("843a").json(), "\"843a\"");
        assert_eq!(plain("-").json(), "\"-\"");
        assert_eq!(plain("~").json(), "null");
        assert_eq!(Scalar::new("1".into(), false).json(), "\"1\"");
    }
}
