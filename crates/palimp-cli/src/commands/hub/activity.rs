//! `palimp hub activity`: what a hub is told of sessions.

use palimp_engine::sharing::hub;

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Show what is reported to a hub about sessions of the projects in `hub.activity`
#[derive(Debug, clap::Args)]
pub(crate) struct HubActivityArgs {
    /// Show exactly what will be sent about yesterday with the next pull
    #[arg(long)]
    show: bool,
}

pub(crate) fn run(cx: &Cx, args: &HubActivityArgs) -> Result<(), CliError> {
    let projects = &cx.settings.hub.activity;
    let user = user_home();
    let days = match args.show {
        true => hub::preview_activity(&cx.home, &cx.settings, (user.as_deref(), now_ms()))?,
        false => Vec::new(),
    };
    if cx.json {
        print_json(&serde_json::json!({ "projects": projects, "days": days }));
        return Ok(());
    }
    if projects.is_empty() {
        note(messages::no_activity_project());
    }
    for project in projects {
        say(inline(project));
    }
    for day in &days {
        say(format!("{}  {}", inline(&day.day), inline(&day.project)));
        day.summaries.iter().for_each(|line| say(format!("    {}", inline(line))));
        day.failures.iter().for_each(|line| say(messages::activity_failed(inline(line))));
        if day.summaries.is_empty() && day.failures.is_empty() {
            note(messages::no_activity_to_send());
        }
    }
    Ok(())
}
