//! Targets of earlier sessions' commands: hosts, ports, units and containers.

use std::collections::{BTreeMap, HashSet};

use palimp_core::shell::{CommandStep, StepOutcome};
use palimp_core::text::ellipsis;
use serde::{Deserialize, Serialize};

use super::attempts::{SessionAction, filter_attempts};

/// Minimum number of sessions that went to a target for it to be injected.
const MIN_SESSIONS: usize = 2;
/// Maximum number of targets kept for a program, because the next command may name some itself.
const MAX_KEPT: usize = 6;
/// Maximum length of a target, in characters.
const MAX_PLACE_CHARS: usize = 80;

/// A host, port, unit or container that commands of a program went to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommandTarget {
    /// The program's name.
    pub program: String,
    /// The program and what names the place.
    pub place: String,
    /// The number of sessions that went there.
    pub sessions: usize,
}

/// Programs whose targets are injected, and the arguments that name a target.
const TARGET_PROGRAMS: [(&str, TargetSyntax); 14] = [
    ("ssh", TargetSyntax::Host(&["-p", "-i", "-J", "-l", "-F"])),
    ("scp", TargetSyntax::Remote(&["-P", "-i", "-J"])),
    ("sftp", TargetSyntax::Host(&["-P", "-i", "-J"])),
    ("rsync", TargetSyntax::Remote(&["-e"])),
    (
        "psql",
        TargetSyntax::Options(&[
            "-h", "-p", "-U", "-d", "--host", "--port", "--username", "--dbname",
        ]),
    ),
    (
        "mysql",
        TargetSyntax::Options(&[
            "-h", "-P", "-u", "-D", "--host", "--port", "--user", "--database",
        ]),
    ),
    ("redis-cli", TargetSyntax::Options(&["-h", "-p", "-n", "-u"])),
    ("mongosh", TargetSyntax::Options(&["--host", "--port", "-u"])),
    ("systemctl", TargetSyntax::Second(&["-H", "-M"])),
    ("journalctl", TargetSyntax::Valued(&["-u", "--unit", "-t", "-M"])),
    ("docker", TargetSyntax::Container),
    ("podman", TargetSyntax::Container),
    ("kubectl", TargetSyntax::Valued(&["-n", "--namespace", "--context", "-l"])),
    ("helm", TargetSyntax::Valued(&["-n", "--namespace", "--kube-context"])),
];

/// Arguments that name a program's target.
#[derive(Clone, Copy)]
enum TargetSyntax {
    /// The first argument, with these options.
    Host(&'static [&'static str]),
    /// The argument that begins with a host, with these options.
    Remote(&'static [&'static str]),
    /// These options and the first argument.
    Options(&'static [&'static str]),
    /// The argument behind the verb, with these options and `--user`.
    Second(&'static [&'static str]),
    /// These options alone.
    Valued(&'static [&'static str]),
    /// The container that a subcommand works on, or the file and service of a composition.
    Container,
}

/// The program of a step whose places are told.
pub(super) fn program_of(step: &CommandStep) -> Option<&'static str> {
    let program = step.program();
    TARGET_PROGRAMS.iter().map(|(name, _)| *name).find(|name| *name == program)
}

/// Returns the targets that commands of at least two sessions reached, those of most sessions
/// first.
pub(super) fn recurring_targets(acts: &[SessionAction]) -> Vec<CommandTarget> {
    let mut met: BTreeMap<(&str, String), HashSet<&str>> = BTreeMap::new();
    for attempt in filter_attempts(acts).filter(|it| it.ended == StepOutcome::Well) {
        if let (Some(program), Some(place)) = (program_of(&attempt.step), place_of(&attempt.step)) {
            met.entry((program, place)).or_default().insert(attempt.session);
        }
    }
    let mut places: Vec<_> = met
        .into_iter()
        .filter(|(_, sessions)| sessions.len() >= MIN_SESSIONS)
        .map(|((program, place), sessions)| CommandTarget {
            program: program.to_owned(),
            place,
            sessions: sessions.len(),
        })
        .collect();
    places.sort_by(|a, b| {
        (&a.program, b.sessions, &a.place).cmp(&(&b.program, a.sessions, &b.place))
    });
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    places.retain(|place| {
        let count = kept.entry(place.program.clone()).or_default();
        *count += 1;
        *count <= MAX_KEPT
    });
    places
}

