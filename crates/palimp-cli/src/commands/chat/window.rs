//! `/context`: what fills the window.

use palimp_context::group_thousands;

use super::chat_session::ChatSession;
use crate::context::now_ms;
use crate::messages;
use crate::output::say;
use crate::show::pad_right;
use palimp_core::counts;

/// Shows what fills the window, layer by layer, and what was made shorter.
pub(super) fn print_window(held: &ChatSession) {
    let breakdown = held.chat.breakdown();
    let share = |tokens: usize| tokens as f64 * 100.0 / breakdown.window.max(1) as f64;
    let head = |name: &str| pad_right(&messages::name_in_words(name), 12);
    let line = |name: &str, tokens: usize| {
        say(messages::window_share(head(name), group_thousands(tokens), share(tokens)));
    };
    for layer in breakdown.layers.iter().filter(|layer| layer.name != "tools") {
        line(layer.name, layer.tokens);
        for (piece, tokens) in &layer.pieces {
            say(messages::window_piece(piece, group_thousands(*tokens)));
        }
    }
    line("in all", breakdown.tokens);
    say(messages::window_size(head("window"), group_thousands(breakdown.window)));
    say(shortening_summary(held));
    say(cache_status(held));
}

/// Describes the messages that were pruned or summarised.
fn shortening_summary(held: &ChatSession) -> String {
    let talk = held.chat.conversation();
    let pruned = match talk.decisions().len() {
        0 => messages::no_result_pruned(),
        n => messages::results_pruned(counts::results(n)),
    };
    match talk.summary() {
        Some(summary) => messages::first_messages_summarised(
            counts::messages(talk.first_number()),
            group_thousands(talk.meter().text_tokens(summary)),
            &pruned,
        ),
        None => messages::nothing_summarised(&pruned),
    }
}

/// Describes if the service still caches the beginning of the conversation.
fn cache_status(held: &ChatSession) -> String {
    if held.is_with_client() {
        return messages::program_reads_all_anew();
    }
    match held.chat.kept_until().map(|until| (until - now_ms()) / 1_000) {
        None => messages::nothing_sent_yet(),
        Some(left) if left <= 0 => messages::cache_expired(),
        Some(left) => messages::cache_kept_for(left / 60, left % 60),
    }
}
