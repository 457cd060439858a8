//! Lines that report on work in progress: checks that passed, what a review remarks, guesses, and what new code
//! does. The history of the code tells them better, or nobody needs them later.

use crate::words::lowercase_sentence;

/// Phrases of reports and of remarks in a review.
const REPORT_PHRASES: [&str; 34] = [
    "validation passed",
    "tests passed",
    "checks passed",
    "test confirmed",
    "confirmed the ",
    "the screenshot",
    "merge blocker",
    "not a blocker",
    "flagged as",
    "leaving that",
    "left as is",
    "are untouched",
    "is untouched",
    "unresolved",
    "blocked on",
    "in this diff",
    "this session's",
    "acknowledged tradeoff",
    "worth a ",
    "would reintroduce",
    "also possible",
    "follows the same structure",
    "is correct here",
    "pushed back",
    "pre-existing behavior",
    "out of scope",
    "spec is ambiguous",
    "same as before",
    "no changes needed",
    "as requested",
    "should resolve all",
    "should fix",
    "what changed",
    "user request",
];
const KOREAN_REPORT_PHRASES: [&str; 7] = [
    "검증 완료", "테스트 통과", "확인했습니다", "확인 완료", "반영 완료", "리뷰 의견", "이번 세션",
];
/// Words of a guess.
const GUESS_PHRASES: [&str; 7] =
    ["likely", "might be", "may have", "i suspect", "perhaps", "probably", "not sure"];
/// Verbs with which a list tells what new code does: `open.rs` — runs …
const CODE_VERBS: [&str; 27] = [
    "starts", "fixes", "remaps", "runs", "takes", "returns", "shows", "renders", "handles",
    "displays", "reads", "writes", "parses", "builds", "creates", "calls", "checks", "validates",
    "accepts", "wraps", "decoded", "exposes", "exports", "defines", "implements", "contains",
    "provides",
];

/// Returns true for a line that reports on the work, or guesses.
pub(crate) fn reports_progress(line: &str) -> bool {
    let lower = lowercase_sentence(line);
    let holds = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    let is_guess = holds(&GUESS_PHRASES) && !holds(&["root cause", "원인"]);
    is_guess
        || holds(&REPORT_PHRASES)
        || holds(&KOREAN_REPORT_PHRASES)
        || lower.starts_with("commits: ")
        || is_request(&lower)
        || points_at_line(&lower)
        || describes_code(&lower)
        || is_korean_report(&lower)
}

/// `로거 수정: …`, `…하도록 보강했습니다`: what was done, neither why nor what was decided.
fn is_korean_report(lower: &str) -> bool {
    const CHANGE_WORDS: [&str; 5] = ["수정", "추가", "변경", "개선", "적용"];
    let label = lower.split_once(": ").map_or("", |(label, _)| label);
    let labelled = CHANGE_WORDS.iter().any(|change| label.ends_with(change));
    let done = lower.trim_end_matches(['.', ' ', '!']).ends_with("했습니다");
    let tells = ["원인", "때문", "기로", "결정"].iter().any(|word| lower.contains(word));
    (labelled || done) && !tells
}

/// `User asked …`, `User triggered …`: what was done once.
fn is_request(lower: &str) -> bool {
    let mut words = lower.split_whitespace();
    words.next() == Some("user") && words.next().is_some_and(|verb| verb.ends_with("ed"))
}

/// `terminal.go:355 — …`: a place in the code as it was.
fn points_at_line(lower: &str) -> bool {
    let first =
        lower.split_whitespace().next().unwrap_or_default().trim_matches(['`', ':', '(', ')']);
    let number = first.rsplit_once(':').map_or("", |(_, number)| number);
    first.contains('.') && number.starts_with(|c: char| c.is_ascii_digit())
}

/// `` `open` — runs …``, `` `open.rs`: returns … ``
fn describes_code(lower: &str) -> bool {
    let Some((name, behind)) = [" — ", " – ", " - ", ": "]
        .iter()
        .filter_map(|dash| lower.split_once(dash))
        .min_by_key(|(name, _)| name.len())
    else {
        return false;
    };
    let named = name.split_whitespace().count() <= 3 && name.contains(['`', '/', '.', '_']);
    // A label may stand between: `open.sh` — wrapper: starts …
    let label = behind.split_once(": ").filter(|(label, _)| label.split_whitespace().count() < 3);
    let behind = label.map_or(behind, |(_, behind)| behind);
    let verb = behind.split_whitespace().next().unwrap_or_default();
    named && CODE_VERBS.contains(&verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_told_from_facts() {
        for line in [
            "`getStatus` — takes a list of ids, returns a map of them",
            "`src/engine.rs` — Runs `merge()` before the prompts are made",
            "parser.go:355 — `codes` uses it only for one shell",
            "The stale chunks may have old metadata, and the issue is likely that `levels` lacks a relation",
            "Local validation passed: `cargo fmt`, `cargo clippy`",
            "`bin/e2e.sh` — Orchestrator: starts the network, builds and cleans up",
            "`src/logger.py` 수정: 로거 계층을 사용하도록 했다",
            "외부 DB의 연결 풀 설정을 보강했습니다",
            "User triggered `/spec:create` - asked for a spec of the selector",
        ] {
            assert!(reports_progress(line), "{line}");
        }
        for line in [
            "The pre-commit hook fails because `bun test src/` picks up tests in `tmp/clones/`",
            "Root cause: `--clean` wipes `dist`, most likely to surprise whoever writes into it",
            "`EvalSymlinks` returns the path in the letter case of the disk",
            "For `@react-navigation/*`, Expo uses `^` because these are JS-only packages",
            "캐시는 `redis`에만 두기로 했습니다",
            "근본 원인: `/wiki` 스킬이 설치되지 않았다",
        ] {
            assert!(!reports_progress(line), "{line}");
        }
    }
}
