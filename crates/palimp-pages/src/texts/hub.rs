//! Texts of the pages of an organisation's hub.

use super::PageText;

texts! {
    // The frame.
    PROPOSALS: "Proposals", "제안";
    MEMORIES: "Memories", "기억";
    POLICY: "Policy", "정책";
    AUDIT: "Audit log", "감사 로그";
    ACTIVITY: "Activity", "활동";
    USE: "Usage", "사용량";
    FOOT: "Memory of {}, viewed as {}.", "{}의 기억. 보는 사람: {}.";
    SIGN_OUT: "Sign out", "로그아웃";

    // The way in.
    SIGN_IN: "Sign in", "로그인";
    SIGN_IN_HOW: "Sign in with the token that you use for `palimp hub login`. To get one, ask the hub's administrator for a link.", "`palimp hub login`에 쓰는 토큰으로 로그인하세요. 토큰이 없으면 허브 관리자에게 링크를 요청하세요.";
    TOKEN: "Token", "토큰";
    NO_ENTRY: "The token is invalid or has expired.", "토큰이 올바르지 않거나 만료되었습니다.";
    JOIN: "Join", "참여하기";
    JOIN_HOW: "This link works once. Press the button to exchange it for your token.", "이 링크는 한 번만 쓸 수 있습니다. 버튼을 누르면 토큰을 받습니다.";
    NO_LINK: "The link is invalid, already used or expired. Ask its sender for a new one.", "링크가 올바르지 않거나, 이미 사용했거나, 만료되었습니다. 보낸 사람에게 새 링크를 요청하세요.";
    JOINED: "Joined", "참여했습니다";
    JOINED_HOW: "This is your token, shown only once. Log in on your machine:", "토큰은 지금 한 번만 표시됩니다. 내 컴퓨터에서 로그인하세요:";

    // What waits.
    NOTHING_WAITS: "Nothing to review.", "검토할 것이 없습니다.";
    SOON: "Expiring soon", "곧 만료됨";
    SOON_HOW: "Approve a memory again to extend it; otherwise it expires on its date.", "다시 승인하면 기간이 연장됩니다. 승인하지 않으면 만료일에 만료됩니다.";
    DOUBTED: "on hold until reviewed: current rules flagged it, or a newer memory contradicts it", "검토할 때까지 보류: 현재 규칙에 걸렸거나 더 새로운 기억과 모순됨";
    FROM: "from", "출처:";
    AT: "at", "위치:";
    TAKES_PLACE: "supersedes", "대체:";
    NOT_ENOUGH: "Approved; more approvals are needed.", "승인했습니다. 승인이 더 필요합니다.";
    DECIDED_YES: "Approved: homes receive it with their next pull.", "승인했습니다. 각 홈은 다음 pull에서 받습니다.";
    DECIDED_NO: "Rejected.", "거절했습니다.";
    CHANGED: "It has changed since you read it: check it again.", "읽은 뒤에 바뀌었습니다. 다시 확인하세요.";
    PROPOSE: "Propose", "제안하기";
    PROPOSED: "Proposed for review.", "검토할 제안을 보냈습니다.";
    STATEMENT: "Statement", "내용";
    KIND: "Kind", "종류";
    SCOPE: "Scope", "범위";
    ALLOW: "Kinds of personal data to allow: email", "허용할 개인 정보 종류: email";
    FOUND: "Not saved. Line {} of {} looks like: {}", "저장하지 않았습니다. {}번째 줄({})에 비밀 정보로 보이는 내용: {}";

    // What is told.
    ASK: "Words or a question", "검색어나 질문";
    NO_MEMORIES: "No memories.", "기억이 없습니다.";
    NEWEST: "Recently approved", "최근 승인";
    APPROVED_BY: "approved by {}", "{} 승인";
    PROPOSED_BY: "proposed by {}", "{} 제안";
    STATUS_PROPOSED: "proposed", "제안됨";
    STATUS_APPROVED: "approved", "승인됨";
    STATUS_REJECTED: "rejected", "거절됨";
    STATUS_SUPERSEDED: "superseded", "대체됨";
    STATUS_EXPIRED: "expired", "만료됨";
    STATUS_QUARANTINED: "on hold", "보류";
    RETIRE: "Retire", "사용 중지";
    RETIRED: "Retired. It is no longer injected.", "사용을 중지했습니다. 더 이상 주입하지 않습니다.";
    ERASE: "Erase", "지우기";
    ERASE_HOW: "Deletes it from the database with its key, and from every home with its next pull. Older backups keep it until they are deleted. This cannot be undone.", "데이터베이스에서 키와 함께 삭제하고, 각 홈에서는 다음 pull에서 삭제합니다. 이전 백업에는 백업을 삭제할 때까지 남습니다. 되돌릴 수 없습니다.";
    ERASED: "Erased.", "지웠습니다.";

    // Who may do what.
    MEMBERS: "Members", "구성원";
    NAME: "Name", "이름";
    ROLE: "Role", "역할";
    NO_ROLE: "none (removes the member)", "없음(구성원 제거)";
    GIVE: "Assign role", "역할 지정";
    GIVEN: "Saved. It applies from the next request.", "저장했습니다. 다음 요청부터 적용됩니다.";
    LINK: "Create an invitation link", "초대 링크 만들기";
    LINK_HOW: "{} joins with this link, once, within three days:", "{}: 사흘 안에 이 링크로 한 번 참여할 수 있습니다.";

    // What is laid down, and what happened.
    POLICY_HOW: "The organisation's policy. Owners change it here; the hub's administrator with `palimp-hub admin policy {} '…'`.", "조직의 정책입니다. 소유자는 여기서, 허브 관리자는 `palimp-hub admin policy {} '…'`로 바꿉니다.";
    HOLDS: "yes", "예";
    HOLDS_NOT: "no", "아니요";
    LAY_DOWN: "Save", "저장";
    AUDIT_HOW: "Every change is a link of a hash chain, without content: {} links. `palimp-hub audit verify` checks each.", "변경마다 해시 체인의 고리가 하나 생기며, 내용은 포함하지 않습니다. 고리 {}개를 `palimp-hub audit verify`로 검증할 수 있습니다.";
    SIGNED: "link {} signed", "고리 {} 서명";
    COUNTS: "Memories by status", "상태별 기억 수";
    USE_OF_ALL: "Requests of members in the last {} days, including their homes and agents. Queries are not recorded.", "지난 {}일 동안 구성원의 요청 수(홈과 에이전트 포함). 검색어는 기록하지 않습니다.";
    USE_OF_ONE: "Your requests in the last {} days, including your homes and agents.", "지난 {}일 동안 내 요청 수(홈과 에이전트 포함).";
    NO_USE: "No usage yet; nodes save their counts every minute.", "아직 사용량이 없습니다. 노드는 1분마다 집계를 저장합니다.";
    BY_MEMBER: "By member", "구성원별";
    BY_DAY: "By day", "일별";
    DAY: "Day", "날짜";
    USE_SEARCH: "searched", "검색";
    USE_READ: "read", "읽기";
    USE_FEED: "pulled", "받기";
    USE_PROPOSE: "proposed", "제안";
    USE_REVIEW: "decided", "결정";
    USE_ACTIVITY: "sent activity", "활동 전송";
    NO_ACTIVITY: "No home sends activity. Members choose the projects that may: `palimp config set hub.activity`.", "활동을 보내는 홈이 없습니다. 보낼 프로젝트는 구성원이 설정합니다: `palimp config set hub.activity`.";
    WEEK_OF: "{}, week of {}", "{}, {} 주";
    DAY_OF: "{}, {}", "{}, {} 하루";
    FAILED_OFTEN: "failed repeatedly", "반복 실패";
    TROUBLE: "Cannot do this", "실행할 수 없습니다";
    BUSY: "The hub is busy. Try again in a moment.", "허브가 응답할 수 없습니다. 잠시 뒤에 다시 시도하세요.";
    STRANGE_FORM: "This form is outdated or belongs to another page. Go back, reload the page and try again.", "오래되었거나 다른 페이지의 양식입니다. 돌아가서 페이지를 새로 고치고 다시 시도하세요.";
}
