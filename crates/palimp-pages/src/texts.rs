//! Texts of the pages, in English and Korean. A blank is `{}`; blanks are filled in order. Behind a
//! blank, `[note|notes]` is its first word if the value is 1, else its second.

use std::fmt::Display;

use palimp_core::lang::Lang;

/// A text in both languages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageText {
    en: &'static str,
    ko: &'static str,
}

impl PageText {
    pub(crate) fn in_language(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ko => self.ko,
        }
    }

    pub(crate) fn fill_blanks(self, lang: Lang, values: &[&dyn Display]) -> String {
        let mut values = values.iter();
        let mut parts = self.in_language(lang).split("{}");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let value = values.next().map(ToString::to_string).unwrap_or_default();
            filled.push_str(&value);
            push_numbered(&mut filled, part, value == "1");
        }
        filled
    }
}

/// Appends the words behind a number, with the form of each `[one|many]` that fits it.
fn push_numbered(filled: &mut String, words: &str, is_one: bool) {
    let mut rest = words;
    while let Some((before, (inside, behind))) =
        rest.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?)))
    {
        let (one, many) = inside.split_once('|').unwrap_or((inside, inside));
        filled.push_str(before);
        filled.push_str(if is_one { one } else { many });
        rest = behind;
    }
    filled.push_str(rest);
}

/// A text that no page says is dead code, of which the compiler complains.
macro_rules! texts {
    ($($name:ident: $en:literal, $ko:literal;)*) => {
        $(pub(crate) const $name: PageText = PageText { en: $en, ko: $ko };)*
        #[cfg(test)]
        pub(super) const EVERY: &[(&str, PageText)] = &[$((stringify!($name), $name),)*];
    };
}

pub(crate) mod hub;
pub(crate) mod project;

