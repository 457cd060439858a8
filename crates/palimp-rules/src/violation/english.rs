//! Rules in English: `never npm`, `use pnpm, not npm`, `npm is forbidden`, `run tests with uv run pytest`.

use super::lexicon::{
    CHOICES, CONDITIONS, DO, ENDS, EVERYWHERE, FILLERS, OPENINGS, PAST, QUALIFIERS, REPORTS,
    RIVALS, RUN, SCOPES, SUBJECTS,
};
use super::target::{Demand, Directive, Target};
use super::token::Token;

/// Words that may turn against what follows.
const MARKS: [&str; 11] = [
    "never", "avoid", "don't", "dont", "mustn't", "shouldn't", "not", "no", "instead", "rather",
    "over",
];
/// Words that may turn against what they follow, and those that do behind `not`.
const FORBIDDEN: [&str; 6] =
    ["forbidden", "banned", "prohibited", "disallowed", "off-limits", "verboten"];
const DENIED: [&str; 5] = ["allowed", "permitted", "used", "run", "called"];

/// The directives of a sentence.
pub(super) fn directives(tokens: &[Token]) -> Vec<Directive> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].is(&MARKS)
            && let Some((from, is_named)) = cue(tokens, at, clause_before(tokens, at))
        {
            found.extend(forbidden(tokens, from, is_named, &scope_before(tokens, at)));
        } else if tokens[at].is(&FORBIDDEN) || tokens[at].is(&DENIED) {
            found.extend(passive(tokens, at, clause_before(tokens, at)));
        }
    }
    found
}

/// The tokens of the clause before a token.
pub(super) fn clause_before(tokens: &[Token], at: usize) -> &[Token] {
    let start = tokens[..at].iter().rposition(|token| token.closes).map_or(0, |at| at + 1);
    &tokens[start..at]
}

/// Where a phrase begins that is forbidden by the words at `at`, and whether they say that it names a
/// command.
fn cue(tokens: &[Token], at: usize, clause: &[Token]) -> Option<(usize, bool)> {
    let next = |any: &[&str]| tokens.get(at + 1).is_some_and(|it| it.is(any));
    if let Some(from) = denial(tokens, at, clause) {
        return Some((from, false));
    }
    let token = &tokens[at];
    if tells_of_past(tokens) || reports(tokens) {
        return None;
    }
    let instead =
        token.is(&["instead"]) && next(&["of"]) || token.is(&["rather"]) && next(&["than"]);
    if instead && (chooses(tokens) || is_choice(tokens)) {
        return Some((at + 2, is_choice(tokens)));
    }
    let over = token.is(&["over"]) && tokens[..at].iter().any(|it| it.is(&["prefer", "prefers"]));
    // Before a comma or a colon, `not` speaks of what stands behind it: ``not `npm`: use `pnpm` ``.
    let opens = clause.is_empty() && tokens.get(at + 1).is_some_and(|it| it.is_code);
    let before = &tokens[..at];
    let turned_down =
        token.is(&["not"]) && (opens || chooses(before) || is_choice(before)) && !next(&["to"]);
    (over || turned_down).then_some((at + 1, is_choice(before)))
}

/// Where the phrase begins that `never`, `do not` or `no` forbids, where the speaker forbids it: other
/// subjects tell what they do.
fn denial(tokens: &[Token], at: usize, clause: &[Token]) -> Option<usize> {
    let next = |any: &[&str]| tokens.get(at + 1).is_some_and(|it| it.is(any));
    let token = &tokens[at];
    let is_modal = |it: &Token| it.is(&["do", "must", "should"]);
    let modal = clause.last().is_some_and(is_modal);
    let subject = &clause[..clause.len() - usize::from(modal)];
    let speaks = subject.iter().all(|token| token.is(SUBJECTS) || token.is(FILLERS));
    let denies = token.is(&["never", "avoid", "don't", "dont", "mustn't", "shouldn't"])
        || token.is(&["not"]) && modal;
    match () {
        // Behind a comma, the sentence says who speaks.
        () if clause.is_empty() && (!may_open(tokens, at) || reports(&tokens[..at])) => None,
        () if denies && speaks => Some(at + 1 + wish(&tokens[at + 1..])),
        () if token.is(&["no"]) && next(&["longer"]) && speaks => Some(at + 2),
        () if token.is(&["no"]) && clause.is_empty() && !next(&["longer", "need", "one"]) => {
            Some(at + 1)
        }
        () => None,
    }
}

