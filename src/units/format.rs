//! Numbers as people read them: the unit is chosen after rounding, so that nothing prints as `1e+03 ms`.

/// A number with `digits` significant digits as C's `%g` writes it: no trailing zeros, an exponent
/// below 1e-4 and from 10^digits on.
///
/// ```
/// use scope_profiler::units::general;
/// assert_eq!(general(0.147909703, 6), "0.14791");
/// assert_eq!(general(1234567.0, 6), "1.23457e+06");
/// assert_eq!(general(0.0, 6), "0");
/// ```
pub fn general(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    if value == 0.0 {
        return if value.is_sign_negative() { "-0".to_owned() } else { "0".to_owned() };
    }
    if !value.is_finite() {
        return if value.is_nan() {
            "nan".to_owned()
        } else if value > 0.0 {
            "inf".to_owned()
        } else {
            "-inf".to_owned()
        };
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim_zeros(mantissa), exponent.unsigned_abs());
    }
    let places = (digits as i32 - 1 - exponent).max(0) as usize;
    trim_zeros(&format!("{value:.places$}")).to_owned()
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A number in C's `%.<places>e` form: `2.132e-03`.
pub fn exponential(value: f64, places: usize) -> String {
    let text = format!("{value:.places$e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// A number with a fixed number of decimals, never `-0.000`.
///
/// ```
/// use scope_profiler::units::fixed;
/// assert_eq!(fixed(0.0123456789, 6), "0.012346");
/// assert_eq!(fixed(-0.0001, 2), "0.00");
/// ```
pub fn fixed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|b| matches!(b, b'0' | b'.')) => size.to_owned(),
        _ => text,
    }
}

/// [`general`] with a sign always: `+0.5`, `-2`, `+0` for any zero.
///
/// ```
/// use scope_profiler::units::signed_general;
/// assert_eq!(signed_general(-0.000289507, 6), "-0.000289507");
/// assert_eq!(signed_general(-0.0, 4), "+0");
/// ```
pub fn signed_general(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "+0".to_owned();
    }
    let text = general(value, digits);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// A duration in seconds with the unit that suits it: 3 significant digits in ns, µs and ms below 1 s,
/// 4 digits in s below 1000, thousands-separated above.
///
/// ```
/// use scope_profiler::units::duration;
/// assert_eq!(duration(0.0833670), "83.4 ms");
/// assert_eq!(duration(0.0009996), "1 ms");
/// assert_eq!(duration(12345.6), "12,346 s");
/// ```
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "-".to_owned();
    }
    let size = seconds.abs();
    if size == 0.0 {
        return "0 s".to_owned();
    }
    for (unit, factor) in [("ns", 1e9), ("µs", 1e6), ("ms", 1e3)] {
        let text = significant(seconds * factor, 3);
        if text.trim_start_matches('-').parse::<f64>().is_ok_and(|x| x < 1000.0) {
            return format!("{text} {unit}");
        }
    }
    let digits = if size < 1.0 { 3 } else { 4 };
    let text = significant(seconds, digits);
    if text.trim_start_matches('-').parse::<f64>().is_ok_and(|x| x < 1000.0) {
        return format!("{text} s");
    }
    format!("{} s", thousands(seconds.round() as i128))
}

/// A number rounded to `digits` significant digits, without exponent or trailing zeros.
fn significant(value: f64, digits: i32) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let rounded: f64 = format!("{value:.*e}", (digits - 1).max(0) as usize).parse().unwrap_or(value);
    let exponent = rounded.abs().log10().floor() as i32;
    let places = (digits - 1 - exponent).clamp(0, 20) as usize;
    trim_zeros(&format!("{rounded:.places$}")).to_owned()
}

/// A whole number with commas between groups of three digits.
pub fn thousands(value: i128) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if value < 0 {
        text.push('-');
    }
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count below 1000 exactly, above with 3 significant digits and `k`, `M` or `B`.
///
/// ```
/// use scope_profiler::units::count;
/// assert_eq!(count(999), "999");
/// assert_eq!(count(1234), "1.23k");
/// assert_eq!(count(999_999), "1M");
/// ```
pub fn count(value: u64) -> String {
    if value < 1000 {
        return value.to_string();
    }
    let units = [("k", 1e3), ("M", 1e6), ("B", 1e9)];
    for (unit, factor) in units {
        let text = significant(value as f64 / factor, 3);
        if text.parse::<f64>().is_ok_and(|x| x < 1000.0) {
            return format!("{text}{unit}");
        }
    }
    format!("{}B", thousands((value as f64 / 1e9).round() as i128))
}

/// A signed change in percent with one decimal and a typographic minus: `+12.5%`, `−3.0%`, `0.0%`.
pub fn change(pct: f64) -> String {
    let text = format!("{pct:+.1}");
    if text.trim_start_matches(['+', '-']).parse::<f64>() == Ok(0.0) {
        return "0.0%".to_owned();
    }
    format!("{}%", text.replacen('-', "\u{2212}", 1))
}

/// A signed duration with a typographic minus.
pub fn signed_duration(seconds: f64) -> String {
    let text = duration(seconds.abs());
    match seconds {
        s if s > 0.0 => format!("+{text}"),
        s if s < 0.0 => format!("\u{2212}{text}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_choose_their_unit_after_rounding() {
        let cases = [
            (0.0, "0 s"),
            (1e-9, "1 ns"),
            (680e-6, "680 µs"),
            (0.00099951, "1 ms"),
            (0.99951, "1 s"),
            (0.9994, "999 ms"),
            (1.23456, "1.235 s"),
            (999.96, "1,000 s"),
            (1234567.0, "1,234,567 s"),
            (-0.0432, "-43.2 ms"),
        ];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text, "{seconds}");
        }
    }

    #[test]
    fn general_matches_c() {
        let cases =
            [(100000.0, "100000"), (1e6, "1e+06"), (0.0001, "0.0001"), (0.00001, "1e-05"), (-2.5, "-2.5")];
        for (value, text) in cases {
            assert_eq!(general(value, 6), text);
        }
        assert_eq!(exponential(0.0021321, 3), "2.132e-03");
    }

    #[test]
    fn fixed_decimals_have_no_negative_zero() {
        assert_eq!(fixed(-0.0, 3), "0.000");
        assert_eq!(fixed(-0.0006, 3), "-0.001");
        assert_eq!(fixed(-0.4, 0), "0");
        assert_eq!(signed_general(96.333, 4), "+96.33");
        assert_eq!(signed_general(1e-300, 4), "+1e-300");
    }

    #[test]
    fn counts_never_show_a_thousand_of_a_unit() {
        let cases = [
            (0, "0"),
            (1000, "1k"),
            (123_456, "123k"),
            (999_499, "999k"),
            (999_500, "1M"),
            (1_230_000, "1.23M"),
        ];
        for (value, text) in cases {
            assert_eq!(count(value), text);
        }
    }

    #[test]
    fn changes_have_no_negative_zero() {
        assert_eq!(change(-0.04), "0.0%");
        assert_eq!(change(12.54), "+12.5%");
        assert_eq!(change(-3.0), "\u{2212}3.0%");
    }
}
