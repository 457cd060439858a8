//! `palimp bench decisions` on tasks of chats and of commits.

use std::fs;

use serde_json::{Value, json};

use crate::machine;

const BUG: &str = "Stacked vouchers leave the receipt total a cent short: the discount engine rounds the subtotal somewhere. Fix apply_vouchers in pricing/vouchers.py.";

/// A chat in which the rounding of vouchers is decided, and a commit that says the same.
fn tasks() -> String {
    let turn = |role: &str, text: &str| json!({ "role": role, "text": text });
    let chat = [
        turn(
            "user",
            "Stacked vouchers in apply_vouchers give a receipt total that is a cent short. Where should the discount engine round?",
        ),
        turn("assistant", "Either after each voucher or once at the end. Which one do you want?"),
        turn(
            "user",
            "Never per voucher: round half-even exactly once, on the final 12345 subtotal of the receipt.",
        ),
        turn(
            "assistant",
            "Agreed: the discount engine rounds half-even exactly once, on the final 12345 subtotal of the receipt.",
        ),
    ];
    let policy = "round half-even once on the 12345 subtotal";
    let told = json!({
        "id": "vouchers-chat", "source": "conversation", "module": "pricing/vouchers.py",
        "bug_report": BUG, "policy": policy, "conversations": [chat], "code": "def apply_vouchers(total):\n    return total\n",
    });
    let committed = json!({
        "id": "vouchers-history", "source": "history", "module": "pricing/vouchers.py",
        "bug_report": BUG, "policy": policy, "code": "def apply_vouchers(total):\n    return total\n",
        "decision_subject": "fix: round vouchers of the receipt half-even",
        "decision_rationale": "The discount engine rounds half-even exactly once, on the final 12345 subtotal, because per voucher rounding leaves the receipt total a cent short.",
        "cause_subject": "perf: simplify vouchers",
    });
    format!("{told}\n{committed}\n")
}

#[test]
fn decisions_of_chats_and_commits_are_measured() {
    let machine = machine();
    let file = |name: &str, text: String| {
        let path = machine.root().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let decoy = json!([[{ "role": "user", "text": "rename the logo" }, { "role": "assistant", "text": "Done." }]]);
    let (tasks, chats) = (file("tasks.jsonl", tasks()), file("chats.json", decoy.to_string()));
    let commits = file(
        "commits.json",
        json!([["Add a logo", ""], ["Move the logo", "It was too low."]]).to_string(),
    );
    let args = ["bench", "decisions", "--tasks", &tasks, "--chats", &chats, "--commits", &commits];
    let told: Value = machine.run_json(&args);
    let chat = &told["sources"]["conversation"];
    assert_eq!([&chat["tasks"], &chat["toldOrPointed"]], [&json!(1), &json!(100.0)], "{told}");
    assert_eq!(chat["opened"], 100.0, "{told}");
    let history = &told["sources"]["history"];
    assert_eq!(history["tasks"], 1, "{told}");
    assert_eq!(told["tasks"].as_array().unwrap().len(), 2);
    assert!(!machine.home().join("activity.db").exists(), "the user's own home was used");
    let said = machine.run_ok(args);
    assert!(said.contains("conversation: 1 task,"), "{said}");
    let without_git = machine.command(args).env("PATH", machine.root()).output().unwrap();
    let complaint = String::from_utf8_lossy(&without_git.stderr);
    assert!(
        without_git.status.success() && complaint.contains("git is not on PATH"),
        "{complaint}"
    );
    assert!(!String::from_utf8_lossy(&without_git.stdout).contains("history"));
}

#[test]
fn tasks_that_cannot_be_measured_are_refused() {
    let machine = machine();
    let empty = machine.root().join("empty");
    fs::write(&empty, "").unwrap();
    let chats = machine.root().join("chats.json");
    fs::write(&chats, "[]").unwrap();
    let [empty, chats] = [&empty, &chats].map(|it| it.to_str().unwrap());
    let output = machine.run(["bench", "decisions", "--tasks", empty, "--chats", chats]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot find tasks"));
    let outside = machine.root().join("outside.jsonl");
    let task = tasks().lines().next().unwrap().replace("pricing/vouchers.py", "../../vouchers.py");
    fs::write(&outside, task).unwrap();
    let args = ["bench", "decisions", "--chats", chats, "--tasks", outside.to_str().unwrap()];
    let said = String::from_utf8_lossy(&machine.run(args).stderr).into_owned();
    assert!(said.contains("vouchers-chat") && said.contains("inside the repository"), "{said}");
    let output = machine.run(["bench", "decisions", "--tasks", empty, "--chats", empty]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("EOF"), "{output:?}");
}