/// How many words say that somebody wants it so: `never want you to use npm`.
fn wish(tokens: &[Token]) -> usize {
    let wants = tokens.first().is_some_and(|token| token.is(&["want", "wants"]));
    let end = tokens.iter().take(4).position(|token| token.is(&["to"]));
    if wants { end.map_or(0, |at| at + 1) } else { 0 }
}

pub(super) fn tells_of_past(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is(PAST))
}

/// Whether a sentence tells what was changed or found.
fn reports(tokens: &[Token]) -> bool {
    tokens.iter().take(3).any(|token| token.is(REPORTS))
}

/// Whether a rule may stand behind the beginning of its sentence: that names who it is for, or what to do;
/// `Branches use the index, never git` tells how something works.
fn may_open(tokens: &[Token], at: usize) -> bool {
    let is_label = |at: usize| tokens[at].closes && tokens[at].ends_label;
    let start = (0..at).rev().find(|&at| is_label(at)).map_or(0, |at| at + 1);
    let first = &tokens[start];
    start == at
        || first.is_code
        || first.is(OPENINGS)
        || first.is(SUBJECTS)
        || first.is(FILLERS)
        || tokens[start..at].iter().any(|token| is_rival(&token.text))
}

/// Whether tokens name a command that is used.
fn chooses(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_code || is_rival(&token.text))
}

/// Whether tokens say by a verb that something is used.
fn is_choice(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is(CHOICES))
}

pub(super) fn is_rival(name: &str) -> bool {
    RIVALS.iter().any(|rivals| rivals.contains(&name))
}

/// The directives against the phrase that begins at `from`.
fn forbidden(tokens: &[Token], from: usize, is_named: bool, around: &[String]) -> Vec<Directive> {
    let rest = &tokens[from.min(tokens.len())..];
    let is_empty = |token: &&Token| token.is(FILLERS) || token.is(DO);
    let rest = &rest[rest.iter().take_while(is_empty).count()..];
    let has_verb = rest.first().is_some_and(|token| token.is(RUN)) && rest.len() > 1;
    let rest = &rest[usize::from(has_verb)..];
    let Some((phrases, behind)) = phrases(rest) else { return Vec::new() };
    let scope = Scope::of(behind);
    let is_named = is_named || has_verb;
    let target = |phrase: &Vec<Token>| scope.narrowed(phrase, is_named);
    let targets = phrases.iter().filter_map(target);
    let never = |(target, scope): (Target, Vec<String>)| Directive {
        demand: Demand::Never(target),
        scope: around.iter().cloned().chain(scope).collect(),
    };
    targets.map(never).collect()
}

