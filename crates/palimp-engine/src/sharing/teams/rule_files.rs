//! Writes a project's approved facts to rule files of other tools, between palimp's marks; the rest of a
//! file stays byte for byte.

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use palimp_core::sanitize::printable_line;
use palimp_files::Partial;

use super::{Error, JoinedTeam, ProjectsHere, ServedFact, scope_of};

/// The tools' files that rules are written to, as a person names them, and where they lie in a project.
pub const RULE_FILES: [(&str, &str); 5] = [
    ("AGENTS.md", "AGENTS.md"),
    ("CLAUDE.md", "CLAUDE.md"),
    (".cursor/rules", ".cursor/rules/palimp-team.mdc"),
    (".github/copilot-instructions.md", ".github/copilot-instructions.md"),
    (".windsurfrules", ".windsurfrules"),
];

/// Front matter of a Cursor rule file, which makes Cursor always read it.
const CURSOR_FRONT_MATTER: &str =
    "---\ndescription: What the team agreed on\nalwaysApply: true\n---\n\n";

/// Result of writing a rule file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuleFileResult {
    /// The file.
    pub path: PathBuf,
    /// Number of facts in the file.
    pub facts: usize,
    /// True if the file changed.
    pub changed: bool,
}

impl JoinedTeam {
    /// Writes the facts that hold in the project of `directory` on `day` to one of [`RULE_FILES`].
    ///
    /// # Errors
    ///
    /// When there is no such file, one of palimp's marks stands there without the other, or the file
    /// cannot be read or written.
    pub fn write_rules(
        &self,
        to: &str,
        directory: &Path,
        day: Date,
    ) -> Result<RuleFileResult, Error> {
        let refused = |why: String| Error::Refused(why);
        let known = RULE_FILES.iter().find(|(name, place)| *name == to || *place == to);
        let (name, place) = known.ok_or_else(|| {
            let names = RULE_FILES.map(|(name, _)| name).join(", ");
            refused(crate::messages::rules_target_unknown(to, &names))
        })?;
        let root = crate::home::project_discovery::locate_project(directory).tree().to_owned();
        let path = resolve_link(&root, &root.join(place))?;
        let before = read_text(&path)?;
        let (block, facts) =
            self.facts_block(&ProjectsHere::for_directory(&self.home, directory), day);
        let start = if *name == ".cursor/rules" { CURSOR_FRONT_MATTER } else { "" };
        let before_or_new = before.clone().unwrap_or_else(|| start.to_owned());
        let after = replace_block(&before_or_new, &self.name, &block)
            .map_err(|why| refused(format!("{}: {why}", path.display())))?;
        let changed = before.as_deref() != Some(after.as_str());
        if changed {
            write_file(&path, &after)
                .map_err(|source| Error::File { path: path.clone(), source })?;
        }
        Ok(RuleFileResult { path, facts, changed })
    }

    /// The facts that hold here, by their kinds, without marks; and how many they are.
    fn facts_block(&self, here: &ProjectsHere, day: Date) -> (String, usize) {
        let served = self.served_facts().unwrap_or_default();
        let superseded = served.superseded_facts(day);
        let is_told = |project: Option<&str>| {
            project.is_none_or(|id| here.is_project_here(&scope_of(self.sharer(), Some(id))))
        };
        let holds = |fact: &&ServedFact| fact.holds_on(day) && superseded.newer_id(fact).is_none();
        let all = served.facts.iter().filter(holds).filter_map(ServedFact::parse_fact);
        let here = all.filter(|(path, _)| is_told(path.project.as_deref()));
        let mut facts: Vec<_> = here.map(|(path, fact)| (path.kind, path.id, fact)).collect();
        facts.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        let mut block = format!("## What team {} agreed on\n", self.name);
        let mut kind = String::new();
        for (of, _, fact) in &facts {
            if *of != kind {
                block += &format!("\n### {}\n\n", escape_line(of));
                kind.clone_from(of);
            }
            let mut lines =
                fact.statement.lines().filter(|line| !line.trim().is_empty()).map(escape_line);
            block += &format!("- {}\n", lines.next().unwrap_or_default());
            lines.for_each(|line| block += &format!("  {line}\n"));
        }
        (block, facts.len())
    }
}

/// A line of a fact that neither opens a fence, a comment or a tag, nor becomes a heading or another
/// item: what a team agreed on is told as its words.
fn escape_line(line: &str) -> String {
    let line = printable_line(line.trim());
    let line = line.replace('<', "&lt;").replace("```", "` ` `").replace("~~~", "~ ~ ~");
    match line.chars().next() {
        Some('#' | '>' | '-' | '+' | '*' | '=' | '|') => format!("\\{line}"),
        _ => line,
    }
}

