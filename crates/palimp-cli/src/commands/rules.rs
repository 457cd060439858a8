//! `palimp rules`: what sessions here are held to, and a way to strike it.

use palimp_core::settings::Preset;
use palimp_engine::injection::inject::{ContextBuilder, RuleSource, StandingRule};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// List the rules injected into sessions here, newest first, or strike one through
#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// Strike through the rule with this number; it stays in its note but is no longer injected
    #[arg(long, value_name = "N")]
    strike: Option<usize>,
}

impl RulesArgs {
    /// Returns true if a rule is struck.
    pub(crate) const fn strikes_rule(&self) -> bool {
        self.strike.is_some()
    }
}

pub(crate) fn run(cx: &Cx, args: &RulesArgs) -> Result<(), CliError> {
    let rules = load_rules(cx)?;
    if let Some(number) = args.strike {
        return strike_rule(cx, &rules, number);
    }
    if cx.json {
        print_json(&json!({ "project": cx.current_project().name, "rules": rules }));
        return Ok(());
    }
    if rules.is_empty() {
        note(messages::no_rule_here());
    }
    for (number, rule) in (1..).zip(&rules) {
        let text = inline(&rule.text);
        let (day, place) = (&rule.day, rule_place(rule));
        match day.is_empty() {
            true => say(format!("{number:>3}  {text}  ({place})")),
            false => say(format!("{number:>3}  {text}  ({day}, {place})")),
        }
    }
    Ok(())
}

fn load_rules(cx: &Cx) -> Result<Vec<StandingRule>, CliError> {
    let session = cx.imagined_session();
    let db = cx.activity_to_read()?;
    let mut memory = cx.memory();
    let mut builder = ContextBuilder {
        db: db.as_ref(),
        memory: &mut memory,
        preset: Preset::Lean,
        settings: &cx.settings,
        session: &session,
        now: jiff::Timestamp::now(),
    };
    Ok(builder.applicable_rules()?)
}

/// Returns the location of a rule, as a person opens it.
fn rule_place(rule: &StandingRule) -> String {
    match &rule.source {
        RuleSource::Note { path, line } => format!("{path}:{line}"),
        RuleSource::Team => inline(&rule.by),
        RuleSource::Habit(_) => "conversations".to_owned(),
        RuleSource::Conversation { pointer, .. } => pointer.clone(),
    }
}

fn strike_rule(cx: &Cx, rules: &[StandingRule], number: usize) -> Result<(), CliError> {
    let Some(rule) = number.checked_sub(1).and_then(|at| rules.get(at)) else {
        return Err(CliError::usage(messages::unknown_rule(number)));
    };
    let day = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    cx.notes().strike_rule(rule, &day, &cx.current_project())?;
    if cx.json {
        print_json(&json!({ "struck": rule }));
        return Ok(());
    }
    say(messages::rule_struck(inline(&rule.text)));
    Ok(())
}
