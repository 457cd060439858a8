//! Imported conversation → episodes: what was said long ago is condensed without a model and
//! written into notes of the days on which it was said.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use palimp_core::activity::{SessionRef, StoredMessage};
use palimp_core::distill::{ConversationTurn, DistillTask, Distiller, SKIP_ANSWER};
use palimp_core::own_command::without_own;
use palimp_core::settings::Settings;
use palimp_core::text::prefix;
use palimp_engine::Error;
use palimp_engine::consolidation::flush::FlushHistory;
use palimp_engine::home::redaction;
use palimp_engine::home::tombstones::Buried;
use palimp_note::NotePath;
use palimp_note::episode::{self, Episode, EpisodeKey};
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_store::activity::ActivityDb;
use palimp_vault::Vault;

/// Maximum number of messages in one entry.
const MAX_ENTRY_MESSAGES: usize = 40;
/// Maximum length of a message that is summarised, in characters.
const MAX_MESSAGE_CHARS: usize = 24_000;

/// Condenses imported conversations.
pub struct Condenser<'a> {
    /// The vault of the sessions' agent.
    pub vault: &'a Vault,
    /// Summarises the messages.
    pub distiller: &'a dyn Distiller,
    /// Redaction rules, and the language in which facts are written.
    pub settings: &'a Settings,
    /// Tombstones of what the agent forgot.
    pub buried: Buried<'a>,
    /// By which clock days begin.
    pub zone: &'a TimeZone,
}

impl Condenser<'_> {
    /// Summarises the messages of `session` after message number `after` into `episodes/imported/`;
    /// returns the number of new entries. Existing entries are not written again.
    ///
    /// # Errors
    ///
    /// When the messages cannot be read or a note cannot be written.
    pub fn summarise_messages(
        &self,
        db: &ActivityDb,
        session: &SessionRef,
        after: i64,
    ) -> Result<usize, Error> {
        let messages = db.messages_after(&session.id, &session.agent, after)?;
        let mut written = 0;
        let mut rest = &messages[..];
        while let Some(first) = rest.first() {
            let day = self.message_day(first);
            let same = rest.iter().take_while(|message| self.message_day(message) == day);
            let (stretch, later) = rest.split_at(same.count().min(MAX_ENTRY_MESSAGES));
            rest = later;
            let before = FlushHistory::before_stretch(db, self.vault, session, stretch, self.zone)?;
            if let Some(body) = self.extract_facts(stretch, &before) {
                written += usize::from(self.write_entry(stretch, session, body)?);
            }
        }
        Ok(written)
    }

    /// Extracts the facts of a stretch of conversation; none if nothing is worth keeping or the
    /// distiller failed.
    fn extract_facts(&self, stretch: &[StoredMessage], before: &FlushHistory) -> Option<String> {
        let redactor = redaction::redactor(self.settings);
        let turn = |message: &StoredMessage| {
            let text = redactor.redact(prefix(&message.content, MAX_MESSAGE_CHARS)).into_owned();
            ConversationTurn { role: message.role, text }
        };
        let turns = without_own(stretch.iter().map(turn));
        if turns.is_empty() {
            return None;
        }
        let language = self.settings.flush.language;
        let so_far = before.so_far();
        let task = DistillTask::Flush { turns: &turns, language, instructions: None, so_far };
        let answer = self.distiller.distill(&task).ok()?.text;
        let answer = redactor.redact(answer.trim());
        let body = episode::escape_distilled(&self.buried.remove_forgotten(&answer, None));
        (!body.is_empty() && body != SKIP_ANSWER).then_some(body)
    }

    /// Adds an entry to the note of its day, unless it exists; returns true if it was added.
    fn write_entry(
        &self,
        stretch: &[StoredMessage],
        session: &SessionRef,
        body: String,
    ) -> Result<bool, Error> {
        let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else {
            return Ok(false);
        };
        let (day, at) = (self.message_day(last), self.message_time(last));
        let mut entry = Episode {
            time: at.strftime("%H:%M").to_string(),
            number: 1,
            key: Some(EpisodeKey { session: session.id.clone(), from: first.id, to: last.id }),
            by: Some(import_provenance(session, &at)),
            body,
            line: 0,
        };
        let path = NotePath::new(&episode::imported_path(&day))?;
        let mut added = false;
        self.vault.change(&path, |old| {
            let old = old.unwrap_or_default();
            added = !is_there(old, &entry);
            if !added {
                return Ok(old.to_owned());
            }
            entry.number = episode::parse(old).len() as u64 + 1;
            let head =
                if old.trim().is_empty() { format!("# {day}") } else { old.trim_end().to_owned() };
            Ok(format!("{head}\n\n{entry}"))
        })?;
        Ok(added)
    }

    fn message_time(&self, message: &StoredMessage) -> Zoned {
        let at = Timestamp::from_millisecond(message.created_at).unwrap_or_default();
        at.to_zoned(self.zone.clone())
    }

    fn message_day(&self, message: &StoredMessage) -> String {
        self.message_time(message).strftime("%Y-%m-%d").to_string()
    }
}

