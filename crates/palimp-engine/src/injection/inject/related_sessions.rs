//! Points a prompt to earlier sessions and commits that share its words, and injects what the best of
//! them settled.
//!
//! Two thresholds decide: from the lower one on a session is pointed to, which costs a line; from the
//! higher one on its conclusions stand below. Of two sessions on the same matter the newer one counts.

use palimp_core::activity::SessionRef;
use palimp_core::author::{AuthorKind, mark_line};
use palimp_core::pointer::Pointer;
use palimp_core::text::{one_line, prefix};
use palimp_rank::analysis::for_each_token;
use palimp_rank::relevance_threshold::{
    Related, extract_identifiers, rank_related, subject_terms, without_links,
};
use palimp_rules::{is_standing_order, telling_part};
use palimp_store::activity::ActivityDb;
use palimp_store::index::{DocumentSource, ProjectWindows, WindowDocument};

use super::{Context, ContextBuilder, ContextSection};
use crate::home::zone;
use crate::retrieval::index_sync::{Error, IndexSync};
use crate::retrieval::session_card::{DatedLine, SessionCard, session_title};

pub(super) const SECTION_NAME: &str = "related_sessions";
/// Pointers of one prompt.
const MAX_POINTERS: usize = 3;
/// The section's size with conclusions, in characters.
const MAX_SECTION_CHARS: usize = 1_900;
/// The conclusions of one session, in characters.
const MAX_CONCLUSION_CHARS: usize = 1_400;
/// A session of so many prompts and answers settled one matter.
const MAX_SHORT_MESSAGES: usize = 20;
/// Words that a statement of a longer one shares with the prompt.
const MIN_SHARED_WORDS: usize = 2;
/// The reason that a commit or a decision record gives, in characters.
const MAX_REASON_CHARS: usize = 900;
/// Files that a pointer names.
const MAX_FILES: usize = 4;
/// Bytes of a prompt whose words are compared, and in which identifiers are looked for: its beginning.
const MAX_COMPARED_BYTES: usize = 6_000;
const MAX_PROMPT_BYTES: usize = 64 << 10;
/// An identifier that more sessions and commits say than these names none of them.
const MAX_NAMED: usize = 2;

/// A session of this relevance is pointed to; see [`relevance`].
const MIN_POINTED: f32 = 4.0;
/// The conclusions of a session of this relevance are injected.
const MIN_INJECTED: f32 = 5.0;
/// A further session is pointed to beside a better one from here on.
const MIN_BESIDE: f32 = 6.0;
/// A newer session that has this relevance to the conclusions of an older one is on the same matter.
const MIN_SAME_MATTER: f32 = 10.0;
/// One word tells nothing, however rare.
const MIN_WORDS: u32 = 2;
/// Bits of evidence that weigh as much as a standard deviation of surprise, and the most that count:
/// on an unrelated prompt one of the two is small.
const BITS_PER_DEVIATION: f32 = 10.0;
const MAX_EVIDENCE_BITS: f32 = 40.0;

/// Returns how much speaks for a session, in standard deviations: 266 prompts of other projects reached
/// 4.2 twice and 6.5 once, 16 bug reports reached 8 beside the session that decided them, but for one.
fn relevance(found: &Related) -> f32 {
    if found.words < MIN_WORDS {
        return 0.0;
    }
    found.surprise + found.evidence.min(MAX_EVIDENCE_BITS) / BITS_PER_DEVIATION
}

/// A session or commit that is about to be shown.
pub(super) struct Match {
    pub(super) document: WindowDocument,
    card: SessionCard,
    /// Decision or reason that a commit or record states; empty for a session.
    reason: String,
    found: Related,
    injects: bool,
    /// The pointer of an older session that decided the same matter.
    replaces: Option<String>,
    /// Part of a monorepo that the session was in, if it is another one.
    pub(super) part: Option<String>,
}

/// The words of a prompt that say what it is about.
struct PromptSubjects(Vec<String>);

impl PromptSubjects {
    fn new(text: &str) -> PromptSubjects {
        const MAX_WORDS: usize = 48;
        PromptSubjects(subject_terms(text, MAX_WORDS))
    }

    fn shared_words(&self, text: &str) -> usize {
        let mut shared: Vec<&String> = Vec::new();
        for_each_token(text, |token| {
            let known = self.0.iter().find(|word| *word == token.term);
            shared.extend(known.filter(|word| !shared.contains(word)));
        });
        shared.len()
    }
}

