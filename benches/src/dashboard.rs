//! The dashboard over a home of much work: how long its pages take, how large they are, how much memory
//! its server takes after many of them and a stream of captures, whether a person's page still
//! answers while others send nonsense or nothing, and whether hooks are slower beside it.

use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewInjection, NewMessage};
use palimp_store::activity::{ActivityDb, BusyPolicy};
use palimp_testing::Machine;
use palimp_testing::browser::TestBrowser;

use crate::{built, corpus, quantiles, search};

/// How much there is.
pub(crate) struct Load {
    /// Observations; a fifth of that are messages.
    pub(crate) observations: usize,
    /// Notes.
    pub(crate) notes: usize,
    /// How often each page is asked for.
    pub(crate) rounds: usize,
    /// How many pages are looked at before the memory is measured.
    pub(crate) views: usize,
    /// How many captures a stream brings; one a second is an hour of 3,600.
    pub(crate) captures: usize,
    /// How many requests are malformed, and how many slow.
    pub(crate) hostile: (usize, usize),
}

pub(crate) const WHOLE: Load = Load {
    observations: 100_000,
    notes: 11_000,
    rounds: 50,
    views: 1_000,
    captures: 3_600,
    hostile: (10_000, 500),
};

/// What a page may take to its first byte and a search as one types, in milliseconds; its bytes; the
/// memory of the server, in MB.
const BOUNDS: (f64, f64, usize, u64) = (100.0, 50.0, 150_000, 150);

/// How many captures a turn has, beside the dashboard and without it; and how many times as long as without
/// a hook may take beside it, the server's own work on a small machine included.
const TURN: usize = 20;
const SLOWER: f64 = 1.25;

/// Chunks of a note, about.
const CHUNKS: usize = 3;

/// What is sent that is no request.
const MALFORMED: [&[u8]; 5] = [
    b"GET\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"GET /%ff%00?\xff\xfe HTTP/1.1\r\nHost: \r\n\r\n",
    b"GET / HTTP/9.9\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz",
];

pub(crate) fn run(load: &Load) -> Result<(), Box<dyn Error>> {
    let machine = Machine::new(built("palimp"));
    let texts = corpus::notes(load.notes, load.notes * CHUNKS);
    corpus::write(&machine.home().join("vault"), &texts)?;
    fill(&machine.database(), load.observations)?;
    machine.run_ok(["index"]);
    println!(
        "dashboard, {} observations, {} messages, {} notes",
        load.observations,
        load.observations / 5,
        load.notes
    );
    let slower = captured(&machine, load.rounds);
    let dashboard = TestBrowser::for_machine(&machine, &[]);
    let mut wrong = pages(&dashboard, load.rounds);
    wrong.extend(typed(&dashboard, &corpus::queries(&texts)));
    wrong.extend(memory(&machine, &dashboard, load));
    wrong.extend(besieged(&dashboard, load.hostile));
    wrong.extend(slower);
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(wrong.join("; ").into()),
    }
}

/// Fills a database as half a year would.
fn fill(path: &Path, observations: usize) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut db = ActivityDb::open(path, BusyPolicy::Command)?;
    let captures: Vec<Capture> = search::observations(observations).collect();
    let said: Vec<Capture> = captures.iter().step_by(5).enumerate().map(said).collect();
    for batch in captures.chunks(1_000).chain(said.chunks(1_000)) {
        db.apply_all(batch)?;
    }
    db.checkpoint()?;
    Ok(())
}

/// What was said when something was done; every fourth time something was told.
fn said((number, done): (usize, &Capture)) -> Capture {
    let text = match &done.entries[0] {
        CaptureEntry::Observation(it) => it.content.clone(),
        _ => String::new(),
    };
    let role = if number.is_multiple_of(2) { MessageRole::User } else { MessageRole::Assistant };
    let (trace, turn) = (None, Some(number.to_string()));
    let message = NewMessage { role, content: format!("please: {text}"), trace, turn };
    let content = format!("## Task Snapshot\n- a.md:{number}, 2026-11-02\n  {text}\n");
    let told =
        CaptureEntry::Injection(NewInjection { event: "UserPromptSubmit".to_owned(), content });
    let told = number.is_multiple_of(4).then_some(told);
    let entries =
        [CaptureEntry::Message(message), CaptureEntry::Summary].into_iter().chain(told).collect();
    Capture { entries, at: done.at + 1_000, ..done.clone() }
}

