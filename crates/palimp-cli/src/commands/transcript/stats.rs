//! `palimp transcript stats`: what fills a context, and what would make it smaller.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use palimp_context::compact::KEEP_TURNS;
use palimp_context::{ContextLimits, MessageMeter, group_thousands};
use palimp_core::activity::MessageRole;
use palimp_core::chat::MessagePart;
use serde_json::{Value, json};

use super::TranscriptInput;
use super::load::{Loaded, TranscriptOrigin};
use super::prune::{PruneTally, decide_pruning};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, print_json, say};
use palimp_core::counts;

/// Maximum number of the biggest results to list.
const MAX_LISTED_RESULTS: usize = 5;

pub(super) fn run(cx: &Cx, input: &TranscriptInput) -> Result<(), CliError> {
    let loaded = Loaded::open(cx, input)?;
    let stats = TranscriptStats::from_loaded(&loaded);
    let tally = PruneTally::from_decisions(&loaded, &decide_pruning(&loaded));
    if cx.json {
        print_json(&stats.to_json(&loaded, &tally));
    } else {
        stats.print(&loaded, &tally);
    }
    Ok(())
}

/// Number of some parts, and number of their tokens.
#[derive(Clone, Copy, Debug, Default)]
struct TokenSum {
    count: usize,
    tokens: usize,
}

impl TokenSum {
    fn add(&mut self, tokens: usize) {
        self.count += 1;
        self.tokens += tokens;
    }
}

/// Composition of a context.
#[derive(Debug, Default)]
struct TranscriptStats {
    /// By who said it.
    roles: BTreeMap<String, TokenSum>,
    /// Results, by the tool that gave them.
    tools: BTreeMap<String, TokenSum>,
    /// Messages that the client added, by their label.
    context_messages: BTreeMap<String, TokenSum>,
    /// The biggest results: tokens, tool, message.
    biggest: Vec<(usize, String, usize)>,
    turns: usize,
    /// The tokens of the turns that a compaction would summarise.
    old: usize,
}

impl TranscriptStats {
    fn from_loaded(loaded: &Loaded) -> TranscriptStats {
        let view = loaded.view();
        let names = view.tool_names();
        let (meter, decisions) = (MessageMeter::default(), loaded.decisions());
        let mut stats = TranscriptStats { turns: view.turn_count(), ..TranscriptStats::default() };
        let old = view.last_turns(KEEP_TURNS).map_or(0, |from| view.with_calls(from));
        for (at, message) in loaded.messages().iter().enumerate() {
            let message = decisions.apply(loaded.first_message() + at, message);
            stats.old += if at < old { meter.message_tokens(&message) } else { 0 };
            if let Some(label) = stats.context_label(loaded, at) {
                stats.role_sum("context").add(meter.message_tokens(&message));
                stats
                    .context_messages
                    .entry(label)
                    .or_default()
                    .add(meter.message_tokens(&message));
                continue;
            }
            // What a message costs beside its parts counts with the first of them.
            let parts: usize = message.parts.iter().map(|part| meter.part_tokens(part)).sum();
            let mut frame = meter.message_tokens(&message) - parts;
            for part in &message.parts {
                let tokens = meter.part_tokens(part) + std::mem::take(&mut frame);
                stats.add_part(part, message.role, (tokens, at), |id| names.get(id).copied());
            }
        }
        if loaded.summary().is_some() {
            stats.role_sum("summary").add(loaded.summary_tokens());
        }
        stats.biggest.sort_unstable_by_key(|(tokens, ..)| Reverse(*tokens));
        stats.biggest.truncate(MAX_LISTED_RESULTS);
        stats
    }

    /// Returns the label of message `at` if the client added it.
    fn context_label(&self, loaded: &Loaded, at: usize) -> Option<String> {
        let TranscriptOrigin::Client(recorded) = &loaded.source else { return None };
        let found = recorded.context_messages.binary_search_by_key(&at, |it| it.message).ok()?;
        Some(recorded.context_messages[found].label.clone())
    }

    fn role_sum(&mut self, name: &str) -> &mut TokenSum {
        self.roles.entry(name.to_owned()).or_default()
    }

