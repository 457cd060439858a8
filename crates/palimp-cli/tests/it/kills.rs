//! Every verb is killed at its steps: nothing that was there or acknowledged is lost or doubled, and
//! nothing is left lying about.
//!
//! Each test kills before some steps, `cargo xtask prove kills` before and after every single one.

mod state;
mod sweep;
mod verbs;

use std::io::ErrorKind;

use palimp_core::text::ellipsis;
use sweep::{Outcome, Verb, sweep};

/// Set where every step of every verb is tried.
const EVERYWHERE: &str = "PALIMP_PROVE";
/// Set where a machine that does not permit it is no excuse.
const GATE: &str = "PALIMP_GATE";

#[track_caller]
fn prove(verb: &Verb) {
    let everywhere = std::env::var_os(EVERYWHERE).is_some();
    match sweep(verb, everywhere) {
        Ok(outcome) => tell(verb, &outcome),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            assert!(std::env::var_os(GATE).is_none(), "ptrace is not permitted: {error}");
            say(&format!("{}: not tried, ptrace is not permitted on this machine", verb.name));
        }
        Err(error) => panic!("{}: {error}", verb.name),
    }
}

#[track_caller]
fn tell(verb: &Verb, outcome: &Outcome) {
    let kills: usize = outcome.landed.values().sum();
    let steps: Vec<_> = outcome.landed.iter().map(|(step, n)| format!("{step} × {n}")).collect();
    say(&format!("{}: {kills} kills: {}", verb.name, steps.join(", ")));
    assert!(kills > 3 * outcome.missed, "{} of {kills} missed", outcome.missed);
    assert!(outcome.litter.is_empty(), "left lying about: {:#?}", outcome.litter);
    let wrong: Vec<_> = outcome.wrong.iter().map(|line| ellipsis(line, 300)).collect();
    assert!(wrong.is_empty(), "{} things are wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[expect(clippy::print_stdout, reason = "the figures of the proof")]
fn say(line: &str) {
    println!("{line}");
}

/// A test for each verb, so that they run side by side.
macro_rules! tests {
    ($($test:ident: $verb:ident),+ $(,)?) => {
        $(#[test] fn $test() { prove(&verbs::$verb); })+
    };
}

tests! {
    the_first_hook_ever: FIRST_HOOK,
    a_hook_that_captures: CAPTURE,
    a_hook_that_empties_the_spool: DRAIN,
    a_hook_that_answers_a_prompt: PROMPT,
    a_hook_that_starts_the_daily_run: DAILY,
    a_hook_that_starts_a_flush: END,
    save: SAVE,
    save_that_replaces: REPLACE,
    import: IMPORT,
    forget_of_a_text: FORGET,
    cleanup: CLEANUP,
    cleanup_of_what_has_grown_old: AGE,
    flush: FLUSH,
    reflect: REFLECT,
    review_that_accepts: ACCEPT,
    review_that_rejects: REJECT,
    review_that_restores: RESTORE,
    index: INDEX,
    a_rebuild_of_the_index: REBUILD,
    config: CONFIG,
    bootstrap: BOOTSTRAP,
    sync: SYNC,
    team_sync: TEAM_SYNC,
    team_propose: TEAM_PROPOSE,
    team_approve: TEAM_APPROVE,
    team_rewrite: TEAM_REWRITE,
    hub_pull: HUB_PULL,
    hub_logout: HUB_LOGOUT,
    install_claude: INSTALL_CLAUDE,
    install_codex: INSTALL_CODEX,
    install_opencode: INSTALL_OPENCODE,
    uninstall_claude: UNINSTALL_CLAUDE,
    uninstall_gemini: UNINSTALL_GEMINI,
    uninstall_copilot: UNINSTALL_COPILOT,
    uninstall_that_purges: PURGE,
    the_first_command_after_an_upgrade: MIGRATION,
    up_after_an_upgrade: UPGRADE,
}
