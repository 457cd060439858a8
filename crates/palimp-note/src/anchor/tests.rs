//! Anchors: what they hold, and what becomes of them.

use proptest::prelude::*;

use super::*;

const CODE: &str = "\
use std::time::Duration;

/// How long a session lives.
const SESSION_TTL: Duration = Duration::from_secs(900);
const RETRIES: usize = 3;

impl Sessions {
    pub fn refresh(&mut self, token: &str) -> Result<Session, Error> {
        let session = self.find(token).ok_or(Error::Unknown)?;
        if session.age() > SESSION_TTL {
            return Err(Error::Expired(session.id));
        }
        self.rotate(session, RotateOptions { keep_old: false, grace: Duration::ZERO })
    }

    pub fn revoke(&mut self, token: &str) {
        self.revoked.insert(token.to_owned());
    }
}
";

const FACT: &str = "SESSION_TTL is 900 seconds, in src/sessions.rs";

fn anchor() -> Anchor {
    anchor_fact("src/sessions.rs", CODE, None, FACT).unwrap()
}

#[test]
fn an_anchor_stands_at_the_statements_that_bear_the_facts_words() {
    let anchor = anchor();
    assert_eq!(anchor.lines, Some(LineRange { first: 4, last: 4 }));
    let sketch = anchor.sketch.clone().unwrap();
    assert_eq!((sketch.own.len(), sketch.others.len()), (1, 5));
    let comment = anchor.to_string();
    assert!(comment.starts_with("<!-- palimp:at src/sessions.rs:4 s="), "{comment}");
    let rotation = "`refresh` calls rotate with keep_old false";
    let anchor = anchor_fact("src/sessions.rs", CODE, None, rotation).unwrap();
    assert_eq!(anchor.symbol.as_deref(), Some("refresh"));
    assert_eq!(anchor.lines, Some(LineRange { first: 13, last: 13 }));
    assert_eq!(anchor_fact("src/sessions.rs", CODE, None, "We deploy on Fridays"), None);
}

#[test]
fn lines_that_somebody_named_need_no_words() {
    let lines = Some(LineRange { first: 16, last: 18 });
    let anchor = anchor_fact("src/sessions.rs", CODE, lines, "배포는 금요일에 안 한다").unwrap();
    assert_eq!(anchor.symbol.as_deref(), Some("revoke"));
    assert_eq!(anchor.check_against(CODE), AnchorVerdict::Fresh);
    assert_eq!(
        anchor.check_against(&CODE.replace("revoke", "drop").replace("revoked", "x")),
        AnchorVerdict::Gone
    );
}

#[test]
fn a_verdict_says_what_became_of_it() {
    let check =
        |now: &str, expect: AnchorVerdict| assert_eq!(anchor().check_against(now), expect, "{now}");
    check(CODE, AnchorVerdict::Fresh);
    check(
        &format!("// A licence.\n\n{CODE}"),
        AnchorVerdict::Moved(LineRange { first: 6, last: 6 }),
    );
    check(&CODE.replace("900", "60"), AnchorVerdict::Drifted(60));
    check(&CODE.replace("RETRIES: usize = 3", "RETRIES: u32 = 4"), AnchorVerdict::Fresh);
    check("fn main() {}\n", AnchorVerdict::Gone);
    check("", AnchorVerdict::Gone);
}

#[test]
fn how_the_lines_of_a_statement_are_broken_does_not_matter() {
    let call = "self.rotate(session, RotateOptions { keep_old: false, grace: Duration::ZERO })";
    let broken = "self.rotate(\n            session,\n            RotateOptions { keep_old: false, grace: Duration::ZERO },\n        )";
    let fact = "`refresh` calls rotate with keep_old false";
    let wrapped = CODE.replace(call, broken);
    let one = anchor_fact("a.rs", CODE, None, fact).unwrap();
    assert_eq!(
        one.check_against(&wrapped),
        AnchorVerdict::Moved(LineRange { first: 13, last: 15 })
    );
    let many = anchor_fact("a.rs", &wrapped, None, fact).unwrap();
    assert_eq!(many.lines, Some(LineRange { first: 13, last: 16 }));
    assert_eq!(many.check_against(CODE), AnchorVerdict::Fresh);
    let chained = CODE
        .replace("self.find(token).ok_or", "self\n            .find(token)\n            .ok_or");
    assert!(!one.check_against(&chained).is_stale());
}

