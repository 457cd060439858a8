//! Rules in English: `never npm`, `use pnpm, not npm`, `npm is forbidden`, `run tests with uv run pytest`.

use super::lexicon::{
    CONDITIONS, ENDS, EVERYWHERE, FILLERS, PAST, QUALIFIERS, RIVALS, RUN, RUNNERS, SCOPES, SUBJECTS,
};
use super::target::{Demand, Directive, Target};
use super::token::Token;

/// The directives of a sentence.
pub(super) fn directives(tokens: &[Token]) -> Vec<Directive> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let clause = clause_before(tokens, at);
        if let Some((from, is_named)) = cue(tokens, at, clause) {
            found.extend(forbidden(tokens, from, is_named, &scope_before(tokens, at)));
        }
        found.extend(passive(tokens, at, clause));
    }
    found.extend(through(tokens));
    found.extend(chosen(tokens));
    found
}

/// The tokens of the clause before a token.
fn clause_before(tokens: &[Token], at: usize) -> &[Token] {
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
    if tells_of_past(tokens) {
        return None;
    }
    let instead =
        token.is(&["instead"]) && next(&["of"]) || token.is(&["rather"]) && next(&["than"]);
    if instead && chooses(tokens) {
        return Some((at + 2, true));
    }
    let over = token.is(&["over"]) && tokens[..at].iter().any(|it| it.is(&["prefer", "prefers"]));
    // Before a comma or a colon, `not` speaks of what stands behind it: ``not `npm`: use `pnpm` ``.
    let opens = clause.is_empty() && tokens.get(at + 1).is_some_and(|it| it.is_code);
    let turned_down = token.is(&["not"]) && (opens || chooses(&tokens[..at])) && !next(&["to"]);
    (over || turned_down).then_some((at + 1, true))
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

fn tells_of_past(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is(PAST))
}

/// Whether tokens say that something is used: by a verb, or by naming a command.
fn chooses(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.is_code
            || token.is(&["use", "uses", "using", "prefer", "run", "with", "choose", "stick"])
            || is_rival(&token.text)
    })
}

fn is_rival(name: &str) -> bool {
    RIVALS.iter().any(|rivals| rivals.contains(&name))
}

/// The directives against the phrase that begins at `from`.
fn forbidden(tokens: &[Token], from: usize, is_named: bool, around: &[String]) -> Vec<Directive> {
    let rest = &tokens[from.min(tokens.len())..];
    let rest = &rest[rest.iter().take_while(|token| token.is(FILLERS)).count()..];
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
                return Some((phrases, &[]));
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
struct Scope<'t> {
    tokens: &'t [Token],
}

impl<'t> Scope<'t> {
    fn of(behind: &'t [Token]) -> Scope<'t> {
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

fn words(tokens: &[Token]) -> Vec<String> {
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
    const FORBIDDEN: [&str; 6] =
        ["forbidden", "banned", "prohibited", "disallowed", "off-limits", "verboten"];
    let token = &tokens[at];
    let before = |back: usize| clause.len().checked_sub(back).map(|at| &clause[at]);
    let denies = |back: usize| before(back).is_some_and(|it| it.is(&["not", "never"]));
    let is_denied = token.is(&["allowed", "permitted", "used", "run", "called"])
        && (denies(1) || before(1).is_some_and(|it| it.is(&["be"])) && denies(2));
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

/// `Always run tests with uv run pytest`: the program is run that way alone.
fn through(tokens: &[Token]) -> Option<Directive> {
    const CUES: [&str; 10] =
        ["use", "run", "always", "with", "via", "only", "through", "using", "must", "항상"];
    const KOREAN: [&str; 6] = ["써", "쓴다", "돌려", "돌린다", "실행", "사용"];
    const DENIED: [&str; 8] = ["not", "never", "no", "don't", "avoid", "instead", "rather", "말고"];
    let says = tokens.iter().any(|token| {
        token.is(&CUES) || !token.is_code && KOREAN.iter().any(|it| token.text.starts_with(it))
    });
    if !says || tells_of_past(tokens) || tokens.iter().any(|token| token.is(CONDITIONS)) {
        return None;
    }
    let denied = tokens.iter().position(|token| token.is(&DENIED)).unwrap_or(tokens.len());
    let words: Vec<&str> =
        tokens[..denied].iter().flat_map(|token| token.text.split_whitespace()).collect();
    let runner = |at: usize| {
        let runner = RUNNERS.iter().find(|runner| words[at..].starts_with(runner))?;
        let program = words.get(at + runner.len())?;
        let is_name = program.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        (is_name && !program.starts_with('-')).then(|| (runner.join(" "), (*program).to_owned()))
    };
    let (runner, program) = (0..words.len()).find_map(runner)?;
    Some(Directive { demand: Demand::Through { runner, program }, scope: Vec::new() })
}

/// `Always use pnpm`: none of the programs that are used for the same.
fn chosen(tokens: &[Token]) -> Option<Directive> {
    let mut names = tokens.iter().filter(|token| is_rival(&token.text));
    let (Some(_), None) = (names.next(), names.next()) else { return None };
    let at = tokens.iter().position(|token| is_rival(&token.text))?;
    let clause = clause_before(tokens, at);
    let verb = clause.last()?;
    let plain = clause[..clause.len() - 1].iter();
    let is_plain = plain.clone().all(|token| {
        token.is(&["always", "only", "please", "we", "i", "must", "should", "just", "and", "so"])
    });
    if !verb.is(&["use"]) || !is_plain || tells_of_past(tokens) {
        return None;
    }
    let behind = tokens.get(at + 1..).filter(|_| !tokens[at].closes).unwrap_or_default();
    // `Use pnpm workspaces` chooses no program.
    if behind.first().is_some_and(|token| !token.is(SCOPES) && !token.is(FILLERS)) {
        return None;
    }
    let scope = words(Scope::of(behind).tokens.get(1..).unwrap_or_default());
    Some(Directive { demand: Demand::Choose(tokens[at].text.clone()), scope })
}

impl Token {
    /// The same token with another name.
    fn called(&self, name: &str) -> Token {
        Token { text: name.to_owned(), written: vec![name.to_owned()], ..self.clone() }
    }
}
