//! Settings: every key, what holds, and a form for each section.

use maud::{Markup, html};

use crate::clients::{self, ClientFileEdit, ClientView};
use crate::index::{self, Index};
use crate::layout::page_layout;
use crate::parts::form_token;
use crate::texts as t;
use crate::view::ViewContext;
use palimp_core::lang::Lang;

/// All settings.
#[derive(Clone, Debug, Default)]
pub struct SettingsView {
    /// Each key, in the order of the table.
    pub all: Vec<SettingView>,
    /// Keys that were just changed.
    pub changed: Vec<String>,
    /// The index, and who gives vectors.
    pub index: Index,
    /// The clients of this machine.
    pub clients: Vec<ClientView>,
    /// Last change of the clients' files.
    pub client_edits: Option<Result<Vec<ClientFileEdit>, String>>,
    /// Form that was refused.
    pub refused: Option<RefusedSettings>,
}

/// Form of settings that was refused as a whole.
#[derive(Clone, Debug, Default)]
pub struct RefusedSettings {
    /// Key with the wrong value.
    pub key: String,
    /// Reason, in words.
    pub why: String,
    /// Values of the form, by key.
    pub wanted: Vec<(String, String)>,
}

/// A setting.
#[derive(Clone, Debug)]
pub struct SettingView {
    /// The key.
    pub key: String,
    /// The value that holds, as it is written.
    pub value: String,
    /// The default.
    pub default: String,
    /// True if the user set it.
    pub is_set: bool,
    /// Description, in English and Korean.
    pub about: [&'static str; 2],
    /// Possible values; empty if any value can be written.
    pub choices: Vec<String>,
    /// True if a form can change it.
    pub by_form: bool,
}

/// Renders the page.
pub fn settings_page(view: &ViewContext, settings: &SettingsView) -> Markup {
    let sections = settings.all.chunk_by(|a, b| section_name(&a.key) == section_name(&b.key));
    let body = html! {
        @if !settings.changed.is_empty() {
            p.well role="status" { (view.fill_blanks(t::SAVED, &[&settings.changed.join(", ")])) }
        }
        @if let Some(refused) = &settings.refused { p.wrong role="alert" { (refused.why) } }
        (clients::clients_section(view, &settings.clients, settings.client_edits.as_ref()))
        h2 { (view.translate(t::ALL_SETTINGS)) }
        @for section in sections { (settings_section(view, settings, section)) }
        (index::index_section(view, &settings.index))
    };
    page_layout(view, view.translate(t::SETTINGS), Some("work.js"), body)
}

fn section_name(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

/// Renders a section that opens; one that was just changed or refused is open.
fn settings_section(
    view: &ViewContext,
    settings: &SettingsView,
    section: &[SettingView],
) -> Markup {
    let name = section_name(&section[0].key);
    let is_here = |key: &String| section_name(key) == name;
    let is_open = settings.changed.iter().any(is_here)
        || settings.refused.as_ref().is_some_and(|refused| is_here(&refused.key));
    let set = section.iter().filter(|it| it.is_set).count();
    html! {
        details.card open[is_open] {
            summary data-section=(name) {
                strong { (view.section_label(name)) } " " code.quiet { (name) }
                @if set > 0 { " " span.badge { (view.fill_blanks(t::SET_COUNT, &[&set])) } }
            }
            (settings_form(view, section, settings.refused.as_ref(), "settings"))
        }
    }
}

/// Renders settings and the form that changes them; the page `from` shows the result.
pub(crate) fn settings_form(
    view: &ViewContext,
    section: &[SettingView],
    refused: Option<&RefusedSettings>,
    from: &str,
) -> Markup {
    html! {
        form method="post" action=(view.to_page("settings")) {
            (form_token(view))
            input type="hidden" name="page" value=(from);
            // Enter in a field saves, and does not reset the first setting that has a button for it.
            button.default-button name="do" value="set" tabindex="-1" aria-hidden="true" { (view.translate(t::SAVE)) }
            @for one in section { (setting_field(view, one, refused)) }
            @if section.iter().any(|it| it.by_form) {
                button.primary name="do" value="set" { (view.translate(t::SAVE)) }
            }
        }
    }
}

/// Renders the name, description and field of a setting.
fn setting_field(
    view: &ViewContext,
    setting: &SettingView,
    refused: Option<&RefusedSettings>,
) -> Markup {
    let wanted = refused.and_then(|it| it.wanted.iter().find(|(key, _)| *key == setting.key));
    let shown = wanted.map_or(&setting.value, |(_, value)| value);
    let is_refused = refused.is_some_and(|it| it.key == setting.key);
    let about = format!("about-{}", setting.key);
    let input = format!("key-{}", setting.key);
    html! {
        div.setting.is-set[setting.is_set] {
            div {
                label for=(input) { code { (setting.key) } }
                p id=(about) {
                    (setting.about[usize::from(view.lang == Lang::Ko)]) ". "
                    @if setting.is_set {
                        span.quiet { (view.fill_blanks(t::SET_BY_YOU, &[&setting.default])) }
                    }
                }
            }
            div {
                @if setting.by_form {
                    input type="hidden" name="key" value=(setting.key);
                    input type="hidden" name="shown" value=(setting.value);
                    @if setting.choices.is_empty() {
                        input id=(input) name="value" value=(shown) autocomplete="off"
                            aria-describedby=(about) aria-invalid=[is_refused.then_some("true")];
                    } @else {
                        select id=(input) name="value" aria-describedby=(about) {
                            @for choice in &setting.choices {
                                option value=(choice) selected[choice == shown] { (choice) }
                            }
                        }
                    }
                    @if setting.is_set {
                        button.plain name="do" value={ "unset " (setting.key) }
                            aria-label={ (view.translate(t::UNSET)) ": " (setting.key) } { (view.translate(t::UNSET)) }
                    }
                } @else {
                    output id=(input) { code { (setting.value) } }
                }
            }
        }
    }
}

impl ViewContext {
    /// Returns the label of a section of the settings.
    fn section_label<'n>(&self, name: &'n str) -> &'n str {
        self.translate(match name {
            "memory" => t::GROUP_MEMORY,
            "flush" => t::SECTION_FLUSH,
            "capture" => t::SECTION_CAPTURE,
            "inject" => t::SECTION_INJECT,
            "search" => t::SEARCH,
            "agents" => t::SECTION_AGENTS,
            "projects" => t::SECTION_PROJECTS,
            "index" => t::INDEX,
            "sync" => t::SECTION_SYNC,
            "embedding" => t::SECTION_EMBEDDING,
            "compaction" => t::SECTION_COMPACTION,
            "contextPruning" => t::SECTION_PRUNING,
            "session" => t::SECTION_SESSION,
            "redaction" => t::SECTION_REDACTION,
            "dashboard" => t::SECTION_DASHBOARD,
            "team" => t::TEAM,
            "hub" => t::SECTION_HUB,
            other => return other,
        })
    }
}
