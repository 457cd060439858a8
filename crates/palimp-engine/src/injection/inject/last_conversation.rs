//! Last conversation, for a session whose first prompt goes back to it.

use palimp_core::settings::Preset;
use palimp_core::text::prefix;
use palimp_rank::analysis::fold_case;

use super::{Context, ContextBuilder};
use crate::retrieval::index_sync::Error;

/// Length of the prompt's beginning that is searched for a reference to earlier work, in bytes.
const MAX_PROMPT_PREFIX_BYTES: usize = 200;
/// Phrases of a prompt that resumes earlier work.
const RESUME_PHRASES: [&str; 17] = [
    "continue", "carry on", "go on", "keep going", "pick up", "left off", "where were we",
    "last time", "last session", "previous session", "yesterday", "이어서", "이어가", "지난번",
    "저번", "어제", "마저",
];
/// Verbs after 계속 that ask to continue; with other verbs it says that something happens again and
/// again.
const RESUME_VERBS: [&str; 12] = [
    "해", "해라", "하자", "하죠", "할게", "합시다", "진행해", "진행하자", "가자", "작업하자",
    "부탁해", "ㄱㄱ",
];

impl ContextBuilder<'_> {
    /// Adds the conversation that a session's first prompt refers to.
    pub(super) fn add_earlier_conversation(
        &self,
        prompt: &str,
        context: &mut Context,
    ) -> Result<(), Error> {
        let start = fold_case(prefix(prompt, MAX_PROMPT_PREFIX_BYTES));
        if self.preset() == Preset::Lean && goes_back(&start) {
            self.add_history(&crate::messages::prompt_refers_back(), context)?;
        }
        Ok(())
    }
}

/// Returns true if a prompt, in the letters that terms are made of, goes on from an earlier session.
fn goes_back(prompt: &str) -> bool {
    RESUME_PHRASES.iter().any(|said| prompt.contains(said)) || asks_to_go_on(prompt)
}

/// Returns true for `계속해`, `계속 진행해줘` and a bare `계속`, but not for `서버가 계속 죽어요`.
fn asks_to_go_on(prompt: &str) -> bool {
    let asks = |words: &[&str], at: usize| {
        let Some(rest) = words[at].strip_prefix("계속") else { return false };
        let verb = match rest {
            "" | "해서" => words.get(at + 1).copied(),
            verb => Some(verb),
        };
        let is_verb = |verb: &str| RESUME_VERBS.iter().any(|asks| asks_for(verb, asks));
        verb.map_or(at == 0, is_verb)
    };
    prompt.split(['.', ',', '!', '?', '\n']).any(|sentence| {
        let words = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        (0..words.len()).any(|at| asks(&words, at))
    })
}

/// Returns true if a verb is one that asks, in a form that may be more polite: `진행해주세요`.
fn asks_for(verb: &str, asks: &str) -> bool {
    let polite = ["", "요", "줘", "줘요", "주세요", "주실래요", "봐", "드려요"];
    verb.strip_prefix(asks).is_some_and(|rest| polite.contains(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_to_go_on_goes_back() {
        for prompt in [
            "계속",
            "계속해",
            "계속. 이제 테스트 추가해줘",
            "계속해서 진행해줘",
            "고마워, 계속해줘",
            "계속 진행해주세요",
            "이어서 계속",
            "please continue",
        ] {
            assert!(goes_back(prompt), "{prompt}");
        }
    }

    #[test]
    fn trouble_that_goes_on_does_not_go_back() {
        for prompt in [
            "서버가 계속 죽어요",
            "에러가 계속",
            "계속 해봐도 안 돼요",
            "계속해서 에러가 나요",
            "테스트 하나가 계속 실패하는데 봐줘",
            "로그가 계속 쌓여",
        ] {
            assert!(!goes_back(prompt), "{prompt}");
        }
    }
}
