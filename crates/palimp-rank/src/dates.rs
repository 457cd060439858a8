//! Dates in words: `last May`, `in 2023`, `3 days ago`, `지난주`, `작년 5월`.

use super::calendar::{Month, day_of, month_of, weekday};

/// Days from a first to a last, both included, since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DateSpan {
    first: i32,
    last: i32,
}

impl DateSpan {
    /// Returns how well something written on `day` fits: 1 within the span, and falling to 0 in as
    /// many days behind it as the span has, two weeks at the least: people tell of a thing when it
    /// is over.
    pub(super) fn fit_score(self, day: i32) -> f32 {
        if day < self.first {
            return 0.0;
        }
        let late = day.saturating_sub(self.last).max(0) as f32;
        let patience = (self.last.saturating_sub(self.first) + 1).clamp(14, 62) as f32;
        (1.0 - late / patience).max(0.0)
    }

    fn new(first: i32, last: i32) -> DateSpan {
        DateSpan { first, last }
    }

    fn from_month(month: Month) -> DateSpan {
        DateSpan::new(day_of(month, 1), day_of(month.add_months(1), 1) - 1)
    }

    fn from_year(year: i32) -> DateSpan {
        DateSpan::new(day_of(Month { year, month: 1 }, 1), day_of(Month { year, month: 12 }, 31))
    }
}

/// The times that a question names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dates {
    /// Spans of days that the question names.
    pub(super) spans: Vec<DateSpan>,
    /// The words that say so, in lower case.
    pub(super) words: Vec<String>,
}

/// The times that a question names, seen from `today`.
pub(super) fn parse_dates(text: &str, today: i32) -> Dates {
    // Some three thousand years on both sides of the epoch, so that no sum overflows.
    let today = today.clamp(-1_000_000, 1_000_000);
    let text = text.to_lowercase();
    let tokens = split_tokens(&text);
    let mut dates = Dates::default();
    let mut at = 0;
    while at < tokens.len() {
        let Some((span, used)) = parse_span(&tokens[at..], today) else {
            at += 1;
            continue;
        };
        dates.spans.push(span);
        dates.words.extend(tokens[at..at + used].iter().map(|token| (*token).to_owned()));
        at += used;
    }
    dates
}

/// Returns true if a lower-case word names a time relative to the present: `yesterday`, `지난주에`.
pub(super) fn is_relative(word: &str) -> bool {
    parse_relative(&[word], 0).is_some()
}

/// Words and numbers, cut apart where one follows the other as in `2023년`.
fn split_tokens(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.flat_map(split_number).collect()
}

fn split_number(word: &str) -> impl Iterator<Item = &str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    // The end of an ordinal says nothing: the `th` of `5th`.
    let rest = if matches!(rest, "st" | "nd" | "rd" | "th") { "" } else { rest };
    [number, rest].into_iter().filter(|part| !part.is_empty())
}

/// The span at the beginning of `tokens`, and how many of them it takes.
fn parse_span(tokens: &[&str], today: i32) -> Option<(DateSpan, usize)> {
    parse_date(tokens, today)
        .or_else(|| parse_ago(tokens, today))
        .or_else(|| parse_relative(tokens, today))
        .or_else(|| parse_shifted(tokens, today))
}

/// `5 May 2023`, `May 5, 2023`, `May 2023`, `2023-05-01`, `2023년 5월 3일`, `in 2023`.
fn parse_date(tokens: &[&str], today: i32) -> Option<(DateSpan, usize)> {
    let number = |at: usize| tokens.get(at).and_then(|token| token.parse::<i32>().ok());
    let day = |at: usize| number(at).filter(|day| (1..=31).contains(day));
    let year = |at: usize| number(at).filter(|year| (1970..2200).contains(year));
    let name = |at: usize| tokens.get(at).and_then(|token| month_name(token));
    let unit =
        |at: usize, sign: &str| tokens.get(at).is_some_and(|token| is_with_particle(token, sign));

    if let Some(first) = year(0) {
        let korean = usize::from(unit(1, "년"));
        let at = 1 + korean;
        let Some(month) = number(at).filter(|month| (1..=12).contains(month)) else {
            return (korean == 1 || tokens[0].len() == 4).then(|| (DateSpan::from_year(first), at));
        };
        if korean == 1 && !unit(at + 1, "월") {
            return Some((DateSpan::from_year(first), at));
        }
        let month = Month { year: first, month };
        let at = at + 1 + korean;
        let whole = Some((DateSpan::from_month(month), at));
        return match day(at) {
            Some(day) if korean == 0 || unit(at + 1, "일") => {
                Some((day_span(month, day), at + 1 + korean))
            }
            _ => whole,
        };
    }
    if let (Some(date), Some(month)) = (day(0), name(1)) {
        let (month, used) = with_year(month, year(2), today);
        return Some((day_span(month, date), 2 + used));
    }
    if let Some(month) = name(0) {
        if let Some(date) = day(1) {
            let (month, used) = with_year(month, year(2), today);
            return Some((day_span(month, date), 2 + used));
        }
        let stated = year(1);
        // A lone `may` or `march` is a verb more often than a month.
        if stated.is_none() && matches!(tokens[0], "may" | "march") {
            return None;
        }
        let (month, used) = with_year(month, stated, today);
        return Some((DateSpan::from_month(month), 1 + used));
    }
    let month = number(0).filter(|month| (1..=12).contains(month) && unit(1, "월"))?;
    let (month, _) = with_year(month, None, today);
    match day(2) {
        Some(date) if unit(3, "일") => Some((day_span(month, date), 4)),
        _ => Some((DateSpan::from_month(month), 2)),
    }
}

