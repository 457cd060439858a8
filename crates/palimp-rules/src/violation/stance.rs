//! The side that a statement takes about the commands that it names: `terraform apply is mine to run`.
//!
//! It is for statements that are known to lay something down. Unlike the grammar for lines of notes, it asks of each
//! command that a sentence names whether the words next to it forbid, demand or allow it.

use super::command_mention::CommandMention;
use super::commands::{Commands, Invocation};
use super::lexicon::{
    ADDRESSEE_WORDS, CONDITION_WORDS, EMPTY_VERBS, FILLER_WORDS, GIT_VERBS, PAST_WORDS, RUN_VERBS,
    SCOPE_WORDS,
};
use super::stance_words::{
    ACTION_WORDS, ALLOWING_WORDS, BRANCH_NAMES, ENVIRONMENT_NAMES, FORBIDDING_PHRASES,
    KOREAN_ACT_WORDS, KOREAN_ALLOWING_WORDS, KOREAN_DEMANDING_WORDS, KOREAN_DENIAL_WORDS,
    KOREAN_FORBIDDING_WORDS, KOREAN_TEXT_WORDS, LINKING_WORDS, MOMENT_WORDS, RETURN_WORDS,
    TEXT_WORDS,
};
use super::token::{RuleToken, split_sentences, tokenize_rule};

/// Returns true if a statement that lays something down speaks against one of the commands.
///
/// ```
/// use palimp_rules::violation::{Commands, speaks_against};
///
/// let commands = |line| Commands::parse(line, "/home/dev/shop", &|| None);
/// let said = "terraform apply is mine to run. plan all you like";
/// assert!(speaks_against(said, &commands("terraform apply")));
/// assert!(!speaks_against(said, &commands("terraform plan")));
/// ```
pub fn speaks_against(statement: &str, commands: &Commands) -> bool {
    let sentences = split_sentences(statement).filter(|it| !it.trim_end().ends_with('?'));
    let sentences: Vec<Vec<RuleToken>> = sentences.map(tokenize_rule).collect();
    let runs = commands.runs.iter().filter(|run| !run.only_asks() && !run.is_dry());
    runs.filter(|run| !run.program.is_empty()).any(|run| {
        let remarks: Vec<CommandRemark> =
            sentences.iter().flat_map(|it| remarks_of(it, run)).collect();
        // The remark that names the most of the command decides.
        let most = |stance| {
            let about = remarks.iter().filter(|it| it.stance == Some(stance));
            about.filter(|it| it.is_about(run, commands)).map(|it| it.command.word_count()).max()
        };
        let wanted = most(Stance::Demanded).max(most(Stance::Allowed));
        match most(Stance::Forbidden) {
            Some(forbidden) => {
                wanted.is_none_or(|wanted| wanted < forbidden)
                    && !remarks.iter().any(|it| it.wants_runner_of(run))
            }
            None => {
                let is_demanded = |it: &&CommandRemark| it.stance == Some(Stance::Demanded);
                remarks.iter().filter(is_demanded).any(|it| {
                    it.names_program && it.command.is_option_without(run)
                        || wanted.is_none() && it.command.leaves_out(run)
                })
            }
        }
    })
}

/// Returns true if a sentence of a text forbids a command, whichever: `rm -rf is off limits`.
///
/// ```
/// use palimp_rules::violation::forbids_command;
///
/// assert!(forbids_command("배포는 내가 할게"));
/// assert!(!forbids_command("the commits aren't deleted"));
/// ```
pub fn forbids_command(text: &str) -> bool {
    !commands_with(text, &[Stance::Forbidden]).is_empty()
}

/// Returns true if a newer text takes back what an older one forbids: `npm is fine again`, `이제 sudo 써도 돼`.
///
/// ```
/// use palimp_rules::violation::takes_back;
///
/// assert!(takes_back("You may use git stash again.", "git stash is banned here"));
/// assert!(!takes_back("git stash broke my tree again", "git stash is banned here"));
/// assert!(!takes_back("npm is fine again", "git stash is banned here"));
/// ```
pub fn takes_back(newer: &str, older: &str) -> bool {
    let allowed = if may_take_back(newer) { allowed_commands(newer) } else { Vec::new() };
    let forbidden = commands_with(older, &[Stance::Forbidden]);
    forbidden.iter().any(|old| allowed.iter().any(|new| new.covers(old)))
}

