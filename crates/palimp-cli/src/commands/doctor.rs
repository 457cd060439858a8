//! `palimp doctor`: what is wrong, and what can be mended.

use std::process::ExitCode;

use palimp_core::home::HomePaths;
use palimp_engine::service::doctor::{Doctor, DoctorFinding, FindingState};
use palimp_sync::SyncStatus;
use serde_json::json;

use crate::client_setup;
use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};
use crate::show::pad_right;
use crate::when::format_minute;

/// Diagnose problems and show how to fix them
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Fix what can be fixed
    #[arg(long)]
    fix: bool,
}

impl DoctorArgs {
    /// Returns true if something is mended.
    pub(crate) const fn applies_fixes(&self) -> bool {
        self.fix
    }
}

pub(crate) fn run(cx: &Cx, args: &DoctorArgs) -> Result<ExitCode, CliError> {
    let doctor = Doctor {
        home: &cx.home,
        settings: &cx.settings,
        agent: cx.agent(),
        user: user_home(),
        places: &client_setup::client_places()?,
        command: &client_setup::hook_command(cx)?,
        ring: &cx.tombstone_ring(),
        sync: &|| sync_state(&cx.home),
        models: &|| crate::models::open_models(&cx.home, &cx.settings),
        clock: &jiff::Zoned::now,
    };
    let findings = if args.fix { doctor.fix_all() } else { doctor.check_all() };
    let wrong = findings.iter().filter(|it| it.state == FindingState::Wrong).count();
    if cx.json {
        print_json(&json!({ "findings": findings, "wrong": wrong }));
    } else {
        findings.iter().for_each(print_finding);
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// Returns the state of a home's sync in words, or what is wrong with it; none where it does not sync.
pub(crate) fn sync_state(home: &HomePaths) -> Option<Result<String, String>> {
    let sync = match SyncStatus::load(home) {
        Ok(sync) => sync?,
        Err(error) => return Some(Err(error.to_string())),
    };
    let last = sync.last_sync.map_or_else(messages::sync_never, format_minute);
    Some(match sync.last_error {
        Some(error) => Err(error),
        None => Ok(messages::sync_works(sync.remote, sync.devices.len() + 1, last)),
    })
}

fn print_finding(finding: &DoctorFinding) {
    let DoctorFinding { state, words, .. } = finding;
    let mark = match state {
        FindingState::Well => messages::check_ok(),
        FindingState::Mended => messages::check_mended(),
        FindingState::Open => messages::check_open(),
        FindingState::Wrong => messages::check_wrong(),
    };
    say(format!("{} {} {}", pad_right(&mark, 6), pad_right(&finding.title(), 12), words));
}
