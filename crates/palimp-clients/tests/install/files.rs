//! What becomes of files, directories and links.

use std::fs;
use std::path::Path;

use palimp_clients::install::{
    HookCommand, InstallChange, InstallError, InstallOutcome, InstallRecord, record_intent,
};
use palimp_core::AgentClient;

use crate::support::{JSON_CLIENTS, World, each, settings, whats};

#[test]
fn a_home_without_a_client_is_left_as_it_was() {
    for client in AgentClient::INSTALLABLE {
        let mut world = World::new();
        let changes = world.install(client);
        let all = |changes: &[InstallChange], what| whats(changes).into_iter().all(|it| it == what);
        assert!(all(&changes, InstallOutcome::Created));
        assert!(world.exists(settings(client)));
        assert!(all(&world.install(client), InstallOutcome::Unchanged));
        assert!(all(&world.uninstall(client), InstallOutcome::Removed));
        assert!(world.everything().is_empty(), "{client}: {:?}", world.everything());
        assert!(world.uninstall(client).is_empty());
    }
}

#[test]
fn a_plan_says_what_an_install_does_and_does_nothing() {
    for client in AgentClient::INSTALLABLE {
        let mut world = World::new();
        world.write("unrelated", "");
        let before = world.everything();
        let planned = world.plan(client);
        assert_eq!(world.everything(), before);
        assert_eq!(planned, world.install(client));
        assert!(planned.iter().all(|change| !change.added.is_empty()));
    }
}

#[test]
fn directories_that_something_else_uses_stay() {
    let mut world = World::new();
    world.install(AgentClient::Copilot);
    world.write(".copilot/hooks/other.json", "{}");
    world.uninstall(AgentClient::Copilot);
    let left: Vec<_> = world.everything().into_keys().collect();
    assert_eq!(
        left,
        [".copilot", ".copilot/hooks", ".copilot/hooks/other.json"].map(|name| world.path(name))
    );
}

#[test]
fn a_created_file_goes_when_nothing_but_palimps_was_in_it() {
    for client in JSON_CLIENTS {
        let mut world = World::new();
        world.install(client);
        let rewritten = format!("{:#}", crate::support::value(&world.read(settings(client))));
        world.write(settings(client), rewritten);
        let removed = each(InstallOutcome::Removed, InstallOutcome::Removed);
        assert_eq!(whats(&world.uninstall(client)), removed, "{client}");
        assert!(world.everything().is_empty());
    }
}

#[test]
fn a_created_file_stays_when_something_else_is_in_it() {
    let mut world = World::new();
    world.install(AgentClient::Claude);
    let text =
        world.read(settings(AgentClient::Claude)).replacen('{', "{\n  \"model\": \"opus\",", 1);
    world.write(settings(AgentClient::Claude), text);
    assert_eq!(
        whats(&world.uninstall(AgentClient::Claude)),
        [InstallOutcome::Edited, InstallOutcome::Removed]
    );
    assert_eq!(world.read(settings(AgentClient::Claude)), "{\n  \"model\": \"opus\"\n}\n");
}

#[test]
fn a_changed_command_file_is_kept() {
    for client in AgentClient::INSTALLABLE {
        let mut world = World::new();
        let command = world.install(client)[1].path.clone();
        let mine = fs::read_to_string(&command).unwrap() + "\nmore\n";
        fs::write(&command, &mine).unwrap();
        let again = world.install(client);
        assert_eq!(whats(&again)[..2], [InstallOutcome::Unchanged, InstallOutcome::Kept]);
        assert!(again[1].note.as_ref().unwrap().contains("/palimp command was edited"));
        assert!(world.check(client).command_file);
        let changes = world.uninstall(client);
        assert_eq!(whats(&changes)[..2], [InstallOutcome::Removed, InstallOutcome::Kept]);
        assert!(changes[1].note.as_ref().unwrap().contains("delete it by hand"));
        assert_eq!(fs::read_to_string(&command).unwrap(), mine);
    }
}

#[test]
fn somebody_elses_command_file_is_left_alone() {
    for client in AgentClient::INSTALLABLE {
        let mut world = World::new();
        let command = world.plan(client)[1].path.clone();
        let name = command.strip_prefix(world.path("")).unwrap().to_str().unwrap().to_owned();
        world.write(&name, "my own palimp memory command");
        let changes = world.install(client);
        assert_eq!(whats(&changes)[..2], [InstallOutcome::Created, InstallOutcome::Kept]);
        assert!(changes[1].note.as_ref().unwrap().contains("another file has its name"));
        // opencode has it under another name as well.
        assert_eq!(world.check(client).command_file, client == AgentClient::Opencode);
        world.uninstall(client);
        assert_eq!(world.read(&name), "my own palimp memory command");
    }
}

#[test]
fn palimps_own_files_are_known_without_a_record() {
    for client in AgentClient::INSTALLABLE {
        let mut world = World::new();
        let command = world.install(client)[1].path.clone();
        world.record = InstallRecord::default();
        world.hook = world.hook.with_args(["--home", "/else where"]);
        let renewed = whats(&world.install(client));
        assert!(renewed.iter().all(|what| *what == InstallOutcome::Edited), "{renewed:?}");
        world.record = InstallRecord::default();
        world.uninstall(client);
        assert!(!command.exists());
    }
}

#[test]
fn what_was_installed_elsewhere_is_taken_out_there() {
    let mut world = World::new();
    let old = world.path("old codex");
    world.variables.insert("CODEX_HOME".into(), old.clone().into());
    world.install(AgentClient::Codex);
    assert!(old.join("hooks.json").exists() && old.join("skills/palimp/SKILL.md").exists());
    world.variables.clear();
    assert_eq!(whats(&world.uninstall(AgentClient::Codex)), [InstallOutcome::Removed; 2]);
    assert!(world.everything().is_empty());
}