/// Returns true if a text may take back a rule about a command.
pub fn may_take_back(text: &str) -> bool {
    let lower = text.to_lowercase();
    RETURN_WORDS.iter().any(|word| lower.contains(word)) && !allowed_commands(text).is_empty()
}

fn allowed_commands(text: &str) -> Vec<CommandMention> {
    commands_with(text, &[Stance::Demanded, Stance::Allowed])
}

/// The commands of which a text says one of these.
fn commands_with(text: &str, stances: &[Stance]) -> Vec<CommandMention> {
    let sentences = split_sentences(text).filter(|it| !it.trim_end().ends_with('?'));
    let remarks = sentences.flat_map(|it| remarks_of(&tokenize_rule(it), &Invocation::default()));
    let is_said = |it: &CommandRemark| it.stance.is_some_and(|it| stances.contains(&it));
    remarks.filter(is_said).map(|it| it.command).collect()
}

/// The side that a sentence takes about a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    Forbidden,
    /// It is to be used, and what does the same is not.
    Demanded,
    Allowed,
}

/// A command that a sentence names, and what it says of it.
#[derive(Debug)]
struct CommandRemark {
    command: CommandMention,
    /// None where it only names the command.
    stance: Option<Stance>,
    /// True if the sentence names the program of the run for which it is read.
    names_program: bool,
    /// The branch that the sentence names.
    branch: Option<&'static str>,
    /// Environments that stand beside the command; one of them is in the command line or its directory.
    environments: Vec<&'static str>,
}

impl CommandRemark {
    fn is_about(&self, run: &Invocation, commands: &Commands) -> bool {
        let is_there = |it: &&str| commands.surroundings.contains(*it);
        self.command.means(run)
            && (self.environments.is_empty() || self.environments.iter().any(is_there))
            && self
                .branch
                .is_none_or(|branch| !self.command.is_git() || commands.is_on_branch(run, branch))
    }

    /// Returns true if the sentence wants the runner through which an invocation runs.
    fn wants_runner_of(&self, run: &Invocation) -> bool {
        matches!(self.stance, Some(Stance::Demanded | Stance::Allowed))
            && self.command.is_runner_of(run)
    }
}

/// The remarks of a sentence. A word that is no program's well-known name is one where `run` runs it.
fn remarks_of(tokens: &[RuleToken], run: &Invocation) -> Vec<CommandRemark> {
    if is_about_text_or_moment(tokens) {
        return Vec::new();
    }
    let mut mentions: Vec<(usize, usize, CommandMention)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match CommandMention::find(tokens, at, run) {
            Some((mention, length)) => {
                mentions.push((at, at + length, mention));
                at += length;
            }
            None => at += 1,
        }
    }
    let spans: Vec<(usize, usize)> = mentions.iter().map(|(from, to, _)| (*from, *to)).collect();
    let names_program = tokens.iter().any(|it| it.text == run.program);
    let branch =
        tokens.iter().find_map(|it| BRANCH_NAMES.iter().find(|(word, _)| it.text == *word));
    let remark =
        |(number, (from, to, command)): (usize, (usize, usize, CommandMention))| CommandRemark {
            command,
            stance: {
                let before = number.checked_sub(1).map_or(0, |number| spans[number].1);
                let after = spans.get(number + 1).map_or(tokens.len(), |span| span.0);
                korean_stance(tokens, to, after)
                    .or_else(|| english_stance(tokens, (before, from, to, after)))
            },
            names_program,
            branch: branch.map(|(_, branch)| *branch),
            environments: environments(tokens, from, to),
        };
    let mut remarks: Vec<CommandRemark> = mentions.into_iter().enumerate().map(remark).collect();
    // `never npm, yarn or bun`: names side by side share what is said of one of them.
    let is_beside = |at: usize| {
        tokens[spans[at].1..spans[at + 1].0].iter().all(|it| it.is_any_of(&["or", "and", "nor"]))
    };
    for at in (1..remarks.len()).rev().filter(|at| is_beside(at - 1)) {
        remarks[at - 1].stance = remarks[at - 1].stance.or(remarks[at].stance);
    }
    for at in (1..remarks.len()).filter(|at| is_beside(at - 1)) {
        remarks[at].stance = remarks[at].stance.or(remarks[at - 1].stance);
    }
    remarks
}

