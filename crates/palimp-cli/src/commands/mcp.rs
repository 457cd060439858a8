//! `palimp mcp`: the memory as a server of the Model Context Protocol.

use std::net::SocketAddr;
use std::time::Duration;

use jiff::Timestamp;
use palimp_clients::{mcp_client, mcp_session};
use palimp_core::project::Project;
use palimp_core::text::{ellipsis, one_line};
use palimp_engine::agent_log::Ledger;
use palimp_engine::forget::{Burial, Found, Passage};
use palimp_engine::memory::Memory;
use palimp_engine::notes::{self, Target, Writer, Writing};
use palimp_engine::recall::{self, Options};
use palimp_engine::redaction;
use palimp_engine::review::Proposed;
use palimp_mcp as mcp;
use palimp_note::provenance::{Author, Provenance};
use palimp_store::activity::ActivityDb;

use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::note;
use crate::show::count;

/// Serve the memory to agents over MCP: on standard input and output, or over HTTP
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Serve Streamable HTTP here, on a loopback address such as 127.0.0.1:7077
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// The token that HTTP clients must send; read from this file instead of made anew
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<std::path::PathBuf>,
}

/// No token is longer, in bytes.
const LARGEST_TOKEN: u64 = 64 << 10;

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    // A server on standard input and output has one client, and lives as long as its session does.
    let own = args.http.is_none().then(Vec::new);
    let (client, session) = (String::new(), String::new());
    let mut served = Served { memory: cx.memory(), cx: cx.clone(), client, session, own };
    served.memory.stay();
    follow(cx);
    let Some(address) = args.http else {
        return Ok(mcp::serve_stdio(served)?);
    };
    let token = match &args.token_file {
        Some(path) => {
            let read = palimp_files::read_named(path, LARGEST_TOKEN);
            let bytes =
                read.map_err(|error| Failure::user(format!("{}: {error}", path.display())))?;
            String::from_utf8_lossy(&bytes).trim().to_owned()
        }
        None => new_token()?,
    };
    let server = mcp::HttpServer::bind(address, &token)?;
    note!("Serving MCP at http://{}/mcp", server.address());
    if args.token_file.is_none() {
        note!("Authorization: Bearer {token}");
    }
    Ok(server.serve(served)?)
}

/// Follows the notes beside the server, so that a search has little to take in. It is no more than
/// a convenience: a search looks for itself.
fn follow(cx: &Cx) {
    let (seen, mut taken) = (cx.notes(), cx.memory());
    let debounce = Duration::from_millis(cx.settings.debounce_ms);
    std::thread::spawn(move || {
        let watcher = seen.watch(debounce, move |_| {
            let _ = taken.refresh(&mut |_, _, _| ());
            let _ = taken.embed(usize::MAX, &mut |_, _, _| ());
        });
        if watcher.is_ok() {
            loop {
                std::thread::park();
            }
        }
    });
}

/// What the server calls.
struct Served {
    memory: Memory,
    cx: Cx,
    /// The client by its name here, and its session; empty where they are not known.
    client: String,
    session: String,
    /// The lines that the agent wrote in this session; none where nobody knows who calls.
    own: Option<Vec<Own>>,
}

/// A line that the agent wrote in this session.
struct Own {
    /// The note.
    path: String,
    /// The line as it stands there.
    line: String,
    /// The number under which the log has it.
    act: i64,
}

impl Served {
    /// The project of the working directory, by the name under which it is kept.
    fn here(&self) -> Project {
        let here = self.cx.here();
        let name = redaction::redactor(&self.cx.settings).redact(&here.name).into_owned();
        Project { name, ..here }
    }

    fn ledger<'a>(
        &'a self,
        db: &'a ActivityDb,
        project: &'a Project,
        agent: &'a str,
        now: Timestamp,
    ) -> Ledger<'a> {
        let (client, session) = (&self.client, &self.session);
        Ledger { db, client, session, agent, project, now }
    }
}

impl mcp::Memory for Served {
    fn called_by(&mut self, caller: mcp::Caller) {
        let env = |name: &str| std::env::var(name).ok();
        let session = mcp_session(&caller.client, &env);
        self.client = mcp_client(&caller.client);
        self.session = caller.session.or(session).unwrap_or_default();
    }

