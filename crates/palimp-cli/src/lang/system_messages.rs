//! Texts of the system and of clap that are said otherwise than everywhere, in Korean; and lines
//! that stand in no other table.

use super::table;

table! {
    // Around a sentence.
    "  {}." => "  {}.";
    "{}; {}" => "{}; {}";

    // Lines that begin like a comment of ours.
    "/memory                      the notes\n/memory QUERY                search notes and past work\n/memory --recent             what was captured last; --stats, --summaries likewise\n/memory status               how palimp is; bootstrap, reindex, flush likewise\n/memory embed status         the embedder; embed estimate: what is still to do\n/palimp …                    the same as /memory …: the name that agents know it by\n/compact [INSTRUCTIONS]      turn the older part of the conversation into a summary\n/new                         keep the end of the conversation as a note and begin anew\n/again                       ask once more for an answer to your last words\n/context                     what fills the model's window\n/model [NAME]                the model, or another one from now on\n/help                        this list\n/exit                        leave; the conversation goes on the next time\n//TEXT                       say something that begins with a slash\nA backslash at the end of a line goes on with another one. Ctrl-C stops an answer." => "/memory                      노트\n/memory QUERY                노트와 지난 일을 찾음\n/memory --recent             마지막으로 기록한 것. --stats, --summaries도 같음\n/memory status               palimp가 어떤지. bootstrap, reindex, flush도 같음\n/memory embed status         임베더. embed estimate는 남은 일\n/palimp …                    /memory …와 같음. 에이전트가 아는 이름\n/compact [INSTRUCTIONS]      대화의 오래된 부분을 간추림\n/new                         대화의 끝을 노트로 남기고 새로 시작\n/again                       마지막 말의 답을 다시 물음\n/context                     모델의 창을 무엇이 채우는지\n/model [NAME]                모델, 또는 이제부터 쓸 다른 모델\n/help                        이 목록\n/exit                        나감. 대화는 다음에 이어짐\n//TEXT                       빗금으로 시작하는 말을 함\n줄 끝의 역빗금은 다음 줄로 이어집니다. Ctrl-C는 답을 멈춥니다.";
    "invalid socket address syntax" => "주소가 아닙니다. 127.0.0.1:7077처럼 쓰세요";
    "Stopped." => "멈추었습니다.";
    "Stopped; /again asks once more." => "멈추었습니다. /again이 다시 묻습니다.";
}
