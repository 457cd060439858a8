//! What the system and clap say.

use super::table;

table! {
    // Around a sentence.
    "palimp: {}" => "palimp: {}";
    "  {}." => "  {}.";
    "{}; {}" => "{}; {}";

    // The system.
    "No such file or directory (os error 2)" => "그런 파일이나 디렉터리가 없습니다";
    "Permission denied (os error 13)" => "권한이 없습니다";
    "Is a directory (os error 21)" => "디렉터리입니다";
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
    "Usage: {}" => "쓰는 법: {}";
    "For more information, try '--help'." => "자세한 것은 '--help'를 보세요.";
}
