//! Prices, cold rewrites of the cache and palimp's own share, beside the sums of tokens.

use maud::{Markup, html};

use super::{ColdCacheCause, TokensView, name_or_unknown};
use crate::parts::{format_bytes, format_number, time_label};
use crate::texts as t;
use crate::view::ViewContext;

pub(super) fn price_notes(view: &ViewContext, tokens: &TokensView) -> Markup {
    html! {
        @if !tokens.priced.is_empty() { p.quiet { (view.fill_blanks(t::PRICES_READ, &[&tokens.priced])) } }
        @for (model, requests) in &tokens.unpriced {
            p.quiet { (view.fill_blanks(t::NO_PRICE, &[&name_or_unknown(view, model), requests])) }
        }
    }
}

pub(super) fn cold_rewrites(view: &ViewContext, tokens: &TokensView) -> Markup {
    let sum =
        |part: fn(&(ColdCacheCause, u64, u64)) -> u64| tokens.causes.iter().map(part).sum::<u64>();
    let (times, anew) = (sum(|it| it.1), sum(|it| it.2));
    html! {
        @if times > 0 {
            section aria-labelledby="cold" {
                h2 #cold { (view.translate(t::COLD)) }
                p { (view.fill_blanks(t::COLD_MEANS, &[&times, &format_number(anew)])) }
                table {
                    thead { tr {
                        th scope="col" { (view.translate(t::LIKELY_CAUSE)) }
                        th.number scope="col" { (view.translate(t::COLD_TIMES)) }
                        th.number scope="col" { (view.translate(t::COLD_TOKENS)) }
                    } }
                    @for (cause, times, tokens) in &tokens.causes {
                        tr {
                            th scope="row" { (view.cause_label(*cause)) }
                            td.number { (times) }
                            td.number { (format_number(*tokens)) }
                        }
                    }
                }
                h3 { (view.translate(t::THE_LAST)) }
                ul { @for one in &tokens.cold { li {
                    (time_label(view, one.at)) " · " (format_number(one.tokens)) " · " (view.cause_label(one.cause))
                    @for part in &one.of { " · " (name_or_unknown(view, part)) }
                } } }
            }
        }
    }
}

pub(super) fn own_share(view: &ViewContext, tokens: &TokensView) -> Markup {
    let [times, characters, told] = tokens.own.told.map(format_number);
    let [definitions, tools] = tokens.own.tools.map(format_number);
    html! {
        section aria-labelledby="own" {
            h2 #own { (view.translate(t::OWN_SHARE)) }
            ul.facts {
                li { (view.fill_blanks(t::OWN_TOLD, &[&times, &characters, &told])) }
                li { (view.fill_blanks(t::OWN_TOOLS, &[&definitions, &tools])) }
                @for (name, [calls, input, output]) in &tokens.own.distillers {
                    li { (view.fill_blanks(t::OWN_DISTILLER, &[name, calls, input, output])) }
                }
            }
        }
        @if !tokens.sources.is_empty() {
            section aria-labelledby="read" {
                h2 #read { (view.translate(t::READ_FROM)) }
                ul.facts { @for (client, transcripts, size) in &tokens.sources {
                    li { (view.fill_blanks(t::TRANSCRIPTS, &[client, transcripts, &format_bytes(*size)])) }
                } }
            }
        }
    }
}

impl ViewContext {
    fn cause_label(&self, cause: ColdCacheCause) -> &'static str {
        self.translate(match cause {
            ColdCacheCause::Compaction => t::CAUSE_COMPACTION,
            ColdCacheCause::Model => t::CAUSE_MODEL,
            ColdCacheCause::Prefix => t::CAUSE_PREFIX,
            ColdCacheCause::Idle => t::CAUSE_IDLE,
            ColdCacheCause::Unknown => t::CAUSE_UNKNOWN,
        })
    }
}
