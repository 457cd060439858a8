//! Sentences of `chat` and `run`, in English and Korean.

palimp_core::messages! {
    // chat
    pub(crate) fn no_chat_input() {
        en: "cannot chat: no input; hint: `echo \"why does the build fail?\" | palimp chat`, or run it in a terminal",
        ko: "입력이 없어 대화할 수 없습니다. `echo \"빌드가 왜 실패해?\" | palimp chat`처럼 넘겨주거나 터미널에서 실행하세요",
    }
    // chat/asking
    pub(crate) fn permission_refused(client, permissions) {
        en: "{client} asked for permission to {permissions}. palimp cannot grant it.",
        ko: "{client}이(가) 권한을 요청했지만 palimp는 허용할 수 없습니다: {permissions}.",
    }
    pub(crate) fn client_answered_nothing(client) {
        en: "{client} returned an empty answer",
        ko: "{client}이(가) 빈 답을 보냈습니다",
    }
    pub(crate) fn client_ended_with_code(client, code) {
        en: "{client} exited with code {code}",
        ko: "{client}이(가) 코드 {code}(으)로 종료했습니다",
    }
    // chat/backend
    pub(crate) fn chat_services() {
        en: "use api:anthropic, api:openai, api:gemini or api:ollama",
        ko: "api:anthropic, api:openai, api:gemini, api:ollama를 쓰세요",
    }
    pub(crate) fn chat_partners() {
        en: "use claude, codex, gemini, opencode, copilot, or api:anthropic, api:openai, api:gemini, api:ollama",
        ko: "claude, codex, gemini, opencode, copilot, 또는 api:anthropic, api:openai, api:gemini, api:ollama를 쓰세요",
    }
    pub(crate) fn ask_send_key(service, place, source) {
        en: "flush.baseUrl sends requests for {service} to {place}. Send your {service} key ({source}) there?",
        ko: "flush.baseUrl에 따라 {service} 요청을 {place}(으)로 보냅니다. {service} 키({source})도 보낼까요?",
    }
    pub(crate) fn key_not_sent(service, place) {
        en: "Your {service} key is not sent to {place}.",
        ko: "{service} 키를 {place}에 보내지 않습니다.",
    }
    pub(crate) fn no_chat_partner() {
        en: "cannot chat: no model or agent is chosen; hint: --with claude, --with api:ollama",
        ko: "대화할 수 없습니다: 모델이나 에이전트를 고르지 않았습니다. --with claude나 --with api:ollama처럼 쓰세요",
    }
    // chat/chat_session
    pub(crate) fn conversation_is_new() { en: "new conversation", ko: "새 대화" }
    pub(crate) fn conversation_goes_on(messages) {
        en: "conversation continues ({messages})",
        ko: "대화를 이어 갑니다({messages})",
    }
    pub(crate) fn last_words_unanswered() {
        en: "Your last message has no answer yet. /again retries.",
        ko: "마지막 메시지에 아직 답이 없습니다. /again으로 다시 시도하세요.",
    }
    pub(crate) fn how_to_leave() {
        en: "Type /exit or press Ctrl-D to leave.",
        ko: "나가려면 /exit를 입력하거나 Ctrl-D를 누르세요.",
    }
    pub(crate) fn words_not_sent(why) {
        en: "cannot send the message: it could not be stored: {why}",
        ko: "메시지를 저장할 수 없어 보내지 않았습니다: {why}",
    }
    pub(crate) fn last_words_answered() {
        en: "Your last message already has an answer.",
        ko: "마지막 메시지에는 이미 답이 있습니다.",
    }
    pub(crate) fn conversation_too_long() {
        en: "The conversation is longer than the model's context window.",
        ko: "대화가 모델의 컨텍스트 창보다 깁니다.",
    }
    pub(crate) fn partner_said_nothing(name) {
        en: "{name} returned an empty answer. /again retries.",
        ko: "{name}이(가) 빈 답을 보냈습니다. /again으로 다시 시도하세요.",
    }
    pub(crate) fn answer_stopped() { en: "Stopped.", ko: "중단했습니다." }
    pub(crate) fn answer_stopped_empty() {
        en: "Stopped. /again retries.",
        ko: "중단했습니다. /again으로 다시 시도하세요.",
    }
    pub(crate) fn words_kept(why) {
        en: "{why} (your message is stored; /again sends it again)",
        ko: "{why} (메시지는 저장했습니다. /again으로 다시 보내세요)",
    }
    pub(crate) fn partial_answer_kept(why) {
        en: "{why} (the partial answer is stored)",
        ko: "{why} (받은 데까지 저장했습니다)",
    }
    pub(crate) fn answer_at_limit() {
        en: "The answer reached its length limit. Ask the model to continue.",
        ko: "답이 길이 한도에 이르렀습니다. 이어서 답해 달라고 하세요.",
    }
    pub(crate) fn shortening() { en: "Summarising older turns…", ko: "오래된 대화를 요약하는 중…" }
    pub(crate) fn nothing_shortened(why) {
        en: "cannot summarise the conversation: {why}",
        ko: "대화를 요약할 수 없습니다: {why}",
    }
    pub(crate) fn turns_summarised(after, before) {
        en: "Summarised older turns: {after} tokens instead of {before}.",
        ko: "오래된 대화를 요약했습니다: 토큰 {before}개 → {after}개.",
    }
    pub(crate) fn model_window(name, window) {
        en: "{name}, context window of {window} tokens",
        ko: "{name}, 컨텍스트 창 {window}토큰",
    }
    pub(crate) fn answer_not_kept(error) {
        en: "cannot store the answer: {error}",
        ko: "답을 저장할 수 없습니다: {error}",
    }
    // chat/opening
    pub(crate) fn new_day() {
        en: "New day: starting a new conversation.",
        ko: "날짜가 바뀌어 새 대화를 시작합니다.",
    }
    pub(crate) fn long_pause() {
        en: "Long pause: starting a new conversation.",
        ko: "오래 쉬어 새 대화를 시작합니다.",
    }
    pub(crate) fn ending_kept_in(path) {
        en: "Saved the end of the conversation to {path}.",
        ko: "대화의 끝부분을 {path}에 저장했습니다.",
    }
    // chat/slash
    pub(crate) fn slash_commands() {
        en: "/memory                      the notes\n/memory QUERY                search notes and past work\n/memory --recent             the last captured events; also --stats, --sessions\n/memory status               status of palimp; also bootstrap, reindex, flush\n/memory embed status         status of the embedder; embed estimate: cost of embedding the rest\n/palimp …                    the same as /memory …, the name that agents know\n/compact [INSTRUCTIONS]      summarise the older part of the conversation\n/new                         save the end as a note and start a new conversation\n/again                       retry your last message\n/context                     show what fills the model's context window\n/model [NAME]                show or change the model\n/help                        this list\n/exit                        leave; the next chat continues this conversation\n//TEXT                       send a message that begins with a slash\nA backslash at the end of a line continues it on the next one. Ctrl-C stops an answer.",
        ko: "/memory                      노트\n/memory QUERY                노트와 지난 작업 검색\n/memory --recent             최근 캡처한 것. --stats, --sessions도 가능\n/memory status               palimp 상태. bootstrap, reindex, flush도 가능\n/memory embed status         임베더 상태. embed estimate는 남은 임베딩 비용\n/palimp …                    /memory …와 같음. 에이전트가 아는 이름\n/compact [INSTRUCTIONS]      오래된 대화 요약\n/new                         끝부분을 노트로 저장하고 새 대화 시작\n/again                       마지막 메시지 다시 시도\n/context                     컨텍스트 창을 차지하는 것 보기\n/model [NAME]                모델 보기 또는 바꾸기\n/help                        이 목록\n/exit                        나가기. 다음 대화가 이어짐\n//TEXT                       /로 시작하는 메시지 보내기\n줄 끝에 \\를 쓰면 다음 줄로 이어집니다. Ctrl-C로 답을 중단합니다.",
    }
    pub(crate) fn prints_more_than_json(name) {
        en: "cannot run /{name} with --json: it prints more than one document",
        ko: "--json과 함께 /{name}을(를) 쓸 수 없습니다: 문서를 여러 개 출력합니다",
    }
    pub(crate) fn new_conversation_begins() {
        en: "Started a new conversation.",
        ko: "새 대화를 시작합니다.",
    }
    pub(crate) fn unknown_slash_command(name, help) {
        en: "Unknown command /{name}. To send it to the model, type //{name}. Commands:\n{help}",
        ko: "/{name}은(는) 없는 명령입니다. 모델에 보내려면 //{name}(으)로 입력하세요. 명령:\n{help}",
    }
    // chat/stoppable
    pub(crate) fn client_stopped() { en: "stopped", ko: "중단됨" }
    // chat/typed
    pub(crate) fn input_not_utf8() {
        en: "cannot send the message: it is not UTF-8. Type it again.",
        ko: "UTF-8이 아니어서 보내지 않았습니다. 다시 입력하세요.",
    }
    // chat/window
    pub(crate) fn window_share(head, tokens, percent) {
        en: "{head}{tokens:>10} tokens {percent:>6.1} %",
        ko: "{head}{tokens:>10} 토큰 {percent:>6.1} %",
    }
    pub(crate) fn window_piece(piece, tokens) {
        en: "  {piece:<10}{tokens:>10} tokens",
        ko: "  {piece:<10}{tokens:>10} 토큰",
    }
    pub(crate) fn window_size(head, tokens) {
        en: "{head}{tokens:>10} tokens",
        ko: "{head}{tokens:>10} 토큰",
    }
    pub(crate) fn no_result_pruned() {
        en: "no tool result was pruned",
        ko: "도구 결과를 자르지 않았습니다",
    }
    pub(crate) fn results_pruned(results) { en: "{results} pruned", ko: "자른 것: {results}" }
    pub(crate) fn first_messages_summarised(messages, tokens, pruned) {
        en: "The first {messages} are a summary of {tokens} tokens; {pruned}.",
        ko: "처음 {messages}은(는) {tokens}토큰으로 요약했습니다. {pruned}.",
    }
    pub(crate) fn nothing_summarised(pruned) {
        en: "Nothing was summarised; {pruned}.",
        ko: "요약한 것이 없습니다. {pruned}.",
    }
    pub(crate) fn program_reads_all_anew() {
        en: "The agent reads all of this again with every message.",
        ko: "에이전트는 메시지마다 이 전체를 다시 읽습니다.",
    }
    pub(crate) fn nothing_sent_yet() {
        en: "Nothing was sent yet, so the service has no cache.",
        ko: "아직 보낸 것이 없어 서비스에 캐시가 없습니다.",
    }
    pub(crate) fn cache_expired() {
        en: "The service's cache expired. The next message costs the full price.",
        ko: "서비스의 캐시가 만료되었습니다. 다음 메시지는 전체 요금이 듭니다.",
    }
    pub(crate) fn cache_kept_for(minutes, seconds) {
        en: "The service caches the beginning for another {minutes}:{seconds:02} minutes.",
        ko: "서비스가 앞부분을 {minutes}:{seconds:02}분 더 캐시합니다.",
    }
    // run
    pub(crate) fn run_prompt_missing() {
        en: "cannot run without a prompt; hint: palimp run <client> -- PROMPT",
        ko: "프롬프트가 없습니다. palimp run <client> -- PROMPT처럼 쓰세요",
    }
    pub(crate) fn help_lists_commands() {
        en: "; /help lists the commands",
        ko: ". /help로 명령을 볼 수 있습니다",
    }
    pub(crate) fn talking_with(name, state, help) {
        en: "Talking with {name}: {state}{help}.",
        ko: "상대: {name}. {state}{help}.",
    }
    pub(crate) fn talking_with_service(name, place, state, help) {
        en: "Talking with {name} at {place}: {state}{help}.",
        ko: "상대: {place}의 {name}. {state}{help}.",
    }
}
