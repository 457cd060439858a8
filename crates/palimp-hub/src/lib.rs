//! The organisation's memory: approved facts, policies and rules of many teams and projects on one server, which every
//! agent reaches over MCP and every home pulls from.
//!
//! State lives in PostgreSQL; nodes keep none that matters and may be as many as needed. The way of a request:
//!
//! ```text
//! web        who asks (a token, or a provider's signed word: oauth), how often she may (limit)
//! tenant     a transaction in which PostgreSQL itself knows who that is: row-level security over every table
//! memories, feed, search, members, activity      what is asked, in that transaction
//! audit      a link in the organisation's chain for everything that changes
//! ```
//!
//! A memory's text is locked with a key of its own (`body`, `crypt`); what is searched are keyed hashes of its terms and
//! vectors (`index`, `search`), scored by the ranker that homes have. What is due by the clock any node does (`jobs`).

mod activity;
mod address;
mod audit;
mod body;
mod crypt;
mod erase;
mod error;
mod feed;
mod idempotency;
mod index;
mod jobs;
mod limit;
mod members;
mod memories;
mod messages;
mod migrate;
mod oauth;
mod policy;
mod policy_update;
mod pool;
mod postings;
mod recent;
mod search;
mod stored_memory;
mod tenant;
mod throwaway;
mod tls;
mod usage;
mod web;

pub use audit::{Flaw, verify_chain};
pub use crypt::Master;
pub use error::Error;
pub use jobs::run_due_jobs as run_jobs;
pub use members::{NewScope, ScopeMember};
pub use memories::WriteContext;
pub use migrate::{
    bind_subject, connect, find_org, is_current, make_link, make_org, migrate, set_policy,
};
pub use oauth::{IdentityProvider, is_safe};
pub use policy::OrgPolicy;
pub use pool::Pool;
pub use search::ScopeCache;
pub use tenant::{Asker, Tenant};
pub use throwaway::{Throwaway, find_programs};
pub use tls::Tls;
pub use web::{HubNode, PublicEndpoint, serve};

/// Operations in a transaction of the asker.
pub mod verbs {
    pub use crate::activity::{
        ActivityDigest, list_activity as activity, record_activity as take_activity,
    };
    pub use crate::audit::{chain_head, read_links as audit, sign_head};
    pub use crate::erase::erase;
    pub use crate::feed::{caller_info, read_feed};
    pub use crate::members::{
        NewToken, TokenInfo, list_members as members, list_tokens, make_scope, make_token,
        revoke_token, set_member_role as set_member,
    };
    pub use crate::memories::{list_proposals, propose, review};
    pub use crate::search::search;
    pub use crate::stored_memory::{all_memories, get_memory};
    pub use crate::usage::{DailyUsage, list_usage as usage};
}
