//! `palimp doctor`: what is wrong, and what can be mended.

use std::process::ExitCode;

use palimp_engine::doctor::{Doctor, DoctorFinding, FindingState};
use serde_json::json;

use crate::context::{Cx, user_home};
use crate::error::Failure;
use crate::lang::told;
use crate::output::{document, say, words};
use crate::show::padded;
use crate::wiring;

/// Look for what is wrong, and say how to mend it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Mend what can be mended
    #[arg(long)]
    fix: bool,
}

impl Args {
    /// Returns true if something is mended.
    pub(crate) const fn fixes(&self) -> bool {
        self.fix
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<ExitCode, Failure> {
    let doctor = Doctor {
        home: &cx.home,
        settings: &cx.settings,
        agent: cx.agent(),
        user: user_home(),
        places: &wiring::places()?,
        command: &wiring::hook_command(cx)?,
        ring: &cx.ring(),
        models: &|| crate::models::open(&cx.home, &cx.settings),
        clock: &jiff::Zoned::now,
    };
    let findings = if args.fix { doctor.fix_all() } else { doctor.check_all() };
    let wrong = findings.iter().filter(|it| it.state == FindingState::Wrong).count();
    if cx.json {
        document(&json!({ "findings": findings, "wrong": wrong }));
    } else {
        findings.iter().for_each(tell);
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

fn tell(DoctorFinding { what, state, words, .. }: &DoctorFinding) {
    let mark = match state {
        FindingState::Well => words!("ok"),
        FindingState::Mended => words!("mended"),
        FindingState::Open => words!("open"),
        FindingState::Wrong => words!("WRONG"),
    };
    say!("{} {} {}", padded(&mark, 6), padded(&told(what), 12), told(words));
}
