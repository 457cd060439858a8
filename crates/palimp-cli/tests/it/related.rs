//! Earlier sessions and commits that a prompt or a touched file is pointed to.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_testing::Machine;
use serde_json::json;

use crate::inject::{given, prompt, section, start};
use crate::machine;
use crate::repository::git;

const SESSIONS: &str = "Related Sessions";

/// A session in a directory: prompts with their answers, files that are changed after the first prompt, and an end.
pub(crate) fn talked_in(
    machine: &Machine,
    directory: &Path,
    session: &str,
    said: &[(&str, &str)],
    files: &[&str],
) {
    for (number, (asked, answered)) in said.iter().enumerate() {
        let turn = format!("{session}-{number}");
        let fields = json!({ "prompt": asked, "prompt_id": turn, "cwd": directory });
        given(machine, "UserPromptSubmit", session, fields);
        for file in files.iter().filter(|_| number == 0) {
            let input = json!({ "file_path": directory.join(file), "old_string": "a", "new_string": session });
            let fields = json!({ "tool_name": "Edit", "tool_input": input, "tool_response": {}, "cwd": directory });
            given(machine, "PostToolUse", session, fields);
        }
        let fields =
            json!({ "last_assistant_message": answered, "prompt_id": turn, "cwd": directory });
        given(machine, "Stop", session, fields);
    }
    given(machine, "SessionEnd", session, json!({ "reason": "other", "cwd": directory }));
}

pub(crate) fn talked(machine: &Machine, session: &str, said: &[(&str, &str)], files: &[&str]) {
    talked_in(machine, &machine.project(), session, said, files);
}

/// Sessions that have nothing to do with what is asked later.
pub(crate) fn with_other_sessions() -> Machine {
    let machine = machine();
    for (session, asked, answered, file) in [
        ("0000aaaa-1", "add a dark theme", "The theme is in `theme.css`.", "theme.css"),
        ("0000bbbb-1", "speed up the ci", "The cache is keyed by the lock file.", "ci.yml"),
        ("0000cccc-1", "write docs for the api", "The docs are in docs/api.md.", "docs/api.md"),
        ("0000dddd-1", "translate the onboarding page", "It is in German now.", "onboarding.tsx"),
    ] {
        talked(&machine, session, &[(asked, answered)], &[file]);
    }
    machine
}

pub(crate) const EMOJI: [(&str, &str); 2] = [
    (
        "the tokenizer chokes on emoji in identifiers, why?",
        "Root cause: `Lexer::peek` stepped by bytes, so an emoji was cut in half.",
    ),
    (
        "good, but identifiers with emoji stay an error: never allow them in names",
        "Understood, emoji in names are refused with E0412.",
    ),
];

const WEBHOOK: [(&str, &str); 2] = [
    (
        "결제 웹훅이 두 번 불려서 주문이 중복돼. 원인을 찾아줘",
        "원인: 재시도할 때 멱등 키를 새로 만들어서 같은 결제가 두 번 처리됐습니다. `src/webhook.rs`가 이제 결제 번호를 멱등 키로 씁니다.",
    ),
    (
        "좋아. 웹훅 재시도는 세 번까지만 하고, 멱등 키는 항상 결제 번호로 해",
        "네, 그렇게 했습니다. 재시도는 세 번입니다.",
    ),
];

const UPLOADS: [(&str, &str); 2] = [
    (
        "uploads of large videos give up too early, how often should the chunk uploader retry?",
        "The chunk uploader gives up after one try.",
    ),
    (
        "retry each chunk upload five times with exponential backoff, never longer than thirty seconds in all",
        "Done: `ChunkUploader` retries five times with exponential backoff, thirty seconds at the most.",
    ),
];

const UPLOADS_AGAIN: [(&str, &str); 2] = [
    (
        "the chunk uploader hammers the storage service, support complains about large videos",
        "It retries five times with exponential backoff.",
    ),
    (
        "retry each chunk upload three times only with exponential backoff, never longer than twelve seconds in all, instead of five",
        "Done: `ChunkUploader` retries three times with exponential backoff, twelve seconds at the most.",
    ),
];

const HOW_OFTEN: &str = "how often does the chunk uploader retry a large video?";

