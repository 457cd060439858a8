//! A session as a pointer opens it: request, decisions and by whom, causes, changes, commands and end.
//!
//! Everything stands in [`MAX_VIEW_CHARS`] characters. Where somebody asks for something, the messages
//! that say most of it come first. The room that is left holds the conversation, each message with the
//! name by which it is opened.

use palimp_core::activity::{MessageRole, StoredMessage, StoredSession};
use palimp_core::observation::{ObservationType, command_of, failure_of};
use palimp_core::pointer::Pointer;
use palimp_core::sanitize::printable;
use palimp_core::text::{count_noun, ellipsis, one_line};
use palimp_rank::analysis::{analyze_query, content_terms};
use palimp_rank::snippet;
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};

use crate::home::zone;
use crate::retrieval::index_sync::Error;
use crate::retrieval::session_card::{DatedLine, SessionCard};

/// The longest view, in characters.
pub const MAX_VIEW_CHARS: usize = 4_000;
/// The longest request, end, and message that answers a query, in characters.
const MAX_REQUEST_CHARS: usize = 500;
const MAX_END_CHARS: usize = 1_000;
const MAX_NEAR_CHARS: usize = 700;
/// The least and the most of a message of the conversation, in characters.
const MESSAGE_CHARS: std::ops::RangeInclusive<usize> = 100..=600;
/// Messages shown for a query.
const MAX_NEAR: usize = 2;
/// Observations read for the commands, and commands shown.
const MAX_OBSERVATIONS: usize = 400;
const MAX_COMMANDS: usize = 6;
const MAX_COMMAND_CHARS: usize = 120;

/// Opens the session of `agent` whose id begins so, the newest where several do; none where none does.
///
/// # Errors
///
/// When the database cannot be read.
pub fn open_session(
    db: &ActivityDb,
    (agent, beginning): (&str, &str),
    query: Option<&str>,
    redactor: &Redactor,
) -> Result<Option<String>, Error> {
    let session = Some(SessionFilter::Begins(beginning.to_owned()));
    let filter = Filter { agent: Some(agent.to_owned()), session, ..Filter::default() };
    let found = db.sessions(&filter, 1)?.pop();
    found.map(|session| session_view(db, &session, query, redactor)).transpose()
}

/// Renders a session in at most [`MAX_VIEW_CHARS`] characters of Markdown. With a `query`, the messages
/// that say most of it come first.
///
/// # Errors
///
/// When the database cannot be read.
pub fn session_view(
    db: &ActivityDb,
    session: &StoredSession,
    query: Option<&str>,
    redactor: &Redactor,
) -> Result<String, Error> {
    let messages = db.messages_after(&session.session_id, &session.agent, i64::MIN)?;
    let card = SessionCard::new(&messages, &session.files_changed, redactor);
    let mut view = SessionView { text: view_header(session, &card), redactor };
    if let Some(query) = query.filter(|query| !query.trim().is_empty()) {
        view.add_section("Nearest to the query", &nearest_messages(&messages, query));
    }
    if let Some(prompt) = messages.iter().find(|message| message.role == MessageRole::User) {
        view.add_section("Request", &[ellipsis(&prompt.content, MAX_REQUEST_CHARS)]);
    }
    view.add_section("Decided by the user", &dated_lines(card.decisions.iter().rev()));
    if let Some(answer) =
        messages.iter().rev().find(|message| message.role == MessageRole::Assistant)
    {
        let whole = answer.content.chars().count() <= MAX_END_CHARS;
        let end = match (&card.recap, whole) {
            (Some(recap), false) => recap.text.clone(),
            _ => ellipsis(&answer.content, MAX_END_CHARS),
        };
        view.add_section("How it ended (agent)", &[end]);
    }
    view.add_section("Causes found (agent)", &dated_lines(card.causes.iter().rev()));
    if !card.files.is_empty() {
        view.add_section("Changed files", &[session_files(session)]);
    }
    let (ran, failed) = session_commands(db, session)?;
    view.add_section("Commands that ran well", &ran);
    view.add_section("Commands that failed", &failed);
    view.add_section("Conversation", &message_excerpts(&messages, view.remaining_chars()));
    Ok(view.text)
}

/// A view under construction.
struct SessionView<'r> {
    text: String,
    redactor: &'r Redactor,
}

