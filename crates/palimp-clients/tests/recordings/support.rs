//! The recorded payloads that the tests read.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::event::AgentClient;
use serde_json::Value;

/// Where the recordings lie.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../palimp-testing/fixtures")
}

/// The recorded payloads of a client, each with its name, in order.
pub(crate) fn payloads(client: AgentClient) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    gather(&fixtures(), Path::new(client.name()), &mut found);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!found.is_empty(), "no payloads of {client}");
    found
}

fn gather(root: &Path, directory: &Path, found: &mut Vec<(String, Value)>) {
    for entry in fs::read_dir(root.join(directory)).expect("the fixtures are there") {
        let name = directory.join(entry.expect("the directory can be read").file_name());
        if root.join(&name).is_dir() {
            gather(root, &name, found);
        } else if name.extension().is_some_and(|extension| extension == "json") {
            let json = fs::read_to_string(root.join(&name)).expect("the fixture can be read");
            let payload = serde_json::from_str(&json).expect("the fixture is JSON");
            found.push((name.display().to_string().replace('\\', "/"), payload));
        }
    }
}

/// An environment without variables.
pub(crate) fn no_env(_: &str) -> Option<String> {
    None
}