/// `3 days ago`, `two weeks ago`, `3일 전`, `2주 전`.
fn parse_ago(tokens: &[&str], today: i32) -> Option<(DateSpan, usize)> {
    let count = parse_count(tokens.first()?)?;
    let unit = tokens.get(1)?;
    let back = tokens.get(2)?;
    let english = *back == "ago";
    if !english && !is_with_particle(back, "전") {
        return None;
    }
    let span = match *unit {
        "day" | "days" | "일" => span_around(today - count, 0),
        "week" | "weeks" | "주" | "주일" => span_around(today - 7 * count, 3),
        "month" | "months" | "개월" | "달" => {
            DateSpan::from_month(month_of(today).add_months(-count))
        }
        "year" | "years" | "년" => DateSpan::from_year(month_of(today).year - count),
        _ => return None,
    };
    Some((span, 3))
}

/// `yesterday`, `어제`, `지난주`, `작년 5월`.
fn parse_relative(tokens: &[&str], today: i32) -> Option<(DateSpan, usize)> {
    let word = tokens.first()?;
    let here = month_of(today);
    let monday = today - weekday(today);
    let any = |signs: &[&str]| signs.iter().any(|sign| is_with_particle(word, sign));
    let span = match *word {
        "today" => span_around(today, 0),
        "yesterday" => span_around(today - 1, 0),
        _ if any(&["오늘"]) => span_around(today, 0),
        _ if any(&["어제", "어저께"]) => span_around(today - 1, 0),
        _ if any(&["그제", "그저께", "엊그제"]) => span_around(today - 2, 0),
        _ if any(&["지난주"]) => DateSpan::new(monday - 7, monday - 1),
        _ if any(&["이번주"]) => DateSpan::new(monday, monday + 6),
        _ if any(&["지난달"]) => DateSpan::from_month(here.add_months(-1)),
        _ if any(&["이번달"]) => DateSpan::from_month(here),
        _ if any(&["작년", "지난해"]) => return Some(in_year(tokens, here.year - 1)),
        _ if any(&["올해", "금년"]) => return Some(in_year(tokens, here.year)),
        _ if any(&["재작년"]) => return Some(in_year(tokens, here.year - 2)),
        _ => return None,
    };
    Some((span, 1))
}

/// `last week`, `this month`, `last May`, `last Monday`, `지난 월요일`, `이번 주`.
fn parse_shifted(tokens: &[&str], today: i32) -> Option<(DateSpan, usize)> {
    let back = match *tokens.first()? {
        "last" | "지난" => 1,
        "this" | "이번" => 0,
        _ => return None,
    };
    let word = tokens.get(1)?;
    let here = month_of(today);
    let monday = today - weekday(today);
    let span = match *word {
        "week" => DateSpan::new(monday - 7 * back, monday - 7 * back + 6),
        "month" => DateSpan::from_month(here.add_months(-back)),
        "year" => DateSpan::from_year(here.year - back),
        "night" if back == 1 => span_around(today - 1, 0),
        "weekend" => DateSpan::new(monday + 4 - 7 * back, monday + 6 - 7 * back),
        _ if weekday_name(word).is_some() => {
            let since = (weekday(today) - weekday_name(word)?).rem_euclid(7);
            span_around(today - if since == 0 { 7 * back } else { since }, 0)
        }
        _ if is_with_particle(word, "주") => {
            DateSpan::new(monday - 7 * back, monday - 7 * back + 6)
        }
        _ if is_with_particle(word, "달") => DateSpan::from_month(here.add_months(-back)),
        _ => {
            let (month, _) = with_year(month_name(word)?, None, today);
            DateSpan::from_month(month)
        }
    };
    Some((span, 2))
}

/// A year, or the month of it that follows in Korean.
fn in_year(tokens: &[&str], year: i32) -> (DateSpan, usize) {
    let month = tokens.get(1).and_then(|token| token.parse().ok());
    match month.filter(|month| (1..=12).contains(month)) {
        Some(month) if tokens.get(2).is_some_and(|token| is_with_particle(token, "월")) => {
            (DateSpan::from_month(Month { year, month }), 3)
        }
        _ => (DateSpan::from_year(year), 1),
    }
}

fn span_around(day: i32, days: i32) -> DateSpan {
    DateSpan::new(day - days, day + days)
}

fn day_span(month: Month, day: i32) -> DateSpan {
    span_around(day_of(month, day), 0)
}

