//! Lines that palimp wrote by itself go to the archive once nobody was told of them for long, and nothing
//! else does.

use std::fs;

use jiff::{ToSpan, Zoned};
use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, NewInjection, SessionRef};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::{Preset, Settings};
use palimp_core::tombstone::TombstoneKey;
use palimp_engine::consolidation::reflect::{Aged, ReflectOptions};
use palimp_engine::erasure::forget::ForgetContext;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::TombstoneKeyStore;
use palimp_engine::injection::inject::{
    ContextBuilder, ContextFrame, InjectionState, InjectionTrigger, LineDeduplicator, render_beside,
};
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::{HitSource, SearchOptions};
use palimp_engine::service::mcp_service::{AgentQuery, MemoryService, ServiceEnvironment};
use palimp_note::Labels;
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, BusyPolicy, Filter};

const PROXY: &str = "The proxy is at `pr.internal:8080` behind the office network";
const QUEUE: &str = "The queue worker reads `QUEUE_URL` from `config/queue.toml`";

/// A home in which reflection wrote two lines on the first day.
struct AgingFixture {
    _dir: tempfile::TempDir,
    home: HomePaths,
    settings: Settings,
}

impl AgingFixture {
    fn new() -> AgingFixture {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        let live = home.vault_dir("main").join("episodes/live");
        fs::create_dir_all(&live).unwrap();
        let by = "<!-- palimp: by=agent project=shop project-id=p1 -->";
        let marked = "<!-- palimp: by=agent project=shop project-id=p1 aliases=where%20do%20jobs%20come%20from lasting=yes -->";
        let entry = |number: usize, body: &str| {
            format!(
                "## 0{number}:00 — Memory Flush #{number}\n<!-- palimp:flush s {number}-{number} -->\n{by}\n\n{body}\n\n"
            )
        };
        let (one, two) =
            (entry(1, &format!("- {PROXY}")), entry(2, &format!("- {QUEUE} {marked}")));
        fs::write(live.join("2026-01-01.md"), format!("# 2026-01-01\n\n{one}{two}")).unwrap();
        let fixture = AgingFixture { _dir: dir, home, settings: Settings::default() };
        let options =
            ReflectOptions { since_days: None, dry_run: false, now: day(0), tokens_left: 0 };
        assert_eq!(
            fixture.memory().notes.reflect(&options, &RuleDistiller, None).unwrap().added.len(),
            2
        );
        fixture
    }

    fn memory(&self) -> IndexSync {
        IndexSync::new(
            NoteStore::new(self.home.clone(), "main", self.settings.clone(), None),
            Models::default(),
        )
    }

    fn db(&self) -> ActivityDb {
        ActivityDb::open(&self.home.activity_db(), BusyPolicy::Command).unwrap()
    }

    fn note(&self, path: &str) -> String {
        fs::read_to_string(self.home.vault_dir("main").join(path)).unwrap_or_default()
    }

    fn projects(&self) -> String {
        self.note("projects/shop.md")
    }

    /// What a session is told in the middle of a day.
    fn tell(&self, project: &str, number: i64, content: &str) {
        let told = NewInjection { event: "SessionStart".to_owned(), content: content.to_owned() };
        let (at, entries) = (noon(number), vec![CaptureEntry::Injection(told)]);
        self.db()
            .apply_capture(&Capture { session: session(project), at, dedupe_ms: 0, entries })
            .unwrap();
    }

    /// What goes on the evening of a day.
    fn look(&self, number: i64) -> Vec<Aged> {
        self.memory().notes.archive_unseen_lines(&self.db(), &day(number)).unwrap()
    }

    /// Days on which sessions of the project are told something else.
    fn days(&self, numbers: std::ops::Range<i64>) -> Vec<Aged> {
        let lived = numbers.flat_map(|number| {
            self.tell("shop", number, "## Recent Sessions\n- something else altogether");
            self.look(number)
        });
        lived.collect()
    }
}

fn day(number: i64) -> Zoned {
    let first: Zoned = "2026-01-01T20:00[Asia/Seoul]".parse().unwrap();
    first.checked_add(number.days()).unwrap()
}

/// Noon of a day, in milliseconds since the Unix epoch.
fn noon(number: i64) -> i64 {
    day(number).timestamp().as_millisecond() - 8 * 3_600_000
}

fn session(project: &str) -> SessionRef {
    SessionRef {
        id: format!("of-{project}"),
        client: AgentClient::Claude,
        agent: "main".to_owned(),
        project_id: "p1".to_owned(),
        project: project.to_owned(),
        working_dir: "/srv/shop".to_owned(),
    }
}

