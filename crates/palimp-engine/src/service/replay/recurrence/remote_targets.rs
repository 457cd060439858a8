//! Finds remote targets in commands (hosts, ports, units, containers, paths) and requests for help.

use std::path::Path;

use palimp_core::shell::simple_commands;

/// Programs that reach out of the project.
const REMOTE_PROGRAMS: [&str; 22] = [
    "ssh", "scp", "sftp", "rsync", "mosh", "psql", "pg_dump", "pg_restore", "mysql", "mysqldump",
    "redis-cli", "mongosh", "curl", "wget", "nc", "telnet", "docker", "podman", "kubectl",
    "systemctl", "service", "journalctl",
];
/// Sites that everybody knows, without the last part of their hosts, and what may stand before them.
const PUBLIC_SITES: [&str; 8] =
    ["github", "githubusercontent", "gitlab", "example", "pypi", "npmjs", "crates", "google"];
const HOST_PREFIXES: [&str; 4] = ["api.", "raw.", "registry.", "www."];
/// Directories whose files are the machine's.
const SYSTEM_DIRS: [&str; 7] =
    ["/dev/", "/tmp/", "/proc/", "/sys/", "/bin/", "/usr/bin/", "/var/tmp/"];
/// Words before a program.
const COMMAND_WRAPPERS: [&str; 6] = ["sudo", "time", "timeout", "env", "nohup", "exec"];

/// Returns true for the host of a site that everybody knows, and for what is no host of a project.
fn is_everybodys(host: &str) -> bool {
    let site = HOST_PREFIXES.iter().find_map(|prefix| host.strip_prefix(prefix)).unwrap_or(host);
    let is_site = site.rsplit_once('.').is_some_and(|(name, _)| PUBLIC_SITES.contains(&name));
    is_site || ["localhost", "0.0.0.0"].contains(&host)
}

/// Returns the targets that a command line names, each once.
pub(super) fn find_targets(line: &str, root: &Path) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for words in simple_commands(line) {
        let Some((program, args)) = split_program(&words) else { continue };
        if !REMOTE_PROGRAMS.contains(&program) {
            continue;
        }
        let named = named_targets(program, args)
            .into_iter()
            .chain(args.iter().filter_map(|it| url_host(it)));
        let paths = args.iter().filter_map(|word| path_outside_project(word, root));
        for place in named.chain(paths) {
            if !is_everybodys(&place) && place.len() > 2 && !found.contains(&place) {
                found.push(place);
            }
        }
    }
    found
}

/// Returns the programs, with their subcommands, whose options a command line asks for.
pub(super) fn requested_options(line: &str) -> Vec<String> {
    let mut asked = Vec::new();
    for words in simple_commands(line) {
        let Some((program, args)) = split_program(&words) else { continue };
        let plain = || {
            let names = args.iter().map(String::as_str).take_while(|it| !it.starts_with('-'));
            std::iter::once(program).chain(names.filter(|it| *it != "help").take(3))
        };
        let first = args.first().map(String::as_str);
        let subject = match program {
            "man" => first.filter(|it| !it.starts_with('-')).map(str::to_owned),
            _ if args.iter().any(|it| it == "--help") || first == Some("help") => {
                Some(plain().collect::<Vec<_>>().join(" "))
            }
            _ => None,
        };
        asked.extend(subject.filter(|it| !it.contains('$')));
    }
    asked
}

/// The program of a simple command by its own name, and its arguments.
fn split_program(words: &[String]) -> Option<(&str, &[String])> {
    let is_before = |word: &String| {
        COMMAND_WRAPPERS.contains(&word.as_str())
            || word.split_once('=').is_some_and(|(name, _)| !name.contains(['/', '-']))
            || word.bytes().all(|b| b.is_ascii_digit())
    };
    let at = words.iter().position(|word| !is_before(word))?;
    let name = words[at].rsplit('/').next().unwrap_or(&words[at]);
    Some((name, &words[at + 1..]))
}