impl SessionView<'_> {
    /// Returns the characters that are left.
    fn remaining_chars(&self) -> usize {
        MAX_VIEW_CHARS.saturating_sub(self.text.chars().count())
    }

    /// Adds a section with as many of its items as fit, whole; nothing where none does.
    fn add_section(&mut self, title: &str, items: &[String]) {
        let heading = format!("\n## {title}\n");
        let mut room = self.remaining_chars().saturating_sub(heading.chars().count());
        let mut body = String::new();
        for item in items {
            let item = self.redactor.redact(item);
            let lines = printable(item.trim()).replace('\n', "\n  ");
            let line = format!("- {lines}\n");
            let length = line.chars().count();
            if length > room {
                continue;
            }
            room -= length;
            body.push_str(&line);
        }
        if !body.is_empty() {
            self.text.push_str(&heading);
            self.text.push_str(&body);
        }
    }
}

/// `# s:26a1a7ce · 2026-10-08 · shop · claude · 16 messages`
fn view_header(session: &StoredSession, card: &SessionCard) -> String {
    let pointer = Pointer::to_session(&session.session_id);
    let (project, client) = (one_line(&session.project), &session.client);
    let day = zone::local_day(session.started_at);
    format!(
        "# {pointer} · {day} · {project} · {client} · {}\n",
        count_noun(card.messages, "message")
    )
}

fn dated_lines<'l>(lines: impl Iterator<Item = &'l DatedLine>) -> Vec<String> {
    lines.map(|line| format!("[{}] {}", zone::local_day(line.at), line.text)).collect()
}

/// The messages that hold most of the query's words, the fullest first.
fn nearest_messages(messages: &[StoredMessage], query: &str) -> Vec<String> {
    let asked = content_terms(query);
    let held =
        |message: &StoredMessage| content_terms(&message.content).intersection(&asked).count();
    let mut found: Vec<_> = messages.iter().map(|message| (held(message), message)).collect();
    found.retain(|(held, _)| *held > 0);
    found.sort_by_key(|(held, message)| (std::cmp::Reverse(*held), std::cmp::Reverse(message.id)));
    let query = analyze_query(query);
    let shown = found.into_iter().take(MAX_NEAR).map(|(_, message)| {
        let text = snippet(&message.content, &query, MAX_NEAR_CHARS);
        format!(
            "m{} {} [{}]: {text}",
            message.id,
            message.role.name(),
            zone::local_day(message.created_at)
        )
    });
    shown.collect()
}

/// The messages in their order, each cut to its share of `room` characters. Where there is none for all,
/// those of the user.
fn message_excerpts(messages: &[StoredMessage], room: usize) -> Vec<String> {
    let fits = messages.len() * MESSAGE_CHARS.start() <= room;
    let shown: Vec<_> =
        messages.iter().filter(|message| fits || message.role == MessageRole::User).collect();
    let share = room / shown.len().max(1);
    // A name, a role and the mark of an item take about so many characters.
    let share = share.saturating_sub(24).clamp(*MESSAGE_CHARS.start(), *MESSAGE_CHARS.end());
    let excerpt = |message: &&StoredMessage| {
        let text = ellipsis(&one_line(&message.content), share);
        format!("m{} {}: {text}", message.id, message.role.name())
    };
    shown.iter().map(excerpt).collect()
}

fn session_files(session: &StoredSession) -> String {
    let root = format!("{}/", session.working_dir.trim_end_matches('/'));
    let files = session.files_changed.iter().take(20);
    let files = files.map(|path| one_line(path.strip_prefix(&root).unwrap_or(path)));
    files.collect::<Vec<_>>().join(", ")
}

/// The last commands that ran well, and those that failed with how, each once.
fn session_commands(
    db: &ActivityDb,
    session: &StoredSession,
) -> Result<(Vec<String>, Vec<String>), Error> {
    let session = Some(SessionFilter::Is(session.session_id.clone()));
    let filter = Filter { session, ..Filter::default() };
    let (mut ran, mut failed) = (Vec::new(), Vec::new());
    for row in db.recent_observations(&filter, MAX_OBSERVATIONS)? {
        if row.file_path.is_some() {
            continue;
        }
        let command = ellipsis(&one_line(command_of(&row.content)), MAX_COMMAND_CHARS);
        let (list, line) = match row.kind {
            ObservationType::Command => (&mut ran, format!("`{command}`")),
            ObservationType::Error => {
                let how = ellipsis(&one_line(failure_of(&row.content)), MAX_COMMAND_CHARS);
                (&mut failed, format!("`{command}` → {how}"))
            }
            _ => continue,
        };
        if list.len() < MAX_COMMANDS && !list.contains(&line) {
            list.push(line);
        }
    }
    Ok((ran, failed))
}
