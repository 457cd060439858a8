//! Texts of other crates about failures and findings, in Korean.

use super::table;

table! {
    "{}: {source}" => "{}: {source}";

    // Settings, and addresses of services.
    "a text" => "글";

    // The engine.
    "did you mean {meant}?" => "{meant}을(를) 찾으세요?";

    // An argument is parsed before the language of the process is set.
    "no client is called '{0}': use claude, codex, gemini, opencode, copilot, cursor or openclaw" => "'{0}'(이)라는 클라이언트는 없습니다. claude, codex, gemini, opencode, copilot, cursor, openclaw 가운데 하나를 쓰세요";

    // Keys and models.
    "default" => "기본값";
    "the system's keyring" => "시스템의 키링";
    "fresh" => "그대로";
    "moved" => "옮겨짐";
    "drifted" => "바뀜";
    "gone" => "사라짐";
    "unknown" => "알 수 없음";

    // How things are: `doctor` and `status`.
    "{}; {note}" => "{}; {note}";
}
