//! Whole ledgers, of users' directories with transcripts.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use palimp_clients::install::ClientPaths;
use palimp_core::event::AgentClient;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use super::*;

/// A user's directory with the transcripts of the fixtures.
struct User(TempDir);

impl User {
    fn new() -> User {
        User(tempfile::tempdir().unwrap())
    }

    fn with_fixtures() -> User {
        let user = User::new();
        for (fixture, place) in PLACES {
            user.write(place, &fixture_bytes(fixture));
        }
        user
    }

    fn at(&self, place: &str) -> PathBuf {
        self.0.path().join(place)
    }

    fn write(&self, place: &str, bytes: &[u8]) {
        let path = self.at(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn append(&self, place: &str, bytes: &[u8]) {
        let path = self.at(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(bytes).unwrap();
    }

    fn home(&self) -> HomePaths {
        HomePaths::new(self.at(".palimp"))
    }

    fn ledger(&self) -> TokenLedger {
        let places = ClientPaths::new(self.0.path(), |_| None);
        TokenLedger::from_transcripts(
            &self.home(),
            &Settings::default(),
            &places,
            &self.at(".local/share"),
        )
    }

    fn report(&self, by: TokenGroupBy) -> TokenReport {
        report(&self.ledger(), &TokenFilter { by, ..TokenFilter::default() })
    }

    fn total(&self) -> TokenCounts {
        self.report(TokenGroupBy::Day).total.tokens
    }
}

const PLACES: [(&str, &str); 10] = [
    ("claude.session.jsonl", ".claude/projects/-home-dev-app/session.jsonl"),
    ("claude.subagent.jsonl", ".claude/projects/-home-dev-app/session/subagents/agent-a1.jsonl"),
    ("claude.resumed.jsonl", ".claude/projects/-home-dev-app/resumed.jsonl"),
    ("codex.records.jsonl", ".codex/sessions/2026/11/20/rollout-records.jsonl"),
    ("codex.counts.jsonl", ".codex/sessions/2026/11/20/rollout-counts.jsonl"),
    ("codex.fork.jsonl", ".codex/sessions/2026/11/20/rollout-fork.jsonl"),
    ("gemini.jsonl", ".gemini/tmp/app/chats/session-1.jsonl"),
    ("gemini.document.json", ".gemini/tmp/app/chats/session-2.json"),
    ("copilot.records.jsonl", ".copilot/session-state/one/events.jsonl"),
    ("copilot.sums.jsonl", ".copilot/session-state/two/events.jsonl"),
];

const SESSION: &str = PLACES[0].1;

fn fixture_bytes(name: &str) -> Vec<u8> {
    fs::read(palimp_testing::fixtures_dir().join("usage").join(name)).unwrap()
}

fn report(ledger: &TokenLedger, wanted: &TokenFilter) -> TokenReport {
    TokenReport::from_ledger(ledger, wanted, &Prices::builtin_table(), &TimeZone::UTC)
}

fn tokens(figures: [u64; 5]) -> TokenCounts {
    let [input, output, cache_read, cache_write, cache_write_hour] = figures;
    TokenCounts { input, output, cache_read, cache_write, cache_write_hour }
}

fn answer(id: &str, tokens: serde_json::Value) -> String {
    let message = json!({"id": id, "model": "claude-opus-5-5", "usage": tokens});
    let line = json!({"type": "assistant", "message": message, "sessionId": "s", "cwd": "/home/dev/app",
        "timestamp": "2026-11-20T10:00:00Z"});
    format!("{line}\n")
}

/// The figures are worked out by hand in the fixtures' README.
#[test]
fn every_request_of_the_fixtures_counts_once() {
    let user = User::with_fixtures();
    let report = user.report(TokenGroupBy::Client);
    let rows: Vec<_> =
        report.rows.iter().map(|row| (row.name.as_str(), row.requests, row.tokens)).collect();
    assert_eq!(
        rows,
        [
            ("gemini", 4, tokens([254_950, 80, 4_000, 0, 0])),
            ("claude", 11, tokens([155, 278, 35_000, 102_300, 19_100])),
            ("codex", 7, tokens([17_100, 310, 19_400, 13_400, 0])),
            ("copilot", 5, tokens([17_000, 125, 7_800, 100, 0])),
        ]
    );
    assert_eq!(report.total.requests, 27);
    assert_eq!(report.total.tokens, tokens([289_205, 793, 66_200, 115_800, 19_100]));
    let ledger = user.ledger();
    assert!(ledger.complaints.is_empty(), "{:?}", ledger.complaints);
    let read: Vec<_> = ledger.sources.iter().map(|it| (it.transcripts, it.unread)).collect();
    assert_eq!(read, [(3, 0), (3, 0), (2, 0), (0, 0), (2, 0)]);
}

/// A line in the form of the recorded one.
fn cost_state(session: &str, start: i64, input: u64, output: u64) -> String {
    let usage = json!({"inputTokens": input, "outputTokens": output, "thinkingTokens": 0,
        "cacheReadInputTokens": 0, "cacheCreationInputTokens": 0, "webSearchRequests": 0});
    let line = json!({"type": "cost-state", "sessionId": session, "totalCostUSD": 0.01,
        "startTime": start, "modelUsage": {"claude-opus-5-5": usage}});
    format!("{line}\n")
}

#[test]
fn request_that_shortens_a_conversation_counts() {
    let user = User::new();
    let told = answer("m1", json!({"input_tokens": 100, "output_tokens": 10}));
    user.write(SESSION, told.as_bytes());
    user.append(SESSION, cost_state("s", 1, 100, 10).as_bytes());
    assert_eq!(user.total(), tokens([100, 10, 0, 0, 0]), "nothing is counted twice");
    let boundary = json!({"type": "system", "subtype": "compact_boundary", "sessionId": "s"});
    user.append(SESSION, format!("{boundary}\n").as_bytes());
    user.append(SESSION, cost_state("s", 1, 450, 60).as_bytes());
    assert_eq!(user.total(), tokens([450, 60, 0, 0, 0]));
    // What came after the last sum is in it once there is another.
    user.append(SESSION, answer("m2", json!({"input_tokens": 50, "output_tokens": 5})).as_bytes());
    user.append(SESSION, cost_state("s", 1, 500, 65).as_bytes());
    assert_eq!(user.total(), tokens([500, 65, 0, 0, 0]));
    // A run goes on in another session after a clearing, and a session in another run.
    let cleared = ".claude/projects/-home-dev-app/cleared.jsonl";
    user.write(cleared, cost_state("t", 1, 500, 65).as_bytes());
    user.append(SESSION, cost_state("s", 2, 20, 2).as_bytes());
    assert_eq!(user.total(), tokens([500, 65, 0, 0, 0]));
}

#[test]
fn gemini_subagent_counts_for_its_session() {
    let user = User::new();
    let answer = |id: &str, input: u64| {
        json!({"id": id, "timestamp": "2026-11-20T14:17:00Z", "type": "gemini", "content": "",
            "tokens": {"input": input, "output": 1, "cached": 0, "thoughts": 0, "tool": 0},
            "model": "gemini-2.5-pro"})
    };
    let chat = |session: &str, kind: &str, answer: serde_json::Value| {
        let head = json!({"sessionId": session, "projectHash": "b0", "kind": kind});
        format!("{head}\n{answer}\n").into_bytes()
    };
    user.write(".gemini/tmp/app/.project_root", b"/home/dev/app");
    user.write(".gemini/tmp/app/chats/session-1.jsonl", &chat("s1", "main", answer("a", 100)));
    user.write(
        ".gemini/tmp/app/chats/s1/agent-7.jsonl",
        &chat("agent-7", "subagent", answer("b", 40)),
    );
    user.write(".gemini/tmp/app/logs/s1/odd.jsonl", &chat("odd", "main", answer("c", 900)));
    let rows = user.report(TokenGroupBy::Session).rows;
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!((rows[0].name.as_str(), rows[0].requests), ("s1", 2));
    assert_eq!(rows[0].tokens, tokens([140, 2, 0, 0, 0]));
    assert_eq!(rows[0].project.as_deref(), Some("app"));
}

/// What the clients' own recordings of a scripted model say, added up without any of this: 120 tokens
/// a request with most of them, 110 with some.
#[test]
fn recorded_transcripts_agree_with_a_plain_sum() {
    let recorded = |client: &str, name: &str| {
        fs::read(palimp_testing::fixtures_dir().join(client).join(name)).unwrap()
    };
    let user = User::new();
    let gemini = recorded("gemini", "transcript.1.jsonl");
    user.write(".gemini/tmp/app/chats/session-1.jsonl", &gemini);
    let copilot = recorded("copilot", "transcript.events.jsonl");
    user.write(".copilot/session-state/a/events.jsonl", &copilot);
    let claude = recorded("claude", "transcript.own-command.jsonl");
    user.write(".claude/projects/-home-dev-app/a.jsonl", &claude);
    let plain = |bytes: &[u8], id: fn(&serde_json::Value) -> Option<String>| {
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let ids = lines.filter_map(|line| id(&serde_json::from_slice(line).unwrap()));
        ids.collect::<std::collections::HashSet<_>>().len()
    };
    let told = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    assert!(told(&json!(1)).is_none());
    let gemini = plain(&gemini, |line| line["tokens"].is_object().then(|| line["id"].to_string()));
    let copilot = plain(&copilot, |line| {
        let usage = &line["data"]["usage"];
        usage.is_object().then(|| usage["apiCallId"].to_string())
    });
    let claude = plain(&claude, |line| {
        let message = &line["message"];
        message["usage"].is_object().then(|| message["id"].to_string())
    });
    assert!(gemini > 5 && copilot > 1 && claude > 0);
    let report = user.report(TokenGroupBy::Client);
    let of = |name: &str| report.rows.iter().find(|row| row.name == name).unwrap();
    let sums = |name| (of(name).requests, of(name).tokens.total_input(), of(name).tokens.output);
    assert_eq!(sums("gemini"), (gemini, gemini as u64 * 100, gemini as u64 * 20));
    assert_eq!(sums("copilot"), (copilot, copilot as u64 * 100, copilot as u64 * 20));
    assert_eq!(sums("claude"), (claude, claude as u64 * 100, claude as u64 * 10));
}

#[test]
fn what_was_cold_has_its_likely_cause() {
    let user = User::with_fixtures();
    let causes = |client| {
        let wanted = TokenFilter { client: Some(client), ..TokenFilter::default() };
        let causes = report(&user.ledger(), &wanted).cold.causes;
        causes.into_iter().map(|(cause, of)| (cause, of.times, of.tokens)).collect::<Vec<_>>()
    };
    assert_eq!(
        causes(AgentClient::Claude),
        [
            (ColdCause::Compaction, 1, 6_005),
            (ColdCause::Model, 1, 9_005),
            (ColdCause::Prefix, 1, 9_000),
            (ColdCause::Idle, 2, 42_000),
            (ColdCause::Unknown, 1, 9_500),
        ]
    );
    assert_eq!(causes(AgentClient::Codex), [(ColdCause::Idle, 1, 9_300)]);
    assert_eq!(causes(AgentClient::Gemini), [(ColdCause::Idle, 1, 3_800)]);
    assert_eq!(causes(AgentClient::Copilot), [(ColdCause::Prefix, 1, 6_800)]);
    let cold = user.report(TokenGroupBy::Day).cold;
    assert_eq!((cold.times, cold.latest.len()), (9, 5));
    assert_eq!(cold.latest[0].cold.idle_ms, 59 * 60_000, "the one that goes on an hour later");
}

#[test]
fn days_are_the_users_and_sessions_their_own() {
    let user = User::with_fixtures();
    let days = |zone: &str| {
        let zone = TimeZone::get(zone).unwrap();
        let report = TokenReport::from_ledger(
            &user.ledger(),
            &TokenFilter::default(),
            &Prices::builtin_table(),
            &zone,
        );
        report.rows.into_iter().map(|row| (row.name, row.requests)).collect::<Vec<_>>()
    };
    // The fixtures begin at 23:50 in UTC.
    let utc = days("UTC");
    assert_eq!(
        utc.iter().map(|(day, _)| day.as_str()).collect::<Vec<_>>(),
        ["2026-11-21", "2026-11-20"]
    );
    assert_eq!(utc.iter().map(|(_, requests)| requests).sum::<usize>(), 27);
    assert_eq!(days("Asia/Seoul"), [("2026-11-21".to_owned(), 27)]);
    let sessions = user.report(TokenGroupBy::Session);
    let resumed = &sessions.rows[0];
    assert!(resumed.name.ends_with("bbbbbbbbbbbb"), "the last first");
    assert_eq!((resumed.requests, resumed.tokens.cache_write), (1, 22_000));
    assert_eq!(
        (resumed.client, resumed.project.as_deref()),
        (Some(AgentClient::Claude), Some("app"))
    );
    let since = "2026-11-21T00:40:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let wanted = TokenFilter { since: Some(since), ..TokenFilter::default() };
    assert_eq!(report(&user.ledger(), &wanted).total.requests, 1);
    let wanted = TokenFilter { project: Some("other".to_owned()), ..TokenFilter::default() };
    assert_eq!(report(&user.ledger(), &wanted).total, TokenRow::default());
}

#[test]
fn a_model_without_a_price_has_none() {
    let user = User::with_fixtures();
    let report = user.report(TokenGroupBy::Model);
    // Of this one no source tells what writing into the cache costs.
    assert_eq!(report.unpriced, [("gpt-4.1".to_owned(), 1)].into());
    let opus = report.rows.iter().find(|row| row.name == "claude-opus-5-5").unwrap();
    // 140 in at 4, 218 out at 20, 26,000 read at 0.20, 83,200 written at 5, a million each.
    assert_eq!(opus.tokens, tokens([140, 218, 26_000, 83_200, 0]));
    let dollars = (140.0 * 4.0 + 218.0 * 20.0 + 26_000.0 * 0.2 + 83_200.0 * 5.0) / 1e6;
    assert!((opus.dollars.unwrap().value() - dollars).abs() < 1e-9, "{opus:?}");
    let strange = String::from_utf8(fixture_bytes("claude.session.jsonl")).unwrap();
    user.write(SESSION, strange.replace("claude-opus-5-5", "strange-1").as_bytes());
    let report = user.report(TokenGroupBy::Model);
    let row = report.rows.iter().find(|row| row.name == "strange-1").unwrap();
    assert_eq!((row.dollars, row.unpriced), (None, 5));
    assert_eq!(report.unpriced.get("strange-1"), Some(&5));
    assert_eq!(report.total.unpriced, 6);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn read_in_any_pieces_is_read_from_scratch(cuts in prop::collection::vec(0.0..1.0f64, 1..6)) {
        let whole = User::with_fixtures();
        let pieces = User::new();
        let mut cuts = cuts;
        cuts.push(1.0);
        cuts.sort_by(f64::total_cmp);
        let mut done = vec![0; PLACES.len()];
        for cut in cuts {
            for ((fixture, place), done) in PLACES.iter().zip(&mut done) {
                let bytes = fixture_bytes(fixture);
                let to = (bytes.len() as f64 * cut) as usize;
                pieces.append(place, &bytes[*done..to]);
                *done = to;
            }
            pieces.ledger();
        }
        for by in [TokenGroupBy::Day, TokenGroupBy::Session, TokenGroupBy::Model] {
            prop_assert_eq!(pieces.report(by), whole.report(by));
        }
    }
}

#[test]
fn a_torn_line_is_read_when_it_is_whole() {
    let user = User::new();
    let usage = |input: u64| json!({"input_tokens": input, "output_tokens": 1});
    let (one, two) = (answer("1", usage(10)), answer("2", usage(100)));
    user.append(SESSION, one.as_bytes());
    user.append(SESSION, &two.as_bytes()[..two.len() - 2]);
    assert_eq!(user.total().input, 10);
    user.append(SESSION, &two.as_bytes()[two.len() - 2..two.len() - 1]);
    assert_eq!(user.total().input, 10, "its end is not written yet");
    user.append(SESSION, b"\n");
    assert_eq!(user.total().input, 110);
    assert_eq!(user.ledger().sources[0].unread, 0);
}

#[test]
fn a_file_that_was_replaced_is_read_anew() {
    let user = User::new();
    let usage = |input: u64| json!({"input_tokens": input, "output_tokens": 1});
    user.write(SESSION, (answer("1", usage(10)) + &answer("2", usage(20))).as_bytes());
    assert_eq!(user.total().input, 30);
    for (text, input) in [
        (answer("3", usage(5)), 5),
        // Longer than before, with other bytes before the end of what was read.
        (answer("4", usage(7)) + &answer("5", usage(8)) + &answer("6", usage(9)), 24),
        // As long as before.
        (answer("7", usage(7)) + &answer("5", usage(8)) + &answer("6", usage(9)), 24),
    ] {
        user.write(SESSION, text.as_bytes());
        assert_eq!(user.total().input, input, "{text}");
    }
    fs::remove_file(user.at(SESSION)).unwrap();
    assert_eq!(user.total(), TokenCounts::default());
    // A session that went on from one that was removed keeps what it repeats.
    user.write(PLACES[2].1, &fixture_bytes("claude.resumed.jsonl"));
    assert_eq!(user.report(TokenGroupBy::Day).total.requests, 3);
}

#[test]
fn hostile_figures_and_lines_count_nothing_and_stop_nothing() {
    let user = User::new();
    let mut text = String::new();
    for (id, usage) in [
        json!({"input_tokens": -5, "output_tokens": 1e300}),
        json!({"input_tokens": "12", "output_tokens": [1]}),
        json!({"input_tokens": u64::MAX, "cache_read_input_tokens": 1.5}),
        json!([1, 2]),
        json!("usage"),
        json!(null),
        json!({"cache_creation_input_tokens": 7, "cache_creation": {"ephemeral_1h_input_tokens": 99}}),
    ]
    .into_iter()
    .enumerate()
    {
        text += &answer(&id.to_string(), usage);
    }
    text += "{\"usage\":\n{\"message\":\"usage\"}\n[\"usage\"]\n\"usage\"\n\u{0}\"usage\"\n";
    user.write(SESSION, text.as_bytes());
    user.append(SESSION, b"\xff\xfe\"usage\"\n");
    let long = format!("{{\"type\":\"assistant\",\"usage\":\"{}\"}}\n", "x".repeat(17 << 20));
    user.append(SESSION, long.as_bytes());
    user.append(SESSION, answer("last", json!({"input_tokens": 3})).as_bytes());
    assert_eq!(user.total(), tokens([3, 0, 0, 7, 7]));
    // The broken one, the two that are no text, and the one that is too long.
    assert_eq!(user.ledger().sources[0].unread, 4);
}

#[test]
fn nothing_of_what_was_said_is_kept() {
    let user = User::with_fixtures();
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let line = answer("1", json!({"input_tokens": 3}));
    let line = line.replace("/home/dev/app", &format!("/home/dev/{secret}"));
    user.append(
        SESSION,
        line.replace("claude-opus-5-5", &format!("{secret}{}", "x".repeat(900))).as_bytes(),
    );
    let before = tree(user.0.path());
    user.ledger();
    let after = tree(user.0.path());
    let new: Vec<_> = after.iter().filter(|file| !before.contains(file)).collect();
    let cache = user.home().token_cache_file();
    assert_eq!(new.iter().map(|(path, _)| path).collect::<Vec<_>>(), [&cache], "and no other file");
    let kept = fs::read_to_string(&cache).unwrap();
    for said in
        ["I look at it", "Done.", "continued from", "/home/dev", secret, "projects", "stop_hook"]
    {
        assert!(!kept.contains(said), "{said}");
    }
    assert!(kept.contains("claude-opus-5-5") && kept.contains("\"app\""));
    assert!(kept.lines().all(|line| line.len() < 20_000));
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&cache).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files.extend(tree(&path)),
            false => files.push((path.clone(), fs::read(path).unwrap())),
        }
    }
    files.sort();
    files
}

