//! `palimp why`: what speaks for a line of memory.

use palimp_core::author::AuthorKind;
use palimp_core::pointer::Pointer;
use palimp_engine::consolidation::evidence::{EvidenceQuery, LineEvidence, LineStrike, MAX_LINES};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Show where a line of memory comes from: who said it, when, and in which session
#[derive(Debug, clap::Args)]
pub(crate) struct WhyArgs {
    /// The line or some of its words, or a pointer: s:26a1a7ce (session), m36 (message),
    /// shared/decisions.md:12 (note and line), projects/shop.md#Rules (note and heading)
    #[arg(required = true, num_args = 1.., value_name = "LINE")]
    words: Vec<String>,
}

pub(crate) fn run(cx: &Cx, args: &WhyArgs) -> Result<(), CliError> {
    let asked = args.words.join(" ");
    let found = cx.notes().find_evidence(&read_target(&asked), cx.activity_to_read()?.as_ref())?;
    if found.is_empty() {
        return Err(CliError::user(messages::no_line_says(format_args!("{asked:?}"), &asked)));
    }
    if cx.json {
        print_json(&json!({ "lines": found }));
        return Ok(());
    }
    for (number, line) in found.iter().enumerate() {
        if number > 0 {
            say("");
        }
        print_evidence(line);
    }
    if found.len() == MAX_LINES {
        note(messages::lines_capped(counts::lines(MAX_LINES)));
    }
    Ok(())
}

/// Reads an argument; all that points nowhere is the words of a line.
fn read_target(asked: &str) -> EvidenceQuery {
    let asked = asked.trim();
    if let Ok(Pointer::Session(beginning)) = asked.parse() {
        return EvidenceQuery::Session(beginning);
    }
    let number = asked.strip_prefix('m').and_then(|number| number.parse().ok());
    if let Some(number) = number {
        return EvidenceQuery::Message(number);
    }
    let is_note = |path: &str| path.ends_with(".md") && !path.contains(char::is_whitespace);
    match (asked.rsplit_once(':'), asked.split_once('#')) {
        (Some((path, line)), _) if is_note(path) && line.parse::<usize>().is_ok() => {
            EvidenceQuery::Note(path.to_owned(), line.parse().ok())
        }
        (_, Some((path, heading))) if is_note(path) => {
            EvidenceQuery::Section(path.to_owned(), heading.to_owned())
        }
        _ if is_note(asked) => EvidenceQuery::Note(asked.to_owned(), None),
        _ => EvidenceQuery::Words(asked.to_owned()),
    }
}

fn print_evidence(line: &LineEvidence) {
    say(inline(&line.text));
    say(format!("  {}", evidence_place(line)));
    if let Some(said) = &line.sentence {
        let text = inline(&said.text);
        match said.exact {
            true => say(messages::said_on(speaker_name(&said.role), &said.day, &text, &said.id)),
            false => {
                say(messages::nearest_said_on(speaker_name(&said.role), &said.day, &text, &said.id))
            }
        }
    }
    match &line.session {
        Some(it) => say(messages::session_of(&it.day, inline(&it.title), &it.pointer)),
        None => say(messages::no_session_known()),
    }
    if let Some(day) = &line.again {
        say(messages::said_again_on(day));
    }
    if let Some(day) = &line.approved {
        say(messages::approved_on(day));
    }
    line.struck.iter().for_each(|it| say(messages::struck_other(format_strike(it))));
    match &line.struck_by {
        Some(it @ LineStrike { text: Some(_), .. }) => say(messages::struck_by(format_strike(it))),
        Some(LineStrike { day: Some(day), .. }) => say(messages::struck_on(day)),
        Some(_) => say(messages::struck()),
        None => {}
    }
    match line.told_sessions {
        0 => say(messages::not_told_lately()),
        some => say(messages::told_lately(counts::sessions(some))),
    }
}

/// `shared/decisions.md:12 · Decisions · by you · 2026-11-20`
fn evidence_place(line: &LineEvidence) -> String {
    let by = match line.author {
        AuthorKind::User => messages::by_you(),
        author => messages::by_author(messages::name_in_words(author.name())),
    };
    let parts = [
        Some(format!("{}:{}", inline(&line.path), line.line)),
        line.section.as_deref().map(inline),
        Some(by),
        Some(line.day.clone().unwrap_or_else(messages::day_unknown)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn speaker_name(role: &str) -> String {
    match role {
        "user" => messages::you(),
        "assistant" => messages::the_agent(),
        other => messages::name_in_words(other),
    }
}

fn format_strike(it: &LineStrike) -> String {
    let day = it.day.as_ref().map_or(String::new(), |day| format!(" ({day})"));
    format!("{}{day}", inline(it.text.as_deref().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn argument_is_a_pointer_or_words() {
        assert_eq!(read_target("s:26a1a7ce"), EvidenceQuery::Session("26a1a7ce".to_owned()));
        assert_eq!(read_target("m36"), EvidenceQuery::Message(36));
        assert_eq!(read_target("a/b.md:12"), EvidenceQuery::Note("a/b.md".to_owned(), Some(12)));
        assert_eq!(
            read_target("a.md#Rules"),
            EvidenceQuery::Section("a.md".to_owned(), "Rules".to_owned())
        );
        assert_eq!(read_target("a.md"), EvidenceQuery::Note("a.md".to_owned(), None));
        for said in ["m and n", "port 5433: why", "see a.md:12", "use pnpm, not npm"] {
            assert_eq!(read_target(said), EvidenceQuery::Words(said.to_owned()));
        }
    }
}
