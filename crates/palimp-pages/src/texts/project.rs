//! Texts of a project's page.

use super::PageText;

texts! {
    NO_PROJECTS: "No agent has worked in a project yet. What is learned about projects appears here.", "아직 에이전트가 작업한 프로젝트가 없습니다. 프로젝트에 대해 알게 된 내용이 여기에 표시됩니다.";
    NO_PAGE: "Nothing known yet. Lines are added some time after sessions end, and by `palimp save` in its directory.", "아직 내용이 없습니다. 세션이 끝나고 얼마 뒤에, 또는 프로젝트 디렉터리에서 `palimp save`를 실행하면 줄이 추가됩니다.";
    KNOWN: "Known facts", "아는 내용";
    LAST_WORKED: "Last session", "마지막 세션";
    WHOLE_NOTE: "the whole note", "노트 전체";
    RULES: "Rules", "규칙";
    DECISIONS: "Decisions", "결정";
    SET_UP: "Setup", "환경";
    COMMANDS: "Commands", "명령";
    PITFALLS: "Pitfalls", "함정";
    OPEN: "Open tasks", "남은 일";
    HELD_ELSEWHERE: "Rules from other notes", "다른 노트에 있는 규칙";
    FROM_HABIT: "from requests you repeat across sessions", "여러 세션에서 반복한 요청";
    BY_YOU: "you", "나";
    BY_TEAM: "team", "팀";
    BY_AGENT: "agent", "에이전트";
    BY_IMPORT: "import", "가져옴";
    BY_TOOL: "tool", "도구";
    STRUCK: "struck through", "취소선";
    STRUCK_ON: "struck through on {}", "{}에 취소선";
    SUPERSEDED: "superseded", "대체됨";
    SUPERSEDED_ON: "superseded on {}", "{}에 대체됨";
    IS_ALWAYS: "always injected", "항상 주입";
    IS_NEVER: "never injected", "주입하지 않음";
    CHANGE: "Change", "변경";
    WORDS: "Text", "내용";
    STRIKE: "Strike through", "취소선 긋기";
    ALWAYS: "Always inject", "항상 주입";
    ALWAYS_NO_MORE: "Stop always injecting", "항상 주입 해제";
    NEVER: "Never inject", "주입하지 않기";
    NEVER_NO_MORE: "Inject again", "다시 주입";
    LEAVE: "Cancel", "취소";
    CHANGE_DOES: "A struck line stays readable and is not injected. “Always inject” adds the line to the start of every session here. “Never inject” keeps the line but injects it into no session.", "취소선을 그은 줄은 남지만 주입하지 않습니다. ‘항상 주입’은 이 프로젝트의 모든 세션을 시작할 때 주입합니다. ‘주입하지 않기’는 줄을 두고 주입만 하지 않습니다.";
    DID_EDIT: "Saved as your own line. Its earlier text is in the note's history.", "직접 쓴 줄로 저장했습니다. 이전 내용은 노트의 이력에 있습니다.";
    DID_STRIKE: "Struck through. It is no longer injected.", "취소선을 그었습니다. 더 이상 주입하지 않습니다.";
    DID_ALWAYS: "Added to MEMORY.md. It is injected at the start of every session here.", "MEMORY.md에 추가했습니다. 이 프로젝트의 세션을 시작할 때마다 주입합니다.";
    DID_NEVER: "Added to never.md. It is no longer injected.", "never.md에 추가했습니다. 더 이상 주입하지 않습니다.";
    DID_UNDO: "Undone.", "되돌렸습니다.";
    LINE_CHANGED: "This line was changed or deleted meanwhile. Nothing was saved; the page shows the current lines.", "그사이 이 줄이 바뀌었거나 삭제되었습니다. 아무것도 저장하지 않았으며, 현재 내용을 표시합니다.";
    YOU_WROTE: "Your text:", "입력한 내용:";
    LINE_EMPTY: "A line cannot be empty. Strike it through if it is no longer true.", "줄을 비울 수 없습니다. 더 이상 맞지 않으면 취소선을 그으세요.";
    NEXT_START: "Context of the next session", "다음 세션의 컨텍스트";
    NEXT_START_IS: "Injected at session start, as `palimp context` prints it: {} of at most {} [character|characters]. Prompts, files and commands add more.", "세션 시작 시 `palimp context`의 출력 그대로 주입합니다: {}자(최대 {}자). 프롬프트, 파일, 명령에 따라 더 주입합니다.";
    NEXT_NOTHING: "Nothing to inject at session start.", "세션 시작 시 주입할 것이 없습니다.";
    RECENT_TOLD: "Recent injections", "최근 주입";
    RECENT_NOTHING: "Nothing injected here yet.", "아직 주입한 것이 없습니다.";
    ALL_TOLD: "All injections", "모든 주입";
    TOLD_TIMES: "injected {} [time|times]", "{}번 주입";
}
