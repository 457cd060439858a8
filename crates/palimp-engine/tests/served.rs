//! What an agent may do by itself, and what its user decides; no protocol is needed for that.

use std::fs;

use palimp_core::home::Home;
use palimp_core::settings::Settings;
use palimp_core::tombstone::Key;
use palimp_engine::memory::{Memory, Models};
use palimp_engine::notes::Target;
use palimp_engine::open;
use palimp_engine::recall::Source;
use palimp_engine::served::{Marks, Served, Surroundings, Wish};
use palimp_engine::tombstones::KeyRing;
use palimp_note::Labels;
use palimp_store::activity::Filter;

/// The same key whenever one is asked for.
struct OneKey;

impl KeyRing for OneKey {
    fn keys(&self) -> Result<Vec<Key>, String> {
        Ok(vec![self.make()?])
    }

    fn make(&self) -> Result<Key, String> {
        Key::parse(&"5a".repeat(32)).ok_or_else(|| "it is no key".to_owned())
    }
}

fn served(home: &Home, one_client: bool) -> Served {
    let memory = Memory::new(home.clone(), "main", Settings::default(), Models::default(), None);
    let around = Surroundings {
        working_dir: home.root().to_owned(),
        ring: Box::new(OneKey),
        clock: jiff::Zoned::now,
        complain: |why| panic!("{why}"),
    };
    let mut served = Served::new(memory, around, one_client);
    served.called_by("claude".to_owned(), "s".to_owned());
    served
}

fn found(served: &mut Served, query: &str) -> Vec<String> {
    let wish = Wish {
        query: query.to_owned(),
        limit: 5,
        floor: 0.0,
        sources: vec![Source::Notes],
        project: None,
        labels: Labels::default(),
    };
    let answer = served.search(&wish, &mut |_, _, _| ()).unwrap();
    answer.hits.into_iter().map(|hit| hit.snippet).collect()
}

#[test]
fn an_agent_takes_back_what_it_wrote_and_asks_about_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::at(dir.path().join("home"));
    let note = home.vault("main").join("ours.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(&note, "The walrus is the user's.\n").unwrap();

    let mut agent = served(&home, true);
    let target = Target::Path("ours.md".to_owned());
    let saved = agent.save("The walrus is grey.", &target, true, &Marks::default()).unwrap();
    assert_eq!(saved.path, "ours.md");
    assert!(found(&mut agent, "walrus").concat().contains("grey"));
    assert_eq!(agent.would_forget("walrus").unwrap().iter().filter(|it| it.own).count(), 1);

    let done = agent.forget("walrus").unwrap();
    assert_eq!((done.gone.len(), done.waits.len()), (1, 1));
    assert!(done.gone[0].text.contains("grey") && done.waits[0].text.contains("user's"));
    assert!(done.review.unwrap().contains("`palimp review accept"));
    let left = fs::read_to_string(&note).unwrap();
    assert!(left.contains("user's") && !left.contains("grey"), "{left}");
    let logged = open::to_look_up(&home).unwrap().db.unwrap();
    assert_eq!(logged.agent_acts(&Filter::default(), 9).unwrap().len(), 2, "a save and a wish");
}

#[test]
fn where_nobody_knows_who_calls_nothing_is_an_agents_own() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::at(dir.path().join("home"));
    let mut agent = served(&home, false);
    let target = Target::Path("ours.md".to_owned());
    agent.save("The walrus is grey.", &target, false, &Marks::default()).unwrap();
    let done = agent.forget("walrus").unwrap();
    assert_eq!((done.gone.len(), done.waits.len()), (0, 1));
    assert!(found(&mut agent, "walrus").concat().contains("grey"));
}