#[test]
fn prompt_is_told_of_sessions_on_same_matter() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &EMOJI, &["src/tokenizer.rs"]);
    talked(&machine, "bbbb2222-2", &WEBHOOK, &["src/webhook.rs"]);
    let emoji = "why does the Tokenizer choke on emoji?";
    assert_eq!(section(&prompt(&machine, "before", 1, emoji), SESSIONS), Vec::<&str>::new());
    machine.run_ok(["index"]);
    let emoji_told = [
        " \"the tokenizer chokes on emoji in identifiers, why?\" (1 decision; tokenizer.rs)",
        "  [agent] Root cause: `Lexer::peek` stepped by bytes, so an emoji was cut in half.",
        "  User: good, but identifiers with emoji stay an error: never allow them in names",
    ];
    let webhook_told = [
        " \"결제 웹훅이 두 번 불려서 주문이 중복돼. 원인을 찾아줘\" (1 decision; webhook.rs)",
        "  [agent] 원인: 재시도할 때 멱등 키를 새로 만들어서 같은 결제가 두 번 처리됐습니다. `src/webhook.rs`가 이제 결제 번호를 멱등 키로 씁니다.",
        "  User: 좋아. 웹훅 재시도는 세 번까지만 하고, 멱등 키는 항상 결제 번호로 해",
    ];
    for (session, asked, pointer, told) in [
        ("en", emoji, "- s:aaaa1111 2", emoji_told),
        ("ko", "결제 웹훅이 왜 두 번 불리지?", "- s:bbbb2222 2", webhook_told),
        (
            "en-of-ko",
            "the payment webhook is called twice and the order is duplicated",
            "- s:bbbb2222 2",
            webhook_told,
        ),
        ("ko-of-en", "토크나이저가 이모지 식별자에서 죽어", "- s:aaaa1111 2", emoji_told),
    ] {
        let context = prompt(&machine, session, 1, asked);
        let lines = section(&context, SESSIONS);
        assert_eq!(lines.len(), 3, "{asked}: {context}");
        assert!(lines[0].starts_with(pointer) && lines[0].ends_with(told[0]), "{asked}: {context}");
        assert_eq!(lines[1..], told[1..], "{asked}");
        assert_eq!(prompt(&machine, session, 2, asked), "", "{asked}: told once");
    }
}

#[test]
fn unrelated_prompt_is_told_of_no_session() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &EMOJI, &["src/tokenizer.rs"]);
    talked(&machine, "bbbb2222-2", &WEBHOOK, &["src/webhook.rs"]);
    machine.run_ok(["index"]);
    for (number, asked) in [
        "can you fix the failing tests",
        "who wrote the onboarding guide? we hire",
        "translate the licence",
        "rename the variable in the loop",
        "hi",
        "고마워, 오늘은 여기까지",
        "변수 이름을 바꿔줘",
    ]
    .into_iter()
    .enumerate()
    {
        let context = prompt(&machine, &format!("n{number}"), 1, asked);
        assert_eq!(section(&context, SESSIONS), Vec::<&str>::new(), "{asked}: {context}");
        assert!(!context.contains("s:"), "{asked}: {context}");
    }
}

#[test]
fn links_in_prompt_do_not_count() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &EMOJI, &["src/tokenizer.rs"]);
    machine.run_ok(["index"]);
    let words = prompt(&machine, "words", 1, "the tokenizer chokes on emoji in identifiers");
    assert!(section(&words, SESSIONS)[0].starts_with("- s:aaaa1111 2"), "{words}");
    let link = "is https://docs.example/tokenizer/chokes/emoji-identifiers still online?";
    assert_eq!(prompt(&machine, "link", 1, link), "");
}

/// A session that says several identifiers.
const LEDGER: [(&str, &str); 2] = [
    (
        "fix #7714, the ledger is a day late",
        "Root cause: the cut is at noon. That explains SHOP-412 and #7719 too.",
    ),
    ("never cut the ledger before midnight", "Done, as GHSA-fwjx-9p69-h25h and #7720 ask."),
];