#[test]
fn a_cache_is_written_when_something_is_new_and_a_broken_one_is_made_anew() {
    let user = User::with_fixtures();
    let total = user.total();
    let cache = user.home().token_cache_file();
    let sound = fs::read(&cache).unwrap();
    let changed = fs::metadata(&cache).unwrap().modified().unwrap();
    assert_eq!(user.total(), total);
    assert_eq!(fs::metadata(&cache).unwrap().modified().unwrap(), changed, "nothing was new");
    let out_of_list = String::from_utf8(sound.clone()).unwrap().replace("[[0,1,2]", "[[0,1,99]");
    for broken in
        [&b"palimp tokens 0\n{}"[..], b"", &sound[..sound.len() / 2], out_of_list.as_bytes()]
    {
        fs::write(&cache, broken).unwrap();
        assert_eq!(user.total(), total);
    }
}

#[test]
fn an_empty_home_says_where_it_looked() {
    let user = User::new();
    let ledger = user.ledger();
    assert_eq!(report(&ledger, &TokenFilter::default()).total, TokenRow::default());
    let roots: Vec<_> = ledger.sources.iter().flat_map(|source| &source.roots).collect();
    let below: Vec<_> =
        roots.iter().map(|root| root.strip_prefix(user.0.path()).unwrap()).collect();
    assert_eq!(
        below.iter().map(|path| path.to_str().unwrap()).collect::<Vec<_>>(),
        [
            ".claude/projects",
            ".codex/sessions",
            ".gemini/tmp",
            ".local/share/opencode",
            ".copilot/session-state"
        ]
    );
    assert!(!user.home().root().exists(), "nothing is made where nothing is");
}

#[test]
fn a_message_of_opencodes_files_counts() {
    let user = User::new();
    let message = json!({"id": "msg_1", "sessionID": "ses_1", "role": "assistant", "modelID": "gpt-5.5",
        "path": {"cwd": "/home/dev/app"}, "time": {"created": 1_795_184_236_000_i64},
        "tokens": {"input": 100, "output": 20, "reasoning": 5, "cache": {"read": 30, "write": 4}}});
    let place = ".local/share/opencode/storage/message/ses_1/msg_1.json";
    user.write(place, message.to_string().as_bytes());
    let asked = json!({"id": "msg_0", "sessionID": "ses_1", "role": "user"}).to_string();
    user.write(&place.replace("msg_1", "msg_0"), asked.as_bytes());
    let report = user.report(TokenGroupBy::Session);
    assert_eq!(report.total.tokens, tokens([100, 25, 30, 4, 0]));
    assert_eq!(
        (report.rows[0].name.as_str(), report.rows[0].project.as_deref()),
        ("ses_1", Some("app"))
    );
}
