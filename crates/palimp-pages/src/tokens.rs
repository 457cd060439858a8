//! Tokens: what sessions cost, and what made them cost more.

mod token_context;

use maud::{Markup, html};

use crate::layout::page_layout;
use crate::parts::{format_number, next_page_link, select_field};
use crate::texts as t;
use crate::view::ViewContext;

/// Token usage of sessions.
#[derive(Clone, Debug, Default)]
pub struct TokensView {
    /// Grouping: `day`, `project`, `client`, `model` or `session`.
    pub by: String,
    /// The day from which on; empty for any.
    pub since: String,
    /// The chosen project; empty for all.
    pub project: String,
    /// The chosen client; empty for all.
    pub client: String,
    /// The projects that can be chosen.
    pub projects: Vec<String>,
    /// The clients that can be chosen.
    pub clients: Vec<String>,
    /// All of it.
    pub total: TokenUsageRow,
    /// A part of it, in the order of the list.
    pub rows: Vec<TokenUsageRow>,
    /// Number of rows before the next part; none if this is the last part.
    pub next: Option<usize>,
    /// Models without a price that is known, with how many requests.
    pub unpriced: Vec<(String, usize)>,
    /// Date of the price list; empty if no price is known.
    pub priced: String,
    /// Cold rewrites by their cause: how many, and how many tokens.
    pub causes: Vec<(ColdCacheCause, u64, u64)>,
    /// The last of them.
    pub cold: Vec<ColdCacheRequest>,
    /// palimp's own share.
    pub own: OwnTokenShare,
    /// Sources that were read: client, transcripts, their size in bytes.
    pub sources: Vec<(String, usize, u64)>,
    /// Sources that could not be read.
    pub complaints: Vec<String>,
}

/// The sums of some requests.
#[derive(Clone, Debug, Default)]
pub struct TokenUsageRow {
    /// The day, project, client, model or session; empty where nobody said.
    pub name: String,
    /// The client and the project of a session.
    pub of: Vec<String>,
    /// True if the session has a page.
    pub is_session: bool,
    /// Number of requests.
    pub requests: u64,
    /// Sent, beside the cache.
    pub input: u64,
    /// Answered.
    pub output: u64,
    /// Read from the cache.
    pub read: u64,
    /// Written into the cache.
    pub written: u64,
    /// By the lists, in US dollars; none where no price is known.
    pub dollars: Option<f64>,
    /// True if some requests have no known price.
    pub is_partly_priced: bool,
}

/// Reason why the cache was cold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColdCacheCause {
    /// The conversation was shortened.
    Compaction,
    /// Another model answered.
    Model,
    /// The system prompt or the tools changed.
    Prefix,
    /// Nothing was asked for longer than the cache lives.
    Idle,
    /// Nothing of this can be seen.
    Unknown,
}

/// A request that found the cache cold.
#[derive(Clone, Debug)]
pub struct ColdCacheRequest {
    /// Time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The client, the project and the model.
    pub of: Vec<String>,
    /// Tokens that were sent anew.
    pub tokens: u64,
    /// The likely cause.
    pub cause: ColdCacheCause,
}

/// palimp's own share.
#[derive(Clone, Debug, Default)]
pub struct OwnTokenShare {
    /// Injections: times, characters, estimated tokens.
    pub told: [u64; 3],
    /// Definitions of tools: characters, tokens by estimate.
    pub tools: [u64; 2],
    /// Distillers: name, calls, tokens in and out.
    pub distillers: Vec<(String, [i64; 3])>,
}

/// Groupings of the sums.
const GROUPINGS: [(&str, t::PageText); 5] = [
    ("day", t::BY_DAY),
    ("project", t::PROJECT),
    ("client", t::CLIENT),
    ("model", t::BY_MODEL),
    ("session", t::BY_SESSION),
];

/// The kinds of tokens, as the chart stacks them from below.
const TOKEN_KINDS: [(&str, t::PageText); 4] = [
    ("output", t::OUTPUT),
    ("input", t::INPUT),
    ("cache-write", t::CACHE_WRITE),
    ("cache-read", t::CACHE_READ),
];

impl TokenUsageRow {
    /// Returns the counts in the order of [`TOKEN_KINDS`].
    fn counts_by_kind(&self) -> [u64; 4] {
        [self.output, self.input, self.written, self.read]
    }
}

/// Renders the page.
pub fn tokens_page(view: &ViewContext, tokens: &TokensView) -> Markup {
    let from = tokens.next.map(|from| from.to_string());
    let next = from.map(|from| {
        let asked = [("by", tokens.by.as_str()), ("since", &tokens.since)];
        let chosen = [("project", tokens.project.as_str()), ("client", &tokens.client)];
        view.to_page_with_query(
            "tokens",
            &[asked[0], asked[1], chosen[0], chosen[1], ("from", &from)],
        )
    });
    let body = html! {
        p.quiet { (view.translate(t::TOKENS_MEAN)) }
        (filter_form(view, tokens))
        @for complaint in &tokens.complaints { p.wrong { (complaint) } }
        @if tokens.rows.is_empty() { p.quiet { (view.translate(t::NO_REQUESTS)) } }
        @else { (token_chart(view, tokens)) (token_table(view, tokens)) }
        (next_page_link(view, next))
        (token_context::price_notes(view, tokens))
        (token_context::cold_rewrites(view, tokens))
        (token_context::own_share(view, tokens))
    };
    page_layout(view, view.translate(t::TOKENS), None, body)
}

