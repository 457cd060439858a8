//! Rules in Korean: `npm 쓰지 마`, `npm 말고 pnpm`, `강제 푸시 금지`, `main에 커밋하지 말 것`.

use super::lexicon::{EVERYWHERE_WORDS, GIT_VERBS, RIVAL_PROGRAMS};
use super::target::{Demand, Directive, RuleTarget};
use super::token::RuleToken;

/// Words that change nothing about what is forbidden.
const KOREAN_FILLERS: [&str; 22] = [
    "절대", "절대로", "직접", "그냥", "함부로", "바로", "앞으로", "이제", "이제는", "다시는", "더",
    "이상", "그", "꼭", "항상", "명령", "명령어", "같은", "거", "것", "건", "것은",
];
/// Particles behind a place or a purpose, and those of a topic.
const PLACE_PARTICLES: [&str; 8] = ["에서", "에서는", "에는", "에", "에다", "으로", "로", "할"];
const TOPIC_PARTICLES: [&str; 2] = ["은", "는"];
/// Particles between names that stand side by side.
const JOINING_PARTICLES: [&str; 7] = ["이나", "나", "과", "와", "랑", "이랑", "하고"];

/// The directives of a sentence.
pub(super) fn korean_directives(tokens: &[RuleToken]) -> Vec<Directive> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if is_turned_down(tokens, at) {
            found.extend(turned_down(tokens, at));
        } else if let Some(action) = forbidding_verb(tokens, at) {
            found.extend(forbidding_directives(tokens, at, &action));
        }
    }
    found
}

/// Returns true if another command is wanted instead of the one at `at`: `npm 말고`, `npm 대신`, `npm이
/// 아니라`.
fn is_turned_down(tokens: &[RuleToken], at: usize) -> bool {
    const INSTEAD_WORDS: [&str; 4] = ["말고", "대신", "아니라", "아니고"];
    let token = &tokens[at];
    let joined = INSTEAD_WORDS[..2].iter().any(|word| token.particle.starts_with(word));
    let next = tokens.get(at + 1).filter(|_| !token.closes);
    let parted =
        next.is_some_and(|next| INSTEAD_WORDS.iter().any(|word| next.text.starts_with(word)));
    token.is_latin() && (joined || parted)
}

fn turned_down(tokens: &[RuleToken], at: usize) -> Vec<Directive> {
    let names = tokens[..=at].iter().rev().take_while(|token| token.is_latin());
    let from = at + 1 - names.count();
    let phrase = &tokens[from..=at];
    let targets =
        split_sides(phrase).into_iter().filter_map(|phrase| RuleTarget::from_phrase(&phrase, true));
    targets.map(|target| never_directive(target, Vec::new())).collect()
}

/// Returns the action of a forbidding verb at `at`, such as `커밋` of `커밋하지 마`; empty for a verb of
/// using.
fn forbidding_verb(tokens: &[RuleToken], at: usize) -> Option<String> {
    let token = &tokens[at];
    let text = &token.text;
    let next = tokens.get(at + 1).map_or("", |next| next.text.as_str());
    let is_denied = next.starts_with('마')
        || next.starts_with('말') && next != "말지"
        || ["않는", "않아", "않기", "않음", "않습"].iter().any(|it| next.starts_with(it));
    if let Some(stem) = text.strip_suffix("금지") {
        return Some(verb_action(stem));
    }
    if text.starts_with("금지") {
        return Some(String::new());
    }
    for (ending, is_joined) in [("지", false), ("지마", true), ("지말", true)] {
        let stem = match is_joined {
            true => text.find(ending).map(|at| &text[..at]),
            false => text
                .strip_suffix(ending)
                .or_else(|| text.strip_suffix("지는"))
                .filter(|_| is_denied),
        };
        if let Some(stem) = stem.filter(|stem| is_verb(stem)) {
            return Some(verb_action(stem));
        }
    }
    // `sudo 쓰는 건 안 됩니다`
    let after = tokens.get(at + 2).map_or("", |it| it.text.as_str());
    let is_noun = ["건", "것은", "거", "것"].contains(&next);
    let is_refused = after.starts_with('안') || after.starts_with("금지");
    if let Some(stem) = text.strip_suffix('는').filter(|stem| is_verb(stem))
        && is_noun
        && is_refused
    {
        return Some(verb_action(stem));
    }
    // `force push는 절대 안 돼`; without the adverb it may also say that something does not work.
    let is_strict = at > 0 && ["절대", "절대로"].contains(&tokens[at - 1].text.as_str());
    if is_strict
        && text == "안"
        && ["돼", "됨", "됩", "된", "되"].iter().any(|it| next.starts_with(it))
    {
        return Some(String::new());
    }
    let refuses = next == "안"
        || next.starts_with("안돼")
        || next.starts_with("안된")
        || next.starts_with("안되");
    if let Some(stem) = text.strip_suffix('면').filter(|_| refuses) {
        return Some(verb_action(stem));
    }
    (text == "안" && ["쓴", "써", "씀", "씁", "쓰"].iter().any(|it| next.starts_with(it)))
        .then(String::new)
}

