//! The table: a row a setting, and everything else is made of it.

use serde_json::Value;

use super::choices::{
    DISTILLERS, EMBEDDING_PROVIDERS, INJECT_SECTIONS, PAGE_LANGUAGES, Preset, PruningMode,
    RelevanceThreshold, ResetMode,
};
use super::key::{SettingKey, SettingKind};
use super::read::SettingValue;
use super::section::{object_at, own, section, settings};
use super::ttl::Ttl;
use crate::distill::FactLanguage;

section! {
/// Capture and injection as a whole.
Memory, MemoryKeys, "memory." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "capture events and inject context through hooks",
        "훅으로 이벤트를 캡처하고 컨텍스트를 주입";
    retention_days: i64 = 90, "retentionDays", SettingKind::Number(1, 36_500),
        "days until observations expire and summarised messages are shortened; failures and pinned entries never expire",
        "관찰이 만료되고 요약된 메시지가 축약되기까지의 일수. 실패와 고정한 항목은 만료되지 않음";
}}

section! {
/// Summaries of conversations.
Flush, FlushKeys, "flush." {
    every: usize = 10, "every", SettingKind::Number(1, 1_000),
        "summarise a session into an episode after this many replies",
        "세션을 에피소드로 요약하는 간격(답변 수)";
    summarizer: String = DISTILLERS[0].to_owned(), "summarizer", SettingKind::Choice(&DISTILLERS),
        "what summarises sessions: rules uses no model; session uses the client of the session",
        "세션을 요약하는 주체. rules는 모델을 쓰지 않고, session은 그 세션의 클라이언트를 씀";
    model: Option<String> = None, "model", SettingKind::OrNull(&SettingKind::Text),
        "model that summarises; null for the cheapest one of flush.summarizer",
        "요약에 쓰는 모델. null이면 flush.summarizer의 가장 저렴한 모델";
    base_url: Option<String> = None, "baseUrl", SettingKind::OrNull(&SettingKind::Address),
        "API address of flush.summarizer, if not the default",
        "flush.summarizer의 API 주소. 기본 주소가 아닐 때만 지정";
    language: FactLanguage = FactLanguage::En, "language", SettingKind::Choice(FactLanguage::NAMES),
        "language in which a model writes episodes; auto for the language of the conversation; rules quote the conversation",
        "모델이 에피소드를 쓰는 언어. auto면 대화의 언어. rules는 대화를 그대로 인용";
    daily_token_budget: u64 = 50_000, "dailyTokenBudget", SettingKind::Number(0, 1_000_000_000),
        "daily token budget for summaries",
        "요약에 쓰는 하루 토큰 예산";
}}

section! {
/// Capture of tool use.
Capture, CaptureKeys, "capture." {
    tools: Vec<String> = Vec::new(), "tools", SettingKind::List,
        "tools to capture besides edits and commands, such as Read or mcp__*",
        "편집과 명령 외에 캡처할 도구. 예: Read, mcp__*";
    skip_paths: Vec<String> = Vec::new(), "skipPaths", SettingKind::List,
        "paths whose changes are not captured; * matches anything",
        "변경을 캡처하지 않을 경로. *는 모든 문자와 일치";
    exclude: Vec<String> = Vec::new(), "exclude", SettingKind::List,
        "projects to exclude: a name, a directory or a remote such as github.com/acme/*",
        "제외할 프로젝트. 이름, 디렉터리 또는 github.com/acme/* 같은 원격 저장소";
    max_chars: usize = 2_000, "maxChars", SettingKind::Number(100, 100_000),
        "maximum length of an observation, in characters",
        "관찰의 최대 글자 수";
    dedupe_seconds: i64 = 60, "dedupeSeconds", SettingKind::Number(0, 86_400),
        "seconds within which repeated content of a session is deduplicated",
        "한 세션의 반복된 내용을 하나로 합치는 시간(초)";
}}

