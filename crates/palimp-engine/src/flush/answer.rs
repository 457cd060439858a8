//! What a distiller's answer must be before anything of it is written.

use std::borrow::Cow;

use palimp_core::distill::SKIP;
use palimp_note::episode;
use palimp_redact::Redactor;

use super::links::disarmed;

/// The longest answer, in characters; two to four sentences are far shorter.
const LONGEST: usize = 8_000;

/// What is kept of an answer; `None` when nothing was worth keeping. The error says in words why
/// it cannot be used.
pub(super) fn checked(answer: &str, redactor: &Redactor) -> Result<Option<String>, String> {
    let answer = unfenced(answer.trim());
    if answer.is_empty() {
        return Err("the answer was empty".to_owned());
    }
    if is_skip(answer) {
        return Ok(None);
    }
    let chars = answer.chars().count();
    if chars > LONGEST {
        return Err(format!("the answer had {chars} characters, more than {LONGEST}"));
    }
    let kept = episode::harmless(&disarmed(&redactor.redact(&bullets(answer))));
    if kept.is_empty() { Err("the answer was empty".to_owned()) } else { Ok(Some(kept)) }
}

/// `SKIP`, or the silence of an agent that was asked in its own conversation.
fn is_skip(answer: &str) -> bool {
    let bare = answer.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    bare == SKIP || bare == "NO_REPLY"
}

/// Some models put their answer into a code fence.
fn unfenced(answer: &str) -> &str {
    let inner = answer.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(inner) = inner else { return answer };
    inner.split_once('\n').map_or(answer, |(_, text)| text.trim())
}

/// The bullets of an answer, a line each, and nothing that was said around
/// them; an answer without bullets as it is.
fn bullets(answer: &str) -> Cow<'_, str> {
    let mut kept: Vec<String> = Vec::new();
    let mut within = false;
    for line in answer.lines() {
        if let Some(bullet) = bullet(line) {
            within = true;
            kept.push(bullet);
        } else if let Some(last) = kept.last_mut().filter(|last| within && goes_on(last, line)) {
            last.push(' ');
            last.push_str(line.trim());
        } else {
            within = within && line.trim().is_empty();
        }
    }
    if kept.is_empty() { Cow::Borrowed(answer) } else { Cow::Owned(kept.join("\n")) }
}

/// A line that begins a bullet, with a dash.
fn bullet(line: &str) -> Option<String> {
    let start = line.trim_start();
    let text = ["- ", "* ", "• "].iter().find_map(|mark| start.strip_prefix(mark))?;
    let indent = &line[..line.len() - start.len()];
    text.chars().any(char::is_alphanumeric).then(|| format!("{indent}- {}", text.trim()))
}

/// Whether a line belongs to the bullet before it: it is indented, or its sentence has not ended.
fn goes_on(before: &str, line: &str) -> bool {
    let indented = line.starts_with("  ") || line.starts_with('\t');
    let open = !before.trim_end().ends_with(['.', '!', '?', ':', '。']);
    let small = line.starts_with(char::is_lowercase);
    !line.trim().is_empty() && (indented || open && small)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(answer: &str, expect: Result<Option<&str>, &str>) {
        let checked = checked(answer, &Redactor::default());
        match expect {
            Ok(kept) => assert_eq!(checked.unwrap().as_deref(), kept, "{answer:?}"),
            Err(why) => assert!(checked.unwrap_err().contains(why), "{answer:?}"),
        }
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