#[test]
fn identifier_points_to_session_that_says_it() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &LEDGER, &[]);
    machine.run_ok(["index"]);
    for asked in [
        "what became of #7714?",
        "please look at https://github.com/acme/shop/issues/7714",
        "SHOP-412 came up again",
        "does GHSA-fwjx-9p69-h25h concern us?",
    ] {
        let context = prompt(&machine, asked, 1, asked);
        let lines = section(&context, SESSIONS);
        assert!(
            lines.first().is_some_and(|it| it.starts_with("- s:aaaa1111 2")),
            "{asked}: {context}"
        );
        let pointers = lines.iter().filter(|line| line.starts_with("- "));
        assert_eq!(pointers.count(), 1, "{asked}: {context}");
    }
    for asked in ["what became of #7715?", "SHOP-413 came up again", "7714"] {
        assert_eq!(prompt(&machine, asked, 1, asked), "", "{asked}");
    }
}

#[test]
fn session_of_many_identifiers_leaves_room_for_others() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &LEDGER, &[]);
    let refund =
        [("fix #7801, refunds go out twice", "Fixed."), ("never start that job twice", "Done.")];
    talked(&machine, "bbbb2222-2", &refund, &[]);
    machine.run_ok(["index"]);
    let links = ["7714", "7719", "7720", "7801"]
        .map(|it| format!("https://github.com/acme/shop/issues/{it}"));
    let asked = format!("see {}", links.join(" "));
    let context = prompt(&machine, "n", 1, &asked);
    let lines = section(&context, SESSIONS);
    let points = |to: &str| lines.iter().filter(|line| line.starts_with(to)).count();
    assert_eq!([points("- s:aaaa1111 2"), points("- s:bbbb2222 2")], [1, 1], "{context}");
}

#[test]
fn agents_report_is_told_with_decision_alone() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &WEBHOOK[..1], &[]);
    talked(&machine, "bbbb2222-2", &EMOJI, &[]);
    machine.run_ok(["index"]);
    let report = prompt(&machine, "report", 1, WEBHOOK[0].0);
    let [pointer] = section(&report, SESSIONS)[..] else { panic!("{report}") };
    assert!(pointer.starts_with("- s:aaaa1111 2"), "{report}");
    let decided = prompt(&machine, "decided", 1, EMOJI[0].0);
    assert!(decided.contains("  [agent] Root cause: `Lexer::peek`"), "{decided}");
}

#[test]
fn newer_session_on_same_matter_comes_first() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &UPLOADS, &[]);
    talked(&machine, "bbbb2222-2", &UPLOADS_AGAIN, &[]);
    machine.run_ok(["index"]);
    let context = prompt(&machine, "n", 1, HOW_OFTEN);
    let lines = section(&context, SESSIONS);
    assert_eq!(lines.len(), 4, "{context}");
    let newer = "(newer than s:aaaa1111 on the same; 1 decision)";
    assert!(lines[0].starts_with("- s:bbbb2222 2") && lines[0].ends_with(newer), "{context}");
    assert!(
        lines[1].contains("retries three times") && lines[2].contains("three times only"),
        "{context}"
    );
    assert!(
        lines[3].starts_with("- s:aaaa1111 2") && lines[3].ends_with("(1 decision)"),
        "{context}"
    );
    assert!(!lines.concat().contains("thirty seconds"), "what was replaced is not told: {context}");
}

#[test]
fn newer_question_replaces_no_decision() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &UPLOADS, &[]);
    prompt(&machine, "open5555-2", 1, UPLOADS[0].0);
    talked(
        &machine,
        "ask66666-2",
        &[(UPLOADS[0].0, "`ChunkUploader` retries each chunk upload five times.")],
        &[],
    );
    machine.run_ok(["index"]);
    let context = prompt(&machine, "n", 1, HOW_OFTEN);
    let lines = section(&context, SESSIONS);
    assert!(lines[0].starts_with("- s:aaaa1111 2"), "{context}");
    assert!(lines.concat().contains("User: retry each chunk upload five times"), "{context}");
    assert!(!context.contains("newer than") && !context.contains("s:open5555"), "{context}");
}

