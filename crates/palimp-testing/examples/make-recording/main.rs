//! Makes the recordings of a terminal in `docs/pictures`: real runs of the program that is named, in a
//! home that goes, each in a pseudo-terminal.
//!
//! `make-recording PALIMP DIRECTORY`

#[cfg(target_os = "linux")]
mod screen;
#[cfg(target_os = "linux")]
mod svg;

/// Columns and rows of the terminal.
#[cfg(target_os = "linux")]
const SIZE: (u16, u16) = (84, 14);

#[cfg(target_os = "linux")]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, palimp, dir] = args.as_slice() else {
        panic!("make-recording PALIMP DIRECTORY");
    };
    for story in [&ENGLISH, &KOREAN] {
        let path = std::path::Path::new(dir).join(story.file);
        std::fs::write(&path, svg::of(&recorded(palimp, story), story.about)).expect("a picture");
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    panic!("recordings are made on Linux");
}

/// What is recorded, in one language.
#[cfg(target_os = "linux")]
struct Story {
    file: &'static str,
    lang: &'static str,
    /// What the picture says to whoever does not see it.
    about: &'static str,
    /// Rule that the user lays down in the first session.
    rule: &'static str,
    failure: &'static str,
    /// Heading of the first screen, and of those that show what a hook answers.
    monday: &'static str,
    fails_again: &'static str,
    breaks_rule: &'static str,
    decision: &'static str,
    question: &'static str,
    /// How something else is done.
    procedure: &'static str,
    /// What is typed to choose by.
    choice: &'static str,
}

#[cfg(target_os = "linux")]
const ENGLISH: Story = Story {
    file: "terminal.svg",
    lang: "en",
    about: "A terminal: what an agent did on Monday; what palimp tells the next session when the same \
            test fails, and before a command breaks a rule; a saved decision found by other words; an \
            interactive search",
    rule: "We use pnpm here, never npm, because the lock file is pnpm's.",
    failure: "Exit code 1\nError: no database on port 5433",
    monday: "# Monday, in Claude Code: a test fails, and the agent finds out why",
    fails_again: "# Tuesday, a new session: `pnpm test` fails. palimp tells the agent:",
    breaks_rule: "# The agent is about to run `npm install zod`. palimp tells it:",
    decision: "we deploy on Tuesdays, never on Fridays, because nobody is on call over the weekend",
    question: "may I deploy on friday?",
    procedure: "to deploy, tag the release, then run `make release`",
    choice: "deploy",
};

#[cfg(target_os = "linux")]
const KOREAN: Story = Story {
    file: "terminal.ko.svg",
    lang: "ko",
    about: "터미널: 월요일에 에이전트가 한 일, 다음 세션에서 같은 테스트가 실패할 때와 규칙을 어기기 직전에 palimp가 \
            에이전트에게 알려 주는 것, 다른 말로 찾은 결정, 화면에서 고르는 검색",
    rule: "여기서는 항상 pnpm을 쓰고 npm은 쓰지 마. 잠금 파일이 pnpm 것이야.",
    failure: "Exit code 1\nError: 포트 5433에 데이터베이스가 없음",
    monday: "# 월요일, Claude Code: 테스트가 실패하고 에이전트가 이유를 찾아냅니다",
    fails_again: "# 화요일, 새 세션: `pnpm test`가 실패합니다. palimp가 에이전트에게 알립니다:",
    breaks_rule: "# 에이전트가 `npm install zod`를 실행하려 합니다. palimp가 알립니다:",
    decision: "배포는 화요일에 하고 금요일에는 하지 않는다. 주말에 당직이 없기 때문이다",
    question: "금요일에 배포해도 돼?",
    procedure: "배포할 때는 태그를 달고 `make release`를 실행한다",
    choice: "배포",
};

