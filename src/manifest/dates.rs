//! Dates of executions, compared as dates.

use jiff::ToSpan as _;
use jiff::civil::{Date, DateTime, Time};

/// The moment a date stands for, in UTC. `None` for a text that is no date.
///
/// Years, months, days and times are read as far as they are given and may lack leading zeros:
/// `2026`, `2026-9`, `2026-9-1`, `20260901`, `2026-09-01 7:30`, `2026-09-01T07:30:00.5+02:00`. A time
/// without an offset counts as UTC.
pub(super) fn moment(text: &str) -> Option<DateTime> {
    let text = text.trim();
    let (date, time) = match text.find(['T', 't', ' ', '\t']) {
        Some(at) => (text.get(..at)?, text.get(at + 1..)?.trim()),
        None => (text, ""),
    };
    let date = calendar_date(date)?;
    if time.is_empty() {
        return Some(date.to_datetime(Time::midnight()));
    }
    let offset_at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, offset) = time.split_at(offset_at);
    let local = date.to_datetime(clock_time(clock.trim_end())?);
    local.checked_sub(offset_minutes(offset)?.minutes()).ok()
}

fn calendar_date(text: &str) -> Option<Date> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return Date::new(number(text.get(..4)?)?, number(text.get(4..6)?)?, number(text.get(6..)?)?).ok();
    }
    let mut parts = text.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let month = parts.next().map_or(Some(1), number)?;
    let day = parts.next().map_or(Some(1), number)?;
    if parts.next().is_some() { None } else { Date::new(number(year)?, month, day).ok() }
}

fn clock_time(text: &str) -> Option<Time> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':');
    let (hour, minute) = (number(parts.next()?)?, number(parts.next()?)?);
    let second = parts.next().map_or(Some(0), number)?;
    let nanosecond: i32 = number(format!("{fraction:0<9}").get(..9)?)?;
    if parts.next().is_some() { None } else { Time::new(hour, minute, second, nanosecond).ok() }
}

/// The offset from UTC in minutes: nothing, `Z`, `+2`, `+0230`, `-02:30`.
fn offset_minutes(text: &str) -> Option<i64> {
    if matches!(text, "" | "Z" | "z") {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = text.get(1..)?;
    let (hours, minutes): (i64, i64) = match digits.split_once(':') {
        Some((hours, minutes)) => (number(hours)?, number(minutes)?),
        None if digits.len() == 4 => (number(digits.get(..2)?)?, number(digits.get(2..)?)?),
        None => (number(digits)?, 0),
    };
    (hours <= 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// A number in ASCII digits alone.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> Option<String> {
        moment(text).map(|moment| moment.to_string())
    }

    #[test]
    fn reads_what_people_write() {
        let table = [
            ("2026", "2026-01-01T00:00:00"),
            ("2026-9", "2026-09-01T00:00:00"),
            ("2026-9-1", "2026-09-01T00:00:00"),
            ("20260901", "2026-09-01T00:00:00"),
            ("2026-09-01 7:30", "2026-09-01T07:30:00"),
            ("2026-09-01T07:30:00.5+02:00", "2026-09-01T05:30:00.5"),
            ("2026-09-01 23:30 -1", "2026-09-02T00:30:00"),
            ("2026-09-01t00:00:00Z", "2026-09-01T00:00:00"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_date() {
        for text in [
            "",
            "yesterday",
            "2026-13-01",
            "2026-02-30",
            "1.9.2026",
            "26-09-01",
            "2026-09-01T25:00",
            "2026--1",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn orders_as_dates() {
        assert!(moment("2026-9-1") < moment("2026-10-1"));
        assert!(moment("2026-09-01T23:00-02:00") > moment("2026-09-02"));
    }

    proptest! {
        #[test]
        fn never_panics(text in "[0-9TZ:. +-]{0,24}|.*") {
            let _ = moment(&text);
        }
    }
}