/// Returns true for the stem of a verb of doing or using.
fn is_verb(stem: &str) -> bool {
    ["쓰", "하", "돌리", "치", "부르", "날리", "띄우", "켜", "붙이"]
        .iter()
        .any(|end| stem.ends_with(end))
}

/// Returns true for a verb that links its clause to the next one: `쓰고` of `pnpm을 쓰고 npm은 쓰지 마`, or
/// gives the reason for it: `띄워놨으니까`.
fn is_linking_verb(token: &RuleToken) -> bool {
    const REASON_ENDINGS: [&str; 6] = ["니까", "는데", "므로", "지만", "어서", "아서"];
    !token.is_latin()
        && (["쓰고", "사용하고", "이용하고", "하고"].contains(&token.text.as_str())
            || REASON_ENDINGS.iter().any(|ending| token.text.ends_with(ending)))
}

/// Returns the action that a verb names: `커밋` of `커밋하`.
fn verb_action(stem: &str) -> String {
    const USE_STEMS: [&str; 6] = ["사용", "실행", "호출", "이용", "설치", "쓰"];
    let stem = stem.trim_end_matches(['하', '치', '날', '리', '돌', '쓰', '부', '르', '써']);
    if USE_STEMS.contains(&stem) { String::new() } else { stem.to_owned() }
}

/// The directives against what stands before a verb that forbids it.
fn forbidding_directives(tokens: &[RuleToken], verb: usize, action: &str) -> Vec<Directive> {
    let ends_clause = |token: &RuleToken| token.closes || is_linking_verb(token);
    let start = tokens[..verb].iter().rposition(ends_clause).map_or(0, |at| at + 1);
    let mut clause: Vec<RuleToken> = tokens[start..verb].to_vec();
    clause.retain(|token| !KOREAN_FILLERS.contains(&token.text.as_str()));
    // `사용 금지`, `커밋 하지 마`: the action stands apart.
    let mut action = action.to_owned();
    if action.is_empty()
        && let Some(last) = clause.last().filter(|last| !last.is_latin())
        && (last.text == "사용" || git_verb(strip_object_particle(&last.text)).is_some())
    {
        action = if last.text == "사용" {
            String::new()
        } else {
            strip_object_particle(&last.text).to_owned()
        };
        clause.pop();
    }
    // `커밋은 내가 말하기 전에는 하지 마`
    if action.is_empty()
        && let Some(first) =
            clause.first().filter(|it| git_verb(strip_object_particle(&it.text)).is_some())
        && clause[1..].iter().any(|it| it.text.starts_with("전에") || it.text.starts_with("없이"))
    {
        return on_git(&[], strip_object_particle(&first.text));
    }
    match git_verb(&action) {
        Some(_) => on_git(&clause, &action),
        None if action.is_empty() => on_programs(&clause),
        None => Vec::new(),
    }
}

fn git_verb(word: &str) -> Option<&'static str> {
    GIT_VERBS.iter().find(|(said, _)| *said == word).map(|(_, verb)| *verb)
}

/// A word without the particle of an object.
fn strip_object_particle(word: &str) -> &str {
    ["을", "를", "은", "는", "도"].iter().find_map(|it| word.strip_suffix(it)).unwrap_or(word)
}

/// `main에 커밋하지 마`: what is done to git, on a branch or on any.
fn on_git(clause: &[RuleToken], action: &str) -> Vec<Directive> {
    let mut words: Vec<RuleToken> = Vec::new();
    let (mut branch, mut scope) = (None, Vec::new());
    let mut rest = clause.iter().peekable();
    while let Some(token) = rest.next() {
        let is_branch = rest.peek().is_some_and(|next| next.text.starts_with("브랜치"));
        if token.is_latin() && (is_branch || PLACE_PARTICLES.contains(&token.particle.as_str())) {
            branch = Some(token.text.clone());
        } else if token.text.starts_with("강제") {
            words.push(RuleToken { text: "강제".to_owned(), ..token.clone() });
        } else if token.is_latin() && !token.is_code {
            words.push(token.clone());
        } else if let Some(place) = place_or_purpose(token) {
            scope.push(place.to_owned());
        } else if !is_generic(token) {
            // Something in particular is not to be committed, which no command tells.
            return Vec::new();
        }
    }
    words.extend(super::token::tokenize_rule(action));
    let Some(target) = RuleTarget::from_phrase(&words, true) else { return Vec::new() };
    let target = match branch {
        Some(branch) => target.on_branch(&branch),
        None => target,
    };
    vec![never_directive(target, scope)]
}

