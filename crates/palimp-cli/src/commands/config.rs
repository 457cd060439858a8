//! `palimp config`: the settings, with where each value comes from.

use palimp_core::settings::{self as keys, Agent, Embedding, Key, Kind, Memory, Settings};
use palimp_engine::settings;
use serde_json::{Map, Value, json};

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};

/// Show or change the settings
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Show every key with its value, where it comes from, and what it does
    List,
    /// Show one value, where it comes from, and the default
    Get {
        /// The key, such as capture.maxChars or agents.work.vault
        key: String,
    },
    /// Change one value, if it is one that the key can have
    Set {
        /// The key
        key: String,
        /// The value; a list as JSON or separated by commas
        value: String,
    },
    /// Let the default hold again
    Unset {
        /// The key
        key: String,
    },
    /// Print the JSON schema of settings.json, for editors
    Schema,
}

/// A key, and the place in the file that is meant.
struct At {
    path: String,
    key: &'static Key,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if let Some(What::Schema) = args.what {
        document(&keys::schema(keys::keys()));
        return Ok(());
    }
    let path = cx.home.settings();
    let mut file = settings::read(&path)?;
    match args.what.as_ref().unwrap_or(&What::List) {
        What::List => list(cx, &file),
        What::Get { key } => get(cx, &file, &find(key)?),
        What::Set { key, value } => {
            let at = find(key)?;
            let value = parse(at.key.kind, value);
            at.key.kind.check(&at.path, &value).map_err(Failure::usage)?;
            keys::set(&mut file, &at.path, value);
            settings::write(&path, &file)?;
            get(cx, &file, &at);
            tell_where(cx, &file, at.key);
        }
        What::Unset { key } => {
            let at = find(key)?;
            if keys::unset(&mut file, &at.path) {
                settings::write(&path, &file)?;
            }
            get(cx, &file, &at);
        }
        What::Schema => {}
    }
    Ok(())
}

/// Says where a service will be asked, once a setting decides about it.
fn tell_where(cx: &Cx, file: &Value, key: &Key) {
    let decide =
        [Memory::KEY.cli, Memory::KEY.base_url, Embedding::KEY.provider, Embedding::KEY.base_url];
    if decide.iter().any(|it| it.path == key.path) {
        let (settings, _) = Settings::from_value(file);
        crate::models::asked_at(cx, &settings).iter().for_each(|line| note!("{line}."));
    }
}

fn find(path: &str) -> Result<At, Failure> {
    if let Some(key) = keys::key_at(path) {
        return Ok(At { path: path.to_owned(), key });
    }
    let last = path.rsplit('.').next().unwrap_or(path).to_lowercase();
    let near = keys::keys().find(|key| key.path.to_lowercase().ends_with(&last));
    let hint = match near {
        _ if path.starts_with("agents.") => {
            let keys: Vec<&str> = Agent::KEYS.iter().map(|key| key.path).collect();
            format!("an agent has {}", keys.join(" and "))
        }
        Some(key) => format!("did you mean {}?", key.path),
        None => "`palimp config list` shows them all".to_owned(),
    };
    Err(Failure::usage(format!("there is no setting '{path}': {hint}")))
}

/// What a person typed, as the kind of value that the key takes.
fn parse(kind: Kind, text: &str) -> Value {
    match (serde_json::from_str(text), kind) {
        (Ok(value @ Value::Array(_)), _) => value,
        (Ok(Value::Null), Kind::OrNull(_)) => Value::Null,
        (_, Kind::OrNull(kind)) => parse(*kind, text),
        (_, Kind::Text | Kind::Choice(_)) => json!(text),
        (_, Kind::List | Kind::ListOf(_)) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect::<Vec<_>>().into()
        }
        (Ok(value), _) => value,
        _ => json!(text),
    }
}

/// The value that holds, and whether the user set it.
fn effective(file: &Value, at: &At) -> (Value, &'static str) {
    match keys::get(file, &at.path).and_then(|value| holding(at, value)) {
        Some(value) => (value, "settings.json"),
        None => ((at.key.default)(), "default"),
    }
}

/// What counts of a value. Of several by their ids, a wrong one leaves the others alone.
fn holding(at: &At, value: &Value) -> Option<Value> {
    let (Kind::ById(_), Some(all)) = (at.key.kind, value.as_object()) else {
        return at.key.kind.check(&at.path, value).is_ok().then(|| value.clone());
    };
    let sound = all.iter().filter(|(id, one)| keys::is_id(id) && one.is_object());
    let sound: Map<_, _> = sound.map(|(id, one)| (id.clone(), one.clone())).collect();
    (all.is_empty() || !sound.is_empty()).then_some(Value::Object(sound))
}

fn get(cx: &Cx, file: &Value, at: &At) {
    if cx.json {
        document(&entry(file, at));
    } else {
        say!("{}", line(file, at));
    }
}

fn list(cx: &Cx, file: &Value) {
    let all = keys::keys().map(|key| At { path: key.path.to_owned(), key });
    if cx.json {
        document(&all.map(|at| entry(file, &at)).collect::<Vec<_>>());
        return;
    }
    for at in all {
        say!("{}\n    {}", line(file, &at), at.key.en);
    }
}

fn line(file: &Value, at: &At) -> String {
    let (value, source) = effective(file, at);
    let default = match source {
        "default" => String::new(),
        _ => format!("; default {}", (at.key.default)()),
    };
    format!("{} = {value}  ({source}{default})", at.path)
}

fn entry(file: &Value, at: &At) -> Value {
    let (value, source) = effective(file, at);
    json!({
        "key": at.path, "value": value, "source": source,
        "default": (at.key.default)(), "about": at.key.en,
    })
}