/// The month in its year: the one stated, or the last in which it has begun. And how many
/// tokens the year took.
fn with_year(month: i32, stated: Option<i32>, today: i32) -> (Month, usize) {
    let here = month_of(today);
    let year = stated.unwrap_or(if month > here.month { here.year - 1 } else { here.year });
    (Month { year, month }, usize::from(stated.is_some()))
}

/// Returns true if a Korean word is `sign` with at most a particle behind it.
fn is_with_particle(word: &str, sign: &str) -> bool {
    const PARTICLES: [&str; 22] = [
        "", "에", "에는", "엔", "에도", "에서", "의", "은", "는", "이", "가", "을", "를", "도",
        "만", "로", "으로", "부터", "까지", "쯤", "경", "인",
    ];
    word.strip_prefix(sign).is_some_and(|rest| PARTICLES.contains(&rest))
}

fn parse_count(word: &str) -> Option<i32> {
    const NUMBER_WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let named = NUMBER_WORDS.iter().position(|name| *name == word).map(|count| count as i32);
    let counted = word.parse().ok().filter(|count| (0..1_000).contains(count));
    named.or(counted).or((word == "a").then_some(1))
}

fn month_name(word: &str) -> Option<i32> {
    const MONTH_NAMES: [&str; 12] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ];
    let at = MONTH_NAMES.iter().position(|name| {
        *name == word
            || word.len() == 3 && name.starts_with(word)
            || word == "sept" && *name == "september"
    })?;
    Some(at as i32 + 1)
}

fn weekday_name(word: &str) -> Option<i32> {
    const ENGLISH_WEEKDAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const KOREAN_WEEKDAYS: [&str; 7] =
        ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"];
    let english = ENGLISH_WEEKDAYS.iter().position(|name| *name == word);
    let at =
        english.or_else(|| KOREAN_WEEKDAYS.iter().position(|name| is_with_particle(word, name)))?;
    Some(at as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thursday, 2 May 2024.
    const TODAY: i32 = 19_845;

    #[track_caller]
    fn check(text: &str, first: (i32, i32, i32), last: (i32, i32, i32)) {
        let day = |(year, month, day)| day_of(Month { year, month }, day);
        assert_eq!(
            parse_dates(text, TODAY).spans,
            [DateSpan::new(day(first), day(last))],
            "{text}"
        );
    }

    #[test]
    fn stated_dates_are_read_in_both_languages() {
        check("What did we decide in 2023?", (2023, 1, 1), (2023, 12, 31));
        check("in May 2023", (2023, 5, 1), (2023, 5, 31));
        check("on 7 May, 2023", (2023, 5, 7), (2023, 5, 7));
        check("on May 7th, 2023", (2023, 5, 7), (2023, 5, 7));
        check("the log of 2024-02-29", (2024, 2, 29), (2024, 2, 29));
        check("2023년에 무엇을", (2023, 1, 1), (2023, 12, 31));
        check("2023년 5월의 결정", (2023, 5, 1), (2023, 5, 31));
        check("2023년 5월 3일에", (2023, 5, 3), (2023, 5, 3));
        check("5월 1일에 뭐 했지", (2024, 5, 1), (2024, 5, 1));
    }

    #[test]
    fn what_is_seen_from_today_is_read_in_both_languages() {
        check("what broke yesterday", (2024, 5, 1), (2024, 5, 1));
        check("어제 고친 것", (2024, 5, 1), (2024, 5, 1));
        check("3 days ago", (2024, 4, 29), (2024, 4, 29));
        check("3일 전에", (2024, 4, 29), (2024, 4, 29));
        check("last week", (2024, 4, 22), (2024, 4, 28));
        check("지난주에 한 일", (2024, 4, 22), (2024, 4, 28));
        check("지난 주", (2024, 4, 22), (2024, 4, 28));
        check("지난달", (2024, 4, 1), (2024, 4, 30));
        check("two months ago", (2024, 3, 1), (2024, 3, 31));
        check("작년 11월에", (2023, 11, 1), (2023, 11, 30));
        check("last Monday", (2024, 4, 29), (2024, 4, 29));
        check("지난 금요일", (2024, 4, 26), (2024, 4, 26));
    }

    #[test]
    fn a_month_without_a_year_is_the_last_that_began() {
        check("last May", (2024, 5, 1), (2024, 5, 31));
        check("in December", (2023, 12, 1), (2023, 12, 31));
        check("12월 배포", (2023, 12, 1), (2023, 12, 31));
    }

    #[test]
    fn numbers_and_verbs_are_no_dates() {
        for text in ["port 8787", "we may march", "E0308", "5 items", "", "🙂 3월드", "월요병"]
        {
            assert_eq!(parse_dates(text, TODAY), Dates::default(), "{text}");
        }
    }

    #[test]
    fn what_is_told_soon_after_still_fits() {
        let span = span_around(100, 0);
        assert_eq!(span.fit_score(100), 1.0);
        assert!(span.fit_score(103) > span.fit_score(110));
        assert_eq!((span.fit_score(99), span.fit_score(200)), (0.0, 0.0));
    }
}
