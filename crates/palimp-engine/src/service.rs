//! Entry points: hooks, the background worker, the MCP service, status and doctor, chat, replay.

pub mod backup;
pub mod doctor;
pub mod hook;
pub mod mcp_service;
pub mod replay;
pub mod status;
pub mod wiring;
pub mod worker;
