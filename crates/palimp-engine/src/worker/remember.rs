//! Writes down at once what a user asks to remember in a prompt: rules on the page of the project.
//!
//! The user's words stay theirs. Where they mean what the agent said, its words are written as approved by the user.

use palimp_core::activity::{Role, StoredMessage};
use palimp_core::text::{ellipsis, one_line};
use palimp_note::provenance::{Author, Provenance, uncommented};
use palimp_note::route::SaveKind;
use palimp_rules::{RememberRequest, facts_of_answer, laid_down, own_words, remember_request};
use palimp_store::activity::ActivityDb;

use super::Worker;
use crate::always::is_struck;
use crate::capture;
use crate::lock::Lock;
use crate::memory::{Error, Memory, Models};
use crate::notes::{Target, Writer, Writing};
use crate::zone;

/// The lock of whoever writes down what was asked for.
const WORK: &str = "remember";
/// A request is looked for among so many messages, with what was said before it.
const MAX_MESSAGES: usize = 6;
/// The longest line, in characters, and lines of an agent's answer.
const MAX_LINE_CHARS: usize = 500;
const MAX_ANSWER_LINES: usize = 3;

/// Returns the arguments of the palimp that writes down what a prompt of a session, said at `at`, asks to remember;
/// none where it asks for nothing.
pub fn remember_args(prompt: &str, session: &str, at: i64) -> Option<[String; 5]> {
    remember_request(prompt)?;
    let at = at.to_string();
    Some(["flush", "--remember", session, "--at", &at].map(str::to_owned))
}

/// Lines that the user wants remembered, and who said them.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    author: Author,
    lines: Vec<String>,
    is_decision: bool,
}

impl Worker<'_> {
    /// Writes down what the prompt asks to remember that a session said last at `until`, in milliseconds since the
    /// Unix epoch; returns the count of new lines.
    ///
    /// # Errors
    ///
    /// When the database cannot be read or a note cannot be written.
    pub fn remember(&self, db: &mut ActivityDb, session: &str, until: i64) -> Result<usize, Error> {
        let waited = Lock::wait(self.home, WORK);
        let _lock = waited.map_err(|error| Error::Refused(error.to_string()))?;
        capture::drain(self.home, db, None)?;
        let said = db.last_said_until(session, until, MAX_MESSAGES)?;
        let Some(at) = said.iter().position(|message| message.role == Role::User) else {
            return Ok(0);
        };
        let prompt = &said[at];
        let Some(wanted) = wanted(prompt, &said[at + 1..]) else { return Ok(0) };
        self.write_down(&wanted, prompt)
    }

    fn write_down(&self, wanted: &Wanted, prompt: &StoredMessage) -> Result<usize, Error> {
        let memory = self.memory(&prompt.agent, Models::default());
        let by = provenance(wanted.author, prompt);
        let target = match wanted.is_decision {
            true => Target::Kind(SaveKind::Decision),
            false => Target::Rule,
        };
        let mut written = 0;
        for line in &wanted.lines {
            let text = ellipsis(&one_line(line), MAX_LINE_CHARS);
            if stands_on_page(&memory, prompt, &text)? {
                continue;
            }
            let writing = Writing {
                replace: false,
                writer: Writer::Scribe(Box::new(by.clone())),
                now: (self.clock)(),
                anchors: Vec::new(),
                here: by.project_id.clone(),
            };
            memory.save(&text, &target, &writing)?;
            written += 1;
        }
        Ok(written)
    }
}

/// Returns what a prompt asks to remember; `before` was said before it, the newest first.
fn wanted(prompt: &StoredMessage, before: &[StoredMessage]) -> Option<Wanted> {
    let RememberRequest { lines, is_decision } = remember_request(&prompt.content)?;
    let wanted = match lines {
        Some(lines) => Wanted { author: Author::User, lines, is_decision },
        None => said_before(before)?,
    };
    Some(Wanted { is_decision, ..wanted })
}

/// What the user laid down last, if the agent only answered that; else what the agent said.
fn said_before(before: &[StoredMessage]) -> Option<Wanted> {
    let of = |role: Role| before.iter().find(|message| message.role == role);
    let prompt = of(Role::User).map(|message| message.content.as_str());
    let answer = before.first().filter(|message| message.role == Role::Assistant);
    let is_user = |lines| Wanted { author: Author::User, lines, is_decision: false };
    if let Some(said) = prompt.and_then(laid_down) {
        return Some(is_user(vec![said.sentences.join(" ")]));
    }
    if let Some(answer) = answer {
        let lines = facts_of_answer(&answer.content, MAX_ANSWER_LINES);
        let whole = || vec![answer.trace.as_ref().unwrap_or(&answer.content).clone()];
        let lines = if lines.is_empty() { whole() } else { lines };
        return Some(Wanted { author: Author::Agent, lines, is_decision: false });
    }
    let said = own_words(prompt?).trim().to_owned();
    (!said.is_empty()).then(|| is_user(vec![said]))
}

fn provenance(author: Author, prompt: &StoredMessage) -> Provenance {
    let day = zone::day(prompt.created_at);
    Provenance {
        by: author,
        client: Some(prompt.client.clone()),
        session: Some(prompt.session_id.clone()),
        project: Some(prompt.project.clone()),
        project_id: Some(prompt.project_id.clone()).filter(|id| !id.is_empty()),
        approved: (author != Author::User).then(|| day.clone()),
        at: Some(day),
        ..Provenance::default()
    }
}

/// Returns true if the project's page has a text in a line that holds: two hooks may call for one event.
fn stands_on_page(memory: &Memory, prompt: &StoredMessage, text: &str) -> Result<bool, Error> {
    let project = palimp_core::project::Project {
        id: prompt.project_id.clone(),
        name: prompt.project.clone(),
        root: prompt.working_dir.clone().into(),
    };
    let page = memory.page(&project)?.map_or(String::new(), |(_, page)| page);
    let (text, _) = memory.cleaned(text);
    let says = |line: &str| uncommented(line).trim().trim_start_matches("- ") == text;
    Ok(page.lines().any(|line| says(line) && !is_struck(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(role: Role, content: &str) -> StoredMessage {
        StoredMessage {
            id: 1,
            session_id: "s".to_owned(),
            client: "claude".to_owned(),
            agent: "main".to_owned(),
            project_id: "p".to_owned(),
            project: "app".to_owned(),
            working_dir: "/app".to_owned(),
            role,
            content: content.to_owned(),
            trace: None,
            turn: None,
            created_at: 0,
        }
    }

    #[track_caller]
    fn check(before: &[(Role, &str)], author: Author, line: &str) {
        let before: Vec<_> = before.iter().map(|(role, text)| message(*role, text)).collect();
        let found = wanted(&message(Role::User, "이건 기억해"), &before).unwrap();
        assert_eq!((found.author, found.lines), (author, vec![line.to_owned()]));
    }

    #[test]
    fn bare_request_takes_what_user_laid_down() {
        let said = "에어플로우 접는다. Prefect로 가자.";
        check(&[(Role::Assistant, "알겠습니다."), (Role::User, said)], Author::User, said);
    }

    #[test]
    fn bare_request_takes_what_agent_found_out() {
        let (asked, found) = ("왜 테스트가 깨져?", "두 테스트가 같은 포트 5433을 써서 깨집니다.");
        let before = [(Role::Assistant, found), (Role::User, asked)];
        check(&before, Author::Agent, found);
    }

    #[test]
    fn bare_request_without_answer_takes_prompt_before() {
        check(&[(Role::User, "QA 서버")], Author::User, "QA 서버");
    }
}