/// Returns true if a sentence speaks of what stands in a file, not of what the agent runs, or of this moment alone: `no sudo
/// in the Dockerfile`, `don't commit yet`.
fn is_about_text_or_moment(tokens: &[RuleToken]) -> bool {
    const MAX_OPENING_WORDS: usize = 3;
    let is_this = |at: usize| at > 0 && tokens[at - 1].is_any_of(&["this", "이"]);
    tokens.iter().enumerate().any(|(at, it)| {
        let is_moment = it.is_any_of(MOMENT_WORDS) && (it.is_latin() || at < MAX_OPENING_WORDS);
        let is_once = is_this(at)
            && (it.is_any_of(&["change", "pr", "branch"]) || it.text.starts_with("브랜치"));
        it.is_any_of(TEXT_WORDS)
            || starts_with_any(&it.text, KOREAN_TEXT_WORDS)
            || is_moment
            || is_once
    })
}

/// The environments that a clause names before the words from `from` to `to`, or right behind them.
fn environments(tokens: &[RuleToken], from: usize, to: usize) -> Vec<&'static str> {
    const NEAR_TOKENS: usize = 2;
    let start = tokens[..from].iter().rposition(|it| it.closes).map_or(0, |at| at + 1);
    let near = &tokens[start..tokens.len().min(to + NEAR_TOKENS)];
    let named =
        |token: &RuleToken| ENVIRONMENT_NAMES.iter().find(|(word, _)| token.text.starts_with(word));
    near.iter().filter_map(named).map(|(_, environment)| *environment).collect()
}

fn starts_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

fn ends_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.ends_with(word))
}

/// In Korean, what is said of a command stands behind it.
fn korean_stance(tokens: &[RuleToken], to: usize, after: usize) -> Option<Stance> {
    let last = &tokens[to - 1];
    // `커밋하지`: what is joined to the name counts too.
    let nouns = || GIT_VERBS.iter().chain(ACTION_WORDS);
    let joined = match last.is_latin() {
        true => last.particle.as_str(),
        false => nouns().find_map(|(said, _)| last.text.strip_prefix(said)).unwrap_or_default(),
    };
    if joined.starts_with("까지") {
        return Some(Stance::Allowed);
    }
    if starts_with_any(joined, &["으로만", "로만"]) {
        return Some(Stance::Demanded);
    }
    let follows = tokens[to..after].iter().map(|it| match it.particle.is_empty() {
        true => it.text.as_str(),
        false => it.particle.as_str(),
    });
    let words: Vec<&str> = std::iter::once(joined).chain(follows).collect();
    if is_done_by_another(&words) {
        return Some(Stance::Forbidden);
    }
    for (at, word) in words.iter().enumerate() {
        if forbids_in_korean(&words, at) {
            return Some(Stance::Forbidden);
        }
        let is_negated = at > 0 && words[at - 1] == "안";
        if is_unfinished(word) || is_negated {
            continue;
        }
        if starts_with_any(word, KOREAN_DEMANDING_WORDS) {
            return Some(Stance::Demanded);
        }
        if starts_with_any(word, KOREAN_ALLOWING_WORDS) {
            return Some(Stance::Allowed);
        }
    }
    None
}

/// Returns true for a Korean verb that leads to another word, which may deny it: `쓰지`, `돌려서`.
fn is_unfinished(word: &str) -> bool {
    ends_with_any(word, &["지", "지는", "지도", "서"]) && !word.ends_with("금지")
}