/// The phrases that stand side by side at the beginning, and what stands behind them in the clause; none
/// where that says of which one they speak.
fn phrases(rest: &[Token]) -> Option<(Vec<Vec<Token>>, &[Token])> {
    let mut phrases: Vec<Vec<Token>> = vec![Vec::new()];
    for (at, token) in rest.iter().enumerate() {
        if token.is(QUALIFIERS) {
            return None;
        }
        if token.is(SCOPES) || token.is(ENDS) || token.is_code && token.text.starts_with('@') {
            return Some((phrases, &rest[at..]));
        }
        if token.is(&["and", "or", "nor"]) {
            if !goes_on(rest, at + 1) {
                let mut others = rest[at + 1..].iter().take_while(|it| !it.closes);
                let says_which = others.any(|it| it.is(QUALIFIERS));
                return (!says_which).then_some((phrases, &[]));
            }
            phrases.push(Vec::new());
            continue;
        }
        let slashed = token.text.split('/').filter(|name| is_rival(name)).count() > 1;
        if slashed && !token.is_code {
            let names: Vec<Token> = token.text.split('/').map(|name| token.called(name)).collect();
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

/// Whether behind an `or` another command stands, and no other thing to do.
fn goes_on(rest: &[Token], at: usize) -> bool {
    rest.get(at).is_some_and(|token| {
        let target = || Target::of(std::slice::from_ref(token), false);
        token.is_code || is_rival(&token.text) || target().is_some_and(|target| target.is_git())
    })
}

/// Whether a comma parts the names of a list: `npm, yarn or bun`.
fn is_list(rest: &[Token]) -> bool {
    let is_name = |token: &Token| token.is_code || is_rival(&token.text);
    let end = rest.iter().position(|token| !is_name(token)).unwrap_or(rest.len());
    end > 0 && rest.get(end).is_some_and(|token| token.is(&["or", "nor"]))
}

/// What stands behind a phrase in its clause.
pub(super) struct Scope<'t> {
    pub(super) tokens: &'t [Token],
}

impl<'t> Scope<'t> {
    pub(super) fn of(behind: &'t [Token]) -> Scope<'t> {
        let is_scope = behind.first().is_some_and(|token| token.is(SCOPES));
        let end = behind.iter().position(|token| token.closes).map_or(behind.len(), |at| at + 1);
        let end = behind[..end].iter().position(|token| token.is(ENDS)).unwrap_or(end);
        Scope { tokens: if is_scope { &behind[..end] } else { &[] } }
    }

    /// The target of a phrase in this scope, and the words that narrow it.
    fn narrowed(&self, phrase: &[Token], is_named: bool) -> Option<(Target, Vec<String>)> {
        let (by, tool) = match self.tokens {
            [by, tool, ..] => (by, tool),
            _ => return Some((Target::of(phrase, is_named)?, Vec::new())),
        };
        let means = by.is(&["with", "via", "by", "using", "through"]);
        if means && (tool.is_code || is_rival(&tool.text)) {
            return Some((through_tool(phrase, tool)?, Vec::new()));
        }
        let target = Target::of(phrase, is_named)?;
        let words = words(&self.tokens[1..]);
        let mut names = words.iter().filter(|word| !EVERYWHERE.contains(&word.as_str()));
        let on_branch = by.is(&["to", "on", "onto", "into", "in"]) && target.is_git();
        match (names.next(), names.next()) {
            (Some(branch), None) if on_branch => Some((target.on_branch(branch), Vec::new())),
            _ => Some((target, words)),
        }
    }
}

/// `Don't install packages with npm`: the program, and what it is used for.
fn through_tool(phrase: &[Token], tool: &Token) -> Option<Target> {
    const VERBS: [(&str, &str); 8] = [
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
        return Target::of(std::slice::from_ref(tool), true);
    };
    let (_, subcommand) = VERBS.iter().find(|(verb, _)| first.is(&[*verb]))?;
    Some(Target::program(&tool.written.first()?.to_lowercase(), subcommand))
}

pub(super) fn words(tokens: &[Token]) -> Vec<String> {
    tokens.iter().map(|token| token.text.clone()).collect()
}

/// The scope that stands before a rule: `On CI, never use npm`, `CI: no npm`.
fn scope_before(tokens: &[Token], at: usize) -> Vec<String> {
    const PLACES: [&str; 8] =
        ["ci", "prod", "production", "staging", "windows", "macos", "docker", "linux"];
    let before = &tokens[..at];
    let Some(end) = before.iter().rposition(|token| token.closes) else { return Vec::new() };
    let clause = &before[..=end];
    let is_scope = clause[0].is(&["in", "on", "for", "at", "during", "inside", "while"]);
    let scope = if is_scope { words(&clause[1..]) } else { words(clause) };
    let narrows = |word: &String| is_scope || PLACES.contains(&word.as_str());
    scope.into_iter().filter(narrows).collect()
}

/// `npm is forbidden`, `yarn must not be used`.
fn passive(tokens: &[Token], at: usize, clause: &[Token]) -> Option<Directive> {
    let token = &tokens[at];
    let before = |back: usize| clause.len().checked_sub(back).map(|at| &clause[at]);
    let denies = |back: usize| before(back).is_some_and(|it| it.is(&["not", "never"]));
    let is_denied =
        token.is(&DENIED) && (denies(1) || before(1).is_some_and(|it| it.is(&["be"])) && denies(2));
    let verb = clause.iter().position(|it| it.is(&["is", "are", "must", "should", "may"]))?;
    if !(token.is(&FORBIDDEN) || is_denied) || clause.iter().any(|it| it.is(CONDITIONS)) {
        return None;
    }
    let target = Target::of(&clause[..verb], true)?;
    let behind = tokens.get(at + 1..).filter(|_| !token.closes).unwrap_or_default();
    // `Must never be run by you` narrows nothing.
    let behind = &behind
        [2 * usize::from(behind.first().is_some_and(|it| it.is(&["by"])) && behind.len() > 1)..];
    let scope = words(Scope::of(behind).tokens.get(1..).unwrap_or_default());
    Some(Directive { demand: Demand::Never(target), scope })
}

impl Token {
    /// The same token with another name.
    fn called(&self, name: &str) -> Token {
        Token { text: name.to_owned(), written: vec![name.to_owned()], ..self.clone() }
    }
}
