//! Numbers with their units, days, addresses: values that a claim gives.

use crate::tools::is_tool;
use crate::words::is_korean;

/// Dimension of a value; values of two dimensions say nothing about each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dimension {
    /// A number without a unit.
    Count,
    /// A share of a hundred.
    Percent,
    /// A duration, in milliseconds.
    Duration,
    /// A size, in bytes.
    Size,
    /// A time of the day, in minutes.
    Clock,
    /// A day of the week.
    Day,
    /// A path, a file, a host or another name with digits.
    Location,
}

/// Words for units, with the dimension and how much of its base one is.
const UNITS: [(&str, Dimension, f64); 17] = [
    ("ms millisecond milliseconds 밀리초", Dimension::Duration, 1.0),
    ("s sec secs second seconds 초", Dimension::Duration, 1e3),
    ("m min mins minute minutes 분", Dimension::Duration, 6e4),
    ("h hr hrs hour hours 시간", Dimension::Duration, 3.6e6),
    ("d day days 일", Dimension::Duration, 8.64e7),
    ("w week weeks 주", Dimension::Duration, 6.048e8),
    ("month months 개월 달", Dimension::Duration, 2.592e9),
    ("y year years 년", Dimension::Duration, 3.1536e10),
    ("b byte bytes 바이트", Dimension::Size, 1.0),
    ("kb kib", Dimension::Size, 1e3),
    ("mb mib", Dimension::Size, 1e6),
    ("g gb gib", Dimension::Size, 1e9),
    ("tb tib", Dimension::Size, 1e12),
    ("% percent 퍼센트", Dimension::Percent, 1.0),
    ("am 시", Dimension::Clock, 60.0),
    ("pm", Dimension::Clock, 60.0),
    ("x px pt rem em 배", Dimension::Count, 1.0),
];

/// The longest extension of a file's name.
const MAX_EXTENSION_CHARS: usize = 5;

/// Number words.
const NUMBER_WORDS: [(&str, u32); 24] = [
    ("one", 1),
    ("한", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("twice", 2),
    ("twelve", 12),
    ("두", 2),
    ("세", 3),
    ("네", 4),
    ("다섯", 5),
    ("여섯", 6),
    ("일곱", 7),
    ("여덟", 8),
    ("아홉", 9),
    ("열", 10),
    ("fifteen", 15),
    ("twenty", 20),
];

/// The days of the week.
const WEEKDAYS: [(&str, &str); 7] = [
    ("monday", "월요일"),
    ("tuesday", "화요일"),
    ("wednesday", "수요일"),
    ("thursday", "목요일"),
    ("friday", "금요일"),
    ("saturday", "토요일"),
    ("sunday", "일요일"),
];

/// A value, the word that was written to its number, and how many words it takes.
pub(super) struct ClaimValue<'a> {
    pub(super) dimension: Dimension,
    pub(super) text: String,
    /// A word that counts: the `자` of `100자`.
    pub(super) counted: &'a str,
    pub(super) words: usize,
}

