//! Long contexts for whoever writes an agent.
//!
//! A model's window is small, a conversation with tools is not. This crate holds a conversation,
//! says how many tokens it is, keeps old output of tools from filling it, replaces old turns by a
//! summary that loses no name, path or number, and knows when a session is over. It reads and
//! writes nothing: time, files and models are the caller's.
//!
//! ```
//! use palimp_context::conversation::{assistant_message, user_message};
//! use palimp_context::{ContextSettings, ContextStep, LongConversation, Occasion};
//! use palimp_core::chat::TokenUsage;
//!
//! let (window, overhead) = (200_000, 1_200);
//! let mut talk = LongConversation::new(ContextSettings::default(), window);
//! let mut record = talk.add_message(user_message("Why does the build fail?"), 1_000).to_line();
//!
//! // Before each request: prune what is old, then see whether something has to be done.
//! record.extend(talk.prune(overhead, 2_000).map(|entry| entry.to_line()));
//! assert_eq!(talk.next_step(overhead, Occasion::Request), ContextStep::Nothing);
//! let request = talk.sent_messages();
//! assert_eq!(request.len(), 1);
//!
//! // After it: what the service reported corrects the counts.
//! record += &talk.record_usage(TokenUsage { input: 1_300, ..TokenUsage::default() }, overhead, 3_000).to_line();
//! record += &talk.add_message(assistant_message("E0308 in src/main.rs."), 3_000).to_line();
//!
//! // After a restart, the record is the conversation.
//! let mut again = LongConversation::new(ContextSettings::default(), window);
//! assert_eq!(palimp_context::replay(record.lines(), &mut again), 0);
//! assert_eq!(again.sent_messages(), talk.sent_messages());
//! ```
//!
//! | for | see |
//! |---|---|
//! | counting tokens, exactly or by a calibrated estimate | [`meter`] |
//! | what a request is made of, and how much each layer takes | [`layers`] |
//! | trimming and clearing old results of tools | [`prune`] |
//! | when memories are flushed and turns summarised | [`plan`] |
//! | summaries | [`mod@compact`], [`verbatim`] |
//! | when a session is over | [`session`] |
//! | the record on disk | [`record`] |
//!
//! `examples/agent.rs` is a whole agent with a model of its own.

pub mod compact;
pub mod conversation;
pub mod conversation_record;
pub mod layers;
mod messages;
pub mod meter;
pub mod plan;
pub mod prune;
pub mod session;
pub mod settings;
mod trim;
pub mod verbatim;
mod view;

pub use compact::{CompactError, Compacted, Compactor};
pub use conversation::{LongConversation, nothing_to_keep};
pub use conversation_record::{RecordEntry, replay};
pub use layers::{Breakdown, Caps, Layers};
pub use meter::{MessageMeter, Tokenizer};
pub use plan::{ContextLimits, ContextStep, Occasion};
pub use prune::{PruneDecision, PruneDecisions, Pruner};
pub use session::{Freshness, ResetReason, check_freshness};
pub use settings::{ContextSettings, ResetSettings, Ttl};
pub use trim::{group_thousands, trim_middle};
pub use view::{ConversationView, begins_turn};