/// Returns true if a Korean word behind a command forbids it, with those before it.
fn forbids_in_korean(words: &[&str], at: usize) -> bool {
    let (word, before) = (words[at], at.checked_sub(1).map_or("", |at| words[at]));
    let has_topic = || words.iter().any(|it| ends_with_any(it, &["면", "건", "은", "는", "절대"]));
    let is_denied = !is_unfinished(word) && starts_with_any(word, KOREAN_FORBIDDING_WORDS)
        || KOREAN_DENIAL_WORDS.contains(&word)
        || ["지마", "지말", "금지"].iter().any(|it| word.contains(it));
    // `쓰면 안 돼`; `npm install 안 돼` tells of a failure.
    let is_refused = before == "안" && starts_with_any(word, &["됨", "돼", "됩", "된다", "되"])
        || starts_with_any(word, &["안돼", "안됨", "안됩"]);
    let is_unused = before == "안" && starts_with_any(word, &["써", "씁", "쓴다", "쓰고", "쓰기"]);
    // `빼고 싶어` asks for something else.
    let is_left_out = at + 1 == words.len() && word.starts_with("빼고");
    // `go test 직접 치면 다 깨져`
    let is_warned_of =
        word.ends_with('면') && words[..at].iter().any(|it| ["직접", "그냥", "바로"].contains(it));
    is_denied || is_refused && has_topic() || is_unused || is_left_out || is_warned_of
}

/// Returns true if Korean words behind a command say that somebody else does it: `는 내가 할게`, `는 atlantis가 합니다`.
fn is_done_by_another(words: &[&str]) -> bool {
    let is_topic = words.iter().take(2).any(|word| ends_with_any(word, &["은", "는"]));
    let is_actor = |word: &&str| {
        *word == "가"
            || word.chars().count() > 1 && ends_with_any(word, &["가", "이", "께서", "만"])
    };
    let Some(actor) = words.iter().position(is_actor) else { return false };
    is_topic && words[actor..].iter().any(|word| starts_with_any(word, KOREAN_ACT_WORDS))
}

/// In English, what is said of a command stands right before it or behind it in its clause.
fn english_stance(
    tokens: &[RuleToken],
    (before, from, to, after): (usize, usize, usize, usize),
) -> Option<Stance> {
    // A colon or a dash behind the command leads on to what is said of it.
    let closes = |at: usize| tokens[at].closes && !(at + 1 == to && tokens[at].ends_label);
    let end = (to - 1..after).find(|&at| closes(at)).map_or(after, |at| at + 1);
    let behind = &tokens[to..end.clamp(to, after)];
    let start = tokens[..from].iter().rposition(|it| it.closes).map_or(0, |at| at + 1);
    let clause = &tokens[start..from];
    let is_past = |tokens: &[RuleToken]| tokens.iter().any(|it| it.is_any_of(PAST_WORDS));
    // `When you delete, use trash instead of rm` holds always, `if it fails, don't push` once.
    let is_conditional = clause.iter().any(|it| it.is_any_of(CONDITION_WORDS))
        || tokens[..from].iter().any(|it| it.is_any_of(&["if", "whether", "why"]));
    if is_past(behind) || is_past(clause) || is_conditional {
        return None;
    }
    stance_behind(clause, behind)
        .or_else(|| stance_before(&tokens[before.max(start)..from], clause, before > 0))
}

