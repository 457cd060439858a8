//! `/context`: what fills the window.

use palimp_context::group_thousands;

use super::chat_session::ChatSession;
use crate::context::now_ms;
use crate::lang::{translate, translate_name};
use crate::output::say;
use crate::show::{format_count, pad_right};

/// Shows what fills the window, layer by layer, and what was made shorter.
pub(super) fn print_window(held: &ChatSession) {
    let breakdown = held.chat.breakdown();
    let share = |tokens: usize| tokens as f64 * 100.0 / breakdown.window.max(1) as f64;
    let head = |name: &str| pad_right(&translate_name(name), 12);
    let line = |name: &str, tokens: usize| {
        say!("{}{:>10} tokens {:>6.1} %", head(name), group_thousands(tokens), share(tokens));
    };
    for layer in breakdown.layers.iter().filter(|layer| layer.name != "tools") {
        line(layer.name, layer.tokens);
        for (piece, tokens) in &layer.pieces {
            say!("  {piece:<10}{:>10} tokens", group_thousands(*tokens));
        }
    }
    line("in all", breakdown.tokens);
    say!("{}{:>10} tokens", head("window"), group_thousands(breakdown.window));
    say!("{}", translate(&shortening_summary(held)));
    say!("{}", translate(&cache_status(held)));
}

/// Describes the messages that were pruned or summarised.
fn shortening_summary(held: &ChatSession) -> String {
    let talk = held.chat.conversation();
    let pruned = match talk.decisions().len() {
        0 => "no result of a tool was pruned".to_owned(),
        n => format!("{} pruned", format_count(n, "result")),
    };
    match talk.summary() {
        Some(summary) => format!(
            "The first {} are a summary of {} tokens; {pruned}.",
            format_count(talk.first_number(), "message"),
            group_thousands(talk.meter().text_tokens(summary))
        ),
        None => format!("Nothing was summarised; {pruned}."),
    }
}

/// Describes if the service still caches the beginning of the conversation.
fn cache_status(held: &ChatSession) -> String {
    if held.is_with_client() {
        return "The program is given all of this anew with every message.".to_owned();
    }
    match held.chat.kept_until().map(|until| (until - now_ms()) / 1_000) {
        None => "Nothing was sent yet, so that the service keeps nothing.".to_owned(),
        Some(left) if left <= 0 => {
            "The service has forgotten the beginning: the next message is paid in full.".to_owned()
        }
        Some(left) => format!(
            "The service keeps the beginning for another {}:{:02} minutes.",
            left / 60,
            left % 60
        ),
    }
}
