//! Checks a distiller's answer before it is written.

use palimp_core::distill::{self, MAX_ALIASES_AND_PLACES, SKIP_ANSWER};
use palimp_core::text::ellipsis;
use palimp_note::episode;
use palimp_redact::Redactor;

use super::links::remove_unsafe_links;

/// Maximum length of an answer, in characters; an answer with the maximum number of lines is far
/// shorter.
const MAX_ANSWER_CHARS: usize = 8_000;
/// Maximum length of a list item that is kept, in characters.
const MAX_LINE_CHARS: usize = 500;

/// A line of an answer and its metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DistilledLine {
    /// `- [topic]: fact`; of an answer that lists nothing, whatever the line says.
    pub(super) text: String,
    /// Other words in which the user may ask for it.
    pub(super) aliases: Vec<String>,
    /// The places in the code that it speaks of.
    pub(super) places: Vec<String>,
    /// True if it should last.
    pub(super) lasting: bool,
}

/// Parses an answer; returns `None` if nothing was worth keeping. The error says why the answer is
/// unusable.
pub(super) fn check_answer(
    answer: &str,
    redactor: &Redactor,
) -> Result<Option<Vec<DistilledLine>>, String> {
    let answer = strip_code_fence(answer.trim());
    if answer.is_empty() {
        return Err(crate::messages::answer_is_empty());
    }
    if is_skip(answer) {
        return Ok(None);
    }
    let chars = answer.chars().count();
    if chars > MAX_ANSWER_CHARS {
        return Err(crate::messages::answer_too_long(chars, MAX_ANSWER_CHARS));
    }
    let kept = make_harmless(parse_lines(answer), redactor);
    if kept.is_empty() { Err(crate::messages::answer_is_empty()) } else { Ok(Some(kept)) }
}

/// Removes secrets, links and entry headings from the lines. Their metadata is lost if the number
/// of lines changes.
fn make_harmless(lines: Vec<DistilledLine>, redactor: &Redactor) -> Vec<DistilledLine> {
    let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let safe = episode::escape_distilled(&remove_unsafe_links(&redactor.redact(&texts.join("\n"))));
    let as_many = safe.lines().count() == lines.len();
    let mut lines = lines.into_iter();
    let safe = safe.lines().map(|text| {
        let line = lines.next().filter(|_| as_many).unwrap_or_default();
        let text =
            if text.starts_with("- ") { ellipsis(text, MAX_LINE_CHARS) } else { text.to_owned() };
        DistilledLine { text, ..line }
    });
    safe.collect()
}

/// `SKIP`, or the silence of an agent that was asked in its own conversation.
fn is_skip(answer: &str) -> bool {
    let bare = answer.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    bare == SKIP_ANSWER || bare == "NO_REPLY"
}

/// Removes the code fence that some models put around their answer.
fn strip_code_fence(answer: &str) -> &str {
    let inner = answer.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(inner) = inner else { return answer };
    inner.split_once('\n').map_or(answer, |(_, text)| text.trim())
}

/// Parses the bullets of an answer, a line each, without text around them; an answer without
/// bullets as it is.
fn parse_lines(answer: &str) -> Vec<DistilledLine> {
    let mut kept: Vec<DistilledLine> = Vec::new();
    let mut within = false;
    for line in answer.lines() {
        if within && kept.last_mut().is_some_and(|last| last.parse_annotation(line)) {
            continue;
        }
        if let Some(text) = parse_bullet(line) {
            within = true;
            kept.push(DistilledLine { text, ..DistilledLine::default() });
        } else if let Some(last) = kept.last_mut().filter(|it| within && goes_on(&it.text, line)) {
            last.text.push(' ');
            last.text.push_str(line.trim());
        } else {
            within = within && line.trim().is_empty();
        }
    }
    let most = distill::max_lasting_lines(kept.len());
    kept.iter_mut().filter(|line| line.lasting).skip(most).for_each(|line| line.lasting = false);
    if kept.is_empty() {
        let prose = answer
            .lines()
            .map(|text| DistilledLine { text: text.to_owned(), ..DistilledLine::default() });
        kept.extend(prose);
    }
    kept
}

impl DistilledLine {
    /// Parses a line about the fact above it: `also: A | B`, `at: PATH, PATH`, `lasting`; returns
    /// true if it is one.
    fn parse_annotation(&mut self, line: &str) -> bool {
        const TRIMMED_CHARS: &[char] = &['-', '*', '•', '"', '`', '(', ')', '.', ' ', '\t'];
        let (key, value) = line.split_once([':', '：']).unwrap_or((line, ""));
        match key.trim_matches(TRIMMED_CHARS).to_lowercase().as_str() {
            "also" => add_values(&mut self.aliases, value.split('|')),
            "at" => add_values(&mut self.places, value.split([',', '|'])),
            "lasting" => self.lasting = !value.trim().eq_ignore_ascii_case("no"),
            _ => return false,
        }
        true
    }
}

/// Adds the values of a list, up to the maximum per fact.
fn add_values<'v>(list: &mut Vec<String>, values: impl Iterator<Item = &'v str>) {
    let bare = values.map(|value| value.trim().trim_matches(['"', '`', '*']).trim());
    let named = bare.filter(|value| value.chars().any(char::is_alphanumeric));
    for value in named.filter(|value| value.chars().count() <= distill::MAX_ALIAS_CHARS) {
        if list.len() < MAX_ALIASES_AND_PLACES && !list.iter().any(|known| known == value) {
            list.push(value.to_owned());
        }
    }
}

