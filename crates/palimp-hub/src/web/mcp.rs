//! The door of agents: MCP, spoken by `palimp-mcp`, over what its asker may see at that moment.

use std::time::Instant;

use jiff::Timestamp;
use palimp_core::author::AuthorKind;
use palimp_core::lang::{Lang, with_lang};
use palimp_core::sanitize::printable_line;
use palimp_hub_api as api;
use palimp_mcp::{
    ForgetResult, ForgettableItem, GetArgs, Happening, KnownFact, MemoryBackend, MemoryHit,
    MemorySource, NoteInfo, NotePassage, Offer, PendingFact, ProgressCallback, ProposeArgs,
    RecentArgs, SaveArgs, SaveResult, SearchAnswer, SearchArgs, ToolCaller,
};
use palimp_serve::extract::{Request, State};
use palimp_serve::response::Response;

use super::HubNode;
use super::request::{Bearer, HubInterface};
use crate::error::Error;
use crate::memories::{self, WriteContext};
use crate::tenant::{ReadableScope, Tenant};
use crate::{recent, search, stored_memory};

/// The most characters of a memory's title in a list.
const MAX_TITLE_CHARS: usize = 80;
/// Maximum memories listed if no page is requested.
const MAX_LISTED_MEMORIES: usize = 1_000;

pub(super) async fn handle_mcp(State(hub): State<HubNode>, request: Request) -> Response {
    let begun = Instant::now();
    let headers = request.headers().clone();
    let answer = answer_mcp(&hub, request).await;
    hub.record_request(("mcp", answer.status().as_u16()), (&headers, begun.elapsed()));
    answer
}

async fn answer_mcp(hub: &HubNode, request: Request) -> Response {
    // Nobody is told a word of the protocol before it is known who asks, and how often she did.
    let let_in = match Bearer::from_headers(request.headers(), HubInterface::Mcp) {
        Ok(bearer) => hub.transact_as(bearer.clone(), |_, _| Ok(())).await.map(|()| bearer),
        Err(error) => Err(error),
    };
    match let_in {
        Ok(bearer) => {
            let view = McpRequestView { hub: hub.clone(), bearer, caller: ToolCaller::default() };
            palimp_mcp::answer_one(view, request).await
        }
        Err(error) => hub.problem_response_for(&error, HubInterface::Mcp),
    }
}

/// Memories that the asker of one request may see. Each call checks access anew.
struct McpRequestView {
    hub: HubNode,
    bearer: Bearer,
    caller: ToolCaller,
}

impl McpRequestView {
    fn with_tenant<T>(
        &self,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> Result<T, String> {
        self.hub.transact_uncounted(&self.bearer, work).map_err(|error| error_for_agent(&error))
    }
}

/// A failure in a sentence for an agent. What failed inside is for who runs the hub.
fn error_for_agent(error: &Error) -> String {
    with_lang(Lang::En, || match error {
        Error::Findings(found) => {
            let found =
                found.iter().map(|it| format!("{} in {}, line {}", it.kind, it.field, it.line));
            format!(
                "Not proposed: {error}: {}. Leave it out.",
                found.collect::<Vec<_>>().join("; ")
            )
        }
        error if error.problem().status >= 500 => {
            "The organisation's memory cannot answer now; try again in a moment.".to_owned()
        }
        error => error.to_string(),
    })
}

impl MemoryBackend for McpRequestView {
    fn offer_kind(&self) -> Offer {
        Offer::Shared
    }

    fn called_by(&mut self, caller: ToolCaller) {
        self.caller = caller;
    }

    fn search(
        &mut self,
        args: &SearchArgs,
        _: ProgressCallback<'_>,
    ) -> Result<SearchAnswer, String> {
        let asked = api::HubSearchRequest {
            query: args.query.clone(),
            project: args.project.clone(),
            max_results: Some(args.max_results),
            min_score: Some(args.min_score as f32),
        };
        let found = self.with_tenant(|tenant, means| {
            search::search(tenant, (means.shelves, means.master), &asked)
        })?;
        Ok(SearchAnswer {
            hits: found.hits.into_iter().map(search_hit).collect(),
            note: None,
            more: Vec::new(),
        })
    }

    fn get(&mut self, args: &GetArgs) -> Result<NotePassage, String> {
        let missing = || format!("No memory {}, or no access to it.", printable_line(&args.path));
        let read = |tenant: &mut Tenant<'_>, means: WriteContext<'_>| {
            let memory = stored_memory::get_memory(tenant, means.master, &args.path)?;
            let scope = tenant.scopes()?.into_iter().find(|it| it.id.to_string() == memory.scope);
            Ok((memory, scope))
        };
        let found = self.hub.transact_uncounted(&self.bearer, read);
        let (memory, scope) = found.map_err(|error| match error {
            Error::NotFound(_) => missing(),
            error => error_for_agent(&error),
        })?;
        let text = render_memory(&memory, scope.as_ref());
        let total_lines = text.lines().count();
        let from = args.from.unwrap_or(1);
        let lines = text.split_inclusive('\n').skip(from - 1);
        let text = lines.take(args.lines.unwrap_or(usize::MAX)).collect();
        Ok(NotePassage { path: memory.id, from, total_lines, text, hash: None })
    }

