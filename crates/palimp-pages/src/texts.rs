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
    TODAY: "today", "오늘";
    MINUTES_AGO: "{} min ago", "{}분 전";
    HOURS_AGO: "{} h ago", "{}시간 전";
    SECONDS: "{} s", "{}초";
    MINUTES: "{} min", "{}분";
    HOURS: "{} h {} min", "{}시간 {}분";

    // Moments.
    PROMPT: "Prompt", "질문";
    REPLY: "Reply", "답";
    STEP: "On the way", "도중에 한 말";
    PLAN: "Plan", "계획";
    SHORTENED: "Conversation so far", "여기까지의 대화";
    EDIT: "Edit", "편집";
    COMMAND: "Command", "명령";
    FAILURE: "Failure", "실패";
    OBSERVATION: "Observation", "관찰";
    OBSERVATIONS: "Observations", "관찰";
    MESSAGES: "Messages", "메시지";
    COMMITS: "Commits", "커밋";

    // Now.
    WELL: "All is well.", "모두 정상입니다.";
    LEFT_TO_YOU: "{} [thing is|things are] left for you to do.", "직접 할 일이 {}가지 있습니다.";
    NOT_INJECTED: "Sessions are told nothing: inject.preset, inject.maxChars or inject.sections is set so.", "세션에 아무것도 알리지 않습니다. inject.preset, inject.maxChars, inject.sections의 값을 보세요.";
    NOT_CAPTURED: "Nothing is captured and nothing told: memory.enabled is false.", "기록하지도 알리지도 않습니다. memory.enabled가 false입니다.";
    LAST_CAPTURE: "Last capture", "마지막 기록";
    UNDER_WAY: "Sessions under way", "진행 중인 세션";
    STREAM: "What happens", "일어나는 일";
    NOTHING_YET: "Nothing was captured yet. What agents do appears here by itself.", "아직 기록된 것이 없습니다. 에이전트가 하는 일이 여기 저절로 나타납니다.";
    TO_CONDENSE: "{} [message|messages] of {} [session|sessions] waiting to be condensed", "메시지 {}개(세션 {}개)가 줄이기를 기다립니다";
    TO_REVIEW: "{} [proposal waits|proposals wait] for you", "제안 {}개가 결정을 기다립니다";
    EXCLUDED: "Excluded: {}", "제외: {}";
    SPOOLED: "{} [capture waits|captures wait] for the database", "기록 {}개가 데이터베이스를 기다립니다";
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
    AUTHOR: "Author", "쓴 이";
    AUTHOR_AGENT: "agent", "에이전트";
    AUTHOR_IMPORT: "import", "가져오기";
    AUTHOR_TOOL: "tool", "도구";
    AUTHOR_TEAM: "team", "팀";
    RETIRED: "retired notes", "물러난 노트";
    WHY_NOT: "Why not this note?", "왜 이 노트는 없나요?";
    WHY_FOUND: "It is among the hits.", "찾은 것 가운데 있습니다.";
    WHY_MISSING: "There is no such note.", "그런 노트가 없습니다.";
    WHY_NOT_INDEXED: "The index has nothing of it.", "색인에 없습니다.";
    WHY_HIDDEN: "It is left out by:", "가리는 것:";
    WHY_UNLIKE: "Nothing of the question is in it, neither by words nor by meaning.", "낱말로도 뜻으로도 물음과 닿는 것이 없습니다.";
    WHY_RANKED: "Its best passage is number {}; what scores below {} is not shown.", "가장 나은 구절이 {}번째이며, {}보다 낮은 점수는 보이지 않습니다.";
    WHY_LACKS: "Words that it does not have:", "이 노트에 없는 낱말:";
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
    FILES: "{} [file|files]", "파일 {}개";
    SUMMARY: "Summary", "요약";
    CONDENSED: "Condensed from it", "줄인 것";
    CONVERSATION: "Conversation", "대화";

    // Told.
    USED_MEANS: "A passage was used when the agent wrote a name of it that nobody had written in the session before. What an agent understands without naming it is not seen.", "세션에서 아무도 쓰지 않은 이름을 에이전트가 뒤에 썼으면 그 구절을 쓴 것으로 봅니다. 이름을 쓰지 않고 이해한 것은 알 수 없습니다.";
    NOTHING_TOLD: "No client was told anything yet.", "아직 클라이언트에 알려 준 것이 없습니다.";
    PALIMP_TOLD: "palimp told", "palimp가 알림";
    WHAT_WAS_TOLD: "What was told", "알려 준 내용";
    USED_OF: "{} of {} used, {} [character|characters]", "쓰임 {} / {}, {}자";
    OPENED_OF: "opened {} of {} [pointer|pointers]", "포인터 엶 {} / {}";
    USED_BY: "used: {}", "쓰임: {}";
    NOT_USED: "not seen to be used", "쓰임이 보이지 않음";
    NEVER_AGAIN: "Never tell this again", "다시는 알리지 않기";
    ALWAYS_TELL: "Tell this always", "늘 알리기";
    TOLD_NEVER: "Never told again", "다시는 알리지 않는 것";
    TOLD_ALWAYS: "Told always", "늘 알리는 것";
    TAKE_BACK: "Take back", "되돌리기";
    WISHED: "It is taken down, and holds from the next answer on.", "적었습니다. 다음 답부터 그렇게 합니다.";

    // Notes.
    VAULT: "vault", "보관소";
    FOLDERS: "Folders", "폴더";
    NO_NOTES: "There are no notes here.", "여기에는 노트가 없습니다.";
    NOTES_BELOW: "{} [note|notes]", "노트 {}개";
    READ: "Read", "읽기";
    RAW: "As written", "쓰인 그대로";
    BACKLINKS: "Linked from", "이 노트를 가리키는 노트";
    CODE: "Code it speaks of", "이 노트가 말하는 코드";
    CODE_FRESH: "says so still", "지금도 그대로입니다";
    CODE_MOVED: "says so still, now at {}", "지금도 그대로이고, 자리만 옮겨졌습니다: {}";
    CODE_CHANGED: "the code changed since: {} %", "그 뒤로 코드가 바뀌었습니다: {} %";
    CODE_GONE: "the code it speaks of is gone", "그 코드는 이제 없습니다";
    CODE_UNKNOWN: "nobody can say from here", "여기서는 알 수 없습니다";
    HISTORY: "History", "내력";
    CHANGED: "Changed", "바뀜";
    EDIT_THIS: "Edit", "고치기";
    EDIT_NOTE: "Edit {}", "{} 고치기";
    WHAT_IT_SAYS: "What it is to say, Markdown", "적을 내용 (마크다운)";
    PREVIEW: "Preview", "미리 보기";
    NOTE_SAVED: "It is saved. What it said before stands in its history.", "저장했습니다. 전의 내용은 내력에 있습니다.";
    TAKEN_OUT: "Secrets were taken out before it was written; kinds: {}.", "적기 전에 비밀 {}종류를 뺐습니다.";
    RESTORE: "Restore what it said before this change", "이 변경 전의 내용으로 되돌리기";
    MET: "Somebody else changed this note while you edited it. Nothing is saved yet.", "고치는 동안 다른 쪽에서 이 노트를 바꾸었습니다. 아직 저장하지 않았습니다.";
    THEIR_CHANGE: "The other change", "다른 쪽의 변경";
    YOUR_CHANGE: "Your change", "내 변경";
    TOGETHER: "Both changes", "두 변경 모두";
    BOTH_CHANGES: "What it says with both changes", "두 변경을 합친 내용";
    SAME_LINES: "Both change the same lines, or lines beside each other: choose, or write them together.", "둘이 같은 줄이나 이웃한 줄을 바꿉니다. 고르거나 함께 적으세요.";
    YOURS_ALONE: "Yours alone", "내 것만";
    IN_ITS_PLACE: "What you wrote; saved, it takes the place of the other change", "직접 쓴 내용. 저장하면 다른 쪽의 변경을 대신합니다";

    // Review.
    REVIEW: "Review", "검토";
    NO_PROPOSALS: "Nothing waits for you.", "결정을 기다리는 것이 없습니다.";
    REVIEW_KEYS: "Keys: j and k lead to the next proposal and the one before, a accepts, r rejects, e edits.", "글쇠: j와 k는 다음과 이전 제안, a는 받아들이기, r은 물리치기, e는 고치기입니다.";
    ACCEPTED: "{} is accepted.", "{}: 받아들였습니다.";
    REJECTED: "{} is turned down and does not come back.", "{}: 물리쳤으며 다시 나오지 않습니다.";
    ACCEPT: "Accept", "받아들이기";
    ACCEPT_EDITED: "Accept these words", "이 글로 받아들이기";
    REJECT: "Reject", "물리치기";
    IN_OTHER_WORDS: "Edit", "고치기";
    WORDS: "What is to be written", "적을 글";
    WHY_SOUL: "It says how the agent is to be, which is yours to decide.", "에이전트가 어떠해야 하는지를 말하므로 직접 정할 일입니다.";
    WHY_CONTRADICTION: "It contradicts a line that you wrote.", "직접 쓴 줄과 어긋납니다.";
    WHY_FORGET: "An agent asks to forget this; it did not write all of it itself.", "에이전트가 이것을 잊어 달라고 합니다. 모두 스스로 쓴 것은 아닙니다.";
    WHY_IMPORTED: "An import brought it, and an earlier version took it for your words.", "가져온 기록에 있던 줄인데, 이전 버전이 직접 한 말로 적었습니다.";
    WHY_ALWAYS: "It would be told to every session, and you did not say it yourself.", "모든 세션에 알려 줄 것인데 직접 한 말이 아닙니다.";
    WHY_REWORK: "Today's rules would not write these lines, or write them elsewhere.", "지금의 규칙으로는 적지 않거나 다른 곳에 적을 줄입니다.";
    STALE: "Facts whose code has changed", "코드가 바뀐 사실";
    STALE_ARE: "Each speaks of code that no longer says so. You decide whether it still holds.", "말하는 코드가 이제 그렇지 않습니다. 아직 맞는지 직접 정하세요.";
    CODE_CONFIRM: "It still holds", "아직 맞음";
    CODE_RETIRE: "It holds no more", "이제 맞지 않음";
    CODE_OTHERWISE: "It holds otherwise", "다르게 맞음";
    CODE_INSTEAD: "What holds instead", "이제 맞는 내용";
    CODE_SUPERSEDE: "Strike it through and write this", "그 줄을 긋고 이 글을 적기";
    CODE_CONFIRMED: "It still holds: its place in the code was looked at anew.", "아직 맞음: 코드의 그 자리를 새로 살폈습니다.";
    CODE_SUPERSEDED: "It is struck through; what holds instead stands below it.", "그 줄을 긋고 이제 맞는 내용을 아래에 적었습니다.";
    CODE_RETIRED: "It went to archive/stale.md.", "archive/stale.md로 옮겼습니다.";
    SAID_IN: "said {} in", "{}에 말함:";
    ASKED_ON: "asked on {}", "{}에 물음";
    STRIKES: "Strikes through", "그을 줄";

    // Teams.
    TEAM: "Team", "팀";
    TEAM_ARE: "What people of a team approved, verified on this machine. Nobody's approval is taken on trust: it is their signature that counts.", "팀 사람들이 승인한 것을 이 컴퓨터에서 확인했습니다. 승인은 서명으로만 인정합니다.";
    NO_TEAM: "No team was joined. `palimp team join URL` joins one.", "들어간 팀이 없습니다. `palimp team join URL`로 들어갑니다.";
    TEAM_STATE: "Facts served: {}; verified up to {}", "알려 주는 사실 {}개, {}까지 확인함";
    TEAM_CHECKED: "Looked at", "살핀 때";
    TEAM_REACHED: "reached", "닿은 때";
    TEAM_SYNC: "Fetch and verify now", "지금 가져와 확인하기";
    TEAM_SYNCED: "It was fetched and verified.", "가져와 확인했습니다.";
    TEAM_PROPOSALS: "Proposals", "제안";
    TEAM_NEW_MEMBER: "A new member {}, {}, with the key {}", "새 구성원 {}, {}, 키 {}";
    TEAM_FURTHER_KEY: "A further key for {}, who is a member already: {}. Whoever has the key {} acts as that member.", "이미 구성원인 {}의 키가 하나 더 생깁니다: {}. 키 {}을(를) 가진 사람은 그 구성원으로 행동합니다.";
    TEAM_LEFT_OUT: "{} more are not shown: decide on these first, or look at one with `palimp team review ID`.", "{}개가 더 있습니다. 이것부터 정하거나 `palimp team review ID`로 하나를 살펴보세요.";
    TEAM_NO_PROPOSALS: "Nothing is proposed.", "제안이 없습니다.";
    TEAM_FACTS: "Facts", "사실";
    TEAM_NO_FACTS: "No fact is served.", "알려 주는 사실이 없습니다.";
    TEAM_EVERYWHERE: "in every project", "모든 프로젝트";
    TEAM_LOG: "What landed", "들어온 것";
    TEAM_NO_LOG: "Nothing was verified yet.", "아직 확인된 것이 없습니다.";
    TEAM_MEMBERS: "Members", "구성원";
    TEAM_REVOKED: "revoked", "취소됨";
    TEAM_QUARANTINE: "Quarantine", "격리";
    TEAM_QUARANTINED: "commit {} and all behind it: {}", "커밋 {} 및 그 뒤 모두: {}";
    TEAM_SOON: "What expires soon", "곧 끝나는 것";
    TEAM_BY: "proposed by {}, approved by {}", "{} 제안, {} 승인";
    TEAM_ANEW: "the history begins anew, by {}", "이력이 새로 시작함: {}";
    TEAM_APPROVALS: "{} of {} [approval|approvals]", "승인 {} / {}";
    TEAM_EXPIRES: "expires on {}", "{}에 끝남";
    TEAM_EXPIRED: "expired on {}", "{}에 끝났음";
    TEAM_BEGINS: "holds from {} on", "{}부터 맞음";
    TEAM_REPLACED: "superseded by {}", "대신한 것: {}";
    TEAM_SAME: "says the same as", "같은 말:";
    TEAM_AGAINST: "contradicts", "어긋나는 것:";
    TEAM_ALLOWS: "lets pass: {}", "지나가게 두는 것: {}";
    TEAM_FINDING: "{}, line {} holds what looks like a secret or personal data: {}", "{} {}번째 줄에 비밀이나 개인 정보로 보이는 것이 있습니다: {}";
    TEAM_NO_LANDING: "cannot land: {}", "들어올 수 없음: {}";
    TEAM_WAITS: "It waits here to be pushed.", "여기서 밀어 넣기를 기다립니다.";
    TEAM_MINE: "You proposed it.", "직접 제안했습니다.";
    TEAM_MY_YES: "You approved it.", "직접 승인했습니다.";
    TEAM_NOT_YOURS: "Your approval would not count here.", "여기서는 직접 승인해도 인정되지 않습니다.";
    TEAM_NEW: "new", "새로움";
    TEAM_GOES: "goes", "사라짐";
    TEAM_APPROVE: "Approve", "승인";
    TEAM_REJECT: "Reject", "물리치기";
    TEAM_WHY: "Why", "까닭";
    TEAM_APPROVED: "{} is approved; more approvals are needed.", "{}: 승인했습니다. 승인이 더 필요합니다.";
    TEAM_LANDED: "{} is approved and landed.", "{}: 승인되어 들어왔습니다.";
    TEAM_REJECTED: "{} is rejected; its proposer is told why.", "{}: 물리쳤으며 제안한 사람에게 까닭을 알립니다.";

    // Time.
    TIME: "Time", "시간";
    DAYS: "Sessions by day", "날마다의 세션";
    DAYS_ARE: "{} to {}, a square a day; the darker, the more sessions ended on it.", "{}부터 {}까지이며 한 칸이 하루입니다. 짙을수록 그날 끝난 세션이 많습니다.";
    AS_TABLE: "As a table", "표로 보기";
    SESSIONS_OF: "{}, sessions: {}", "{}: 세션 {}개";
    RETURNED: "Failures that came back", "되풀이된 실패";
    NONE_RETURNED: "No failure was met in two sessions.", "두 세션에서 되풀이된 실패가 없습니다.";
    MET_IN: "{} [time|times] in {} [session|sessions]", "{}번, 세션 {}개";
    ENDED_BY: "It ended: the command ran well", "끝남: 명령이 잘 되었습니다";
    NOT_ENDED: "It was not seen to end.", "끝난 것이 보이지 않습니다.";
    CAME_FROM: "The agent said what it came from:", "에이전트가 말한 까닭:";
    TOUCHED: "Files that were touched most", "가장 많이 손댄 파일";
    IN_SESSIONS: "sessions: {}", "세션 {}개";
    DAY: "Day", "날";

    // Tokens.
    TOKENS: "Tokens", "토큰";
    TOKENS_MEAN: "From the transcripts that the clients themselves keep. Prices are the makers' list prices; a plan costs something else.", "클라이언트가 스스로 남기는 기록에서 셉니다. 값은 만든 곳의 정가이며, 요금제는 다를 수 있습니다.";
    SUM_BY: "By", "기준";
    BY_DAY: "Day", "날";
    BY_MODEL: "Model", "모델";
    BY_SESSION: "Session", "세션";
    INPUT: "Input", "입력";
    OUTPUT: "Output", "출력";
    CACHE_READ: "Cache read", "캐시 읽기";
    CACHE_WRITE: "Cache write", "캐시 쓰기";
    LIST_PRICE: "List price", "정가";
    REQUESTS: "Requests", "요청";
    IN_ALL: "All", "모두";
    UNKNOWN: "unknown", "알 수 없음";
    NO_REQUESTS: "No request matches.", "맞는 요청이 없습니다.";
    NO_PRICE: "No price is known for {}; requests: {}.", "{}의 값은 알려지지 않았습니다: 요청 {}개.";
    PRICES_READ: "List prices in US dollars, read {}.", "정가는 미국 달러이며 {}에 읽었습니다.";
    COLD: "Cold rewrites of the cache", "캐시를 다시 쓴 일";
    COLD_MEANS: "Requests that found it cold: {}. Tokens that they sent anew: {}.", "요청 {}개가 캐시에 있던 토큰 {}개를 다시 보냈습니다.";
    COLD_TIMES: "Times", "번";
    COLD_TOKENS: "Tokens", "토큰";
    LIKELY_CAUSE: "Likely cause", "그럴듯한 까닭";
    THE_LAST: "The last", "마지막 것들";
    CAUSE_COMPACTION: "the conversation was shortened", "대화를 줄임";
    CAUSE_MODEL: "another model", "다른 모델";
    CAUSE_PREFIX: "another system prompt or other tools", "다른 시스템 프롬프트나 도구";
    CAUSE_IDLE: "idle for longer than the cache lives", "캐시 수명보다 오래 쉼";
    CAUSE_UNKNOWN: "unknown", "알 수 없음";
    OWN_SHARE: "palimp's own share", "palimp 스스로의 몫";
    OWN_TOLD: "Told {} [time|times], {} [character|characters]: about {} [token|tokens] (estimated)", "{}번 알림, {}자: 어림하여 토큰 {}개";
    OWN_TOOLS: "Definitions of its tools, {} characters: about {} tokens in a session that has them (estimated)", "도구 정의 {}자: 도구가 있는 세션마다 어림하여 토큰 {}개";
    OWN_DISTILLER: "Distiller {}: {} [call|calls], {} [token|tokens] in and {} out (as it was metered)", "줄이는 모델 {}: {}번, 입력 토큰 {}개, 출력 토큰 {}개 (잰 값)";
    READ_FROM: "Read", "읽은 것";
    TRANSCRIPTS: "{}, transcripts: {}, {}", "{}: 기록 {}개, {}";

    // Health.
    STATE_WELL: "ok", "정상";
    STATE_MENDED: "mended", "고침";
    STATE_OPEN: "to do", "할 일";
    STATE_WRONG: "wrong", "이상";
    MEND: "Mend", "고치기";
    SIZES: "Sizes", "크기";
    LOOKED_AT: "Database and index were looked at", "데이터베이스와 색인을 살핀 때:";
    LAST_ERRORS: "Last errors", "마지막 오류";
    SECRETS: "Secrets", "비밀";
    SECRETS_ARE: "Looks for secrets that are already stored: in what was captured, in notes, in their history, in conversations. None is shown.", "이미 저장된 비밀을 기록, 노트, 내력, 대화에서 찾습니다. 비밀 자체는 보이지 않습니다.";
    SCAN: "Look for secrets", "비밀 찾기";
    SCAN_FIX: "Take out what is found", "찾은 것 빼기";
    NO_SECRETS: "No secrets were found.", "비밀을 찾지 못했습니다.";
    SECRETS_FOUND: "Secrets are stored. Change these credentials: they are on disk.", "비밀이 저장되어 있습니다. 디스크에 있으니 자격 증명을 바꾸세요.";
    SECRETS_TAKEN_OUT: "They are taken out. Change these credentials all the same: they were on disk.", "뺐습니다. 디스크에 있었으니 그래도 자격 증명을 바꾸세요.";
    SECRETS_IN_NOTES: "What stands in notes is yours to take out. It is in no index.", "노트에 있는 것은 직접 빼세요. 색인에는 없습니다.";
    TIMES: "{} [time|times]", "{}번";
    AT_WORK: "Under way …", "하는 중 …";

    // Forgetting.
    WOULD_FORGET: "See what would go", "무엇이 사라지는지 보기";
    FORGET_WHAT: "What would go", "사라질 것";
    FORGET_NOW: "Forget it for good", "아주 잊기";
    FORGOTTEN: "It is forgotten", "잊었습니다";
    FORGET_OUTSIDE: "It also stands where palimp changes nothing:", "palimp가 바꾸지 않는 곳에도 있습니다:";
    FORGET_UNDONE: "It cannot be undone, and does not come back with an import.", "되돌릴 수 없으며 가져오기로도 돌아오지 않습니다.";
    FORGET_COUNTS: "lines of notes: {}, earlier versions: {}, observations: {}, messages: {}, conversations: {}, other places: {}", "노트의 줄 {}, 이전 판 {}, 관찰 {}, 메시지 {}, 대화 {}, 다른 곳 {}";

    // Settings.
    SAVED: "{} is saved.", "{}: 저장했습니다.";
    SET_BY_YOU: "You set it; the default is {}.", "직접 정한 값입니다. 기본값은 {}입니다.";
    DEFAULT_HOLDS: "The default holds.", "기본값입니다.";
    SAVE: "Save", "저장";
    UNSET: "Use the default", "기본값으로";

    // The index.
    INDEX: "Index", "색인";
    INDEX_HOLDS: "{} [piece|pieces] of {} [document|documents], {}; without a vector: {}", "조각 {}개(문서 {}개), {}, 벡터 없음 {}개";
    EMBEDDER: "Embedder: {}", "임베더: {}";
    TRY_EMBEDDER: "Try the embedder", "임베더 시험";
    TRIED: "It answered in {} ms.", "{}ms 만에 답했습니다.";
    STILL_TO_DO: "Still to do: {} [piece|pieces], about {} [token|tokens], about {}", "남은 일: 조각 {}개, 어림하여 토큰 {}개, {}";
    COSTS: "about ${}", "어림하여 ${}";
    COSTS_NOTHING: "No price is known, or it runs on this machine.", "값을 모르거나 이 컴퓨터에서 돕니다.";
    REBUILD: "Build anew", "처음부터 만들기";

    // Clients.
    CLIENTS: "Clients", "클라이언트";
    NO_CLIENTS: "No client is on this machine.", "이 컴퓨터에 클라이언트가 없습니다.";
    WOULD_WRITE: "What would be written, and where", "무엇을 어디에 쓸지";
    NOTHING_TO_WRITE: "Everything is written already.", "모두 쓰여 있습니다.";
    INSTALL: "Install", "설치";
    UNINSTALL: "Take out", "빼기";
    UNINSTALL_DOES: "What palimp wrote into these files is taken out; the rest stays as it is:", "이 파일들에 palimp가 쓴 것만 빼고 나머지는 그대로 둡니다:";
    WHAT_WAS_DONE: "What was done", "한 일";
    FILE_CREATED: "new file", "새 파일";
    FILE_EDITED: "changed", "바뀜";
    FILE_REMOVED: "removed", "없앰";
    FILE_UNCHANGED: "unchanged", "그대로";
    FILE_KEPT: "left alone", "손대지 않음";

    // Work that takes long.
    REINDEX: "Reindex", "색인 다시 만들기";
    WORK_AT: "{}: {} of {}", "{}: {} (전체 {})";
    WORK_DONE: "It is done.", "끝났습니다.";
    INDEXED: "notes taken in: {}, taken out: {}; pieces with vectors: {}", "넣은 노트 {}개, 뺀 노트 {}개, 벡터가 있는 조각 {}개";

    // Homes.
    HOMES: "Homes", "홈";
    HOME: "Home", "홈";
    HOMES_ARE: "The homes of this machine: ~/.palimp* and those that the settings name. Nothing is ever written in another home.", "이 컴퓨터의 홈입니다. ~/.palimp* 와 설정에 적은 곳입니다. 다른 홈에는 아무것도 쓰지 않습니다.";
    THIS_HOME: "this home", "이 홈";
    HOME_READABLE: "readable", "읽을 수 있음";
    HOME_OLDER: "of an earlier palimp", "이전 palimp의 홈";
    HOME_NEWER: "of a newer palimp", "더 새로운 palimp의 홈";
    HOME_BROKEN: "its database cannot be read; its notes can", "데이터베이스를 읽을 수 없고 노트는 읽음";
    HOME_UNREADABLE: "cannot be read", "읽을 수 없음";
    INDEXED_THERE: "indexed there", "그곳에 색인 있음";
    INDEXED_HERE: "indexed here", "이곳에 색인 있음";
    NOT_INDEXED: "not indexed", "색인 없음";
    LACKING: "not in it: {}", "빠진 노트 {}개";
    REINDEX_HOMES: "An index that another home lacks is made in this one.", "다른 홈에 없는 색인은 이 홈에 만듭니다.";
    REINDEX_VECTORS: "Reindex with vectors", "벡터까지 다시 만들기";
    FROM_LINE: "From line {} on", "{}번째 줄부터";
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
        assert_eq!(said(Lang::En, 1), "1 message of 1 session waiting to be condensed");
        assert_eq!(said(Lang::En, 2), "1 message of 2 sessions waiting to be condensed");
        assert_eq!(said(Lang::Ko, 2), "메시지 1개(세션 2개)가 줄이기를 기다립니다");
        assert_eq!(NOTES_BELOW.fill_blanks(Lang::En, &[&0]), "0 notes");
        assert_eq!(NOTES_BELOW.fill_blanks(Lang::En, &[&11]), "11 notes");
    }

    #[test]
    fn what_fills_a_blank_is_not_filled_itself() {
        assert_eq!(HOURS.fill_blanks(Lang::En, &[&"{}", &5]), "{} h 5 min");
        assert_eq!(SAVED.fill_blanks(Lang::En, &[&"[a|b]"]), "[a|b] is saved.");
    }
}