/// Something that a session or commit settled.
pub(super) struct SettledStatement<'m> {
    pub(super) text: &'m str,
    pub(super) by: AuthorKind,
}

impl ContextBuilder<'_> {
    /// Adds the sessions and commits that the prompt shares most with.
    pub(super) fn related_sessions(
        &mut self,
        prompt: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        if !self.is_wanted(SECTION_NAME) || prompt.trim().is_empty() {
            return Ok(());
        }
        let section = ContextSection::new_list(SECTION_NAME, "Related Sessions", MAX_SECTION_CHARS);
        let found = self.find_matches(prefix(prompt, MAX_PROMPT_BYTES))?;
        let why = explain_matches(&found);
        let words = PromptSubjects::new(prompt);
        let mut items = Vec::new();
        for found in found {
            let pointer = found.pointer();
            if !context.state.points_to(&pointer) {
                continue;
            }
            items.push(found.format_item(&pointer, &words));
        }
        let section = ContextSection { points: true, ..section };
        context.sections.push(section.with_reason(why).with_items(items));
        Ok(())
    }

    fn find_matches(&mut self, prompt: &str) -> Result<Vec<Match>, Error> {
        let scope = SessionScope { db: self.db, session: self.session };
        let mut matches = Vec::new();
        self.memory.with_readable_index(&mut |memory| {
            matches = best_matches(memory, prompt, &scope)?;
            Ok(())
        })?;
        self.label_parts(&mut matches)?;
        Ok(matches)
    }

    /// Names the part of a monorepo where a session was in another one.
    pub(super) fn label_parts(&self, matches: &mut [Match]) -> Result<(), Error> {
        let parts = self.part_labels();
        for found in matches.iter_mut().filter(|it| it.document.source == DocumentSource::Session) {
            found.part = parts.other_part_of_session(self.db, &found.document.path)?;
        }
        Ok(())
    }
}

/// The sessions and commits that a session may be pointed to.
pub(super) struct SessionScope<'a> {
    pub(super) db: Option<&'a ActivityDb>,
    pub(super) session: &'a SessionRef,
}

impl SessionScope<'_> {
    /// Returns false for the session itself, for a session that is gone, and for documents of
    /// another project with the same name.
    pub(super) fn includes_document(&self, document: &WindowDocument) -> bool {
        let SessionScope { db, session } = *self;
        match (document.source, db) {
            (DocumentSource::Session, _) if document.path == session.id => false,
            (DocumentSource::Session, Some(db)) => {
                let found = db.find_session(&document.path).ok().flatten();
                found.is_some_and(|found| found.project_id == session.project_id)
            }
            (DocumentSource::Session, None) => true,
            _ => document.project_id == session.project_id,
        }
    }
}

fn best_matches(
    memory: &mut IndexSync,
    prompt: &str,
    scope: &SessionScope,
) -> Result<Vec<Match>, Error> {
    let index = memory.open_index()?;
    let project = &scope.session.project;
    let Some(mut windows) = index.project_windows(project)? else { return Ok(Vec::new()) };
    let mut matches: Vec<Match> = Vec::new();
    // Words near the prompt's add more chance than evidence where many words are compared.
    let compared = without_links(prefix(prompt, MAX_COMPARED_BYTES));
    let mut all = rank_related(&mut windows, &compared, None)?;
    let named = named_in(&mut windows, prompt)?;
    let is_named = |found: &Related| named.iter().any(|it| it.document == found.document);
    let unlike = |found: &&Related| !all.iter().any(|it| it.document == found.document);
    let others: Vec<Related> = named.iter().filter(unlike).copied().collect();
    all.extend(others);
    all.sort_by(|a, b| is_named(b).cmp(&is_named(a)).then(relevance(b).total_cmp(&relevance(a))));
    for found in all {
        let least = if matches.is_empty() { MIN_POINTED } else { MIN_BESIDE };
        if matches.len() == MAX_POINTERS || relevance(&found) < least && !is_named(&found) {
            break;
        }
        let document = windows.find_document(found.document)?;
        let found = Match::new(document, found);
        if !found.settled_something() || !scope.includes_document(&found.document) {
            continue;
        }
        let injects = matches.is_empty() && relevance(&found.found) >= MIN_INJECTED;
        matches.push(Match { injects, ..found });
    }
    leave_out_stock(&mut matches, prompt);
    if !matches.is_empty() {
        put_newer_first(&mut windows, &mut matches, scope)?;
    }
    Ok(matches)
}

