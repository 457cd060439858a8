//! State of one palimp home: its settings, owner, lock, log, time zone, redaction,
//! exclusions and tombstones.

pub mod agent_log;
pub mod agents;
pub mod code_anchors;
pub mod device_sync;
pub mod exclusion;
pub mod extras;
pub mod files;
pub(crate) mod git_objects;
pub mod imported_note;
pub mod lock;
pub mod log;
pub mod note_store;
pub mod owner;
pub mod pauses;
pub mod project_discovery;
pub(crate) mod project_parts;
pub mod projects;
pub mod redaction;
pub mod settings;
pub(crate) mod stamp_file;
pub mod tombstones;
pub mod vault_snapshot;
pub mod working_tree;
pub mod zone;
