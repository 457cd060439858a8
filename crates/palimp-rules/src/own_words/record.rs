//! Chats, histories and statutes: lines that begin with who says them and when, or with the number that they are
//! cited by.

use super::foreign_form::is_time;
use crate::words::is_korean;

/// A time of day stands among the first words of a line that names its speaker.
const MAX_HEAD_WORDS: usize = 5;
/// A speaker's name has so few words.
const MAX_NAME_WORDS: usize = 3;
/// Words that stand between a name and a time.
const DAYS: [&str; 12] =
    ["am", "pm", "at", "today", "yesterday", "오전", "오후", "오늘", "어제", "—", "-", "·"];

/// What a line begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// A speaker and a time, with the words behind them.
    Speech,
    /// The same alone on its line.
    Speaker,
    /// The number of a commit, a requirement or an article, or a label in brackets.
    Number,
    /// Anything else.
    None,
}

/// Returns the line from which on a paragraph is a chat or a list of records; none where it is neither.
pub(super) fn record_start(lines: &[&str]) -> Option<usize> {
    let heads: Vec<Head> = lines.iter().map(|line| head(line)).collect();
    let speaks = |at: usize| match heads[at] {
        Head::Speaker => heads.get(at + 1).is_some_and(|next| *next == Head::None),
        head => head == Head::Speech,
    };
    let speeches = (0..heads.len()).filter(|at| speaks(*at)).count();
    let is_chat =
        speeches > 1 || (0..heads.len()).any(|at| heads[at] == Head::Speaker && speaks(at));
    let is_list = heads.iter().filter(|head| **head == Head::Number).count() > 1;
    (is_chat || is_list).then(|| heads.iter().position(|head| *head != Head::None))?
}

fn head(line: &str) -> Head {
    let words: Vec<&str> = line.split_whitespace().take(MAX_HEAD_WORDS + 2).collect();
    let Some(first) = words.first() else { return Head::None };
    if is_number(first, words.get(1).copied().unwrap_or_default()) {
        return Head::Number;
    }
    let bare = |word: &str| word.trim_matches(['*', '[', ']', '(', ')', ',', ':']).to_lowercase();
    let Some(at) = words.iter().take(MAX_HEAD_WORDS).position(|word| is_time(&bare(word))) else {
        return Head::None;
    };
    let name: Vec<&&str> =
        words[..at].iter().filter(|word| !DAYS.contains(&&*bare(word))).collect();
    let is_name = |word: &&&str| {
        word.starts_with(|c: char| c.is_uppercase() || matches!(c, '*' | '@') || is_korean(word))
    };
    if !(1..=MAX_NAME_WORDS).contains(&name.len()) || !name.iter().all(is_name) {
        return Head::None;
    }
    match words[at + 1..].iter().all(|word| DAYS.contains(&&*bare(word))) {
        true => Head::Speaker,
        false => Head::Speech,
    }
}

/// `commit 9f31c0e`, `REQ-001`, `제5조`, `[policy-bot]`.
fn is_number(first: &str, second: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_hash = |word: &str| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.contains(is_digit)
    };
    let article = first.strip_prefix('제').and_then(|rest| rest.strip_prefix(is_digit));
    let is_article =
        article.is_some_and(|rest| rest.trim_start_matches(is_digit).starts_with('조'));
    // Without a mark behind it, `TODO-1 fix login`, a code begins a task of the user's.
    let code = first.strip_suffix([':', '.']).and_then(|code| code.split_once('-'));
    let is_code = code.is_some_and(|(letters, number)| {
        letters.len() > 1
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    // Users label their own lines, too: `[frontend] always use pnpm`.
    let is_label = first.starts_with('[') && first.ends_with("bot]");
    is_label || is_hash(first) || first == "commit" && is_hash(second) || is_article || is_code
}
