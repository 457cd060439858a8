//! What stands beside the sums: prices, where the cache was cold, palimp's own share.

use maud::{Markup, html};

use super::{Cause, Tokens, known};
use crate::parts::{bytes, number, time};
use crate::texts as t;
use crate::view::View;

pub(super) fn prices(view: &View, tokens: &Tokens) -> Markup {
    html! {
        @if !tokens.priced.is_empty() { p.quiet { (view.fill(t::PRICES_READ, &[&tokens.priced])) } }
        @for (model, requests) in &tokens.unpriced {
            p.quiet { (view.fill(t::NO_PRICE, &[&known(view, model), requests])) }
        }
    }
}

pub(super) fn cold(view: &View, tokens: &Tokens) -> Markup {
    let sum = |part: fn(&(Cause, u64, u64)) -> u64| tokens.causes.iter().map(part).sum::<u64>();
    let (times, anew) = (sum(|it| it.1), sum(|it| it.2));
    html! {
        @if times > 0 {
            section aria-labelledby="cold" {
                h2 #cold { (view.say(t::COLD)) }
                p { (view.fill(t::COLD_MEANS, &[&times, &number(anew)])) }
                table {
                    thead { tr {
                        th scope="col" { (view.say(t::LIKELY_CAUSE)) }
                        th.number scope="col" { (view.say(t::COLD_TIMES)) }
                        th.number scope="col" { (view.say(t::COLD_TOKENS)) }
                    } }
                    @for (cause, times, tokens) in &tokens.causes {
                        tr {
                            th scope="row" { (view.cause(*cause)) }
                            td.number { (times) }
                            td.number { (number(*tokens)) }
                        }
                    }
                }
                h3 { (view.say(t::THE_LAST)) }
                ul { @for one in &tokens.cold { li {
                    (time(view, one.at)) " · " (number(one.tokens)) " · " (view.cause(one.cause))
                    @for part in &one.of { " · " (known(view, part)) }
                } } }
            }
        }
    }
}

pub(super) fn own(view: &View, tokens: &Tokens) -> Markup {
    let [times, characters, told] = tokens.own.told.map(number);
    let [definitions, tools] = tokens.own.tools.map(number);
    html! {
        section aria-labelledby="own" {
            h2 #own { (view.say(t::OWN_SHARE)) }
            ul.facts {
                li { (view.fill(t::OWN_TOLD, &[&times, &characters, &told])) }
                li { (view.fill(t::OWN_TOOLS, &[&definitions, &tools])) }
                @for (name, [calls, input, output]) in &tokens.own.distillers {
                    li { (view.fill(t::OWN_DISTILLER, &[name, calls, input, output])) }
                }
            }
        }
        @if !tokens.sources.is_empty() {
            section aria-labelledby="read" {
                h2 #read { (view.say(t::READ_FROM)) }
                ul.facts { @for (client, transcripts, size) in &tokens.sources {
                    li { (view.fill(t::TRANSCRIPTS, &[client, transcripts, &bytes(*size)])) }
                } }
            }
        }
    }
}

impl View {
    fn cause(&self, cause: Cause) -> &'static str {
        self.say(match cause {
            Cause::Compaction => t::CAUSE_COMPACTION,
            Cause::Model => t::CAUSE_MODEL,
            Cause::Prefix => t::CAUSE_PREFIX,
            Cause::Idle => t::CAUSE_IDLE,
            Cause::Unknown => t::CAUSE_UNKNOWN,
        })
    }
}
