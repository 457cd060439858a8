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
const SIZE: (u16, u16) = (84, 17);

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
    failure: &'static str,
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
    about: "A terminal: what agents did, a decision that is saved and found by other words, what a \
            prompt is told, and hits that are chosen from on the screen",
    failure: "Exit code 1\nError: no database on port 5433",
    decision: "we deploy on Tuesdays, never on Fridays, because nobody is on call over the weekend",
    question: "may I deploy on friday?",
    procedure: "to deploy, tag the release, then run `make release`",
    choice: "deploy",
};

#[cfg(target_os = "linux")]
const KOREAN: Story = Story {
    file: "terminal.ko.svg",
    lang: "ko",
    about: "터미널: 에이전트가 한 일, 적어 둔 결정을 다른 말로 찾기, 프롬프트에 알려 주는 것, 화면에서 고르기",
    failure: "Exit code 1\nError: 포트 5433에 데이터베이스가 없음",
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
    let failed = machine.claude_payload(
        "PostToolUseFailure",
        "s",
        json!({ "tool_name": "Bash", "tool_input": { "command": "npm test" }, "error": story.failure }),
    );
    machine.hook("claude", &failed);
    machine.hook_bash("s", "docker compose up -d db", "started");
    machine.hook_bash("s", "npm test", "12 passed");
    let Story { decision, question, .. } = story;
    let commands: [&[&str]; 3] = [
        &["recent"],
        &["save", "--kind", "decision", "--project", ".", decision],
        &["search", question],
    ];
    let mut screen = screen::Screen::new(SIZE);
    let mut screens = Vec::new();
    for args in commands {
        screen.take(&ran(&machine, story, args));
        screens.push(screen.clone());
    }
    let mut screen = screen::Screen::new(SIZE);
    screen.take(&ran(&machine, story, &["context", "--prompt", question]));
    screens.push(screen);
    machine.run_ok(["save", "--kind", "procedure", story.procedure]);
    screens.push(chosen(&machine, story));
    screens
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
    // The last thing of every frame.
    let frame = terminal.wait_for_text("\x1b[?2026l");
    terminal.press_keys("\x1b");
    assert!(terminal.wait_for_exit().success());
    let mut screen = screen::Screen::new(SIZE);
    screen.take(&frame);
    screen
}
