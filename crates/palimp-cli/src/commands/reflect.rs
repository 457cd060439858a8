//! `palimp reflect`: what conversations left behind goes where it belongs.

use palimp_engine::flush;
use palimp_engine::reflect::{self, Placed, ReflectOptions, Reflected, Superseded};

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say};
use crate::show::count;

/// Sort the facts of recent episodes into the profile, the shared notes and the procedures
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only episodes of the last so many days [default: all that were not reflected upon yet]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i64).range(0..=36_500))]
    since: Option<i64>,
    /// Only say what would be done; the rules sort, so that it costs nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let told = reflected(cx, args.since, args.dry_run)?;
    if cx.json {
        document(&told);
    } else {
        tell(&told);
    }
    refusal(cx, &told)
}

/// Reflects, and meters what it cost.
fn reflected(cx: &Cx, since_days: Option<i64>, dry_run: bool) -> Result<Reflected, Failure> {
    let distiller = crate::models::distiller(cx)?;
    let now = jiff::Zoned::now();
    let metered = distiller.spends() && !dry_run;
    let mut db = if metered { Some(cx.activity_or_new()?) } else { cx.activity()? };
    let spent = db.as_ref().map_or(Ok(0), |db| flush::spent(db, &now))?;
    let tokens_left = cx.settings.daily_tokens.saturating_sub(spent);
    let options = ReflectOptions { since_days, dry_run, now: now.clone(), tokens_left };
    let told = cx.notes().reflect(&options, distiller.as_ref(), db.as_ref())?;
    if let Some(db) = db.as_mut().filter(|_| told.usage.total() > 0) {
        db.meter(&now.strftime("%Y-%m-%d").to_string(), &distiller.name(), told.usage)?;
    }
    Ok(told)
}

/// Reflects where that was not done for a day; answers what went wrong, in words.
pub(crate) fn run_due(cx: &Cx) -> Result<(), Failure> {
    if !reflect::is_due(&cx.home, &cx.agent()) {
        return Ok(());
    }
    reflect::mark(&cx.home, &cx.agent())?;
    let told = reflected(cx, None, false)?;
    refusal(cx, &told)
}

/// Why nothing was done, where a model is to blame.
fn refusal(cx: &Cx, told: &Reflected) -> Result<(), Failure> {
    if let Some(why) = &told.failure {
        return Err(Failure::user(format!(
            "{} did not sort the facts: {why}; nothing was changed, run `palimp reflect` again later",
            told.sorted_by
        )));
    }
    if told.over_budget {
        return Err(Failure::user(format!(
            "today's {} tokens are used up: nothing was changed; run `palimp reflect` tomorrow, or `palimp config set memory.dailyTokenBudget N`",
            cx.settings.daily_tokens
        )));
    }
    Ok(())
}

fn tell(told: &Reflected) {
    if told.failure.is_some() || told.over_budget {
        return;
    }
    told.added.iter().for_each(|placed| say!("{}", added(placed)));
    told.superseded.iter().for_each(|line| say!("{}", superseded(line)));
    let would = if told.dry_run { "would be " } else { "" };
    if told.read == 0 {
        note!("Nothing new in the episodes.");
        return;
    }
    let mut parts = vec![format!("{} {would}added", told.added.len())];
    if !told.superseded.is_empty() {
        parts.push(format!("{} {would}superseded", told.superseded.len()));
    }
    if told.known > 0 {
        parts.push(format!("{} known already", told.known));
    }
    if told.passed > 0 {
        parts.push(format!("{} left in the episodes", told.passed));
    }
    let cost = match told.usage.total() {
        0 => String::new(),
        tokens => format!("; it cost {tokens} tokens"),
    };
    note!("{} read: {}{cost}.", count(told.read, "fact"), parts.join(", "));
    if !told.proposed.is_empty() {
        let verb = if told.proposed.len() == 1 { "waits" } else { "wait" };
        let wait = if told.dry_run { "would wait" } else { verb };
        note!("{} {wait} for you: `palimp review`.", count(told.proposed.len(), "proposal"));
    }
}

fn added(placed: &Placed) -> String {
    let project =
        placed.project.as_ref().map_or(String::new(), |name| format!(" [{}]", inline(name)));
    format!("+ {}{project}  {}", placed.path, inline(&placed.text))
}

fn superseded(line: &Superseded) -> String {
    format!("~ {}  {}  (now: {})", line.path, inline(&line.text), inline(&line.by))
}