fn filter_form(view: &ViewContext, tokens: &TokensView) -> Markup {
    html! {
        form.filters action=(view.to_page("tokens")) method="get" {
            label {
                (view.translate(t::SUM_BY))
                select name="by" {
                    @for (value, name) in GROUPINGS {
                        option value=(value) selected[value == tokens.by] { (view.translate(name)) }
                    }
                }
            }
            (select_field(view, ("project", t::PROJECT), &tokens.projects, &tokens.project))
            (select_field(view, ("client", t::CLIENT), &tokens.clients, &tokens.client))
            label { (view.translate(t::SINCE)) input type="date" name="since" value=(tokens.since); }
            button { (view.translate(t::SHOW)) }
        }
    }
}

/// Renders a bar for each row, days from left to right. The table below has the same numbers.
fn token_chart(view: &ViewContext, tokens: &TokensView) -> Markup {
    const CHART_HEIGHT: f64 = 100.0;
    // A few bars are no wider than those of a month.
    const MIN_CHART_BARS: usize = 31;
    let most =
        tokens.rows.iter().map(|row| row.counts_by_kind().iter().sum::<u64>()).max().unwrap_or(0);
    let scale = CHART_HEIGHT / most.max(1) as f64;
    let mut rows: Vec<&TokenUsageRow> = tokens.rows.iter().collect();
    if tokens.by == "day" {
        rows.reverse();
    }
    html! {
        p.axis aria-hidden="true" { (format_number(most)) }
        svg.chart viewBox={ "0 0 " (rows.len().max(MIN_CHART_BARS) * 10) " 100" } preserveAspectRatio="none" aria-hidden="true" {
            @for (at, row) in rows.iter().enumerate() {
                @for (kind, (below, tokens)) in TOKEN_KINDS.iter().zip(with_running_sums(row.counts_by_kind())) {
                    rect class=(kind.0) x=(at * 10 + 1) width="8"
                        y=(format!("{:.2}", CHART_HEIGHT - (below + tokens) as f64 * scale))
                        height=(format!("{:.2}", tokens as f64 * scale)) {}
                }
            }
        }
        @if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
            p.axis aria-hidden="true" {
                (name_or_unknown(view, &first.name))
                @if rows.len() > 1 { " – " (name_or_unknown(view, &last.name)) }
            }
        }
        p.quiet aria-hidden="true" {
            @for (class, name) in TOKEN_KINDS {
                svg.key viewBox="0 0 1 1" { rect class=(class) width="1" height="1" {} }
                (view.translate(name)) " "
            }
        }
    }
}

/// Returns each number with the sum of those before it.
fn with_running_sums(kinds: [u64; 4]) -> impl Iterator<Item = (u64, u64)> {
    kinds.into_iter().scan(0, |below, tokens| {
        let at = *below;
        *below += tokens;
        Some((at, tokens))
    })
}

fn token_table(view: &ViewContext, tokens: &TokensView) -> Markup {
    let by = GROUPINGS.iter().find(|(name, _)| *name == tokens.by).map_or(t::BY_DAY, |it| it.1);
    let columns = [t::REQUESTS, t::INPUT, t::OUTPUT, t::CACHE_READ, t::CACHE_WRITE, t::LIST_PRICE];
    html! {
        div.scroll tabindex="0" role="region" aria-label=(view.translate(t::TOKENS)) {
            table {
                thead { tr {
                    th scope="col" { (view.translate(by)) }
                    @for name in columns { th.number scope="col" { (view.translate(name)) } }
                } }
                tbody {
                    @for one in &tokens.rows {
                        tr { th scope="row" { (row_name(view, one)) } (figure_cells(one)) }
                    }
                }
                tfoot { tr { th scope="row" { (view.translate(t::IN_ALL)) } (figure_cells(&tokens.total)) } }
            }
        }
    }
}

fn row_name(view: &ViewContext, row: &TokenUsageRow) -> Markup {
    let name = name_or_unknown(view, &row.name);
    html! {
        @if row.is_session { a href=(view.to_session(&row.name)) { (name) } } @else { (name) }
        @for part in &row.of { " · " (name_or_unknown(view, part)) }
    }
}

fn name_or_unknown<'t>(view: &ViewContext, name: &'t str) -> &'t str {
    if name.is_empty() { view.translate(t::UNKNOWN) } else { name }
}

fn figure_cells(row: &TokenUsageRow) -> Markup {
    let figures = [row.requests, row.input, row.output, row.read, row.written];
    let more = if row.is_partly_priced { "+" } else { "" };
    html! {
        @for figure in figures { td.number { (format_number(figure)) } }
        td.number {
            @match row.dollars {
                Some(dollars) if dollars < 0.01 => { "<$0.01" (more) }
                Some(dollars) => { "$" (format!("{dollars:.2}")) (more) }
                None => "–",
            }
        }
    }
}