/// The screens of a story, one after the other.
#[cfg(target_os = "linux")]
fn recorded(palimp: &str, story: &Story) -> Vec<screen::Screen> {
    use palimp_testing::Machine;
    use serde_json::json;

    let machine = Machine::new(std::path::absolute(palimp).expect("a path"));
    let hook = |event: &str, session: &str, fields: serde_json::Value| {
        machine.hook("claude", &machine.claude_payload(event, session, fields))
    };
    let fails = |session: &str| {
        let input = json!({ "command": "pnpm test" });
        let fields = json!({ "tool_name": "Bash", "tool_input": input, "error": story.failure });
        hook("PostToolUseFailure", session, fields)
    };
    hook("UserPromptSubmit", "monday", json!({ "prompt": story.rule }));
    fails("monday");
    machine.hook_bash("monday", "docker compose up -d db", "started");
    machine.hook_bash("monday", "pnpm test", "12 passed");
    let recent = format!("{}\r\n{}", dimmed(story.monday), ran(&machine, story, &["recent"]));
    hook("SessionEnd", "monday", json!({ "reason": "exit" }));
    machine.run_ok(["flush"]);
    hook("SessionStart", "tuesday", json!({ "source": "startup" }));
    let again = format_injected(story.fails_again, &fails("tuesday"));
    let install = json!({ "tool_name": "Bash", "tool_input": { "command": "npm install zod" } });
    let rule = format_injected(story.breaks_rule, &hook("PreToolUse", "tuesday", install));
    let Story { decision, question, .. } = story;
    let saved = ran(&machine, story, &["save", "--kind", "decision", "--project", ".", decision]);
    let found = ran(&machine, story, &["search", question]);
    machine.run_ok(["save", "--kind", "procedure", story.procedure]);
    let screen = |texts: &[String]| {
        let mut screen = screen::Screen::new(SIZE);
        screen.take(&texts.join("\r\n"));
        screen
    };
    vec![
        screen(&[recent]),
        screen(std::slice::from_ref(&again)),
        screen(&[again, rule]),
        screen(&[saved, found]),
        chosen(&machine, story),
    ]
}

/// Formats what a hook injects, below a heading.
#[cfg(target_os = "linux")]
fn format_injected(heading: &str, answer: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(answer).expect("an answer");
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a context");
    let lines = context.lines().filter(|line| line.starts_with(['#', '-']));
    let lines: Vec<&str> = lines.collect();
    format!("{}\r\n{}\r\n", dimmed(heading), lines.join("\r\n"))
}

#[cfg(target_os = "linux")]
fn dimmed(text: &str) -> String {
    format!("\x1b[2m{text}\x1b[0m")
}

#[cfg(target_os = "linux")]
fn command(
    machine: &palimp_testing::Machine,
    story: &Story,
    args: &[&str],
) -> std::process::Command {
    let mut command = machine.command(args);
    command.env("PALIMP_LANG", story.lang).env("TERM", "xterm-256color");
    command
}

/// A command as it is typed, and what it shows.
#[cfg(target_os = "linux")]
fn ran(machine: &palimp_testing::Machine, story: &Story, args: &[&str]) -> String {
    let quoted = |arg: &&str| match arg.contains([' ', '?']) {
        true => format!("\"{arg}\""),
        false => (*arg).to_owned(),
    };
    let call = args.iter().map(quoted).collect::<Vec<_>>().join(" ");
    let (columns, rows) = SIZE;
    let mut terminal = palimp_testing::terminal::TestTerminal::with_size(
        command(machine, story, args),
        columns,
        rows,
    );
    let shown = terminal.wait_for_rest();
    assert!(terminal.wait_for_exit().success(), "{shown}");
    format!("\x1b[1;32m$\x1b[0m palimp {call}\r\n{shown}")
}

/// A choice in the middle of being made.
#[cfg(target_os = "linux")]
fn chosen(machine: &palimp_testing::Machine, story: &Story) -> screen::Screen {
    let (columns, rows) = SIZE;
    let command = command(machine, story, &["search", "-i", story.choice]);
    let mut terminal = palimp_testing::terminal::TestTerminal::with_size(command, columns, rows);
    // The number of hits, which the first frame has not yet, and the last thing of every frame.
    let frame = terminal.wait_for_text("1/2") + "1/2" + &terminal.wait_for_text("\x1b[?2026l");
    terminal.press_keys("\x1b");
    assert!(terminal.wait_for_exit().success());
    let mut screen = screen::Screen::new(SIZE);
    screen.take(&frame);
    screen
}
