//! `palimp pause` and `palimp resume`: a time in which palimp captures and injects nothing.

use palimp_core::pointer::Pointer;
use palimp_engine::home::pauses::{Pause, PauseScope, Pauses};
use serde_json::json;

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use crate::when::{format_minute, parse_age};

/// Stop capturing and injecting, until `palimp resume` or for a set time
#[derive(Debug, clap::Args)]
pub(crate) struct PauseArgs {
    /// Duration: 30m, 2h, 1d [default: until `palimp resume`]
    #[arg(value_name = "TIME", value_parser = parse_time)]
    time: Option<i64>,
    #[command(flatten)]
    target: PauseTarget,
}

/// Resume capturing and injecting
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeArgs {
    #[command(flatten)]
    target: PauseTarget,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct PauseTarget {
    /// Only this directory's project
    #[arg(long)]
    project: bool,
    /// Only one session, such as s:fe072355 [default: the session running this command]
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", value_parser = parse_session)]
    session: Option<String>,
}

impl PauseTarget {
    /// Returns the sessions that are meant; none if nothing was said about them.
    fn scope(&self, cx: &Cx) -> Option<PauseScope> {
        if let Some(id) = &self.session {
            return Some(PauseScope::Session { id: id.clone() });
        }
        self.project.then(|| {
            let project = cx.current_project();
            PauseScope::Project { id: project.id, name: project.name }
        })
    }
}

fn parse_time(text: &str) -> Result<i64, String> {
    parse_age(text).filter(|ms| *ms > 0).ok_or_else(|| messages::bad_pause_time(text))
}

/// `s:fe072355`, an id or its beginning, or nothing for the session of the agent's shell.
fn parse_session(text: &str) -> Result<String, String> {
    match text.parse() {
        Ok(Pointer::Session(id)) => Ok(id),
        _ if text.trim().is_empty() => {
            let own = palimp_clients::shell_session(&|name| std::env::var(name).ok());
            own.map(|(_, id)| id).ok_or_else(messages::no_session_here)
        }
        _ => Ok(text.trim().to_owned()),
    }
}

pub(crate) fn pause(cx: &Cx, args: &PauseArgs) -> Result<(), CliError> {
    let now = now_ms();
    let scope = args.target.scope(cx).unwrap_or(PauseScope::Everything);
    let until = args.time.map(|ms| now.saturating_add(ms));
    let pause = Pause { scope, from: now, until };
    Pauses::load(&cx.home).add(&cx.home, pause.clone())?;
    if cx.json {
        print_json(&json!({ "paused": pause }));
        return Ok(());
    }
    let target = pause.target_in_words();
    say(match until {
        Some(until) => messages::paused_until(target, format_minute(until)),
        None => messages::paused(target),
    });
    Ok(())
}

pub(crate) fn resume(cx: &Cx, args: &ResumeArgs) -> Result<(), CliError> {
    let wanted = args.target.scope(cx);
    let is_meant = |scope: &PauseScope| wanted.as_ref().is_none_or(|it| it == scope);
    let ended = Pauses::load(&cx.home).resume(&cx.home, now_ms(), is_meant)?;
    if cx.json {
        print_json(&json!({ "resumed": ended }));
        return Ok(());
    }
    if ended.is_empty() {
        note(messages::nothing_paused());
    }
    ended.iter().for_each(|pause| say(messages::resumed(pause.target_in_words())));
    Ok(())
}
