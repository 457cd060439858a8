//! The JSON schema of `settings.json`.

use serde_json::{Map, Value, json};

use super::key::{SettingKey, SettingKind};

/// Returns the JSON schema (draft 2020-12) of a settings file with these keys. Keys that palimp
/// does not know are kept, and so are allowed.
pub fn json_schema(keys: impl Iterator<Item = &'static SettingKey>) -> Value {
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "palimp's settings.json",
        "type": "object",
        "properties": {},
    });
    for key in keys {
        let mut place = &mut root;
        for step in key.section_path().split('.').filter(|step| !step.is_empty()) {
            place = &mut place["properties"][step];
            if place.is_null() {
                *place = json!({ "type": "object", "properties": {} });
            }
        }
        place["properties"][key.name()] = key_schema(key);
    }
    root
}

fn key_schema(key: &SettingKey) -> Value {
    let mut object = Map::from_iter([("description".to_owned(), json!(key.en))]);
    object.extend(kind_schema(key.kind));
    object.insert("default".to_owned(), (key.default)());
    Value::Object(object)
}

fn kind_schema(kind: SettingKind) -> Map<String, Value> {
    let schema = match kind {
        SettingKind::Switch => json!({ "type": "boolean" }),
        SettingKind::Number(from, to) => {
            json!({ "type": "integer", "minimum": from, "maximum": to })
        }
        SettingKind::Share => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        SettingKind::Choice(known) => json!({ "enum": known }),
        SettingKind::Text => json!({ "type": "string", "minLength": 1 }),
        SettingKind::Address => {
            json!({ "type": "string", "pattern": "^\\s*[Hh][Tt][Tt][Pp][Ss]?://\\S+\\s*$" })
        }
        SettingKind::Duration => json!({ "anyOf": [
            { "type": "string", "pattern": r"^\s*\d+\s*[smhd]?\s*$" },
            { "type": "integer", "minimum": 0 },
        ] }),
        SettingKind::List => json!({ "type": "array", "items": { "type": "string" } }),
        SettingKind::ListOf(known) => json!({ "type": "array", "items": { "enum": known } }),
        SettingKind::ById(keys) => {
            let fields = keys.iter().map(|key| (key.name().to_owned(), key_schema(key)));
            json!({
                "type": "object",
                "propertyNames": { "pattern": "^[A-Za-z0-9_-]+$" },
                "additionalProperties": {
                    "type": "object", "properties": Map::from_iter(fields),
                },
            })
        }
        SettingKind::OrNull(kind) => json!({ "anyOf": [kind_schema(*kind), { "type": "null" }] }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}
