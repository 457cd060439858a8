//! Story of the project that the tour makes up.

use std::path::Path;

use serde_json::json;

use palimp_core::lang::Lang;

/// Texts of the story, in one language.
pub(super) struct Story {
    /// The project's name.
    pub(super) project: &'static str,
    /// Prompt for the agent.
    prompt: &'static str,
    /// Output of the command that fails.
    failure: &'static str,
    /// Decision of a person.
    pub(super) decision: &'static str,
    /// Question about the decision, in other words.
    pub(super) question: &'static str,
    /// Line that the agent wants injected into every session.
    wish: &'static str,
    /// Text to forget.
    pub(super) forgotten: &'static str,
}

const ENGLISH_STORY: Story = Story {
    project: "bakery",
    prompt: "Why do orders of bread fail?",
    failure: "Exit code 1\nError: no database on port 5433",
    decision: "We deploy on Tuesdays, never on Fridays, because nobody is on call over the weekend",
    question: "deploying on a friday",
    wish: "Run the tests with `npm test` before every commit.",
    forgotten: "port 5433",
};

const KOREAN_STORY: Story = Story {
    project: "bakery",
    prompt: "빵 주문이 왜 실패해?",
    failure: "Exit code 1\nError: 포트 5433에 데이터베이스가 없음",
    decision: "배포는 화요일에 하고 금요일에는 하지 않는다. 주말에는 당직이 없기 때문이다",
    question: "금요일에 배포해도 돼?",
    wish: "커밋하기 전에 `npm test`로 테스트를 돌린다.",
    forgotten: "포트 5433",
};

impl Story {
    /// The story in a language.
    pub(super) const fn in_language(lang: Lang) -> Story {
        match lang {
            Lang::En => ENGLISH_STORY,
            Lang::Ko => KOREAN_STORY,
        }
    }

    /// Returns the events of Claude Code's hooks: a prompt, a failure, the command that mended it,
    /// the same test once more; each with the name of its file.
    pub(super) fn hook_events(&self, project: &Path) -> [(&'static str, String); 4] {
        let event = |text: &str, words: &str| {
            let dir = json!(project.to_string_lossy()).to_string();
            text.replace("DIRECTORY", &dir).replace("WORDS", &json!(words).to_string())
        };
        [
            ("prompt.json", event(include_str!("prompt.json"), self.prompt)),
            ("test-fails.json", event(include_str!("test-fails.json"), self.failure)),
            ("database-starts.json", event(include_str!("database-starts.json"), "")),
            ("test-passes.json", event(include_str!("test-passes.json"), "")),
        ]
    }

    /// Returns the proposal that an agent sends to the MCP server, with the name of its file.
    pub(super) fn proposal(&self) -> (&'static str, String) {
        let wish = json!(self.wish).to_string();
        ("memory_save.jsonl", include_str!("memory_save.jsonl").replace("WORDS", &wish))
    }
}