/// Drops the sessions that began with the very words of this prompt, where all that could be shown did: a prompt
/// that is sent again and again tells nothing of its matter.
fn leave_out_stock(matches: &mut Vec<Match>, prompt: &str) {
    let title = session_title(prompt);
    let begins_alike = |found: &Match| found.card.title == title;
    if matches.len() == MAX_POINTERS && matches.iter().all(begins_alike) {
        matches.clear();
    }
}

/// Returns the sessions and commits that say an identifier of the prompt which hardly any other says, each once.
fn named_in(windows: &mut ProjectWindows, prompt: &str) -> Result<Vec<Related>, Error> {
    let mut named: Vec<Related> = Vec::new();
    for identifier in extract_identifiers(prompt) {
        let mut parts = 0;
        for_each_token(&identifier, |_| parts += 1);
        let mut saying = rank_related(windows, &identifier, None)?;
        saying.retain(|found| found.words >= parts);
        if saying.len() <= MAX_NAMED {
            saying.retain(|found| !named.iter().any(|it| it.document == found.document));
            named.extend(saying);
        }
    }
    Ok(named)
}

/// Puts the newest session that is on the same matter as the best match in front of it: what it decided
/// replaces what the older one did.
fn put_newer_first(
    windows: &mut ProjectWindows,
    matches: &mut Vec<Match>,
    scope: &SessionScope,
) -> Result<(), Error> {
    let (best, injects) = (&matches[0], matches[0].injects);
    let decided = best.statements().map(|statement| statement.text);
    let matter = decided.chain([best.card.title.as_str()]).collect::<Vec<_>>().join("\n");
    let mut newest: Option<Match> = None;
    for found in rank_related(windows, &matter, None)? {
        if relevance(&found) < MIN_SAME_MATTER {
            continue;
        }
        let document = windows.find_document(found.document)?;
        let is_newer = document.created_at
            > newest.as_ref().map_or(best.document.created_at, |it| it.document.created_at);
        if is_newer && document.source == best.document.source && scope.includes_document(&document)
        {
            let found = Match::new(document, found);
            newest = if found.decides_like(best) { Some(found) } else { newest };
        }
    }
    let Some(newest) = newest else { return Ok(()) };
    let replaces = Some(best.pointer());
    matches[0].injects = false;
    matches.retain(|it| it.document.path != newest.document.path);
    matches.insert(0, Match { injects, replaces, ..newest });
    matches.truncate(MAX_POINTERS);
    Ok(())
}

/// `relevance asked 4.2, there is s:26a1a7ce 7.3`
fn explain_matches(matches: &[Match]) -> String {
    let shown = matches.iter().map(|it| format!("{} {:.1}", it.pointer(), relevance(&it.found)));
    match shown.collect::<Vec<_>>() {
        shown if shown.is_empty() => crate::messages::relevance_finds_nothing(MIN_POINTED),
        shown => crate::messages::relevance_scores(MIN_POINTED, shown.join(", ")),
    }
}

impl Match {
    pub(super) fn new(document: WindowDocument, found: Related) -> Match {
        let card = match document.source {
            DocumentSource::Session => SessionCard::parse(&document.card),
            _ => SessionCard { title: document.title.clone(), ..SessionCard::default() },
        };
        let (subject, body) = document.text.split_once('\n').unwrap_or((&document.text, ""));
        let body = if subject.trim() == document.title { body } else { &document.text };
        let reason = telling_part(body, MAX_REASON_CHARS);
        Match { document, card, reason, found, injects: false, replaces: None, part: None }
    }

    /// Returns the pointer to a session or commit, or the path of a decision record.
    pub(super) fn pointer(&self) -> String {
        match self.document.source {
            DocumentSource::Session => Pointer::to_session(&self.document.path).to_string(),
            DocumentSource::Commit => Pointer::to_commit(&self.document.path).to_string(),
            _ => self.document.path.clone(),
        }
    }

