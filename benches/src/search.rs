//! Search over 10,000 and 100,000 observations, or a million, warm, beside SQLite's own ranking of all
//! matches; and the numbers of `palimp stats`, beside counting all rows once.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_core::AgentClient;
use palimp_core::activity::{Capture, CaptureEntry, NewObservation, SessionRef};
use palimp_core::observation::ObservationType;
use palimp_rank::analysis::analyze_query;
use palimp_store::activity::{ActivityDb, ActivitySearch, BusyPolicy, Filter, Tier};
use rusqlite::Connection;

use crate::quantiles;

/// Words of a developer's day; the first are much more frequent than the last.
const ENGLISH: &[&str] = &[
    "test", "fix", "add", "user", "error", "file", "update", "config", "build", "type", "server",
    "request", "handler", "schema", "token", "cache", "retry", "timeout", "session", "database",
    "migration", "index", "query", "refactor", "payment", "webhook", "invoice", "dark", "mode",
    "login", "password", "upload", "queue", "worker", "deploy", "docker", "pagination", "currency",
    "locale", "calendar", "throttle",
];
const KOREAN: &[&str] = &[
    "오류를",
    "수정했다",
    "테스트를",
    "사용자",
    "데이터베이스를",
    "추가했다",
    "인증",
    "설정을",
    "빌드가",
    "서버에서",
    "요청이",
    "토큰을",
    "캐시",
    "세션이",
    "마이그레이션을",
    "검색",
    "결제",
    "웹훅",
    "로그인",
    "배포했다",
    "환율",
    "달력",
];
const QUERIES: &[(&str, &[&str])] = &[
    (
        "English words",
        &[
            "dark mode",
            "payment webhook retry",
            "test error",
            "user login token",
            "currency locale",
            "getUser17",
            "fix the build",
            "schema_412",
        ],
    ),
    (
        "Korean words",
        &[
            "인증", "데이터베이스", "결제 오류", "JWT 인증", "로그인 세션", "웹훅 요청", "환율",
            "테스트 추가",
        ],
    ),
    ("part of a word", &["urrenc", "aginati", "ebhoo"]),
    ("nothing at all", &["qqqzzzxxx", "없는낱말임"]),
];

/// How often each query is asked.
const ROUNDS: usize = 40;

pub(crate) fn run(sizes: &[usize]) -> Result<(), Box<dyn Error>> {
    for &rows in sizes {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("activity.db");
        let bytes = fill(&path, rows)?;
        println!("search, {rows} observations ({} MB), warm, ms: p50 p95", bytes / 1_000_000);
        let db = ActivityDb::open(&path, BusyPolicy::Command)?;
        let sqlite = Connection::open(&path)?;
        for (name, queries) in QUERIES {
            let (mut ours, mut theirs, mut tiers) = (Vec::new(), Vec::new(), Vec::new());
            for round in 0..ROUNDS {
                for query in *queries {
                    let (time, tier) = palimp(&db, query, Filter::default())?;
                    let base = ranked_by_sqlite(&sqlite, query)?;
                    if round > 0 {
                        ours.push(time);
                        theirs.push(base);
                    } else {
                        tiers.push(tier);
                    }
                }
            }
            let ((p50, p95), (base50, base95)) = (quantiles(&mut ours), quantiles(&mut theirs));
            tiers.dedup();
            println!(
                "    {name:<16} {p50:7.2} {p95:7.2}   FTS5 ORDER BY rank {base50:7.2} {base95:7.2}   {tiers:?}"
            );
        }
        narrow(&db, &sqlite)?;
    }
    Ok(())
}

/// A frequent word in the rows that a filter leaves, and the numbers of all rows.
fn narrow(db: &ActivityDb, sqlite: &Connection) -> Result<(), Box<dyn Error>> {
    let project = |name: &str| Filter { project: Some(name.to_owned()), ..Filter::default() };
    let (mut none, mut few) = (Vec::new(), Vec::new());
    let (mut stats, mut counting) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        none.push(palimp(db, "test", project("nowhere"))?.0);
        few.push(palimp(db, "test", project("rare"))?.0);
        let start = Instant::now();
        std::hint::black_box(db.stats("main")?);
        stats.push(start.elapsed());
        let start = Instant::now();
        let sql = "SELECT count(*) FROM observations WHERE agent = 'main'";
        std::hint::black_box(sqlite.query_row(sql, [], |row| row.get::<_, i64>(0))?);
        counting.push(start.elapsed());
    }
    let ((p50, p95), (base50, base95)) = (quantiles(&mut stats), quantiles(&mut counting));
    println!(
        "    {:<16} {p50:7.2} {p95:7.2}   count(*)           {base50:7.2} {base95:7.2}",
        "stats"
    );
    for (name, times) in [("nothing left", &mut none), ("little left", &mut few)] {
        let (p50, p95) = quantiles(times);
        println!("    {name:<16} {p50:7.2} {p95:7.2}");
    }
    Ok(())
}

