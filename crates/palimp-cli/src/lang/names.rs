//! Names of things, each a word or two that stands alone.

use super::table;

table! {
    // What counts for a hit.
    "confidence" => "확신";
    "words" => "낱말";
    "vector" => "벡터";
    "recent" => "새로움";
    "here" => "여기";
    "kind" => "종류";
    "exact" => "그대로";
    "date" => "날짜";
    "when" => "때";
    "speaker" => "말한 이";
    "asks" => "물음";
    "read" => "읽음";
    "echo" => "되풀이";
    "aside" => "곁말";

    // Who wrote something.
    "agent" => "에이전트";
    "import" => "가져오기";
    "tool" => "도구";
    "team" => "팀";

    // Where something is kept.
    "notes" => "노트";
    "history" => "이력";
    "chats" => "대화";
    "observations" => "관찰";
    "messages" => "메시지";
    "sessions" => "세션";
    "injections" => "알린 것";

    // Heads of tables.
    "input" => "입력";
    "output" => "출력";
    "cache read" => "캐시 읽음";
    "cache write" => "캐시 씀";
    "list price" => "정가";
    "day" => "날";
    "project" => "프로젝트";
    "client" => "클라이언트";
    "model" => "모델";
    "session" => "세션";

    // What fills a window.
    "user" => "사용자";
    "assistant" => "모델의 말";
    "pictures" => "그림";
    "tool calls" => "도구 호출";
    "tool results" => "도구 결과";
    "context" => "문맥";
    "summary" => "간추린 것";
    "system" => "시스템";
    "bootstrap" => "처음 알림";
    "current" => "이번 차례";
    "in all" => "모두";
    "window" => "창";

    // What is measured.
    "all" => "모두";
    "files" => "파일";
    "commands" => "명령";
    "wishes that the user said again" => "사용자가 다시 말한 바람";
    "failures met again" => "다시 만난 실패";
    "places found out again" => "다시 알아낸 곳";
    "options asked for again" => "다시 물은 옵션";
    "known files searched for" => "다시 찾은 아는 파일";
    "decision told" => "결정을 알림";
    "decision told or pointed to" => "결정을 알리거나 가리킴";
    "newest decision told or pointed to" => "가장 새로운 결정을 알리거나 가리킴";
    "literals of the decision told" => "결정의 값과 이름을 알림";
    "literals after two pointers were opened" => "포인터 둘을 연 뒤의 값과 이름";
    "lasting" => "오래 남는 것";
    "episodes" => "에피소드";

    // What other tools keep, where nobody counted it.
    "the recorded sessions" => "기록된 세션";
    "the memories" => "기억";
    "the observations" => "관찰";
    "the exports" => "내보낸 파일";
    "the files" => "파일";

    // How a home is.
    "readable" => "읽을 수 있음";
    "older" => "옛 판";
    "newer" => "더 새 판";
    "broken" => "망가짐";
    "unreadable" => "읽을 수 없음";
}