section! {
/// Injected context.
Inject, InjectKeys, "inject." {
    max_chars: usize = 9_000, "maxChars", SettingKind::Number(0, 9_000),
        "maximum context per hook, in characters; 0 injects nothing",
        "훅 하나가 주입하는 최대 글자 수. 0이면 주입하지 않음";
    sections: Vec<String> = INJECT_SECTIONS.map(str::to_owned).to_vec(), "sections", SettingKind::ListOf(&INJECT_SECTIONS),
        "sections to inject: rules, task_snapshot, related_sessions, core_memory, profile, soul, what_works, left_off, recent_sessions, recent_changes, recent_errors, recent_context, session_memories, file_decisions, touched_file, known_failure, session_state, broken_rules, before_command",
        "주입할 섹션: rules, task_snapshot, related_sessions, core_memory, profile, soul, what_works, left_off, recent_sessions, recent_changes, recent_errors, recent_context, session_memories, file_decisions, touched_file, known_failure, session_state, broken_rules, before_command";
    session_chars: usize = 8_000, "sessionChars", SettingKind::Number(0, 1_000_000),
        "maximum context per session in the preset lean, in characters",
        "lean 프리셋에서 한 세션에 주입하는 최대 글자 수";
    preset: Option<Preset> = None, "preset", SettingKind::OrNull(&SettingKind::Choice(Preset::NAMES)),
        "how much to inject: lean, full, quiet (only at session start) or off; null for lean, and full in palimp chat",
        "주입하는 양: lean, full, quiet(세션 시작 시에만), off. null이면 lean, palimp chat에서는 full";
    gate: RelevanceThreshold = RelevanceThreshold::Normal, "gate", SettingKind::Choice(RelevanceThreshold::NAMES),
        "relevance threshold for injecting notes into a prompt",
        "프롬프트에 노트를 주입하는 관련도 기준";
    exclude: Vec<String> = Vec::new(), "exclude", SettingKind::List,
        "notes and folders that are searched but never injected; * matches anything",
        "검색은 하지만 주입하지 않을 노트와 폴더. *는 모든 문자와 일치";
}}

section! {
/// Results of a search.
Search, SearchKeys, "search." {
    max_results: usize = 6, "maxResults", SettingKind::Number(1, 100),
        "maximum number of search results",
        "최대 검색 결과 수";
    min_score: f32 = 0.35, "minScore", SettingKind::Share,
        "minimum score of a search result",
        "검색 결과의 최소 점수";
    vector_weight: Option<f32> = None, "vectorWeight", SettingKind::OrNull(&SettingKind::Share),
        "weight of vectors in a search; null for the best value measured with the embedder",
        "검색에서 벡터의 가중치. null이면 임베더별로 측정한 최적값";
    text_weight: Option<f32> = None, "textWeight", SettingKind::OrNull(&SettingKind::Share),
        "weight of words in a search; null for the best value measured with the embedder",
        "검색에서 단어의 가중치. null이면 임베더별로 측정한 최적값";
}}

section! {
/// An agent of a home, identified by its id.
Agent, AgentKeys, "agents.<id>." {
    vault: Option<String> = None, "vault", SettingKind::OrNull(&SettingKind::Text),
        "vault directory of this agent; null for the default in the home",
        "이 에이전트의 볼트 디렉터리. null이면 홈 안의 기본 위치";
    obsidian: Option<String> = None, "obsidian", SettingKind::OrNull(&SettingKind::Text),
        "Obsidian vault to search as your own notes, read-only; null for none",
        "내 노트로 함께 검색할 Obsidian 볼트(읽기 전용). null이면 없음";
    projects: Vec<String> = Vec::new(), "projects", SettingKind::List,
        "projects of this agent, by name or directory",
        "이 에이전트의 프로젝트. 이름이나 디렉터리로 지정";
}}

section! {
/// The agents of a home.
Agents, AgentsKeys, "" {
    by_id: Vec<(String, Agent)> = Vec::new(), "agents", SettingKind::ById(Agent::KEYS),
        "agents of this home, each with its own vault and projects",
        "이 홈의 에이전트. 각각 볼트와 프로젝트를 가짐";
}}

section! {
/// A project of a home, identified by its id or its name.
Project, ProjectKeys, "projects.<id>." {
    parts: Vec<String> = Vec::new(), "parts", SettingKind::List,
        "directories of a monorepo whose sessions are told apart, relative to its root",
        "모노레포에서 세션을 구분할 디렉터리. 저장소 루트 기준 경로로 지정";
}}

section! {
/// The projects of a home.
Projects, ProjectsKeys, "" {
    by_id: Vec<(String, Project)> = Vec::new(), "projects", SettingKind::ById(Project::KEYS),
        "settings of single projects, by id or name as palimp project lists them",
        "프로젝트별 설정. palimp project 목록의 id나 이름으로 지정";
}}

