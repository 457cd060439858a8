//! A short prompt that asks to run something: "how do we run the tests?", "start the server", "테스트 돌려줘".

use super::command_kind::{has_command_word, is_run};

/// A longer prompt asks for more than to run something, in characters.
const MAX_REQUEST_CHARS: usize = 160;
/// Words before the verb of a request, and verbs with which it begins.
const LEADING_WORDS: [&str; 12] =
    ["please", "ok", "okay", "now", "and", "then", "let's", "lets", "can", "could", "you", "just"];
const REQUEST_VERBS: [&str; 7] =
    ["test", "build", "compile", "lint", "deploy", "typecheck", "migrate"];
/// Words that ask to run something, and those that ask for what is named beside them.
const RUN_VERBS: [&str; 6] = ["run", "rerun", "execute", "start", "launch", "restart"];
const KOREAN_RUN_VERBS: [&str; 4] = ["돌려", "돌리", "실행", "켜줘"];
const KOREAN_REQUEST_PHRASES: [&str; 5] = ["어떻게", "해줘", "해 줘", "해주세요", "하자"];
/// Words of a prompt for what is run, and prefixes of the words of such commands.
const COMMAND_WORD_PREFIXES: [(&str, &str); 24] = [
    ("test", "test"),
    ("test", "nextest"),
    ("tests", "test"),
    ("tests", "nextest"),
    ("build", "build"),
    ("compile", "build"),
    ("lint", "lint"),
    ("linter", "lint"),
    ("format", "format"),
    ("fmt", "fmt"),
    ("typecheck", "type"),
    ("deploy", "deploy"),
    ("check", "check"),
    ("checks", "check"),
    ("benchmark", "bench"),
    ("migrate", "migrate"),
    ("테스트", "test"),
    ("테스트", "nextest"),
    ("빌드", "build"),
    ("컴파일", "build"),
    ("린트", "lint"),
    ("배포", "deploy"),
    ("포맷", "format"),
    ("마이그레이션", "migrate"),
];

/// Request to run something, as prefixes of words of its commands; none for the project itself.
pub(super) struct RunRequest(Vec<&'static str>);

impl RunRequest {
    /// Parses a prompt; none if it asks for something else.
    pub(super) fn parse(prompt: &str) -> Option<RunRequest> {
        if prompt.chars().count() > MAX_REQUEST_CHARS {
            return None;
        }
        let asked = prompt.to_lowercase();
        let words = asked.split_whitespace();
        let words: Vec<&str> =
            words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
        let says = |word: &str| match word.is_ascii() {
            true => words.contains(&word),
            false => asked.contains(word),
        };
        let first =
            words.iter().find(|word| !LEADING_WORDS.contains(word)).copied().unwrap_or_default();
        let named: Vec<_> = COMMAND_WORD_PREFIXES
            .iter()
            .filter(|(word, _)| says(word))
            .map(|(_, does)| *does)
            .collect();
        let runs = RUN_VERBS.iter().chain(&KOREAN_RUN_VERBS).any(|word| says(word));
        let asks = says("how")
            || KOREAN_REQUEST_PHRASES.iter().any(|word| says(word))
            || REQUEST_VERBS.contains(&first);
        (runs || asks && !named.is_empty()).then_some(RunRequest(named))
    }

    /// Returns true for a command that does it.
    pub(super) fn is_for(&self, command: &str) -> bool {
        if self.0.is_empty() { is_run(command) } else { has_command_word(command, &self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_request_names_its_commands() {
        for (prompt, command) in [
            ("how do we run the tests?", "go test ./..."),
            ("ok, build it", "npm run build"),
            ("테스트 돌려줘", "cargo nextest run -p test"),
            ("start the dev server", "pnpm dev"),
        ] {
            let request = RunRequest::parse(prompt).expect(prompt);
            assert!(request.is_for(command) && !request.is_for("cargo clippy"), "{prompt}");
        }
    }

    #[test]
    fn other_prompts_ask_to_run_nothing() {
        let long = format!("run it on {}", "each of the fixtures, ".repeat(12));
        for prompt in [
            "fix the failing tests",
            "please check if registration is allowed for drafts",
            "get rid of @apps/shop-start/hero.tsx",
            "how does the parser recover?",
            "테스트를 고쳐",
            &long,
        ] {
            assert!(RunRequest::parse(prompt).is_none(), "{prompt}");
        }
    }
}
