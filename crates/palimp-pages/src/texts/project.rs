//! Texts of a project's page.

use super::PageText;

texts! {
    NO_PROJECTS: "No agent has worked in a project yet. What is learned of one appears here.", "아직 에이전트가 일한 프로젝트가 없습니다. 프로젝트에 대해 알게 된 것이 여기에 나타납니다.";
    NO_PAGE: "Nothing is known of it yet. Lines come from its sessions some time after they end, and from `palimp save` in its directory.", "아직 아는 것이 없습니다. 세션이 끝나고 얼마 뒤에 줄이 생기고, 프로젝트 디렉터리에서 `palimp save`로도 적을 수 있습니다.";
    KNOWN: "What is known", "아는 것";
    LAST_WORKED: "Last worked in", "마지막으로 일한 때";
    WHOLE_NOTE: "the whole note", "노트 전체";
    RULES: "Rules", "규칙";
    DECISIONS: "Decisions", "결정";
    SET_UP: "Set-up", "환경";
    COMMANDS: "Commands", "명령";
    PITFALLS: "Pitfalls", "함정";
    OPEN: "Open", "남은 일";
    HELD_ELSEWHERE: "Rules from other notes", "다른 노트에 있는 규칙";
    FROM_HABIT: "from what you ask in session after session", "세션마다 하는 부탁에서";
    BY_YOU: "you", "나";
    BY_TEAM: "team", "팀";
    BY_AGENT: "agent", "에이전트";
    BY_IMPORT: "import", "가져옴";
    BY_TOOL: "tool", "도구";
    STRUCK: "struck", "그음";
    STRUCK_ON: "struck on {}", "{}에 그음";
    SUPERSEDED: "superseded", "다른 줄이 대신함";
    SUPERSEDED_ON: "superseded on {}", "{}에 다른 줄이 대신함";
    IS_ALWAYS: "always told", "늘 알림";
    IS_NEVER: "never told", "알리지 않음";
    CHANGE: "Change", "바꾸기";
    WORDS: "Text", "내용";
    STRIKE: "Strike through", "긋기";
    ALWAYS: "Always tell", "늘 알리기";
    ALWAYS_NO_MORE: "Stop always telling", "늘 알리기 그만두기";
    NEVER: "Never tell", "알리지 않기";
    NEVER_NO_MORE: "Tell it again", "다시 알리기";
    LEAVE: "Cancel", "취소";
    CHANGE_DOES: "A struck line stays readable, and no session is told it. “Always tell” tells it at the start of every session here. “Never tell” keeps the line and tells it to no session.", "그은 줄은 읽을 수 있게 남고 세션에는 알리지 않습니다. ‘늘 알리기’는 이 프로젝트의 세션이 시작할 때마다 알립니다. ‘알리지 않기’는 줄은 두고 세션에만 알리지 않습니다.";
    DID_EDIT: "Saved; the line is yours now. Its earlier text is in the note's history.", "저장했습니다. 이제 직접 쓴 줄입니다. 전의 내용은 노트의 내력에 있습니다.";
    DID_STRIKE: "Struck through. No session is told it any more.", "그었습니다. 이제 어느 세션에도 알리지 않습니다.";
    DID_ALWAYS: "Every session here is told it at its start from now on. The line is in MEMORY.md.", "이제 여기서 시작하는 세션마다 알립니다. MEMORY.md에 있습니다.";
    DID_NEVER: "No session is told it from now on. The line is in never.md.", "이제 어느 세션에도 알리지 않습니다. never.md에 있습니다.";
    DID_UNDO: "Taken back.", "되돌렸습니다.";
    LINE_CHANGED: "This line changed while you looked at it, or is gone. Nothing was written. The page shows the lines as they are now.", "보는 동안 이 줄이 바뀌었거나 사라졌습니다. 아무것도 적지 않았으며, 지금 내용을 보여 드립니다.";
    YOU_WROTE: "You wrote:", "쓴 글:";
    LINE_EMPTY: "A line cannot be empty. Strike it through if it no longer holds.", "줄을 비울 수 없습니다. 더 맞지 않으면 그으세요.";
    NEXT_START: "What the next session is told", "다음 세션에 알려 줄 것";
    NEXT_START_IS: "At its start, as `palimp context` prints it: {} of at most {} [character|characters]. More comes with its prompts, files and commands.", "시작할 때 `palimp context`가 보여 주는 그대로 알립니다: {}자(많아야 {}자). 질문, 파일, 명령에 따라 더 알립니다.";
    NEXT_NOTHING: "Nothing would be told at its start.", "시작할 때 알릴 것이 없습니다.";
    RECENT_TOLD: "What recent sessions were told", "최근 세션에 알려 준 것";
    RECENT_NOTHING: "No session here was told anything yet.", "여기서는 아직 세션에 알려 준 것이 없습니다.";
    ALL_TOLD: "All that was told", "알려 준 것 모두";
    TOLD_TIMES: "told {} [time|times]", "{}번 알림";
}