    fn recent(&mut self, args: &RecentArgs) -> Result<Vec<Happening>, String> {
        let project = args.project.as_deref();
        let latest = self.with_tenant(|tenant, means| {
            recent::latest_memories(tenant, means.master, (project, args.limit))
        })?;
        let happening = |(memory, scope): (api::HubMemory, String)| Happening {
            created_at: parse_millis(&memory.changed_at).unwrap_or_default(),
            kind: memory.kind,
            client: None,
            project: Some(scope),
            path: Some(memory.id),
            text: memory.statement,
        };
        Ok(latest.into_iter().map(happening).collect())
    }

    fn list(&mut self) -> Result<Vec<NoteInfo>, String> {
        self.list_after("", MAX_LISTED_MEMORIES)
    }

    fn list_after(&mut self, after: &str, most: usize) -> Result<Vec<NoteInfo>, String> {
        let page = self.with_tenant(|tenant, means| {
            recent::memories_after(tenant, means.master, (after, most))
        })?;
        let info = |memory: api::HubMemory| NoteInfo {
            title: memory
                .statement
                .lines()
                .next()
                .map(|line| line.chars().take(MAX_TITLE_CHARS).collect()),
            bytes: memory.statement.len() as u64,
            modified_ms: parse_millis(&memory.changed_at).unwrap_or_default(),
            path: memory.id,
        };
        Ok(page.into_iter().map(info).collect())
    }

    fn propose(&mut self, args: &ProposeArgs) -> Result<PendingFact, String> {
        let client = Some(self.caller.client.chars().take(40).collect::<String>());
        let asked = api::Propose {
            scope: args.scope.clone(),
            kind: args.kind.clone(),
            statement: args.statement.clone(),
            why: args.why.clone().unwrap_or_default(),
            supersedes: args.supersedes.clone(),
            expires: args.expires.clone(),
            origin: api::FactOrigin {
                client: client.filter(|it| !it.is_empty()),
                ..api::FactOrigin::default()
            },
            ..api::Propose::default()
        };
        let proposed = self.with_tenant(|tenant, means| {
            // An agent cannot know the names; who asks may read them.
            let open: Vec<String> =
                tenant.scopes()?.iter().map(ReadableScope::display_name).collect();
            match memories::propose(tenant, means, (&asked, None)) {
                Err(Error::NotFound("scope")) => {
                    let why = format!(
                        "No such scope, or no access to it. Scopes open to you: {}.",
                        open.join(", ")
                    );
                    Err(Error::Wrong(why))
                }
                other => other,
            }
        })?;
        let known = |it: api::ComparedMemory| KnownFact { id: it.id, statement: it.statement };
        Ok(PendingFact {
            id: proposed.memory.id,
            scope: args.scope.clone(),
            needs: proposed.needs,
            same: proposed.duplicates.into_iter().map(known).collect(),
            contradicts: proposed.contradictions.into_iter().map(known).collect(),
        })
    }

    fn save(&mut self, _: &SaveArgs) -> Result<SaveResult, String> {
        Err(READ_ONLY_MESSAGE.to_owned())
    }

    fn would_forget(&mut self, _: &str) -> Result<Vec<ForgettableItem>, String> {
        Err(READ_ONLY_MESSAGE.to_owned())
    }

    fn forget(&mut self, _: &str) -> Result<ForgetResult, String> {
        Err(READ_ONLY_MESSAGE.to_owned())
    }
}

/// The tools of a person's memory are not offered here.
const READ_ONLY_MESSAGE: &str = "Nothing is written here past the organisation's reviewers.";

fn search_hit(found: api::HubSearchHit) -> MemoryHit {
    let by = found.approved_by.join(", ");
    let vouched = match by.is_empty() {
        true => format!("{} of {}", found.kind, found.scope),
        false => format!("{} of {}, approved by {by}", found.kind, found.scope),
    };
    MemoryHit {
        id: Some(found.id),
        path: None,
        lines: None,
        score: f64::from(found.score),
        snippet: found.snippet,
        heading: None,
        source: MemorySource::Notes,
        project: None,
        author: AuthorKind::Team,
        scope: Some(found.scope),
        vouched: Some(vouched),
        against: None,
        created_at: parse_millis(&found.approved_at),
        day: None,
    }
}

fn parse_millis(at: &str) -> Option<i64> {
    at.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
}

/// A memory with what a reader has to know of it, each in a line.
fn render_memory(memory: &api::HubMemory, scope: Option<&ReadableScope>) -> String {
    let status = crate::tenant::text_of(&memory.status);
    let mut text = memory.statement.trim_end().to_owned();
    let mut add = |what: &str, said: String| {
        if !said.is_empty() {
            text.push_str(&format!("\n{what}: {said}"));
        }
    };
    add("Why", memory.why.clone());
    add("Kind", memory.kind.clone());
    add("Holds in", scope.map(ReadableScope::display_name).unwrap_or_default());
    add("Status", status);
    add("Approved by", memory.approved_by.join(", "));
    add("Until", memory.expires.clone().unwrap_or_default());
    add("Takes the place of", memory.supersedes.join(", "));
    add("About", memory.anchors.join("; "));
    text
}
