//! What is kept of single lines, and what holds of whatever is kept.

use palimp_core::activity::MessageRole;
use palimp_core::distill::{ConversationTurn, SKIP_ANSWER, SessionProgress};
use proptest::prelude::*;

use super::budget::remaining_lines;
use crate::Statements;
use crate::flush::flush;
use crate::reflect::{FactCategory, Voice, lasting_category, stands_alone, taken_apart};

/// A line a case: whether it lasts, who says it, and the words.
const LINES: &str = include_str!("lines.tsv");

fn turn(role: MessageRole, text: &str) -> ConversationTurn {
    ConversationTurn { role, text: text.to_owned() }
}

/// What becomes of `line` when `who` says it in a session: it lasts, is only in the session's digest,
/// or is not kept.
fn kept(who: &str, line: &str) -> &'static str {
    let (turns, voice) = match who {
        "user" => (vec![turn(MessageRole::User, line)], Voice::User),
        _ => (
            vec![turn(MessageRole::User, "go on"), turn(MessageRole::Assistant, line)],
            Voice::Agent,
        ),
    };
    let kept = flush(&turns, SessionProgress::default());
    let mut facts =
        kept.lines().filter(|line| *line != SKIP_ANSWER).map(|line| taken_apart(&line[2..]));
    let lasts =
        |(topic, fact)| lasting_category(voice, topic, fact, false) != FactCategory::Nowhere;
    match kept == SKIP_ANSWER {
        true => "no",
        false if facts.any(lasts) => "lasting",
        false => "digest",
    }
}

#[test]
fn what_lasts_is_told_from_what_passes() {
    let mut wrong = Vec::new();
    for case in LINES.lines() {
        let [expect, who, line] = case.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let kept = kept(who, line);
        if kept != expect {
            wrong.push(format!("{kept}, not {case}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_line_stands_alone_or_not() {
    for (line, expect) in [
        ("`--wait` is 30 seconds by default", true),
        ("[flags]: `--wait` is 30 seconds by default", true),
        ("The cause was:", false),
        ("It is 30 seconds by default", false),
        ("I'd set `--wait` to 30 seconds", false),
        ("`--wait` is set in commit 4f3c2b1", false),
        ("기본 대기 시간은 30초이다", true),
        ("이것은 30초이다", false),
        ("기본값은 다음과 같다:", false),
    ] {
        assert_eq!(stands_alone(line), expect, "{line}");
    }
}

#[test]
fn a_session_leaves_as_many_lines_as_it_is_long() {
    let lines = |exchanges, calls, kept| {
        remaining_lines(exchanges, &SessionProgress { calls, ..SessionProgress::default() }, kept)
    };
    assert_eq!([lines(0, 0, 0), lines(1, 0, 0), lines(5, 0, 0), lines(5, 48, 0)], [1, 1, 2, 5]);
    assert_eq!([lines(100, 0, 0), lines(5, 48, 4), lines(5, 0, 9)], [14, 1, 0]);
}

#[test]
fn what_was_kept_before_is_not_kept_again_and_counts() {
    let cause = "The tests hang because `teardown.ts` never closes the connection pool.";
    let turns = [turn(MessageRole::User, "why?"), turn(MessageRole::Assistant, cause)];
    let first = flush(&turns, SessionProgress::default());
    let kept: Vec<String> = first.lines().map(|line| line[2..].to_owned()).collect();
    assert_eq!(kept.len(), 1, "{first}");
    let longer = SessionProgress { exchanges: 20, kept: &kept, ..SessionProgress::default() };
    assert_eq!(flush(&turns, longer), SKIP_ANSWER);
    let other = "The build fails because `CI_TOKEN` is unset on forks of the repository.";
    let turns = [turn(MessageRole::User, "why?"), turn(MessageRole::Assistant, other)];
    assert!(flush(&turns, longer).contains("CI_TOKEN"));
    assert_eq!(
        flush(&turns, SessionProgress { kept: &kept, ..SessionProgress::default() }),
        SKIP_ANSWER
    );
}

#[test]
fn the_newer_of_two_in_one_conversation_is_kept() {
    for (older, newer, gone) in [
        ("The database is MySQL 8.", "The database is Postgres 16.", "MySQL"),
        ("배포는 금요일에 하자.", "배포는 목요일에 하자.", "금요일"),
    ] {
        let kept = flush(
            &[turn(MessageRole::User, older), turn(MessageRole::User, newer)],
            SessionProgress::default(),
        );
        assert!(!kept.contains(gone) && kept != SKIP_ANSWER, "{kept}");
    }
}

#[test]
fn what_makes_an_earlier_line_untrue_always_has_room() {
    let kept = ["[database]: The staging database is MySQL 8".to_owned()];
    let so_far = SessionProgress { exchanges: 1, kept: &kept, ..SessionProgress::default() };
    let newer = flush(&[turn(MessageRole::User, "The staging database is Postgres 16.")], so_far);
    assert!(newer.contains("Postgres 16"), "{newer}");
    let other = flush(&[turn(MessageRole::User, "The web app runs on port 3000.")], so_far);
    assert_eq!(other, SKIP_ANSWER);
}

/// How long an answer may be before it is refused, in characters.
const LONGEST: usize = 8_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_kept_was_said_and_is_not_too_much(
        pieces in prop::collection::vec(
            "(never |always |the cause is |because |`[a-z]{3,9}Id` |must |use |port 80 |항상 |말고 |원인은 |pnpm |[a-z]{3,9} |\\. |\n- |: |\n\n){1,30}",
            1..40,
        ),
        calls in 0usize..2_000,
    ) {
        let role = |at: usize| if at.is_multiple_of(2) { MessageRole::User } else { MessageRole::Assistant };
        let turns: Vec<ConversationTurn> = pieces.iter().enumerate().map(|(at, text)| turn(role(at), text)).collect();
        let mut said = Statements::default();
        turns.iter().for_each(|turn| said.add_text(&turn.text));
        let kept = flush(&turns, SessionProgress { calls, ..SessionProgress::default() });
        prop_assert!(kept.chars().count() <= LONGEST);
        for line in kept.lines().filter(|line| *line != SKIP_ANSWER) {
            let (_, fact) = taken_apart(&line[2..]);
            prop_assert!(fact.ends_with('…') || said.contains_fact(fact), "{}", fact);
        }
        let orders = kept.lines().filter(|line| *line != SKIP_ANSWER && crate::flush::is_order(&line[2..]));
        let others = kept.lines().filter(|line| *line != SKIP_ANSWER).count() - orders.count();
        let so_far = SessionProgress { calls, ..SessionProgress::default() };
        let most = remaining_lines(turns.len().div_ceil(2), &so_far, 0);
        prop_assert!(others <= most, "{} of {}", others, most);
    }

    #[test]
    fn every_text_is_cut_and_weighed(text in "(?s).{0,300}") {
        for unit in super::units::split_explained_units(&text) {
            let seen = super::keep_score::PieceFeatures::from_text(&unit.text);
            prop_assert!(seen.total_worth(&unit.head, super::keep_score::PieceSource::Reply).is_finite());
            stands_alone(&unit.text);
            prop_assert!(!unit.standalone_text().contains('\n'));
        }
        for voice in [Voice::User, Voice::Agent, Voice::AgentExtra, Voice::Retold] {
            lasting_category(voice, "", &text, false);
        }
    }
}
