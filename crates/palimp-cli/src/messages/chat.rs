//! Sentences of `chat` and `run`, in English and Korean.

palimp_core::messages! {
    // chat
    pub(crate) fn no_chat_input() {
        en: "there was nothing to say: pipe words in, such as `echo \"why does the build fail?\" | palimp chat`, or run it in a terminal",
        ko: "할 말이 없습니다. `echo \"빌드가 왜 실패해?\" | palimp chat`처럼 넘겨주거나 터미널에서 실행하세요",
    }
    // chat/asking
    pub(crate) fn permission_refused(client, permissions) {
        en: "{client} asked to be allowed {permissions}, which palimp cannot grant.",
        ko: "{client}: {permissions}의 허락을 구했지만 palimp가 줄 수 없습니다.",
    }
    pub(crate) fn client_answered_nothing(client) {
        en: "{client} answered with nothing",
        ko: "{client}이(가) 아무 답도 하지 않았습니다",
    }
    pub(crate) fn client_ended_with_code(client, code) {
        en: "{client} ended with code {code}",
        ko: "{client}이(가) 코드 {code}(으)로 끝났습니다",
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
        en: "flush.baseUrl has {service} asked at {place}. Send your key of {service} ({source}) there?",
        ko: "flush.baseUrl에 따라 {service}을(를) {place}에서 묻습니다. {service}의 키({source})를 그리로 보낼까요?",
    }
    pub(crate) fn key_not_sent(service, place) {
        en: "Your key of {service} is not sent to {place}.",
        ko: "{service}의 키를 {place}에 보내지 않습니다.",
    }
    pub(crate) fn no_chat_partner() {
        en: "there is nobody to talk with: say who answers, such as --with claude or --with api:ollama",
        ko: "이야기할 상대가 없습니다. --with claude나 --with api:ollama처럼 누가 답할지 적으세요",
    }
    // chat/chat_session
    pub(crate) fn conversation_is_new() { en: "a new conversation", ko: "새 대화" }
    pub(crate) fn conversation_goes_on(messages) {
        en: "the conversation goes on ({messages})",
        ko: "대화를 이어 갑니다({messages})",
    }
    pub(crate) fn last_words_unanswered() {
        en: "Your last words have no answer yet: /again asks for one.",
        ko: "마지막 말에 아직 답이 없습니다. /again이 다시 묻습니다.",
    }
    pub(crate) fn how_to_leave() {
        en: "To leave, type /exit or press Ctrl-D.",
        ko: "나가려면 /exit를 치거나 Ctrl-D를 누르세요.",
    }
    pub(crate) fn words_not_sent(why) {
        en: "this was not sent, because it could not be kept: {why}",
        ko: "남길 수 없어 보내지 않았습니다: {why}",
    }
    pub(crate) fn last_words_answered() {
        en: "Your last words have their answer.",
        ko: "마지막 말에는 답이 있습니다.",
    }
    pub(crate) fn conversation_too_long() {
        en: "The conversation is longer than the model's window.",
        ko: "대화가 모델의 창보다 깁니다.",
    }
    pub(crate) fn partner_said_nothing(name) {
        en: "{name} said nothing: /again asks once more.",
        ko: "{name}이(가) 아무 말도 하지 않았습니다. /again이 다시 묻습니다.",
    }
    pub(crate) fn answer_stopped() { en: "Stopped.", ko: "멈추었습니다." }
    pub(crate) fn answer_stopped_empty() {
        en: "Stopped; /again asks once more.",
        ko: "멈추었습니다. /again이 다시 묻습니다.",
    }
    pub(crate) fn words_kept(why) {
        en: "{why} (your words are kept, /again sends them once more)",
        ko: "{why} (말은 남았고 /again이 다시 보냅니다)",
    }
    pub(crate) fn partial_answer_kept(why) {
        en: "{why} (what came until then is kept)",
        ko: "{why} (그때까지 온 것은 남았습니다)",
    }
    pub(crate) fn answer_at_limit() {
        en: "The answer is as long as one may be; ask to go on.",
        ko: "답이 한도만큼 깁니다. 이어 달라고 하세요.",
    }
    pub(crate) fn shortening() { en: "Shortening the conversation…", ko: "대화를 줄이는 중…" }
    pub(crate) fn nothing_shortened(why) {
        en: "Nothing was shortened: {why}",
        ko: "줄이지 않았습니다: {why}",
    }
    pub(crate) fn turns_summarised(after, before) {
        en: "The older turns are a summary now: {after} tokens instead of {before}.",
        ko: "오래된 차례를 간추렸습니다: 토큰 {before}개 대신 {after}개.",
    }
    pub(crate) fn model_window(name, window) {
        en: "{name}, a window of {window} tokens",
        ko: "{name}, 창은 토큰 {window}개",
    }
    pub(crate) fn answer_not_kept(error) {
        en: "the answer cannot be kept: {error}",
        ko: "답을 남길 수 없습니다: {error}",
    }
    // chat/opening
    pub(crate) fn new_day() {
        en: "A new day: the conversation begins anew.",
        ko: "새 날입니다. 대화를 새로 시작합니다.",
    }
    pub(crate) fn long_pause() {
        en: "Nothing was said for long: the conversation begins anew.",
        ko: "오래 말이 없었습니다. 대화를 새로 시작합니다.",
    }
    pub(crate) fn ending_kept_in(path) {
        en: "The end of the conversation is kept in {path}.",
        ko: "대화의 끝을 {path}에 남겼습니다.",
    }
    // chat/slash
    pub(crate) fn slash_commands() {
        en: "/memory                      the notes\n/memory QUERY                search notes and past work\n/memory --recent             what was captured last; --stats, --sessions likewise\n/memory status               how palimp is; bootstrap, reindex, flush likewise\n/memory embed status         the embedder; embed estimate: what is still to do\n/palimp …                    the same as /memory …: the name that agents know it by\n/compact [INSTRUCTIONS]      turn the older part of the conversation into a summary\n/new                         keep the end of the conversation as a note and begin anew\n/again                       ask once more for an answer to your last words\n/context                     what fills the model's window\n/model [NAME]                the model, or another one from now on\n/help                        this list\n/exit                        leave; the conversation goes on the next time\n//TEXT                       say something that begins with a slash\nA backslash at the end of a line goes on with another one. Ctrl-C stops an answer.",
        ko: "/memory                      노트\n/memory QUERY                노트와 지난 일을 찾음\n/memory --recent             마지막으로 기록한 것. --stats, --sessions도 같음\n/memory status               palimp가 어떤지. bootstrap, reindex, flush도 같음\n/memory embed status         임베더. embed estimate는 남은 일\n/palimp …                    /memory …와 같음. 에이전트가 아는 이름\n/compact [INSTRUCTIONS]      대화의 오래된 부분을 간추림\n/new                         대화의 끝을 노트로 남기고 새로 시작\n/again                       마지막 말의 답을 다시 물음\n/context                     모델의 창을 무엇이 채우는지\n/model [NAME]                모델, 또는 이제부터 쓸 다른 모델\n/help                        이 목록\n/exit                        나감. 대화는 다음에 이어짐\n//TEXT                       빗금으로 시작하는 말을 함\n줄 끝의 역빗금은 다음 줄로 이어집니다. Ctrl-C는 답을 멈춥니다.",
    }
    pub(crate) fn prints_more_than_json(name) {
        en: "/{name} prints more than the one document of --json",
        ko: "/{name}은(는) --json의 문서 하나보다 많이 출력합니다",
    }
    pub(crate) fn new_conversation_begins() {
        en: "A new conversation begins.",
        ko: "새 대화를 시작합니다.",
    }
    pub(crate) fn unknown_slash_command(name, help) {
        en: "There is no /{name}; to say it to the model, type //{name}. The commands:\n{help}",
        ko: "/{name}은(는) 없습니다. 모델에게 하는 말이면 //{name}(으)로 치세요. 명령:\n{help}",
    }
    // chat/stoppable
    pub(crate) fn client_stopped() { en: "it was stopped", ko: "멈추었습니다" }
    // chat/typed
    pub(crate) fn input_not_utf8() {
        en: "That was no UTF-8, and is not sent: type it again.",
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
        en: "no result of a tool was pruned",
        ko: "도구의 결과를 자르지 않았습니다",
    }
    pub(crate) fn results_pruned(results) { en: "{results} pruned", ko: "자른 것: {results}" }
    pub(crate) fn first_messages_summarised(messages, tokens, pruned) {
        en: "The first {messages} are a summary of {tokens} tokens; {pruned}.",
        ko: "처음 {messages}은(는) 토큰 {tokens}개로 간추린 것입니다. {pruned}.",
    }
    pub(crate) fn nothing_summarised(pruned) {
        en: "Nothing was summarised; {pruned}.",
        ko: "간추린 것이 없습니다. {pruned}.",
    }
    pub(crate) fn program_reads_all_anew() {
        en: "The program is given all of this anew with every message.",
        ko: "프로그램은 말할 때마다 이 모두를 다시 받습니다.",
    }
    pub(crate) fn nothing_sent_yet() {
        en: "Nothing was sent yet, so that the service keeps nothing.",
        ko: "아직 보낸 것이 없어 서비스가 지닌 것이 없습니다.",
    }
    pub(crate) fn cache_expired() {
        en: "The service has forgotten the beginning: the next message is paid in full.",
        ko: "서비스가 앞을 잊었습니다. 다음 말은 값을 다 칩니다.",
    }
    pub(crate) fn cache_kept_for(minutes, seconds) {
        en: "The service keeps the beginning for another {minutes}:{seconds:02} minutes.",
        ko: "서비스가 대화의 앞을 {minutes}:{seconds:02}분 더 지닙니다.",
    }
    // run
    pub(crate) fn run_prompt_missing() {
        en: "say what to ask: palimp run <client> -- PROMPT",
        ko: "무엇을 물을지 적으세요: palimp run <client> -- PROMPT",
    }
    pub(crate) fn help_lists_commands() {
        en: "; /help lists the commands",
        ko: ". /help가 명령을 보여 줍니다",
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
