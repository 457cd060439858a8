//! `palimp config`: the settings, with where each value comes from.

use palimp_core::settings::{self as keys, Embedding, Flush, SettingKey, Settings};
use palimp_engine::home::settings::{self, SettingRef};
use serde_json::{Value, json};

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::lang::{Lang, current_lang};

/// Show or change the settings
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    what: Option<ConfigCommand>,
}

#[derive(Debug, clap::Subcommand)]
enum ConfigCommand {
    /// Show every key with its value, where it comes from, and what it does
    List,
    /// Show one value, where it comes from, and the default
    Get {
        /// The key, such as capture.maxChars or agents.work.vault
        key: String,
    },
    /// Change one value, after validating it
    Set {
        /// The key
        key: String,
        /// The value; a list as JSON or separated by commas
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
    /// Reset to the default
    Unset {
        /// The key
        key: String,
    },
    /// Print the JSON schema of settings.json, for editors
    Schema,
}

impl ConfigArgs {
    /// Returns true if a setting changes.
    pub(crate) const fn changes_settings(&self) -> bool {
        matches!(self.what, Some(ConfigCommand::Set { .. } | ConfigCommand::Unset { .. }))
    }
}

pub(crate) fn run(cx: &Cx, args: &ConfigArgs) -> Result<(), CliError> {
    if let Some(ConfigCommand::Schema) = args.what {
        print_json(&keys::json_schema(keys::keys()));
        return Ok(());
    }
    let path = cx.home.settings_file();
    let mut file = settings::read_value(&path)?;
    match args.what.as_ref().unwrap_or(&ConfigCommand::List) {
        ConfigCommand::List => list_settings(cx, &file),
        ConfigCommand::Get { key } => print_value(cx, &file, &find_setting(key)?),
        ConfigCommand::Set { key, value } => set_value(cx, &find_setting(key)?, value)?,
        ConfigCommand::Unset { key } => {
            let at = find_setting(key)?;
            if keys::unset(&mut file, &at.path) {
                settings::write_value(&path, &file)?;
            }
            print_value(cx, &file, &at);
        }
        ConfigCommand::Schema => {}
    }
    Ok(())
}

/// Changes one value, and shows it.
pub(super) fn set_value(cx: &Cx, at: &SettingRef, value: &str) -> Result<(), CliError> {
    let path = cx.home.settings_file();
    let mut file = settings::read_value(&path)?;
    let value = at.parse(value).map_err(|wrong| CliError::usage(wrong.to_string()))?;
    keys::set(&mut file, &at.path, value);
    settings::write_value(&path, &file)?;
    print_value(cx, &file, at);
    tell_where(cx, &file, at.key);
    Ok(())
}

/// Says where a service will be asked, once a setting decides about it.
fn tell_where(cx: &Cx, file: &Value, key: &SettingKey) {
    let decide = [
        Flush::KEY.summarizer,
        Flush::KEY.base_url,
        Embedding::KEY.provider,
        Embedding::KEY.base_url,
    ];
    if decide.iter().any(|it| it.path == key.path) {
        let (settings, _) = Settings::from_value(file);
        crate::models::asked_at(cx, &settings).iter().for_each(|line| note(format!("{line}.")));
    }
}

pub(super) fn find_setting(path: &str) -> Result<SettingRef, CliError> {
    settings::find_setting(path).map_err(|wrong| CliError::usage(wrong.to_string()))
}

/// The value that holds, and where it comes from.
fn effective_value(file: &Value, at: &SettingRef) -> (Value, &'static str) {
    let (value, is_set) = at.effective_value(file);
    (value, if is_set { "settings.json" } else { "default" })
}

pub(super) fn print_value(cx: &Cx, file: &Value, at: &SettingRef) {
    if cx.json {
        print_json(&setting_json(file, at));
    } else {
        say(format_setting(file, at));
    }
}

fn list_settings(cx: &Cx, file: &Value) {
    if cx.json {
        print_json(&settings::all_settings().map(|at| setting_json(file, &at)).collect::<Vec<_>>());
        return;
    }
    for at in settings::all_settings() {
        let about = if current_lang() == Lang::Ko { at.key.ko } else { at.key.en };
        say(format!("{}\n    {about}", format_setting(file, &at)));
    }
}

pub(super) fn format_setting(file: &Value, at: &SettingRef) -> String {
    let (value, source) = effective_value(file, at);
    let default = match source {
        "default" => String::new(),
        _ => messages::default_value((at.key.default)()),
    };
    format!("{} = {value}  ({}{default})", at.path, messages::name_in_words(source))
}

pub(super) fn setting_json(file: &Value, at: &SettingRef) -> Value {
    let (value, source) = effective_value(file, at);
    json!({
        "key": at.path, "value": value, "source": source,
        "default": (at.key.default)(), "about": at.key.en,
    })
}
