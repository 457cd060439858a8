//! Markdown as HTML that is safe to show.
//!
//! What a note holds of HTML is shown as text, and what comes out is sanitised on top of that: no
//! script, no style, no form, no picture from elsewhere, no address but those of pages and mail.

use std::collections::HashSet;
use std::sync::OnceLock;

use ammonia::Builder;
use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html::push_html};

use crate::view::ViewContext;

fn markdown_parser(text: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_WIKILINKS
        // What a note says of itself at its top is no heading.
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    Parser::new_ext(text, options)
}

/// Renders a note's text as HTML. `find` returns the note that a link of this note leads to.
pub(crate) fn render_markdown(
    view: &ViewContext,
    text: &str,
    find: &dyn Fn(&str) -> Option<String>,
) -> Markup {
    // A link that leads nowhere is its text. Links stand in no other.
    let mut leads_nowhere = false;
    let events = markdown_parser(text).filter_map(|event| {
        if leads_nowhere && matches!(event, Event::End(TagEnd::Link)) {
            leads_nowhere = false;
            return None;
        }
        let event = as_text(event);
        let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event else {
            return Some(event);
        };
        let found = leads_to(view, link_type, dest_url, find);
        leads_nowhere = found.is_none();
        Some(Event::Start(Tag::Link { link_type, dest_url: found?, title, id }))
    });
    let mut html = String::new();
    push_html(&mut html, events);
    PreEscaped(html_sanitizer().clean(&html).to_string())
}

/// Replaces HTML, task boxes and pictures with text.
fn as_text(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(without_comments(&text).into()),
        // A picture would be asked of whoever has it: its name is shown instead.
        Event::Start(Tag::Image { .. }) => Event::Start(Tag::Emphasis),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Emphasis),
        // Nobody ticks it here, and a box without a name says nothing to who does not see it.
        Event::TaskListMarker(is_done) => Event::Text(if is_done { "☑ " } else { "☐ " }.into()),
        other => other,
    }
}

/// Returns a text without palimp's comments.
pub(crate) fn without_comments(html: &str) -> String {
    const COMMENT_START: &str = "<!-- palimp:";
    const COMMENT_END: &str = "-->";
    let (mut left, mut rest) = (String::new(), html);
    while let Some((before, (_, behind))) = rest
        .split_once(COMMENT_START)
        .and_then(|(before, rest)| Some((before, rest.split_once(COMMENT_END)?)))
    {
        left.push_str(before);
        rest = behind;
    }
    left + rest
}

/// Returns the target of a note's link on these pages; none if there is no such note.
fn leads_to<'t>(
    view: &ViewContext,
    kind: LinkType,
    to: CowStr<'t>,
    find: &dyn Fn(&str) -> Option<String>,
) -> Option<CowStr<'t>> {
    let wiki = matches!(kind, LinkType::WikiLink { .. });
    if !wiki && (to.contains(':') || to.starts_with('#')) {
        return Some(to);
    }
    let path = to.split('#').next().unwrap_or_default();
    find(path).map(|path| view.to_note(&path).into())
}

/// HTML sanitiser, built once.
fn html_sanitizer() -> &'static Builder<'static> {
    static CLEANER: OnceLock<Builder<'static>> = OnceLock::new();
    CLEANER.get_or_init(|| {
        let mut cleaner = Builder::default();
        cleaner
            .rm_tags(["img", "map", "area"])
            .url_schemes(HashSet::from(["http", "https", "mailto"]))
            .link_rel(Some("noopener noreferrer nofollow"));
        cleaner
    })
}

/// Returns the notes that a note links to, as written: paths and names.
pub fn extract_links(text: &str) -> Vec<String> {
    let links = markdown_parser(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            let path = dest_url.split('#').next().unwrap_or_default();
            (!path.is_empty() && !path.contains(':')).then(|| path.to_owned())
        }
        _ => None,
    });
    links.collect()
}

