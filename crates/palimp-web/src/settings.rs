//! Settings.

use std::sync::Arc;

use palimp_core::settings::{SettingKind, set, unset};
use palimp_engine::redaction::redactor;
use palimp_engine::settings::{self, Setting};
use palimp_pages::{Index, PageError, SettingsView};
use palimp_serve::extract::State;
use palimp_serve::response::{IntoResponse, Redirect, Response};
use serde_json::Value;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, Page, act, answer, failed};
use crate::{clients, index, work};

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        // Only a key is said back, not whatever an address holds.
        let changed = settings::find(asking.asked.text("changed")).ok().map(|it| it.path);
        made(desk, asking, SettingsView { changed, ..SettingsView::default() })
    })
    .await
}

/// Sets what the form says, or lets the default hold again.
pub(crate) async fn change(
    State(desk): State<Arc<Desk>>,
    asking: Asking,
    form: String,
) -> Response {
    let form = Asked::of(&form);
    let (key, wanted) = (form.text("key").to_owned(), form.text("value").to_owned());
    let from = if form.text("page") == "homes" { "homes" } else { "settings" };
    let to = format!("{}{from}?changed={key}", desk.base());
    let at = Arc::clone(&desk);
    let work = move || changed(&at, form.text("key"), form.text("value"), form.text("do"));
    match tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(String::new())) {
        Ok(()) => Redirect::to(&to).into_response(),
        Err(why) => {
            let refused = Some((key, wanted, why));
            let settings = SettingsView { refused, ..SettingsView::default() };
            answer(desk, asking, move |desk, asking| made(desk, asking, settings)).await
        }
    }
}

fn changed(desk: &Desk, key: &str, value: &str, verb: &str) -> Result<(), String> {
    let path = desk.home().settings_file();
    let words = |error: settings::SettingsError| error.to_string();
    let setting = settings::find(key).map_err(|wrong| wrong.to_string())?;
    let mut file = settings::read(&path).map_err(words)?;
    match verb {
        "unset" => drop(unset(&mut file, &setting.path)),
        _ => set(&mut file, &setting.path, setting.parse(value).map_err(|it| it.to_string())?),
    }
    settings::write(&path, &file).map_err(words)
}

/// Makes the index, or tries who gives vectors.
pub(crate) async fn make(State(desk): State<Arc<Desk>>, asking: Asking, form: String) -> Response {
    let at = Arc::clone(&desk);
    act(desk, asking, move |desk, asking| {
        let form = Asked::of(&form);
        if form.text("do") == "try" {
            let index = Index { trial: Some(index::tried(desk)), ..Index::default() };
            let settings = SettingsView { index, ..SettingsView::default() };
            return made(desk, asking, settings).map(Outcome::Page);
        }
        let making = index::making(form.text("do")).ok_or(PageError::Missing)?;
        work::begin(&at, move |desk, progress| index::made(desk, making, progress));
        Ok(Outcome::Done(format!("{}settings", desk.base())))
    })
    .await
}

/// Wires a client or takes palimp out of it, and says what was done.
pub(crate) async fn wire(State(desk): State<Arc<Desk>>, asking: Asking, form: String) -> Response {
    answer(desk, asking, move |desk, asking| {
        let wired = clients::wire(desk, &Asked::of(&form));
        let wired = Some(wired.ok_or(PageError::Missing)?);
        made(desk, asking, SettingsView { wired, ..SettingsView::default() })
    })
    .await
}

/// The page, with what just came of something on it.
fn made(desk: &Desk, asking: &Asking, settings: SettingsView) -> Page {
    let trial = settings.index.trial.clone();
    let index = Index { trial, ..index::state(desk) };
    let (all, clients) = (rows(desk, |_| true)?, clients::all(desk));
    let settings = SettingsView { all, index, clients, ..settings };
    Ok::<_, PageError>(palimp_pages::settings_page(&asking.view, &settings))
}

/// The settings whose keys are wanted.
pub(crate) fn rows(
    desk: &Desk,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<palimp_pages::SettingView>, PageError> {
    let file = settings::read(&desk.home().settings_file()).map_err(failed)?;
    let redactor = redactor(&desk.settings());
    let safe = |text: String| redactor.redact(&text).into_owned();
    let wanted = settings::all().filter(|it| is_wanted(&it.path));
    Ok(wanted.map(|it| row(&it, &file, &safe)).collect())
}

fn row(
    setting: &Setting,
    file: &Value,
    safe: &dyn Fn(String) -> String,
) -> palimp_pages::SettingView {
    let (value, is_set) = setting.holds(file);
    let written = written(&value);
    let value = safe(written.clone());
    palimp_pages::SettingView {
        key: setting.path.clone(),
        // What is not shown cannot be saved back by a form that shows it.
        by_form: !matches!(setting.key.kind, SettingKind::ById(_)) && value == written,
        value,
        default: self::written(&(setting.key.default)()),
        is_set,
        about: [setting.key.en, setting.key.ko],
        choices: choices(setting.key.kind),
    }
}

/// A value as a person writes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn choices(kind: SettingKind) -> Vec<String> {
    match kind {
        SettingKind::Switch => vec!["true".to_owned(), "false".to_owned()],
        SettingKind::Choice(known) => known.iter().map(|it| (*it).to_owned()).collect(),
        _ => Vec::new(),
    }
}