#[test]
fn what_only_stands_there_as_a_part_is_gone() {
    for now in ["9000", "900 + GRACE"] {
        let now = CODE.replace("900", now);
        assert_eq!(anchor().check_against(&now), AnchorVerdict::Drifted(60), "{now}");
    }
}

#[test]
fn places_are_read_as_people_write_them() {
    let read = |text: &str| Anchor::parse_location(text).map(|place| place.display_location());
    assert_eq!(read("src/a.rs").as_deref(), Some("src/a.rs"));
    assert_eq!(read(" ./src/a.rs:7:12 ").as_deref(), Some("src/a.rs:7"));
    assert_eq!(read("src/a.rs:7-12").as_deref(), Some("src/a.rs:7-12"));
    for strange in
        ["", "/a", "..", "a/../b", "a//b", "a/./b", "a\nb", "a:0", "a:7-3", "a:x", "a/", "a\0"]
    {
        assert_eq!(read(strange), None, "{strange:?}");
    }
}

#[test]
fn only_palimps_comment_is_an_anchor() {
    for text in [
        "",
        "src/a.rs",
        "<!-- palimp:at -->",
        "<!-- palimp:at ../a s=- -->",
        "<!-- palimp:at /a -->",
        "<!-- palimp:at %2e%2e/a -->",
        "<!-- palimp:at a%2F..%2Fb -->",
        "<!-- other:at a -->",
    ] {
        assert_eq!(Anchor::parse(text), None, "{text}");
    }
    for sketch in ["x", "1234567", "", ".", &"0".repeat(8 * 13), "가나다라"] {
        let anchor = Anchor::parse(&format!("<!-- palimp:at a s={sketch} -->")).unwrap();
        assert_eq!(
            (anchor.sketch.clone(), anchor.check_against("x")),
            (None, AnchorVerdict::Unknown),
            "{sketch}"
        );
    }
    let file = Anchor::parse("<!-- palimp:at a s=- -->").unwrap();
    assert_eq!(file.check_against("anything"), AnchorVerdict::Fresh);
}

#[test]
fn a_line_bears_the_anchors_of_its_fact() {
    let line = format!("- a <!-- palimp: by=agent --> {} <!-- palimp:at b.rs:3 -->", anchor());
    let anchors = Anchor::in_line(&line);
    assert_eq!(
        anchors.iter().map(Anchor::display_location).collect::<Vec<_>>(),
        ["src/sessions.rs:4", "b.rs:3"]
    );
    let (said, comment) = crate::provenance::taken_out(&line).unwrap();
    assert_eq!(said, "- a");
    let crate::provenance::Comment::By(by) = comment else { panic!("{comment:?}") };
    assert_eq!(by.anchors, anchors);
    assert_eq!(format!("- a {by}"), line);
    let without = crate::provenance::remove_names(&line, "x", |name| name == "src/sessions.rs");
    assert_eq!(without, "- a <!-- palimp: by=agent --> <!-- palimp:at b.rs:3 -->");
}

#[test]
fn what_is_defined_around_a_line_has_a_name() {
    let check = |text: &str, line: usize, expect: Option<&str>| {
        assert_eq!(symbol_at(text, line).as_deref(), expect, "{text}");
    };
    check(CODE, 9, Some("refresh"));
    check(CODE, 4, None);
    check("def a():\n    def b():\n        x\n    y\n", 3, Some("b"));
    check("def a():\n    def b():\n        x\n    y\n", 4, Some("a"));
    check("func (c *Context) Next() {\n\tc.index++\n}\n", 2, Some("Next"));
    check("export async function go(a) {\n  run(a)\n}\n", 2, Some("go"));
    check("x = 1\n", 1, None);
}