/// Reads the value with which `word` begins, `next` being the word behind it.
pub(super) fn parse_value<'a>(word: &'a str, next: &str) -> Option<ClaimValue<'a>> {
    let plain = |dimension, text: &str| ClaimValue {
        dimension,
        text: text.to_owned(),
        counted: "",
        words: 1,
    };
    if let Some(day) = parse_weekday(word) {
        return Some(plain(Dimension::Day, day));
    }
    let named = NUMBER_WORDS.iter().find(|(name, _)| *name == word);
    if let Some((_, number)) = named.filter(|_| !is_korean(word) || is_counter(next)) {
        let number = with_unit(f64::from(*number), "", next);
        // The counter behind a Korean number says nothing: `두 명`.
        let words = if is_korean(word) { 2 } else { number.words };
        return Some(ClaimValue { words, ..number });
    }
    let latin = word.split(|c| matches!(c, '가'..='힣')).next().unwrap_or_default();
    let latin = latin.trim_end_matches(['.', ':', '-', ',']);
    let plain_name = |c: char| c.is_ascii_alphanumeric() || "._-/:@~+*$%,<>=".contains(c);
    if latin.is_empty() || is_tool(latin) || !latin.chars().all(plain_name) {
        return None;
    }
    if let Some(clock) = parse_clock(latin) {
        return Some(plain(Dimension::Clock, &clock));
    }
    let start = latin.trim_start_matches(['$', '~', '<', '>', '=', '+']);
    let start = start.strip_prefix('v').filter(|rest| starts_with_digit(rest)).unwrap_or(start);
    let digits = start.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '_'));
    let (number, unit) = start.split_at(digits.unwrap_or(start.len()));
    let korean = &word[latin.len()..];
    let read = number.trim_end_matches('.').replace([',', '_'], "").parse::<f64>().ok();
    if let Some(number) = read.filter(|_| starts_with_digit(start)) {
        let unit = if unit.is_empty() && is_korean(korean) { korean } else { unit };
        if unit.is_empty() || unit_of(unit).is_some() || is_korean(unit) {
            return Some(with_unit(number, unit, next));
        }
    }
    let located = is_location(latin);
    let digit = latin.bytes().any(|byte| byte.is_ascii_digit());
    match (located, digit) {
        (true, _) if !starts_with_digit(start) => Some(plain(Dimension::Location, latin)),
        (_, true) => Some(plain(Dimension::Location, start)),
        _ => latin.starts_with('/').then(|| plain(Dimension::Location, latin)),
    }
}

/// Returns true for a path, a file or a host, but not for a name in code such as `log.is_silent`.
fn is_location(word: &str) -> bool {
    let end = word.rsplit('.').next().unwrap_or_default();
    let file = end.len() < word.len() && (1..=MAX_EXTENSION_CHARS).contains(&end.len());
    word.trim_matches('/').contains('/') || file || word.matches('.').count() > 1
}

/// Returns true for a Korean word that stands behind a number.
fn is_counter(word: &str) -> bool {
    const COUNTERS: [&str; 10] = ["번", "개", "칸", "줄", "명", "시간", "달", "주", "자", "가지"];
    COUNTERS.iter().any(|counter| word.starts_with(counter))
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A number with the unit written to it, or else behind it.
fn with_unit<'a>(number: f64, unit: &'a str, next: &str) -> ClaimValue<'a> {
    let (found, words) = match unit {
        "" => (unit_of(next), 2),
        _ => (unit_of(unit), 1),
    };
    let Some((dimension, factor)) = found else {
        let text = number.to_string();
        return ClaimValue { dimension: Dimension::Count, text, counted: unit, words: 1 };
    };
    let noon = if unit == "pm" || next == "pm" { 720.0 } else { 0.0 };
    let text = (number * factor + noon).to_string();
    ClaimValue { dimension, text, counted: "", words }
}

/// The unit with which a word begins, in Korean, or which it is.
fn unit_of(word: &str) -> Option<(Dimension, f64)> {
    let fits = |unit: &str| word == unit || is_korean(unit) && word.starts_with(unit);
    let units = UNITS.iter().flat_map(|(words, dimension, factor)| {
        words.split(' ').map(move |unit| (unit, (*dimension, *factor)))
    });
    let longest = units.filter(|(unit, _)| fits(unit)).max_by_key(|(unit, _)| unit.len());
    longest.map(|(_, of)| of)
}

/// The day of the week that a word names.
fn parse_weekday(word: &str) -> Option<&'static str> {
    let latin = word.strip_suffix('s').unwrap_or(word);
    let days = WEEKDAYS.iter().find(|(day, korean)| latin == *day || word.starts_with(korean));
    days.map(|(day, _)| *day)
}

/// A time such as `02:00`, in minutes.
fn parse_clock(word: &str) -> Option<String> {
    let (hours, minutes) = word.split_once(':')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() <= 2);
    (minutes.len() == 2).then_some(())?;
    Some((number(hours)? * 60 + number(minutes)?).to_string())
}