    fn add_part<'n>(
        &mut self,
        part: &MessagePart,
        role: MessageRole,
        (tokens, at): (usize, usize),
        name: impl Fn(&str) -> Option<&'n str>,
    ) {
        match part {
            MessagePart::Text { .. } => self.role_sum(role.name()).add(tokens),
            MessagePart::Image { .. } => self.role_sum("pictures").add(tokens),
            MessagePart::ToolCall { .. } => self.role_sum("tool calls").add(tokens),
            MessagePart::ToolResult { id, .. } => {
                let name = name(id).unwrap_or("unknown tool").to_owned();
                self.role_sum("tool results").add(tokens);
                self.tools.entry(name.clone()).or_default().add(tokens);
                self.biggest.push((tokens, name, at));
            }
        }
    }

    fn total_tokens(&self) -> usize {
        self.roles.values().map(|sum| sum.tokens).sum()
    }

    fn to_json(&self, loaded: &Loaded, tally: &PruneTally) -> Value {
        let list = |sums: &BTreeMap<String, TokenSum>| {
            let sums = sort_by_tokens(sums).into_iter();
            let one = |(name, sum): (&str, TokenSum)| json!({ "name": name, "count": sum.count, "tokens": sum.tokens });
            sums.map(one).collect::<Vec<_>>()
        };
        let biggest = self.biggest.iter().map(
            |(tokens, tool, message)| json!({ "tool": tool, "tokens": tokens, "message": message }),
        );
        let limits = ContextLimits::for_window(&loaded.settings.compaction, loaded.window);
        json!({
            "format": loaded.format_name(), "session": loaded.session(),
            "messages": loaded.messages().len(), "turns": self.turns,
            "tokens": self.total_tokens(), "reported": reported_tokens(loaded), "window": loaded.window,
            "flushAt": limits.flush_at, "compactAt": limits.compact_at,
            "roles": list(&self.roles), "tools": list(&self.tools),
            "context": list(&self.context_messages), "biggest": biggest.collect::<Vec<_>>(),
            "pruning": { "trimmed": tally.trimmed, "cleared": tally.cleared,
                "tokens": tally.before.saturating_sub(tally.after) },
            "compaction": { "turns": self.turns.saturating_sub(KEEP_TURNS), "tokens": self.old },
        })
    }

    fn print(&self, loaded: &Loaded, tally: &PruneTally) {
        let share = self.total_tokens() * 100 / loaded.window.max(1);
        say(messages::transcript_size(
            loaded.format_name(),
            counts::turns(self.turns),
            counts::messages(loaded.messages().len()),
            group_thousands(self.total_tokens()),
            share,
            group_thousands(loaded.window),
        ));
        if let Some(reported) = reported_tokens(loaded) {
            say(messages::service_counted(group_thousands(reported)));
        }
        print_sums(&messages::what_fills_it(), &self.roles, messages::name_in_words);
        print_sums(&messages::results_by_tool(), &self.tools, str::to_owned);
        print_sums(&messages::context_unsaid(), &self.context_messages, str::to_owned);
        if !self.biggest.is_empty() {
            say(messages::biggest_results());
        }
        for (tokens, tool, message) in &self.biggest {
            say(messages::biggest_result(group_thousands(*tokens), inline(tool), message));
        }
        say(messages::pruning_would_leave(tally.in_words()));
        match self.turns.saturating_sub(KEEP_TURNS) {
            0 => say(messages::compaction_changes_nothing(KEEP_TURNS)),
            turns => say(messages::compaction_would_replace(
                counts::turns(turns),
                group_thousands(self.old),
            )),
        }
    }
}

fn reported_tokens(loaded: &Loaded) -> Option<usize> {
    let TranscriptOrigin::Client(recorded) = &loaded.source else { return None };
    recorded.reported.and_then(|tokens| usize::try_from(tokens).ok())
}

/// The biggest first.
fn sort_by_tokens(sums: &BTreeMap<String, TokenSum>) -> Vec<(&str, TokenSum)> {
    let mut sums: Vec<_> = sums.iter().map(|(name, sum)| (name.as_str(), *sum)).collect();
    sums.sort_by_key(|(_, sum)| Reverse(sum.tokens));
    sums
}

fn print_sums(title: &str, sums: &BTreeMap<String, TokenSum>, named: fn(&str) -> String) {
    if sums.is_empty() {
        return;
    }
    say(format!("\n{title}"));
    for (name, sum) in sort_by_tokens(sums) {
        say(format!(
            "{:>10}  {} ({})",
            group_thousands(sum.tokens),
            inline(&named(name)),
            sum.count
        ));
    }
}
