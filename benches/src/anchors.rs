//! What it costs to look whether the code still says what the hits say of it.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::anchors::{self, AnchorPlaces, WorkingTree};
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_redact::Redactor;
use palimp_store::activity::Filter;

use crate::quantiles;

/// How many facts are found, and in how many files each is anchored.
const FACTS: usize = 6;
const EACH: usize = 3;
/// How long a file is, in lines: 12 KB of code.
const LINES: usize = 300;
const RUNS: usize = 200;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let project = dir.path().join("app");
    fs::create_dir_all(project.join(".git"))?;
    let files = FACTS * EACH;
    for file in 0..files {
        fs::write(project.join(format!("file{file}.rs")), code(file))?;
        let old = fs::File::open(project.join(format!("file{file}.rs")))?;
        old.set_modified(std::time::SystemTime::UNIX_EPOCH)?;
    }
    println!(
        "recall of {FACTS} facts with {EACH} anchors each, files of 12 KB, median and p95 of {RUNS} (ms)"
    );
    let mut medians = Vec::new();
    for (what, anchored, cold) in
        [("without anchors", false, false), ("known", true, false), ("cold", true, true)]
    {
        let home = HomePaths::new(dir.path().join(what));
        write_notes(&home, &project, anchored)?;
        let (median, p95) = measure(&home, &project, cold)?;
        medians.push(median);
        println!("  {what:<18} {median:7.3} {p95:7.3}   {:+.3}", median - medians[0]);
    }
    Ok(())
}

fn code(file: usize) -> String {
    let line = |n: usize| format!("    let value_{file}_{n} = compute_{n}({n}, {file});\n");
    (0..LINES).map(line).collect()
}

fn write_notes(home: &HomePaths, project: &Path, anchored: bool) -> Result<(), Box<dyn Error>> {
    let (tree, vault) = (WorkingTree::from_directory(project), home.vault_dir("main"));
    fs::create_dir_all(vault.join("semantic"))?;
    let ProjectIdentity { id, name, .. } = tree.project();
    for number in 0..FACTS {
        let files = (0..EACH).map(|of| number * EACH + of);
        let fact = format!("The gateway computes `value_{}_7` first.", number * EACH);
        let named: Vec<String> = files.map(|file| format!("file{file}.rs:5-20")).collect();
        let places = AnchorPlaces { here: project, named: &named, edited: &[] };
        let made = match anchored {
            true => anchors::find_anchors(&tree, &fact, places, &Redactor::default()),
            false => Vec::new(),
        };
        let comments: String = made.iter().map(|anchor| format!(" {anchor}")).collect();
        let by = format!("<!-- palimp: by=agent project={name} project-id={id} -->");
        let note = vault.join(format!("semantic/{number}.md"));
        fs::write(note, format!("# Gateway {number}\n\n- {fact} {by}{comments}\n"))?;
    }
    Ok(())
}

fn measure(home: &HomePaths, project: &Path, cold: bool) -> Result<(f64, f64), Box<dyn Error>> {
    let mut memory = IndexSync::new(
        NoteStore::new(home.clone(), "main", Settings::default(), None),
        Models::default(),
    );
    let here = WorkingTree::from_directory(project).project().clone();
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..RUNS {
        if cold {
            fs::read_dir(home.root().join("cache")).into_iter().flatten().flatten().for_each(
                |it| {
                    let _ = fs::remove_file(it.path());
                },
            );
        }
        let options =
            SearchOptions { floor: 0.0, ..SearchOptions::new(Filter::default(), &here, 0) };
        let start = Instant::now();
        let answer = memory.searcher().search(
            "what does the gateway compute first",
            &options,
            None,
            &mut |_, _, _| (),
        )?;
        times.push(start.elapsed());
        let judged = answer.hits.iter().flat_map(|hit| &hit.anchors);
        let unknown = judged.clone().filter(|it| it.state != "fresh").count();
        if answer.hits.len() != FACTS || unknown > 0 {
            println!(
                "    {} hits, {} judged, {unknown} not fresh",
                answer.hits.len(),
                judged.count()
            );
        }
    }
    Ok(quantiles(&mut times))
}
