//! Lines of a note that say what is forgotten, and what of them has to stay.

use std::collections::HashSet;

use palimp_core::forget_query::ForgetQuery;

use crate::authors::{self, REFLECTION_HEADING};
use crate::provenance;

/// Replacement for the name of a forgotten project. Without a name, its notes would apply to every
/// project.
const FORGOTTEN_PROJECT_NAME: &str = "(forgotten)";

/// Returns the lines of a note that contain `wanted`, numbered from 0, each with its replacement;
/// none if the line is removed. In provenance and scope of a line or note, only the name is
/// replaced.
pub fn line_changes(text: &str, wanted: &ForgetQuery) -> Vec<(usize, Option<String>)> {
    let (nameless, gone) = rename_and_find_lines(text, wanted);
    let lines = text.lines().zip(nameless.lines()).enumerate();
    let change = |(at, (line, nameless)): (usize, (&str, &str))| match gone.contains(&at) {
        true => Some((at, None)),
        false => (line != nameless).then(|| (at, Some(nameless.to_owned()))),
    };
    lines.filter_map(change).collect()
}

/// Returns true if a note contains `wanted`, or if one of palimp's comments names it, possibly
/// escaped.
pub fn mentions_text(text: &str, wanted: &ForgetQuery) -> bool {
    (text.contains('%') || wanted.is_in(text)) && !line_changes(text, wanted).is_empty()
}

/// Returns the note without the lines that contain `wanted`, and without palimp's comments on them.
pub fn without_lines(text: &str, wanted: &ForgetQuery) -> String {
    let (nameless, gone) = rename_and_find_lines(text, wanted);
    authors::remove_lines(&nameless, |at| gone.contains(&at))
}

/// Replaces the names that contain `wanted` in a note; returns the lines to remove as well.
fn rename_and_find_lines(text: &str, wanted: &ForgetQuery) -> (String, HashSet<usize>) {
    let said = without_targets(&authors::strip_comments(text));
    let mut gone: HashSet<usize> = wanted.matching_lines(&said).into_iter().collect();
    let front =
        crate::parse_front_matter(text).front.map_or(0, |front| text[front].lines().count());
    let mut nameless = String::with_capacity(text.len());
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let named =
            if gone.contains(&at) { forget_scope_name(line, at < front, wanted) } else { None };
        if let Some(named) = named {
            gone.remove(&at);
            nameless.push_str(&named);
        } else {
            let is_named = |name: &str| wanted.is_in(name);
            nameless.push_str(&provenance::remove_names(line, FORGOTTEN_PROJECT_NAME, is_named));
        }
    }
    (nameless, gone)
}

/// Replaces the project name in a line that scopes the lines below it; none for any other line.
fn forget_scope_name(line: &str, in_front: bool, wanted: &ForgetQuery) -> Option<String> {
    let end = &line[line.trim_end().len()..];
    if in_front {
        return line
            .starts_with("project:")
            .then(|| format!("project: \"{FORGOTTEN_PROJECT_NAME}\"{end}"));
    }
    let heading = line.trim_end();
    let name = authors::is_own_heading(heading).then(|| &heading[REFLECTION_HEADING.len()..])?;
    Some(match wanted.is_in(name) {
        true => format!("{REFLECTION_HEADING}: {FORGOTTEN_PROJECT_NAME}{end}"),
        false => line.to_owned(),
    })
}

