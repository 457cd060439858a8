//! Routes of the page *Settings*: settings, the index and the connected agents.

use std::sync::Arc;

use palimp_core::lang::with_lang;
use palimp_core::settings::{SettingKind, set, unset};
use palimp_engine::home::redaction::redactor;
use palimp_engine::home::settings::{self, SettingRef};
use palimp_pages::{Index, PageError, RefusedSettings, SettingsView};
use palimp_serve::extract::State;
use palimp_serve::response::{IntoResponse, Redirect, Response};
use serde_json::Value;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, engine_failure, render_page, run_action,
};
use crate::query_string::RequestFields;
use crate::{clients, run_job, search_index};

pub(crate) async fn settings_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        // Only keys are said back, not whatever an address holds.
        let changed = asking.asked.field_value("changed").split(',');
        let changed = changed.filter_map(|key| settings::find_setting(key).ok());
        let changed = changed.map(|it| it.path).collect();
        build_page(state, asking, SettingsView { changed, ..SettingsView::default() })
    })
    .await
}

/// Sets what the form says, or lets a default hold again. Nothing is set if one value is wrong.
pub(crate) async fn change_setting(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    let form = RequestFields::from_urlencoded(&form);
    let from = if form.field_value("page") == "homes" { "homes" } else { "settings" };
    let to = format!("{}{from}", state.base());
    let at = Arc::clone(&state);
    let work = move || apply_form(&at, &form);
    let lang = asking.view.lang;
    match tokio::task::spawn_blocking(move || with_lang(lang, work))
        .await
        .unwrap_or_else(|_| Err(RefusedSettings::default()))
    {
        Ok(changed) if changed.is_empty() => Redirect::to(&to).into_response(),
        Ok(changed) => Redirect::to(&format!("{to}?changed={}", changed.join(","))).into_response(),
        Err(refused) => {
            let settings = SettingsView { refused: Some(refused), ..SettingsView::default() };
            render_page(state, asking, move |state, asking| build_page(state, asking, settings))
                .await
        }
    }
}

/// Applies a form with a `key` and a `value` for each setting; returns the keys that were changed. With the
/// value that the form was `shown` with, a setting that it left alone stays as it is, even if a command has
/// changed it since.
fn apply_form(
    state: &DashboardState,
    form: &RequestFields,
) -> Result<Vec<String>, RefusedSettings> {
    let values = form.field_values("value").map(str::to_owned);
    let wanted: Vec<(String, String)> =
        form.field_values("key").map(str::to_owned).zip(values).collect();
    let refuse = |key: &str, why: String| {
        let (key, wanted) = (key.to_owned(), wanted.clone());
        RefusedSettings { key, why, wanted }
    };
    let path = state.home().settings_file();
    let mut file = settings::read_value(&path).map_err(|error| refuse("", error.to_string()))?;
    let mut changed = Vec::new();
    if let Some(key) = form.field_value("do").strip_prefix("unset") {
        let key = match key.trim() {
            "" => form.field_value("key"),
            key => key,
        };
        let setting =
            settings::find_setting(key).map_err(|wrong| refuse(key, wrong.to_string()))?;
        unset(&mut file, &setting.path);
        changed.push(setting.path);
    } else {
        let shown = form.field_values("shown").map(Some).chain(std::iter::repeat(None));
        for ((key, value), shown) in wanted.iter().zip(shown) {
            if shown == Some(value) {
                continue;
            }
            let setting =
                settings::find_setting(key).map_err(|wrong| refuse(key, wrong.to_string()))?;
            let value = setting.parse(value).map_err(|wrong| refuse(key, wrong.to_string()))?;
            set(&mut file, &setting.path, value);
            changed.push(setting.path);
        }
    }
    if !changed.is_empty() {
        settings::write_value(&path, &file).map_err(|error| refuse("", error.to_string()))?;
    }
    Ok(changed)
}

/// Makes the index, or tries who gives vectors.
pub(crate) async fn run_index_action(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    let at = Arc::clone(&state);
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        if form.field_value("do") == "try" {
            let index =
                Index { trial: Some(search_index::try_embedder(state)), ..Index::default() };
            let settings = SettingsView { index, ..SettingsView::default() };
            return build_page(state, asking, settings).map(PageOutcome::Page);
        }
        let making =
            search_index::parse_index_action(form.field_value("do")).ok_or(PageError::Missing)?;
        run_job::begin_job(&at, move |state, progress| {
            search_index::build_index(state, making, progress)
        });
        Ok(PageOutcome::Done(format!("{}settings", state.base())))
    })
    .await
}

/// Connects or disconnects a client, and shows the changed files.
pub(crate) async fn change_client(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    render_page(state, asking, move |state, asking| {
        let client_edits = clients::configure_client(state, &RequestFields::from_urlencoded(&form));
        let client_edits = Some(client_edits.ok_or(PageError::Missing)?);
        build_page(state, asking, SettingsView { client_edits, ..SettingsView::default() })
    })
    .await
}

/// The page, with what just came of something on it.
fn build_page(state: &DashboardState, asking: &PageRequest, settings: SettingsView) -> PageResult {
    let trial = settings.index.trial.clone();
    let index = Index { trial, ..search_index::index_state(state) };
    let (all, clients) = (setting_rows(state, |_| true)?, clients::list_clients(state));
    let settings = SettingsView { all, index, clients, ..settings };
    Ok::<_, PageError>(palimp_pages::settings_page(&asking.view, &settings))
}

/// The settings whose keys are wanted.
pub(crate) fn setting_rows(
    state: &DashboardState,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<palimp_pages::SettingView>, PageError> {
    let file = settings::read_value(&state.home().settings_file()).map_err(engine_failure)?;
    let redactor = redactor(&state.load_settings());
    let safe = |text: String| redactor.redact(&text).into_owned();
    let wanted = settings::all_settings().filter(|it| is_wanted(&it.path));
    Ok(wanted.map(|it| setting_row(&it, &file, &safe)).collect())
}

fn setting_row(
    setting: &SettingRef,
    file: &Value,
    safe: &dyn Fn(String) -> String,
) -> palimp_pages::SettingView {
    let (value, is_set) = setting.effective_value(file);
    let written = display_value(&value);
    let value = safe(written.clone());
    palimp_pages::SettingView {
        key: setting.path.clone(),
        // What is not shown cannot be saved back by a form that shows it.
        by_form: !matches!(setting.key.kind, SettingKind::ById(_)) && value == written,
        value,
        default: self::display_value(&(setting.key.default)()),
        is_set,
        about: [setting.key.en, setting.key.ko],
        choices: setting_choices(setting.key.kind),
    }
}

/// A value as a person writes it.
fn display_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn setting_choices(kind: SettingKind) -> Vec<String> {
    match kind {
        SettingKind::Switch => vec!["true".to_owned(), "false".to_owned()],
        SettingKind::Choice(known) => known.iter().map(|it| (*it).to_owned()).collect(),
        _ => Vec::new(),
    }
}
