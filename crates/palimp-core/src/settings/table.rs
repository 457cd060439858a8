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
        "whether hooks capture and inject at all",
        "훅이 기록하고 알려 주는 일을 할지";
    retention_days: i64 = 90, "retentionDays", SettingKind::Number(1, 36_500),
        "days after which observations expire and summarised messages keep their short form; failures and pinned ones stay",
        "며칠이 지나면 관찰을 지우고 요약한 메시지는 짧은 꼴만 남길지. 실패와 고정한 것은 남는다";
}}

section! {
/// Summaries of conversations.
Flush, FlushKeys, "flush." {
    every: usize = 10, "every", SettingKind::Number(1, 1_000),
        "summarise a session into an episode after this many replies",
        "한 세션에서 답이 몇 번 오간 뒤 대화를 에피소드로 요약할지";
    summarizer: String = DISTILLERS[0].to_owned(), "summarizer", SettingKind::Choice(&DISTILLERS),
        "who summarises: rules asks no model; session is the client of the session itself",
        "누가 요약할지: rules는 모델을 쓰지 않고, session은 그 세션의 클라이언트를 씀";
    model: Option<String> = None, "model", SettingKind::OrNull(&SettingKind::Text),
        "the model that summarises; null for the cheap one of flush.summarizer",
        "요약할 모델. null이면 flush.summarizer의 값싼 모델";
    base_url: Option<String> = None, "baseUrl", SettingKind::OrNull(&SettingKind::Address),
        "address of the API of flush.summarizer, if it is not the usual one",
        "flush.summarizer의 API 주소. 보통 주소와 다를 때만 적음";
    language: FactLanguage = FactLanguage::En, "language", SettingKind::Choice(FactLanguage::NAMES),
        "language in which a model writes episodes; auto for that of the conversation. Rules keep the words that were said",
        "모델이 에피소드를 쓰는 언어. auto는 대화의 언어. 규칙은 말한 그대로 적음";
    daily_token_budget: u64 = 50_000, "dailyTokenBudget", SettingKind::Number(0, 1_000_000_000),
        "tokens that summaries may cost a day",
        "요약에 하루에 쓸 수 있는 토큰 수";
}}

section! {
/// Capture of tool use.
Capture, CaptureKeys, "capture." {
    tools: Vec<String> = Vec::new(), "tools", SettingKind::List,
        "tools kept besides edits and commands, such as Read or mcp__*",
        "편집과 명령 말고도 기록할 도구. 예: Read, mcp__*";
    skip_paths: Vec<String> = Vec::new(), "skipPaths", SettingKind::List,
        "paths whose changes are noise; * stands for anything",
        "바뀌어도 기록하지 않을 경로. *는 무엇이든 뜻함";
    exclude: Vec<String> = Vec::new(), "exclude", SettingKind::List,
        "projects that palimp leaves out: a name, a directory or a remote such as github.com/acme/*",
        "palimp가 제외할 프로젝트: 이름, 디렉터리, 또는 github.com/acme/* 같은 원격 저장소";
    max_chars: usize = 2_000, "maxChars", SettingKind::Number(100, 100_000),
        "the longest observation, in characters",
        "가장 긴 관찰의 글자 수";
    dedupe_seconds: i64 = 60, "dedupeSeconds", SettingKind::Number(0, 86_400),
        "within how many seconds the same content of a session is one observation",
        "한 세션의 같은 내용을 몇 초 안에서 하나의 관찰로 볼지";
}}

