//! Lists of ranks as people write them: `0 2-3`, `1,4-6`.

use thiserror::Error;

/// Most ranks that a list may name; keeps `0-4000000000` from filling the memory.
pub const MAX_LISTED_RANKS: usize = 1 << 24;

/// Why a list of ranks cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RankSpecError {
    /// A part is neither a rank nor a range of ranks.
    #[error("`{0}` is not a rank: write a number such as `2` or a range such as `0-3`, from 0 on")]
    Malformed(String),
    /// A range ends before it starts.
    #[error("the range `{part}` runs backwards: write `{last}-{first}`")]
    Descending {
        /// The range as written.
        part: String,
        /// Its first number.
        first: u32,
        /// Its last number, smaller than the first.
        last: u32,
    },
    /// More ranks than any run has.
    #[error("`{0}` names more than {MAX_LISTED_RANKS} ranks")]
    TooMany(String),
}

/// The ranks that words name, ascending and without repeats. Each word is a comma-separated list of
/// numbers `N` and inclusive ranges `A-B`; blanks around the parts do not matter.
///
/// ```
/// use scope_profiler::analysis::parse_ranks;
/// assert_eq!(parse_ranks(&["0".into(), "2-3".into()]), Ok(vec![0, 2, 3]));
/// assert_eq!(parse_ranks(&["1,4-6, 5".into()]), Ok(vec![1, 4, 5, 6]));
/// assert!(parse_ranks(&["3-1".into()]).is_err());
/// ```
///
/// # Errors
/// A part that is no rank or range, a range that runs backwards, or ranges longer than
/// [`MAX_LISTED_RANKS`].
pub fn parse_ranks(words: &[String]) -> Result<Vec<u32>, RankSpecError> {
    let mut ranks = Vec::new();
    for part in words.iter().flat_map(|word| word.split(',')) {
        let part = part.trim();
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Some(first), Some(last)) = (parse_rank(first), parse_rank(last)) else {
            return Err(RankSpecError::Malformed(part.to_owned()));
        };
        if last < first {
            return Err(RankSpecError::Descending { part: part.to_owned(), first, last });
        }
        if ranks.len() + (last - first) as usize >= MAX_LISTED_RANKS {
            return Err(RankSpecError::TooMany(part.to_owned()));
        }
        ranks.extend(first..=last);
    }
    ranks.sort_unstable();
    ranks.dedup();
    Ok(ranks)
}

/// Decimal digits only: no sign.
fn parse_rank(text: &str) -> Option<u32> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Ascending ranks as text, neighbours as ranges: `0, 2-4`.
pub fn format_ranks(ranks: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for rank in ranks {
        match parts.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*rank) => *last = *rank,
            _ => parts.push((*rank, *rank)),
        }
    }
    let texts: Vec<String> = parts
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Vec<u32>, RankSpecError> {
        parse_ranks(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_ranges_and_lists() {
        assert_eq!(parse(&["0", "2-3"]), Ok(vec![0, 2, 3]));
        assert_eq!(parse(&["1,4-6"]), Ok(vec![1, 4, 5, 6]));
        assert_eq!(parse(&[" 5 , 1 - 2,1"]), Ok(vec![1, 2, 5]));
        assert_eq!(parse(&["7-7"]), Ok(vec![7]));
        assert_eq!(parse(&[]), Ok(vec![]));
    }

    #[test]
    fn what_is_no_rank_is_refused() {
        for bad in ["x", "-1", "1-2-3", "", "1,", "1-", "+1", "1.0", "99999999999"] {
            assert!(matches!(parse(&[bad]), Err(RankSpecError::Malformed(_))), "{bad}");
        }
        let error = parse(&["3-1"]).unwrap_err();
        assert_eq!(error.to_string(), "the range `3-1` runs backwards: write `1-3`");
    }

    #[test]
    fn huge_ranges_are_refused_before_they_are_built() {
        assert!(matches!(parse(&["0-4000000000"]), Err(RankSpecError::TooMany(_))));
        let repeated = vec!["0-9000000"; 3];
        assert!(matches!(parse(&repeated), Err(RankSpecError::TooMany(_))));
    }

    #[test]
    fn ranks_are_listed_as_ranges() {
        assert_eq!(format_ranks(&[0, 2, 3, 4, 9]), "0, 2-4, 9");
        assert_eq!(format_ranks(&[]), "");
        assert_eq!(format_ranks(&[u32::MAX]), "4294967295");
    }
}
