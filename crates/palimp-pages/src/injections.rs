//! Told: what clients were told, and whether the agent used it.

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::marked::{inline_code, link_labels};
use crate::parts::{form_token, next_page_link, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// Something that a client was told.
#[derive(Clone, Debug)]
pub struct InjectionView {
    /// Its number.
    pub id: i64,
    /// Time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The client's name.
    pub client: String,
    /// The project's name.
    pub project: String,
    /// The client's session.
    pub session: String,
    /// The client's event that it answered.
    pub event: String,
    /// The prompt that it came with, where it answered one.
    pub prompt: Option<String>,
    /// Its length, in characters.
    pub chars: i64,
    /// Passages of the injected context.
    pub passages: Vec<PassageView>,
    /// Pointers to sessions and commits that it held.
    pub pointers: usize,
    /// Those of them that the agent opened later.
    pub opened: usize,
}

impl InjectionView {
    /// Returns true if it answered a prompt, and not another event after it.
    fn is_with_prompt(&self) -> bool {
        PROMPT_EVENTS.contains(&self.event.as_str())
    }
}

/// The clients' events of a prompt.
const PROMPT_EVENTS: [&str; 3] = ["UserPromptSubmit", "BeforeAgent", "UserPromptSubmitted"];

/// Passage of an injected context.
#[derive(Clone, Debug)]
pub struct PassageView {
    /// The heading that it stood under.
    pub section: String,
    /// Text of the passage.
    pub text: String,
    /// The note that it is of, where it says so.
    pub note: Option<String>,
    /// The name by which one knows that the agent used it.
    pub used: Option<String>,
}

/// A part of what was told, newest first.
#[derive(Clone, Debug, Default)]
pub struct InjectionList {
    /// Injections.
    pub given: Vec<InjectionView>,
    /// The number before which the next part begins; none where this is the last one.
    pub next: Option<i64>,
    /// Lines that the reader pinned: every session gets them.
    pub always: Vec<String>,
    /// Lines that the reader suppressed: no session gets them again.
    pub never: Vec<String>,
    /// True if a wish was just recorded or undone.
    pub wished: bool,
}

/// Renders the page.
pub fn injections_page(view: &ViewContext, told: &InjectionList) -> Markup {
    let next =
        told.next.map(|from| view.to_page_with_query("told", &[("before", &from.to_string())]));
    let body = html! {
        p.quiet { (view.translate(t::USED_MEANS)) }
        @if told.wished { p.well role="status" { (view.translate(t::WISHED)) } }
        (wish_list(view, ("always", t::TOLD_ALWAYS, "MEMORY.md"), &told.always))
        (wish_list(view, ("never", t::TOLD_NEVER, "never.md"), &told.never))
        @if told.given.is_empty() { p.quiet { (view.translate(t::NOTHING_TOLD)) } }
        (opened_pointers(view, &told.given))
        @for session in told.given.chunk_by(|a, b| a.session == b.session) {
            (session_injections(view, session))
        }
        (next_page_link(view, next))
    };
    page_layout(view, view.translate(t::TOLD), None, body)
}

/// Renders the injections into one session, newest first.
fn session_injections(view: &ViewContext, given: &[InjectionView]) -> Markup {
    let Some(last) = given.first() else { return html! {} };
    let (id, title) = (format!("session-{}", last.id), title_words(given).unwrap_or(&last.client));
    html! {
        article.card aria-labelledby=(id) {
            h2 id=(id) {
                a.title href=(view.to_session(&last.session)) { (title) }
            }
            p.about { (last.client) " · " (last.project) " · " (time_label(view, last.at)) }
            ol.moments { @for one in given { (injection_item(view, one, Some(title))) } }
        }
    }
}

/// Returns the oldest prompt that came with injections into a session, newest first.
pub(crate) fn title_words(given: &[InjectionView]) -> Option<&str> {
    given.iter().rev().find_map(|it| it.prompt.as_deref())
}

/// Renders the numbers of pointers on the page and of opened ones.
fn opened_pointers(view: &ViewContext, given: &[InjectionView]) -> Markup {
    let sum = |of: fn(&InjectionView) -> usize| given.iter().map(of).sum::<usize>();
    let (pointers, opened) = (sum(|it| it.pointers), sum(|it| it.opened));
    html! {
        @if pointers > 0 { p { (view.fill_blanks(t::OPENED_OF, &[&opened, &pointers])) } }
    }
}

/// Renders the reader's wishes about injected lines, each with a button that undoes it.
fn wish_list(
    view: &ViewContext,
    (wish, title, note): (&str, t::PageText, &str),
    lines: &[String],
) -> Markup {
    html! {
        @if !lines.is_empty() {
            section aria-labelledby=(wish) {
                h2 id=(wish) { (view.translate(title)) " · " a href=(view.to_note(note)) { (note) } }
                ul.facts {
                    @for line in lines {
                        li {
                            (line) " "
                            form.inline method="post" action=(view.to_page("told")) {
                                (form_token(view))
                                input type="hidden" name="wish" value=(wish);
                                input type="hidden" name="line" value=(line);
                                button name="do" value="undo" aria-label={ (view.translate(t::TAKE_BACK)) ": " (line) } {
                                    (view.translate(t::TAKE_BACK))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders an injection as an item of a list. Below the `title` of its session, passages are open and
/// can be pinned or suppressed, and a prompt that the title shows is not repeated.
pub(crate) fn injection_item(
    view: &ViewContext,
    given: &InjectionView,
    title: Option<&str>,
) -> Markup {
    let wishes = title.is_some();
    let prompt = given.prompt.as_deref().filter(|it| given.is_with_prompt() && title != Some(it));
    let used = given.passages.iter().filter(|it| it.used.is_some()).count();
    html! {
        li.moment.told {
            p.about {
                strong { (view.translate(t::PALIMP_TOLD)) } " · " (view.event_label(&given.event))
                " · " (time_label(view, given.at))
                " · " (view.fill_blanks(t::USED_OF, &[&used, &given.passages.len(), &given.chars]))
                @if given.pointers > 0 {
                    " · " span.used { (view.fill_blanks(t::OPENED_OF, &[&given.opened, &given.pointers])) }
                }
            }
            @if let Some(prompt) = prompt { blockquote.short { (prompt) } }
            details open[wishes] {
                summary { (view.translate(t::WHAT_WAS_TOLD)) }
                ul.passages {
                    @for (number, one) in given.passages.iter().enumerate() {
                        (passage_item(view, one, wishes.then_some((given.id, number))))
                    }
                }
            }
        }
    }
}

/// Renders a passage; with the injection's number and the passage's own number, also the wishes
/// about it.
pub(crate) fn passage_item(
    view: &ViewContext,
    passage: &PassageView,
    at: Option<(i64, usize)>,
) -> Markup {
    html! {
        li {
            @if !passage.section.is_empty() { span.section { (passage.section) } " " }
            (inline_code(&link_labels(&passage.text))) " "
            @if let Some(note) = &passage.note { a href=(view.to_note(note)) { (note) } " " }
            @match &passage.used {
                Some(name) => span.badge { (view.fill_blanks(t::USED_BY, &[name])) },
                None => span.quiet { (view.translate(t::NOT_USED)) },
            }
            @if let Some((id, number)) = at {
                form.wish method="post" action=(view.to_page("told")) {
                    (form_token(view))
                    input type="hidden" name="id" value=(id);
                    input type="hidden" name="passage" value=(number);
                    button name="do" value="never" { (view.translate(t::NEVER_AGAIN)) }
                    button name="do" value="always" { (view.translate(t::ALWAYS_TELL)) }
                }
            }
        }
    }
}

impl ViewContext {
    /// Returns the label of a client's event; the client's own name for an unknown one.
    fn event_label<'e>(&self, event: &'e str) -> &'e str {
        self.translate(match event {
            "SessionStart" => t::AT_START,
            event if PROMPT_EVENTS.contains(&event) => t::AT_PROMPT,
            "PreToolUse" | "BeforeTool" => t::BEFORE_TOOL,
            "PostToolUse" | "AfterTool" => t::AFTER_TOOL,
            "PostToolUseFailure" => t::AFTER_FAILURE,
            "PreCompact" => t::BEFORE_COMPACTION,
            "SubagentStart" => t::AT_SUBAGENT,
            other => return other,
        })
    }
}
