//! What pages say, in English and Korean. A blank is `{}`; blanks are filled in their order.

use std::fmt::Display;

use crate::lang::Lang;

/// A text in both languages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    en: &'static str,
    ko: &'static str,
}

impl Text {
    pub(crate) fn of(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ko => self.ko,
        }
    }

    pub(crate) fn filled(self, lang: Lang, values: &[&dyn Display]) -> String {
        let mut values = values.iter();
        let mut parts = self.of(lang).split("{}");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            filled.extend(values.next().map(ToString::to_string));
            filled.push_str(part);
        }
        filled
    }
}

/// A text that no page says is dead code, of which the compiler complains.
macro_rules! texts {
    ($($name:ident: $en:literal, $ko:literal;)*) => {
        $(pub(crate) const $name: Text = Text { en: $en, ko: $ko };)*
        #[cfg(test)]
        const EVERY: &[(&str, Text)] = &[$((stringify!($name), $name),)*];
    };
}

texts! {
    // The frame.
    PAGES: "Pages", "쪽";
    LANGUAGE: "Language", "언어";
    SKIP: "Skip to the content", "본문으로 건너뛰기";
    FOOT: "Memory of the agent {}. Everything here stays on this machine.", "에이전트 {}의 기억입니다. 여기 있는 것은 모두 이 컴퓨터에만 있습니다.";
    NOW: "Now", "지금";
    SEARCH: "Search", "찾기";
    SESSIONS: "Sessions", "세션";
    TOLD: "Told", "알려 준 것";
    NOTES: "Notes", "노트";
    HEALTH: "Health", "상태";
    SETTINGS: "Settings", "설정";
    TROUBLE: "This page cannot be shown", "이 쪽을 보여 줄 수 없습니다";
    MISSING: "There is nothing of this name, or it is gone.", "이런 이름의 것이 없거나 사라졌습니다.";
    ALL: "All", "모두";
    MORE: "More", "더 보기";
    SHOW: "Show", "보기";

    // Time.
    JUST_NOW: "just now", "방금";
    MINUTES_AGO: "{} min ago", "{}분 전";
    HOURS_AGO: "{} h ago", "{}시간 전";
    SECONDS: "{} s", "{}초";
    MINUTES: "{} min", "{}분";
    HOURS: "{} h {} min", "{}시간 {}분";

    // Moments.
    PROMPT: "Prompt", "질문";
    REPLY: "Reply", "답";
    EDIT: "Edit", "편집";
    COMMAND: "Command", "명령";
    FAILURE: "Failure", "실패";
    OBSERVATION: "Observation", "관찰";
    OBSERVATIONS: "Observations", "관찰";
    MESSAGES: "Messages", "메시지";

    // Now.
    WELL: "All is well.", "모두 정상입니다.";
    LAST_CAPTURE: "Last capture", "마지막 기록";
    UNDER_WAY: "Sessions under way", "진행 중인 세션";
    STREAM: "What happens", "일어나는 일";
    NOTHING_YET: "Nothing was captured yet. What agents do appears here by itself.", "아직 기록된 것이 없습니다. 에이전트가 하는 일이 여기 저절로 나타납니다.";
    TO_CONDENSE: "{} messages of {} sessions wait to be condensed", "메시지 {}개(세션 {}개)가 줄이기를 기다립니다";
    TO_REVIEW: "{} proposals wait for you", "제안 {}개가 결정을 기다립니다";
    SPOOLED: "{} captures wait for the database", "기록 {}개가 데이터베이스를 기다립니다";
    TOKENS_TODAY: "{} of {} tokens spent today", "오늘 토큰 {} / {}개를 썼습니다";

    // Search.
    LOOK_FOR: "Look for", "찾을 말";
    SOURCE: "Source", "출처";
    PROJECT: "Project", "프로젝트";
    CLIENT: "Client", "클라이언트";
    TYPE: "Type", "종류";
    SINCE: "Since", "이날부터";
    ASK: "Ask for what was written down, done or said.", "적어 둔 것, 한 일, 나눈 말을 찾아봅니다.";
    FOUND: "{} found", "{}개 찾음";
    BY: "by {}", "{} 씀";
    WHY: "Why this?", "왜 나왔나요?";
    PART_SCORE: "score", "점수";
    PART_WORDS: "words", "낱말";
    PART_VECTORS: "meaning", "뜻";
    PART_EXACT: "exact match", "정확히 같음";
    PART_RECENT: "recent", "최근";
    PART_HERE: "this project", "이 프로젝트";
    PART_IMPORTANCE: "importance", "중요도";
    PART_KIND: "kind of note", "노트의 종류";

    // Sessions.
    NO_SESSIONS: "No session was captured.", "기록된 세션이 없습니다.";
    FILES: "{} files", "파일 {}개";
    SUMMARY: "Summary", "요약";
    CONDENSED: "Condensed from it", "줄인 것";
    CONVERSATION: "Conversation", "대화";

    // Told.
    USED_MEANS: "A passage was used when the agent wrote a name of it that nobody had written in the session before. What an agent understands without naming it is not seen.", "세션에서 아무도 쓰지 않은 이름을 에이전트가 뒤에 썼으면 그 구절을 쓴 것으로 봅니다. 이름을 쓰지 않고 이해한 것은 알 수 없습니다.";
    NOTHING_TOLD: "No client was told anything yet.", "아직 클라이언트에 알려 준 것이 없습니다.";
    PALIMP_TOLD: "palimp told", "palimp가 알림";
    WHAT_WAS_TOLD: "What was told", "알려 준 내용";
    USED_OF: "{} of {} used, {} characters", "쓰임 {} / {}, {}자";
    USED_BY: "used: {}", "쓰임: {}";
    NOT_USED: "not seen to be used", "쓰임이 보이지 않음";

    // Notes.
    VAULT: "vault", "보관소";
    FOLDERS: "Folders", "폴더";
    NO_NOTES: "There are no notes here.", "여기에는 노트가 없습니다.";
    NOTES_BELOW: "{} notes", "노트 {}개";
    READ: "Read", "읽기";
    RAW: "As written", "쓰인 그대로";
    BACKLINKS: "Linked from", "이 노트를 가리키는 노트";
    HISTORY: "History", "내력";
    CHANGED: "Changed", "바뀜";

    // Health.
    STATE_WELL: "ok", "정상";
    STATE_MENDED: "mended", "고침";
    STATE_OPEN: "to do", "할 일";
    STATE_WRONG: "wrong", "이상";
    MEND: "Mend", "고치기";
    SIZES: "Sizes", "크기";

    // Settings.
    SAVED: "{} is saved.", "{}: 저장했습니다.";
    SET_BY_YOU: "You set it; the default is {}.", "직접 정한 값입니다. 기본값은 {}입니다.";
    DEFAULT_HOLDS: "The default holds.", "기본값입니다.";
    SAVE: "Save", "저장";
    UNSET: "Use the default", "기본값으로";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_there_in_both_languages() {
        let is_korean = |c: char| ('가'..='힣').contains(&c);
        for (name, text) in EVERY {
            assert!(!text.en.is_empty() && !text.en.contains(is_korean), "{name}");
            assert!(text.ko.contains(is_korean), "{name}");
        }
    }

    #[test]
    fn a_text_has_the_same_blanks_in_both() {
        for (name, text) in EVERY {
            assert_eq!(text.en.matches("{}").count(), text.ko.matches("{}").count(), "{name}");
            assert!(!text.en.replace("{}", "").contains(['{', '}']), "{name}");
        }
    }

    #[test]
    fn what_fills_a_blank_is_not_filled_itself() {
        assert_eq!(HOURS.filled(Lang::En, &[&"{}", &5]), "{} h 5 min");
    }
}
