//! `palimp mcp`: the memory as a server of the Model Context Protocol.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use palimp_clients::{mcp_client, mcp_session};
use palimp_engine::consolidation::review::ProposalOutcome;
use palimp_engine::notes::note_access::SaveTarget;
use palimp_engine::retrieval::index_sync::Error;
use palimp_engine::retrieval::recall::{self, HitSource};
use palimp_engine::service::mcp_service::{
    self, AgentQuery, MemoryService, SaveConditions, ServiceEnvironment, TextMetadata,
};
use palimp_engine::sharing::teams::utc_day;
use palimp_mcp as mcp;
use palimp_note::Labels;

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::hook::spawn_detached;
use crate::messages;
use crate::output::note;
use palimp_core::message::io_reason;

/// Serve the memory to agents over MCP, on standard input and output or over HTTP
#[derive(Debug, clap::Args)]
pub(crate) struct McpArgs {
    /// Serve Streamable HTTP here, on a loopback address such as 127.0.0.1:7077
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// Require the token in this file from HTTP clients instead of generating one
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<std::path::PathBuf>,
}

/// Maximum size of a token, in bytes.
const MAX_TOKEN_BYTES: u64 = 64 << 10;

pub(crate) fn run(cx: &Cx, args: &McpArgs) -> Result<(), CliError> {
    let mut memory = cx.memory();
    memory.watch_files();
    // A server on standard input and output has one client, and lives as long as its session does.
    let served = McpMemoryAdapter(
        MemoryService::new(memory, service_environment(cx), args.http.is_none()),
        cx.clone(),
    );
    watch_notes(cx);
    let Some(address) = args.http else {
        return Ok(mcp::serve_stdio(served)?);
    };
    let token = match &args.token_file {
        Some(path) => {
            let read = palimp_files::read_secret(path, MAX_TOKEN_BYTES);
            let bytes = read.map_err(|why| {
                let path = path.display();
                CliError::user(match why.kind() {
                    // It may hold the token, and says itself what to do.
                    io::ErrorKind::PermissionDenied => format!("{path}: {}", io_reason(&why)),
                    _ => messages::token_file_not_read(path, io_reason(&why)),
                })
            })?;
            String::from_utf8_lossy(&bytes).trim().to_owned()
        }
        None => palimp_serve::AccessToken::random()?.reveal().to_owned(),
    };
    let server = mcp::HttpServer::bind(address, &token)?;
    note(messages::serving_mcp(server.address()));
    if args.token_file.is_none() {
        note(messages::authorization_header(&token));
    }
    Ok(server.serve_until(served, palimp_serve::asked_to_end())?)
}

/// Follows the notes beside the server, so that a search has little to take in. It is no more than
/// a convenience: a search looks for itself.
fn watch_notes(cx: &Cx) {
    let (seen, mut taken) = (cx.memory_without_models(), cx.memory());
    let debounce = Duration::from_millis(cx.settings.index.debounce_ms);
    std::thread::spawn(move || {
        let watcher = seen.watch(debounce, move |_| {
            let _ = taken.refresh(&mut |_, _, _| ());
            let _ = taken.embed_pending(usize::MAX, &mut |_, _, _| ());
        });
        if watcher.is_ok() {
            loop {
                std::thread::park();
            }
        }
    });
}

fn service_environment(cx: &Cx) -> ServiceEnvironment {
    ServiceEnvironment {
        working_dir: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
        ring: Box::new(cx.tombstone_ring()),
        clock: jiff::Zoned::now,
        complain: |why| note(format!("palimp: {why}")),
    }
}

/// Memory that the MCP server calls: the engine's memory in the types of the protocol, and the
/// command's context.
struct McpMemoryAdapter(MemoryService, Cx);

impl mcp::MemoryBackend for McpMemoryAdapter {
    fn called_by(&mut self, caller: mcp::ToolCaller) {
        let env = |name: &str| std::env::var(name).ok();
        let session = mcp_session(&caller.client, &env);
        let session = caller.session.or(session).unwrap_or_default();
        self.0.called_by(mcp_client(&caller.client), session);
    }

    fn run_deferred_work(&mut self) {
        self.0.record_usage();
        if self.0.is_behind() {
            let here = std::env::current_dir().unwrap_or_default();
            let (agent, here) = (self.1.agent(), here.to_string_lossy());
            spawn_detached(&self.1.home, &["index", "--due", "--agent", &agent, "--tree", &here]);
        }
    }

    fn search(
        &mut self,
        args: &mcp::SearchArgs,
        progress: mcp::ProgressCallback<'_>,
    ) -> Result<mcp::SearchAnswer, String> {
        let wish = AgentQuery {
            query: args.query.clone(),
            limit: args.max_results,
            floor: args.min_score as f32,
            sources: args.sources.iter().map(|source| from_mcp_source(*source)).collect(),
            project: args.project.clone(),
            labels: Labels::parse(&args.tags, &[] as &[&str])
                .map_err(|tag| format!("`{tag}` is no tag."))?,
        };
        let answer = self.0.search(&wish, progress).map_err(error_text)?;
        Ok(mcp::SearchAnswer {
            hits: answer.hits.into_iter().map(to_mcp_hit).collect(),
            note: (!answer.notes.is_empty()).then(|| answer.notes.join(" ")),
            more: Vec::new(),
        })
    }

    fn get(&mut self, args: &mcp::GetArgs) -> Result<mcp::NotePassage, String> {
        let excerpt = self
            .0
            .get(&args.path, (args.from, args.lines), args.query.as_deref())
            .map_err(error_text)?;
        Ok(mcp::NotePassage {
            path: excerpt.path,
            from: excerpt.start_line,
            total_lines: excerpt.total_lines,
            hash: is_note(&args.path).then_some(excerpt.hash),
            text: excerpt.text,
        })
    }

