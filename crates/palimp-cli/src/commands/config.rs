//! `palimp config`: the settings, with where each value comes from.

use palimp_core::settings::{self as keys, KEYS, Key, Kind};
use palimp_engine::settings;
use serde_json::{Value, json};

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
    /// Show one value
    Get {
        /// The key, such as capture.maxChars
        key: String,
    },
    /// Change one value
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
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let path = cx.home.settings();
    let mut file = settings::read(&path)?;
    match args.what.as_ref().unwrap_or(&What::List) {
        What::List => list(cx, &file),
        What::Get { key } => get(cx, &file, find(key)?),
        What::Set { key, value } => {
            let key = find(key)?;
            let value = parse(key, value);
            keys::check(key, &value).map_err(Failure::usage)?;
            keys::set(&mut file, key.path, value);
            settings::write(&path, &file)?;
            get(cx, &file, key)?;
            tell_where(cx, &file, key);
            Ok(())
        }
        What::Unset { key } => {
            let key = find(key)?;
            if keys::unset(&mut file, key.path) {
                settings::write(&path, &file)?;
            }
            get(cx, &file, key)
        }
    }
}

/// Says where a service will be asked, once a setting decides about it.
fn tell_where(cx: &Cx, file: &Value, key: &Key) {
    if ["memory.cli", "memory.baseUrl", "embedding.provider", "embedding.baseUrl"]
        .contains(&key.path)
    {
        let (settings, _) = palimp_core::settings::Settings::from_value(file);
        crate::models::asked_at(cx, &settings).iter().for_each(|line| note!("{line}."));
    }
}

fn find(path: &str) -> Result<&'static Key, Failure> {
    KEYS.iter().find(|key| key.path == path).ok_or_else(|| {
        let last = path.rsplit('.').next().unwrap_or(path).to_lowercase();
        let near = KEYS.iter().find(|key| key.path.to_lowercase().ends_with(&last));
        let hint = near.map_or_else(
            || "`palimp config list` shows them all".to_owned(),
            |key| format!("did you mean {}?", key.path),
        );
        Failure::usage(format!("there is no setting '{path}': {hint}"))
    })
}

/// What a person typed, as the kind of value that the key takes.
fn parse(key: &Key, text: &str) -> Value {
    match (serde_json::from_str(text), key.kind) {
        (Ok(value @ Value::Array(_)), _) => value,
        (Ok(Value::Null), Kind::TextOrNull | Kind::ChoiceOrNull(_)) => Value::Null,
        (_, Kind::TextOrNull | Kind::Text | Kind::Choice(_) | Kind::ChoiceOrNull(_)) => json!(text),
        (Ok(value), kind) if kind != Kind::List => value,
        (_, Kind::List) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect::<Vec<_>>().into()
        }
        _ => json!(text),
    }
}

/// The value that holds, and whether the user set it.
fn effective(file: &Value, key: &Key) -> (Value, &'static str) {
    let own = keys::get(file, key.path).filter(|value| keys::check(key, value).is_ok());
    match own {
        Some(value) => (value.clone(), "settings.json"),
        None => (keys::default_of(key.path).unwrap_or(Value::Null), "default"),
    }
}

fn get(cx: &Cx, file: &Value, key: &Key) -> Result<(), Failure> {
    let (value, source) = effective(file, key);
    if cx.json {
        document(&entry(file, key));
    } else {
        say!("{} = {value}  ({source})", key.path);
    }
    Ok(())
}

fn list(cx: &Cx, file: &Value) -> Result<(), Failure> {
    if cx.json {
        document(&KEYS.iter().map(|key| entry(file, key)).collect::<Vec<_>>());
        return Ok(());
    }
    for key in KEYS {
        let (value, source) = effective(file, key);
        say!("{} = {value}  ({source})\n    {}", key.path, key.about);
    }
    Ok(())
}

fn entry(file: &Value, key: &Key) -> Value {
    let (value, source) = effective(file, key);
    json!({
        "key": key.path, "value": value, "source": source,
        "default": keys::default_of(key.path), "about": key.about,
    })
}
