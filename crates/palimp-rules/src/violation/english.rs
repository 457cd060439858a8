//! Rules in English: `never npm`, `use pnpm, not npm`, `npm is forbidden`, `run tests with uv run pytest`.

use super::lexicon::{
    ADDRESSEE_WORDS, CHOICE_VERBS, CONDITION_WORDS, EMPTY_VERBS, EVERYWHERE_WORDS, FILLER_WORDS,
    PAST_WORDS, PHRASE_ENDS, QUALIFIER_WORDS, REPORT_WORDS, RIVAL_PROGRAMS, RULE_OPENINGS,
    RUN_VERBS, SCOPE_WORDS,
};
use super::target::{Demand, Directive, RuleTarget};
use super::token::RuleToken;

/// Words that may turn against what follows.
const NEGATION_WORDS: [&str; 12] = [
    "never", "avoid", "don't", "dont", "mustn't", "shouldn't", "not", "no", "instead", "rather",
    "over", "place",
];
/// Words that may turn against what they follow, and those that do behind `not`.
const FORBIDDEN_WORDS: [&str; 6] =
    ["forbidden", "banned", "prohibited", "disallowed", "off-limits", "verboten"];
const DENIABLE_VERBS: [&str; 5] = ["allowed", "permitted", "used", "run", "called"];

/// The directives of a sentence.
pub(super) fn english_directives(tokens: &[RuleToken]) -> Vec<Directive> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].is_any_of(&NEGATION_WORDS)
            && let Some((from, is_named)) =
                forbidden_phrase_start(tokens, at, clause_before(tokens, at))
        {
            found.extend(forbidding_directives(tokens, from, is_named, &scope_before(tokens, at)));
        } else if is_forbidden(tokens, at) || tokens[at].is_any_of(&DENIABLE_VERBS) {
            found.extend(passive_directive(tokens, at, clause_before(tokens, at)));
        }
    }
    found
}

/// Returns true for a word that says that something is forbidden, or the end of `off limits`.
fn is_forbidden(tokens: &[RuleToken], at: usize) -> bool {
    let is_off = || at > 0 && tokens[at - 1].is_any_of(&["off"]);
    tokens[at].is_any_of(&FORBIDDEN_WORDS) || tokens[at].is_any_of(&["limits"]) && is_off()
}

/// The tokens of the clause before a token.
pub(super) fn clause_before(tokens: &[RuleToken], at: usize) -> &[RuleToken] {
    let start = tokens[..at].iter().rposition(|token| token.closes).map_or(0, |at| at + 1);
    &tokens[start..at]
}

/// Returns the start of the phrase that the words at `at` forbid, and true if they say that it
/// names a command.
fn forbidden_phrase_start(
    tokens: &[RuleToken],
    at: usize,
    clause: &[RuleToken],
) -> Option<(usize, bool)> {
    let next = |any: &[&str]| tokens.get(at + 1).is_some_and(|it| it.is_any_of(any));
    if let Some(from) = denied_phrase_start(tokens, at, clause) {
        return Some((from, false));
    }
    let token = &tokens[at];
    if tells_of_past(tokens) || is_report(tokens) {
        return None;
    }
    let in_place =
        token.is_any_of(&["place"]) && clause.last().is_some_and(|it| it.is_any_of(&["in"]));
    let instead = (token.is_any_of(&["instead"]) || in_place) && next(&["of"])
        || token.is_any_of(&["rather"]) && next(&["than"]);
    if instead && (names_command(tokens) || is_choice(tokens)) {
        return Some((at + 2, is_choice(tokens)));
    }
    let over = token.is_any_of(&["over"])
        && tokens[..at].iter().any(|it| it.is_any_of(&["prefer", "prefers"]));
    // Before a comma or a colon, `not` speaks of what stands behind it: ``not `npm`: use `pnpm` ``.
    let opens = clause.is_empty() && tokens.get(at + 1).is_some_and(|it| it.is_code);
    let before = &tokens[..at];
    let turned_down = token.is_any_of(&["not"])
        && (opens || names_command(before) || is_choice(before))
        && !next(&["to"]);
    (over || turned_down).then_some((at + 1, is_choice(before)))
}