    fn save(&mut self, args: &mcp::SaveArgs) -> Result<mcp::SaveResult, String> {
        let target = match &args.path {
            Some(path) => SaveTarget::Path(path.clone()),
            None => SaveTarget::Kind(args.kind.name().parse().unwrap_or_default()),
        };
        let here_alone = args.scope == mcp::SaveScope::Project;
        let terms =
            SaveConditions { expected: args.expected.as_deref(), replace: args.replace.as_deref() };
        let marks = TextMetadata { aliases: &args.aliases, places: &args.at, terms };
        let saved = match self.0.save(&args.text, &target, here_alone, &marks) {
            Err(Error::Changed { path, hash, now, text }) => {
                return Ok(saved_conflict(path, hash, now, text));
            }
            saved => saved.map_err(error_text)?,
        };
        Ok(mcp::SaveResult {
            path: saved.path,
            line: (saved.line > 0).then_some(saved.line),
            known: saved.known,
            proposed: saved.proposed.map(to_mcp_proposed),
            superseded: saved.superseded,
            redacted: saved.redacted,
            conflict: None,
        })
    }

    fn recent(&mut self, args: &mcp::RecentArgs) -> Result<Vec<mcp::Happening>, String> {
        let rows =
            self.0.recent_observations(args.project.as_deref(), args.limit).map_err(error_text)?;
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

    fn would_forget(&mut self, target: &str) -> Result<Vec<mcp::ForgettableItem>, String> {
        Ok(to_mcp_forgettable(self.0.would_forget(target).map_err(error_text)?))
    }

    fn forget(&mut self, target: &str) -> Result<mcp::ForgetResult, String> {
        let mcp_service::ForgetOutcome { gone, waits, review } =
            self.0.forget(target).map_err(error_text)?;
        Ok(mcp::ForgetResult {
            gone: to_mcp_forgettable(gone),
            waits: to_mcp_forgettable(waits),
            review,
        })
    }

    fn list(&mut self) -> Result<Vec<mcp::NoteInfo>, String> {
        let info = |note: palimp_engine::notes::note_access::ListedNote| mcp::NoteInfo {
            path: note.path,
            title: note.title,
            bytes: note.bytes,
            modified_ms: note.modified_at,
        };
        Ok(self.0.list().map_err(error_text)?.into_iter().map(info).collect())
    }
}

/// True if the opened id is a note that can be written.
fn is_note(id: &str) -> bool {
    !id.starts_with('#') && id.ends_with(".md") && !id.starts_with(['/', '~'])
}

fn saved_conflict(path: String, hash: String, now: String, text: String) -> mcp::SaveResult {
    let conflict = Some(mcp::Conflict { hash, now, text });
    mcp::SaveResult { path, conflict, ..mcp::SaveResult::default() }
}

fn to_mcp_proposed(proposed: ProposalOutcome) -> mcp::ProposalState {
    match proposed {
        ProposalOutcome::Waits(id) => mcp::ProposalState::Waits(id),
        ProposalOutcome::Accepted => mcp::ProposalState::Accepted,
        ProposalOutcome::Rejected => mcp::ProposalState::Rejected,
    }
}

fn error_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn to_mcp_hit(hit: recall::SearchHit) -> mcp::MemoryHit {
    let line = |line: Option<i64>| line.and_then(|line| u32::try_from(line).ok());
    let id = match hit.source {
        HitSource::Observations => hit.id.map(|id| format!("#{id}")),
        HitSource::Messages => hit.id.map(|id| format!("m{id}")),
        HitSource::Commits => hit.pointer,
        HitSource::Notes | HitSource::Records => None,
    };
    let is_note = hit.source == HitSource::Notes;
    mcp::MemoryHit {
        id,
        path: hit.path,
        lines: line(hit.start_line).zip(line(hit.end_line)),
        score: hit.score,
        snippet: hit.snippet,
        heading: hit.heading,
        source: to_mcp_source(hit.source),
        project: hit.project,
        author: hit.author,
        scope: hit.team.as_ref().map(|team| team.scope()),
        vouched: hit.team.as_ref().map(|team| team.status_text(utc_day(now_ms()))),
        against: hit.against,
        created_at: (!is_note).then_some(hit.created_at),
        day: is_note.then_some(hit.day),
    }
}

fn to_mcp_source(source: HitSource) -> mcp::MemorySource {
    match source {
        HitSource::Notes => mcp::MemorySource::Notes,
        HitSource::Observations => mcp::MemorySource::Observations,
        HitSource::Messages => mcp::MemorySource::Messages,
        HitSource::Commits => mcp::MemorySource::Commits,
        HitSource::Records => mcp::MemorySource::Records,
    }
}

fn from_mcp_source(source: mcp::MemorySource) -> HitSource {
    match source {
        mcp::MemorySource::Notes => HitSource::Notes,
        mcp::MemorySource::Observations => HitSource::Observations,
        mcp::MemorySource::Messages => HitSource::Messages,
        mcp::MemorySource::Commits => HitSource::Commits,
        mcp::MemorySource::Records => HitSource::Records,
    }
}

fn to_mcp_forgettable(items: Vec<mcp_service::ForgetCandidate>) -> Vec<mcp::ForgettableItem> {
    let item = |it: mcp_service::ForgetCandidate| mcp::ForgettableItem {
        id: it.id,
        source: to_mcp_source(it.source),
        text: it.text,
        own: it.own,
    };
    items.into_iter().map(item).collect()
}