/// How long a hook takes to capture while somebody looks at what happens, and while nothing is served; by
/// turns.
fn captured(machine: &Machine, rounds: usize) -> Vec<String> {
    let (mut beside, mut alone) = (Vec::new(), Vec::new());
    let capture = |times: &mut Vec<Duration>| {
        for number in 0..=TURN {
            let command = format!("make turn-{}-{number}", times.len());
            let start = Instant::now();
            machine.hook_bash("captured", &command, "done");
            // The first of a turn meets what the other turn left.
            times.extend((number > 0).then(|| start.elapsed()));
        }
    };
    for _ in 0..rounds.div_ceil(TURN) * 2 {
        capture(&mut alone);
        let dashboard = TestBrowser::for_machine(machine, &[]);
        let cookie = [("Cookie", dashboard.cookie.as_str())];
        let path = format!("{}live?after=0", dashboard.base);
        let _stream = dashboard.open_request("GET", &path, &cookie, "");
        capture(&mut beside);
    }
    let (beside, alone) = (quantiles(&mut beside), quantiles(&mut alone));
    let slower = beside.0 / alone.0;
    println!(
        "  a hook that captures, ms: {:.1} {:.1} beside an open dashboard, {:.1} {:.1} without = {slower:.2} ×, {:.2} ×",
        beside.0,
        beside.1,
        alone.0,
        alone.1,
        beside.1 / alone.1
    );
    Vec::from_iter((slower > SLOWER).then(|| format!("a hook takes {slower:.2} × as long")))
}

/// Each page, from the first byte that is sent to the first that comes back.
fn pages(dashboard: &TestBrowser, rounds: usize) -> Vec<String> {
    const PAGES: [&str; 17] = [
        "",
        "search",
        "search?q=payment+webhook",
        "sessions",
        "sessions?project=p1",
        "sessions/session-7",
        "told",
        "told?before=2000",
        "notes",
        "notes?in=000007",
        "notes/000007/000700.md",
        "review",
        "team",
        "time",
        "health",
        "settings",
        "homes",
    ];
    let mut wrong = Vec::new();
    println!("  pages, ms to the first byte: p50 p95, kB");
    for page in PAGES {
        let mut size = 0;
        let mut times: Vec<Duration> = (0..=rounds)
            .map(|_| {
                let (time, bytes) = asked(dashboard, page);
                size = size.max(bytes);
                time
            })
            .skip(1)
            .collect();
        let (p50, p95) = quantiles(&mut times);
        println!("    {:<26} {p50:7.1} {p95:7.1} {:7.1}", format!("/{page}"), size as f64 / 1e3);
        if p95 > BOUNDS.0 || size > BOUNDS.2 {
            wrong.push(format!("/{page} took {p95:.0} ms and {size} bytes"));
        }
    }
    wrong
}

/// Asks for a page; how long its first byte took, and how many it has.
fn asked(dashboard: &TestBrowser, page: &str) -> (Duration, usize) {
    let start = Instant::now();
    let cookie = [("Cookie", dashboard.cookie.as_str())];
    let path = format!("{}{page}", dashboard.base);
    let mut stream = dashboard.open_request("GET", &path, &cookie, "");
    let mut bytes = vec![0];
    stream.read_exact(&mut bytes).expect("an answer");
    let time = start.elapsed();
    stream.read_to_end(&mut bytes).expect("the rest of it");
    assert!(bytes.starts_with(b"HTTP/1.1 200"), "{page}");
    (time, bytes.len())
}

