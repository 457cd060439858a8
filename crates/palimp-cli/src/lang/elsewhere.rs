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
    "invalid value '{}' for '{}': {}" => "{1}: '{0}'은(는) 쓸 수 없습니다: {2}";
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
    "{} is not in {}" => "{0}: {1}에 들지 않습니다";
    "Usage: {}" => "쓰는 법: {}";
    "For more information, try '--help'." => "자세한 것은 '--help'를 보세요.";

    // Lines that begin like a comment of ours.
    "/memory                      the notes\n/memory QUERY                search notes and past work\n/memory --recent             what was captured last; --stats, --summaries likewise\n/memory status               how palimp is; bootstrap, reindex, flush likewise\n/memory embed status         the embedder; embed estimate: what is still to do\n/palimp …                    the same as /memory …: the name that agents know it by\n/compact [INSTRUCTIONS]      turn the older part of the conversation into a summary\n/new                         keep the end of the conversation as a note and begin anew\n/again                       ask once more for an answer to your last words\n/context                     what fills the model's window\n/model [NAME]                the model, or another one from now on\n/help                        this list\n/exit                        leave; the conversation goes on the next time\n//TEXT                       say something that begins with a slash\nA backslash at the end of a line goes on with another one. Ctrl-C stops an answer." => "/memory                      노트\n/memory QUERY                노트와 지난 일을 찾음\n/memory --recent             마지막으로 기록한 것. --stats, --summaries도 같음\n/memory status               palimp가 어떤지. bootstrap, reindex, flush도 같음\n/memory embed status         임베더. embed estimate는 남은 일\n/palimp …                    /memory …와 같음. 에이전트가 아는 이름\n/compact [INSTRUCTIONS]      대화의 오래된 부분을 간추림\n/new                         대화의 끝을 노트로 남기고 새로 시작\n/again                       마지막 말의 답을 다시 물음\n/context                     모델의 창을 무엇이 채우는지\n/model [NAME]                모델, 또는 이제부터 쓸 다른 모델\n/help                        이 목록\n/exit                        나감. 대화는 다음에 이어짐\n//TEXT                       빗금으로 시작하는 말을 함\n줄 끝의 역빗금은 다음 줄로 이어집니다. Ctrl-C는 답을 멈춥니다.";
}