/// Returns the start of the phrase that `never`, `do not` or `no` forbids, if the speaker forbids
/// it: other subjects tell what they do.
fn denied_phrase_start(tokens: &[RuleToken], at: usize, clause: &[RuleToken]) -> Option<usize> {
    let next = |any: &[&str]| tokens.get(at + 1).is_some_and(|it| it.is_any_of(any));
    let token = &tokens[at];
    let is_modal = |it: &RuleToken| it.is_any_of(&["do", "must", "should"]);
    let modal = clause.last().is_some_and(is_modal);
    let subject = &clause[..clause.len() - usize::from(modal)];
    let speaks = subject
        .iter()
        .all(|token| token.is_any_of(ADDRESSEE_WORDS) || token.is_any_of(FILLER_WORDS));
    let denies = token.is_any_of(&["never", "avoid", "don't", "dont", "mustn't", "shouldn't"])
        || token.is_any_of(&["not"]) && modal;
    match () {
        // Behind a comma, the sentence says who speaks.
        () if clause.is_empty() && (!may_open(tokens, at) || is_report(&tokens[..at])) => None,
        () if denies && speaks => Some(at + 1 + wish_length(&tokens[at + 1..])),
        () if token.is_any_of(&["no"]) && next(&["longer"]) && speaks => Some(at + 2),
        () if token.is_any_of(&["no"]) && speaks && !next(&["longer", "need", "one"]) => {
            Some(at + 1)
        }
        () => None,
    }
}

/// Number of words that express a wish: `never want you to use npm`.
fn wish_length(tokens: &[RuleToken]) -> usize {
    let wants = tokens.first().is_some_and(|token| token.is_any_of(&["want", "wants"]));
    let end = tokens.iter().take(4).position(|token| token.is_any_of(&["to"]));
    if wants { end.map_or(0, |at| at + 1) } else { 0 }
}

pub(super) fn tells_of_past(tokens: &[RuleToken]) -> bool {
    tokens.iter().any(|token| token.is_any_of(PAST_WORDS))
}

/// Returns true if a sentence tells what was changed or found.
fn is_report(tokens: &[RuleToken]) -> bool {
    tokens.iter().take(3).any(|token| token.is_any_of(REPORT_WORDS))
}

/// Returns true if a rule may stand behind the beginning of its sentence, because it names its
/// addressee or what to do; `Branches use the index, never git` tells how something works.
fn may_open(tokens: &[RuleToken], at: usize) -> bool {
    let is_label = |at: usize| tokens[at].closes && tokens[at].ends_label;
    let start = (0..at).rev().find(|&at| is_label(at)).map_or(0, |at| at + 1);
    let first = &tokens[start];
    start == at
        || first.is_code
        || first.is_any_of(RULE_OPENINGS)
        || first.is_any_of(ADDRESSEE_WORDS)
        || first.is_any_of(FILLER_WORDS)
        || tokens[start..at].iter().any(|token| is_rival(&token.text))
}

/// Returns true if tokens name a command that is used.
fn names_command(tokens: &[RuleToken]) -> bool {
    tokens.iter().any(|token| token.is_code || is_rival(&token.text))
}

/// Returns true if a verb among the tokens says that something is used.
fn is_choice(tokens: &[RuleToken]) -> bool {
    tokens.iter().any(|token| token.is_any_of(CHOICE_VERBS))
}

pub(super) fn is_rival(name: &str) -> bool {
    RIVAL_PROGRAMS.iter().any(|rivals| rivals.contains(&name))
}

/// The directives against the phrase that begins at `from`.
fn forbidding_directives(
    tokens: &[RuleToken],
    from: usize,
    is_named: bool,
    around: &[String],
) -> Vec<Directive> {
    let rest = &tokens[from.min(tokens.len())..];
    let is_empty =
        |token: &&RuleToken| token.is_any_of(FILLER_WORDS) || token.is_any_of(EMPTY_VERBS);
    let rest = &rest[rest.iter().take_while(is_empty).count()..];
    let has_verb = rest.first().is_some_and(|token| token.is_any_of(RUN_VERBS)) && rest.len() > 1;
    let rest = &rest[usize::from(has_verb)..];
    let Some((phrases, behind)) = split_phrases(rest) else { return Vec::new() };
    let scope = RuleScope::from_tokens(behind);
    let is_named = is_named || has_verb;
    let target = |phrase: &Vec<RuleToken>| scope.narrow_target(phrase, is_named);
    let targets = phrases.iter().filter_map(target);
    let never = |(target, scope): (RuleTarget, Vec<String>)| Directive {
        demand: Demand::Never(target),
        scope: around.iter().cloned().chain(scope).collect(),
    };
    targets.map(never).collect()
}

