//! Configuration overlay of opencode for one question: an agent of its own, and no servers.

use std::collections::BTreeMap;
use std::ffi::OsString;

use serde_json::{Map, Value, json};

/// Name of the agent that answers the one question.
pub(super) const AGENT_NAME: &str = "palimp";

/// Variable whose value opencode merges over its user's settings.
const CONFIG_VARIABLE: &str = "OPENCODE_CONFIG_CONTENT";

/// Adds an agent that has the instructions and no tools, merged with the user's own overlay; the
/// user's servers are switched off.
pub(crate) fn apply_overlay(
    env: &mut BTreeMap<OsString, OsString>,
    system: Option<&str>,
    servers: &[String],
) {
    let name = OsString::from(CONFIG_VARIABLE);
    let given = env.get(&name).and_then(|it| it.to_str());
    let given = given.and_then(|it| serde_json::from_str::<Value>(it).ok());
    let mut config = given.filter(Value::is_object).unwrap_or_else(|| json!({}));
    let agent = json!({
        "mode": "primary",
        "prompt": system.unwrap_or("Do what the message asks for."),
        "tools": { "*": false },
        "permission": { "*": "deny" },
    });
    object_member(&mut config, "agent").insert(AGENT_NAME.to_owned(), agent);
    let mcp = object_member(&mut config, "mcp");
    let given: Vec<String> = mcp.keys().cloned().collect();
    for server in servers.iter().chain(&given) {
        let entry = mcp.entry(server).or_insert_with(|| json!({}));
        if let Some(entry) = entry.as_object_mut() {
            entry.insert("enabled".to_owned(), json!(false));
        }
    }
    env.insert(name, config.to_string().into());
}

/// Returns the object at `key`, created if missing.
fn object_member<'v>(object: &'v mut Value, key: &str) -> &'v mut Map<String, Value> {
    let value = &mut object[key];
    if !value.is_object() {
        *value = json!({});
    }
    value.as_object_mut().expect("it is an object now")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_configured_for_opencode_stays_but_for_the_servers() {
        let mut env = BTreeMap::new();
        let theirs = r#"{"model":"a/b","mcp":{"x":{"type":"local","command":["x"]}},"agent":7}"#;
        env.insert("OPENCODE_CONFIG_CONTENT".into(), theirs.into());
        apply_overlay(&mut env, Some("Do it"), &["y".to_owned()]);
        let config = env[&OsString::from("OPENCODE_CONFIG_CONTENT")].to_str().unwrap();
        let config: Value = serde_json::from_str(config).unwrap();
        assert_eq!(config["model"], "a/b");
        assert_eq!(config["mcp"]["x"]["enabled"], false);
        assert_eq!(config["mcp"]["x"]["type"], "local");
        assert_eq!(config["mcp"]["y"], json!({ "enabled": false }));
        assert_eq!(config["agent"]["palimp"]["prompt"], "Do it");
    }
}