#[test]
fn a_file_that_is_gone_may_have_another_name() {
    let paths =
        ["src/b.rs", "lib/auth.rs", "src/auth/mod.rs", "src/auth.py", "src/auth.rs", "x/y.rs"];
    let near = rename_candidates("src/auth.rs", paths.into_iter());
    assert_eq!(near, ["lib/auth.rs", "src/auth/mod.rs", "src/b.rs"]);
    let paths = ["t/a.py", "t/test_b.py", "t/django.py", "t/test_c.py"];
    assert_eq!(rename_candidates("t/test_django.py", paths.into_iter())[0], "t/django.py");
}

/// Some code, a statement a line.
fn code() -> impl Strategy<Value = Vec<String>> {
    let line = ("[a-z]{4,8}", "[a-z]{4,8}", 0..9_999_u32);
    let line = line.prop_map(|(a, b, number)| format!("let {a}_{b} = call({a}, {number})"));
    prop::collection::vec(line, 3..40).prop_filter("each once", |lines| {
        let each: std::collections::HashSet<_> = lines.iter().collect();
        each.len() == lines.len()
    })
}

proptest! {
    #[test]
    fn wherever_it_moves_it_is_the_same(
        code in code(), at in any::<prop::sample::Index>(), above in code(), indent in 0..8_usize,
    ) {
        let text = code.join("\n");
        let line = at.index(code.len()) + 1;
        let anchor = anchor_fact("a.rs", &text, None, &code[line - 1]).unwrap();
        prop_assert_eq!(anchor.check_against(&text), AnchorVerdict::Fresh);
        let indented: Vec<String> =
            code.iter().map(|line| format!("{}{line};", " ".repeat(indent))).collect();
        let moved = format!("{}\n\n{}\r\n", above.join("\n"), indented.join("\r\n"));
        prop_assert!(!anchor.check_against(&moved).is_stale(), "{anchor}\n{moved}");
        let mut around = code.clone();
        let itself = around.remove(line - 1);
        around.insert(0, itself);
        prop_assert!(!anchor.check_against(&around.join("\n")).is_stale());
    }

    #[test]
    fn what_is_taken_out_is_gone_and_what_is_edited_is_noticed(
        code in code(), at in any::<prop::sample::Index>(),
    ) {
        let line = at.index(code.len());
        let anchor = anchor_fact("a.rs", &code.join("\n"), None, &code[line]).unwrap();
        let mut edited = code.clone();
        edited[line] = edited[line].replace("call", "other");
        prop_assert!(anchor.check_against(&edited.join("\n")).is_stale(), "{anchor}");
        edited.clear();
        prop_assert_eq!(anchor.check_against(&edited.join("\n")), AnchorVerdict::Gone);
    }

    #[test]
    fn anything_is_judged(text in "(?s).{0,300}", now in "(?s).{0,300}", fact in "(?s).{0,60}", first in 1..9_usize) {
        for lines in [None, Some(LineRange { first, last: first + 3 })] {
            let Some(anchor) = anchor_fact("a.rs", &text, lines, &fact) else { continue };
            prop_assert!(!anchor.check_against(&text).is_stale(), "{}", anchor);
            anchor.check_against(&now);
            let comment = anchor.to_string();
            prop_assert!(anchor.sketch.as_ref().unwrap().len() <= 12);
            prop_assert_eq!(comment.matches("--").count(), 2);
            prop_assert_eq!(Anchor::parse(&comment), Some(anchor));
        }
    }

    #[test]
    fn any_comment_is_read(text in "(?s).{0,80}", path in "(?s).{1,40}") {
        Anchor::in_line(&format!("<!-- palimp:at {text} -->"));
        if let Some(anchor) = Anchor::parse_location(&path) {
            prop_assert_eq!(Anchor::parse(&anchor.to_string()), Some(anchor));
        }
    }
}