/// `npm이나 yarn 쓰지 마`.
fn on_programs(clause: &[RuleToken]) -> Vec<Directive> {
    let mut clause = clause.to_vec();
    // `force push 하지 마`, `rm -rf 명령 쓰지 마`.
    let names = clause.iter().rev().take_while(|token| token.is_latin()).count();
    let phrase = clause.split_off(clause.len() - names);
    let mut scope = Vec::new();
    for token in &clause {
        match place_or_purpose(token) {
            Some(place) => scope.push(place.to_owned()),
            None if is_generic(token)
                || TOPIC_PARTICLES.iter().any(|it| token.text.ends_with(it)) => {}
            None if token.is_latin() => {}
            None => return Vec::new(),
        }
    }
    let targets = split_sides(&phrase)
        .into_iter()
        .filter_map(|phrase| RuleTarget::from_phrase(&phrase, true));
    targets.map(|target| never_directive(target, scope.clone())).collect()
}

/// A place or a purpose: `CI에서`, `테스트에`.
fn place_or_purpose(token: &RuleToken) -> Option<&str> {
    if token.is_latin() {
        return PLACE_PARTICLES.contains(&token.particle.as_str()).then_some(token.text.as_str());
    }
    let stem = PLACE_PARTICLES.iter().find_map(|it| token.text.strip_suffix(it))?;
    (!stem.is_empty()).then_some(stem)
}

fn is_generic(token: &RuleToken) -> bool {
    EVERYWHERE_WORDS.iter().any(|word| word.len() > 3 && token.text.starts_with(word))
        || ["이", "우리", "그"].contains(&token.text.as_str())
}

/// The phrases that stand side by side: `npm이나 yarn`, `` `a`, `b` ``.
fn split_sides(phrase: &[RuleToken]) -> Vec<Vec<RuleToken>> {
    let parts =
        |token: &RuleToken| JOINING_PARTICLES.contains(&token.particle.as_str()) || token.closes;
    let mut sides: Vec<Vec<RuleToken>> = vec![Vec::new()];
    for token in phrase {
        sides.last_mut().expect("one is there").push(token.clone());
        if parts(token) {
            sides.push(Vec::new());
        }
    }
    sides.retain(|phrase| !phrase.is_empty());
    sides
}

fn never_directive(target: RuleTarget, scope: Vec<String>) -> Directive {
    Directive { demand: Demand::Never(target), scope }
}

/// `pnpm을 쓴다`: none of the programs that are used for the same.
pub(super) fn chosen_program(tokens: &[RuleToken]) -> Option<Directive> {
    const USE_VERBS: [&str; 7] = ["쓴다", "써", "쓰자", "사용", "쓰기", "씁니다", "쓰세요"];
    let is_rival =
        |token: &&RuleToken| RIVAL_PROGRAMS.iter().any(|it| it.contains(&token.text.as_str()));
    let mut names = tokens.iter().filter(is_rival);
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    let at = tokens.iter().position(|token| token.text == name.text)?;
    let verb = tokens.get(at + 1)?;
    let is_object = ["", "을", "를", "만"].contains(&name.particle.as_str());
    let is_used = is_object && USE_VERBS.iter().any(|it| verb.text.starts_with(it));
    // `설치는 yarn으로만 해줘`, `앞으로는 pnpm으로 통일`
    let is_means = ["으로만", "로만"].contains(&name.particle.as_str())
        || ["으로", "로"].contains(&name.particle.as_str()) && verb.text.starts_with("통일");
    let is_plain = tokens.get(at + 2).is_none()
        || verb.closes
        || tokens.len() == at + 3 && !forbids_behind(tokens, at + 1);
    let before = &tokens[..at];
    let narrow = before.iter().any(|token| {
        place_or_purpose(token).is_some()
            && !is_generic(token)
            && !KOREAN_FILLERS.contains(&token.text.as_str())
    });
    let is_plain = is_plain || is_means;
    ((is_used || is_means) && is_plain && !narrow)
        .then(|| Directive { demand: Demand::Choose(name.text.clone()), scope: Vec::new() })
}

/// Returns true if the verb at `at` is denied by what follows it.
fn forbids_behind(tokens: &[RuleToken], at: usize) -> bool {
    forbidding_verb(tokens, at).is_some()
        || tokens.get(at + 1).is_some_and(|it| it.text.starts_with("금지"))
}
