//! Reports of the assistant: most of them pass, some last.

use super::classifier::{has_proper_name, names_tool};
use super::words::{SentenceWord, is_korean};

/// Returns true if the assistant tells of a decision that is not its own.
pub(super) fn is_shared(words: &[SentenceWord]) -> bool {
    let told = words
        .iter()
        .take(4)
        .any(|word| SHARED_DECISION_WORDS.contains(&word.text) || word.text.starts_with("결정"));
    let last = words.last().map_or("", |last| last.text);
    told || REPORT_ENDINGS.iter().any(|end| last.ends_with(end))
        && (!is_change(words) || names_lasting_change(words))
}

const SHARED_DECISION_WORDS: &[&str] =
    &["we", "we've", "we'll", "we're", "user", "you", "decided", "agreed", "decision", "team"];

const REPORT_ENDINGS: &[&str] = &["했습니다", "했어요", "했다", "됐습니다", "했음"];

/// Returns true for a Korean report of a change.
fn is_change(words: &[SentenceWord]) -> bool {
    const KOREAN_CHANGE_STEMS: [&str; 10] =
        ["변경", "바꿨", "바꾸었", "바뀌었", "교체", "전환", "옮겼", "이전했", "수정", "통일"];
    words
        .last()
        .is_some_and(|last| KOREAN_CHANGE_STEMS.iter().any(|change| last.text.contains(change)))
}

/// Returns true if a change names the thing that was changed and the tool used from now on.
fn names_lasting_change(words: &[SentenceWord]) -> bool {
    let ends = |word: &SentenceWord, ends: &[&str]| ends.iter().any(|end| word.text.ends_with(end));
    let what = words.iter().any(|word| {
        is_korean(word.text) && word.text.chars().count() > 2 && ends(word, &["은", "는", "에서"])
    });
    what && words.iter().any(|word| ends(word, &["로"]) && names_tool(word.text))
}

/// Returns true if a statement of the assistant has a value that somebody will look for.
pub(super) fn is_config(words: &[SentenceWord], lower: &str, said: &str) -> bool {
    let port = lower.contains("port ") || lower.contains("포트");
    let number = words.iter().any(|word| word.text.bytes().any(|byte| byte.is_ascii_digit()));
    let named = words.first().is_some_and(|word| matches!(word.text, "the" | "your" | "our"));
    let valued = port && number || lower.contains("://") || lower.contains("version");
    let told = valued && (named || port)
        || is_kept(words, lower)
        || is_variable(lower, said)
        || number && is_set(words, lower);
    told && !is_running(words)
}

/// Returns true for a report of something that runs at this moment because it was started.
fn is_running(words: &[SentenceWord]) -> bool {
    const STARTED_WORDS: [&str; 4] = ["running", "started", "background", "restarted"];
    let korean = ["실행했", "띄웠", "시작했", "실행중"];
    words.iter().any(|word| {
        STARTED_WORDS.contains(&word.text) || korean.iter().any(|head| word.text.starts_with(head))
    }) || words.windows(2).any(|pair| pair[0].text == "실행" && pair[1].text.starts_with('중'))
}

/// Returns true for a statement about the content of a settings file.
fn is_set(words: &[SentenceWord], lower: &str) -> bool {
    const SETTINGS_EXTENSIONS: [&str; 7] =
        [".conf", ".toml", ".yaml", ".yml", ".json", ".ini", ".env"];
    let file =
        |word: &SentenceWord| SETTINGS_EXTENSIONS.iter().any(|ending| word.text.ends_with(ending));
    ["is set to", "defaults to"].iter().any(|set| lower.contains(set)) && words.iter().any(file)
}

/// Returns true for a statement about the store in which something is kept.
fn is_kept(words: &[SentenceWord], lower: &str) -> bool {
    let kept = ["stored in", "kept in", "저장됩니다", "저장된다", "저장돼", "보관됩니다"];
    kept.iter().any(|kept| lower.contains(kept)) && has_proper_name(words)
}

/// Returns true for a statement about the environment variable that something is read from.
fn is_variable(lower: &str, said: &str) -> bool {
    let read = ["read from", "loaded from", "comes from", "taken from", "에서 읽", "에서 가져"];
    let is_name = |word: &str| {
        let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let end = name.find(|c: char| !c.is_ascii()).unwrap_or(name.len());
        let name = &name[..end];
        name.len() > 3
            && name.contains('_')
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    read.iter().any(|read| lower.contains(read)) && said.split_whitespace().any(is_name)
}

/// Returns true for an instruction about the project: `To deploy, run …`.
pub(super) fn is_instruction(words: &[SentenceWord], lower: &str) -> bool {
    const POINTING_WORDS: [&str; 8] =
        ["this", "it", "that", "these", "your", "my", "확인하려면", "보려면"];
    let points = words.iter().take(6).any(|word| POINTING_WORDS.contains(&word.text));
    let runs = lower.contains(", run `")
        || lower.contains("려면") && ["실행", "돌리", "돌려"].iter().any(|run| lower.contains(run));
    runs && lower.contains('`') && !points
}
