//! Other homes in a browser: looked into as they are, and never written.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::Dashboard;
use crate::homes::{other, write};
use crate::machine;
use crate::reading::{marks, same};

/// What is asked of other homes by pages and their forms.
fn ask_everything(dashboard: &Dashboard) {
    let token = dashboard.form_token();
    for page in ["homes", "homes?q=heron", "homes?q=heron&in=work", "search?q=heron&home=work"] {
        dashboard.page(page);
    }
    for page in ["homes/read?home=work&path=b.md", "homes/read?home=work&path=none.md"] {
        dashboard.get(page);
    }
    for form in ["do=reindex", "do=reindex&in=work", "do=embed&in=work"] {
        let reply = dashboard.post("homes", &format!("{token}&{form}"));
        assert_eq!(reply.status, 303, "{}", reply.body);
        dashboard.wait_for_work();
    }
}

#[test]
fn homes_are_listed_searched_and_read() {
    let machine = machine();
    write(&machine.home(), "a.md", "# Birds\n\nThe heron nests in March.\n");
    let note = "# Pond\n\nA heron eats <b>fish</b>; the key is AKIAIOSFODNN7EXAMPLF.\n";
    let there = other(&machine, ".palimp-work", &[("b.md", note)], true);
    let broken = other(&machine, ".palimp-broken", &[("c.md", "The heron is cut.")], false);
    fs::write(broken.join("activity.db"), "no database ".repeat(999)).unwrap();
    let before = [marks(&there), marks(&broken)];
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let list = dashboard.page("homes");
    for words in ["this home", ".palimp-work", "indexed there", "database unreadable"] {
        assert!(list.contains(words), "{words}: {list}");
    }
    let found = dashboard.page("homes?q=heron");
    assert_eq!(found.matches("<li class=\"hit\">").count(), 3, "{found}");
    assert!(found.contains("<span class=\"home\">work/main</span>"), "{found}");
    let only = dashboard.page("homes?q=heron&in=work");
    assert_eq!(only.matches("<li class=\"hit\">").count(), 1, "{only}");
    let link = only.split("homes/read?").nth(1).unwrap().split('"').next().unwrap();
    let note = dashboard.page(&format!("homes/read?{}", link.replace("&amp;", "&")));
    assert!(note.contains("A heron eats") && note.contains("&lt;b&gt;fish"), "{note}");
    assert!(!note.contains("AKIAIOSFODNN7EXAMPLF"), "{note}");
    let gone = dashboard.get("homes/read?home=nobody&path=b.md");
    assert!(gone.status == 404 && gone.body.contains("use one of palimp"), "{}", gone.body);
    assert_eq!(dashboard.get("homes/read?home=work&path=../settings.json").status, 404);
    assert_eq!(dashboard.get("homes?q=heron&in=nobody").status, 404);
    same(&before[0], &marks(&there));
    same(&before[1], &marks(&broken));
}

#[test]
fn what_other_homes_lack_is_made_in_ones_own() {
    let machine = machine();
    let there = other(&machine, ".palimp-work", &[("b.md", "# Pond\n\nA heron.\n")], false);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let token = dashboard.form_token();
    let set = format!("{token}&page=homes&key=dashboard.embedding&value=builtin&do=set");
    let set = dashboard.post("settings", &set);
    assert!(set.header("location").unwrap().ends_with("homes?changed=dashboard.embedding"));
    let before = marks(&there);
    assert!(dashboard.page("homes").contains("not indexed"));
    dashboard.post("homes", &format!("{token}&do=embed&in=work"));
    let done = dashboard.wait_for_work();
    assert!(done.contains("work/main: ") && done.contains("chunks with vectors: 1"), "{done}");
    let list = dashboard.page("homes");
    assert!(list.contains("indexed here") && list.contains("work/main: "), "{list}");
    same(&before, &marks(&there));
    let refused = dashboard.post("homes", &format!("{token}&do=reindex&in=palimp"));
    assert_eq!(refused.status, 303);
    assert!(dashboard.wait_for_work().contains("palimp index"), "one's own is not a copy");
}

#[test]
fn no_page_and_no_form_writes_in_another_home() {
    let machine = machine();
    let there = other(&machine, ".palimp-work", &[("b.md", "# Pond\n\nA heron.\n")], true);
    let sealed = other(&machine, ".palimp-sealed", &[("c.md", "# Reed\n\nA heron.\n")], true);
    for dir in ["vault", "index", ""] {
        fs::set_permissions(sealed.join(dir), fs::Permissions::from_mode(0o500)).unwrap();
    }
    let before = [marks(&there), marks(&sealed)];
    let dashboard = Dashboard::for_machine(&machine, &[]);
    ask_everything(&dashboard);
    let found = dashboard.page("homes?q=heron");
    assert_eq!(found.matches("<li class=\"hit\">").count(), 2, "{found}");
    drop(dashboard);
    same(&before[0], &marks(&there));
    same(&before[1], &marks(&sealed));
    for dir in ["", "vault", "index"] {
        fs::set_permissions(sealed.join(dir), fs::Permissions::from_mode(0o700)).unwrap();
    }
}
