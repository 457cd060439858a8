//! Checks whether a line stands alone: a later reader understands it without its context.

use crate::classifier::FactKind;
use crate::prose;
use crate::reflect::taken_apart;
use crate::words::is_korean;

use super::cues::{Cue, Cues};
use super::names::extract_names;
use super::progress::reports_progress;

/// Length of a line, in characters.
pub(crate) const LINE_CHARS_RANGE: std::ops::RangeInclusive<usize> = 12..=320;

/// Returns true if a piece of text may become a line at all: a statement of some length.
pub(crate) fn is_line(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let enough = words >= 4 || words >= 3 && is_korean(text);
    enough
        && text.chars().count() >= *LINE_CHARS_RANGE.start()
        && text.chars().any(char::is_alphabetic)
        && !leads_in(text)
        && !is_question(text)
        && !is_log(text)
        && !points_elsewhere(text)
}

/// Returns true if a sentence that is a fact by its phrases is clear to a reader who does not know
/// its context.
pub(crate) fn is_clear(text: &str) -> bool {
    let cues = Cues::from_text(text);
    let always = cues.has(Cue::Standing)
        && ["never", "always", "항상", "절대"]
            .iter()
            .any(|word| text.to_lowercase().contains(word));
    let passes = cues.has(Cue::Moment) && !always;
    let points = cues.has(Cue::Dangling) || points_elsewhere(text);
    !(passes || points || leads_in(text) || is_question(text) || is_log(text))
        && text.chars().count() <= *LINE_CHARS_RANGE.end()
}

/// Returns true if a line says by itself what it is about, and not only what was done, seen or said
/// next.
///
/// ```
/// use palimp_rules::reflect::stands_alone;
///
/// assert!(stands_alone("`EvalSymlinks` keeps the letter case of a path on macOS"));
/// assert!(!stands_alone("This keeps the letter case"));
/// assert!(!stands_alone("I'll run the linter next"));
/// assert!(!stands_alone("테스트는 모두 통과했습니다"));
/// ```
pub fn stands_alone(line: &str) -> bool {
    let (_, text) = taken_apart(line);
    let cues = Cues::from_text(text);
    let (mine, dangles) = (speaks_of_itself(text), cues.has(Cue::Dangling));
    let reports = cues.has(Cue::Result) && !cues.has(Cue::Cause);
    let once = cues.has(Cue::Task) && !cues.has(Cue::Standing);
    let says_little = extract_names(text).is_empty() && text.split_whitespace().count() < 4;
    is_line(text) && !(mine || dangles || reports || once || says_little)
}

/// Returns true if a line of the agent is still useful when its work is done: it speaks of no one,
/// is no item of a list that is missing, and is not what the agent looked at, changed or had to do
/// next.
///
/// ```
/// use palimp_rules::reflect::outlasts_work;
///
/// assert!(outlasts_work("`EvalSymlinks` keeps the letter case of a path"));
/// assert!(!outlasts_work("`resume.go`: added a check of the letter case"));
/// ```
pub fn outlasts_work(line: &str) -> bool {
    let text = taken_apart(line).1;
    let (cues, said) = (Cues::from_text(line), Cues::from_text(text));
    let passes = cues.has(Cue::Passing) || said.has(Cue::Passing);
    let points = is_of_something(text) || is_listed(text) || is_piece(text);
    let reports = tells_a_change(text) || reports_progress(text);
    !(passes || points || cues.has(Cue::Mine) || reports)
}

/// Returns true if a line of the user is no item of a list that is missing, and no piece of a
/// sentence. The user may begin a sentence in any way.
pub(crate) fn is_whole(line: &str) -> bool {
    let text = taken_apart(line).1;
    !(is_listed(text) || text.starts_with(['…', '·', '*', '(']) || text.ends_with('…'))
}

/// Returns true if a line gives a location outside of the project: `the old code is in ~/src/old`.
pub(crate) fn tells_where(line: &str) -> bool {
    const LOCATION_VERBS: [&str; 8] = ["is", "are", "have", "has", "lives", "에", "있음", "있다"];
    const MAX_LOCATION_WORDS: usize = 30;
    let words = || line.split_whitespace();
    let elsewhere = words().any(|word| word.starts_with("../") || word.starts_with("~/"));
    let cues = Cues::from_text(line);
    elsewhere
        && words().count() <= MAX_LOCATION_WORDS
        && words().any(|word| LOCATION_VERBS.contains(&word))
        && !(cues.has(Cue::Task) || cues.has(Cue::Mine) || is_question(line))
}

