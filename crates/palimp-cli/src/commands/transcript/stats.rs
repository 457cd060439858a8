//! `palimp transcript stats`: what fills a context, and what would make it smaller.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use palimp_context::compact::KEEP_TURNS;
use palimp_context::{ContextLimits, MessageMeter, group_thousands};
use palimp_core::activity::MessageRole;
use palimp_core::chat::MessagePart;
use serde_json::{Value, json};

use super::Input;
use super::load::{Loaded, Source};
use super::prune::{Tally, decide};
use crate::context::Cx;
use crate::error::Failure;
use crate::lang::named;
use crate::output::{document, inline, say, words};
use crate::show::count;

/// How many of the biggest results are named.
const BIGGEST: usize = 5;

pub(super) fn run(cx: &Cx, input: &Input) -> Result<(), Failure> {
    let loaded = Loaded::open(cx, input)?;
    let stats = Stats::of(&loaded);
    let tally = Tally::of(&loaded, &decide(&loaded));
    if cx.json {
        document(&stats.document(&loaded, &tally));
    } else {
        stats.tell(&loaded, &tally);
    }
    Ok(())
}

/// How many there are of something, and how many tokens they are.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: usize,
    tokens: usize,
}

impl Sum {
    fn add(&mut self, tokens: usize) {
        self.count += 1;
        self.tokens += tokens;
    }
}

/// What fills the context.
#[derive(Debug, Default)]
struct Stats {
    /// By who said it.
    roles: BTreeMap<String, Sum>,
    /// Results, by the tool that gave them.
    tools: BTreeMap<String, Sum>,
    /// What nobody said, by its name.
    asides: BTreeMap<String, Sum>,
    /// The biggest results: tokens, tool, message.
    biggest: Vec<(usize, String, usize)>,
    turns: usize,
    /// The tokens of the turns that a compaction would summarise.
    old: usize,
}

impl Stats {
    fn of(loaded: &Loaded) -> Stats {
        let view = loaded.view();
        let names = view.tool_names();
        let (meter, decisions) = (MessageMeter::default(), loaded.decisions());
        let mut stats = Stats { turns: view.turn_count(), ..Stats::default() };
        let old = view.last_turns(KEEP_TURNS).map_or(0, |from| view.with_calls(from));
        for (at, message) in loaded.messages().iter().enumerate() {
            let message = decisions.apply(loaded.first() + at, message);
            stats.old += if at < old { meter.message_tokens(&message) } else { 0 };
            if let Some(label) = stats.aside_of(loaded, at) {
                stats.role("context").add(meter.message_tokens(&message));
                stats.asides.entry(label).or_default().add(meter.message_tokens(&message));
                continue;
            }
            // What a message costs beside its parts counts with the first of them.
            let parts: usize = message.parts.iter().map(|part| meter.part_tokens(part)).sum();
            let mut frame = meter.message_tokens(&message) - parts;
            for part in &message.parts {
                let tokens = meter.part_tokens(part) + std::mem::take(&mut frame);
                stats.part(part, message.role, (tokens, at), |id| names.get(id).copied());
            }
        }
        if loaded.summary().is_some() {
            stats.role("summary").add(loaded.summary_tokens());
        }
        stats.biggest.sort_unstable_by_key(|(tokens, ..)| Reverse(*tokens));
        stats.biggest.truncate(BIGGEST);
        stats
    }

    fn aside_of(&self, loaded: &Loaded, at: usize) -> Option<String> {
        let Source::Client(recorded) = &loaded.source else { return None };
        let found = recorded.asides.binary_search_by_key(&at, |aside| aside.message).ok()?;
        Some(recorded.asides[found].label.clone())
    }

    fn role(&mut self, name: &str) -> &mut Sum {
        self.roles.entry(name.to_owned()).or_default()
    }