/// `is banned`, `only through the wrapper`, `is fine`.
fn stance_behind(clause: &[RuleToken], behind: &[RuleToken]) -> Option<Stance> {
    const MAX_WORDS_BETWEEN: usize = 4;
    const IS_WORDS: &[&str] =
        &["is", "are", "must", "should", "isn't", "aren't", "mustn't", "shouldn't"];
    let next = |at: usize, any: &[&str]| behind.get(at).is_some_and(|it| it.is_any_of(any));
    if next(0, &["only"]) {
        let is_way = next(1, &["through", "via", "in", "inside", "with", "from", "by"]);
        return Some(if is_way { Stance::Forbidden } else { Stance::Demanded });
    }
    if next(0, &["for"]) && next(1, &["everything", "anything", "all"]) {
        return Some(Stance::Demanded);
    }
    let leads = |any: &[&str]| clause.iter().any(|it| it.is_any_of(any));
    let is_mine = next(0, &["myself"]) && leads(&["i"]) || next(0, &["alone"]) && leads(&["leave"]);
    let is_direct = next(0, &["directly"]) && leads(&["calling", "running", "using"]);
    if is_mine || is_direct {
        return Some(Stance::Forbidden);
    }
    // `The pytest fixture must not be shared` speaks of a fixture.
    let opens = |it: &RuleToken| {
        it.is_any_of(IS_WORDS) || it.is_any_of(SCOPE_WORDS) || it.text == "against"
    };
    behind.first().filter(|it| opens(it))?;
    let is = behind.iter().take(MAX_WORDS_BETWEEN + 1).position(|it| it.is_any_of(IS_WORDS))?;
    let said = behind[is..].iter().take(MAX_WORDS_BETWEEN);
    let words: Vec<&str> = said.filter(|it| !it.is_code).map(|it| it.text.as_str()).collect();
    let words = format!(" {} ", words.join(" "));
    let says = |any: &[&str]| any.iter().any(|it| words.contains(&format!(" {it} ")));
    match () {
        () if says(FORBIDDING_PHRASES) => Some(Stance::Forbidden),
        () if says(ALLOWING_WORDS) => Some(Stance::Allowed),
        () => None,
    }
}

/// `don't run`, `instead of`, `stick to`; between those and the command stands nothing that tells.
fn stance_before(before: &[RuleToken], clause: &[RuleToken], is_second: bool) -> Option<Stance> {
    let is_empty = |token: &RuleToken| {
        [FILLER_WORDS, RUN_VERBS, EMPTY_VERBS, LINKING_WORDS].iter().any(|any| token.is_any_of(any))
    };
    let mut wanted = None;
    for at in (0..before.len()).rev() {
        let token = &before[at];
        let behind = |any: &[&str]| at > 0 && before[at - 1].is_any_of(any);
        let subject = &clause[..clause.len() - (before.len() - at)];
        let speaks = || is_addressed(subject);
        let is_denied = token
            .is_any_of(&["never", "don't", "dont", "avoid", "stop", "mustn't", "shouldn't", "no"])
            || token.is_any_of(&["not"]) && behind(&["do", "must", "should"]);
        let is_turned_down = token.is_any_of(&["of"]) && behind(&["instead"])
            || token.is_any_of(&["than"]) && behind(&["rather"])
            || token.is_any_of(&["over"])
                && subject.iter().any(|it| it.is_any_of(&["use", "prefer"]))
            || token.is_any_of(&["not"]) && is_second && subject.is_empty()
            || token.is_any_of(&["off"]) && behind(&["hands"])
            || token.is_any_of(&["bare", "plain", "raw", "system"]);
        let wants = |any: &[&str]| before[at + 1..].iter().any(|it| it.is_any_of(any));
        // `I don't want to push`, `no need to push`
        let is_own_wish = wants(&["need"]) || wants(&["want"]) && !wants(&["you"]);
        if is_denied && speaks() && !is_own_wish || is_turned_down {
            return Some(Stance::Forbidden);
        }
        if wanted.is_none() {
            let is_way = token.is_any_of(&["via", "through", "need", "needs"])
                || token.is_any_of(&["to"]) && behind(&["stick", "switched", "moved"])
                || token.is_any_of(&["on", "to"]) && behind(&["back"]);
            let is_choice =
                token.is_any_of(&["use", "using", "prefer", "only", "append", "add"]) && speaks();
            wanted = (is_way || is_choice).then_some(Stance::Demanded);
        }
        if !is_empty(token) && wanted.is_none() {
            return None;
        }
    }
    wanted
}

/// Returns true if a sentence that begins so speaks to the agent, or of everybody: `please`, `we should`.
fn is_addressed(subject: &[RuleToken]) -> bool {
    const OPENING_WORDS: &[&str] =
        &["do", "ok", "hey", "pls", "from", "on", "in", "this", "repo", "project", "may", "can"];
    subject.iter().all(|it| {
        [ADDRESSEE_WORDS, FILLER_WORDS, OPENING_WORDS].iter().any(|any| it.is_any_of(any))
    })
}