fn texts(aged: &[Aged]) -> Vec<&str> {
    aged.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn what_nobody_was_told_of_for_ninety_days_goes_to_the_archive_as_it_stood() {
    let fixture = AgingFixture::new();
    let by_hand = fixture.projects().replace("# shop\n", "# shop\n\n- mine: the pond is deep\n");
    fs::write(fixture.home.vault_dir("main").join("projects/shop.md"), by_hand).unwrap();
    assert_eq!(fixture.days(0..91), []);
    let gone = fixture.days(91..93);
    assert_eq!(texts(&gone), [PROXY, QUEUE], "a tenth of them a day");
    assert_eq!((&*gone[0].path, &*gone[0].day), ("projects/shop.md", "2026-04-02"));
    let (projects, archive) = (fixture.projects(), fixture.note("archive/projects/shop.md"));
    assert!(!projects.contains("proxy") && projects.contains("- mine: the pond"), "{projects}");
    assert!(archive.contains(PROXY) && archive.contains("(../../episodes/live/"), "{archive}");
    assert!(
        archive.contains("aliases=where%20do%20jobs%20come%20from aged=2026-04-03"),
        "{archive}"
    );
    let acts = fixture.db().agent_acts(&Filter::default(), 9).unwrap();
    let logged: Vec<_> = acts.iter().map(|act| (act.deed.name(), act.text.as_str())).collect();
    assert_eq!(logged, [("archive", QUEUE), ("archive", PROXY)]);
    assert_eq!(fixture.memory().notes.aged_lines().unwrap(), gone);
}

#[test]
fn what_a_session_was_told_stays() {
    let fixture = AgingFixture::new();
    fixture.days(0..50);
    let mut memory = fixture.memory();
    memory.refresh(&mut |_, _, _| ()).unwrap();
    let (db, session) = (fixture.db(), session("shop"));
    let mut builder = ContextBuilder {
        db: Some(&db),
        memory: &mut memory,
        settings: &fixture.settings,
        preset: Preset::Lean,
        session: &session,
        now: day(50).timestamp(),
    };
    let prompt = "which port does the proxy `pr.internal` have?";
    let context =
        builder.build(InjectionTrigger::Prompt(prompt), &InjectionState::default()).unwrap();
    let answer = render_beside(
        "shop",
        ContextFrame::default(),
        &context.sections,
        9_000,
        &mut LineDeduplicator::default(),
    );
    let told = answer.text.expect("the prompt asks for it");
    assert!(told.contains("behind the office network"), "{told}");
    fixture.tell("shop", 50, &told);
    let gone = fixture.days(51..140);
    assert_eq!(texts(&gone), [QUEUE], "the other one was told on the fiftieth day");
    assert_eq!(texts(&fixture.days(140..141)), [PROXY]);
}

#[test]
fn what_a_search_has_shown_stays() {
    let fixture = AgingFixture::new();
    fixture.days(0..50);
    let project =
        ProjectIdentity { name: "shop".to_owned(), ..ProjectIdentity::from_root("/srv/shop") };
    let options = SearchOptions::new(Filter::default(), &project, noon(50));
    let mut memory = fixture.memory();
    let answer =
        memory.searcher().search("office proxy", &options, None, &mut |_, _, _| ()).unwrap();
    memory.notes.note_shown(&answer.hits, noon(50));
    let of_note = answer.hits.iter().find(|hit| hit.path.as_deref() == Some("projects/shop.md"));
    let snippet = &of_note.unwrap().snippet;
    assert!(
        snippet.contains(PROXY) && fixture.db().line_usage("main").unwrap().counted > 0,
        "{answer:?}"
    );
    let shown = [PROXY, QUEUE].map(|line| snippet.contains(line));
    fixture.memory().only_reading().notes.note_shown(&answer.hits, noon(51));
    assert_eq!(
        fixture.db().line_usage("main").unwrap().counted,
        1,
        "who only looks leaves nothing"
    );
    let gone = fixture.days(50..120);
    let stays = [PROXY, QUEUE].map(|line| !texts(&gone).contains(&line));
    assert_eq!(stays, shown, "{gone:?}");
}

#[test]
fn what_an_agent_was_shown_is_noted_behind_the_answer() {
    let fixture = AgingFixture::new();
    fixture.days(0..2);
    let around = ServiceEnvironment {
        working_dir: fixture.home.root().to_owned(),
        ring: Box::new(Ring),
        clock: || day(3),
        complain: |why| panic!("{why}"),
    };
    let mut served = MemoryService::new(fixture.memory(), around, true);
    let wish = AgentQuery {
        query: "office proxy".to_owned(),
        limit: 5,
        floor: 0.0,
        sources: vec![HitSource::Notes],
        project: None,
        labels: Labels::default(),
    };
    let counted = || fixture.db().line_usage("main").unwrap().counted;
    assert!(!served.search(&wish, &mut |_, _, _| ()).unwrap().hits.is_empty());
    assert_eq!(counted(), 0, "nothing is written while somebody waits");
    served.record_usage();
    assert_eq!(counted(), 1);
    served.record_usage();
    assert_eq!(counted(), 1, "and once");
}

#[test]
fn what_a_person_wrote_changed_or_approved_stays() {
    let fixture = AgingFixture::new();
    let changed = fixture
        .projects()
        .replace("8080", "8081")
        .replace("project-id=p1 aliases=", "project-id=p1 approved=2026-01-02 aliases=");
    fs::write(fixture.home.vault_dir("main").join("projects/shop.md"), &changed).unwrap();
    assert_eq!(fixture.days(0..130), []);
    assert_eq!(fixture.projects(), changed);
}

#[test]
fn a_clock_that_jumped_and_time_away_let_nothing_grow_old() {
    let fixture = AgingFixture::new();
    assert_eq!(fixture.days(0..30), []);
    assert_eq!(fixture.days(4_000..4_055), [], "thirty and fifty-five days");
    // It was wrong: what it said is not believed, and no line is younger than now.
    assert_eq!(fixture.days(30..110), []);
    assert_eq!(texts(&fixture.days(110..130)), [PROXY, QUEUE]);
}

#[test]
fn a_line_grows_old_only_while_its_project_is_worked_in() {
    let fixture = AgingFixture::new();
    fixture.days(0..80);
    for number in 80..200 {
        fixture.tell("elsewhere", number, "## Recent Sessions\n- of another project");
        assert_eq!(fixture.look(number), [], "{number}");
    }
    assert_eq!(fixture.days(200..202), [], "not on the day on which somebody comes back");
    assert_eq!(texts(&fixture.days(202..215)), [PROXY, QUEUE]);
}

#[test]
fn where_prompts_are_told_nothing_nothing_goes() {
    let mut fixture = AgingFixture::new();
    fixture.settings.inject.preset = Some(Preset::Quiet);
    assert_eq!(fixture.days(0..130), []);
    fixture.settings.inject.preset = Some(Preset::Lean);
    assert_eq!(fixture.days(130..220), [], "the time before was not looked at");
}

#[test]
fn what_went_comes_back_with_a_word_and_stays() {
    let fixture = AgingFixture::new();
    let before = fixture.projects();
    fixture.days(0..93);
    let words = |words: &str| fixture.memory().notes.restore_aged(words, &day(93)).unwrap();
    assert_eq!(texts(&words("no such thing")), [] as [&str; 0]);
    assert_eq!(texts(&words("the PROXY")), [PROXY]);
    assert!(fixture.projects().contains(PROXY) && !fixture.projects().contains(QUEUE));
    assert_eq!(texts(&words("")), [QUEUE]);
    assert_eq!(fixture.projects().trim_end(), before.trim_end());
    assert_eq!(fixture.memory().notes.aged_lines().unwrap(), []);
    assert_eq!(fixture.days(93..150), [], "its time begins anew");
}

struct Ring;

impl TombstoneKeyStore for Ring {
    fn read_keys(&self) -> Result<Vec<TombstoneKey>, String> {
        Ok(vec![TombstoneKey::new([7; 32])])
    }

    fn create_key(&self) -> Result<TombstoneKey, String> {
        Ok(TombstoneKey::new([7; 32]))
    }
}

#[test]
fn what_is_forgotten_is_in_no_archive_and_no_account() {
    let fixture = AgingFixture::new();
    fixture.days(0..92);
    assert!(fixture.note("archive/projects/shop.md").contains(PROXY));
    assert_eq!(fixture.db().line_usage("main").unwrap().seen.len(), 2);
    for target in ["pr.internal", "QUEUE_URL"] {
        let mut db = fixture.db();
        let context = ForgetContext { db: &mut db, ring: &Ring, now: noon(92) };
        fixture.memory().forget(target, context).unwrap();
    }
    assert!(!fixture.note("archive/projects/shop.md").contains("pr.internal"));
    assert_eq!(fixture.db().line_usage("main").unwrap().seen.len(), 0);
    let acts = fixture.db().agent_acts(&Filter::default(), 9).unwrap();
    assert!(acts.iter().all(|act| act.text.is_empty()), "{acts:?}");
}
