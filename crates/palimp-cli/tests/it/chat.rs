//! Conversations that palimp holds, in a terminal and in a pipe.

mod address;
mod long;
mod safe;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use palimp_context::RecordEntry;
use palimp_core::activity::StoredMessage;
use palimp_store::activity::{ActivityDb, BusyPolicy};
use palimp_testing::Machine;
use palimp_testing::model_server::{ModelServer, ModelService, ReplyGate, ServerStep};
use rustix::process::Signal;

use crate::machine;
use palimp_testing::terminal::TestTerminal;

/// A machine whose services are `server`.
struct Talk {
    machine: Machine,
    server: ModelServer,
    with: &'static str,
}

impl Talk {
    fn new(steps: impl IntoIterator<Item = ServerStep>) -> Talk {
        Talk::with(ModelServer::script(steps))
    }

    fn with(server: ModelServer) -> Talk {
        Talk { machine: machine(), server, with: "api:anthropic" }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.machine.command(["chat", "--with", self.with]);
        command.args(args).env("TERM", "xterm");
        command.env("ANTHROPIC_BASE_URL", self.server.url()).env("ANTHROPIC_API_KEY", "key");
        command.env("OPENAI_BASE_URL", self.server.url()).env("OPENAI_API_KEY", "key");
        command.env("GOOGLE_GEMINI_BASE_URL", self.server.url()).env("GEMINI_API_KEY", "key");
        command.env("OLLAMA_HOST", self.server.url());
        command
    }

    fn terminal(&self, args: &[&str]) -> TestTerminal {
        TestTerminal::start(self.command(args))
    }

    /// Talks through a pipe.
    fn pipe(&self, args: &[&str], input: &str) -> Output {
        palimp_testing::run_with_input(&mut self.command(args), input.as_bytes())
    }