    fn search(
        &mut self,
        args: &mcp::SearchArgs,
        progress: mcp::Progress<'_>,
    ) -> Result<mcp::SearchAnswer, String> {
        let asked = |source| args.sources.contains(&source);
        let usual = args.sources.is_empty();
        let mut filter = self.cx.filter();
        filter.project.clone_from(&args.project);
        let options = Options {
            limit: args.max_results,
            floor: args.min_score as f32,
            notes: usual || asked(mcp::Source::Notes),
            observations: usual || asked(mcp::Source::Observations),
            messages: usual || asked(mcp::Source::Messages),
            ..Options::new(filter, &self.here(), now_ms())
        };
        let db = self.cx.activity().map_err(words)?;
        let answer =
            self.memory.search(&args.query, &options, db.as_ref(), progress).map_err(words)?;
        Ok(mcp::SearchAnswer {
            hits: answer.hits.into_iter().map(hit).collect(),
            note: (!answer.notes.is_empty()).then(|| answer.notes.join(" ")),
        })
    }

    fn get(&mut self, args: &mcp::GetArgs) -> Result<mcp::Passage, String> {
        let excerpt = self.memory.get(&args.path, args.from, args.lines).map_err(words)?;
        Ok(mcp::Passage {
            path: excerpt.path,
            from: excerpt.start_line,
            total_lines: excerpt.total_lines,
            text: excerpt.text,
        })
    }

    fn save(&mut self, args: &mcp::SaveArgs) -> Result<mcp::Saved, String> {
        let target = match &args.path {
            Some(path) => Target::Path(path.clone()),
            None => Target::Kind(args.kind.name().parse().unwrap_or_default()),
        };
        let db = self.cx.activity_or_new().map_err(words)?;
        let (here, agent, now) = (self.here(), self.cx.agent(), jiff::Zoned::now());
        let log = self.ledger(&db, &here, &agent, now.timestamp());
        let bound = args.scope == mcp::Scope::Project;
        let by = Provenance {
            by: Author::Agent,
            client: Some(log.client.to_owned()),
            project: bound.then(|| here.name.clone()),
            project_id: bound.then(|| here.id.clone()),
            at: Some(now.strftime("%Y-%m-%d").to_string()),
            ..Provenance::default()
        };
        let writing = Writing { replace: false, writer: Writer::Agent { by, log }, now };
        let saved = self.memory.save(&args.text, &target, &writing).map_err(words)?;
        self.remember_own(&saved, args.text.trim().lines().count());
        Ok(mcp::Saved {
            path: saved.path,
            line: (saved.line > 0).then_some(saved.line),
            proposed: saved.proposed.map(proposed),
            redacted: saved.redacted,
        })
    }

    fn recent(&mut self, args: &mcp::RecentArgs) -> Result<Vec<mcp::Happening>, String> {
        let Some(db) = self.cx.activity().map_err(words)? else { return Ok(Vec::new()) };
        let mut filter = self.cx.filter();
        match &args.project {
            Some(name) => filter.project = Some(name.clone()),
            None => filter.project_id = Some(self.here().id),
        }
        let rows = db.recent(&filter, args.limit).map_err(words)?;
        let happenings = rows.into_iter().map(|row| mcp::Happening {
            created_at: row.created_at,
            kind: row.kind.name().to_owned(),
            client: Some(row.client),
            project: Some(row.project),
            path: row.file_path,
            text: row.content,
        });
        Ok(happenings.collect())
    }

    fn would_forget(&mut self, target: &str) -> Result<Vec<mcp::Forgettable>, String> {
        let db = self.cx.activity().map_err(words)?;
        let found = self.memory.would_forget(target, db.as_ref()).map_err(words)?;
        Ok(self.forgettable(&found))
    }

    fn forget(&mut self, target: &str) -> Result<mcp::Forgotten, String> {
        let mut db = self.cx.activity_or_new().map_err(words)?;
        let found = self.memory.would_forget(target, Some(&db)).map_err(words)?;
        let (gone, waits): (Vec<_>, Vec<_>) =
            self.forgettable(&found).into_iter().partition(|item| item.own);
        let (here, agent) = (self.here(), self.cx.agent());
        let log = self.ledger(&db, &here, &agent, Timestamp::now());
        log.forgets(gone.len(), waits.len()).map_err(words)?;
        if !gone.is_empty() {
            self.take_back(&found, &mut db)?;
        }
        let review = match waits.is_empty() {
            true => None,
            false => Some(self.ask_user(target)?),
        };
        Ok(mcp::Forgotten { gone, waits, review })
    }

    fn list(&mut self) -> Result<Vec<mcp::NoteInfo>, String> {
        let notes = self.memory.list().map_err(words)?;
        let info = |note: notes::Listed| mcp::NoteInfo {
            path: note.path,
            title: note.title,
            bytes: note.bytes,
            modified_ms: note.modified_at,
        };
        Ok(notes.into_iter().map(info).collect())
    }
}

