//! What the page of the settings does beside keys: the index and the clients.

use std::fs;

use super::Dashboard;
use crate::machine;

#[test]
fn the_index_is_made_with_its_progress() {
    let machine = machine();
    machine.run_ok(["save", "pool.md", "# Pool\n\nZebrafish."]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let before = dashboard.page("settings");
    assert!(before.contains("Embedder: builtin/") && before.contains("data-work="), "{before}");
    let index = machine.home().join("index/main.db");
    assert!(!index.exists(), "to look makes none");
    for verb in ["index", "anew", "embed"] {
        let reply = dashboard.post("settings/index", &format!("{token}&do={verb}"));
        assert_eq!(reply.status, 303, "{verb}: {}", reply.body);
        let done = dashboard.wait_for_work();
        assert!(done.contains(">Done.<") && done.contains("notes added: "), "{verb}: {done}");
    }
    assert!(index.exists());
    let after = dashboard.page("settings");
    assert!(after.contains("1 chunk of 1 document,") && after.contains(">Done.<"), "{after}");
    assert_eq!(dashboard.post("settings/index", &format!("{token}&do=other")).status, 404);
}

#[test]
fn the_embedder_is_tried_and_what_is_to_do_is_estimated() {
    let machine = machine();
    machine.run_ok(["save", "pool.md", "# Pool\n\nZebrafish."]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let tried = dashboard.post("settings/index", &format!("{token}&do=try"));
    assert!(tried.body.contains("Answered in "), "{}", tried.body);
    assert!(tried.body.contains("Remaining: "), "{}", tried.body);
    // Nobody listens there.
    machine.run_ok(["config", "set", "embedding.provider", "ollama"]);
    machine.run_ok(["config", "set", "embedding.baseUrl", "http://127.0.0.1:9"]);
    let tried = dashboard.post("settings/index", &format!("{token}&do=try"));
    assert!(
        tried.body.contains("role=\"alert\"") && tried.body.contains("127.0.0.1:9"),
        "{}",
        tried.body
    );
}

#[test]
fn client_is_connected_and_disconnected_with_a_preview() {
    let machine = machine();
    let settings = machine.user_home().join(".claude/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    let own = "{ \"env\": { \"TOKEN\": \"mine-and-secret\" } }\n";
    fs::write(&settings, own).unwrap();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let page = dashboard.page("settings");
    assert!(page.contains("<ins>+ ") && page.contains("hook claude"), "{page}");
    assert!(page.contains(".claude/settings.json") && !page.contains("mine-and-secret"), "{page}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), own, "to look writes nothing");
    let ask = |verb: &str, client: &str| {
        let form = format!("{token}&client={client}&do={verb}");
        dashboard.post("settings/clients", &form).body
    };
    let done = ask("install", "claude");
    assert!(done.contains("Changes made") && done.contains("· changed"), "{done}");
    assert!(fs::read_to_string(&settings).unwrap().contains("hook claude"));
    let connected = dashboard.page("settings");
    assert!(connected.contains("value=\"uninstall\"") && !connected.contains("value=\"install\""));
    let done = ask("uninstall", "claude");
    assert!(done.contains("Changes made"), "{done}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), own);
    assert!(ask("install", "nobody").contains("role=\"alert\""));
}

#[test]
fn the_language_of_the_settings_holds_where_none_was_chosen() {
    let machine = machine();
    machine.run_ok(["config", "set", "dashboard.language", "ko"]);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    assert!(dashboard.page("").starts_with("<!DOCTYPE html><html lang=\"ko\">"));
    assert!(dashboard.page("?lang=en").starts_with("<!DOCTYPE html><html lang=\"en\">"));
    machine.run_ok(["config", "unset", "dashboard.language"]);
    assert!(dashboard.page("").starts_with("<!DOCTYPE html><html lang=\"en\">"));
}
