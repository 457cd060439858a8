//! Numbers of things, as `show::count` says them.

use super::table;

table! {
    "{} note" => "노트 {}개";
    "{} chunk" => "조각 {}개";
    "{} document" => "문서 {}개";
    "{} approved fact" => "승인된 사실 {}개";
    "{} observation" => "관찰 {}개";
    "{} message" => "메시지 {}개";
    "{} session" => "세션 {}개";
    "{} task" => "과제 {}개";
    "{} proposal" => "제안 {}개";
    "{} rejected proposal" => "거절된 제안 {}개";
    "{} capture" => "기록 {}개";
    "{} text" => "글 {}개";
    "{} recorded session" => "기록된 세션 {}개";
    "{} new message" => "새 메시지 {}개";
    "{} new observation" => "새 관찰 {}개";
    "{} new note" => "새 노트 {}개";
    "{} renewed note" => "새로 고친 노트 {}개";
    "{} unchanged note" => "그대로인 노트 {}개";
    "{} episode" => "에피소드 {}개";
    "{} line" => "{}줄";
    "{} name" => "이름 {}개";
    "{} earlier version" => "이전 판 {}개";
    "{} conversation" => "대화 {}개";
    "{} session summary" => "세션 요약 {}개";
    "{} record" => "기록 {}개";
    "{} entry" => "항목 {}개";
    "{} commit" => "커밋 {}개";
    "{} decision record" => "결정 기록 {}개";
    "{} damaged file" => "손상된 파일 {}개";
    "{} tombstone" => "묘비 {}개";
    "{} fact" => "사실 {}개";
    "{} change" => "변경 {}개";
    "{} approval" => "승인 {}개";
    "{} row" => "행 {}개";
    "{} day" => "{}일";
    "{} time" => "{}번";
    "{} file" => "파일 {}개";
    "{} database" => "데이터베이스 {}개";
    "{} export" => "내보낸 파일 {}개";
    "{} vault" => "보관소 {}개";
    "{} workspace" => "작업 공간 {}개";
    "{} vector" => "벡터 {}개";
    "{} turn" => "{}차례";
    "{} result" => "결과 {}개";
    "{} exact name" => "정확한 이름 {}개";
    "{} request" => "요청 {}개";
    "{} call" => "호출 {}번";
    "{} minute" => "{}분";
    "{} memory" => "기억 {}개";
    "{} partial file" => "쓰다 만 파일 {}개";
    "{} home" => "홈 {}개";
    "{} piece" => "조각 {}개";
    "{} transcript" => "기록 {}개";
}
