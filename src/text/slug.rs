//! Slugs: the part of an address that a title, label or folder name gives.

/// The slug of a text, or `None` where no letter or digit is left of it.
///
/// Lower-case; every run of characters outside `a-z0-9` becomes one `-`; none at either end. Published
/// addresses depend on this rule. A text that has nothing in `a-z0-9` is transliterated first.
///
/// ```
/// use scope_profiler::text::slug;
///
/// assert_eq!(slug("Poisson cube, GPU (256³)").as_deref(), Some("poisson-cube-gpu-256"));
/// assert_eq!(slug("解析").as_deref(), Some("jie-xi"));
/// assert_eq!(slug("!!!"), None);
/// ```
pub fn slug(text: &str) -> Option<String> {
    let plain = hyphenate(&text.to_lowercase());
    let slug = if plain.is_empty() { slug::slugify(text) } else { plain };
    (!slug.is_empty()).then_some(slug)
}

/// The slug of a run's label, which need not have letters or digits: `run` where nothing is left.
pub fn run_slug(label: &str) -> String {
    slug(label).unwrap_or_else(|| "run".to_owned())
}

/// Keeps `a-z0-9` and puts one `-` for what stands between.
fn hyphenate(lower: &str) -> String {
    let words = lower.split(|c: char| !matches!(c, 'a'..='z' | '0'..='9'));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn follows_the_published_rule() {
        let table = [
            ("v1", "v1"),
            ("Strong scaling (256³)", "strong-scaling-256"),
            ("  a--b__c  ", "a-b-c"),
            ("schema 2", "schema-2"),
            ("2026-09-01", "2026-09-01"),
            ("Größe", "gr-e"),
            ("\u{212A}elvin", "kelvin"),
        ];
        for (text, expected) in table {
            assert_eq!(slug(text).as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn transliterates_only_what_has_no_latin_letter_or_digit() {
        assert_eq!(slug("日本 3").as_deref(), Some("3"));
        assert_eq!(slug("Привет").as_deref(), Some("privet"));
        assert_eq!(slug("..."), None);
        assert_eq!(slug(""), None);
        assert_eq!(run_slug("..."), "run");
        assert_eq!(run_slug("Np 2"), "np-2");
    }

    proptest! {
        #[test]
        fn is_made_of_letters_digits_and_single_hyphens(text in ".*") {
            if let Some(slug) = slug(&text) {
                prop_assert!(slug.split('-').all(|word| !word.is_empty()
                    && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())));
                prop_assert_eq!(super::slug(&slug), Some(slug.clone()));
            }
        }
    }
}
