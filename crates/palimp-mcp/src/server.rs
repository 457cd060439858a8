//! Handler of the protocol's requests, which passes them to the memory.

use std::borrow::Cow;
use std::sync::Arc;

use palimp_core::sanitize::printable;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams,
    CompleteResult, CompletionInfo, CustomRequest, CustomResult, ErrorCode, Implementation,
    ListPromptsRequestMethod, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference,
    ResourceContents, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::arguments::ToolArguments;
use crate::memory::{GetArgs, MemoryBackend, NoteInfo, Offer, ToolCaller};
use crate::tools::{self, ToolName};
use crate::{calls, notes};

/// Time for which a client may keep data that does not change while the server runs, in
/// milliseconds.
const STATIC_TTL_MS: u64 = 60 * 60 * 1000;

/// The client that shows its model an answer twice where it has words and data: Copilot CLI 1.0.102
/// did. Claude Code and Codex CLI show the data alone, Gemini CLI and opencode the words.
const DUPLICATING_CLIENT: &str = "copilot-cli";

/// A memory as a server. Clones share the memory, which serves one call at a time.
pub(crate) struct McpServer<M> {
    memory: Arc<Mutex<M>>,
    offer: Offer,
}

impl<M> Clone for McpServer<M> {
    fn clone(&self) -> McpServer<M> {
        McpServer { memory: Arc::clone(&self.memory), offer: self.offer }
    }
}

impl<M: MemoryBackend> McpServer<M> {
    pub(crate) fn new(memory: M) -> McpServer<M> {
        let offer = memory.offer_kind();
        McpServer { memory: Arc::new(Mutex::new(memory)), offer }
    }

    /// Lets `work` have the memory on a thread that may block. Calls queue up without holding a
    /// thread each.
    async fn with_memory<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut M) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let mut memory = Arc::clone(&self.memory).lock_owned().await;
        let (answer, done) = oneshot::channel();
        tokio::task::spawn_blocking(move || {
            // The receiver is gone if the call was cancelled.
            let _ = answer.send(work(&mut memory));
            memory.run_deferred_work();
        });
        done.await
            .map_err(|_| ErrorData::internal_error("palimp failed while it worked on this", None))
    }

    async fn list_notes(&self) -> Result<Vec<NoteInfo>, ErrorData> {
        let notes = self.with_memory(|memory| memory.list()).await?;
        notes.map_err(|why| ErrorData::internal_error(why, None))
    }

    /// Carries out a call, and tells the client how far it has come if it wants to know.
    async fn run_tool(
        &self,
        name: ToolName,
        arguments: ToolArguments,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = request_caller(context);
        let Some(token) = context.meta.get_progress_token() else {
            let call = move |memory: &mut M| {
                memory.called_by(caller);
                calls::dispatch_call(memory, name, &arguments, &mut |_, _, _| {})
            };
            return self.with_memory(call).await;
        };
        let (tell, mut news) = mpsc::unbounded_channel();
        let work = self.with_memory(move |memory| {
            memory.called_by(caller);
            let mut steps = ProgressThrottle::default();
            calls::dispatch_call(memory, name, &arguments, &mut |done, total, what| {
                if steps.is_new(done, total) {
                    // The receiver is gone if the call was cancelled.
                    let _ = tell.send((done, total, what.to_owned()));
                }
            })
        });
        let notify = |(done, total, what): (u64, u64, String)| {
            let news = ProgressNotificationParam::new(token.clone(), done as f64)
                .with_total(total as f64)
                .with_message(what);
            async { drop(context.peer.notify_progress(news).await) }
        };
        tokio::pin!(work);
        let result = loop {
            tokio::select! {
                biased;
                Some(one) = news.recv() => notify(one).await,
                result = &mut work => break result,
            }
        };
        while let Ok(one) = news.try_recv() {
            notify(one).await;
        }
        result
    }
}

/// Returns the caller of a request. Codex names its session with each call; no other client does.
fn request_caller(context: &RequestContext<RoleServer>) -> ToolCaller {
    let client = context.client_info().map(|it| it.name).unwrap_or_default();
    let turn = context.meta.get("x-codex-turn-metadata");
    let session = turn.and_then(|turn| turn.get("session_id")?.as_str()).map(str::to_owned);
    ToolCaller { client, session }
}

/// Passes on progress in steps of at least 1 %, because progress must grow, and a notification per
/// file would flood a client.
#[derive(Default)]
struct ProgressThrottle {
    last: u64,
}

impl ProgressThrottle {
    fn is_new(&mut self, done: u64, total: u64) -> bool {
        let step = (total / 100).max(1);
        let is_new = done >= self.last.saturating_add(step) || done == total && done > self.last;
        if is_new {
            self.last = done;
        }
        is_new
    }
}