fn team_marks(team: &str) -> (String, String) {
    (format!("<!-- palimp:team {team} -->"), format!("<!-- palimp:team {team} end -->"))
}

/// A text with `block` in the place of what stands between the marks of a team; at its end where there
/// are none.
fn replace_block(text: &str, team: &str, block: &str) -> Result<String, String> {
    let (open, close) = team_marks(team);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let inner = format!("{open}\n{block}{close}").replace('\n', end);
    let places = (text.find(&open), text.find(&close));
    let once = |mark: &str| text.matches(mark).count() == 1;
    match places {
        (None, None) => {
            let gap = match text {
                "" => "",
                text if text.ends_with(&end.repeat(2)) => "",
                text if text.ends_with('\n') => end,
                _ => return Ok(format!("{text}{end}{end}{inner}{end}")),
            };
            Ok(format!("{text}{gap}{inner}{end}"))
        }
        (Some(from), Some(to)) if from < to && once(&open) && once(&close) => {
            Ok(format!("{}{inner}{}", &text[..from], &text[to + close.len()..]))
        }
        _ => Err(crate::messages::rule_marks_misplaced(&open, &close)),
    }
}

/// The file behind a link, which must lie in the project.
fn resolve_link(root: &Path, path: &Path) -> Result<PathBuf, Error> {
    let file = |source| Error::File { path: path.to_owned(), source };
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    let (root, behind) = (root.canonicalize().map_err(file)?, path.canonicalize().map_err(file)?);
    match behind.starts_with(&root) {
        true => Ok(behind),
        false => Err(Error::Refused(crate::messages::rules_file_leads_out(
            path.display(),
            behind.display(),
        ))),
    }
}

/// Reads a file's text; none if there is no file.
fn read_text(path: &Path) -> Result<Option<String>, Error> {
    let file = |source| Error::File { path: path.to_owned(), source };
    if !palimp_files::is_there(path).map_err(file)? {
        return Ok(None);
    }
    String::from_utf8(palimp_files::read(path).map_err(file)?)
        .map(Some)
        .map_err(|_| Error::Refused(crate::messages::rules_file_not_utf8(path.display())))
}

/// Puts a text in a file's place, with the permissions that it has.
pub(super) fn write_file(path: &Path, text: &str) -> std::io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(directory)?;
    let mut partial = match std::fs::metadata(path) {
        Ok(old) => {
            let partial = Partial::private_in(directory)?;
            partial.copy_owner_and_mode(&old)?;
            partial
        }
        Err(_) => Partial::usual_in(directory)?,
    };
    partial.write(text.as_bytes())?;
    partial.sync()?;
    partial.become_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "## A\n- b\n";

    fn placed(text: &str) -> String {
        replace_block(text, "acme", BLOCK).unwrap()
    }

    #[test]
    fn what_stands_around_the_marks_stays_byte_for_byte() {
        let whole = "<!-- palimp:team acme -->\n## A\n- b\n<!-- palimp:team acme end -->";
        assert_eq!(placed(""), format!("{whole}\n"));
        assert_eq!(placed("# Mine\n"), format!("# Mine\n\n{whole}\n"));
        assert_eq!(placed("# Mine"), format!("# Mine\n\n{whole}\n"));
        let old = "a \t\n<!-- palimp:team acme -->\nold\n<!-- palimp:team acme end -->tail\n\n \n";
        assert_eq!(placed(old), format!("a \t\n{whole}tail\n\n \n"));
        assert_eq!(placed(&placed(old)), placed(old));
        let other = "<!-- palimp:team other -->\nx\n<!-- palimp:team other end -->\n";
        assert_eq!(placed(other), format!("{other}\n{whole}\n"));
        assert!(placed("a\r\n").ends_with("- b\r\n<!-- palimp:team acme end -->\r\n"));
    }

    #[test]
    fn a_mark_without_the_other_is_left_to_its_owner() {
        for text in [
            "<!-- palimp:team acme -->\n",
            "<!-- palimp:team acme end -->\n",
            "<!-- palimp:team acme end --><!-- palimp:team acme -->",
            "<!-- palimp:team acme --><!-- palimp:team acme --><!-- palimp:team acme end -->",
        ] {
            assert!(replace_block(text, "acme", BLOCK).is_err(), "{text}");
        }
    }

    #[test]
    fn what_a_fact_says_is_no_part_of_the_file() {
        let check = |line: &str, expect: &str| assert_eq!(escape_line(line), expect);
        check("# Ignore", "\\# Ignore");
        check("```sh", "` ` `sh");
        check("<!-- palimp:team acme end -->", "&lt;!-- palimp:team acme end -->");
        check("a\u{1b}[31m\u{202e}b", "ab");
        check("- x", "\\- x");
        check("plain `code`", "plain `code`");
    }
}
