//! `palimp mcp`: the memory as a server of the Model Context Protocol.

use std::net::SocketAddr;
use std::time::Duration;

use palimp_core::text::{ellipsis, one_line};
use palimp_engine::forget::{Burial, Found, Passage};
use palimp_engine::memory::Memory;
use palimp_engine::notes::{self, Target, Writing};
use palimp_engine::recall::{self, Options};
use palimp_mcp as mcp;
use palimp_vault::provenance::{Author, Provenance};

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

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    // A server on standard input and output has one client, and lives as long as its session does.
    let own = args.http.is_none().then(Vec::new);
    let served = Served { memory: cx.memory(), cx: cx.clone(), own };
    follow(cx);
    let Some(address) = args.http else {
        return Ok(mcp::serve_stdio(served)?);
    };
    let token = match &args.token_file {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| Failure::user(format!("{}: {error}", path.display())))?
            .trim()
            .to_owned(),
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
    /// The lines that the agent wrote in this session, each with its note; none where nobody knows
    /// who calls.
    own: Option<Vec<(String, String)>>,
}

impl mcp::Memory for Served {
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
            messages: asked(mcp::Source::Messages),
            ..Options::new(filter, &self.cx.here(), now_ms())
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
        palimp_store::files::private_dir(self.cx.home.root()).map_err(words)?;
        let by = Provenance {
            by: Author::Agent,
            project: Some(self.cx.here().name),
            ..Provenance::default()
        };
        let writing = Writing { replace: false, by: Some(by), now: jiff::Zoned::now() };
        let saved = self.memory.save(&args.text, &target, &writing).map_err(words)?;
        self.remember_own(&saved, args.text.trim().lines().count());
        Ok(mcp::Saved { path: saved.path, line: saved.line, redacted: saved.redacted })
    }

    fn recent(&mut self, args: &mcp::RecentArgs) -> Result<Vec<mcp::Happening>, String> {
        let Some(db) = self.cx.activity().map_err(words)? else { return Ok(Vec::new()) };
        let mut filter = self.cx.filter();
        match &args.project {
            Some(name) => filter.project = Some(name.clone()),
            None => filter.project_id = Some(self.cx.here().id),
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
        let own: Vec<Passage> =
            found.passages.iter().filter(|it| self.is_own(it)).cloned().collect();
        if !gone.is_empty() {
            let burial = Burial { db: &mut db, ring: &self.cx.ring(), now: now_ms() };
            self.memory.take_back(&own, burial).map_err(words)?;
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
        let text = self.memory.text(&saved.path).ok().flatten().unwrap_or_default();
        let written = text.lines().skip(saved.line.saturating_sub(1)).take(lines);
        own.extend(written.map(|line| (saved.path.clone(), line.to_owned())));
    }

    fn is_own(&self, passage: &Passage) -> bool {
        let is_it = |(path, line): &(String, String)| {
            *path == passage.path && line.trim() == passage.whole.trim()
        };
        self.own.iter().flatten().any(is_it)
    }

    /// Puts the agent's wish before the user; answers what to tell her.
    fn ask_user(&self, target: &str) -> Result<String, String> {
        let label = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string();
        let project = Some(self.cx.here().name);
        let (wish, is_decided) =
            self.memory.wish_to_forget(target, label, project).map_err(words)?;
        Ok(match is_decided {
            true => "The user has turned this wish down before: it stays as it is.".to_owned(),
            false => {
                format!("They decide with `palimp review accept {0}` or `reject {0}`.", wish.id)
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
            own: self.is_own(passage),
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