fn proposed(proposed: Proposed) -> mcp::Proposed {
    match proposed {
        Proposed::Waits(id) => mcp::Proposed::Waits(id),
        Proposed::Accepted => mcp::Proposed::Accepted,
        Proposed::Rejected => mcp::Proposed::Rejected,
    }
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn hit(hit: recall::Hit) -> mcp::Hit {
    let line = |line: Option<i64>| line.and_then(|line| u32::try_from(line).ok());
    mcp::Hit {
        path: hit.path,
        start_line: line(hit.start_line),
        end_line: line(hit.end_line),
        score: hit.score,
        vector_score: Some(hit.vector_score),
        text_score: Some(hit.text_score),
        snippet: hit.snippet,
        heading: hit.heading,
        source: source(hit.source),
        project: hit.project,
        author: hit.author,
        created_at: Some(hit.created_at),
    }
}

fn source(source: recall::Source) -> mcp::Source {
    match source {
        recall::Source::Notes => mcp::Source::Notes,
        recall::Source::Observations => mcp::Source::Observations,
        recall::Source::Messages => mcp::Source::Messages,
    }
}

impl Served {
    /// Notes which lines the agent wrote. Where something was taken out of them, they are not told
    /// from what stands below.
    fn remember_own(&mut self, saved: &notes::Saved, lines: usize) {
        let Some(own) = self.own.as_mut().filter(|_| saved.redacted.is_empty()) else { return };
        let (Some(act), Some(above)) = (saved.act, saved.line.checked_sub(1)) else { return };
        let text = self.memory.text(&saved.path).ok().flatten().unwrap_or_default();
        let written = text.lines().skip(above).take(lines);
        let own_line = |line: &str| Own { path: saved.path.clone(), line: line.to_owned(), act };
        own.extend(written.map(own_line));
    }

    /// What the agent wrote of a line in this session.
    fn own_of(&self, passage: &Passage) -> Option<&Own> {
        let is_agents = passage.author == Author::Agent && passage.becomes.is_none();
        let mut own = self.own.iter().flatten().filter(|_| is_agents);
        own.find(|own| own.path == passage.path && own.line.trim() == passage.whole.trim())
    }

    /// Forgets what the agent wrote in this session; that it did so stays in the log.
    fn take_back(&mut self, found: &Found, db: &mut ActivityDb) -> Result<(), String> {
        let own = found.passages.iter().filter_map(|it| Some((it.clone(), self.own_of(it)?.act)));
        let (passages, acts): (Vec<Passage>, Vec<i64>) = own.unzip();
        db.forget_acts(&acts).map_err(words)?;
        let burial = Burial { db, ring: &self.cx.ring(), now: now_ms() };
        self.memory.take_back(&passages, burial).map_err(words)?;
        Ok(())
    }

    /// Puts the agent's wish before the user; answers what to tell her.
    fn ask_user(&self, target: &str) -> Result<String, String> {
        let label = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string();
        let project = Some(self.here().name);
        let wish = self.memory.wish_to_forget(target, label, project).map_err(words)?;
        Ok(match wish {
            Proposed::Waits(id) => {
                format!("They decide with `palimp review accept {id}` or `reject {id}`.")
            }
            Proposed::Accepted | Proposed::Rejected => {
                "The user has turned this wish down before: it stays as it is.".to_owned()
            }
        })
    }

    /// Everything that was found, each by itself.
    fn forgettable(&self, found: &Found) -> Vec<mcp::Forgettable> {
        let of_others =
            |id: String, source, text| mcp::Forgettable { id, source, text, own: false };
        let note = found.note.iter().map(|path| {
            let versions = count(found.versions, "earlier version");
            let text = format!("the whole note, and {versions}");
            of_others(path.clone(), mcp::Source::Notes, text)
        });
        let passages = found.passages.iter().map(|passage| mcp::Forgettable {
            id: format!("{}:{}", passage.path, passage.line),
            source: mcp::Source::Notes,
            text: passage.text.clone(),
            own: self.own_of(passage).is_some(),
        });
        let row = |source| {
            move |(id, text): &(i64, String)| {
                let text = ellipsis(&one_line(text), 160);
                mcp::Forgettable { id: format!("#{id}"), source, text, own: false }
            }
        };
        let observations = found.said.observations.iter().map(row(mcp::Source::Observations));
        let messages = found.said.messages.iter().map(row(mcp::Source::Messages));
        let chats = (found.chats > 0).then(|| {
            let text = format!("what {} with palimp say of it", count(found.chats, "conversation"));
            of_others("chats".to_owned(), mcp::Source::Messages, text)
        });
        note.chain(passages).chain(observations).chain(messages).chain(chats).collect()
    }
}

/// 32 random bytes in hexadecimal.
fn new_token() -> Result<String, Failure> {
    let mut bytes = [0; 32];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())
        .map_err(|error| Failure::user(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
