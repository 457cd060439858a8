//! Texts of other crates about conditions for which no error type stands, in Korean.

use super::table;

table! {
    // Search, and the notes.
    "found by words alone: {why}" => "낱말로만 찾았습니다: {why}";

    // What `palimp chat` and `palimp transcript` say.
    "Talking with {name}: {state}." => "상대: {name}. {state}.";
    "Talking with {name} at {place}: {state}." => "상대: {place}의 {name}. {state}.";
    "a new conversation" => "새 대화";
    "the conversation goes on ({})" => "대화를 이어 갑니다({})";
    "/help lists the commands" => "/help가 명령을 보여 줍니다";
    "Your last words have no answer yet: /again asks for one." => "마지막 말에 아직 답이 없습니다. /again이 다시 묻습니다.";
    "To leave, type /exit or press Ctrl-D." => "나가려면 /exit를 치거나 Ctrl-D를 누르세요.";
    "this was not sent, because it could not be kept: {why}" => "남길 수 없어 보내지 않았습니다: {why}";
    "Your last words have their answer." => "마지막 말에는 답이 있습니다.";
    "The conversation is longer than the model's window." => "대화가 모델의 창보다 깁니다.";
    "{} said nothing: /again asks once more." => "{}이(가) 아무 말도 하지 않았습니다. /again이 다시 묻습니다.";
    "{why} (your words are kept, /again sends them once more)" => "{why} (말은 남았고 /again이 다시 보냅니다)";
    "{why} (what came until then is kept)" => "{why} (그때까지 온 것은 남았습니다)";
    "/again asks once more" => "/again이 다시 묻습니다";
    "The answer is as long as one may be; ask to go on." => "답이 한도만큼 깁니다. 이어 달라고 하세요.";
    "Shortening the conversation…" => "대화를 줄이는 중…";
    "Nothing was shortened: {why}" => "줄이지 않았습니다: {why}";
    "The older turns are a summary now: {} tokens instead of {}." => "오래된 차례를 간추렸습니다: 토큰 {1}개 대신 {0}개.";
    "the answer cannot be kept: {error}" => "답을 남길 수 없습니다: {error}";
    "A new day: the conversation begins anew." => "새 날입니다. 대화를 새로 시작합니다.";
    "Nothing was said for long: the conversation begins anew." => "오래 말이 없었습니다. 대화를 새로 시작합니다.";
    "The end of the conversation is kept in {path}." => "대화의 끝을 {path}에 남겼습니다.";
    "A new conversation begins." => "새 대화를 시작합니다.";
    "use api:anthropic, api:openai, api:gemini or api:ollama" => "api:anthropic, api:openai, api:gemini, api:ollama를 쓰세요";
    "use claude, codex, gemini, opencode, copilot, or api:anthropic, api:openai, api:gemini, api:ollama" => "claude, codex, gemini, opencode, copilot, 또는 api:anthropic, api:openai, api:gemini, api:ollama를 쓰세요";
    "memory.baseUrl has {service} asked at {place}. Send your key of {service} ({source}) there?" => "memory.baseUrl에 따라 {service}을(를) {place}에서 묻습니다. {service}의 키({source})를 그리로 보낼까요?";
    "/{name} prints more than the one document of --json" => "/{name}은(는) --json의 문서 하나보다 많이 출력합니다";
    "There is no /{name}; to say it to the model, type //{name}. The commands:\n{HELP}" => "/{name}은(는) 없습니다. 모델에게 하는 말이면 //{name}(으)로 치세요. 명령:\n{HELP}";
    "it was stopped" => "멈추었습니다";
    "no result of a tool was pruned" => "도구의 결과를 자르지 않았습니다";
    "The first {} are a summary of {} tokens; {pruned}." => "처음 {0}은(는) 토큰 {1}개로 간추린 것입니다. {pruned}.";
    "Nothing was summarised; {pruned}." => "간추린 것이 없습니다. {pruned}.";
    "The program is given all of this anew with every message." => "프로그램은 말할 때마다 이 모두를 다시 받습니다.";
    "Nothing was sent yet, so that the service keeps nothing." => "아직 보낸 것이 없어 서비스가 지닌 것이 없습니다.";
    "The service has forgotten the beginning: the next message is paid in full." => "서비스가 앞을 잊었습니다. 다음 말은 값을 다 칩니다.";
    "there is nothing to compact: the last 10 turns reach back before the last compaction" => "줄일 것이 없습니다. 마지막 10차례가 지난번에 줄인 곳보다 앞까지 닿습니다";
    "{} cannot be read: {error}" => "{}: 읽을 수 없습니다: {error}";
    "{} cannot be written: {error}" => "{}: 쓸 수 없습니다: {error}";
    "{} is the transcript itself, which stays as it is: name another file with -o" => "{}은(는) 기록 자체라서 그대로 둡니다. -o로 다른 파일을 적으세요";
    "{} is no plain file, and nothing else is written over: name a file with -o" => "{}은(는) 보통 파일이 아니어서 덮어쓰지 않습니다. -o로 파일을 적으세요";
    "{} is there already: name another file with -o, or write over it with --force" => "{}이(가) 이미 있습니다. -o로 다른 파일을 적거나 --force로 덮어쓰세요";

    // Services.
    "there is no service '{provider}': choose one of {}" => "'{provider}'(이)라는 서비스는 없습니다. 고를 수 있는 것: {0}";

    // Hubs.
    "{text:?} is no day such as 2026-11-23" => "{text:?}은(는) 2026-11-23 같은 날짜가 아닙니다";

    // Teams.
    "{}, line {}: {error}" => "{0}, {1}번째 줄: {error}";
    "{} embeds your notes and questions, at {place}" => "{}이(가) 노트와 질문의 벡터를 만듭니다: {place}";
    "{provider} condenses what is said, at {place}" => "{provider}이(가) 나눈 말을 줄입니다: {place}";
    "{provider} embeds other homes' notes and your questions, at {place}" => "{provider}이(가) 다른 홈의 노트와 질문의 벡터를 만듭니다: {place}";
    "{} pruned" => "자른 것: {}";
    "The service keeps the beginning for another {}:{:02} minutes." => "서비스가 대화의 앞을 {}:{}분 더 지닙니다.";
    "{}, a window of {window} tokens" => "{}, 창은 토큰 {window}개";
    "{} answered with nothing" => "{}이(가) 아무 답도 하지 않았습니다";
    "{} ended with code {code}" => "{}이(가) 코드 {code}(으)로 끝났습니다";
    "team {}, approved by {}" => "팀 {}, 승인 {}";
    "org {}, approved by {}" => "조직 {}, 승인 {}";
    "{}, superseded by {newer}" => "{}, {newer}이(가) 갈음함";
    "{}, expired on {expires}" => "{}, {expires}에 끝남";
    "{}, holds from {from} on" => "{}, {from}부터 맞음";
    "no role is called {name}: {names}" => "{name}(이)라는 역할은 없습니다: {names}";
    "a hook is run by a client, which hands it an event on standard input; `palimp install <client>` sets that up" => "훅은 클라이언트가 표준 입력으로 사건을 주며 실행합니다. `palimp install <client>`로 연결하세요";
    "the event breaks off at line {line}, column {column}" => "사건이 {line}번째 줄 {column}째 글자에서 끊겼습니다";
    "the event is no JSON (line {line}, column {column})" => "사건이 JSON이 아닙니다({line}번째 줄 {column}째 글자)";
    "the event could not be read: {error}" => "사건을 읽지 못했습니다: {error}";
    "the client did not finish it in time" => "클라이언트가 제때 끝내지 않았습니다";
    "an internal error: please report it with this line's time" => "palimp 안에서 오류가 났습니다. 이 줄의 시각과 함께 알려 주세요";
    "there is no home directory: set HOME or PALIMP_HOME; the event is not kept" => "홈 디렉터리가 없어 사건을 남기지 않습니다. HOME이나 PALIMP_HOME을 정하세요";
    "`palimp {}` could not be started: {error}" => "`palimp {}`을(를) 시작하지 못했습니다: {error}";
    "{} answers none of the questions: its lines are query-id, corpus-id and score, separated by tabs, below one that names them" => "{}: 질문의 답이 하나도 없습니다. 이름을 적은 첫 줄 아래에 query-id, corpus-id, score를 탭으로 나누어 적으세요";
    "it must be a whole number, 1 or more" => "1 이상의 정수여야 합니다";
    "{} holds no sessions" => "{}에 세션이 없습니다";
    "task {}: cannot write {}: a module is a path inside the repository" => "과제 {}: {}을(를) 쓸 수 없습니다. 모듈은 저장소 안의 경로여야 합니다";
    "{} holds no tasks" => "{}에 과제가 없습니다";
    "{} holds no project {missing}: there are {}" => "{}에 프로젝트 {missing}이(가) 없습니다. 있는 것: {}";
    "{rx} has an open bracket" => "{rx}: 괄호가 닫히지 않았습니다";
    "{} holds no directory with notes" => "{}에 노트가 든 디렉터리가 없습니다";
    "Stopped{more}." => "멈추었습니다{more}.";
}