fn palimp(
    db: &ActivityDb,
    text: &str,
    filter: Filter,
) -> Result<(Duration, Option<Tier>), Box<dyn Error>> {
    let start = Instant::now();
    let query = analyze_query(text);
    let filter = Filter { agent: Some("main".to_owned()), ..filter };
    let look = ActivitySearch {
        query: &query,
        text,
        filter: &filter,
        here: "p1",
        limit: 6,
        now: 2_000_000_000_000,
    };
    let found = db.search_observations(&look)?;
    Ok((start.elapsed(), found.tier))
}

/// Every row with any of the terms, ranked by FTS5.
fn ranked_by_sqlite(conn: &Connection, text: &str) -> rusqlite::Result<Duration> {
    let query = analyze_query(text);
    let terms: Vec<_> = query.terms().iter().map(|(term, _)| format!("\"{term}\"")).collect();
    let start = Instant::now();
    let mut statement = conn.prepare(
        "SELECT rowid FROM observations_words WHERE observations_words MATCH ? ORDER BY rank LIMIT 6",
    )?;
    let ids = statement.query_map([terms.join(" OR ")], |row| row.get::<_, i64>(0))?;
    let found = ids.collect::<rusqlite::Result<Vec<_>>>()?;
    std::hint::black_box(found);
    Ok(start.elapsed())
}

fn fill(path: &Path, rows: usize) -> Result<u64, Box<dyn Error>> {
    let mut db = ActivityDb::open(path, BusyPolicy::Command)?;
    let captures: Vec<_> = observations(rows).collect();
    for batch in captures.chunks(1_000) {
        db.apply_all(batch)?;
    }
    db.checkpoint()?;
    Ok(std::fs::metadata(path)?.len())
}

/// So many observations, a minute apart, of sessions of forty.
pub(crate) fn observations(rows: usize) -> impl Iterator<Item = Capture> {
    let mut dice = Dice(42);
    (0..rows).map(move |row| observation(row, &mut dice))
}

fn observation(row: usize, dice: &mut Dice) -> Capture {
    let words = |count: usize, dice: &mut Dice| {
        let words: Vec<_> = (0..count)
            .map(|_| if dice.below(4) == 0 { dice.pick(KOREAN) } else { dice.pick(ENGLISH) })
            .collect();
        words.join(" ")
    };
    let (old, new) = (words(8, dice), words(12, dice));
    let (name, number) = (dice.pick(ENGLISH), dice.below(900));
    let content = format!(
        "Edit /home/dev/app/src/{name}_{number}.rs: {old} → getUser{number} schema_{number} {new} #{row}"
    );
    // One row in ten thousand is of a project that is seldom worked at.
    let project =
        if row.is_multiple_of(10_000) { "rare".to_owned() } else { format!("p{}", row % 5) };
    Capture {
        session: SessionRef {
            id: format!("session-{}", row / 40),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: project.clone(),
            project,
            working_dir: "/home/dev/app".to_owned(),
        },
        at: 1_790_000_000_000 + row as i64 * 60_000,
        dedupe_ms: 0,
        entries: vec![CaptureEntry::Observation(NewObservation {
            tool_name: "Edit".to_owned(),
            kind: ObservationType::FileEdit,
            file_path: Some(format!("/home/dev/app/src/{name}_{number}.rs")),
            content,
            tags: "rs".to_owned(),
            importance: 2,
            commit_sha: None,
            call_id: None,
        })],
    }
}

/// Numbers that are the same at every run.
struct Dice(u64);

impl Dice {
    /// A number below `bound` (a linear congruential generator with Knuth's constants for MMIX).
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// One of the words; the first ones more often than the last.
    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        let low = self.below(words.len()).min(self.below(words.len()));
        words[low]
    }
}