/// A text without the notes and files that its links lead to. An address is what the note says, and stays.
fn without_targets(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("](") {
        let end = behind.find([')', '\n']).unwrap_or(behind.len());
        left.push_str(before);
        left.push_str("](");
        if behind[..end].contains("://") {
            left.push_str(&behind[..end]);
        }
        rest = &behind[end..];
    }
    left + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str, expect: &str) {
        assert_eq!(without_lines(text, &ForgetQuery::new(wanted)), expect, "{wanted} in {text}");
    }

    #[test]
    fn what_goes_is_the_line_and_no_more() {
        let note = "# Plans\n\n- call Ada about the walrus\n- buy milk\n\nThe walrus\nsleeps.\n";
        check(note, "WALRUS", "# Plans\n\n- buy milk\n\nsleeps.\n");
        check(note, "the walrus sleeps", "# Plans\n\n- call Ada about the walrus\n- buy milk\n\n");
        check(note, "nothing", note);
    }

    #[test]
    fn a_comment_goes_with_the_last_of_its_lines() {
        let by = "<!-- palimp: by=agent project=app -->";
        let note = format!("- mine\n{by}\n- walrus\n- seal\n\n{by}\n- walrus\n- mine too\n");
        check(&note, "walrus", &format!("- mine\n{by}\n- seal\n\n{by}\n- mine too\n"));
        let note = format!("- walrus {by}\n\n- mine\n");
        check(&note, "walrus", "\n- mine\n");
        let note = format!("- mine\n- walrus\n  {by}\n- seal\n  walrus\n  {by}\n");
        check(&note, "walrus", &format!("- mine\n- seal\n  {by}\n"));
        let key = "<!-- palimp:flush s-22 1-2 -->";
        let episode = format!("## 10:00\n{key}\n{by}\n\n- walrus\n\n## 11:00\n");
        check(&episode, "walrus", &format!("## 10:00\n{key}\n\n\n## 11:00\n"));
        check(&episode, "flush", &episode);
        check(&episode, "S-22", &episode);
    }

    #[test]
    fn a_forgotten_project_does_not_make_its_notes_hold_everywhere() {
        check(
            "---\nproject: shop-x\ntags: [shop-x]\n---\n<!-- palimp: by=agent client=claude project=shop-x project-id=7 -->\n- tabs\n",
            "shop-x",
            "---\nproject: \"(forgotten)\"\n---\n<!-- palimp: by=agent client=claude project=(forgotten) project-id=7 -->\n- tabs\n",
        );
        let link = "([2026-11-20](../e.md))";
        let section = |name: &str| {
            let by = format!("<!-- palimp: by=agent project={name} -->");
            format!("## From conversations: {name}\n{by}\n\n- the tabs {link}\n- b {link} {by}\n")
        };
        check(&section("shop"), "SHOP", &section("(forgotten)"));
        check(&section("shop"), "from conversations", &section("shop"));
        check(&section("shop"), "palimp", &section("shop"));
    }

    #[test]
    fn another_name_of_a_text_goes_alone() {
        let line = |rest: &str| format!("- tabs <!-- palimp: by=agent{rest} -->");
        let all = line(" aliases=zeppelin%20machine|indent places=ops/kiwi.yaml");
        check(&all, "Zeppelin machine", &line(" aliases=indent places=ops/kiwi.yaml"));
        check(&all, "kiwi", &line(" aliases=zeppelin%20machine|indent"));
        let korean = line(" aliases=비행선%20창고");
        check(&korean, "비행선 창고", &line(""));
        assert!(mentions_text(&korean, &ForgetQuery::new("비행선 창고")));
        assert!(!mentions_text(&korean, &ForgetQuery::new("창고 비행선")));
    }

    #[test]
    fn link_target_is_no_reason_for_its_line_to_go() {
        let note = "- renew it ([2026-11-18](../episodes/live/port.md))\n- see [it](https://port.example)\n";
        check(note, "port.md", note);
        check(note, "port.example", "- renew it ([2026-11-18](../episodes/live/port.md))\n");
        check("- see [port](x.md)\n", "port", "");
    }

    #[test]
    fn who_is_named_by_a_comment_is_no_reason_for_its_line_to_go() {
        let line = "- tabs <!-- palimp: by=agent client=codex session=s-1 project=my%20app -->";
        check(line, "my app", &line.replace("my%20app", "(forgotten)"));
        check(line, "codex", line);
        check(line, "by=agent", line);
        let changes = |wanted: &str| {
            line_changes(&format!("- tabs of codex\n{line}\n"), &ForgetQuery::new(wanted))
        };
        assert_eq!(changes("codex"), [(0, None)]);
        assert_eq!(changes("tabs"), [(0, None), (1, None)]);
        let long = "- one\n  walrus <!-- palimp: by=agent project=walrus -->\n";
        check(long, "walrus", "- one <!-- palimp: by=agent project=(forgotten) -->\n");
    }
}
