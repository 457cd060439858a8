//! Whose each line of a note is, and what of it goes.

use proptest::prelude::*;

use super::*;

/// A letter a line: whose it is, a dot for the user's own.
fn shown(note: &str) -> String {
    let authors = Authors::parse(note);
    let letter = |at: usize| match authors.of_line(at + 1) {
        None => '.',
        Some(by) => match (by.by, by.project.as_deref()) {
            (AuthorKind::User, None) => 'U',
            (AuthorKind::User, Some(_)) => 'u',
            (AuthorKind::Team, _) => 't',
            (AuthorKind::Agent, None) => 'A',
            (AuthorKind::Agent, Some(_)) => 'a',
            (AuthorKind::Import, _) => 'i',
            (AuthorKind::Tool, _) => '?',
        },
    };
    (0..note.lines().count()).map(letter).collect()
}

#[track_caller]
fn check(note: &str, expect: &str) {
    assert_eq!(shown(note), expect, "{note}");
    let windows = note.replace('\n', "\r\n");
    assert_eq!(shown(&windows), expect, "with other line ends: {note}");
}

const A: &str = "<!-- palimp: by=agent project=shop project-id=5 -->";
const END: &str = "<!-- palimp: end -->";

#[test]
fn a_note_without_comments_is_the_users() {
    check("# 결정\n\n- 배포는 금요일에 안 한다\n", "...");
    check("<!-- mine -->\n- a\n", "..");
    assert_eq!(Authors::parse("- a").of_line(0), None);
    assert_eq!(Authors::parse("- a").of_line(9), None);
}

#[test]
fn a_comment_behind_an_item_speaks_for_that_item() {
    check(&format!("- mine\n- 그것 {A}\n  - mine below it\n- mine\n"), ".a..");
    check(&format!("- mine\n- it goes on\n  over two lines {A}\n- mine\n"), ".aa.");
    check(&format!("# H\nit goes on\nover two lines {A}\nmine\n\nmine\n"), ".aa...");
    check(&format!("- it {A} and what I added\n"), "a");
    check(&format!("1. it {A}\n2. mine\n"), "a.");
    check(&format!("> it {A}\n\nmine\n"), "a..");
    check(&format!("- it {A}\n- mine <!-- palimp: by=user -->\n"), "aU");
}

#[test]
fn a_comment_below_an_item_speaks_for_that_item() {
    check(&format!("- mine\n- it\n  {A}\n- mine\n"), ".a..");
    check(&format!("- it\n  {A}\n  - mine\n\n- mine\n"), "a....");
    check(&format!("- mine\n\n  {A}\nit\n"), "..aa");
}

#[test]
fn a_text_of_several_lines_has_an_end() {
    check(
        &format!("- mine\n\n{A}\n# Queue\n\n- one\n```\n{END}\n```\n{END}\n\n- mine\n"),
        "..aa.aaaa...",
    );
    check(&format!("{A}\nit\n{END}\nmine\n{A}\nit\n{END}\nmine\n"), "aa..aa..");
    check(&format!("{A}\nit\n- and <!-- palimp: by=import -->\nit\n{END}\nmine\n"), "aaia..");
}

#[test]
fn reflection_speaks_for_its_own_lines_alone() {
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    let note = format!(
        "# D\n\n- mine\n\n## From conversations: shop\n{A}\n\n- npm {link}\n- mine\n\
         - ~~yarn {link}~~ (superseded 2026-11-21, see {}\n\n### Deeper\n- mine\n\n## Mine\n- x {link}\n",
        &link[1..]
    );
    check(&note, ".......a.a......");
    check(&format!("## From conversations of mine\n{A}\n- it\n"), ".aa");
}

#[test]
fn page_section_leaves_a_persons_lines_theirs() {
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    let note = format!("# shop\n\n## Rules\n{A}\n\n- pnpm {link}\n- mine\n\n## Mine\n- mine\n");
    check(&note, ".....a....");
    // Of no project, it is no page's section.
    check("## Rules\n<!-- palimp: by=agent -->\n- it\n", ".AA");
    let mine = format!("# shop\n\n- mine\n\n## Rules\n{A}\n\n- pnpm {link}\n");
    assert_eq!(own_sections(&mine), "# shop\n\n- mine\n\n".len());
    let left = without_those_by(&mine, |_, by| by.by == AuthorKind::Agent);
    assert_eq!(left, format!("# shop\n\n- mine\n\n## Rules\n{A}\n\n"));
}

#[test]
fn an_entry_of_a_flush_is_all_of_its_section() {
    let note = format!(
        "# 2026-11-20\n\n## 09:00 — Memory Flush #1\n<!-- palimp:flush s 1-2 -->\n{A}\n\n- it\n\n### Sub\nit\n\n## 10:00\nmine\n"
    );
    check(&note, "....a.a.aa...");
}

#[test]
fn a_comment_before_everything_speaks_for_the_whole_note() {
    let import = "<!-- palimp: by=import -->";
    check(&format!("---\nsource: x\n---\n{import}\n\n# T\n\nit\n\n## U\nit\n"), "...i.i.i.ii");
    check(&format!("{import}\nit\n\n## U\nit\n{END}\n\n- mine\n"), "ii.ii...");
    check(
        &format!("# Deploy: run make\n\n{A}\nDeploy: run make. Then wait\n\n## Steps\n1. a\n"),
        "..aa.aa",
    );
}

