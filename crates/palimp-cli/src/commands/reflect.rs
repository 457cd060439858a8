//! `palimp reflect`: what conversations left behind goes where it belongs.

use palimp_engine::reflect::{Placed, Reflected, Superseded};

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
    let agent = cx.agent();
    let told = cx.at_work(|worker| Ok(worker.reflect(&agent, args.since, args.dry_run)?))?;
    if cx.json {
        document(&told);
    } else {
        tell(&told);
    }
    told.refusal(&cx.settings).map_or(Ok(()), |why| Err(Failure::user(why)))
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
