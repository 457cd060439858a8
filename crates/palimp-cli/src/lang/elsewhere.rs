//! What the system and clap say.

use super::table;

table! {
    // Around a sentence.
    "  {}." => "  {}.";
    "{}; {}" => "{}; {}";

    // The system.
    "No such file or directory (os error 2)" => "그런 파일이나 디렉터리가 없습니다";
    "Permission denied (os error 13)" => "권한이 없습니다";
    "Is a directory (os error 21)" => "디렉터리입니다";
    "is a directory" => "디렉터리입니다";
    "Not a directory (os error 20)" => "디렉터리가 아닙니다";
    "No space left on device (os error 28)" => "디스크에 남은 자리가 없습니다";
    "Read-only file system (os error 30)" => "읽기만 할 수 있는 파일 시스템입니다";

    // A wrong call.
    "error: {}" => "오류: {}";
    "unexpected argument '{}' found" => "'{}'은(는) 여기에 쓸 수 없습니다";
    "unrecognized subcommand '{}'" => "'{}'(이)라는 명령은 없습니다";
    "error: invalid value '{}' for '{}': {}" => "오류: {1}: '{0}'은(는) 쓸 수 없습니다: {2}";
    "invalid value '{}' for '{}'" => "{1}: '{0}'은(는) 쓸 수 없습니다";
    "a value is required for '{}' but none was supplied" => "{}: 값이 필요합니다";
    "the following required arguments were not provided:" => "빠진 것이 있습니다:";
    "the argument '{}' cannot be used with '{}'" => "'{}'은(는) '{}'과(와) 함께 쓸 수 없습니다";
    "the argument '{}' cannot be used multiple times" => "'{}'은(는) 한 번만 쓸 수 있습니다";
    "'{}' requires a subcommand but one was not provided" => "{}: 다음에 올 명령이 빠졌습니다";
    "  tip: a similar subcommand exists: {}" => "  비슷한 명령: {}";
    "  tip: some similar subcommands exist: {}" => "  비슷한 명령들: {}";
    "  tip: a similar argument exists: {}" => "  비슷한 것: {}";
    "  tip: some similar arguments exist: {}" => "  비슷한 것들: {}";
    "  tip: a similar value exists: {}" => "  비슷한 값: {}";
    "  tip: to pass '{}' as a value, use '{}'" => "  '{}'을(를) 값으로 쓰려면: '{}'";
    "  [possible values: {}]" => "  [쓸 수 있는 값: {}]";
    "  [subcommands: {}]" => "  [명령: {}]";
    "invalid digit found in string" => "수가 아닙니다";
    "invalid float literal" => "수가 아닙니다";
    "number too large to fit in target type" => "너무 큰 수입니다";
    "number too small to fit in target type" => "너무 작은 수입니다";
    "cannot parse integer from empty string" => "비어 있습니다";
    "cannot parse float from empty string" => "비어 있습니다";
    "{} is not in {}" => "{0}: {1}에 들지 않습니다";
    "Usage: {}" => "쓰는 법: {}";
    "For more information, try '--help'." => "자세한 것은 '--help'를 보세요.";

    // Lines that begin like a comment of ours.
    "/memory                      the notes\n/memory QUERY                search notes and past work\n/memory --recent             what was captured last; --stats, --summaries likewise\n/memory status               how palimp is; bootstrap, reindex, flush likewise\n/memory embed status         the embedder; embed estimate: what is still to do\n/palimp …                    the same as /memory …: the name that agents know it by\n/compact [INSTRUCTIONS]      turn the older part of the conversation into a summary\n/new                         keep the end of the conversation as a note and begin anew\n/again                       ask once more for an answer to your last words\n/context                     what fills the model's window\n/model [NAME]                the model, or another one from now on\n/help                        this list\n/exit                        leave; the conversation goes on the next time\n//TEXT                       say something that begins with a slash\nA backslash at the end of a line goes on with another one. Ctrl-C stops an answer." => "/memory                      노트\n/memory QUERY                노트와 지난 일을 찾음\n/memory --recent             마지막으로 기록한 것. --stats, --summaries도 같음\n/memory status               palimp가 어떤지. bootstrap, reindex, flush도 같음\n/memory embed status         임베더. embed estimate는 남은 일\n/palimp …                    /memory …와 같음. 에이전트가 아는 이름\n/compact [INSTRUCTIONS]      대화의 오래된 부분을 간추림\n/new                         대화의 끝을 노트로 남기고 새로 시작\n/again                       마지막 말의 답을 다시 물음\n/context                     모델의 창을 무엇이 채우는지\n/model [NAME]                모델, 또는 이제부터 쓸 다른 모델\n/help                        이 목록\n/exit                        나감. 대화는 다음에 이어짐\n//TEXT                       빗금으로 시작하는 말을 함\n줄 끝의 역빗금은 다음 줄로 이어집니다. Ctrl-C는 답을 멈춥니다.";
    "{title} ended with exit code {code}{said}. Start `{name}` in a terminal to see whether it is signed in and answers; palimp was tried with its version {tried}" => "{title}이(가) 끝났습니다. 종료 코드 {code}{said}. 로그인되어 있고 답하는지 터미널에서 `{name}`을(를) 시작해 보세요. palimp는 버전 {tried}(으)로 시험했습니다";
    "{title} says that it failed{said}. Start `{name}` in a terminal to see whether it is signed in and answers; palimp was tried with its version {tried}" => "{title}이(가) 실패했다고 합니다{said}. 로그인되어 있고 답하는지 터미널에서 `{name}`을(를) 시작해 보세요. palimp는 버전 {tried}(으)로 시험했습니다";
    "{title} answered nothing{said}. Start `{name}` in a terminal to see whether it is signed in and answers; palimp was tried with its version {tried}" => "{title}이(가) 아무 답도 하지 않았습니다{said}. 로그인되어 있고 답하는지 터미널에서 `{name}`을(를) 시작해 보세요. palimp는 버전 {tried}(으)로 시험했습니다";
    "exit status: {}" => "종료 상태 {}";
    "signal: {}" => "신호 {}";
    "invalid socket address syntax" => "주소가 아닙니다. 127.0.0.1:7077처럼 쓰세요";
    "File exists (os error 17)" => "이미 있습니다";
    "Address already in use (os error 98)" => "이미 쓰고 있는 주소입니다";
    "Cannot assign requested address (os error 99)" => "이 컴퓨터에 없는 주소입니다";
    "Connection refused (os error 111)" => "연결을 거절했습니다";
    "Operation not permitted (os error 1)" => "허락되지 않습니다";
    "Input/output error (os error 5)" => "읽고 쓰다가 오류가 났습니다";
    "Invalid argument (os error 22)" => "쓸 수 없는 값입니다";
    "Too many open files (os error 24)" => "열린 파일이 너무 많습니다";
    "Broken pipe (os error 32)" => "받는 쪽이 끊었습니다";
    "File name too long (os error 36)" => "이름이 너무 깁니다";
    "Directory not empty (os error 39)" => "디렉터리가 비어 있지 않습니다";
    "Too many levels of symbolic links (os error 40)" => "심볼릭 링크가 너무 많이 이어집니다";
    "stream did not contain valid UTF-8" => "UTF-8이 아닙니다";
    "EOF while parsing {} at line {} column {}" => "{1}번째 줄 {2}째 글자에서 {0}이(가) 끝나지 않았습니다";
    "key must be a string at line {} column {}" => "{}번째 줄 {}째 글자: 키는 큰따옴표 안에 써야 합니다";
    "expected value at line {} column {}" => "{}번째 줄 {}째 글자: 값이 있어야 합니다";
    "expected ident at line {} column {}" => "{}번째 줄 {}째 글자: 알 수 없는 말입니다";
    "trailing comma at line {} column {}" => "{}번째 줄 {}째 글자: 끝 쉼표가 있습니다";
    "trailing characters at line {} column {}" => "{}번째 줄 {}째 글자: 뒤에 더 있습니다";
    "expected `{}` at line {} column {}" => "{1}번째 줄 {2}째 글자: `{0}`이(가) 있어야 합니다";
    "expected `{}` or `{}` at line {} column {}" => "{2}번째 줄 {3}째 글자: `{0}` 또는 `{1}`이(가) 있어야 합니다";
    "Stopped." => "멈추었습니다.";
    "Stopped; /again asks once more." => "멈추었습니다. /again이 다시 묻습니다.";
    "{} is not in {}..={}" => "{1}부터 {2}까지의 수여야 합니다. {0}은(는) 들지 않습니다";
}
