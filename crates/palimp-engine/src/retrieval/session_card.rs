//! The card of a session: title, the user's decisions, the agent's recap, causes and changed files.
//!
//! It is made when a conversation is indexed and lies in the index, so that a hook that points to a
//! session reads one row. `palimp show` renders it in full with the session's commands.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::distill::ConversationTurn;
use palimp_core::summary::file_name;
use palimp_core::text::{ellipsis, one_line};
use palimp_rank::relevance_threshold::subject_terms;
use palimp_redact::Redactor;
use palimp_rules::{ConclusionStatement, extract_conclusions};
use serde::{Deserialize, Serialize};

/// The fewest words of a title, where another prompt of the session has more.
const MIN_TITLE_WORDS: usize = 4;
/// The longest title, in characters.
const MAX_TITLE_CHARS: usize = 90;
/// Names of changed files that a card lists.
const MAX_FILES: usize = 12;

/// Preview of a session before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SessionCard {
    /// The first line of the session's first prompt.
    pub(crate) title: String,
    /// Decisions and corrections of the user, in their order.
    pub(crate) decisions: Vec<DatedLine>,
    /// The agent's closing recap.
    pub(crate) recap: Option<DatedLine>,
    /// Causes that the agent found.
    pub(crate) causes: Vec<DatedLine>,
    /// The names of the files that were changed, in the order of their first change.
    pub(crate) files: Vec<String>,
    /// The number of prompts and answers.
    pub(crate) messages: usize,
}

/// A statement with the moment at which it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DatedLine {
    /// The statement.
    pub(crate) text: String,
    /// Milliseconds since the Unix epoch.
    pub(crate) at: i64,
}

impl SessionCard {
    /// Extracts the card of a session from its messages; secrets are taken out.
    pub(crate) fn new(
        messages: &[StoredMessage],
        files: &[String],
        redactor: &Redactor,
    ) -> SessionCard {
        let redacted = |message: &StoredMessage| {
            let text = redactor.redact(&message.content).into_owned();
            ConversationTurn { role: message.role, text }
        };
        let turns: Vec<ConversationTurn> = messages.iter().map(redacted).collect();
        let found = extract_conclusions(&turns);
        let dated = |ConclusionStatement { text, turn }: ConclusionStatement| DatedLine {
            text: one_line(&text),
            at: messages[turn].created_at,
        };
        let prompts = turns.iter().filter(|turn| turn.role == MessageRole::User);
        let titles: Vec<String> = prompts.map(|turn| session_title(&turn.text)).collect();
        let title = titles.iter().find(|title| says_enough(title)).or_else(|| titles.first());
        let mut names: Vec<String> = Vec::new();
        for name in files.iter().map(|path| one_line(file_name(path))) {
            if !names.contains(&name) && names.len() < MAX_FILES {
                names.push(name);
            }
        }
        SessionCard {
            title: title.cloned().unwrap_or_default(),
            decisions: found.decisions.into_iter().map(dated).collect(),
            recap: found.recap.map(dated),
            causes: found.causes.into_iter().map(dated).collect(),
            files: names,
            messages: turns.iter().filter(|turn| turn.role.is_turn()).count(),
        }
    }

    /// Reads a card as the index keeps it; an empty one where it cannot be read.
    pub(crate) fn parse(text: &str) -> SessionCard {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The card as the index keeps it.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns the title of a session that began with `prompt`, on one line. Of a prompt that leads in what it
/// wants ("Fix this:"), the line below is the title; a picture has none.
pub(crate) fn session_title(prompt: &str) -> String {
    let lines = || prompt.lines().map(without_pictures).filter(|line| !line.is_empty());
    let leads_in = |line: &&str| line.ends_with([':', '：']);
    let first = lines().find(|line| !leads_in(line)).or_else(|| lines().next());
    let first = first.unwrap_or_default().trim_start_matches('#').trim_start();
    ellipsis(&one_line(first), MAX_TITLE_CHARS)
}

/// Returns false for a nod: "yes, go ahead", "응 진행해줘".
fn says_enough(title: &str) -> bool {
    !subject_terms(title, 1).is_empty() && title.split_whitespace().count() >= MIN_TITLE_WORDS
}

/// Returns a line without what stands at its start for a picture: `[Image #1]`.
fn without_pictures(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(rest) = line.strip_prefix("[Image") {
        line = rest.split_once(']').map_or("", |(_, behind)| behind.trim_start());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_says_no_picture() {
        assert_eq!(
            session_title("[Image #1] [Image #2] the footer is too dark"),
            "the footer is too dark"
        );
        assert_eq!(session_title("[Image]"), "");
    }

    fn message(role: MessageRole, content: &str, created_at: i64) -> StoredMessage {
        let [session_id, client, agent, project_id, project, working_dir] = Default::default();
        let (content, id, trace, turn) = (content.to_owned(), 0, None, None);
        StoredMessage {
            id,
            session_id,
            client,
            agent,
            project_id,
            project,
            working_dir,
            role,
            content,
            trace,
            turn,
            created_at,
        }
    }

    #[test]
    fn card_of_session_survives_the_index() {
        let messages = [
            message(MessageRole::User, "Look at this:\nThe VAT is rounded per line.", 1_000),
            message(
                MessageRole::Assistant,
                "Should it be rounded once per receipt instead, as finance does?",
                2_000,
            ),
            message(MessageRole::User, "Yes: round VAT once per receipt, never per line.", 3_000),
        ];
        let files =
            ["/home/dev/shop/src/vat.rs".to_owned(), "/home/dev/shop/tests/vat.rs".to_owned()];
        let card = SessionCard::new(&messages, &files, &Redactor::disabled());
        assert_eq!(card.title, "The VAT is rounded per line.");
        assert_eq!(card.files, ["vat.rs"]);
        assert_eq!((card.decisions.len(), card.decisions[0].at), (1, 3_000));
        assert_eq!(SessionCard::parse(&card.to_json()), card);
    }

    #[test]
    fn damaged_card_is_empty() {
        assert_eq!(SessionCard::parse("{\"title\": 3"), SessionCard::default());
    }
}
