//! A pull request for a proposal, by the program of the forge. The forge carries it; what counts are
//! the approvals of members.

use palimp_core::message::io_reason;
use std::process::{Command, Stdio};

use palimp_engine::sharing::teams::JoinedTeam;

use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, say};

/// Opens a pull request for the branch of a proposal; says so where that cannot be done.
pub(super) fn open_pull_request(team: &JoinedTeam, id: &str) -> Result<(), CliError> {
    let url = team.join_record()?.url;
    let programs = if url.contains("gitlab") { ["glab", "gh"] } else { ["gh", "glab"] };
    let Some(program) = programs.into_iter().find(|program| is_there(program)) else {
        note(messages::no_request_program());
        return Ok(());
    };
    let branch = format!("propose/{id}");
    let title = format!("palimp: proposal {id}");
    let body = format!("`palimp team review` shows it, `palimp team approve {id}` approves it.");
    let mut command = Command::new(program);
    match program {
        "gh" => command
            .args(["pr", "create", "--repo", &url, "--base", "main", "--head", &branch])
            .args(["--title", &title, "--body", &body]),
        _ => command
            .args(["mr", "create", "--repo", &url, "--target-branch", "main", "--source-branch"])
            .args([&branch, "--title", &title, "--description", &body, "--yes"]),
    };
    match command.stdin(Stdio::null()).output() {
        Ok(run) if run.status.success() => {
            let told = String::from_utf8_lossy(&run.stdout);
            say(inline(told.trim()));
        }
        Ok(run) => {
            let said = String::from_utf8_lossy(&run.stderr);
            note(messages::request_refused(program, inline(said.trim())));
        }
        Err(error) => note(messages::request_not_opened(program, io_reason(&error))),
    }
    Ok(())
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}
