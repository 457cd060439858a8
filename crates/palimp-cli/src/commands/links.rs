//! `palimp links`: where a note leads, and from where one comes to it.

use palimp_engine::retrieval::links::{Linked, Out};

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Show the links and backlinks of a note
#[derive(Debug, clap::Args)]
pub(crate) struct LinksArgs {
    /// The note: its path, its name or an alias
    #[arg(required = true, num_args = 1.., value_name = "NOTE")]
    note: Vec<String>,
}

pub(crate) fn run(cx: &Cx, args: &LinksArgs) -> Result<(), CliError> {
    let found = cx.notes().note_links(&args.note.join(" "))?;
    match cx.json {
        true => print_json(&found),
        false => print_links(&found),
    }
    Ok(())
}

fn print_links(found: &Linked) {
    let title = found.title.as_deref().map(|title| format!("  {}", inline(title)));
    say(format!("{}{}", inline(&found.path), title.unwrap_or_default()));
    if !found.tags.is_empty() {
        let tags = found.tags.iter().map(|tag| format!("#{}", inline(tag)));
        say(tags.collect::<Vec<_>>().join(" "));
    }
    if !found.links.is_empty() {
        say(messages::leads_to());
    }
    for link in &found.links {
        say(format!("{:>6}  {}", link.line, format_link(link)));
    }
    if !found.backlinks.is_empty() {
        say(messages::led_to_from());
    }
    for back in &found.backlinks {
        say(format!("  {}:{}  {}", inline(&back.path), back.line, inline(&back.text)));
    }
    if found.links.is_empty() && found.backlinks.is_empty() {
        note(messages::no_links(inline(&found.path)));
    }
}

/// Formats a link: its target, and the label that stands for it.
fn format_link(link: &Out) -> String {
    let place = inline(link.path.as_deref().unwrap_or(&link.target));
    let heading = link.heading.as_deref().map(|it| format!("#{}", inline(it))).unwrap_or_default();
    let label = link.label.as_deref().filter(|label| *label != link.target);
    let label = label.map(|label| format!("  ({})", inline(label))).unwrap_or_default();
    let missing = match link.path.is_none() && !link.file {
        true => format!("  [{}]", messages::no_such_note()),
        false => String::new(),
    };
    format!("{place}{heading}{label}{missing}")
}
