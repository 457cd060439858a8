//! `palimp config`: the settings, with where each value comes from.

use palimp_core::settings::{self as keys, Embedding, Memory, SettingKey, Settings};
use palimp_engine::settings::{self, SettingRef};
use serde_json::{Value, json};

use crate::context::Cx;
use crate::error::Failure;
use crate::lang::{Lang, lang, told};
use crate::output::{document, note, say, words};

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
        #[arg(allow_negative_numbers = true)]
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

impl Args {
    /// Returns true if a setting changes.
    pub(crate) const fn changes(&self) -> bool {
        matches!(self.what, Some(What::Set { .. } | What::Unset { .. }))
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if let Some(What::Schema) = args.what {
        document(&keys::json_schema(keys::keys()));
        return Ok(());
    }
    let path = cx.home.settings_file();
    let mut file = settings::read_value(&path)?;
    match args.what.as_ref().unwrap_or(&What::List) {
        What::List => list(cx, &file),
        What::Get { key } => get(cx, &file, &find(key)?),
        What::Set { key, value } => set(cx, &find(key)?, value)?,
        What::Unset { key } => {
            let at = find(key)?;
            if keys::unset(&mut file, &at.path) {
                settings::write_value(&path, &file)?;
            }
            get(cx, &file, &at);
        }
        What::Schema => {}
    }
    Ok(())
}

/// Changes one value, and shows it.
pub(super) fn set(cx: &Cx, at: &SettingRef, value: &str) -> Result<(), Failure> {
    let path = cx.home.settings_file();
    let mut file = settings::read_value(&path)?;
    let value = at.parse(value).map_err(|wrong| Failure::usage(wrong.to_string()))?;
    keys::set(&mut file, &at.path, value);
    settings::write_value(&path, &file)?;
    get(cx, &file, at);
    tell_where(cx, &file, at.key);
    Ok(())
}

/// Says where a service will be asked, once a setting decides about it.
fn tell_where(cx: &Cx, file: &Value, key: &SettingKey) {
    let decide =
        [Memory::KEY.cli, Memory::KEY.base_url, Embedding::KEY.provider, Embedding::KEY.base_url];
    if decide.iter().any(|it| it.path == key.path) {
        let (settings, _) = Settings::from_value(file);
        crate::models::asked_at(cx, &settings).iter().for_each(|line| note!("{line}."));
    }
}

pub(super) fn find(path: &str) -> Result<SettingRef, Failure> {
    settings::find_setting(path).map_err(|wrong| Failure::usage(wrong.to_string()))
}

/// The value that holds, and where it comes from.
fn effective(file: &Value, at: &SettingRef) -> (Value, &'static str) {
    let (value, is_set) = at.effective_value(file);
    (value, if is_set { "settings.json" } else { "default" })
}

pub(super) fn get(cx: &Cx, file: &Value, at: &SettingRef) {
    if cx.json {
        document(&entry(file, at));
    } else {
        say!("{}", line(file, at));
    }
}

fn list(cx: &Cx, file: &Value) {
    if cx.json {
        document(&settings::all_settings().map(|at| entry(file, &at)).collect::<Vec<_>>());
        return;
    }
    for at in settings::all_settings() {
        let about = if lang() == Lang::Ko { at.key.ko } else { at.key.en };
        say!("{}\n    {about}", line(file, &at));
    }
}

pub(super) fn line(file: &Value, at: &SettingRef) -> String {
    let (value, source) = effective(file, at);
    let default = match source {
        "default" => String::new(),
        _ => words!("; default {}", (at.key.default)()),
    };
    format!("{} = {value}  ({}{default})", at.path, told(source))
}

pub(super) fn entry(file: &Value, at: &SettingRef) -> Value {
    let (value, source) = effective(file, at);
    json!({
        "key": at.path, "value": value, "source": source,
        "default": (at.key.default)(), "about": at.key.en,
    })
}
