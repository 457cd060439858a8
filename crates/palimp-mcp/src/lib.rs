//! palimp as a server of the Model Context Protocol.
//!
//! A [`MemoryBackend`] is served over standard input and output to the client that started the
//! process ([`serve_stdio`]), or over HTTP on loopback to many clients ([`HttpServer`]); an
//! existing server answers with [`answer_one`]. The first two run in a small runtime of their own,
//! so that nothing else needs to know of async code, and all speak the protocol's versions from
//! 2024-11-05 to 2026-07-28.
//!
//! Nothing is printed: standard output belongs to the protocol.

mod arguments;
mod calls;
mod fit;
mod http;
mod memory;
mod notes;
mod render;
mod server;
mod stdio;
mod tools;

use std::io;
use std::time::Duration;

pub use http::{HttpServer, answer_one};
pub use memory::{
    Conflict, ForgetResult, ForgettableItem, GetArgs, Happening, KnownFact, MemoryBackend,
    MemoryHit, MemorySource, NoteInfo, NotePassage, Offer, PendingFact, ProgressCallback,
    ProposalState, ProposeArgs, RecentArgs, SaveArgs, SaveResult, SaveScope, SavedKind,
    SearchAnswer, SearchArgs, ToolCaller,
};
pub use palimp_serve::ServeError;

/// Returns everything that a client is sent before any tool call, as JSON: the server's
/// instructions and the definitions of its tools.
pub fn definitions_json() -> String {
    let (instructions, tools) = (tools::PERSONAL_INSTRUCTIONS, tools::all_tools(Offer::Personal));
    serde_json::json!({ "instructions": instructions, "tools": tools }).to_string()
}

/// Maximum size of a message, in bytes: enough for any note, too few to fill a machine's memory.
pub(crate) const MAX_MESSAGE_BYTES: usize = 10 * 1024 * 1024;

/// Maximum time that a server without a client waits for its memory.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(250);

/// Serves `memory` to the client at standard input and output, until the client closes its end.
///
/// # Errors
///
/// When the streams cannot be used, or the client does not speak the protocol at all.
pub fn serve_stdio(memory: impl MemoryBackend) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let (read, write) = rmcp::transport::stdio_pipes();
        stdio::serve_streams(memory, read, write).await
    });
    // The client is gone: the memory may finish short work; longer work is abandoned.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    served
}
