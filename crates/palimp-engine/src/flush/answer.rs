//! What a distiller's answer must be before anything of it is written.

use palimp_core::distill::SKIP;
use palimp_core::redact::Redactor;
use palimp_vault::episode;

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
    let kept = episode::harmless(&redactor.redact(answer));
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
        check("# Title\n- a", Ok(Some("\\# Title\n- a")));
        for skip in ["SKIP", " SKIP.\n", "**SKIP**", "NO_REPLY"] {
            check(skip, Ok(None));
        }
        check("", Err("empty"));
        check("```\n```", Err("empty"));
        check(&"x".repeat(8_001), Err("8001 characters"));
        check("- [ci]: SKIP_TESTS is set", Ok(Some("- [ci]: SKIP_TESTS is set")));
    }
}