/// Searches as one types: of each question what stands there after each word.
fn typed(dashboard: &TestBrowser, queries: &[String]) -> Vec<String> {
    let typed = queries.iter().take(50).flat_map(|query| {
        let words: Vec<&str> = query.split(' ').collect();
        (1..=words.len()).map(move |count| words[..count].join("+")).collect::<Vec<_>>()
    });
    let mut times: Vec<Duration> =
        typed.map(|query| asked(dashboard, &format!("search?part=hits&q={query}")).0).collect();
    let (p50, p95) = quantiles(&mut times);
    println!("    {:<26} {p50:7.1} {p95:7.1}   ({} times)", "as one types", times.len());
    Vec::from_iter((p95 > BOUNDS.1).then(|| format!("search as one types took {p95:.0} ms")))
}

/// The server's memory after many pages, and after a stream of captures that somebody looks at.
fn memory(machine: &Machine, dashboard: &TestBrowser, load: &Load) -> Vec<String> {
    const PAGES: [&str; 5] = ["", "search?q=test", "sessions", "told", "time"];
    for at in 0..load.views {
        asked(dashboard, PAGES[at % PAGES.len()]);
    }
    let after_views = resident(dashboard);
    let cookie = [("Cookie", dashboard.cookie.as_str())];
    let path = format!("{}live?after=0", dashboard.base);
    let mut stream = dashboard.open_request("GET", &path, &cookie, "");
    let over = AtomicBool::new(false);
    let streamed = thread::scope(|scope| {
        let reading = scope.spawn(|| {
            let (mut bytes, mut buffer) = (0, vec![0; 1 << 16]);
            stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a time-out");
            while !over.load(Ordering::Relaxed) {
                bytes += stream.read(&mut buffer).unwrap_or_default();
            }
            bytes
        });
        for number in 0..load.captures {
            machine.hook_bash("streamed", &format!("make step-{number}"), "done");
        }
        over.store(true, Ordering::Relaxed);
        reading.join().expect("a reader")
    });
    let after_stream = resident(dashboard);
    println!("  memory of the server, MB: {after_views} after {} pages,", load.views);
    println!(
        "    {after_stream} after a stream of {} captures, as fast as hooks bring them ({} kB read)",
        load.captures,
        streamed / 1_000
    );
    let most = after_views.max(after_stream);
    Vec::from_iter((most > BOUNDS.3).then(|| format!("the server takes {most} MB")))
}

/// What the server's process holds in memory, in MB.
fn resident(dashboard: &TestBrowser) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", dashboard.process_id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1_024
}

/// A person's page while others send what is no request, and while others send nothing.
fn besieged(dashboard: &TestBrowser, (malformed, slow): (usize, usize)) -> Vec<String> {
    let mut times = Vec::new();
    thread::scope(|scope| {
        let sending = scope.spawn(|| {
            for at in 0..malformed {
                let Ok(mut stream) = TcpStream::connect(&dashboard.host) else { continue };
                let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
                let _ = stream.write_all(MALFORMED[at % MALFORMED.len()]);
                let _ = stream.shutdown(std::net::Shutdown::Write);
                let _ = stream.read(&mut [0; 64]);
            }
        });
        while !sending.is_finished() {
            times.push(asked(dashboard, "sessions").0);
        }
    });
    let during = quantiles(&mut times);
    let half = "GET / HTTP/1.1\r\nHost: ";
    let held: Vec<TcpStream> = (0..slow)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(&dashboard.host).ok()?;
            stream.write_all(half.as_bytes()).ok()?;
            Some(stream)
        })
        .collect();
    let mut beside: Vec<Duration> = (0..50).map(|_| asked(dashboard, "sessions").0).collect();
    let beside = quantiles(&mut beside);
    println!(
        "  a person's page, ms: {:.1} {:.1} during {malformed} malformed requests ({} times), \
         {:.1} {:.1} beside {} slow ones",
        during.0,
        during.1,
        times.len(),
        beside.0,
        beside.1,
        held.len()
    );
    let worst = during.1.max(beside.1);
    Vec::from_iter((worst > BOUNDS.0).then(|| format!("a person waited {worst:.0} ms")))
}