section! {
/// Injected context.
Inject, InjectKeys, "inject." {
    max_chars: usize = 9_000, "maxChars", SettingKind::Number(0, 9_000),
        "the most that a hook answers, in characters; 0 injects nothing",
        "훅이 한 번에 답하는 최대 글자 수. 0이면 아무것도 넣지 않음";
    sections: Vec<String> = INJECT_SECTIONS.map(str::to_owned).to_vec(), "sections", SettingKind::ListOf(&INJECT_SECTIONS),
        "the sections injected: rules, task_snapshot, related_sessions, core_memory, profile, soul, what_works, left_off, recent_sessions, recent_changes, recent_errors, recent_context, session_memories, file_decisions, touched_file, known_failure, session_state, broken_rules, before_command",
        "넣는 부분들: rules, task_snapshot, related_sessions, core_memory, profile, soul, what_works, left_off, recent_sessions, recent_changes, recent_errors, recent_context, session_memories, file_decisions, touched_file, known_failure, session_state, broken_rules, before_command";
    session_chars: usize = 8_000, "sessionChars", SettingKind::Number(0, 1_000_000),
        "the most that a session is told, in characters, in the preset lean",
        "프리셋 lean에서 한 세션에 알려 주는 최대 글자 수";
    preset: Option<Preset> = None, "preset", SettingKind::OrNull(&SettingKind::Choice(Preset::NAMES)),
        "how much is told: lean, full, quiet (when a session starts only) or off; null for lean, and full where palimp holds the conversation",
        "얼마나 알려 줄지: lean, full, quiet(세션이 시작될 때만), off. null이면 lean이고, palimp가 대화를 맡으면 full";
    gate: RelevanceThreshold = RelevanceThreshold::Normal, "gate", SettingKind::Choice(RelevanceThreshold::NAMES),
        "how sure it has to be that a note answers before a prompt is told it",
        "노트가 답이라는 것이 얼마나 확실해야 프롬프트에 알려 줄지";
}}

section! {
/// Results of a search.
Search, SearchKeys, "search." {
    max_results: usize = 6, "maxResults", SettingKind::Number(1, 100),
        "how many hits a search shows",
        "검색이 보여 주는 결과 수";
    min_score: f32 = 0.35, "minScore", SettingKind::Share,
        "the score below which a search shows nothing",
        "이 점수에 못 미치면 검색이 보여 주지 않음";
    vector_weight: Option<f32> = None, "vectorWeight", SettingKind::OrNull(&SettingKind::Share),
        "what meaning weighs in a search; null for what measured best with the embedder",
        "검색에서 뜻의 무게. null이면 그 임베더로 재어 가장 나았던 값";
    text_weight: Option<f32> = None, "textWeight", SettingKind::OrNull(&SettingKind::Share),
        "what words weigh in a search; null for what measured best with the embedder",
        "검색에서 낱말의 무게. null이면 그 임베더로 재어 가장 나았던 값";
}}

section! {
/// An agent of a home, which is told apart by its id.
Agent, AgentKeys, "agents.<id>." {
    vault: Option<String> = None, "vault", SettingKind::OrNull(&SettingKind::Text),
        "where the vault of this agent is; null for its place in the home",
        "이 에이전트의 보관소가 있는 곳. null이면 홈 안의 제자리";
    obsidian: Option<String> = None, "obsidian", SettingKind::OrNull(&SettingKind::Text),
        "an Obsidian vault whose notes are searched too, as yours, and never written; null for none",
        "내 노트로 함께 검색하되 쓰지는 않을 Obsidian 보관소. null이면 없음";
    projects: Vec<String> = Vec::new(), "projects", SettingKind::List,
        "the projects that are this agent's own, by name or directory",
        "이 에이전트만의 프로젝트들, 이름이나 디렉터리로";
}}

section! {
/// The agents of a home.
Agents, AgentsKeys, "" {
    by_id: Vec<(String, Agent)> = Vec::new(), "agents", SettingKind::ById(Agent::KEYS),
        "the agents of this home, each with its vault and the projects that are its own",
        "이 홈의 에이전트들. 저마다 제 보관소와 제 프로젝트를 가짐";
}}

section! {
/// Indexed files, and the size of their chunks.
Index, IndexKeys, "index." {
    chunk_tokens: usize = 400, "chunkTokens", SettingKind::Number(50, 800),
        "about how many tokens a piece of a note has in the index",
        "색인에서 노트 한 조각의 대략적인 토큰 수";
    chunk_overlap: usize = 80, "chunkOverlap", SettingKind::Number(0, 200),
        "how many tokens the pieces of one long section share",
        "긴 절 하나의 조각들이 서로 겹치는 토큰 수";
    extra_paths: Vec<String> = Vec::new(), "extraPaths", SettingKind::List,
        "Markdown outside the vault that is searched too; * stands for anything in a name",
        "보관소 밖에서 함께 검색할 마크다운. *는 이름 속의 무엇이든 뜻함";
    commits: usize = 5_000, "commits", SettingKind::Number(0, 100_000),
        "how many of a repository's newest commits are read for their messages, beside its decision records; 0 for neither",
        "저장소의 최신 커밋 몇 개의 메시지를 결정 기록과 함께 읽을지. 0이면 둘 다 읽지 않음";
    debounce_ms: u64 = 1_500, "debounceMs", SettingKind::Number(50, 60_000),
        "for how long `palimp watch` lets files settle, in milliseconds",
        "`palimp watch`가 파일이 잠잠해지기를 기다리는 시간, 밀리초";
}}