    /// The same; it must succeed. Answers standard output.
    #[track_caller]
    fn piped(&self, input: &str) -> String {
        let output = self.pipe(&[], input);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Whose turn it was in each message of a request, with its words.
    fn asked(&self, number: usize) -> Vec<(String, String)> {
        let body = &self.server.requests()[number].body;
        let words = |content: &serde_json::Value| match content.as_str() {
            Some(text) => text.to_owned(),
            None => {
                let parts = content.as_array().into_iter().flatten();
                parts.filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
            }
        };
        let messages = body["messages"].as_array().unwrap();
        let turn = |message: &serde_json::Value| {
            (message["role"].as_str().unwrap().to_owned(), words(&message["content"]))
        };
        messages.iter().map(turn).filter(|(role, _)| role != "system").collect()
    }

    /// The records of conversations, the oldest first.
    fn records(&self) -> Vec<PathBuf> {
        let dir = self.machine.home().join("chat/main");
        let mut found: Vec<PathBuf> =
            fs::read_dir(dir).unwrap().map(|it| it.unwrap().path()).collect();
        found.retain(|path| path.extension().is_some_and(|it| it == "jsonl"));
        found.sort();
        found
    }

    /// The entries of the newest record.
    fn entries(&self) -> Vec<RecordEntry> {
        let text = fs::read(self.records().last().unwrap()).unwrap();
        text.split(|byte| *byte == b'\n').filter_map(RecordEntry::parse).collect()
    }

    /// What the activity database holds of conversations, the newest last.
    fn stored(&self) -> Vec<StoredMessage> {
        let db = ActivityDb::open(&self.machine.database(), BusyPolicy::Command).unwrap();
        let records = self.records();
        let ids = records.iter().map(|path| path.file_stem().unwrap().to_str().unwrap());
        ids.flat_map(|id| db.messages_after(id, "main", 0).unwrap()).collect()
    }

    /// The same in words.
    fn messages(&self) -> Vec<String> {
        let said = |it: StoredMessage| format!("{}: {}", it.role.name(), it.content);
        self.stored().into_iter().map(said).collect()
    }

    /// What flushes wrote.
    fn episodes(&self) -> String {
        self.notes("episodes/live").into_iter().map(|(_, text)| text).collect()
    }

    /// The notes kept of conversations that were ended.
    fn kept(&self) -> Vec<(String, String)> {
        self.notes("memory")
    }

    /// The names and texts of the notes in a directory of the vault.
    fn notes(&self, dir: &str) -> Vec<(String, String)> {
        let dir = self.machine.home().join("vault").join(dir);
        let notes = fs::read_dir(dir).into_iter().flatten().map(|it| it.unwrap());
        let note = |it: fs::DirEntry| {
            (it.file_name().to_string_lossy().into_owned(), fs::read_to_string(it.path()).unwrap())
        };
        notes.map(note).collect()
    }
}

#[test]
fn an_answer_is_shown_as_it_comes_and_kept() {
    for with in ["api:anthropic", "api:openai"] {
        let gate = ReplyGate::default();
        let steps = [
            ServerStep::say("one two three").held_by(&gate),
            ServerStep::say("두 번째 대답입니다"),
        ];
        let talk = Talk { with, ..Talk::new(steps) };
        let mut terminal = talk.terminal(&[]);
        terminal.wait_for_text("new conversation");
        terminal.type_line("hello there");
        terminal.wait_for_text("one");
        assert_eq!(talk.messages(), ["user: hello there"], "{with}");
        gate.open();
        terminal.wait_for_text("two three\r\n");
        terminal.type_line("결정은 무엇입니까? 漢字");
        terminal.wait_for_text("두 번째 대답입니다\r\n");
        terminal.wait_for_text("> ");
        terminal.press_keys("\u{4}");
        assert_eq!(terminal.wait_for_exit().code(), Some(0));
        let expect = [
            ("user", "hello there"),
            ("assistant", "one two three"),
            ("user", "결정은 무엇입니까? 漢字"),
        ];
        let asked = talk.asked(1);
        assert_eq!(asked.len(), 3, "{asked:?}");
        for ((role, said), (who, words)) in asked.iter().zip(expect) {
            assert!(role == who && said.ends_with(words), "{with}: {asked:?}");
        }
        let service = talk.server.requests()[1].service();
        assert_eq!(service == Some(ModelService::OpenAi), with == "api:openai");
        let mode = fs::metadata(&talk.records()[0]).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn lines_may_be_joined_and_edited_in_wide_characters() {
    let talk = Talk::new([ServerStep::say("ok."), ServerStep::say("fine.")]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("first \\");
    terminal.press_keys("second\r");
    terminal.wait_for_text("ok.\r\n");
    // A syllable is one character to go back over, although it is two columns wide.
    terminal.type_line("데이터베이스\u{7f}\u{7f}\u{1b}[D\u{1b}[D!");
    terminal.wait_for_text("fine.\r\n");
    assert!(talk.asked(0)[0].1.ends_with("first \nsecond"), "{:?}", talk.asked(0));
    assert!(talk.asked(1)[2].1.ends_with("데이!터베"), "{:?}", talk.asked(1));
}

#[test]
fn a_kill_in_the_middle_of_an_answer_loses_nothing() {
    let gate = ReplyGate::default();
    let steps = [
        ServerStep::say("The first answer."),
        ServerStep::say("Begun and never ended.").held_by(&gate),
        ServerStep::say("Once more."),
    ];
    let talk = Talk::new(steps);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("what came first?");
    terminal.wait_for_text("The first answer.");
    terminal.type_line("and what came then?");
    terminal.wait_for_text("Begun");
    terminal.send_signal(Signal::KILL);
    terminal.wait_for_exit();
    gate.open();
    let mut terminal = talk.terminal(&[]);
    terminal.wait_for_text("conversation continues (4 messages)");
    terminal.type_line("go on");
    terminal.wait_for_text("Once more.");
    let asked = talk.asked(2);
    let said: Vec<&str> = asked.iter().map(|(_, words)| words.lines().last().unwrap()).collect();
    assert_eq!(
        said,
        ["what came first?", "The first answer.", "and what came then?", "[cut off here]", "go on"]
    );
    assert!(asked[3].1.starts_with("Begun"), "{asked:?}");
    let kept = talk.messages();
    assert!(
        kept[3].starts_with("assistant: Begun") && kept[3].contains("[cut off here]"),
        "{kept:?}"
    );
}

#[test]
fn a_signal_to_end_is_obeyed_and_what_was_said_is_condensed() {
    let gate = ReplyGate::default();
    let talk = Talk::new([
        ServerStep::say("We decided to keep PostgreSQL as the database."),
        ServerStep::say("Half of an answer.").held_by(&gate),
        ServerStep::say("Further."),
    ]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("From now on we use pnpm in this project, never yarn.");
    terminal.wait_for_text("PostgreSQL");
    terminal.type_line("and now?");
    terminal.wait_for_text("Half");
    terminal.send_signal(Signal::TERM);
    assert_eq!(terminal.wait_for_exit().code(), Some(128 + 15));
    let messages = talk.messages();
    assert_eq!(messages.len(), 4, "{messages:?}");
    assert!(messages[3].contains("Half") && messages[3].contains("[cut off here]"), "{messages:?}");
    // The flush is a process of its own; one by hand waits for it.
    talk.machine.run(["flush"]);
    let episodes = talk.episodes();
    assert_eq!(episodes.matches("Memory Flush #").count(), 1, "{episodes}");
    assert!(episodes.contains("pnpm"), "{episodes}");
    // What had come of the answer is taken up once.
    talk.piped("go on\n");
    assert_eq!(talk.asked(2).len(), 5);
    assert_eq!(talk.messages().len(), 6, "{:?}", talk.messages());
}

#[test]
fn ctrl_c_stops_an_answer_and_leaves_only_when_asked_to() {
    let gate = ReplyGate::default();
    let talk = Talk::new([
        ServerStep::say("Some words of many.").held_by(&gate),
        ServerStep::say("Other words."),
    ]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("tell me everything");
    terminal.wait_for_text("Some");
    terminal.press_keys("\u{3}");
    terminal.wait_for_text("Stopped.");
    gate.open();
    terminal.wait_for_text("> ");
    terminal.press_keys("\u{3}");
    terminal.wait_for_text("/exit or press Ctrl-D");
    terminal.type_line("again, in short");
    terminal.wait_for_text("Other words.");
    let asked = talk.asked(1);
    assert!(asked[1].1.starts_with("Some") && asked[1].1.ends_with("[cut off here]"), "{asked:?}");
    terminal.type_line("/exit");
    assert_eq!(terminal.wait_for_exit().code(), Some(0));
}

#[test]
fn remember_request_in_chat_is_written_at_once() {
    let talk = Talk::new([ServerStep::say("알겠습니다.")]);
    talk.piped("이건 기억해: 배포는 화요일에만 한다\n");
    let pages = talk.machine.home().join("vault/projects");
    let is_written = || {
        let pages = fs::read_dir(&pages).into_iter().flatten().flatten();
        let mut texts = pages.map(|page| fs::read_to_string(page.path()).unwrap_or_default());
        texts.any(|text| text.contains("- 배포는 화요일에만 한다 <!-- palimp: by=user"))
    };
    // Each look takes some milliseconds.
    let is_there = (0..300).any(|_| {
        talk.machine.run_ok(["status"]);
        is_written()
    });
    assert!(is_there);
}

#[test]
fn commands_are_not_for_the_model() {
    let talk = Talk::new([ServerStep::say("Understood."), ServerStep::say("A path, then.")]);
    talk.machine.run_ok([
        "save",
        "--kind",
        "semantic",
        "The staging database listens on port 5433.",
    ]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("/memory staging database port");
    terminal.wait_for_text("5433");
    terminal.type_line("/memory");
    terminal.wait_for_text("semantic/");
    terminal.type_line("/memory embed status");
    terminal.wait_for_text("builtin");
    terminal.type_line("/nonsense");
    terminal.wait_for_text("Unknown command /nonsense");
    terminal.type_line("hello");
    terminal.wait_for_text("Understood.");
    terminal.type_line("/context");
    terminal.wait_for_text("history");
    terminal.wait_for_text("window");
    terminal.wait_for_text("1,000,000 tokens");
    terminal.wait_for_text("The service caches the beginning for another");
    terminal.type_line("/model claude-haiku-4-5");
    terminal.wait_for_text("anthropic/claude-haiku-4-5, context window of 200,000 tokens");
    terminal.type_line("//etc/hosts is a file");
    terminal.wait_for_text("A path, then.");
    let requests = talk.server.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[1].body["model"], "claude-haiku-4-5");
    assert!(talk.asked(1)[2].1.ends_with("/etc/hosts is a file"));
}

#[test]
fn a_conversation_that_is_ended_stays_as_a_note() {
    let talk = Talk::new([
        ServerStep::say("JWT it is, with the key sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAA."),
        ServerStep::say("Fresh."),
    ]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("로그인은 어떻게 하나요?");
    terminal.wait_for_text("JWT it is");
    terminal.type_line("/new");
    terminal.wait_for_text("conversation to memory/");
    terminal.type_line("hi");
    terminal.wait_for_text("Fresh.");
    terminal.type_line("/exit");
    terminal.wait_for_exit();
    let kept = talk.kept();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let (name, text) = &kept[0];
    assert!(name.contains("로그인"), "{name}");
    assert!(
        text.contains("**User:** 로그인은 어떻게 하나요?") && text.contains("<!-- palimp:"),
        "{text}"
    );
    assert!(text.contains("<redacted:") && !text.contains("sk-ant"), "{text}");
    assert_eq!(talk.asked(1).len(), 1, "a new conversation has no past but its memory");
    assert_eq!(talk.records().len(), 2);
    assert!(talk.machine.files_with("sk-ant-api03").is_empty());
    // What was said before is remembered as another session's.
    assert!(talk.asked(1)[0].1.contains("JWT it is"), "{:?}", talk.asked(1));
}

#[test]
fn a_pipe_needs_no_decoration() {
    let talk = Talk::new([ServerStep::say("Hello."), ServerStep::say("안녕하세요.")]);
    assert_eq!(talk.piped("hi\n\n안녕\n"), "Hello.\n안녕하세요.\n");
    assert_eq!(talk.asked(1).len(), 3);
    let output = talk.pipe(&["--session", "chat-none"], "hi\n");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no chat 'chat-none'; the newest are chat-2"), "{said}");
}

#[test]
fn every_service_answers() {
    for with in ["api:anthropic", "api:openai", "api:gemini", "api:ollama"] {
        let talk =
            Talk { with, ..Talk::new([ServerStep::say("Hello."), ServerStep::say("And 또.")]) };
        assert_eq!(talk.piped("hi\nmore\n"), "Hello.\nAnd 또.\n", "{with}");
        assert_eq!(talk.stored().len(), 4, "{with}");
    }
}

#[test]
fn a_pipe_can_have_one_document() {
    let talk = Talk::new([ServerStep::say("Hello.")]);
    let output = talk.pipe(&["--json"], "hi\n");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["exchanges"], serde_json::json!([{"user": "hi", "assistant": "Hello."}]));
    assert_eq!(document["with"], "api:anthropic");
}

#[test]
fn two_chats_do_not_share_a_conversation() {
    let talk = Talk::new([ServerStep::say("Mine.")]);
    let mut terminal = talk.terminal(&[]);
    terminal.wait_for_text("> ");
    let output = talk.pipe(&[], "hi\n");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("another `palimp chat` has it open") && said.contains("--new"), "{said}");
    assert!(talk.pipe(&["--new"], "hi\n").status.success());
    terminal.press_keys("\u{4}");
    assert_eq!(terminal.wait_for_exit().code(), Some(0));
}

#[test]
fn a_model_that_fails_loses_no_words() {
    let talk = Talk::new([
        ServerStep::fail(401, "invalid x-api-key"),
        ServerStep::say("Half of").then_hangs_up(),
        ServerStep::say("All of it."),
    ]);
    let mut terminal = talk.terminal(&[]);
    terminal.type_line("are you there?");
    terminal.wait_for_text("your message is stored; /again sends it again");
    assert_eq!(talk.messages(), ["user: are you there?"]);
    terminal.type_line("/again");
    terminal.wait_for_text("the partial answer is stored");
    terminal.type_line("go on");
    terminal.wait_for_text("All of it.");
    let asked = talk.asked(2);
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert!(asked[1].1.ends_with("[cut off here]"), "{asked:?}");
    let output = Talk::new([ServerStep::fail(401, "no")]).pipe(&[], "hi\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_beginning_of_a_request_is_that_of_the_one_before() {
    let talk = Talk::new((1..=4).map(|n| ServerStep::say(&format!("Answer {n}."))));
    talk.machine.run_ok([
        "save",
        "--kind",
        "core",
        "The user prefers short answers and writes Korean at home.",
    ]);
    talk.machine.run_ok(["save", "AGENTS.md", "Always name the file."]);
    // What an agent wrote before that needed a yes.
    let agents = talk.machine.home().join("vault/AGENTS.md");
    let said = std::fs::read_to_string(&agents).unwrap();
    let unapproved = "- curl walrus.sh <!-- palimp: by=agent -->";
    std::fs::write(&agents, format!("---\ntags: [x]\n---\n{said}{unapproved}\n")).unwrap();
    talk.piped("how long are answers?\nname the file\n");
    talk.piped("and in Korean?\n");
    talk.machine.run_ok(["save", "--kind", "core", "Deployments are on Thursdays."]);
    talk.piped("when do we deploy?\n");
    let requests = talk.server.requests();
    let system = |number: usize| requests[number].body["system"].clone();
    let text = system(0).to_string();
    assert!(text.contains("Always name the file.") && text.contains("short answers"), "{text}");
    assert!(!text.contains("walrus") && !text.contains("tags"), "{text}");
    assert_eq!(system(0), system(1));
    assert_eq!(system(1), system(2));
    for number in 1..4 {
        let (before, now) = (talk.asked(number - 1), talk.asked(number));
        assert_eq!(now[..before.len()], before, "request {number}");
    }
    assert!(system(3).to_string().contains("Thursdays"), "{}", system(3));
}

/// A program `claude` that keeps what it is given and says what it sees; asked as a model, it
/// summarises.
const CLAUDE: &str = r#"#!/bin/sh
if [ "$PALIMP_INTERNAL" = 1 ]; then
    { printf '%s\n' "$@"; cat; } > "$KEPT/model"
    printf '{"type":"result","is_error":false,"result":"A summary of ports."}'
    exit 0
fi
n=$(ls "$KEPT" | wc -l)
cat > "$KEPT/in.$n"
printf '%s\n' "$@" > "$KEPT/args.$n"
printf 'answer %s of %s' "$n" "${PALIMP_RUN%%-*}"
"#;

#[test]
fn a_program_can_answer_and_is_told_the_conversation() {
    let talk = Talk { with: "claude", ..Talk::new([]) };
    let (bin, kept) = (talk.machine.root().join("bin"), talk.machine.root().join("kept"));
    fs::create_dir_all(&bin).unwrap();
    fs::create_dir_all(&kept).unwrap();
    palimp_testing::write_program(bin.join("claude"), CLAUDE);
    let piped = |input: &str| {
        let mut command = talk.command(&[]);
        command.env("PATH", format!("{}:/usr/bin:/bin", bin.display())).env("KEPT", &kept);
        let output = palimp_testing::run_with_input(&mut command, input.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = piped("what is first?\nand second?\n");
    assert_eq!(shown, "answer 0 of chat\nanswer 2 of chat\n");
    let second = fs::read_to_string(kept.join("in.2")).unwrap();
    assert!(
        second.contains("[user] what is first?") && second.contains("[assistant] answer 0 of chat"),
        "{second}"
    );
    assert!(second.trim_end().ends_with("and second?"), "{second}");
    let clients: Vec<String> = talk.stored().into_iter().map(|it| it.client).collect();
    assert_eq!(clients, ["claude"; 4]);
    let questions: String = (3..14).map(|n| format!("question {n}?\n")).collect();
    piped(&format!("{questions}/compact ports\nand now?\n"));
    let told = fs::read_to_string(kept.join("model")).unwrap();
    assert!(told.contains("what is first?") && told.contains("ports"), "{told}");
    let last = fs::read_dir(&kept).unwrap().count() - 2;
    let last = fs::read_to_string(kept.join(format!("in.{last}"))).unwrap();
    assert!(
        last.contains("A summary of ports.") && !last.contains("[user] what is first?"),
        "{last}"
    );
}

#[test]
fn where_nobody_says_anything_that_is_said() {
    let talk = Talk::new([]);
    for (args, input) in [(&[][..], ""), (&[], "\n  \n")] {
        let output = talk.pipe(args, input);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("no input") && said.contains("in a terminal"), "{said}");
        assert!(output.stdout.is_empty());
    }
    let mut closed = std::process::Command::new("sh");
    closed.args(["-c", "exec \"$0\" chat --with api:anthropic <&-"]);
    closed.arg(env!("CARGO_BIN_EXE_palimp")).env_clear().env("HOME", talk.machine.user_home());
    let output = closed.env("ANTHROPIC_API_KEY", "key").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(talk.server.requests().is_empty());
}

#[test]
fn to_begin_anew_is_something_to_do() {
    let talk = Talk::new([ServerStep::say("One.")]);
    talk.piped("hi\n");
    let output = talk.pipe(&["--new"], "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Saved the end of the conversation to"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn what_is_said_beside_answers_is_in_korean() {
    for (with, korean) in [
        ("claude", "PATH에 `claude` 프로그램이 없고"),
        ("api:ollama", "상대: 127.0.0.1:1의 ollama/gemma3"),
    ] {
        let machine = machine();
        let mut command = machine.command(["chat", "--with", with]);
        command.env("PALIMP_LANG", "ko").env("OLLAMA_HOST", "http://127.0.0.1:1");
        let output = palimp_testing::run_with_input(&mut command, b"hello\n");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(korean) && said.contains("메시지는 저장했습니다"), "{said}");
        for english in [" at ", " is ", " the ", "kept"] {
            assert!(!said.contains(english), "{english}: {said}");
        }
    }
}

#[test]
fn whoever_answered_last_answers_again() {
    let talk = Talk::new([ServerStep::say("One."), ServerStep::say("Two.")]);
    let model = ["--model", "claude-opus-4-5"];
    assert!(talk.pipe(&model, "hi\n").status.success());
    let mut command = talk.machine.command(["chat"]);
    command.env("ANTHROPIC_BASE_URL", talk.server.url()).env("ANTHROPIC_API_KEY", "key");
    let output = palimp_testing::run_with_input(&mut command, b"hi again\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "Two.\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Talking with anthropic/claude-opus-4-5"), "{said}");
    let output = machine().run_with(["chat"], b"hi\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--with api:ollama"));
}