/// A project elsewhere that has the same name, and sessions of both that decide the same matter.
fn two_of_one_name() -> (Machine, PathBuf) {
    let machine = with_other_sessions();
    let other = machine.root().join("elsewhere/app");
    fs::create_dir_all(&other).unwrap();
    git(&machine, &["init", "-q", "-b", "main", "."]);
    git(&machine, &["-C", other.to_str().unwrap(), "init", "-q", "-b", "main", "."]);
    talked(&machine, "aaaa1111-2", &UPLOADS, &[]);
    for number in 0..4 {
        talked_in(&machine, &other, &format!("eeee{number}111-2"), &UPLOADS_AGAIN, &[]);
    }
    (machine, other)
}

#[test]
fn sessions_of_two_projects_of_one_name_stay_apart() {
    let (machine, other) = two_of_one_name();
    machine.run_ok(["index"]);
    let context = prompt(&machine, "n", 1, HOW_OFTEN);
    let lines = section(&context, SESSIONS);
    assert!(
        lines[0].starts_with("- s:aaaa1111 2") && lines[0].ends_with("(1 decision)"),
        "{context}"
    );
    assert!(lines[2].starts_with("  User: retry each chunk upload five times"), "{context}");
    assert!(!context.contains("s:eeee") && !context.contains("three times"), "{context}");
    let fields = json!({ "prompt": HOW_OFTEN, "prompt_id": "1", "cwd": other });
    let there = given(&machine, "UserPromptSubmit", "o", fields);
    assert!(section(&there, SESSIONS)[0].starts_with("- s:eeee"), "{there}");
    assert!(!there.contains("s:aaaa1111") && !there.contains("five times with"), "{there}");
}

#[test]
fn commits_of_two_projects_of_one_name_stay_apart() {
    let (machine, other) = two_of_one_name();
    let message = |count: &str| {
        format!(
            "limiter: cap the walrus pool at {count}\n\nThe limiter trips as soon as another walrus joins the pool, so {count} is the most."
        )
    };
    let commit = |directory: &Path, count: &str| {
        let at = ["-C", directory.to_str().unwrap()];
        git(
            &machine,
            &[&at[..], &["commit", "-q", "--allow-empty", "-m", &message(count)]].concat(),
        );
        format!("c:{}", &git(&machine, &[&at[..], &["rev-parse", "HEAD"]].concat())[..7])
    };
    let (own, foreign) = (commit(&machine.project(), "seven"), commit(&other, "eleven"));
    machine.run_ok(["index"]);
    let asked = "why does the limiter trip when a walrus joins the pool?";
    let context = prompt(&machine, "n", 1, asked);
    assert!(section(&context, SESSIONS)[0].starts_with(&format!("- {own} 2")), "{context}");
    assert!(context.contains("so seven is the most"), "{context}");
    assert!(!context.contains(&foreign) && !context.contains("eleven"), "{context}");
    let fields = json!({ "prompt": asked, "prompt_id": "1", "cwd": other });
    let there = given(&machine, "UserPromptSubmit", "o", fields);
    assert!(there.contains(&foreign) && !there.contains(&own), "{there}");
}

#[test]
fn file_tells_what_was_decided_about_it() {
    let machine = with_other_sessions();
    talked(&machine, "aaaa1111-2", &UPLOADS, &[]);
    let said = [
        (
            "who owns the limits of the pool?",
            "`pool_limits.rs` sets them, since the proxy reads them from there.",
        ),
        ("never raise the limits in pool_limits.rs above forty connections", "Understood."),
    ];
    talked(&machine, "bbbb2222-2", &said, &[]);
    machine.run_ok(["index"]);
    start(&machine, "n", "startup");
    let touch = |session: &str, file: &str| {
        let input = json!({ "file_path": machine.project().join(file) });
        let fields = json!({ "tool_name": "Read", "tool_input": input, "tool_response": { "type": "text" } });
        given(&machine, "PostToolUse", session, fields)
    };
    let context = touch("n", "src/pool_limits.rs");
    let lines = section(&context, "Decided About This File");
    assert!(lines[0].starts_with("- s:bbbb2222 2"), "{context}");
    let decided = "  User: never raise the limits in pool_limits.rs above forty connections";
    assert!(lines.contains(&decided), "{context}");
    assert!(!context.contains("the proxy reads them"), "an agent's cause: {context}");
    assert_eq!(touch("n", "src/pool_limits.rs"), "", "told once");
    assert_eq!(touch("n", "src/pool.rs"), "", "nothing names it");
}