/// The phrases that stand side by side at the beginning, and what stands behind them in the clause; none
/// where that says of which one they speak.
fn split_phrases(rest: &[RuleToken]) -> Option<(Vec<Vec<RuleToken>>, &[RuleToken])> {
    let mut phrases: Vec<Vec<RuleToken>> = vec![Vec::new()];
    for (at, token) in rest.iter().enumerate() {
        if token.is_any_of(QUALIFIER_WORDS) {
            return None;
        }
        if token.is_any_of(SCOPE_WORDS)
            || token.is_any_of(PHRASE_ENDS)
            || token.is_code && token.text.starts_with('@')
        {
            return Some((phrases, &rest[at..]));
        }
        if token.is_any_of(&["and", "or", "nor"]) {
            if !goes_on(rest, at + 1) {
                let mut others = rest[at + 1..].iter().take_while(|it| !it.closes);
                let says_which = others.any(|it| it.is_any_of(QUALIFIER_WORDS));
                return (!says_which).then_some((phrases, &[]));
            }
            phrases.push(Vec::new());
            continue;
        }
        let slashed = token.text.split('/').filter(|name| is_rival(name)).count() > 1;
        if slashed && !token.is_code {
            let names: Vec<RuleToken> =
                token.text.split('/').map(|name| token.with_name(name)).collect();
            phrases = names.into_iter().map(|name| vec![name]).collect();
        } else {
            phrases.last_mut()?.push(token.clone());
        }
        if token.closes {
            if !is_list(&rest[at + 1..]) {
                return Some((phrases, &[]));
            }
            phrases.push(Vec::new());
        }
    }
    Some((phrases, &[]))
}

/// Returns true if another command follows an `or`, and no other thing to do.
fn goes_on(rest: &[RuleToken], at: usize) -> bool {
    rest.get(at).is_some_and(|token| {
        let target = || RuleTarget::from_phrase(std::slice::from_ref(token), false);
        token.is_code || is_rival(&token.text) || target().is_some_and(|target| target.is_git())
    })
}

/// Returns true if a comma parts the names of a list: `npm, yarn or bun`.
fn is_list(rest: &[RuleToken]) -> bool {
    let is_name = |token: &RuleToken| token.is_code || is_rival(&token.text);
    let end = rest.iter().position(|token| !is_name(token)).unwrap_or(rest.len());
    end > 0 && rest.get(end).is_some_and(|token| token.is_any_of(&["or", "nor"]))
}

/// Tokens behind a phrase in its clause.
pub(super) struct RuleScope<'t> {
    pub(super) tokens: &'t [RuleToken],
}