/// Returns true if a name of the code stands outside of backticks: `readAll`, `close()`,
/// `ParsesOldDates`.
pub(crate) fn speaks_code(line: &str) -> bool {
    line.split('`').step_by(2).flat_map(str::split_whitespace).any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')'));
        let humps = word.as_bytes().windows(2);
        let humps = humps.filter(|at| at[0].is_ascii_lowercase() && at[1].is_ascii_uppercase());
        let humps = humps.count();
        let small = word.starts_with(|c: char| c.is_ascii_lowercase());
        word.contains("()") || humps > 2 || small && humps > 0
    })
}

/// `When it runs: …`: a heading of something that is not named.
fn is_of_something(text: &str) -> bool {
    const MAX_LABEL_WORDS: usize = 5;
    let label = text.split_once(": ").map_or("", |(label, _)| label).to_lowercase();
    let words = || label.split_whitespace();
    words().count() <= MAX_LABEL_WORDS
        && words().any(|word| ["it", "it's", "it’s", "this"].contains(&word))
}

/// `config.rs`: added …, `Old` → `New`: what was done to a file or a name, which the history of the code
/// tells better.
fn tells_a_change(line: &str) -> bool {
    const CHANGE_VERBS: [&str; 19] = [
        "fix", "now", "added", "updated", "removed", "renamed", "dropped", "rewritten", "changed",
        "moved", "replaced", "refactored", "simplified", "extracted", "deleted", "created",
        "fixed", "gained", "gains",
    ];
    let mut words = line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
    let is_name = |word: &str| {
        word.contains(['`', '/', '_', '(']) || word.trim_end_matches(':').contains('.')
    };
    let named = words.clone().take_while(|word| is_name(word)).count();
    let done = words.nth(named.min(2)).unwrap_or_default().to_lowercase();
    named > 0 && (CHANGE_VERBS.contains(&done.as_str()) || line.contains("` → `"))
}

/// Returns true if a line of the user, of `kind`, holds beyond the moment of the request. What
/// holds for good says so; a decision names the alternative or the reason; a mere wish is longer if
/// it tells its subject; a line with many names and no reason was pasted from a review.
pub(crate) fn outlasts_moment(line: &str, kind: Option<FactKind>) -> bool {
    const MIN_LONG_WORDS: usize = 12;
    const MAX_NAMES: usize = 1;
    let cues = Cues::from_text(line);
    // A Korean sentence says as much in half the words.
    let long = line.split_whitespace().count()
        >= if is_korean(line) { MIN_LONG_WORDS / 2 } else { MIN_LONG_WORDS };
    let says = match kind {
        Some(FactKind::Decision) => cues.has(Cue::Over),
        Some(FactKind::Preference) => long,
        None => long && (cues.has(Cue::Over) || extract_names(line).len() <= MAX_NAMES),
        Some(_) => true,
    };
    let passes =
        [Cue::Request, Cue::Act, Cue::Status, Cue::Points].into_iter().any(|cue| cues.has(cue));
    let tells = cues.has(Cue::Act) && cues.has(Cue::Mine);
    cues.has(Cue::ForGood) && !tells || says && !passes
}

/// `…will fail`, `· target`, `(slow because …)`: a piece of something longer.
fn is_piece(text: &str) -> bool {
    text.starts_with(['…', '·', '*', '(']) || text.ends_with('…')
}