fn is_there(note: &str, entry: &Episode) -> bool {
    note.lines().filter_map(EpisodeKey::parse).any(|key| Some(key) == entry.key)
}

fn import_provenance(session: &SessionRef, at: &Zoned) -> Provenance {
    Provenance {
        by: AuthorKind::Import,
        client: Some(session.client.name().to_owned()),
        session: Some(session.id.clone()),
        project: Some(session.project.clone()),
        project_id: Some(session.project_id.clone()),
        at: Some(at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()),
        ..Provenance::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::AgentClient;
    use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewMessage};
    use palimp_core::chat::ModelError;
    use palimp_core::distill::DistilledText;
    use palimp_engine::home::tombstones::Tombstones;
    use palimp_store::activity::BusyPolicy;

    /// Repeats the first words that it is given, or has nothing to say.
    struct Parrot {
        says: bool,
    }

    impl Distiller for Parrot {
        fn name(&self) -> String {
            "parrot".to_owned()
        }

        fn spends_tokens(&self) -> bool {
            false
        }

        fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
            let DistillTask::Flush { turns, .. } = task else { panic!("asked for {task:?}") };
            let text = match self.says {
                true => format!("## 09:00\n- [said]: {}", turns[0].text),
                false => SKIP_ANSWER.to_owned(),
            };
            Ok(DistilledText { text, ..DistilledText::default() })
        }
    }

    struct World {
        _home: tempfile::TempDir,
        db: ActivityDb,
        vault: Vault,
        session: SessionRef,
    }

    /// A session that began late on one day and ended early on the next.
    fn world() -> World {
        let home = tempfile::tempdir().unwrap();
        let mut db = ActivityDb::open(&home.path().join("a.db"), BusyPolicy::Command).unwrap();
        let vault = Vault::init(home.path().join("vault"), &home.path().join("locks")).unwrap();
        let session = SessionRef {
            id: "s-1".to_owned(),
            client: AgentClient::Codex,
            agent: "main".to_owned(),
            project_id: "p".to_owned(),
            project: "앱".to_owned(),
            working_dir: "/app".to_owned(),
        };
        let said = [
            ("2026-10-01T22:00:00Z", "PostgreSQL로 간다"),
            ("2026-10-01T22:01:00Z", "좋습니다"),
            ("2026-10-02T08:00:00Z", "use port 5544"),
        ];
        for (at, content) in said {
            let message = NewMessage {
                role: MessageRole::User,
                content: content.to_owned(),
                trace: None,
                turn: None,
            };
            let at = at.parse::<Timestamp>().unwrap().as_millisecond();
            let entries = vec![CaptureEntry::Message(message)];
            let capture = Capture { session: session.clone(), at, dedupe_ms: 1, entries };
            db.apply_capture(&capture).unwrap();
        }
        World { _home: home, db, vault, session }
    }

    impl World {
        fn condense(&self, says: bool) -> usize {
            let nothing = Tombstones::default();
            let condenser = Condenser {
                vault: &self.vault,
                distiller: &Parrot { says },
                settings: &Settings::default(),
                buried: nothing.for_agent("main"),
                zone: &TimeZone::UTC,
            };
            condenser.summarise_messages(&self.db, &self.session, 0).unwrap()
        }

        fn note(&self, day: &str) -> String {
            let path = NotePath::new(&format!("episodes/imported/{day}.md")).unwrap();
            self.vault.read(&path).unwrap()
        }
    }

    #[test]
    fn each_day_of_a_session_has_its_entry_once() {
        let world = world();
        assert_eq!((world.condense(true), world.condense(true)), (2, 0));
        let first = world.note("2026-10-01");
        assert!(first.starts_with("# 2026-10-01\n\n## 22:01 — Memory Flush #1\n"), "{first}");
        assert!(first.contains("<!-- palimp:flush s-1 1-2 -->\n<!-- palimp: by=import client=codex session=s-1 project=앱"));
        assert!(first.ends_with("\\## 09:00\n- [said]: PostgreSQL로 간다\n"), "{first}");
        let second = episode::parse(&world.note("2026-10-02"));
        assert_eq!((second.len(), second[0].time.as_str()), (1, "08:00"));
        assert_eq!(second[0].facts().collect::<Vec<_>>(), ["[said]: use port 5544"]);
    }

    #[test]
    fn nothing_worth_keeping_writes_nothing() {
        let world = world();
        assert_eq!(world.condense(false), 0);
        assert!(world.vault.scan().unwrap().is_empty());
    }
}
