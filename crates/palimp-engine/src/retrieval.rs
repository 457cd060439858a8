//! Finds passages: index sync, search, embedding, freshness of facts, the relevance threshold of prompts.

pub mod anchors;
pub mod conversations;
pub mod embedding;
pub mod excerpt;
pub(crate) mod fact_metadata;
pub mod federation;
pub(crate) mod freshness;
pub mod index_sync;
pub mod indexing;
pub(crate) mod labelled;
pub mod links;

pub mod recall;
pub mod reindex;
pub mod relevance_threshold;
pub mod repository;
pub mod retrieval_metrics;
pub mod searcher;
pub(crate) mod session_card;
pub mod session_view;
pub(crate) mod shared_facts;
pub(crate) mod team_conflicts;