    fn part<'n>(
        &mut self,
        part: &MessagePart,
        role: MessageRole,
        (tokens, at): (usize, usize),
        name: impl Fn(&str) -> Option<&'n str>,
    ) {
        match part {
            MessagePart::Text { .. } => self.role(role.name()).add(tokens),
            MessagePart::Image { .. } => self.role("pictures").add(tokens),
            MessagePart::ToolCall { .. } => self.role("tool calls").add(tokens),
            MessagePart::ToolResult { id, .. } => {
                let name = name(id).unwrap_or("unknown tool").to_owned();
                self.role("tool results").add(tokens);
                self.tools.entry(name.clone()).or_default().add(tokens);
                self.biggest.push((tokens, name, at));
            }
        }
    }

    fn tokens(&self) -> usize {
        self.roles.values().map(|sum| sum.tokens).sum()
    }

    fn document(&self, loaded: &Loaded, tally: &Tally) -> Value {
        let list = |sums: &BTreeMap<String, Sum>| {
            let sums = sorted(sums).into_iter();
            let one = |(name, sum): (&str, Sum)| json!({ "name": name, "count": sum.count, "tokens": sum.tokens });
            sums.map(one).collect::<Vec<_>>()
        };
        let biggest = self.biggest.iter().map(
            |(tokens, tool, message)| json!({ "tool": tool, "tokens": tokens, "message": message }),
        );
        let limits = ContextLimits::for_window(&loaded.settings.compaction, loaded.window);
        json!({
            "format": loaded.format(), "session": loaded.session(),
            "messages": loaded.messages().len(), "turns": self.turns,
            "tokens": self.tokens(), "reported": reported(loaded), "window": loaded.window,
            "flushAt": limits.flush_at, "compactAt": limits.compact_at,
            "roles": list(&self.roles), "tools": list(&self.tools),
            "context": list(&self.asides), "biggest": biggest.collect::<Vec<_>>(),
            "pruning": { "trimmed": tally.trimmed, "cleared": tally.cleared,
                "tokens": tally.before.saturating_sub(tally.after) },
            "compaction": { "turns": self.turns.saturating_sub(KEEP_TURNS), "tokens": self.old },
        })
    }

    fn tell(&self, loaded: &Loaded, tally: &Tally) {
        let share = self.tokens() * 100 / loaded.window.max(1);
        say!(
            "{}: {}, {}, about {} tokens, {share} % of a window of {}",
            loaded.format(),
            count(self.turns, "turn"),
            count(loaded.messages().len(), "message"),
            group_thousands(self.tokens()),
            group_thousands(loaded.window)
        );
        if let Some(reported) = reported(loaded) {
            say!(
                "The service counted {} tokens when it was last asked.",
                group_thousands(reported)
            );
        }
        rows(&words!("What fills it"), &self.roles, named);
        rows(&words!("Results by tool"), &self.tools, str::to_owned);
        rows(&words!("Context that nobody said"), &self.asides, str::to_owned);
        if !self.biggest.is_empty() {
            say!("\nThe biggest results");
        }
        for (tokens, tool, message) in &self.biggest {
            say!("{:>10}  {} (message {message})", group_thousands(*tokens), inline(tool));
        }
        say!("\nPruning would leave: {}", tally.in_words());
        match self.turns.saturating_sub(KEEP_TURNS) {
            0 => say!("Compaction would change nothing: the last {KEEP_TURNS} turns stay."),
            turns => say!(
                "Compaction would put a summary in place of {} ({} tokens).",
                count(turns, "turn"),
                group_thousands(self.old)
            ),
        }
    }
}

fn reported(loaded: &Loaded) -> Option<usize> {
    let Source::Client(recorded) = &loaded.source else { return None };
    recorded.reported.and_then(|tokens| usize::try_from(tokens).ok())
}

/// The biggest first.
fn sorted(sums: &BTreeMap<String, Sum>) -> Vec<(&str, Sum)> {
    let mut sums: Vec<_> = sums.iter().map(|(name, sum)| (name.as_str(), *sum)).collect();
    sums.sort_by_key(|(_, sum)| Reverse(sum.tokens));
    sums
}

fn rows(title: &str, sums: &BTreeMap<String, Sum>, named: fn(&str) -> String) {
    if sums.is_empty() {
        return;
    }
    say!("\n{title}");
    for (name, sum) in sorted(sums) {
        say!("{:>10}  {} ({})", group_thousands(sum.tokens), inline(&named(name)), sum.count);
    }
}