/// Returns the note among `paths` that a link in the note `from` leads to: beside it, from the
/// vault's root, or by its name alone.
pub fn resolve_link<'p>(
    from: &str,
    link: &str,
    paths: impl Iterator<Item = &'p str> + Clone,
) -> Option<&'p str> {
    let link = percent_encoding::percent_decode_str(link).decode_utf8_lossy();
    let with_ending = |path: String| if path.ends_with(".md") { path } else { path + ".md" };
    let beside = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let near = with_ending(join_path(beside, &link));
    let whole = with_ending(join_path("", &link));
    let name = format!("/{whole}");
    let find = |is: &dyn Fn(&str) -> bool| paths.clone().find(|path| is(path));
    let found = find(&|path| path == near).or_else(|| find(&|path| path == whole));
    found.or_else(|| find(&|path| path.ends_with(&name)))
}

/// Joins `path` to `folder` and resolves its dots.
fn join_path(folder: &str, path: &str) -> String {
    let mut steps: Vec<&str> =
        if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.retain(|step| !step.is_empty());
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tests::test_view;
    use palimp_core::lang::Lang;

    fn html(text: &str) -> String {
        let notes = ["a/one.md", "two.md"];
        let find = |link: &str| resolve_link("a/x.md", link, notes.into_iter()).map(str::to_owned);
        render_markdown(&test_view(Lang::En), text, &find).into_string()
    }

    #[test]
    fn hostile_markdown_is_inert() {
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "a <b onclick=alert(1)>b</b>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1) \"t\")",
            "[x](data:text/html,<script>)",
            "![x](http://evil.example/a.png)",
            "<style>*{}</style>",
            "<form action=//evil.example><input name=q>",
            "<iframe src=//evil.example></iframe>",
            "[x]: javascript:alert(1)\n\n[x]",
            "<https://a.example/\"onmouseover=alert(1)>",
        ] {
            let html = html(text);
            for bad in ["<script", "<img", "<b ", "<style", "<form", "<iframe", "\"javascript:"] {
                assert!(!html.to_lowercase().contains(bad), "{text} became {html}");
            }
            assert!(!html.contains("\" onmouseover"), "{html}");
            assert!(!html.contains("href=\"data:"), "{html}");
        }
    }

    #[test]
    fn comments_of_palimps_are_not_shown() {
        let by = "<!-- palimp: by=agent project=shop -->";
        let note = format!(
            "---\nproject: \"shop\"\n---\n# T\n\n## Rules\n{by}\n\n- one {by} <!-- palimp:at a.rs:3 -->\n- two\n  {by}\n\n{by} words\n"
        );
        let shown = html(&note);
        assert!(!shown.contains("palimp") && !shown.contains("shop"), "{shown}");
        for said in ["<h1>T</h1>", "<h2>Rules</h2>", "<li>one ", "two", "words"] {
            assert!(shown.contains(said), "{said}: {shown}");
        }
        assert!(html("a <!-- mine -->").contains("&lt;!-- mine"));
        assert!(html(&format!("`{by}`")).contains("palimp: by=agent"), "code is what it says");
    }

    #[test]
    fn links_lead_to_the_notes_that_they_mean() {
        assert!(html("[1](one.md)").contains("href=\"/k/notes/a/one.md\""));
        assert!(html("[[two]]").contains("href=\"/k/notes/two.md\""));
        assert!(html("[2](../two.md#part)").contains("href=\"/k/notes/two.md\""));
        assert!(html("[web](https://example.com/)").contains("href=\"https://example.com/\""));
        assert_eq!(html("a [gone](gone.md) b").trim(), "<p>a gone b</p>");
        assert_eq!(extract_links("[1](one.md#x) [[two]] <https://example.com>"), ["one.md", "two"]);
    }

    #[test]
    fn what_markdown_can_say_is_said() {
        let html = html("# T\n\n- [x] done\n\n| a |\n|---|\n| b |\n\n~~old~~ `code`");
        for part in ["<h1>T</h1>", "☑ done", "<table>", "<del>old</del>", "<code>code</code>"] {
            assert!(html.contains(part), "{html}");
        }
    }
}
