//! `cargo xtask redaction`: how much the redactor finds, and how much it takes out for nothing.
//!
//! Without arguments it plants secrets in many surroundings, those of the formats known here and
//! those drawn from the rule file of gitleaks that the environment's `PALIMP_GITLEAKS` names, and
//! prints how many were found by rule, by group of rules and by surrounding. With directories it
//! looks through the code in them and prints what it found in ten thousand lines. It fails where
//! too little is found, or too much.

mod code;
mod draw;
mod format;
mod known;
mod recall;
mod surroundings;

use std::collections::BTreeMap;
use std::path::Path;

use format::Format;
use recall::{RecallReport, Share};
use surroundings::{FRESH_SURROUNDINGS, KEPT_SURROUNDINGS, KNOWN_SURROUNDINGS, Surrounding};

/// The places where secrets are planted, and what is known of them.
const SURROUNDINGS: [(&str, &[Surrounding]); 3] =
    [("known", KNOWN_SURROUNDINGS), ("kept", KEPT_SURROUNDINGS), ("fresh", FRESH_SURROUNDINGS)];
/// Minimum share that must be found, in percent: of all formats together, and in each surrounding.
const MIN_FOUND_PERCENT: f64 = 97.0;
/// Minimum share of each group of a rule file that must be found, in percent.
const MIN_GROUP_FOUND_PERCENT: f64 = 99.0;
/// Environment variable with the path of the rule file.
const RULE_FILE_VARIABLE: &str = "PALIMP_GITLEAKS";

/// Runs it with the arguments behind its name.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let (numbers, directories): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with("--examples="));
    let shown = numbers.iter().find_map(|arg| arg["--examples=".len()..].parse().ok()).unwrap_or(0);
    let short = if directories.is_empty() {
        recall_report(shown)?
    } else {
        code_report(&directories.into_iter().cloned().collect::<Vec<_>>(), shown)
    };
    if short.is_empty() { Ok(()) } else { Err(short.join("\n")) }
}

#[expect(clippy::print_stdout, reason = "a report for a maintainer")]
fn print_line(line: &str) {
    println!("{line}");
}

/// Reports on all formats in all surroundings; answers what falls short.
fn recall_report(shown: usize) -> Result<Vec<String>, String> {
    const DRAWS_PER_FORMAT: usize = 5;
    let mut sources = vec![("formats known here", format::known_formats(), false)];
    match std::env::var_os(RULE_FILE_VARIABLE) {
        None => print_line(&format!(
            "{RULE_FILE_VARIABLE} names no rule file: only what is known here is planted"
        )),
        Some(file) => {
            let (formats, without) = format::of_rules(Path::new(&file))?;
            print_line(&format!("{without} rules of the file have no format"));
            sources.push(("rules of the file", formats, true));
        }
    }
    let mut short = Vec::new();
    for (source, formats, in_groups) in sources {
        let (public, secret): (Vec<Format>, Vec<Format>) =
            formats.into_iter().partition(Format::is_public);
        for (title, surroundings) in SURROUNDINGS {
            print_line(&format!("\n# {} {source}, {title} surroundings", secret.len()));
            let recall = recall::measure_recall(&secret, surroundings, DRAWS_PER_FORMAT);
            let groups = by_group(&secret, &recall);
            print_recall(&recall, &groups, shown);
            let wanting = match in_groups {
                true => falling_short(&recall, &groups, MIN_GROUP_FOUND_PERCENT),
                false => falling_short(&recall, &as_one(&recall), MIN_FOUND_PERCENT),
            };
            short.extend(wanting.iter().map(|what| format!("{source}: {what}")));
            let ids = recall::measure_recall(&public, surroundings, DRAWS_PER_FORMAT).by_rule;
            let ids = Share::sum(ids.into_values()).percent();
            print_line(&format!("{ids:>7.2} %  ids and public keys, which need not be found"));
        }
    }
    Ok(short)
}

