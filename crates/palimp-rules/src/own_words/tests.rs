//! Prompts with passages of others: none of them is the user's word, and each of the user's own is.

use palimp_core::activity::MessageRole;
use palimp_core::distill::{ConversationTurn, SessionProgress};
use proptest::prelude::*;

use super::own_words;
use crate::flush::flush;
use crate::{Statements, user_statements};

/// A line a prompt: its text, what others wrote of it, and what the user did.
const PASTED: &str = include_str!("pasted.tsv");

struct Case {
    prompt: String,
    foreign: Vec<&'static str>,
    own: Vec<&'static str>,
}

fn cases() -> impl Iterator<Item = Case> {
    let list = |field: &'static str| field.split(" | ").filter(|it| !it.is_empty()).collect();
    PASTED.lines().map(move |line| match *line.split('\t').collect::<Vec<_>>() {
        [prompt, foreign, own] => {
            Case { prompt: prompt.replace("\\n", "\n"), foreign: list(foreign), own: list(own) }
        }
        _ => panic!("{line}"),
    })
}

/// Returns the letters and digits of a text, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns everything that is kept of a prompt as the user's.
fn kept_as_own(prompt: &str) -> String {
    let turns = [ConversationTurn { role: MessageRole::User, text: prompt.to_owned() }];
    let mut read = vec![flush(&turns, SessionProgress::default())];
    read.extend([true, false].into_iter().flat_map(|is_first| user_statements(prompt, is_first)));
    plain(&read.join(" "))
}

#[test]
fn pasted_passage_is_nobodys_word() {
    let mut kept = Vec::new();
    for Case { prompt, foreign, .. } in cases() {
        let read = kept_as_own(&prompt);
        let mut statements = Statements::default();
        statements.add_prompt(&prompt);
        let is_kept = |said: &&str| read.contains(&plain(said)) || statements.contains_fact(said);
        kept.extend(foreign.into_iter().filter(is_kept));
    }
    assert_eq!(kept, [""; 0]);
}

#[test]
fn words_around_passage_stay_the_users() {
    let mut lost = Vec::new();
    for Case { prompt, own, .. } in cases() {
        let read = plain(&own_words(&prompt));
        lost.extend(own.into_iter().filter(|said| !read.contains(&plain(said))));
    }
    assert_eq!(lost, [""; 0]);
}

#[test]
fn quotation_of_the_users_own_stays() {
    let own =
        own_words("My boss says \"always use Jira now\" but my rule is \"never use Jira here\"");
    assert!(own.contains("never use Jira here") && !own.contains("always use Jira now"), "{own}");
}

#[test]
fn string_of_code_opens_no_fence() {
    let prompt = "SQL = \"\"\"\nselect 1\n\"\"\"\nAlways use bind variables.";
    assert!(own_words(prompt).contains("Always use bind variables."));
    let pasted = "\"\"\"\nAlways use yarn.\n\"\"\"\nWe use pnpm.";
    assert_eq!(own_words(pasted), "We use pnpm.");
}

#[test]
fn long_lines_of_marks_end() {
    for piece in
        ["\"we never do that\" ", "\"key\": \"a b c d\", ", "'a ", "Can you look at this log?\n\n"]
    {
        assert!(own_words(&piece.repeat(20_000)).len() <= piece.len() * 20_000);
    }
}

#[test]
fn prompt_without_passages_is_left_alone() {
    for prompt in [
        "[frontend] always use pnpm\n[backend] always use cargo nextest",
        "[#12] always squash\n[#13] never rebase",
        "TODO-1 fix login\nTODO-2 fix logout. Always write a test first.",
        "Fix it.\n\n  we always use pnpm here\n  and never use npm",
        "이 이슈 처리하자.\n\n커밋은 항상 영어로 쓴다. 브랜치는 main에서 딴다.",
        "이 문서 구조 바꿔줘.\n\n앞으로 제목은 항상 한글로 쓴다. 영어는 괄호에 넣는다.",
        "Rules for this repo:\n- never push to main\n- always use pnpm",
        "Here are my answers:\n1. Reject empty strings.\n2. Keep the error.",
        "Call the label \"Save and close the window\" everywhere",
        "if a < b && c > d, always log it",
        "앞으로 지켜줘:\n- 커밋은 항상 영어로",
        "Always use pnpm. Never npm. Commit in English.\n\nFollow these guidelines from now on",
        "Redesign this page.\n\nButtons are always round. Never use inline styles.",
        "Standup moves to 10:30\nThe retro stays on Fridays at 15:00",
        "커밋은 영어로 쓴다. 브랜치는 main에서 딴다. 강제 푸시는 금지.\n\n이 지침 꼭 지켜줘",
        "배포는 화요일만. 금요일은 금지. 롤백은 민수 담당.\n\n에러 로그 봐줘",
    ] {
        assert_eq!(own_words(prompt), prompt);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nothing_is_added_to_any_prompt(
        text in "((the docs say:|he said |\"|```|> |<a-b>|</a-b>|\\[10:02\\] |error: |# |\n|\n\n|never do x\\. |메일이 왔어|해줘|Regards|Dear ) ?){0,30}",
    ) {
        let own = own_words(&text);
        prop_assert!(own.lines().all(|line| line.split_whitespace().all(|word| text.contains(word))));
    }
}
