//! Lines of a note that say what is forgotten, and what of them has to stay.

use std::collections::HashSet;

use palimp_core::wanted::Wanted;
use palimp_vault::note;
use palimp_vault::provenance::Provenance;

/// What a line says of the lines around it begins so; a person does not see it.
const COMMENT: &str = "<!-- palimp:";
/// What stands for the name of a project that was forgotten. Without a name, its notes would hold in
/// every project.
const FORGOTTEN_PROJECT: &str = "(forgotten)";

/// The text without the lines that say `wanted`, and without palimp's comments on them. Where what
/// says it tells whose a line is, or in which project a note holds, only the name goes.
pub(crate) fn without(text: &str, wanted: &Wanted) -> String {
    let gone: HashSet<usize> = wanted.lines(text).into_iter().collect();
    if gone.is_empty() {
        return text.to_owned();
    }
    let front = note::parse(text).front.map_or(0, |front| text[front].lines().count());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept = lines.iter().enumerate().map(|(at, line)| {
        if gone.contains(&at) {
            nameless(line, at < front, wanted)
        } else {
            Some((*line).to_owned())
        }
    });
    joined(&lines, kept.collect())
}

/// The text without these lines, from 0, and without palimp's comments on them.
pub(crate) fn without_lines(text: &str, gone: &HashSet<usize>) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept = lines.iter().enumerate();
    let kept = kept.map(|(at, line)| (!gone.contains(&at)).then(|| (*line).to_owned())).collect();
    joined(&lines, kept)
}

/// What is kept of `lines`, but for comments on lines of which none is kept: they would speak of
/// what stands beside them then.
fn joined(lines: &[&str], kept: Vec<Option<String>>) -> String {
    let is_orphan = |at: &usize| {
        let said = subject(lines, *at);
        !said.is_empty() && said.into_iter().all(|at| kept[at].is_none())
    };
    let rest = kept.iter().enumerate().filter_map(|(at, line)| Some((at, line.as_deref()?)));
    rest.filter(|(at, line)| !(is_comment(line) && is_orphan(at))).map(|(_, line)| line).collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(COMMENT)
}

/// The lines that a comment speaks of: where it is indented, the item that it ends, else the
/// paragraph that it begins.
fn subject(lines: &[&str], comment: usize) -> Vec<usize> {
    let is_said = |at: &usize| !lines[*at].trim().is_empty() && !is_comment(lines[*at]);
    let is_indented = |at: usize| lines[at].starts_with([' ', '\t']);
    if is_indented(comment) {
        let mut above: Vec<usize> = (0..comment).rev().take_while(is_said).collect();
        let item = above.iter().position(|at| !is_indented(*at)).map_or(above.len(), |at| at + 1);
        above.truncate(item);
        above
    } else {
        let below = comment + 1..lines.len();
        below.take_while(|at| is_said(at) && !lines[*at].starts_with('#')).collect()
    }
}

/// The line without the names that say `wanted`, where it speaks of other lines; none of any other.
fn nameless(line: &str, in_front: bool, wanted: &Wanted) -> Option<String> {
    if in_front {
        return line.starts_with("project:").then(|| format!("project: \"{FORGOTTEN_PROJECT}\"\n"));
    }
    let mut by = Provenance::parse(line)?;
    let indent = &line[..line.len() - line.trim_start().len()];
    let says = |value: &Option<String>| value.as_deref().is_some_and(|it| wanted.is_in(it));
    if says(&by.project) {
        by.project = Some(FORGOTTEN_PROJECT.to_owned());
    }
    for value in [&mut by.client, &mut by.session, &mut by.project_id, &mut by.commit, &mut by.at] {
        if says(value) {
            *value = None;
        }
    }
    Some(format!("{indent}{by}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str, expect: &str) {
        assert_eq!(without(text, &Wanted::new(wanted)), expect, "{wanted} in {text}");
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
        let note = format!("{by}\n- walrus\n\n- mine\n");
        check(&note, "walrus", "\n- mine\n");
        let note = format!("- mine\n- walrus\n  {by}\n- seal\n  walrus\n  {by}\n");
        check(&note, "walrus", &format!("- mine\n- seal\n  {by}\n"));
        let key = "<!-- palimp:flush s 1-2 -->";
        let episode = format!("## 10:00\n{key}\n{by}\n\n- walrus\n\n## 11:00\n");
        check(&episode, "walrus", &format!("## 10:00\n{key}\n{by}\n\n\n## 11:00\n"));
    }

    #[test]
    fn a_forgotten_project_does_not_make_its_notes_hold_everywhere() {
        check(
            "---\nproject: shop-x\ntags: [shop-x]\n---\n<!-- palimp: by=agent client=claude project=shop-x project-id=7 -->\n- tabs\n",
            "shop-x",
            "---\nproject: \"(forgotten)\"\n---\n<!-- palimp: by=agent client=claude project=(forgotten) project-id=7 -->\n- tabs\n",
        );
    }
}