#[test]
fn a_file_that_is_gone_is_no_trouble() {
    let mut world = World::new();
    let changes = world.install(AgentClient::Claude);
    changes.iter().for_each(|change| fs::remove_file(&change.path).unwrap());
    world.uninstall(AgentClient::Claude);
    assert!(world.everything().is_empty() && world.record.is_empty());
}

#[test]
fn an_obstacle_is_found_before_anything_is_written() {
    let mut world = World::with_settings(AgentClient::Claude, "{}");
    world.write(".claude/commands", "a file where a directory should be");
    let before = world.everything();
    let error = world.try_install(AgentClient::Claude).unwrap_err();
    assert!(matches!(error, InstallError::Read { .. }), "{error}");
    assert_eq!(world.everything(), before);
    assert!(world.record.is_empty());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_into_dotfiles_stays_a_link() {
        for client in JSON_CLIENTS {
            let mut world = World::new();
            world.write("dotfiles/settings", "{\n  \"model\": \"opus\"\n}\n");
            let link = world.path(settings(client));
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(world.path("dotfiles/settings"), &link).unwrap();
            world.install(client);
            assert!(link.is_symlink());
            assert!(world.read("dotfiles/settings").contains("palimp hook"));
            world.uninstall(client);
            assert!(link.is_symlink());
            assert_eq!(world.read("dotfiles/settings"), "{\n  \"model\": \"opus\"\n}\n");
        }
    }

    #[test]
    fn a_link_to_nowhere_is_filled_and_emptied() {
        let mut world = World::new();
        fs::create_dir_all(world.path(".claude")).unwrap();
        symlink("../dotfiles/claude.json", world.path(".claude/settings.json")).unwrap();
        world.install(AgentClient::Claude);
        assert!(world.read("dotfiles/claude.json").contains("palimp hook claude"));
        world.uninstall(AgentClient::Claude);
        assert_eq!(world.read("dotfiles/claude.json"), "{}\n");
    }

    #[test]
    fn permissions_stay() {
        let mut world = World::with_settings(AgentClient::Claude, "{}");
        let path = world.path(settings(AgentClient::Claude));
        for mode in [0o600, 0o640, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            world.install(AgentClient::Claude);
            assert_eq!(path.metadata().unwrap().mode() & 0o777, mode);
            world.uninstall(AgentClient::Claude);
            assert_eq!(path.metadata().unwrap().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_read_only_file_is_respected() {
        let mut world = World::with_settings(AgentClient::Gemini, "{}");
        let path = world.path(settings(AgentClient::Gemini));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let before = world.everything();
        let message = world.try_install(AgentClient::Gemini).unwrap_err().to_string();
        assert!(
            message.contains("settings.json: it is read-only; hint: run `chmod u+w`"),
            "{message}"
        );
        assert_eq!(world.everything(), before);

        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        world.install(AgentClient::Gemini);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(
            whats(&world.install(AgentClient::Gemini)),
            [InstallOutcome::Unchanged; 2],
            "nothing to write"
        );
        let record = world.record.clone();
        world.try_uninstall(AgentClient::Gemini).unwrap_err();
        assert_eq!(world.record, record);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        world.uninstall(AgentClient::Gemini);
        assert_eq!(world.everything(), before);
    }
}

/// Connects a client, dies when `written` files are written, and has on record what was intended.
fn die_while_installing(world: &mut World, client: AgentClient, written: usize) {
    let places = world.places();
    record_intent(client, &places, &world.hook, &mut world.record).unwrap();
    let intended = world.record.clone();
    let before = world.everything();
    for change in world.install(client).iter().skip(written) {
        match before.get(&change.path) {
            Some(text) => fs::write(&change.path, text.as_ref().unwrap()).unwrap(),
            None => fs::remove_file(&change.path).unwrap(),
        }
    }
    world.record = intended;
}

#[test]
fn who_dies_while_installing_leaves_what_can_be_taken_out_without_a_trace() {
    let theirs = "{\n  // mine\n  \"hooks\": {\"Stop\": []}\n}\n";
    let worlds = |client| match JSON_CLIENTS.contains(&client) {
        true => vec![World::new(), World::with_settings(client, theirs)],
        false => vec![World::new()],
    };
    for client in
        AgentClient::INSTALLABLE.into_iter().chain([AgentClient::Cursor, AgentClient::Openclaw])
    {
        for written in 0..5 {
            for mut world in worlds(client) {
                let before = world.everything();
                die_while_installing(&mut world, client, written);
                world.uninstall(client);
                assert_eq!(world.everything(), before, "{client}, {written} files of the first");
                world.install(client);
                world.hook = HookCommand::new(Path::new("/elsewhere/palimp")).unwrap();
                die_while_installing(&mut world, client, written);
                world.uninstall(client);
                assert_eq!(world.everything(), before, "{client}, {written} files of the second");
                assert!(world.record.is_empty(), "{client}");
            }
        }
    }
}

#[test]
fn who_dies_while_installing_is_finished_by_the_next() {
    for client in AgentClient::INSTALLABLE {
        for written in 0..4 {
            let mut world = World::new();
            die_while_installing(&mut world, client, written);
            world.install(client);
            let (connected, again) = (world.everything(), world.install(client));
            assert!(
                again.iter().all(|change| change.what == InstallOutcome::Unchanged),
                "{again:?}"
            );
            assert_eq!(world.everything(), connected);
            world.uninstall(client);
            assert!(world.everything().is_empty(), "{client}: {:?}", world.everything());
        }
    }
}
