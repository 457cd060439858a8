//! `palimp tour`: what palimp does, in a home of its own that goes at the end.

mod story;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::scratch;
use crate::context::Cx;
use crate::error::CliError;
use crate::output::{self, SpanStyle, StyledSpan, note, print_json, wait_for_enter};

use crate::messages;
use palimp_core::lang::current_lang;
use story::Story;

/// Take a two-minute tour with real commands in a temporary project
#[derive(Debug, clap::Args)]
pub(crate) struct TourArgs {
    /// Continue without waiting for Enter
    #[arg(short, long)]
    yes: bool,
}

/// Environment variables of the user that the commands of the tour see: those that say how to speak
/// and to look.
const KEPT_VARIABLES: [&str; 13] = [
    "PATH", "TERM", "TZ", "TMPDIR", "PALIMP_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR",
    "CLICOLOR", "CLICOLOR_FORCE", "PALIMP_STATEMENTS", "PALIMP_PROC",
];

pub(crate) fn run(cx: &Cx, args: &TourArgs) -> Result<(), CliError> {
    let waits = !args.yes && !cx.json;
    if waits && !output::is_anybody_there() {
        return Err(CliError::user(messages::tour_needs_enter()));
    }
    let place = scratch::create_scratch("palimp-tour")?;
    let mut tour = Tour::new(place.path(), cx.json, waits)?;
    let is_whole = tour.run_steps()?;
    if cx.json {
        print_json(&json!({ "commands": tour.ran }));
    }
    drop(place);
    if is_whole && !cx.json {
        note("");
        note(messages::tour_ended());
    }
    Ok(())
}

/// A walk.
struct Tour {
    home: PathBuf,
    project: PathBuf,
    story: Story,
    /// True if the commands that are run become one document.
    json: bool,
    waits: bool,
    ran: Vec<Value>,
}

impl Tour {
    fn new(place: &Path, json: bool, waits: bool) -> Result<Tour, CliError> {
        let story = Story::in_language(current_lang());
        let (home, project) = (place.join("home"), place.join(story.project));
        palimp_files::private_dir(&home)?;
        palimp_files::private_dir(&project.join(".git"))?;
        Ok(Tour { home, project, story, json, waits, ran: Vec::new() })
    }

    /// Runs the steps of the tour; returns false if the user leaves by ending the input.
    fn run_steps(&mut self) -> Result<bool, CliError> {
        let place = self.home.parent().unwrap_or(&self.home).display().to_string();
        note(messages::tour_begins(&place));
        let steps = [Tour::show_capture, Tour::show_recall, Tour::show_review, Tour::show_forget];
        for step in steps {
            if !self.goes_on() {
                return Ok(false);
            }
            step(self)?;
        }
        Ok(true)
    }

    fn goes_on(&self) -> bool {
        if !self.waits {
            return true;
        }
        wait_for_enter(&messages::enter_goes_on())
    }

    fn show_capture(&mut self) -> Result<(), CliError> {
        note("");
        note(messages::tour_capture(self.story.project));
        for (file, event) in self.story.hook_events(&self.project) {
            self.show_command(&["hook", "claude"], Some((file, &event)))?;
        }
        self.show_command(&["recent"], None)
    }

    fn show_recall(&mut self) -> Result<(), CliError> {
        note("");
        note(messages::tour_recall());
        let Story { decision, question, .. } = self.story;
        self.show_command(&["save", "--kind", "decision", "--project", ".", decision], None)?;
        self.show_command(&["search", question], None)?;
        self.show_command(&["context", "--prompt", question], None)
    }

    fn show_review(&mut self) -> Result<(), CliError> {
        note("");
        note(messages::tour_review());
        let (file, call) = self.story.proposal();
        self.show_command(&["mcp"], Some((file, &call)))?;
        self.show_command(&["review"], None)?;
        let waiting = self.run_palimp(&["review", "--json"], None, true)?;
        let waiting: Value = serde_json::from_slice(&waiting.stdout).unwrap_or_default();
        let id = waiting["proposals"][0]["id"].as_str().unwrap_or_default().to_owned();
        self.show_command(&["review", "accept", &id], None)?;
        self.show_command(&["read", "MEMORY.md"], None)
    }

    fn show_forget(&mut self) -> Result<(), CliError> {
        note("");
        note(messages::tour_forgetting());
        let word = self.story.forgotten;
        self.show_command(&["forget", word, "--dry-run"], None)?;
        self.show_command(&["forget", word, "--yes"], None)?;
        self.show_command(&["search", word], None)
    }

    /// Shows a command, and what it prints.
    fn show_command(&mut self, args: &[&str], input: Option<(&str, &str)>) -> Result<(), CliError> {
        let shown = format_command(args, input.map(|(file, _)| file));
        if !self.json {
            output::talk_in_parts(&[StyledSpan {
                style: SpanStyle::Mark,
                text: format!("$ {shown}"),
            }]);
        }
        // What a server answers to a program is nothing for people.
        let is_quiet = self.json || args == ["mcp"];
        let output = self.run_palimp(args, input.map(|(_, text)| text), is_quiet)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(CliError::user(messages::tour_step_failed(&shown, &said)));
        }
        if self.json {
            let said = [output.stdout, output.stderr].concat();
            self.ran.push(json!({ "command": shown, "output": String::from_utf8_lossy(&said) }));
        }
        Ok(())
    }

    /// Runs palimp in the made-up project, in an environment in which nothing of the user's is named.
    fn run_palimp(
        &self,
        args: &[&str],
        input: Option<&str>,
        is_quiet: bool,
    ) -> Result<Output, CliError> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(args).current_dir(&self.project).env_clear();
        let kept = KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        command.envs(kept).env("HOME", &self.home);
        let to = || if is_quiet { Stdio::piped() } else { Stdio::inherit() };
        command.stdin(Stdio::piped()).stdout(to()).stderr(to());
        let mut child = command.spawn()?;
        if let Some(mut pipe) = child.stdin.take() {
            // One that wants no input leaves without it.
            let _ = pipe.write_all(input.unwrap_or_default().as_bytes());
        }
        Ok(child.wait_with_output()?)
    }
}

/// A command as one types it, with the file from which it has its input.
fn format_command(args: &[&str], file: Option<&str>) -> String {
    let quoted = |arg: &&str| match arg.contains(' ') {
        true => format!("\"{arg}\""),
        false => (*arg).to_owned(),
    };
    let call = args.iter().map(quoted).collect::<Vec<_>>().join(" ");
    let from = file.map_or_else(String::new, |file| format!(" < {file}"));
    format!("palimp {call}{from}")
}