texts! {
    // The frame.
    PAGES: "Pages", "페이지";
    MENU: "Menu", "메뉴";
    GROUP_MEMORY: "Memory", "기억";
    GROUP_ACTIVITY: "Activity", "활동";
    GROUP_SYSTEM: "System", "시스템";
    LANGUAGE: "Language", "언어";
    SKIP: "Skip to the content", "본문으로 건너뛰기";
    FOOT: "Served by this machine, to you alone.", "이 컴퓨터에서 나에게만 보이는 페이지입니다.";
    FOOT_AGENT: "Memory of agent {}.", "에이전트 {}의 기억입니다.";
    NOW: "Now", "현황";
    SEARCH: "Search", "검색";
    SESSIONS: "Sessions", "세션";
    TOLD: "Injections", "주입 기록";
    NOTES: "Notes", "노트";
    HEALTH: "Health", "상태";
    SETTINGS: "Settings", "설정";
    TROUBLE: "Cannot show this page", "이 페이지를 표시할 수 없습니다";
    MISSING: "Not found. It may have been deleted.", "찾을 수 없습니다. 삭제되었을 수 있습니다.";
    ALL: "All", "전체";
    MORE: "More", "더 보기";
    SHOW: "Show", "보기";

    // Time.
    JUST_NOW: "just now", "방금";
    TODAY: "today", "오늘";
    YESTERDAY: "yesterday", "어제";
    MINUTES_AGO: "{} min ago", "{}분 전";
    HOURS_AGO: "{} h ago", "{}시간 전";
    SECONDS: "{} s", "{}초";
    MINUTES: "{} min", "{}분";
    HOURS: "{} h {} min", "{}시간 {}분";

    // Moments.
    PROMPT: "Prompt", "프롬프트";
    REPLY: "Reply", "답변";
    STEP: "Progress", "진행";
    PLAN: "Plan", "계획";
    SHORTENED: "Summary so far", "여기까지의 요약";
    EDIT: "Edit", "편집";
    COMMAND: "Command", "명령";
    FAILURE: "Failure", "실패";
    OBSERVATION: "Observation", "관찰";
    OBSERVATIONS: "Observations", "관찰";
    MESSAGES: "Messages", "메시지";
    COMMITS: "Commits", "커밋";

    // Now.
    WELL: "All checks pass.", "모두 정상입니다.";
    LEFT_TO_YOU: "{} [item needs|items need] your attention.", "확인할 항목이 {}개 있습니다.";
    NOT_INJECTED: "Injection is off: see inject.preset, inject.maxChars and inject.sections.", "주입이 꺼져 있습니다. inject.preset, inject.maxChars, inject.sections를 확인하세요.";
    NOT_CAPTURED: "Capture and injection are off: memory.enabled is false.", "캡처와 주입이 꺼져 있습니다. memory.enabled가 false입니다.";
    LAST_CAPTURE: "Last capture", "마지막 캡처";
    UNDER_WAY: "Active sessions", "진행 중인 세션";
    STREAM: "Live activity", "실시간 활동";
    NOTHING_YET: "Nothing captured yet. The activity of agents appears here automatically.", "아직 캡처한 것이 없습니다. 에이전트의 활동이 여기에 자동으로 표시됩니다.";
    TO_CONDENSE: "{} [message|messages] of {} [session|sessions] to summarise", "요약 대기: 메시지 {}개(세션 {}개)";
    TO_REVIEW: "{} [proposal|proposals] to review", "검토할 제안 {}개";
    EXCLUDED: "Excluded: {}", "제외: {}";
    SPOOLED: "{} [capture|captures] not yet in the database", "아직 데이터베이스에 없는 캡처 {}개";
    TOKENS_TODAY: "{} of {} tokens used today", "오늘 사용한 토큰 {} / {}개";

    // Search.
    LOOK_FOR: "Query", "검색어";
    SOURCE: "Source", "출처";
    PROJECT: "Project", "프로젝트";
    CLIENT: "Client", "에이전트";
    TYPE: "Type", "종류";
    SINCE: "Since", "시작일";
    FILTERS: "Filters", "필터";
    ASK: "Search notes, activity and conversations.", "노트, 활동, 대화를 검색합니다.";
    FOUND: "{} found", "결과 {}개";
    BY: "by {}", "작성: {}";
    WHY: "Why this result?", "이 결과가 나온 이유";
    BY_MEANING: "similar meaning", "뜻이 비슷함";
    AUTHOR: "Author", "작성자";
    AUTHOR_AGENT: "agent", "에이전트";
    AUTHOR_IMPORT: "import", "가져오기";
    AUTHOR_TOOL: "tool", "도구";
    AUTHOR_TEAM: "team", "팀";
    RETIRED: "retired notes", "보관된 노트";
    WHY_NOT: "Why is a note missing?", "노트가 결과에 없나요?";
    WHY_FOUND: "The note is among the results.", "결과에 있는 노트입니다.";
    WHY_MISSING: "No such note.", "노트가 없습니다.";
    WHY_NOT_INDEXED: "The note is not in the index.", "색인에 없는 노트입니다.";
    WHY_HIDDEN: "Filtered out by:", "제외한 필터:";
    WHY_UNLIKE: "The note matches the query neither by words nor by meaning.", "단어로도 의미로도 검색어와 맞지 않는 노트입니다.";
    WHY_RANKED: "Its best passage ranks {}; scores below {} are not shown.", "가장 관련 있는 구절이 {}위이며, 점수가 {}보다 낮으면 표시하지 않습니다.";
    WHY_LACKS: "Query words not in the note:", "노트에 없는 검색어:";
    PART_SCORE: "score", "점수";
    PART_WORDS: "words", "단어";
    PART_VECTORS: "meaning", "의미";
    PART_EXACT: "exact match", "정확히 일치";
    PART_RECENT: "recency", "최신";
    PART_HERE: "this project", "이 프로젝트";
    PART_IMPORTANCE: "importance", "중요도";
    PART_KIND: "kind of note", "노트 종류";

    // Sessions.
    NO_PROMPT: "Session without a prompt", "프롬프트 없는 세션";
    NO_SESSIONS: "No sessions captured.", "캡처한 세션이 없습니다.";
    FILES: "{} [file|files]", "파일 {}개";
    SUMMARY: "Summary", "요약";
    CONDENSED: "Episodes", "에피소드";
    CONVERSATION: "Conversation", "대화";

    // Told.
    USED_MEANS: "A passage counts as used if the agent wrote a name from it that had not occurred in the session before. Use without a name is not detected.", "세션에 없던 이름을 에이전트가 구절에서 가져다 쓰면 사용한 것으로 봅니다. 이름 없이 참고한 것은 알 수 없습니다.";
    NOTHING_TOLD: "Nothing injected yet.", "아직 주입한 것이 없습니다.";
    AT_START: "at session start", "세션 시작 시";
    AT_PROMPT: "with a prompt", "프롬프트와 함께";
    BEFORE_TOOL: "before a tool", "도구 실행 전";
    AFTER_TOOL: "after a tool", "도구 실행 후";
    AFTER_FAILURE: "after a failure", "실패 후";
    BEFORE_COMPACTION: "before compaction", "압축 전";
    AT_SUBAGENT: "to a sub-agent", "하위 에이전트에";
    PALIMP_TOLD: "palimp injected", "palimp가 주입함";
    WHAT_WAS_TOLD: "Injected text", "주입한 내용";
    USED_OF: "{} of {} used · {} [character|characters]", "{}개 사용(전체 {}개) · {}자";
    OPENED_OF: "opened {} of {} [pointer|pointers]", "포인터 {}개 열람(전체 {}개)";
    USED_BY: "used: {}", "사용: {}";
    NOT_USED: "no use seen", "사용 흔적 없음";
    NEVER_AGAIN: "Never inject again", "다시 주입하지 않기";
    ALWAYS_TELL: "Always inject", "항상 주입하기";
    TOLD_NEVER: "Never injected", "주입하지 않음";
    TOLD_ALWAYS: "Always injected", "항상 주입";
    TAKE_BACK: "Undo", "되돌리기";
    WISHED: "Saved. It applies from the next injection.", "저장했습니다. 다음 주입부터 적용됩니다.";

    // Notes.
    VAULT: "vault", "볼트";
    FOLDERS: "Folders", "폴더";
    NO_NOTES: "No notes here.", "노트가 없습니다.";
    NOTES_BELOW: "{} [note|notes]", "노트 {}개";
    READ: "Read", "읽기";
    RAW: "Source", "원문";
    BACKLINKS: "Linked from", "이 노트를 링크한 노트";
    CODE: "Anchored code", "연결된 코드";
    CODE_FRESH: "unchanged", "변경 없음";
    CODE_MOVED: "unchanged, moved to {}", "변경 없음, {}(으)로 이동";
    CODE_CHANGED: "code changed: {} %", "코드 변경: {}%";
    CODE_GONE: "code deleted", "코드 삭제됨";
    CODE_UNKNOWN: "unknown from here", "여기서는 알 수 없음";
    HISTORY: "History", "이력";
    CHANGED: "Changed", "바뀜";
    EDIT_THIS: "Edit", "편집";
    EDIT_NOTE: "Edit {}", "{} 편집";
    WHAT_IT_SAYS: "Text (Markdown)", "내용(마크다운)";
    PREVIEW: "Preview", "미리 보기";
    NOTE_SAVED: "Saved. The previous text is in the history.", "저장했습니다. 이전 내용은 이력에 있습니다.";
    TAKEN_OUT: "Secrets of {} [kind was|kinds were] redacted before saving.", "저장하기 전에 비밀 정보 {}종류를 가렸습니다.";
    RESTORE: "Restore the text before this change", "이 변경 전으로 복원";
    MET: "This note changed while you edited it. Nothing is saved yet.", "편집하는 동안 노트가 바뀌었습니다. 아직 저장하지 않았습니다.";
    THEIR_CHANGE: "Other change", "다른 변경";
    YOUR_CHANGE: "Your change", "내 변경";
    TOGETHER: "Both changes", "두 변경 모두";
    BOTH_CHANGES: "Text with both changes", "두 변경을 합친 내용";
    SAME_LINES: "Both change the same or neighbouring lines: choose one, or merge them by hand.", "같은 줄이나 이웃한 줄이 바뀌었습니다. 하나를 고르거나 직접 병합하세요.";
    YOURS_ALONE: "Only your change", "내 변경만";
    IN_ITS_PLACE: "Your text; saving replaces the other change", "내가 쓴 내용. 저장하면 다른 변경을 덮어씁니다";

    // Review.
    REVIEW: "Review", "검토";
    NO_PROPOSALS: "No proposals to review.", "검토할 제안이 없습니다.";
    REVIEW_KEYS: "Keys: j next proposal, k previous, a accept, r reject, e edit.", "단축키: j 다음 제안, k 이전 제안, a 승인, r 거절, e 편집.";
    ACCEPTED: "Accepted {}.", "{}: 승인했습니다.";
    REJECTED: "Rejected {}. It will not be proposed again.", "{}: 거절했습니다. 다시 제안하지 않습니다.";
    ACCEPT: "Accept", "승인";
    ACCEPT_EDITED: "Accept this text", "이 내용으로 승인";
    REJECT: "Reject", "거절";
    IN_OTHER_WORDS: "Edit", "편집";
    WORDS: "Text", "내용";
    WHY_SOUL: "It describes how the agent should behave, which you decide.", "에이전트의 행동 방식에 관한 내용이라 직접 결정해야 합니다.";
    WHY_CONTRADICTION: "It contradicts a line that you wrote.", "직접 쓴 줄과 모순됩니다.";
    WHY_FORGET: "An agent asks to delete this, and did not write all of it.", "에이전트가 삭제를 요청했지만, 전부 에이전트가 쓴 것은 아닙니다.";
    WHY_IMPORTED: "It was imported, and an earlier version attributed it to you.", "가져온 줄인데 이전 버전이 직접 쓴 것으로 표시했습니다.";
    WHY_ALWAYS: "It would be injected into every session, and you did not write it.", "직접 쓰지 않았는데 모든 세션에 주입되는 줄입니다.";
    WHY_REWORK: "Current rules would not write these lines, or would write them elsewhere.", "현재 규칙으로는 쓰지 않거나 다른 곳에 쓸 줄입니다.";
    WHY_CONFLICT: "Two machines changed the same line. Accept keeps the line above and removes the other; reject keeps both.", "두 컴퓨터에서 같은 줄을 바꾸었습니다. 승인하면 위의 줄만 남기고, 거절하면 둘 다 남깁니다.";
    STALE: "Facts whose code has changed", "코드가 바뀐 사실";
    STALE_ARE: "The code behind these facts has changed. Are they still true?", "이 사실들이 가리키는 코드가 바뀌었습니다. 아직 맞는지 확인하세요.";
    CODE_CONFIRM: "Still true", "아직 맞음";
    CODE_RETIRE: "No longer true", "더 이상 맞지 않음";
    CODE_OTHERWISE: "Replace…", "바꾸기…";
    CODE_INSTEAD: "Replacement", "바꿀 내용";
    CODE_SUPERSEDE: "Replace", "바꾸기";
    CODE_CONFIRMED: "Still true: the anchors were updated.", "아직 맞음: 앵커를 업데이트했습니다.";
    CODE_SUPERSEDED: "Replaced. The old line is struck through above the new one.", "바꿨습니다. 이전 줄은 새 줄 위에 취소선으로 남습니다.";
    CODE_RETIRED: "Moved to archive/stale.md.", "archive/stale.md로 옮겼습니다.";
    SAID_IN: "said {} in", "{}에 언급:";
    ASKED_ON: "requested on {}", "{}에 요청";
    STRIKES: "Strikes through", "취소선을 그을 줄";

    // Teams.
    TEAM: "Team", "팀";
    TEAM_ARE: "Facts that a team approved, verified on this machine by signature.", "팀이 승인하고 이 컴퓨터에서 서명으로 검증한 사실입니다.";
    NO_TEAM: "No team has been joined. Join one with `palimp team join URL`.", "참여한 팀이 없습니다. `palimp team join URL`로 참여하세요.";
    TEAM_STATE: "Facts: {}; verified up to {}", "사실 {}개, {}까지 검증함";
    TEAM_CHECKED: "Checked", "확인";
    TEAM_REACHED: "reached", "연결";
    TEAM_SYNC: "Sync now", "지금 동기화";
    TEAM_SYNCED: "Synced and verified.", "동기화하고 검증했습니다.";
    TEAM_PROPOSALS: "Proposals", "제안";
    TEAM_NEW_MEMBER: "New member {}, {}, with key {}", "새 구성원 {}, {}, 키 {}";
    TEAM_FURTHER_KEY: "Another key for the existing member {}: {}. The owner of key {} acts as that member.", "기존 구성원 {}의 추가 키: {}. 키 {}의 소유자는 그 구성원으로 활동합니다.";
    TEAM_LEFT_OUT: "{} more are not shown: decide on these first, or open one with `palimp team review ID`.", "{}개가 더 있습니다. 이것부터 결정하거나 `palimp team review ID`로 여세요.";
    TEAM_NO_PROPOSALS: "No proposals.", "제안이 없습니다.";
    TEAM_FACTS: "Facts", "사실";
    TEAM_NO_FACTS: "No facts.", "사실이 없습니다.";
    TEAM_EVERYWHERE: "in every project", "모든 프로젝트";
    TEAM_LOG: "Landed changes", "반영된 변경";
    TEAM_NO_LOG: "Nothing verified yet.", "아직 검증한 것이 없습니다.";
    TEAM_MEMBERS: "Members", "구성원";
    TEAM_REVOKED: "revoked", "취소됨";
    TEAM_QUARANTINE: "Quarantine", "격리";
    TEAM_QUARANTINED: "commit {} and all after it: {}", "커밋 {} 및 그 뒤 전부: {}";
    TEAM_SOON: "Expiring soon", "곧 만료됨";
    TEAM_BY: "proposed by {}, approved by {}", "{} 제안, {} 승인";
    TEAM_ANEW: "history rewritten by {}", "이력을 다시 씀: {}";
    TEAM_APPROVALS: "{} of {} [approval|approvals]", "승인 {} / {}";
    TEAM_EXPIRES: "expires on {}", "{} 만료";
    TEAM_EXPIRED: "expired on {}", "{} 만료됨";
    TEAM_BEGINS: "valid from {}", "{}부터 유효";
    TEAM_REPLACED: "superseded by {}", "대체한 사실: {}";
    TEAM_SAME: "duplicates", "중복:";
    TEAM_AGAINST: "contradicts", "모순:";
    TEAM_ALLOWS: "allows: {}", "허용: {}";
    TEAM_FINDING: "{}, line {} looks like a secret or personal data: {}", "{} {}번째 줄이 비밀 정보나 개인 정보로 보입니다: {}";
    TEAM_NO_LANDING: "cannot land: {}", "반영할 수 없음: {}";
    TEAM_WAITS: "Not pushed yet.", "아직 푸시하지 않았습니다.";
    TEAM_MINE: "You proposed it.", "직접 제안했습니다.";
    TEAM_MY_YES: "You approved it.", "직접 승인했습니다.";
    TEAM_NOT_YOURS: "Your approval does not count here.", "이 제안에서는 승인이 인정되지 않습니다.";
    TEAM_NEW: "new", "추가";
    TEAM_GOES: "deleted", "삭제";
    TEAM_APPROVE: "Approve", "승인";
    TEAM_REJECT: "Reject", "거절";
    TEAM_WHY: "Reason", "이유";
    TEAM_APPROVED: "Approved {}; more approvals are needed.", "{}: 승인했습니다. 승인이 더 필요합니다.";
    TEAM_LANDED: "Approved and landed {}.", "{}: 승인되어 반영했습니다.";
    TEAM_REJECTED: "Rejected {}; its proposer sees the reason.", "{}: 거절했습니다. 제안자에게 이유가 표시됩니다.";

    // Time.
    TIME: "Trends", "추이";
    DAYS: "Sessions by day", "일별 세션";
    DAYS_ARE: "{} to {}, one square per day; darker means more sessions ended.", "{}부터 {}까지, 한 칸이 하루입니다. 짙을수록 그날 끝난 세션이 많습니다.";
    AS_TABLE: "As a table", "표로 보기";
    SESSIONS_OF: "{}, sessions: {}", "{}: 세션 {}개";
    RETURNED: "Recurring failures", "반복된 실패";
    NONE_RETURNED: "No failure occurred in two sessions.", "두 세션에서 반복된 실패가 없습니다.";
    MET_IN: "{} [time|times] in {} [session|sessions]", "{}번 발생(세션 {}개)";
    ENDED_BY: "Resolved: the command succeeded", "해결됨(명령 성공):";
    NOT_ENDED: "Not resolved yet.", "아직 해결되지 않았습니다.";
    CAME_FROM: "Cause, according to the agent:", "에이전트가 밝힌 원인:";
    TOUCHED: "Most used files", "가장 많이 사용한 파일";
    IN_SESSIONS: "sessions: {}", "세션 {}개";
    DAY: "Day", "날짜";

    // Tokens.
    TOKENS: "Tokens", "토큰";
    TOKENS_MEAN: "From the transcripts of the clients. Prices are list prices; plans differ.", "에이전트의 트랜스크립트에서 집계합니다. 가격은 정가이며 요금제에 따라 다릅니다.";
    SUM_BY: "By", "기준";
    BY_DAY: "Day", "날짜";
    BY_MODEL: "Model", "모델";
    BY_SESSION: "Session", "세션";
    INPUT: "Input", "입력";
    OUTPUT: "Output", "출력";
    CACHE_READ: "Cache read", "캐시 읽기";
    CACHE_WRITE: "Cache write", "캐시 쓰기";
    LIST_PRICE: "List price", "정가";
    REQUESTS: "Requests", "요청";
    IN_ALL: "Total", "합계";
    UNKNOWN: "unknown", "알 수 없음";
    NO_REQUESTS: "No requests.", "요청이 없습니다.";
    NO_PRICE: "No known price for {}; requests: {}.", "{}의 가격을 알 수 없습니다: 요청 {}개.";
    PRICES_READ: "List prices in US dollars, as of {}.", "미국 달러 정가, {} 기준.";
    COLD: "Cache misses", "캐시 미스";
    COLD_MEANS: "Requests with an expired cache: {}. Tokens sent again: {}.", "캐시가 만료된 요청 {}개에서 토큰 {}개를 다시 보냈습니다.";
    COLD_TIMES: "Count", "횟수";
    COLD_TOKENS: "Tokens", "토큰";
    LIKELY_CAUSE: "Likely cause", "추정 원인";
    THE_LAST: "Latest", "최근";
    CAUSE_COMPACTION: "the conversation was compacted", "대화 압축";
    CAUSE_MODEL: "another model", "다른 모델";
    CAUSE_PREFIX: "the system prompt or the tools changed", "시스템 프롬프트나 도구 변경";
    CAUSE_IDLE: "idle for longer than the cache lifetime", "캐시 유지 시간보다 오래 쉼";
    CAUSE_UNKNOWN: "unknown", "알 수 없음";
    OWN_SHARE: "palimp's share", "palimp의 몫";
    OWN_TOLD: "Injected {} [time|times], {} [character|characters]: about {} [token|tokens] (estimated)", "주입 {}번, {}자: 약 {}토큰(추정)";
    OWN_TOOLS: "Tool definitions, {} characters: about {} tokens in each session with them (estimated)", "도구 정의 {}자: 도구가 있는 세션마다 약 {}토큰(추정)";
    OWN_DISTILLER: "Summariser {}: {} [call|calls], {} [token|tokens] in and {} out (measured)", "요약 모델 {}: 호출 {}번, 입력 {}토큰, 출력 {}토큰(측정값)";
    READ_FROM: "Sources", "출처";
    TRANSCRIPTS: "{}: {} [transcript|transcripts], {}", "{}: 트랜스크립트 {}개, {}";

    // Health.
    STATE_WELL: "ok", "정상";
    STATE_MENDED: "fixed", "해결됨";
    STATE_OPEN: "to do", "할 일";
    STATE_WRONG: "error", "오류";
    MEND: "Fix", "해결";
    SIZES: "Sizes", "크기";
    LOOKED_AT: "Database and index checked", "데이터베이스와 색인 확인:";
    LAST_ERRORS: "Latest errors", "최근 오류";
    SECRETS: "Secrets", "비밀 정보";
    SECRETS_ARE: "Scans captures, notes, their history and conversations for stored secrets. Secrets are not shown.", "캡처, 노트, 이력, 대화에 저장된 비밀 정보를 찾습니다. 비밀 정보는 표시하지 않습니다.";
    SCAN: "Scan for secrets", "비밀 정보 찾기";
    SCAN_FIX: "Redact findings", "찾은 것 가리기";
    NO_SECRETS: "No secrets found.", "비밀 정보가 없습니다.";
    SECRETS_FOUND: "Secrets are stored on disk. Rotate these credentials.", "비밀 정보가 디스크에 저장되어 있습니다. 자격 증명을 교체하세요.";
    SECRETS_TAKEN_OUT: "Redacted. Rotate these credentials all the same: they were on disk.", "가렸습니다. 디스크에 있었으니 자격 증명을 교체하세요.";
    SECRETS_IN_NOTES: "Remove secrets in notes yourself. They are not in the index.", "노트의 비밀 정보는 직접 지우세요. 색인에는 없습니다.";
    TIMES: "{} [time|times]", "{}번";
    AT_WORK: "Running …", "실행 중 …";

    // Forgetting.
    WOULD_FORGET: "Preview deletion", "삭제 미리 보기";
    FORGET_WHAT: "To be deleted", "삭제할 항목";
    FORGET_NOW: "Delete permanently", "완전히 삭제";
    FORGOTTEN: "Deleted", "삭제했습니다";
    FORGET_OUTSIDE: "Also found where palimp changes nothing:", "palimp가 변경하지 않는 곳에도 있습니다:";
    FORGET_UNDONE: "This cannot be undone, and imports do not bring it back.", "되돌릴 수 없으며, 다시 가져와도 복원되지 않습니다.";
    FORGET_COUNTS: "lines of notes: {}, earlier versions: {}, observations: {}, messages: {}, conversations: {}, other places: {}", "노트의 줄 {}, 이전 버전 {}, 관찰 {}, 메시지 {}, 대화 {}, 기타 {}";

    // Settings.
    SAVED: "Saved {}.", "{}: 저장했습니다.";
    SET_BY_YOU: "Set by you; the default is {}.", "직접 설정한 값입니다. 기본값: {}.";
    SAVE: "Save", "저장";
    ALL_SETTINGS: "All settings", "모든 설정";
    SET_COUNT: "{} set by you", "직접 설정한 값 {}개";
    SECTION_FLUSH: "Summaries", "요약";
    SECTION_CAPTURE: "Capture", "캡처";
    SECTION_INJECT: "Injected context", "주입";
    SECTION_AGENTS: "Agents", "에이전트";
    SECTION_PROJECTS: "Projects", "프로젝트";
    SECTION_SYNC: "Sync between machines", "컴퓨터 간 동기화";
    SECTION_EMBEDDING: "Embedder", "임베더";
    SECTION_COMPACTION: "Compaction in palimp chat", "palimp chat의 대화 압축";
    SECTION_PRUNING: "Context pruning in palimp chat", "palimp chat의 컨텍스트 정리";
    SECTION_SESSION: "Sessions of palimp chat", "palimp chat의 세션";
    SECTION_REDACTION: "Redaction", "민감 정보 가리기";
    SECTION_DASHBOARD: "Dashboard", "대시보드";
    SECTION_HUB: "Hub", "허브";
    UNSET: "Use the default", "기본값 사용";

    // The index.
    INDEX: "Index", "색인";
    INDEX_UPKEEP: "Index maintenance", "색인 관리";
    INDEX_HOLDS: "{} [chunk|chunks] of {} [document|documents], {}; without a vector: {}", "청크 {}개(문서 {}개), {}, 벡터가 없는 청크 {}개";
    EMBEDDER: "Embedder: {}", "임베더: {}";
    TRY_EMBEDDER: "Test the embedder", "임베더 테스트";
    TRIED: "Answered in {} ms.", "{}ms 만에 응답했습니다.";
    STILL_TO_DO: "Remaining: {} [chunk|chunks], about {} [token|tokens], about {}", "남은 작업: 청크 {}개, 약 {}토큰, {}";
    COSTS: "about ${}", "약 ${}";
    COSTS_NOTHING: "No known price, or it runs on this machine.", "가격을 알 수 없거나 이 컴퓨터에서 실행합니다.";
    REBUILD: "Rebuild", "새로 만들기";
    REINDEX_DOES: "Adds new and changed notes and sessions to the index.", "새로 생기거나 바뀐 노트와 세션을 색인합니다.";
    REINDEX_VECTORS_DOES: "Also computes missing vectors now, instead of in the background.", "빠진 벡터도 백그라운드를 기다리지 않고 지금 계산합니다.";
    REBUILD_DOES: "Deletes the index and makes it again from notes and sessions. Use it if the index is damaged.", "색인을 지우고 노트와 세션에서 다시 만듭니다. 색인이 손상되었을 때 사용하세요.";
    TRY_EMBEDDER_DOES: "Asks the embedder for one vector and estimates the cost of the missing ones.", "임베더에 벡터 하나를 요청하고, 빠진 벡터를 계산하는 비용을 추정합니다.";

    // Clients.
    CLIENTS: "Connections", "에이전트 연결";
    NO_CLIENTS: "No agents found on this machine.", "이 컴퓨터에서 찾은 에이전트가 없습니다.";
    CLIENTS_ARE: "Agents found on this machine.", "이 컴퓨터에서 찾은 에이전트입니다.";
    WOULD_WRITE: "Preview changes", "변경 미리 보기";
    NOTHING_TO_WRITE: "Nothing to change.", "변경할 것이 없습니다.";
    INSTALL: "Connect", "연결하기";
    UNINSTALL: "Disconnect", "연결 끊기";
    UNINSTALL_DOES: "Removes what palimp wrote to these files; the rest stays unchanged:", "이 파일에서 palimp가 쓴 부분만 제거하고 나머지는 그대로 둡니다:";
    WHAT_WAS_DONE: "Changes made", "변경 내역";
    FILE_CREATED: "new file", "새 파일";
    FILE_EDITED: "changed", "바뀜";
    FILE_REMOVED: "deleted", "삭제";
    FILE_UNCHANGED: "unchanged", "변경 없음";
    FILE_KEPT: "skipped", "건너뜀";

    // Work that takes long.
    REINDEX: "Reindex", "다시 색인";
    WORK_AT: "{}: {} of {}", "{}: {} (전체 {})";
    WORK_DONE: "Done.", "완료했습니다.";
    INDEXED: "notes added: {}, removed: {}; chunks with vectors: {}", "추가한 노트 {}개, 제거한 노트 {}개, 벡터가 있는 청크 {}개";

    // Homes.
    HOMES: "Other homes", "다른 홈";
    HOME: "Home", "홈";
    HOMES_ARE: "A home is a directory that holds a memory. Listed are ~/.palimp* and those in dashboard.homes. Other homes are read and never written to.", "홈은 기억을 저장한 디렉터리입니다. ~/.palimp*와 dashboard.homes에 있는 홈을 표시합니다. 다른 홈은 읽기만 하고 쓰지 않습니다.";
    THIS_HOME: "this home", "이 홈";
    HOME_READABLE: "readable", "읽을 수 있음";
    HOME_OLDER: "written by an older palimp", "이전 버전의 홈";
    HOME_NEWER: "written by a newer palimp", "더 새 버전의 홈";
    HOME_BROKEN: "database unreadable; notes readable", "데이터베이스를 읽을 수 없음, 노트는 읽을 수 있음";
    HOME_UNREADABLE: "unreadable", "읽을 수 없음";
    INDEXED_THERE: "indexed there", "그 홈에 색인 있음";
    INDEXED_HERE: "indexed here", "이 홈에 색인 있음";
    NOT_INDEXED: "not indexed", "색인 없음";
    LACKING: "not indexed: {}", "색인 안 된 노트 {}개";
    REINDEX_HOMES: "Indexes for other homes are stored in this home.", "다른 홈의 색인은 이 홈에 저장합니다.";
    REINDEX_VECTORS: "Reindex with vectors", "벡터까지 다시 색인";
    FROM_LINE: "From line {}", "{}번째 줄부터";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_there_in_both_languages() {
        let is_korean = |c: char| ('가'..='힣').contains(&c);
        for (name, text) in EVERY.iter().chain(hub::EVERY).chain(project::EVERY) {
            assert!(!text.en.is_empty() && !text.en.contains(is_korean), "{name}");
            assert!(text.ko.contains(is_korean), "{name}");
        }
    }

    #[test]
    fn a_text_has_the_same_blanks_in_both() {
        for (name, text) in EVERY.iter().chain(hub::EVERY).chain(project::EVERY) {
            assert_eq!(text.en.matches("{}").count(), text.ko.matches("{}").count(), "{name}");
            assert!(!text.en.replace("{}", "").contains(['{', '}']), "{name}");
            let forms = text.en.matches('[').count();
            assert_eq!([']', '|'].map(|sign| text.en.matches(sign).count()), [forms; 2], "{name}");
            assert!(!text.ko.contains(['[', '|']), "{name}");
        }
    }

    #[test]
    fn words_behind_a_number_are_of_that_number() {
        let said = |lang, sessions: u64| TO_CONDENSE.fill_blanks(lang, &[&1, &sessions]);
        assert_eq!(said(Lang::En, 1), "1 message of 1 session to summarise");
        assert_eq!(said(Lang::En, 2), "1 message of 2 sessions to summarise");
        assert_eq!(said(Lang::Ko, 2), "요약 대기: 메시지 1개(세션 2개)");
        assert_eq!(NOTES_BELOW.fill_blanks(Lang::En, &[&0]), "0 notes");
        assert_eq!(NOTES_BELOW.fill_blanks(Lang::En, &[&11]), "11 notes");
    }

    #[test]
    fn what_fills_a_blank_is_not_filled_itself() {
        assert_eq!(HOURS.fill_blanks(Lang::En, &[&"{}", &5]), "{} h 5 min");
        assert_eq!(SAVED.fill_blanks(Lang::En, &[&"[a|b]"]), "Saved [a|b].");
    }
}