section! {
/// Indexed files, and the size of their chunks.
Index, IndexKeys, "index." {
    chunk_tokens: usize = 400, "chunkTokens", SettingKind::Number(50, 800),
        "approximate chunk size in the index, in tokens",
        "색인에서 청크의 대략적인 토큰 수";
    chunk_overlap: usize = 80, "chunkOverlap", SettingKind::Number(0, 200),
        "tokens shared by neighbouring chunks of a long section",
        "긴 절에서 이웃한 청크가 겹치는 토큰 수";
    extra_paths: Vec<String> = Vec::new(), "extraPaths", SettingKind::List,
        "Markdown files outside the vault to search; * matches anything in a name",
        "볼트 밖에서 함께 검색할 마크다운. *는 이름 안의 모든 문자와 일치";
    exclude: Vec<String> = Vec::new(), "exclude", SettingKind::List,
        "notes and folders that are neither searched nor injected; * matches anything",
        "검색하지도 주입하지도 않을 노트와 폴더. *는 모든 문자와 일치";
    commits: usize = 5_000, "commits", SettingKind::Number(0, 100_000),
        "number of newest commits to index per repository, along with its decision records; 0 for neither",
        "저장소마다 결정 기록과 함께 색인할 최신 커밋 수. 0이면 둘 다 색인하지 않음";
    debounce_ms: u64 = 1_500, "debounceMs", SettingKind::Number(50, 60_000),
        "delay of `palimp watch` after a file change, in milliseconds",
        "파일이 바뀐 뒤 `palimp watch`가 기다리는 시간(밀리초)";
}}

section! {
/// Provider of embeddings.
Embedding, EmbeddingKeys, "embedding." {
    provider: String = EMBEDDING_PROVIDERS[0].to_owned(), "provider", SettingKind::Choice(&EMBEDDING_PROVIDERS),
        "embedding provider; builtin and local run on this machine",
        "임베딩 제공자. builtin과 local은 이 컴퓨터에서 실행";
    model: Option<String> = None, "model", SettingKind::OrNull(&SettingKind::Text),
        "embedding model; for local, its directory",
        "임베딩 모델. local이면 모델 디렉터리";
    base_url: Option<String> = None, "baseUrl", SettingKind::OrNull(&SettingKind::Address),
        "API address of the provider, if not the default",
        "제공자의 API 주소. 기본 주소가 아닐 때만 지정";
    dimensions: Option<usize> = None, "dimensions", SettingKind::OrNull(&SettingKind::Number(8, 8_192)),
        "vector length, if the model supports shorter vectors",
        "벡터 길이. 모델이 짧은 벡터를 지원할 때만 지정";
}}

section! {
/// Compaction of a chat's old turns into a summary.
Compaction, CompactionKeys, "compaction." {
    reserve_tokens_floor: usize = 20_000, "reserveTokensFloor", SettingKind::Number(0, 10_000_000),
        "tokens of the model's context window to keep free in a chat; old turns are summarised to do so",
        "채팅에서 모델의 컨텍스트 창에 비워 둘 토큰 수. 부족하면 오래된 턴을 요약";
}}

section! {
/// Flush before a compaction.
MemoryFlush, MemoryFlushKeys, "compaction.memoryFlush." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "save a chat as an episode before old turns are summarised",
        "오래된 턴을 요약하기 전에 채팅을 에피소드로 저장";
    soft_threshold_tokens: usize = 4_000, "softThresholdTokens", SettingKind::Number(0, 10_000_000),
        "how many tokens before the summary to save it; at three quarters of the window at the latest",
        "요약보다 몇 토큰 앞서 저장할지. 늦어도 컨텍스트 창의 3/4에서 저장";
    system_prompt: Option<String> = None, "systemPrompt", SettingKind::OrNull(&SettingKind::Text),
        "additional instructions for the summariser when it saves a chat",
        "이때 요약 모델에 추가할 지시";
}}

section! {
/// Shortening of old tool results.
Pruning, PruningKeys, "contextPruning." {
    mode: PruningMode = PruningMode::CacheTtl, "mode", SettingKind::Choice(PruningMode::NAMES),
        "when to shorten old tool results: after the service's cache expires, or never",
        "오래된 도구 결과를 줄이는 시점: 서비스의 캐시가 만료된 뒤, 또는 줄이지 않음";
    ttl: Ttl = Ttl::of_seconds(300), "ttl", SettingKind::Duration,
        "cache lifetime of the service; a bare number is seconds",
        "서비스의 캐시 유지 시간. 숫자만 쓰면 초";
    keep_last_assistants: usize = 3, "keepLastAssistants", SettingKind::Number(0, 1_000),
        "number of latest answers whose tool results are not shortened",
        "도구 결과를 줄이지 않을 최근 답변 수";
}}

section! {
/// Remaining parts of a shortened result.
SoftTrim, SoftTrimKeys, "contextPruning.softTrim." {
    max_chars: usize = 4_000, "maxChars", SettingKind::Number(1, 10_000_000),
        "maximum length of a tool result before it is shortened, in characters",
        "줄이지 않는 도구 결과의 최대 글자 수";
    head_chars: usize = 1_500, "headChars", SettingKind::Number(0, 10_000_000),
        "characters to keep from the beginning of a longer result",
        "더 긴 결과에서 앞부분에 남길 글자 수";
    tail_chars: usize = 1_500, "tailChars", SettingKind::Number(0, 10_000_000),
        "characters to keep from its end",
        "뒷부분에 남길 글자 수";
}}

