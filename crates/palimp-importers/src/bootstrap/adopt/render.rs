//! Text of an imported note, below the front matter that names its source.

use jiff::Timestamp;
use palimp_engine::home::imported_note::with_source;
use palimp_note::provenance::{AuthorKind, Provenance};

use super::{ImportContext, ImportItem};

/// Renders the note of an item. The front matter of its text stays, below palimp's own.
pub(super) fn render_note(item: &ImportItem, taker: &ImportContext) -> String {
    let front = palimp_note::parse_front_matter(&item.text).front.unwrap_or(0..0);
    let (front, body) = (&item.text[front.clone()], &item.text[front.end..]);
    let theirs: Vec<&str> =
        front.lines().skip(1).take_while(|line| line.trim_end() != "---").collect();
    let names_project = theirs.iter().any(|line| line.starts_with("project:"));
    let project = item.project.as_deref().filter(|_| !names_project);
    let rest = theirs.iter().map(|line| format!("{line}\n")).collect::<String>();
    let by = import_provenance(item, taker);
    let body = body.trim_start_matches(['\r', '\n']);
    let end = if body.ends_with('\n') { "" } else { "\n" };
    with_source(project, &item.origin, &item.text, &format!("{rest}---\n{by}\n\n{body}{end}"))
}

fn import_provenance(item: &ImportItem, taker: &ImportContext) -> Provenance {
    let zone = taker.now.time_zone();
    let at = item.at.and_then(|at| Timestamp::from_millisecond(at).ok());
    Provenance {
        by: AuthorKind::Import,
        client: item.client.map(str::to_owned),
        project: item.project.clone(),
        at: at.map(|at| at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()),
        ..Provenance::default()
    }
}
