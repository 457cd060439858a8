//! A fact is what its file says, whoever wrote the file.

use jiff::civil::date;
use proptest::prelude::*;

use super::*;

const TEXT: &str = "---
id: retry-twice
kind: decision
supersedes: retry-often, retry-never
valid_from: 2026-11-01
expires: 2027-11-01
proposer: Ana Lee
client: claude
date: 2026-10-30
commit: 3f2a9c1
allow: email
reviewed-by: nobody
list:
  - kept
---
Requests are retried twice at most.
<!-- palimp:at src/http.rs:40-48 fn=send -->

## Why

The gateway counts
retries as an attack.
";

fn wrong(text: &str) -> NotAFact {
    TeamFact::parse(text).unwrap_err()
}

#[test]
fn a_fact_says_what_its_file_says() {
    let fact = TeamFact::parse(TEXT).unwrap();
    assert_eq!((&fact.id[..], &fact.kind[..]), ("retry-twice", "decision"));
    assert_eq!(fact.supersedes, ["retry-often", "retry-never"]);
    assert_eq!((fact.valid_from, fact.expires), (Some(date(2026, 11, 1)), Some(date(2027, 11, 1))));
    assert_eq!(fact.proposer.as_deref(), Some("Ana Lee"));
    assert_eq!(fact.origin.client.as_deref(), Some("claude"));
    assert_eq!(fact.origin.commit.as_deref(), Some("3f2a9c1"));
    assert_eq!(fact.allow, ["email"]);
    assert_eq!(fact.statement, "Requests are retried twice at most.");
    assert_eq!(fact.anchors[0].display_location(), "src/http.rs:40-48");
    assert_eq!(fact.why, "The gateway counts\nretries as an attack.");
    assert_eq!(fact.other, ["reviewed-by: nobody", "list:", "  - kept"]);
    assert_eq!(fact.to_string(), TEXT);
}

#[test]
fn people_may_write_it_otherwise() {
    let text = "\u{feff}---\r\nid: \"a\"\r\nkind: 'rule'\r\nsupersedes: [b, 'c']\r\n---\r\n\r\n\
                Never. <!-- palimp:at a.rs --> <!-- palimp:at b.rs:3 -->\r\n";
    let fact = TeamFact::parse(text).unwrap();
    assert_eq!((&fact.id[..], &fact.kind[..], &fact.statement[..]), ("a", "rule", "Never."));
    assert_eq!(fact.supersedes, ["b", "c"]);
    assert_eq!(
        fact.anchors.iter().map(Anchor::display_location).collect::<Vec<_>>(),
        ["a.rs", "b.rs:3"]
    );
}

#[test]
fn a_fact_holds_between_its_days() {
    let fact = TeamFact::parse(TEXT).unwrap();
    assert!(!fact.holds_on(date(2026, 10, 31)));
    assert!(fact.holds_on(date(2026, 11, 1)));
    assert!(fact.holds_on(date(2027, 10, 31)));
    assert!(!fact.holds_on(date(2027, 11, 1)) && fact.is_expired(date(2027, 11, 1)));
}

#[test]
fn what_is_no_fact_is_refused_in_words() {
    assert_eq!(wrong(""), NotAFact::NoFront);
    assert_eq!(wrong("text"), NotAFact::NoFront);
    assert_eq!(wrong("---\nid: a\n"), NotAFact::NoFront);
    assert_eq!(wrong("---\nkind: a\n---\nx"), NotAFact::Missing("id"));
    assert_eq!(wrong("---\nid: a\n---\nx"), NotAFact::Missing("kind"));
    assert_eq!(wrong("---\nid: a\nkind: b\nid: c\n---\nx"), NotAFact::Twice("id"));
    assert_eq!(wrong("---\nid: a\nkind: b\n---\n\n \n"), NotAFact::Empty);
    let long = format!("---\nid: a\nkind: b\n---\n{}", "x".repeat(MAX_FACT_CHARS + 1));
    assert_eq!(wrong(&long), NotAFact::Long);
    for id in ["../b", ".hidden", "a b", "a/b", "가"] {
        let key = "id";
        let name = NotAFact::Name { key, value: id.to_owned() };
        assert_eq!(wrong(&format!("---\nid: {id}\nkind: b\n---\nx")), name);
    }
    for day in ["soon", "2026-02-30", "2026-11-23T10:00", "-1"] {
        let key = "expires";
        let text = format!("---\nid: a\nkind: b\nexpires: {day}\n---\nx");
        assert_eq!(wrong(&text), NotAFact::Day { key, value: day.to_owned() });
    }
}

#[test]
fn a_fact_under_another_name_is_none() {
    let path = FactPath::parse("facts/_/decision/other.md").unwrap();
    let said = TeamFact::parse_at_path(&path, TEXT).unwrap_err().to_string();
    assert_eq!(said, "id is \"retry-twice\" in the file and \"other\" in its path");
}

#[test]
fn nothing_that_a_fact_says_becomes_another_part_of_its_file() {
    let fact = TeamFact {
        id: "a".to_owned(),
        kind: "b".to_owned(),
        proposer: Some("Eve\n---\nid: c".to_owned()),
        other: ["expires: 2999-01-01", "---", "x\nid: d"].map(str::to_owned).to_vec(),
        statement: "One\n## Why\n---\ntwo".to_owned(),
        ..TeamFact::default()
    };
    let read = TeamFact::parse(&fact.to_string()).unwrap();
    assert_eq!((&read.id[..], read.expires, &read.why[..]), ("a", None, ""));
    assert_eq!(read.proposer.as_deref(), Some("Eve --- id: c"));
    assert_eq!(read.statement, "One\n\\## Why\n---\ntwo");
    assert!(read.other.is_empty());
}

/// Lines that a file may hold, alone and broken.
fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "---",
        "id: a",
        "kind: b",
        "supersedes: [a, b",
        "expires: 2026-01-01",
        "date: \"2026-01-01\"",
        "proposer: \"'x'\" \u{202e}",
        "## Why",
        "\\## Why",
        "other: y",
        "  - z",
        "",
        "<!-- palimp:at a.rs:1-2 fn=x -->",
        "<!-- palimp:at <!-- palimp:at a -->",
        "x --> y",
        "\u{feff}",
    ]);
    let line =
        prop_oneof![3 => known.prop_map(str::to_owned), 1 => "\\PC{0,20}", 1 => any::<String>()];
    prop::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_so_that_it_is_read_again(tail in lines(), whole in lines()) {
        for text in [format!("---\nid: a\nkind: b\n---\n{tail}"), format!("---\nid: a\nkind: b\n{tail}"), whole] {
            if let Ok(fact) = TeamFact::parse(&text) {
                let written = fact.to_string();
                let again = TeamFact::parse(&written);
                prop_assert_eq!(again.as_ref(), Ok(&fact));
                prop_assert_eq!(again.unwrap().to_string(), written);
            }
        }
    }
}