impl<'t> RuleScope<'t> {
    pub(super) fn from_tokens(behind: &'t [RuleToken]) -> RuleScope<'t> {
        let is_scope = behind.first().is_some_and(|token| token.is_any_of(SCOPE_WORDS));
        let end = behind.iter().position(|token| token.closes).map_or(behind.len(), |at| at + 1);
        let end =
            behind[..end].iter().position(|token| token.is_any_of(PHRASE_ENDS)).unwrap_or(end);
        RuleScope { tokens: if is_scope { &behind[..end] } else { &[] } }
    }

    /// The target of a phrase in this scope, and the words that narrow it.
    fn narrow_target(
        &self,
        phrase: &[RuleToken],
        is_named: bool,
    ) -> Option<(RuleTarget, Vec<String>)> {
        let (by, tool) = match self.tokens {
            [by, tool, ..] => (by, tool),
            _ => return Some((RuleTarget::from_phrase(phrase, is_named)?, Vec::new())),
        };
        let means = by.is_any_of(&["with", "via", "by", "using", "through"]);
        if means && (tool.is_code || is_rival(&tool.text)) {
            return Some((through_tool(phrase, tool)?, Vec::new()));
        }
        let target = RuleTarget::from_phrase(phrase, is_named)?;
        let words = token_texts(&self.tokens[1..]);
        let mut names = words.iter().filter(|word| !EVERYWHERE_WORDS.contains(&word.as_str()));
        let on_branch = by.is_any_of(&["to", "on", "onto", "into", "in"]) && target.is_git();
        match (names.next(), names.next()) {
            (Some(branch), None) if on_branch => Some((target.on_branch(branch), Vec::new())),
            _ => Some((target, words)),
        }
    }
}

/// `Don't install packages with npm`: the program, and what it is used for.
fn through_tool(phrase: &[RuleToken], tool: &RuleToken) -> Option<RuleTarget> {
    const SUBCOMMAND_VERBS: [(&str, &str); 8] = [
        ("install", "install"),
        ("add", "add"),
        ("build", "build"),
        ("test", "test"),
        ("tests", "test"),
        ("publish", "publish"),
        ("deploy", "deploy"),
        ("format", "format"),
    ];
    let Some(first) = phrase.first() else {
        return RuleTarget::from_phrase(std::slice::from_ref(tool), true);
    };
    let (_, subcommand) = SUBCOMMAND_VERBS.iter().find(|(verb, _)| first.is_any_of(&[*verb]))?;
    Some(RuleTarget::with_subcommand(&tool.written.first()?.to_lowercase(), subcommand))
}

pub(super) fn token_texts(tokens: &[RuleToken]) -> Vec<String> {
    tokens.iter().map(|token| token.text.clone()).collect()
}

/// The scope that stands before a rule: `On CI, never use npm`, `CI: no npm`.
fn scope_before(tokens: &[RuleToken], at: usize) -> Vec<String> {
    const ENVIRONMENT_NAMES: [&str; 8] =
        ["ci", "prod", "production", "staging", "windows", "macos", "docker", "linux"];
    let before = &tokens[..at];
    let Some(end) = before.iter().rposition(|token| token.closes) else { return Vec::new() };
    let clause = &before[..=end];
    let is_scope = clause[0].is_any_of(&["in", "on", "for", "at", "during", "inside", "while"]);
    let scope = if is_scope { token_texts(&clause[1..]) } else { token_texts(clause) };
    let narrows = |word: &String| is_scope || ENVIRONMENT_NAMES.contains(&word.as_str());
    scope.into_iter().filter(narrows).collect()
}

/// `npm is forbidden`, `yarn must not be used`.
fn passive_directive(tokens: &[RuleToken], at: usize, clause: &[RuleToken]) -> Option<Directive> {
    let token = &tokens[at];
    let before = |back: usize| clause.len().checked_sub(back).map(|at| &clause[at]);
    let denies = |back: usize| before(back).is_some_and(|it| it.is_any_of(&["not", "never"]));
    let is_denied = token.is_any_of(&DENIABLE_VERBS)
        && (denies(1) || before(1).is_some_and(|it| it.is_any_of(&["be"])) && denies(2));
    let verb =
        clause.iter().position(|it| it.is_any_of(&["is", "are", "must", "should", "may"]))?;
    if !(is_forbidden(tokens, at) || is_denied)
        || clause.iter().any(|it| it.is_any_of(CONDITION_WORDS))
    {
        return None;
    }
    let target = RuleTarget::from_phrase(&clause[..verb], true)?;
    let behind = tokens.get(at + 1..).filter(|_| !token.closes).unwrap_or_default();
    // `Must never be run by you` narrows nothing.
    let behind = &behind[2 * usize::from(
        behind.first().is_some_and(|it| it.is_any_of(&["by"])) && behind.len() > 1,
    )..];
    let scope = token_texts(RuleScope::from_tokens(behind).tokens.get(1..).unwrap_or_default());
    Some(Directive { demand: Demand::Never(target), scope })
}

impl RuleToken {
    /// The same token with another name.
    fn with_name(&self, name: &str) -> RuleToken {
        RuleToken { text: name.to_owned(), written: vec![name.to_owned()], ..self.clone() }
    }
}
