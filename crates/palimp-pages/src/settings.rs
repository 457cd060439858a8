//! Settings: every key, what holds, and a form to change it.

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
    /// The key that was just changed.
    pub changed: Option<String>,
    /// The index, and who gives vectors.
    pub index: Index,
    /// The clients of this machine.
    pub clients: Vec<ClientView>,
    /// Last change of the clients' files.
    pub client_edits: Option<Result<Vec<ClientFileEdit>, String>>,
    /// The key that was not, what was wanted, and what is wrong with that.
    pub refused: Option<(String, String, String)>,
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
        @if let Some(key) = &settings.changed { p.well role="status" { (view.fill_blanks(t::SAVED, &[key])) } }
        @if let Some((_, _, why)) = &settings.refused { p.wrong role="alert" { (why) } }
        (index::index_section(view, &settings.index))
        (clients::clients_section(view, &settings.clients, settings.client_edits.as_ref()))
        @for section in sections {
            h2 { (self::section_name(&section[0].key)) }
            @for one in section { (setting_form(view, one, settings.refused.as_ref(), "settings")) }
        }
    };
    page_layout(view, view.translate(t::SETTINGS), Some("work.js"), body)
}

fn section_name(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(section, _)| section)
}

/// Renders a setting and the form that changes it; the page `from` shows the result.
pub(crate) fn setting_form(
    view: &ViewContext,
    setting: &SettingView,
    refused: Option<&(String, String, String)>,
    from: &str,
) -> Markup {
    let refused = refused.filter(|(key, ..)| *key == setting.key);
    let shown = refused.map_or(&setting.value, |(_, wanted, _)| wanted);
    let about = format!("about-{}", setting.key);
    let input = format!("key-{}", setting.key);
    html! {
        form.setting method="post" action=(view.to_page("settings")) {
            (form_token(view))
            input type="hidden" name="key" value=(setting.key);
            input type="hidden" name="page" value=(from);
            label for=(input) { code { (setting.key) } }
            p id=(about) {
                (setting.about[usize::from(view.lang == Lang::Ko)]) ". "
                span.quiet {
                    @if setting.is_set { (view.fill_blanks(t::SET_BY_YOU, &[&setting.default])) }
                    @else { (view.translate(t::DEFAULT_HOLDS)) }
                }
            }
            @if setting.by_form {
                div.filters {
                    @if setting.choices.is_empty() {
                        input id=(input) name="value" value=(shown) autocomplete="off"
                            aria-describedby=(about) aria-invalid=[refused.map(|_| "true")];
                    } @else {
                        select id=(input) name="value" aria-describedby=(about) {
                            @for choice in &setting.choices {
                                option value=(choice) selected[choice == shown] { (choice) }
                            }
                        }
                    }
                    button name="do" value="set" { (view.translate(t::SAVE)) }
                    @if setting.is_set { button name="do" value="unset" { (view.translate(t::UNSET)) } }
                }
            } @else {
                output id=(input) { code { (setting.value) } }
            }
        }
    }
}