    /// `s:26a1a7ce 2026-10-08 "429s are blocking us" (4 decisions; retry.py)`
    pub(super) fn format_label(&self, pointer: &str) -> String {
        let Match { document, card, replaces, .. } = self;
        let day = zone::local_day(document.created_at);
        let mut facts: Vec<String> = self.part.iter().cloned().collect();
        if let Some(replaced) = replaces {
            facts.push(format!("newer than {replaced} on the same"));
        }
        match card.decisions.len() {
            0 => {}
            1 => facts.push("1 decision".to_owned()),
            many => facts.push(format!("{many} decisions")),
        }
        if !card.files.is_empty() {
            let files = card.files.iter().take(MAX_FILES).cloned();
            facts.push(files.collect::<Vec<_>>().join(", "));
        }
        let facts =
            if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
        let title = one_line(&card.title);
        format!("{pointer} {day} \"{title}\"{facts}")
    }

    /// Returns the pointer, and below it the conclusions on the prompt, if they are certain enough.
    fn format_item(&self, pointer: &str, prompt: &PromptSubjects) -> String {
        let mut text = self.format_label(pointer);
        if !self.injects {
            return text;
        }
        let mut room = MAX_CONCLUSION_CHARS;
        for statement in self.statements_on(prompt).iter().filter(|it| self.is_told(it)) {
            let line = statement.format_line();
            let length = line.chars().count() + 3;
            if length <= room {
                room -= length;
                text.push('\n');
                text.push_str(&line);
            }
        }
        text
    }

    /// All statements of a short session; of a long one, which settled more than one matter, those that
    /// share words with the prompt, the fullest first.
    fn statements_on(&self, prompt: &PromptSubjects) -> Vec<SettledStatement<'_>> {
        if self.card.messages <= MAX_SHORT_MESSAGES {
            return self.statements().collect();
        }
        let shared = |statement: &SettledStatement| prompt.shared_words(statement.text);
        let mut found: Vec<_> = self.statements().map(|it| (shared(&it), it)).collect();
        found.retain(|(shared, _)| *shared >= MIN_SHARED_WORDS);
        found.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        found.into_iter().map(|(_, statement)| statement).collect()
    }

    /// Returns true for a statement that is told beside the pointer. What the agent said in a session that decided
    /// nothing is a report; a long session settled more than one matter, and reported most of it.
    fn is_told(&self, statement: &SettledStatement) -> bool {
        let is_short = self.card.messages <= MAX_SHORT_MESSAGES;
        match statement.by {
            AuthorKind::Agent => is_short && !self.card.decisions.is_empty(),
            AuthorKind::User => is_short || is_standing_order(statement.text),
            _ => true,
        }
    }

    /// Returns false for a session of which nothing can be told: a prompt without an answer.
    fn settled_something(&self) -> bool {
        self.statements().next().is_some() || self.document.source == DocumentSource::Commit
    }

    /// Returns false for one that only asked about what the `older` one decided.
    fn decides_like(&self, older: &Match) -> bool {
        let is_decided = |it: &Match| !it.card.decisions.is_empty() || !it.reason.is_empty();
        is_decided(self) || self.settled_something() && !is_decided(older)
    }

    /// Returns the agent's recap, the user's decisions and the causes that the recap does not name,
    /// the newest of each first.
    pub(super) fn statements(&self) -> impl Iterator<Item = SettledStatement<'_>> {
        let SessionCard { recap, decisions, causes, .. } = &self.card;
        let reason = Some(SettledStatement { text: &self.reason, by: AuthorKind::Import });
        let reason = reason.filter(|reason| !reason.text.is_empty());
        let agent = |line| SettledStatement::new(line, AuthorKind::Agent);
        let user = |line| SettledStatement::new(line, AuthorKind::User);
        let is_recap = |line: &&DatedLine| recap.iter().any(|it| it.text.contains(&line.text));
        let causes = causes.iter().rev().filter(move |line| !is_recap(line));
        let recap = recap.iter().map(agent);
        let said = recap.chain(decisions.iter().rev().map(user));
        reason.into_iter().chain(said).chain(causes.map(agent))
    }
}

impl<'m> SettledStatement<'m> {
    fn new(line: &'m DatedLine, by: AuthorKind) -> SettledStatement<'m> {
        SettledStatement { text: &line.text, by }
    }

    /// Formats the statement as a line that names its author.
    pub(super) fn format_line(&self) -> String {
        match self.by {
            AuthorKind::User => format!("User: {}", self.text),
            AuthorKind::Import => format!("Message: {}", self.text),
            by => mark_line(self.text, by),
        }
    }
}