/// `with the old flag, …`: begins small, as only the middle of a sentence does where an agent speaks. What a
/// model writes down begins as it likes.
pub(crate) fn begins_small(line: &str) -> bool {
    let first = taken_apart(line).1.split_whitespace().next().unwrap_or_default();
    first.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// `(12) …`, `3. …`, `B) …`: an item of a list.
fn is_listed(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('(');
    let number = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = number.len() < first.len() && number.starts_with(['.', ')', ',', ':']);
    let lettered = first.len() == 2 && first.ends_with(')');
    (counted && number.len() == 1) || lettered
}

/// Returns true if a text only announces what follows.
fn leads_in(text: &str) -> bool {
    text.trim_end_matches(['*', '_', '.', ' ']).ends_with([':', '：'])
}

fn is_question(text: &str) -> bool {
    const KOREAN_QUESTION_ENDINGS: [&str; 4] = ["까요", "나요", "인가", "는지"];
    let end = text.trim_end_matches(['"', '\'', ')', '”', '’', '.', '!', ' ', '*']);
    end.ends_with(['?', '？']) || KOREAN_QUESTION_ENDINGS.iter().any(|ask| end.ends_with(ask))
}

/// Output of a program, or a prompt of a shell.
fn is_log(text: &str) -> bool {
    const LOG_LEAD_WORDS: [&str; 6] = ["ok", "FAIL", "PASS", "---", "INFO", "DEBUG"];
    let first = text.split_whitespace().next().unwrap_or_default();
    let bracket = first.starts_with('[') && first.ends_with(']');
    prose::is_log(text)
        || bracket
        || LOG_LEAD_WORDS.contains(&first)
        || text.starts_with(['+', '>', '$', '❯', '#', '<'])
        || first.contains('@') && first.ends_with([':', '$', '#', '~'])
}

/// Mostly the marks of code.
pub(crate) fn is_code(text: &str) -> bool {
    text.chars().filter(|c| matches!(c, '(' | ')' | '{' | '}' | '=' | ';' | '<' | '>')).count() > 8
}

/// `option 2`, a commit's number: what stands in a list, or a moment, that is not there.
fn points_elsewhere(text: &str) -> bool {
    let hash = |word: &str| {
        word.len() == 7
            && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
            && word.bytes().any(|b| b.is_ascii_digit())
    };
    Cues::from_text(text).has(Cue::Elsewhere)
        || text.split(|c: char| !c.is_ascii_alphanumeric()).any(hash)
}

/// Returns true if the agent says what it does or thinks.
pub(crate) fn speaks_of_itself(text: &str) -> bool {
    const KOREAN_INTENTION_ENDINGS: [&str; 4] =
        ["하겠습니다", "드리겠습니다", "보겠습니다", "할게요"];
    let end = text.trim_end_matches(['.', '!', ' ']);
    Cues::from_text(text).has(Cue::AgentSelf)
        || KOREAN_INTENTION_ENDINGS.iter().any(|ending| end.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_once_ends_with_the_moment() {
        let lasts = |line| outlasts_moment(line, Some(FactKind::Preference));
        for line in [
            "Make sure you update the docs of `search` with what the new flag does",
            "Add tests to ensure that the source and the target are not the same repository",
            "walk me through creating the env files that need to be updated for me to follow",
        ] {
            assert!(!lasts(line), "{line}");
        }
        for line in [
            "Never push to main",
            "When you write docs, update the Korean page with the English one",
            "API 응답은 camelCase 말고 snake_case로 한다",
        ] {
            assert!(lasts(line), "{line}");
        }
    }

    #[test]
    fn what_only_tells_of_the_work_ends_with_it() {
        for line in [
            "`setup.go` - Added a `--long` flag to the status command",
            "`resume.go` — `resumeOpts` dropped `useUTC` in favor of an embedded type",
            "`sync.go`: `IsActive()` → `IsEnabled()`, both set once at start",
            "docs/RESUME.md now carries the limits of every reader",
            "When it runs: on pushes to `main` and on pull requests",
            "Respects silent mode, so nothing is printed with `--silent`",
            "Whatever dir this flag has is used as the debug dir",
            "Note this only touched the list of sessions",
            "If you prefer, `--progress` can be the default",
            "The guard is already there, so `Seek` is not called twice",
            "…will fail at `validate` because `pro` is set",
            "However, `scan` only runs for the two named strategies",
        ] {
            assert!(!outlasts_work(line), "{line}");
        }
        for line in [
            "`setup.go` adds nothing that `status.go` has not checked",
            "`EvalSymlinks` keeps the letter case of a path, so both sides are folded",
            "Reading: it is done by `scan`, which never looks into links",
            "The cache is dropped when `--no-cache` is given",
        ] {
            assert!(outlasts_work(line), "{line}");
        }
    }
}