/// Parses a line that begins a bullet; returns it with a dash.
fn parse_bullet(line: &str) -> Option<String> {
    let start = line.trim_start();
    let text = ["- ", "* ", "• "].iter().find_map(|mark| start.strip_prefix(mark))?;
    let indent = &line[..line.len() - start.len()];
    text.chars().any(char::is_alphanumeric).then(|| format!("{indent}- {}", text.trim()))
}

/// True if a line continues the bullet before it: it is indented, or its sentence has not ended.
fn goes_on(before: &str, line: &str) -> bool {
    let indented = line.starts_with("  ") || line.starts_with('\t');
    let open = !before.trim_end().ends_with(['.', '!', '?', ':', '。']);
    let small = line.starts_with(char::is_lowercase);
    !line.trim().is_empty() && (indented || open && small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expect: Result<Option<&str>, &str>) {
        let checked = check_answer(answer, &Redactor::default());
        let texts = |lines: Vec<DistilledLine>| {
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
        };
        match expect {
            Ok(kept) => assert_eq!(checked.unwrap().map(texts).as_deref(), kept, "{answer:?}"),
            Err(why) => assert!(checked.unwrap_err().contains(why), "{answer:?}"),
        }
    }

    #[track_caller]
    fn kept(answer: &str) -> Vec<DistilledLine> {
        check_answer(answer, &Redactor::default()).unwrap().unwrap()
    }

    #[test]
    fn what_stands_below_a_bullet_is_said_of_it() {
        let fact = "- [db]: PostgreSQL holds the queue";
        let line = |aliases: &[&str], places: &[&str], lasting| {
            let own = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
            [DistilledLine {
                text: fact.to_owned(),
                aliases: own(aliases),
                places: own(places),
                lasting,
            }]
        };
        let all = line(
            &["where do jobs wait", "작업 대기열"],
            &["src/queue.rs:10-20", "src/db.rs"],
            true,
        );
        let below = "  also: where do jobs wait | 작업 대기열\n  at: src/queue.rs:10-20, src/db.rs\n  lasting";
        assert_eq!(kept(&format!("{fact}\n{below}")), all);
        let other = "- **also**: \"where do jobs wait\" | 작업 대기열\n- at: `src/queue.rs:10-20`, `src/db.rs`\n- Lasting: yes";
        assert_eq!(kept(&format!("Here you are:\n{fact}\n{other}\n\nThat is all.")), all);
        let broken = "- [db]: PostgreSQL\n  holds the queue\n  also: where do jobs wait|\n  at:\n  lasting: no";
        assert_eq!(kept(broken), line(&["where do jobs wait"], &[], false));
        let long = "x".repeat(distill::MAX_ALIAS_CHARS + 1);
        let many = format!("{fact}\n  also: a | b | a | {long} | c | d\n  at: {long}");
        assert_eq!(kept(&many), line(&["a", "b", "c"], &[], false));
        assert_eq!(kept(fact), line(&[], &[], false));
    }

    #[test]
    fn few_lines_last_and_none_is_longer_than_a_fact() {
        let lasting = |count| {
            let answer: String = (0..count).map(|at| format!("- [t]: {at}\n  lasting\n")).collect();
            kept(&answer).iter().filter(|line| line.lasting).count()
        };
        assert_eq!([1, 3, 4, 14].map(lasting), [1, 1, 2, 5]);
        let long = kept(&format!("- [t]: {}\n  lasting", "가".repeat(600)));
        assert_eq!((long[0].text.chars().count(), long[0].lasting), (MAX_LINE_CHARS, true));
    }

    #[test]
    fn an_answer_is_kept_skipped_or_refused() {
        check("- [db]: PostgreSQL\n", Ok(Some("- [db]: PostgreSQL")));
        check("```markdown\n- [db]: PostgreSQL\n```", Ok(Some("- [db]: PostgreSQL")));
        check("# Title\na", Ok(Some("\\# Title\na")));
        for skip in ["SKIP", " SKIP.\n", "**SKIP**", "NO_REPLY"] {
            check(skip, Ok(None));
        }
        check("", Err("empty"));
        check("```\n```", Err("empty"));
        check(&"x".repeat(8_001), Err("8001 characters"));
        check("- [ci]: SKIP_TESTS is set", Ok(Some("- [ci]: SKIP_TESTS is set")));
    }

    #[test]
    fn talk_around_the_bullets_is_left_out() {
        check(
            "Sure! Here are the bullets:\n\n- [db]: PostgreSQL\n  for the queue\n\n- [ci]: runs on\nself-hosted runners\nLet me know if you need more!",
            Ok(Some("- [db]: PostgreSQL for the queue\n- [ci]: runs on self-hosted runners")),
        );
        check("Here:\n```markdown\n* [db]: PostgreSQL\n```\nDone.", Ok(Some("- [db]: PostgreSQL")));
        check(
            "요약입니다.\n- [db]: PostgreSQL을 쓴다.\n더 필요하면 말씀하세요.",
            Ok(Some("- [db]: PostgreSQL을 쓴다.")),
        );
        check("The team uses PostgreSQL.\n---", Ok(Some("The team uses PostgreSQL.\n\\---")));
    }

    #[test]
    fn a_link_leads_to_the_web_or_nowhere() {
        check(
            "- [x]: [run](javascript:alert(1)), ![p](https://evil.dev/p.png), [docs](https://a.dev)",
            Ok(Some("- [x]: run, p, [docs](https://a.dev)")),
        );
    }
}
