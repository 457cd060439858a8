//! Days in the life of a home: sessions with prompts, edits, commands and failures, one hook a process,
//! by a clock that goes on from day to day.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::clock::{age_files, start_at};
use crate::{Machine, run_with_input};

/// Usage pattern of a home.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    /// For how many days; the last of them is today.
    pub days: u64,
    /// Number of sessions per day.
    pub sessions: u64,
    /// Number of events per session: seven a turn, and one each at its beginning and its end.
    pub events: u64,
}

const ONE_DAY: Duration = Duration::from_secs(24 * 3600);
/// Number of events in a turn of a session.
const EVENTS_PER_TURN: u64 = 7;

impl Life {
    /// Lives it on `machine`, and calls `at_night` after each day with its number, from 1.
    ///
    /// What hooks start by themselves runs beside the next ones, as it does on any machine; a night
    /// waits for it.
    pub fn live_on(self, machine: &Machine, at_night: &mut dyn FnMut(u64)) {
        let today = SystemTime::now();
        for day in 0..self.days {
            let morning = today - ONE_DAY * u32::try_from(self.days - day).expect("a few years");
            // A working day of twelve hours.
            let pace = ONE_DAY / 2 / u32::try_from(self.sessions * self.events).expect("a day");
            for number in 0..self.sessions * self.events {
                let session = day * self.sessions + number / self.events;
                let (client, payload) = self.session_event(machine, session, number % self.events);
                let at = morning + pace * u32::try_from(number).expect("a day");
                self.send_hook(machine, client, &payload, at);
            }
            let night = morning + ONE_DAY / 2;
            let mut flush = machine.command(["flush"]);
            start_at(&mut flush, night);
            let done = run_with_input(&mut flush, b"");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            age_files(&machine.home(), night);
            at_night(day + 1);
        }
    }

    fn send_hook(self, machine: &Machine, client: &str, payload: &Value, at: SystemTime) {
        let mut command = machine.command(["hook", client]);
        start_at(&mut command, at);
        let output = run_with_input(&mut command, payload.to_string().as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{payload}");
    }

    /// An event of a session: its beginning, its end, or a part of a turn.
    fn session_event(self, machine: &Machine, session: u64, at: u64) -> (&'static str, Value) {
        let dice = ScenarioDice(session * 1_000 + at);
        let id = format!("session-{session}");
        let (turn, part) = (at.div_ceil(EVENTS_PER_TURN), at % EVENTS_PER_TURN);
        let turn_id = format!("{id}-{turn}");
        let (event, fields) = match (at, part) {
            (0, _) => ("SessionStart", json!({ "source": "startup" })),
            _ if at + 1 == self.events => ("SessionEnd", json!({ "reason": "other" })),
            (_, 1) => {
                ("UserPromptSubmit", json!({ "prompt": dice.prompt_text(), "prompt_id": turn_id }))
            }
            (_, 0) => {
                let reply =
                    json!({ "last_assistant_message": dice.reply_text(), "prompt_id": turn_id });
                ("Stop", reply)
            }
            (_, 2) => ("PostToolUse", dice.failure_or_command()),
            (_, 3) => ("PostToolUse", dice.command_payload()),
            _ => ("PostToolUse", dice.edit_payload()),
        };
        let mut payload = machine.claude_payload(event, &id, fields);
        payload["cwd"] = json!(machine.root().join(format!("project-{}", session % 3)));
        if payload["error"].is_string() {
            payload["hook_event_name"] = json!("PostToolUseFailure");
        }
        ("claude", payload)
    }
}

/// Deterministic generator of prompts, replies and tool calls, always the same for the same number.
struct ScenarioDice(u64);

const SUBJECT_WORDS: [&str; 24] = [
    "payments", "invoice", "scheduler", "gateway", "로그인", "quota", "search index", "mailer",
    "webhook", "tenant", "캐시", "audit log", "importer", "feature flag", "session store",
    "rate limiter", "대시보드", "report builder", "queue worker", "billing", "알림",
    "profile page", "image resizer", "backup job",
];
const TASK_PHRASES: [&str; 12] = [
    "refactor",
    "fix the flaky test of",
    "add a retry to",
    "document",
    "profile",
    "rename the API of",
    "move to async",
    "add metrics to",
    "simplify",
    "split",
    "cache the result of",
    "review",
];
const TALK_WORDS: [&str; 20] = [
    "because", "the", "old", "path", "returned", "early", "and", "nobody", "noticed", "until",
    "staging", "ran", "out", "of", "connections", "이유는", "락을", "오래", "잡고", "있었다",
];

impl ScenarioDice {
    /// A number below `bound`; another one for another `salt`.
    fn number_below(&self, salt: u64, bound: usize) -> usize {
        // A linear congruential generator with Knuth's constants for MMIX, after a round of mixing.
        let mixed =
            (self.0 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xff51_afd7);
        let next =
            mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (next >> 33) as usize % bound
    }

