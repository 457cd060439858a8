//! Help in Korean, by the place of each text in the command line.

use palimp_clap::HelpTable;

/// Korean of the command line's help.
pub(crate) const HELP_TABLE: HelpTable = &[
    ("palimp-hub", "조직의 기억. 모든 에이전트가 닿는 서버 하나"),
    (
        "palimp-hub (after)",
        "해 보기: palimp-hub demo\n처음부터 끝까지: docs/guides/hub-server.ko.md",
    ),
    ("serve", "조직의 구성원, 에이전트, 홈이 쓰는 서버를 실행"),
    (
        "serve (after)",
        "보기:\n  palimp-hub serve --database postgres://hub@db/hub --key-file /etc/palimp-hub/key\n  palimp-hub serve --database … --key-file … --listen 0.0.0.0:7078 --url https://hub.acme.example",
    ),
    ("serve --listen", "요청을 받을 주소. 다른 컴퓨터에서 닿는 주소에는 --url이 필요"),
    (
        "serve --url",
        "구성원이 쓰는 주소. TLS는 앞에 선 것이 맡거나 --tls-certificate로 허브가 맡음",
    ),
    ("serve --tls-certificate", "이 인증서 사슬(PEM)로 TLS를 씀. 한 시간마다 다시 읽음"),
    ("serve --tls-key", "그 인증서의 키(PEM)"),
    ("serve --issuer", "사람과 에이전트가 로그인하는 OpenID 제공자. 그 토큰에 적힌 대로"),
    ("serve --audience", "그 토큰의 대상(audience). 적지 않으면 허브의 주소"),
    ("serve --jwks-file", "제공자의 키(JWKS). 적지 않으면 제공자의 안내 문서에서 받음"),
    ("serve --groups-claim", "토큰에서 사람의 그룹을 적은 항목"),
    (
        "serve --client-id",
        "로그인하는 홈을 위해 제공자가 palimp를 아는 이름. 적지 않으면 스스로 등록",
    ),
    (
        "serve --scopes",
        "토큰이 이 허브를 위한 것이 되도록 로그인할 때 제공자에게 청할 것: api://hub/.default",
    ),
    ("serve --connections", "데이터베이스 연결의 최대 수"),
    ("migrate", "테이블을 만들거나 이 버전에서 새로 생긴 것을 더함"),
    ("admin", "조직, 첫 소유자, 정책, 마스터 키"),
    ("admin key", "아직 없는 파일에 새 마스터 키를 씀"),
    ("admin key <file>", "파일"),
    ("admin org", "조직을 만들고 첫 소유자가 들어올 링크를 출력"),
    ("admin org <name>", "이름"),
    ("admin org --owner", "첫 소유자"),
    ("admin link", "구성원이 들어올 링크를 출력. 사흘 동안 한 번 쓸 수 있음"),
    ("admin bind", "제공자가 구성원을 아는 이름(`sub`)을 적어 그것으로 로그인하게 함"),
    ("admin bind --issuer", "제공자. `serve --issuer`에 적은 대로"),
    ("admin bind --subject", "거기서의 이름. 없으면 거둠"),
    (
        "admin policy",
        "조직이 정한 것을 JSON으로 둠: '{\"approvals\": 2, \"expiry\": {\"incident\": 30}}'",
    ),
    ("admin policy <policy>", "바꿀 것. 나머지는 그대로"),
    ("audit", "일어난 일의 사슬"),
    ("audit export", "다른 곳에 보관하도록 조직의 사슬을 표준 출력에 씀"),
    ("audit verify", "내보낸 사슬이 그대로인지 봄. 데이터베이스에는 묻지 않음"),
    ("audit verify <file>", "`export`가 쓴 파일"),
    ("audit verify --since", "전에 내보낸 사슬. 이것이 그 뒤를 이어야 함"),
    ("audit verify --key", "믿는 공개 키. 전에 내보낸 것에 적힌 대로"),
    ("backup", "데이터베이스의 백업을 되살려 읽을 수 있는지 봄"),
    ("backup check", "`pg_dump`가 쓴 것을 쓰고 버릴 PostgreSQL에 되살려 모두 읽음"),
    (
        "backup check (after)",
        "보기:\n  palimp-hub backup check acme.dump --key-file /etc/palimp-hub/key --database postgres://palimp@db/palimp",
    ),
    ("backup check <file>", "파일. 디렉터리 말고는 pg_dump의 어떤 형식이든"),
    ("backup check --database", "지금의 데이터베이스. 그 뒤로 지웠으나 백업에 남은 것을 알려 줌"),
    ("doctor", "모두 제대로인지 봄"),
    ("jobs", "예정된 삭제, 만료, 재검사, 서명을 지금 한 번 실행"),
    ("demo", "쓰고 버릴 PostgreSQL에서 모두 해 봄: 조직, 구성원, 검토자"),
    ("demo --database", "쓰고 버릴 것 대신 비어 있는 이 데이터베이스를 씀"),
    ("demo --listen", "요청을 받을 주소"),
    (
        "postgres",
        "이 컴퓨터에 없으면 PostgreSQL의 프로그램을 디렉터리에 받아 오고 어디 있는지 출력",
    ),
    ("postgres <directory>", "디렉터리"),
    // Arguments of several commands.
    ("--database", "데이터베이스: postgres://user:password@host/name 또는 host=… dbname=…"),
    ("--key-file", "마스터 키의 파일. 소유자만 읽을 수 있어야 하며 `palimp-hub admin key`가 만듦"),
    ("--key-command", "키 관리 서비스의 명령처럼 마스터 키를 출력하는 명령. 셸이 한 번 실행"),
    ("--url", "구성원이 쓰는 주소. 링크를 브라우저에서 열 수 있게 함"),
    ("<org>", "조직"),
    ("<member>", "구성원"),
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::arguments::HubServerArgs;

    #[test]
    fn all_help_is_there_in_korean_and_nothing_else() {
        let problems = palimp_clap::table_problems(HubServerArgs::command(), &[HELP_TABLE]);
        assert_eq!(problems, Vec::<String>::new());
    }
}
