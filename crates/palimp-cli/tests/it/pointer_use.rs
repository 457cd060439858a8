//! Pointers that a session was told, and those that it opened afterwards.

use palimp_testing::browser::TestBrowser as Dashboard;
use serde_json::{Value, json};

use crate::machine;

const BUG: &str = "stacked voucher discounts round the subtotal before the percentage comes off, so the receipt total is a cent short";
const CAUSE: &str =
    "Root cause: `apply_vouchers` rounded each voucher, so the receipt lost a cent on every line.";

#[test]
fn opened_pointers_are_counted_for_their_session() {
    let machine = machine();
    let hook = |event: &str, session: &str, fields: Value| {
        machine.hook("claude", &machine.claude_payload(event, session, fields))
    };
    let said = |session: &str, prompt: &str, answer: &str| {
        hook("SessionStart", session, json!({ "source": "startup" }));
        hook("UserPromptSubmit", session, json!({ "prompt": prompt, "prompt_id": session }));
        hook("Stop", session, json!({ "last_assistant_message": answer, "prompt_id": session }));
        hook("SessionEnd", session, json!({ "reason": "other" }));
    };
    said("aaaa1111-x", BUG, CAUSE);
    let open = "The avatar is loaded anew.\n\nRemaining:\n- empty the cache of the proxy";
    said("bbbb2222-x", "the login page shows a stale avatar after the upload", open);
    machine.run_ok(["index"]);
    hook("SessionStart", "cccc3333-x", json!({ "source": "startup" }));
    hook("UserPromptSubmit", "cccc3333-x", json!({ "prompt": BUG, "prompt_id": "c" }));
    let show = |pointer: &str, session: &str| {
        let mut command = machine.command(["show", pointer]);
        assert!(command.env("CLAUDE_CODE_SESSION_ID", session).output().unwrap().status.success());
    };
    // A person, and another session.
    machine.run_ok(["show", "s:aaaa1111"]);
    show("s:aaaa1111", "dddd4444-x");
    assert_eq!(machine.run_json(&["stats", "--told"])["pointers"]["opened"], 0);
    show("s:aaaa1111-x", "cccc3333-x");
    let rows = machine.run_json(&["injections"]);
    let row = |event: &str| {
        let is_it = |it: &&Value| it["sessionId"] == "cccc3333-x" && it["event"] == event;
        rows.as_array().unwrap().iter().find(is_it).expect(event)["pointers"].clone()
    };
    assert_eq!(row("UserPromptSubmit"), json!({ "told": 1, "opened": 1 }), "{rows}");
    assert_eq!(row("SessionStart"), json!({ "told": 1, "opened": 0 }), "{rows}");
    let told = &machine.run_json(&["stats", "--told"])["pointers"];
    assert_eq!(told["opened"], 1, "{told}");
    assert!(!machine.run_ok(["injections"]).contains("1 pointers"));
    assert!(machine.run_ok(["injections"]).contains("opened 1 of 1 pointer"));
    assert!(machine.run_ok(["stats", "--told"]).contains("opened 1 of"));
    let page = Dashboard::for_machine(&machine, &[]).page("told");
    assert!(page.contains("opened 1 of 1 pointer"), "{page}");
    // What was only opened changed nothing in the memory.
    assert_eq!(machine.run_json(&["log"]), json!([]));
}
