//! Entry points: hooks, the background worker, the MCP service, status and doctor, chat, replay.

pub mod backup;
pub mod connections;
pub mod doctor;
pub mod hook;
pub mod mcp_service;
pub mod replay;
pub mod status;
pub mod worker;