    fn pick_word(&self, salt: u64, words: &[&'static str]) -> &'static str {
        words[self.number_below(salt, words.len())]
    }

    /// Every third one holds a fact, which a later one may contradict.
    fn prompt_text(&self) -> String {
        let (thing, deed) = (self.pick_word(1, &SUBJECT_WORDS), self.pick_word(2, &TASK_PHRASES));
        match self.number_below(3, 9) {
            0 => format!(
                "Remember that the {thing} service listens on port {}.",
                3_000 + self.number_below(4, 9)
            ),
            1 => format!("From now on we {deed} the {thing} before every release."),
            2 => format!(
                "앞으로 {thing} 배포는 {}요일에 한다. 기억해 줘.",
                self.pick_word(5, &["월", "화", "수", "목"])
            ),
            _ => format!("please {deed} the {thing}; {}", self.talk_text(6, 25)),
        }
    }

    fn reply_text(&self) -> String {
        format!(
            "I {} the {}. {}",
            self.pick_word(1, &TASK_PHRASES),
            self.pick_word(2, &SUBJECT_WORDS),
            self.talk_text(3, 160)
        )
    }

    fn talk_text(&self, salt: u64, most: usize) -> String {
        let words = (0..10 + self.number_below(salt, most))
            .map(|at| self.pick_word(salt + 7 + at as u64, &TALK_WORDS));
        words.collect::<Vec<_>>().join(" ")
    }

    fn command_payload(&self) -> Value {
        let command = match self.number_below(1, 4) {
            0 => format!(
                "git commit -m '{} {}'",
                self.pick_word(2, &TASK_PHRASES),
                self.pick_word(3, &SUBJECT_WORDS)
            ),
            1 => format!(
                "cargo test -p {} -- case_{}",
                self.pick_word(2, &["api", "web", "core"]),
                self.number_below(3, 400)
            ),
            2 => format!("npm run build -- --part {}", self.number_below(2, 50)),
            _ => format!("kubectl rollout status deploy/{}", self.number_below(2, 30)),
        };
        json!({
            "tool_name": "Bash", "tool_input": { "command": command },
            "tool_response": { "stdout": self.talk_text(4, 60), "stderr": "", "interrupted": false },
        })
    }

    /// Every fourth time something fails.
    fn failure_or_command(&self) -> Value {
        if self.number_below(9, 4) > 0 {
            return self.command_payload();
        }
        json!({
            "tool_name": "Bash",
            "tool_input": { "command": format!("cargo test -- case_{}", self.number_below(1, 400)) },
            "error": format!("Exit code 101\nassertion failed: {}", self.talk_text(2, 20)),
        })
    }

    fn edit_payload(&self) -> Value {
        let path = format!(
            "src/{}/file_{}.rs",
            self.pick_word(1, &["api", "web", "core"]),
            self.number_below(2, 300)
        );
        json!({
            "tool_name": "Edit",
            "tool_input": {
                "file_path": path, "old_string": self.talk_text(3, 12), "new_string": self.talk_text(4, 12),
            },
            "tool_response": { "filePath": path },
        })
    }
}
