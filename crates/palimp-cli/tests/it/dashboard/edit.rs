//! Notes are edited and restored in a browser.

use palimp_testing::Machine;
use palimp_testing::browser::BrowserReply;

use super::Dashboard;
use crate::machine;

const NOTE: &str = "# Pool\n\none\ntwo\nthree\nfour\nfive\n";

/// A machine with a note that says [`NOTE`], and its file.
fn noted() -> (Machine, std::path::PathBuf) {
    let machine = machine();
    machine.run_ok(["save", "pool.md", NOTE]);
    let file = machine.home().join("vault/pool.md");
    std::fs::write(&file, NOTE).unwrap();
    (machine, file)
}

fn send(dashboard: &Dashboard, verb: &str, fields: &[(&str, &str)]) -> BrowserReply {
    let encoded = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'\n' => "%0D%0A".to_owned(),
                byte => format!("%{byte:02X}"),
            })
            .collect()
    };
    let fields: String =
        fields.iter().map(|(name, value)| format!("&{name}={}", encoded(value))).collect();
    dashboard.post("notes/pool.md", &format!("{}&do={verb}{fields}", dashboard.form_token()))
}

#[test]
fn a_note_is_previewed_saved_and_restored() {
    let (machine, file) = noted();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let editor = dashboard.page("notes/pool.md?edit");
    assert!(editor.contains(&format!("spellcheck=\"false\">\n{NOTE}</textarea>")), "{editor}");
    let text = NOTE.replace("two", "**2** 둘");
    let preview = send(&dashboard, "preview", &[("was", NOTE), ("text", &text)]);
    assert!(preview.body.contains("<strong>2</strong> 둘"), "{}", preview.body);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), NOTE);
    let saved = send(&dashboard, "save", &[("was", NOTE), ("text", &text)]);
    assert_eq!(saved.status, 303, "{}", saved.body);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    let page = dashboard.page("notes/pool.md?saved=0");
    assert!(
        page.contains("Saved. The previous text") && !page.contains("redacted before saving"),
        "{page}"
    );
    let version = page.split("?version=").nth(1).unwrap().split('"').next().unwrap();
    let change = dashboard.page(&format!("notes/pool.md?version={version}"));
    assert!(change.contains("value=\"restore\""), "{change}");
    assert_eq!(send(&dashboard, "restore", &[("version", version)]).status, 303);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), NOTE);
    assert!(dashboard.page("notes/pool.md").matches("?version=").count() >= 2);
}

#[test]
fn secrets_are_taken_out_and_palimps_own_comments_stay() {
    let (machine, file) = noted();
    let note = "# Pool\r\n\r\n- a fact <!-- palimp: by=agent client=codex -->\r\n";
    std::fs::write(&file, note).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let was = note.replace("\r\n", "\n");
    let text = format!("{was}\npassword: hunter2-Zq8xV4\n");
    let saved = send(&dashboard, "save", &[("was", &was), ("text", &text)]);
    assert_eq!(saved.header("location").unwrap().split('?').nth(1), Some("saved=1"));
    let now = std::fs::read_to_string(&file).unwrap();
    assert!(now.starts_with(note) && !now.contains("hunter2"), "{now:?}");
    assert!(!now.replace("\r\n", "").contains('\n'), "lines end as they did: {now:?}");
}

#[test]
fn a_change_in_between_is_met_and_nothing_is_lost() {
    let (machine, file) = noted();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let (mine, theirs) = (NOTE.replace("one", "ONE"), NOTE.replace("five", "FIVE"));
    std::fs::write(&file, &theirs).unwrap();
    let met = send(&dashboard, "save", &[("was", NOTE), ("text", &mine)]);
    assert_eq!(met.status, 409);
    let both = mine.replace("five", "FIVE");
    for shown in ["<ins>+ FIVE", "<ins>+ ONE", &format!("\n{both}</textarea>")] {
        assert!(met.body.contains(shown), "{shown}: {}", met.body);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), theirs, "nothing is written yet");
    assert_eq!(send(&dashboard, "save", &[("was", &theirs), ("text", &both)]).status, 303);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), both);
    // The same line.
    let stale = send(&dashboard, "save", &[("was", NOTE), ("text", &NOTE.replace("one", "1"))]);
    assert!(
        stale.status == 409 && stale.body.contains("Both change the same or neighbouring lines")
    );
    assert_eq!(stale.body.matches("<textarea").count(), 1);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), both);
}

#[test]
fn what_is_no_note_of_the_vault_is_not_written() {
    let (machine, _) = noted();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    for path in
        ["notes/..%2F..%2Fout.md", "notes/sessions/a.md", "notes/a.txt", "notes/%2Ftmp%2Fa.md"]
    {
        let reply = dashboard.post(path, &format!("{token}&do=save&was=&text=x"));
        assert!(reply.status >= 400, "{path}: {}", reply.status);
    }
    assert_eq!(dashboard.post("notes/pool.md", &token).status, 404);
    assert_eq!(dashboard.get("notes/none.md?edit").status, 404);
    assert!(!machine.home().join("out.md").exists());
}
