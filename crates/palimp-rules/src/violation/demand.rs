//! Rules in English that demand a way to run something: `run tests with uv run pytest`, `use pnpm`.

use super::english::{RuleScope, clause_before, is_rival, tells_of_past, token_texts};
use super::lexicon::{CONDITION_WORDS, FILLER_WORDS, RIVAL_PROGRAMS, RUNNER_COMMANDS, SCOPE_WORDS};
use super::target::{Demand, Directive};
use super::token::RuleToken;

/// Returns true if a sentence, in lower case, names a runner or one of several rivals.
pub(super) fn may_demand(lower: &str) -> bool {
    let runners = RUNNER_COMMANDS.iter().map(|runner| runner[0]);
    runners
        .chain(RIVAL_PROGRAMS.iter().flat_map(|rivals| rivals.iter().copied()))
        .any(|it| lower.contains(it))
}

/// `Always run tests with uv run pytest`: the program is run that way alone.
pub(super) fn required_runner(tokens: &[RuleToken]) -> Option<Directive> {
    const DEMAND_WORDS: [&str; 10] =
        ["use", "run", "always", "with", "via", "only", "through", "using", "must", "항상"];
    const KOREAN_RUN_VERBS: [&str; 6] = ["써", "쓴다", "돌려", "돌린다", "실행", "사용"];
    const DENIAL_WORDS: [&str; 8] =
        ["not", "never", "no", "don't", "avoid", "instead", "rather", "말고"];
    let says = tokens.iter().any(|token| {
        token.is_any_of(&DEMAND_WORDS)
            || !token.is_code && KOREAN_RUN_VERBS.iter().any(|it| token.text.starts_with(it))
    });
    if !says || tells_of_past(tokens) || tokens.iter().any(|token| token.is_any_of(CONDITION_WORDS))
    {
        return None;
    }
    let denied =
        tokens.iter().position(|token| token.is_any_of(&DENIAL_WORDS)).unwrap_or(tokens.len());
    let words: Vec<&str> =
        tokens[..denied].iter().flat_map(|token| token.text.split_whitespace()).collect();
    let runner = |at: usize| {
        let runner = RUNNER_COMMANDS.iter().find(|runner| words[at..].starts_with(runner))?;
        let program = words.get(at + runner.len())?;
        let is_name = program.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        (is_name && !program.starts_with('-')).then(|| (runner.join(" "), (*program).to_owned()))
    };
    let (runner, program) = (0..words.len()).find_map(runner)?;
    Some(Directive { demand: Demand::Through { runner, program }, scope: Vec::new() })
}

/// `Always use pnpm`: none of the programs that are used for the same.
pub(super) fn chosen_program(tokens: &[RuleToken]) -> Option<Directive> {
    let mut names = tokens.iter().filter(|token| is_rival(&token.text));
    let (Some(_), None) = (names.next(), names.next()) else { return None };
    let at = tokens.iter().position(|token| is_rival(&token.text))?;
    let clause = clause_before(tokens, at);
    let (verb, before) = clause.split_last()?;
    let sticks =
        verb.is_any_of(&["to"]) && before.last().is_some_and(|it| it.is_any_of(&["stick"]));
    let plain = before[..before.len() - usize::from(sticks)].iter();
    let is_plain = plain.clone().all(|token| {
        token.is_any_of(&[
            "always", "only", "please", "we", "i", "must", "should", "just", "and", "so",
        ])
    });
    if !(sticks || verb.is_any_of(&["use"])) || !is_plain || tells_of_past(tokens) {
        return None;
    }
    let behind = tokens.get(at + 1..).filter(|_| !tokens[at].closes).unwrap_or_default();
    // `Use pnpm workspaces` chooses no program.
    if behind
        .first()
        .is_some_and(|token| !token.is_any_of(SCOPE_WORDS) && !token.is_any_of(FILLER_WORDS))
    {
        return None;
    }
    let scope = token_texts(RuleScope::from_tokens(behind).tokens.get(1..).unwrap_or_default());
    Some(Directive { demand: Demand::Choose(tokens[at].text.clone()), scope })
}