impl<M: MemoryBackend> ServerHandler for McpServer<M> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_completions()
            .build();
        let server = Implementation::new("palimp", env!("CARGO_PKG_VERSION"))
            .with_title("palimp")
            .with_description(tools::server_description(self.offer));
        ServerConfig::new(capabilities)
            .with_server_info(server)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_instructions(tools::server_instructions(self.offer))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        only_page(request)?;
        let listed = match shows_both(&context) {
            true => tools::in_words(self.offer),
            false => tools::all_tools(self.offer).to_vec(),
        };
        let mut result = ListToolsResult::with_all_items(listed);
        (result.ttl_ms, result.cache_scope) = cache_policy(&context, STATIC_TTL_MS);
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all_tools(self.offer).iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(name) = ToolName::parse(self.offer, &request.name) else {
            let names: Vec<&str> =
                ToolName::offered(self.offer).iter().map(|name| name.as_str()).collect();
            let names = names.join(", ");
            let why = format!("no tool `{}`: use {names}", request.name);
            return Err(ErrorData::invalid_params(why, None));
        };
        let arguments = ToolArguments::new(request.arguments);
        let cancelled = context.ct.clone();
        let result = tokio::select! {
            result = self.run_tool(name, arguments, &context) => result,
            // The memory finishes its present work; the answer is dropped.
            () = cancelled.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        };
        match result {
            Ok(result) if shows_both(&context) => Ok(calls::in_words(result).into()),
            Ok(result) => Ok(result.into()),
            Err(error) => Ok(calls::error_result(error.message).into()),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        // An empty list would say that there could be prompts.
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let after = notes::cursor_path(cursor.as_deref()).ok_or_else(unknown_cursor)?;
        let listed = self
            .with_memory(move |memory| memory.list_after(&after, notes::NOTES_PER_PAGE + 1))
            .await?;
        let listed = listed.map_err(|why| ErrorData::internal_error(why, None))?;
        let (resources, next) = notes::list_page(&listed);
        let mut result = ListResourcesResult::with_all_items(resources);
        result.next_cursor = next;
        (result.ttl_ms, result.cache_scope) = cache_policy(&context, 0);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        only_page(request)?;
        let mut result =
            ListResourceTemplatesResult::with_all_items(vec![notes::uri_template(self.offer)]);
        (result.ttl_ms, result.cache_scope) = cache_policy(&context, STATIC_TTL_MS);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let not_found =
            |why: String| ErrorData::resource_not_found(why, Some(json!({ "uri": &uri })));
        let path = notes::path_of(&uri)
            .ok_or_else(|| not_found("not the address of a note".to_owned()))?;
        let args = GetArgs { path, from: None, lines: None, max_chars: None, query: None };
        let passage =
            self.with_memory(move |memory| memory.get(&args)).await?.map_err(not_found)?;
        let text = printable(&passage.text);
        let contents = ResourceContents::text(text, uri).with_mime_type("text/markdown");
        let mut result = ReadResourceResult::new(vec![contents]);
        (result.ttl_ms, result.cache_scope) = cache_policy(&context, 0);
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let unknown = |what: &str| Err(ErrorData::invalid_params(format!("unknown {what}"), None));
        match &request.r#ref {
            Reference::Resource(template) if notes::is_template(&template.uri) => {}
            Reference::Resource(_) => return unknown("resource template"),
            _ => return unknown("prompt"),
        }
        let info = match request.argument.name.as_str() {
            notes::PATH_VARIABLE => {
                notes::complete_path(&self.list_notes().await?, &request.argument.value)
            }
            _ => CompletionInfo::default(),
        };
        Ok(CompleteResult::new(info))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A request of a known method ends up here when its parameters have the wrong shape.
        if KNOWN_METHODS.contains(&request.method.as_str()) {
            let why = format!("the parameters of {} are not as they should be", request.method);
            return Err(ErrorData::invalid_params(why, None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }
}

/// Methods of this server that require parameters. Without `initialize`, which the newest version
/// of the protocol dropped.
const KNOWN_METHODS: [&str; 4] =
    ["tools/call", "resources/read", "completion/complete", "server/discover"];

/// Returns how long, in milliseconds, and for whom a client may keep an answer. Only the protocol's
/// newest version knows of it.
fn cache_policy(
    context: &RequestContext<RoleServer>,
    ttl: u64,
) -> (Option<u64>, Option<CacheScope>) {
    let version = context.protocol_version();
    let knows = version.is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    if knows { (Some(ttl), Some(CacheScope::Private)) } else { (None, None) }
}

/// True if the client would show its model an answer's words and its data.
fn shows_both(context: &RequestContext<RoleServer>) -> bool {
    context.client_info().is_some_and(|client| client.name == DUPLICATING_CLIENT)
}

/// Refuses a cursor where everything fits on one page.
fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(_) => Err(unknown_cursor()),
    }
}

fn unknown_cursor() -> ErrorData {
    ErrorData::invalid_params("this cursor is not one that this server gave out", None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_and_is_told_a_hundred_times_at_the_most() {
        let mut steps = ProgressThrottle::default();
        let told = (1..=100_000).filter(|done| steps.is_new(*done, 100_000)).count();
        assert_eq!(told, 100);
        let mut steps = ProgressThrottle::default();
        let told: Vec<_> =
            [0, 1, 1, 3, 2, 3].into_iter().filter(|it| steps.is_new(*it, 3)).collect();
        assert_eq!(told, [1, 3]);
    }
}