/// The groups of which less than `least` is found, and the surroundings in which too little is.
fn falling_short(recall: &RecallReport, groups: &[(String, Share)], least: f64) -> Vec<String> {
    let places =
        recall.by_surrounding.iter().map(|(name, share)| (*name, *share, MIN_FOUND_PERCENT));
    let groups = groups.iter().map(|(name, share)| (name.as_str(), *share, least));
    let short = places.chain(groups).filter(|(_, share, least)| share.percent() < *least);
    short.map(|(name, share, _)| format!("{:.2} % of {name}", share.percent())).collect()
}

/// All that was planted as one group.
fn as_one(recall: &RecallReport) -> Vec<(String, Share)> {
    vec![("all".to_owned(), Share::sum(recall.by_rule.values().copied()))]
}

/// Prints the found shares, the worst first.
fn print_recall(recall: &RecallReport, groups: &[(String, Share)], shown: usize) {
    let places = recall.by_surrounding.iter().map(|(name, share)| ((*name).to_owned(), *share));
    print_table("by rule", recall.by_rule.clone().into_iter().collect());
    print_table("by surrounding", places.collect());
    print_table("by group", groups.to_vec());
    for missed in recall.missed.iter().take(shown) {
        print_line(&format!("\n[{} | {}]\n{}", missed.rule, missed.surrounding, missed.text));
        print_line(&format!("⇒ {}", missed.redacted));
    }
    let all = Share::sum(recall.by_rule.values().copied());
    print_line(&format!("\n{:>7.2} %  all {} secrets", all.percent(), all.planted));
}

fn print_table(title: &str, mut rows: Vec<(String, Share)>) {
    print_line(&format!("\n## {title}"));
    rows.sort_by(|a, b| a.1.percent().total_cmp(&b.1.percent()).then_with(|| a.0.cmp(&b.0)));
    for (name, share) in rows {
        print_line(&format!("{:>7.2} %  {name} ({})", share.percent(), share.planted));
    }
}

/// Returns the shares of formats with a form of their own, and of those that only their name gives
/// away.
fn by_group(formats: &[Format], recall: &RecallReport) -> Vec<(String, Share)> {
    let mut groups: BTreeMap<&str, Vec<Share>> = BTreeMap::new();
    for format in formats {
        let group = if format.needs_name { "told by their name" } else { "of a form of their own" };
        groups.entry(group).or_default().extend(recall.by_rule.get(&format.id));
    }
    groups.into_iter().map(|(group, shares)| (group.to_owned(), Share::sum(shares))).collect()
}

/// Reports on what is taken out of code; answers what is too much.
fn code_report(directories: &[String], shown: usize) -> Vec<String> {
    const MAX_FINDINGS_RATE: f64 = 0.2;
    let sweep = code::sweep_directories(directories);
    let megabytes = sweep.bytes as f64 / 1e6;
    print_line(&format!(
        "{} files, {megabytes:.1} MB, {} lines, {} of them outside tests and documents",
        sweep.files, sweep.lines, sweep.plain_lines
    ));
    let rate = sweep.plain_rate();
    print_line(&format!("{rate:>7.3} in 10,000 of these lines, e-mail addresses aside"));
    print_line(&format!(
        "{:>7.3} in all lines, with what tests and documents invent",
        sweep.rate_of(sweep.other_count())
    ));
    print_line(&format!("{:>7.3} e-mail addresses\n", sweep.rate_of(sweep.email_count())));
    for (kind, count) in &sweep.kinds {
        print_line(&format!("{count:>7}  {kind}"));
        let of_kind = sweep.findings.iter().filter(|(of, ..)| of == kind);
        for (_, place, text) in of_kind.take(shown) {
            print_line(&format!("         {place}\n             {text}"));
        }
    }
    let is_too_much = rate > MAX_FINDINGS_RATE;
    is_too_much
        .then(|| format!("{rate:.3} in 10,000 lines, not {MAX_FINDINGS_RATE}"))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_planted_is_found() {
        let formats = format::known_formats();
        for (_, surroundings) in SURROUNDINGS {
            let recall = recall::measure_recall(&formats, surroundings, 1);
            let short = falling_short(&recall, &as_one(&recall), MIN_FOUND_PERCENT);
            assert!(short.is_empty(), "{short:?}\n{:#?}", recall.missed.first());
        }
    }
}
