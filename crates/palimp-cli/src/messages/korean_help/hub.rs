//! Help of `hub`, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("hub", "승인된 기억을 허브로 조직과 공유합니다"),
    ("hub login", "인증 제공자나 토큰으로 조직의 허브에 로그인하고 승인된 기억을 받습니다"),
    ("hub login <url>", "허브의 URL: https://hub.example.org"),
    ("hub login --device", "다른 기기의 브라우저에서 코드를 입력해 로그인합니다"),
    (
        "hub login --client-id",
        "인증 제공자에 등록된 palimp의 클라이언트 id [기본값: 허브가 알려 주는 값]",
    ),
    ("hub login --token-stdin", "허브 토큰을 표준 입력에서 읽습니다"),
    ("hub login --token-file", "허브 토큰을 파일에서 읽습니다"),
    ("hub login --file", "키링이 있어도 keys.json에 저장합니다"),
    ("hub status", "로그인 상태, 권한, 마지막으로 받은 결과를 보여 줍니다"),
    ("hub status --hub", "이 조직만 [기본값: 모두]"),
    ("hub pull", "조직에서 승인된 기억을 받아 여기서 사용합니다"),
    ("hub pull --hub", "이 조직만 [기본값: 모두]"),
    ("hub pull --due", "자동 실행처럼 백그라운드에서 합니다"),
    ("hub pull --tree", "이 작업을 요청한 작업 트리"),
    (
        "hub propose",
        "노트의 사실을 조직에 제안합니다. 전송할 내용을 그대로 보여 주고, 비밀 정보나 개인정보가 있으면 멈춥니다",
    ),
    ("hub propose --from-team", "노트 대신 git 팀이 승인한 사실을 모두 제안합니다"),
    (
        "hub propose --scope",
        "공유 범위: `org`, `team:NAME`, `project:NAME` [기본값: 현재 프로젝트, 없으면 org]",
    ),
    ("hub propose --kind", "사실의 종류 [기본값: 노트 이름에 따름]"),
    ("hub propose --supersedes", "대체할 기억의 id 또는 접두사"),
    ("hub propose --why", "이유"),
    ("hub propose --dry-run", "전송할 내용만 보여 주고 보내지 않습니다"),
    ("hub propose --yes", "확인을 묻지 않고 보냅니다"),
    ("hub review", "대기 중인 제안의 중복, 충돌, 승인 상태를 보여 줍니다"),
    ("hub review <ids>", "이 제안만, id 또는 접두사로"),
    ("hub approve", "제안을 승인합니다. 승인 수가 차면 공유됩니다"),
    ("hub approve <id>", "`palimp hub review`에 나온 제안"),
    ("hub approve --yes", "확인을 묻지 않고 승인합니다"),
    ("hub reject", "이유를 적어 허브의 제안을 거절합니다"),
    ("hub reject <id>", "`palimp hub review`에 나온 제안"),
    ("hub reject --why", "제안자에게 보여 줄 이유"),
    (
        "hub search",
        "허브에서 볼 수 있는 모든 프로젝트를 검색합니다. `palimp search`는 이 홈으로 받은 기억을 검색합니다",
    ),
    ("hub search <query>", "검색어"),
    (
        "hub search --project",
        "우선해서 보여 줄 프로젝트, 허브에서 쓰는 이름으로 [기본값: 현재 프로젝트]",
    ),
    ("hub log", "조직의 감사 기록을 최신순으로 보여 줍니다"),
    ("hub erase", "기억 하나, 한 구성원의 데이터, 또는 프로젝트를 허브와 모든 홈에서 삭제합니다"),
    ("hub erase <id>", "기억의 전체 id"),
    ("hub erase --member", "이 구성원이 제안한 모든 내용과, 이 구성원의 이름이 나오는 모든 내용"),
    ("hub erase --project", "이 프로젝트의 모든 내용"),
    ("hub erase --yes", "확인을 묻지 않고 삭제합니다. 되돌릴 수 없습니다"),
    (
        "hub activity",
        "`hub.activity`에 적은 프로젝트의 세션에서 무엇을 허브로 보내는지 보여 줍니다",
    ),
    (
        "hub activity --show",
        "다음 `palimp hub pull` 때 허브로 보낼 어제 하루의 활동 내용을 그대로 보여 줍니다",
    ),
    ("hub logout", "허브에서 로그아웃하고 토큰과 받은 기억을 이 홈에서 삭제합니다"),
];