section! {
/// Provider of embeddings.
Embedding, EmbeddingKeys, "embedding." {
    provider: String = EMBEDDING_PROVIDERS[0].to_owned(), "provider", SettingKind::Choice(&EMBEDDING_PROVIDERS),
        "who turns text into vectors; builtin and local never leave this machine",
        "누가 글을 벡터로 바꿀지. builtin과 local은 이 컴퓨터를 벗어나지 않음";
    model: Option<String> = None, "model", SettingKind::OrNull(&SettingKind::Text),
        "the model of the provider; for local, its directory",
        "제공자의 모델. local이면 그 디렉터리";
    base_url: Option<String> = None, "baseUrl", SettingKind::OrNull(&SettingKind::Address),
        "where the provider is, when it is not at its usual address",
        "제공자가 보통 주소에 있지 않을 때 그 주소";
    dimensions: Option<usize> = None, "dimensions", SettingKind::OrNull(&SettingKind::Number(8, 8_192)),
        "how long vectors are, where the model can shorten them",
        "벡터의 길이. 모델이 줄일 수 있을 때";
}}

section! {
/// Compaction of a chat's old turns into a summary.
Compaction, CompactionKeys, "compaction." {
    reserve_tokens_floor: usize = 20_000, "reserveTokensFloor", SettingKind::Number(0, 10_000_000),
        "how many tokens of a model's window stay free in a chat: beyond them old turns become a summary",
        "채팅에서 모델 창에 비워 두는 토큰 수. 이를 넘으면 오래된 차례가 요약이 된다";
}}

section! {
/// Flush before a compaction.
MemoryFlush, MemoryFlushKeys, "compaction.memoryFlush." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "whether a chat is condensed into an episode before old turns become a summary",
        "오래된 차례가 요약이 되기 전에 채팅을 에피소드로 줄일지";
    soft_threshold_tokens: usize = 4_000, "softThresholdTokens", SettingKind::Number(0, 10_000_000),
        "how many tokens before the summary that comes; at three quarters of the window at the latest",
        "요약보다 몇 토큰 먼저 그렇게 할지. 늦어도 창의 4분의 3에서";
    system_prompt: Option<String> = None, "systemPrompt", SettingKind::OrNull(&SettingKind::Text),
        "what whoever condenses is told in addition then",
        "그때 줄이는 쪽에 더 들려줄 말";
}}

section! {
/// Shortening of old tool results.
Pruning, PruningKeys, "contextPruning." {
    mode: PruningMode = PruningMode::CacheTtl, "mode", SettingKind::Choice(PruningMode::NAMES),
        "when old results of tools are shortened: once the service has forgotten the conversation, or never",
        "도구의 오래된 결과를 언제 줄일지: 서비스가 대화를 잊은 뒤, 또는 줄이지 않음";
    ttl: Ttl = Ttl::of_seconds(300), "ttl", SettingKind::Duration,
        "for how long a service keeps the beginning of a conversation; a bare number is seconds",
        "서비스가 대화의 앞부분을 간직하는 시간. 숫자만 쓰면 초";
    keep_last_assistants: usize = 3, "keepLastAssistants", SettingKind::Number(0, 1_000),
        "how many of the last answers keep their tools' results as they are",
        "마지막 답 몇 개의 도구 결과를 그대로 둘지";
}}

section! {
/// Remaining parts of a shortened result.
SoftTrim, SoftTrimKeys, "contextPruning.softTrim." {
    max_chars: usize = 4_000, "maxChars", SettingKind::Number(1, 10_000_000),
        "the longest result that stays whole, in characters",
        "통째로 남는 가장 긴 결과의 글자 수";
    head_chars: usize = 1_500, "headChars", SettingKind::Number(0, 10_000_000),
        "how much of the beginning of a longer one stays",
        "더 긴 결과에서 앞을 얼마나 남길지";
    tail_chars: usize = 1_500, "tailChars", SettingKind::Number(0, 10_000_000),
        "how much of its end stays",
        "뒤를 얼마나 남길지";
}}