#[test]
fn what_an_earlier_version_left_without_an_end_stops_at_a_heading_or_an_entry() {
    check(&format!("# Decisions\n\n{A}\nit\n\nit\n\n## Mine\nmine\n"), "..aa.a...");
    check(&format!("# D\n\n- mine\n\n{A}\n## Q\nit\n\n### R\nit\n\n## Mine\n"), "....aaa.aa..");
    check(&format!("# 2026\n\n**09:00**\n\n{A}\nit\n\nit\n\n- 09:05 mine\n"), "....aa.a..");
    check(&format!("# 2026\n\n**09:00**\n\n{A}\nit\n\n**09:05**\n\nmine\n"), "....aa....");
    check(&format!("- mine\n\n{A}\nit\n- it\n  {A}\nit\n\n{A}\nit\n"), "..aaa.a.aa");
}

#[test]
fn code_that_shows_a_comment_is_code_and_an_open_fence_hides_nothing() {
    check(&format!("mine\n```\n{A}\n```\nmine\n- it {A}\n"), ".....a");
    check(&format!("```\n- it {A}\nmine\n"), ".a.");
    check(&format!("{A}\n```\nit\n{END}\nmine\n"), "aaa..");
}

#[test]
fn what_is_added_at_the_end_may_stand_in_an_open_text() {
    let open = |note: &str| Authors::would_take(note, "- mine");
    assert!(open(&format!("{A}\nit\n")) && open(&format!("# D\n\n{A}\nit\n\n")));
    assert!(open(&format!("## 09:00 — Memory Flush #1\n{A}\n- it")));
    for closed in [
        format!("{A}\nit\n{END}\n"),
        format!("- it {A}\n"),
        format!("- it\n  {A}\n"),
        "mine".into(),
        String::new(),
    ] {
        assert!(!open(&closed), "{closed}");
    }
}

#[test]
fn palimps_own_sections_stand_at_the_end() {
    let own = format!(
        "## From conversations: shop\n{A}\n\n- x ([a](b))\n\n## From conversations\n{A}\n\n- y ([a](b))\n"
    );
    let at = |note: &str| own_sections(note);
    assert_eq!(at(&format!("# D\n\n- mine\n\n{own}")), "# D\n\n- mine\n\n".len());
    assert_eq!(at(&own), 0);
    let after = format!("{own}\n## Mine\n");
    assert_eq!(at(&after), after.len());
    let mine = "# D\n\n## From conversations\n- by hand\n";
    assert_eq!(at(mine), mine.len());
    assert_eq!(at(""), 0);
}

#[track_caller]
fn check_without(note: &str, word: &str, expect: &str) {
    let said = strip_comments(note);
    let says = |at| said.lines().nth(at).is_some_and(|line| line.contains(word));
    assert_eq!(remove_lines(note, says), expect, "{note}");
}

#[test]
fn a_line_goes_with_its_comment() {
    check_without(&format!("- a\n- walrus {A}\r\n- b\n"), "walrus", "- a\n- b\n");
    check_without(&format!("- a\n- walrus\n  {A}\n- b\n"), "walrus", "- a\n- b\n");
    check_without(&format!("- a\n\n{A}\nwalrus\n\nwalrus\n{END}\n- b\n"), "walrus", "- a\n\n- b\n");
    check_without(&format!("- a\n\n{A}\nwalrus\n\n## B\nb\n"), "walrus", "- a\n\n\n## B\nb\n");
    check_without("- a\n- walrus\n", "heron", "- a\n- walrus\n");
}

#[test]
fn no_line_loses_its_author() {
    check_without(&format!("- one\n  walrus {A}\n"), "walrus", &format!("- one {A}\n"));
    check_without(&format!("{A}\none\nwalrus\n{END}\n"), "walrus", &format!("{A}\none\n{END}\n"));
    let link = "([2026-11-20](../e.md))";
    check_without(
        &format!("## From conversations: shop\n{A}\n\n- walrus {link}\n- b {link}\n"),
        "walrus",
        &format!("## From conversations: shop\n{A}\n\n- b {link}\n"),
    );
}

#[test]
fn the_lines_of_an_author_go_with_their_comments() {
    let agents = |note: &str| without_those_by(note, |_, by| by.by == AuthorKind::Agent);
    let note = format!(
        "# M\n\n- mine\n- it {A}\n- it\n  {A}\n\n{A}\nit\n\nit\n{END}\n\n- <!-- palimp: by=user --> mine\n"
    );
    assert_eq!(agents(&note), "# M\n\n- mine\n\n\n- <!-- palimp: by=user --> mine\n");
    let link = "([2026-11-20](../e.md))";
    let own = format!("## From conversations: shop\n{A}\n\n- it {link}\n- mine\n");
    assert_eq!(agents(&own), format!("## From conversations: shop\n{A}\n\n- mine\n"));
    assert_eq!(agents(&format!("- mine\n\n{A}\nit\n\n## H\nmine\n")), "- mine\n\n\n## H\nmine\n");
}

proptest! {
    #[test]
    fn any_note_is_read_and_taken_apart(
        parts in proptest::collection::vec(
            prop_oneof![
                Just(format!("{A}\n")), Just(format!("{END}\n")), Just(format!("- it {A}\n")),
                Just(format!("  {A}\n")), "[-#`~> a가0:\\*\r]{0,9}\n", Just("---\n".to_owned()),
                Just("## From conversations\n".to_owned()), "[a가 ]{0,5}",
            ],
            0..24,
        ),
    ) {
        let note = parts.concat();
        let authors = Authors::parse(&note);
        prop_assert!(authors.lines.is_empty() || authors.lines.len() == note.lines().count());
        let said = strip_comments(&note);
        let lines: Vec<&str> = said.lines().collect();
        let less = remove_lines(&note, |at| lines.get(at).is_some_and(|line| line.contains("it")));
        prop_assert!(!less.contains("- it"));
        prop_assert_eq!(remove_lines(&note, |_| false), note);
    }
}