section! {
/// Replacement of results for which shortening is not enough.
HardClear, HardClearKeys, "contextPruning.hardClear." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "remove whole results if shortening is not enough",
        "줄여도 부족하면 결과를 통째로 제거";
    placeholder: String = "[an old tool result stood here]".to_owned(), "placeholder", SettingKind::Text,
        "text that replaces a removed result",
        "제거한 결과를 대신하는 글";
}}

section! {
/// Automatic reset of a chat.
Reset, ResetKeys, "session.reset." {
    mode: ResetMode = ResetMode::Daily, "mode", SettingKind::Choice(ResetMode::NAMES),
        "when to start a new chat automatically",
        "새 채팅을 자동으로 시작하는 시점";
    at_hour: u8 = 4, "atHour", SettingKind::Number(0, 23),
        "hour of the local day at which daily starts a new chat",
        "daily가 새 채팅을 시작하는 시각(현지 시간, 시)";
    idle_minutes: u32 = 60, "idleMinutes", SettingKind::Number(1, 1_000_000),
        "minutes of inactivity after which idle starts a new chat",
        "idle이 새 채팅을 시작하기까지의 비활성 시간(분)";
}}

section! {
/// Redaction before anything is stored.
Redaction, RedactionKeys, "redaction." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "redact credentials and personal data before anything is stored",
        "저장하기 전에 자격 증명과 개인 정보를 가림";
    allow: Vec<String> = Vec::new(), "allow", SettingKind::List,
        "texts never to redact; * matches anything",
        "가리지 않을 글. *는 모든 문자와 일치";
    keep_authors: bool = true, "keepAuthors", SettingKind::Switch,
        "keep e-mail addresses of authors in commit logs and package manifests",
        "커밋 로그와 패키지 매니페스트의 저자 이메일 주소를 유지";
}}

section! {
/// Data that the dashboard reads beside this home.
Dashboard, DashboardKeys, "dashboard." {
    homes: Vec<String> = Vec::new(), "homes", SettingKind::List,
        "more homes for `palimp dashboard memory`, besides ~/.palimp*",
        "`palimp dashboard memory`가 ~/.palimp* 외에 읽을 홈";
    embedding: Option<String> = None, "embedding", SettingKind::OrNull(&SettingKind::Choice(&EMBEDDING_PROVIDERS)),
        "embedding provider for the notes of other homes; null for words only",
        "다른 홈의 노트에 쓰는 임베딩 제공자. null이면 단어로만 검색";
    language: Option<String> = None, "language", SettingKind::OrNull(&SettingKind::Choice(&PAGE_LANGUAGES)),
        "language of the dashboard; null for the browser's",
        "대시보드의 언어. null이면 브라우저의 언어";
}}

section! {
/// Sync of the user's own machines.
Sync, SyncKeys, "sync." {
    auto: bool = true, "auto", SettingKind::Switch,
        "sync in the background when a session starts or ends, if `palimp sync` is set up",
        "`palimp sync`를 설정했으면 세션이 시작하거나 끝날 때 백그라운드에서 동기화";
}}

section! {
/// Data that teams share.
Team, TeamKeys, "team." {
    sync_hours: u64 = 1, "syncHours", SettingKind::Number(0, 8_760),
        "hours between automatic syncs of teams at session start; 0 to disable",
        "세션 시작 시 팀을 자동으로 동기화하는 간격(시간). 0이면 끔";
}}

section! {
/// Data that organisations share through their hubs.
Hub, HubKeys, "hub." {
    pull_hours: u64 = 1, "pullHours", SettingKind::Number(0, 8_760),
        "hours between automatic pulls from hubs at session start; 0 to disable",
        "세션 시작 시 허브에서 자동으로 받는 간격(시간). 0이면 끔";
    activity: Vec<String> = Vec::new(), "activity", SettingKind::List,
        "projects whose daily activity and repeated failures are sent to the hub: redacted, never prompts or replies; none by default",
        "하루 단위 활동과 반복된 실패를 허브에 보낼 프로젝트. 민감 정보를 가리고 보내며, 프롬프트와 답변은 보내지 않음. 기본값은 없음";
}}

settings! {
    memory: Memory,
    flush: Flush,
    capture: Capture,
    inject: Inject,
    search: Search,
    agents: Agents,
    projects: Projects,
    index: Index,
    sync: Sync,
    embedding: Embedding,
    compaction: Compaction,
    memory_flush: MemoryFlush,
    pruning: Pruning,
    soft_trim: SoftTrim,
    hard_clear: HardClear,
    reset: Reset,
    redaction: Redaction,
    dashboard: Dashboard,
    team: Team,
    hub: Hub,
}