section! {
/// Replacement of results for which shortening is not enough.
HardClear, HardClearKeys, "contextPruning.hardClear." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "whether whole results go where shortening them is not enough",
        "줄이는 것으로 모자랄 때 결과를 통째로 비울지";
    placeholder: String = "[an old tool result stood here]".to_owned(), "placeholder", SettingKind::Text,
        "what stands in their place",
        "그 자리에 대신 들어가는 글";
}}

section! {
/// Automatic reset of a chat.
Reset, ResetKeys, "session.reset." {
    mode: ResetMode = ResetMode::Daily, "mode", SettingKind::Choice(ResetMode::NAMES),
        "when a chat begins anew by itself",
        "채팅이 언제 저절로 새로 시작할지";
    at_hour: u8 = 4, "atHour", SettingKind::Number(0, 23),
        "the hour of the local day at which daily begins anew",
        "daily가 새로 시작하는 시각, 이곳 시간의 시";
    idle_minutes: u32 = 60, "idleMinutes", SettingKind::Number(1, 1_000_000),
        "after how many minutes without a word idle begins anew",
        "말이 없은 지 몇 분 뒤에 idle이 새로 시작할지";
}}

section! {
/// Redaction before anything is stored.
Redaction, RedactionKeys, "redaction." {
    enabled: bool = true, "enabled", SettingKind::Switch,
        "whether credentials and personal data are taken out before anything is stored",
        "저장하기 전에 자격 증명과 개인 정보를 지울지";
    allow: Vec<String> = Vec::new(), "allow", SettingKind::List,
        "texts that are no secrets although they look like some; * stands for anything",
        "비밀처럼 보여도 비밀이 아닌 글. *는 무엇이든 뜻함";
    keep_authors: bool = true, "keepAuthors", SettingKind::Switch,
        "whether e-mail addresses stay where they name authors: in a log of commits, in a package's manifest",
        "저자를 밝히는 이메일 주소를 남길지: 커밋 로그와 패키지 매니페스트에서";
}}

section! {
/// Data that the dashboard reads beside this home.
Dashboard, DashboardKeys, "dashboard." {
    homes: Vec<String> = Vec::new(), "homes", SettingKind::List,
        "homes that `palimp dashboard memory` reads beside those of ~/.palimp*",
        "`palimp dashboard memory`가 ~/.palimp* 말고 더 읽을 홈";
    embedding: Option<String> = None, "embedding", SettingKind::OrNull(&SettingKind::Choice(&EMBEDDING_PROVIDERS)),
        "who gives other homes' notes vectors; null for words alone",
        "다른 홈의 노트에 벡터를 줄 곳. null이면 낱말만";
    language: Option<String> = None, "language", SettingKind::OrNull(&SettingKind::Choice(&PAGE_LANGUAGES)),
        "the language of the dashboard's pages; null for the browser's",
        "대시보드의 언어. null이면 브라우저의 언어";
}}

section! {
/// Data that teams share.
Team, TeamKeys, "team." {
    sync_hours: u64 = 1, "syncHours", SettingKind::Number(0, 8_760),
        "after how many hours what teams share is fetched and verified again, beside a session's start; 0 for never by itself",
        "팀이 나누는 것을 몇 시간 뒤 세션이 시작할 때 다시 받아 검증할지. 0이면 저절로는 하지 않음";
}}

section! {
/// Data that organisations share through their hubs.
Hub, HubKeys, "hub." {
    pull_hours: u64 = 1, "pullHours", SettingKind::Number(0, 8_760),
        "after how many hours what an organisation approved is pulled again, beside a session's start; 0 for never by itself",
        "조직이 승인한 것을 몇 시간 뒤 세션이 시작할 때 다시 받아 올지. 0이면 저절로는 하지 않음";
    activity: Vec<String> = Vec::new(), "activity", SettingKind::List,
        "projects of which the hub is told, a day at a time, what their sessions did and what failed again and again: redacted, never prompts or replies; none unless named",
        "세션이 한 일과 되풀이된 실패를 하루씩 허브에 알릴 프로젝트. 가려서 보내며 프롬프트와 대답은 보내지 않음. 적지 않으면 없음";
}}

settings! {
    memory: Memory,
    flush: Flush,
    capture: Capture,
    inject: Inject,
    search: Search,
    agents: Agents,
    index: Index,
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
