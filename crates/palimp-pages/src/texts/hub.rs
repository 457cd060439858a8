//! Texts of the pages of an organisation's hub.

use super::PageText;

texts! {
    // The frame.
    PROPOSALS: "Proposals", "제안";
    MEMORIES: "Memories", "기억";
    POLICY: "Policy", "정책";
    AUDIT: "Audit", "감사 기록";
    ACTIVITY: "Activity", "활동";
    USE: "Usage", "사용량";
    FOOT: "The memory of {}, seen as {}.", "{}의 기억. 보는 구성원: {}.";
    SIGN_OUT: "Sign out", "로그아웃";

    // The way in.
    SIGN_IN: "Sign in", "로그인";
    SIGN_IN_HOW: "With the token that the hub gave you, as `palimp hub login` takes it. Whoever runs the hub gives you a link that becomes one.", "허브가 준 토큰으로 들어갑니다. `palimp hub login`에 쓰는 것과 같습니다. 허브를 운영하는 사람이 주는 링크가 토큰이 됩니다.";
    TOKEN: "Token", "토큰";
    NO_ENTRY: "Nobody has this token, or not any more.", "이런 토큰은 없거나 이제 쓸 수 없습니다.";
    JOIN: "Come in", "들어오기";
    JOIN_HOW: "This link becomes your token: once, and only when you press the button.", "이 링크가 토큰이 됩니다. 단추를 누를 때 한 번만 그렇습니다.";
    NO_LINK: "This link is none, was used before, or is too old. Ask whoever sent it for another one.", "없는 링크이거나 이미 썼거나 너무 오래되었습니다. 보낸 사람에게 새 링크를 받으세요.";
    JOINED: "You are in", "들어왔습니다";
    JOINED_HOW: "This is your token. It is shown this once; give it to palimp on your machine:", "이것이 토큰입니다. 지금 한 번만 보여 줍니다. 이 컴퓨터의 palimp에 주세요:";

    // What waits.
    NOTHING_WAITS: "Nothing waits for you.", "기다리는 것이 없습니다.";
    SOON: "Ends soon", "곧 끝나는 것";
    SOON_HOW: "To approve one again keeps it for another span; else it ends on its day.", "다시 승인하면 한 기간 더 갑니다. 그러지 않으면 그날 끝납니다.";
    DOUBTED: "told no more, until somebody looked: today's rules found something, or something newer contradicts it", "누가 볼 때까지 알리지 않음: 오늘의 규칙에 걸렸거나 더 새로운 것과 어긋남";
    FROM: "from", "출처:";
    AT: "at", "자리:";
    TAKES_PLACE: "takes the place of", "대신하는 것:";
    NOT_ENOUGH: "Approved; more approvals are needed.", "승인했습니다. 승인이 더 필요합니다.";
    DECIDED_YES: "Approved: homes get it with their next pull.", "승인했습니다. 홈들은 다음에 받을 때 받습니다.";
    DECIDED_NO: "Rejected.", "거절했습니다.";
    CHANGED: "It is not what you read any more: look again.", "읽은 것과 달라졌습니다. 다시 보세요.";
    PROPOSE: "Propose", "제안하기";
    PROPOSED: "Proposed. It waits for reviewers.", "제안했습니다. 검토자를 기다립니다.";
    STATEMENT: "What holds", "무엇이 그런지";
    KIND: "Kind", "종류";
    SCOPE: "Where it holds", "어디서 그런지";
    ALLOW: "Kinds of personal data that may stay: email", "그대로 둘 개인 정보의 종류: email";
    FOUND: "It was not kept. Line {} of {} looks like: {}", "받지 않았습니다. {}번째 줄({})에 이런 것으로 보이는 것이 있습니다: {}";

    // What is told.
    ASK: "Words or a question", "낱말이나 질문";
    NO_MEMORIES: "There is none.", "없습니다.";
    NEWEST: "Approved last", "마지막에 승인된 것";
    APPROVED_BY: "approved by {}", "{} 승인";
    PROPOSED_BY: "proposed by {}", "{} 제안";
    STATUS_PROPOSED: "waits", "기다림";
    STATUS_APPROVED: "told", "알림";
    STATUS_REJECTED: "rejected", "거절됨";
    STATUS_SUPERSEDED: "superseded", "갈음됨";
    STATUS_EXPIRED: "ended", "끝남";
    STATUS_QUARANTINED: "in doubt", "확인 필요";
    RETIRE: "Tell it no more", "그만 알리기";
    RETIRED: "It is told no more.", "더는 알리지 않습니다.";
    ERASE: "Erase", "지우기";
    ERASE_HOW: "It goes from the database with its key, and from every home with its next pull. Backups from before have it until they are gone. This cannot be undone.", "키와 함께 데이터베이스에서, 다음에 받을 때 모든 홈에서 없어집니다. 그 전의 백업에는 백업이 없어질 때까지 남습니다. 되돌릴 수 없습니다.";
    ERASED: "It is erased.", "지웠습니다.";

    // Who may do what.
    MEMBERS: "Members", "구성원";
    NAME: "Name", "이름";
    ROLE: "Role", "역할";
    NO_ROLE: "none: takes her out", "없음: 내보냄";
    GIVE: "Give the role", "역할 주기";
    GIVEN: "Done. It holds from the next request on.", "했습니다. 다음 요청부터 통합니다.";
    LINK: "Make a link to come in", "들어올 링크 만들기";
    LINK_HOW: "{} comes in with this, once, within three days:", "{}: 이 링크로 사흘 안에 한 번 들어옵니다.";

    // What is laid down, and what happened.
    POLICY_HOW: "What the organisation lays down. Its owners change it here; whoever runs the hub does so, too: `palimp-hub admin policy {} '…'`.", "조직이 정한 것입니다. 소유자는 여기서, 허브를 운영하는 사람은 이렇게 바꿉니다: `palimp-hub admin policy {} '…'`.";
    HOLDS: "yes", "예";
    HOLDS_NOT: "no", "아니요";
    LAY_DOWN: "Lay it down", "정하기";
    AUDIT_HOW: "Every change is a link of a chain, without content. {} links; each is looked at by `palimp-hub audit verify`.", "바뀐 것마다 사슬의 고리가 하나이고, 내용은 없습니다. 고리 {}개이며 `palimp-hub audit verify`가 하나씩 확인합니다.";
    SIGNED: "link {} was signed", "고리 {}에 서명함";
    COUNTS: "Memories by where they stand", "상태마다의 기억 수";
    USE_OF_ALL: "How often members used the hub in the last {} days, homes and agents included. Not what they asked.", "지난 {}일 동안 구성원이 허브를 쓴 횟수이며, 홈과 에이전트가 쓴 것도 셉니다. 무엇을 물었는지는 없습니다.";
    USE_OF_ONE: "How often you used the hub in the last {} days, your homes and agents included.", "지난 {}일 동안 허브를 쓴 횟수이며, 내 홈과 에이전트가 쓴 것도 셉니다.";
    NO_USE: "Nothing was counted yet; nodes write down what they counted every minute.", "아직 센 것이 없습니다. 노드는 센 것을 1분마다 적습니다.";
    BY_MEMBER: "By member", "구성원마다";
    BY_DAY: "By day", "날마다";
    DAY: "Day", "날";
    USE_SEARCH: "searched", "검색";
    USE_READ: "read", "읽기";
    USE_FEED: "pulled", "받기";
    USE_PROPOSE: "proposed", "제안";
    USE_REVIEW: "decided", "결정";
    USE_ACTIVITY: "told of sessions", "세션을 알림";
    NO_ACTIVITY: "No home tells anything. Members name projects of which theirs may: `palimp config set hub.activity`.", "알리는 홈이 없습니다. 구성원이 알려도 되는 프로젝트를 적습니다: `palimp config set hub.activity`.";
    WEEK_OF: "{}, week of {}", "{}, {} 주";
    DAY_OF: "{}, {}", "{}, {} 하루";
    FAILED_OFTEN: "failed more than once", "두 번 넘게 실패함";
    TROUBLE: "This cannot be done", "할 수 없습니다";
    BUSY: "The hub cannot answer now. Ask again in a moment.", "지금은 허브가 답할 수 없습니다. 잠시 뒤에 다시 물으세요.";
    STRANGE_FORM: "This form is from another page or another time. Go back, load the page again, and try once more.", "다른 쪽이나 다른 때의 양식입니다. 돌아가서 쪽을 다시 열고 해 보세요.";
}