/// The place that a command goes to; none where only the shell knows.
pub(super) fn place_of(step: &CommandStep) -> Option<String> {
    let (program, names) = TARGET_PROGRAMS.iter().find(|(name, _)| *name == step.program())?;
    let words: Vec<&str> = step.arguments().collect();
    let found = match names {
        TargetSyntax::Host(options) => {
            with_options(&words, options, |words| words.first().copied())?
        }
        TargetSyntax::Remote(options) => with_options(&words, options, |words| {
            words.iter().copied().find(|word| is_remote(word))
        })?,
        TargetSyntax::Options(options) => {
            let place = with_options(&words, options, |words| words.first().copied());
            place.or_else(|| options_of(&words, options))?
        }
        TargetSyntax::Second(options) => {
            let user = if words.contains(&"--user") { "--user " } else { "" };
            let unit = with_options(&words, options, |words| words.get(1).copied())?;
            format!("{user}{unit}")
        }
        TargetSyntax::Valued(options) => options_of(&words, options)?,
        TargetSyntax::Container => container_target(&words)?,
    };
    let is_known = !found.contains(['$', '`', '…', '*', '<']);
    is_known.then(|| ellipsis(&format!("{program} {found}"), MAX_PLACE_CHARS))
}

/// The options with their values, and the argument that `chosen` takes of those that are none.
fn with_options<'w>(
    words: &[&'w str],
    options: &[&str],
    chosen: impl Fn(&[&'w str]) -> Option<&'w str>,
) -> Option<String> {
    let (mut kept, mut rest) = (Vec::new(), Vec::new());
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        if options.contains(&word) {
            kept.push(word);
            kept.extend(words.next());
        } else if options.iter().any(|it| is_joined(word, it)) {
            kept.push(word);
        } else if takes_value(word) {
            words.next();
        } else if !word.starts_with('-') {
            rest.push(word);
        }
    }
    kept.push(chosen(&rest)?);
    Some(kept.join(" "))
}

/// The options with their values; none where there is none.
fn options_of(words: &[&str], options: &[&str]) -> Option<String> {
    let all = with_options(words, options, |_| Some(""))?;
    Some(all.trim_end().to_owned()).filter(|all| !all.is_empty())
}

/// True for `--host=db`, and for `-p2222`.
fn is_joined(word: &str, option: &str) -> bool {
    let is_long = option.starts_with("--");
    word.strip_prefix(option).is_some_and(|value| {
        if is_long {
            value.starts_with('=')
        } else {
            value.bytes().next().is_some_and(|it| it.is_ascii_digit())
        }
    })
}

/// Options of these programs that are followed by a value which names no place.
fn takes_value(option: &str) -> bool {
    const VALUE_OPTIONS: [&str; 12] =
        ["-o", "-c", "-f", "-n", "-L", "-R", "-D", "-b", "-e", "--exclude", "--since", "--command"];
    VALUE_OPTIONS.contains(&option)
}

/// True for `host:path`, and no path of this machine.
fn is_remote(word: &str) -> bool {
    word.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'))
}

/// Returns the container of `docker exec`, `logs` and similar, or the file and service of `docker
/// compose`.
fn container_target(words: &[&str]) -> Option<String> {
    const CONTAINER_SUBCOMMANDS: [&str; 8] =
        ["exec", "logs", "restart", "stop", "start", "inspect", "attach", "port"];
    const CONTAINER_VALUE_OPTIONS: [&str; 8] =
        ["-e", "-u", "-w", "--user", "--env", "--tail", "-n", "--since"];
    let (verb, behind) = words.split_first()?;
    if *verb == "compose" {
        return options_of(behind, &["-f", "-p", "--file", "--profile", "--project-name"])
            .map(|options| format!("compose {options}"));
    }
    let mut behind = CONTAINER_SUBCOMMANDS.contains(verb).then_some(behind)?.iter();
    while let Some(word) = behind.next() {
        if CONTAINER_VALUE_OPTIONS.contains(word) {
            behind.next();
        } else if !word.starts_with('-') {
            return Some((*word).to_owned());
        }
    }
    None
}