/// The hosts, ports, units and containers among the arguments of a program.
fn named_targets(program: &str, args: &[String]) -> Vec<String> {
    let mut named = Vec::new();
    let plain: Vec<&str> = plain_arguments(program, args);
    match program {
        "ssh" | "mosh" | "sftp" => named.extend(plain.first().map(|it| parse_host(it))),
        "scp" | "rsync" => {
            let remote = plain.iter().filter_map(|it| it.split_once(':'));
            named.extend(
                remote.filter(|(host, _)| !host.contains('/')).map(|(it, _)| parse_host(it)),
            );
        }
        "docker" | "podman" => {
            const CONTAINER_COMMANDS: [&str; 7] =
                ["exec", "logs", "restart", "start", "stop", "inspect", "attach"];
            if plain.first().is_some_and(|act| CONTAINER_COMMANDS.contains(act)) {
                named.extend(plain.get(1).map(|&it| it.to_owned()));
            }
        }
        "systemctl" => named.extend(plain.get(1).map(|&it| it.to_owned())),
        "service" => named.extend(plain.first().map(|&it| it.to_owned())),
        "nc" | "telnet" => {
            let pair = plain.first().zip(plain.get(1));
            named.extend(pair.map(|(host, port)| format!("{host}:{port}")));
        }
        _ => {}
    }
    let option = |names: &[&str]| {
        let at = args.iter().position(|it| names.contains(&it.as_str()));
        let joined = args.iter().find_map(|it| {
            let (name, value) = it.split_once('=')?;
            names.contains(&name).then(|| value.to_owned())
        });
        at.and_then(|at| args.get(at + 1).cloned()).or(joined)
    };
    let is_database = ["psql", "pg_dump", "pg_restore", "mysql", "mysqldump", "redis-cli"];
    if is_database.contains(&program) {
        let host = option(&["-h", "--host"]).unwrap_or_else(|| "localhost".to_owned());
        match option(&["-p", "-P", "--port"]).filter(|it| it.bytes().all(|b| b.is_ascii_digit())) {
            Some(port) => named.push(format!("{}:{port}", plain_host(&host))),
            None => named.push(plain_host(&host)),
        }
    }
    if program == "journalctl" {
        named.extend(option(&["-u", "--unit"]));
    }
    named.retain(|it| !it.contains(['$', '*', '{', '<']) && !it.is_empty());
    named
}

/// The arguments that are neither options nor values of the options that take one.
fn plain_arguments<'a>(program: &str, args: &'a [String]) -> Vec<&'a str> {
    let with_value: &[&str] = match program {
        "ssh" | "sftp" | "scp" => &["-p", "-P", "-i", "-o", "-l", "-L", "-R", "-D", "-J", "-F"],
        "rsync" => &["-e", "--exclude", "--include", "--rsh"],
        "docker" | "podman" => &["-e", "-u", "-w", "--env", "--user", "--workdir", "--tail", "-n"],
        "systemctl" => &["-n", "-p", "-t"],
        _ => &[],
    };
    let mut plain = Vec::new();
    let mut skips = false;
    for arg in args {
        if std::mem::take(&mut skips) {
            continue;
        }
        match arg.starts_with('-') {
            true => skips = with_value.contains(&arg.as_str()),
            false => plain.push(arg.as_str()),
        }
    }
    plain
}

/// `dev@web1.internal` → `web1.internal`
fn parse_host(text: &str) -> String {
    plain_host(text.rsplit_once('@').map_or(text, |(_, host)| host))
}

fn plain_host(host: &str) -> String {
    if host == "127.0.0.1" { "localhost".to_owned() } else { host.to_owned() }
}

/// The host of a URL, with its port.
fn url_host(word: &str) -> Option<String> {
    let (scheme, rest) = word.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_lowercase());
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let (host, port) = place.split_once(':').unwrap_or((place, ""));
    let host = plain_host(host);
    let place = if port.is_empty() { host } else { format!("{host}:{port}") };
    let is_plain = place.chars().all(|c| c.is_ascii_alphanumeric() || ".-:_".contains(c));
    (is_scheme && is_plain && !place.is_empty()).then_some(place)
}

/// An absolute path outside of the project.
fn path_outside_project(word: &str, root: &Path) -> Option<String> {
    let path =
        word.rsplit_once(':').filter(|(_, it)| it.starts_with('/')).map_or(word, |(_, it)| it);
    let is_own = !root.as_os_str().is_empty() && Path::new(path).starts_with(root);
    let is_machines = SYSTEM_DIRS.iter().any(|dir| path.starts_with(dir));
    let is_path = path.starts_with('/')
        && !path.starts_with("//")
        && path.matches('/').count() >= 2
        && path.chars().all(|c| c.is_alphanumeric() || "/._-+@".contains(c));
    (is_path && !is_own && !is_machines).then(|| path.trim_end_matches('/').to_owned())
}
