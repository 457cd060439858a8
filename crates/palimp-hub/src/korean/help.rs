//! Help, in English and in Korean; and what clap says around it.

/// Labels that clap prints around help, in English and Korean.
pub(super) const CLAP_LABELS: &[(&str, &str)] = &[
    ("Examples:", "보기:"),
    ("Example:", "보기:"),
    ("Usage:", "쓰는 법:"),
    ("Commands:", "명령:"),
    ("Arguments:", "인자:"),
    ("Options:", "선택:"),
    ("[default:", "[기본값:"),
];

/// Help, in English and in Korean.
pub(super) const HELP_TRANSLATIONS: &[(&str, &str)] = &[
    (
        "Print this message or the help of the given subcommand(s)",
        "이 말이나 그 명령의 도움말 출력",
    ),
    ("Print help", "도움말 출력"),
    ("Print version", "버전 출력"),
    (
        "The organisation's memory: one server that every agent reaches",
        "조직의 기억. 모든 에이전트가 닿는 서버 하나",
    ),
    (
        "Try it: palimp-hub demo\nThe whole way: docs/guides/hub-server.md",
        "해 보기: palimp-hub demo\n처음부터 끝까지: docs/guides/hub-server.ko.md",
    ),
    (
        "Serve an organisation's members, agents and homes",
        "조직의 구성원, 에이전트, 홈이 쓰는 서버를 실행",
    ),
    (
        "Make the tables, or add what is new in this version",
        "테이블을 만들거나 이 버전에서 새로 생긴 것을 더함",
    ),
    ("Organisations, first owners, policies, the master key", "조직, 첫 소유자, 정책, 마스터 키"),
    ("The chain of what happened", "일어난 일의 사슬"),
    (
        "Look whether a backup of the database can be restored and read",
        "데이터베이스의 백업을 되살려 읽을 수 있는지 봄",
    ),
    ("Look whether everything is as it should be", "모두 제대로인지 봄"),
    (
        "Erase, expire, look again and sign what is due, now and once",
        "예정된 삭제, 만료, 재검사, 서명을 지금 한 번 실행",
    ),
    (
        "Try everything on a throw-away PostgreSQL: an organisation, a member, a reviewer",
        "쓰고 버릴 PostgreSQL에서 모두 해 봄: 조직, 구성원, 검토자",
    ),
    (
        "Fetch PostgreSQL's programs into a directory, if this machine has none, and print where they are",
        "이 컴퓨터에 없으면 PostgreSQL의 프로그램을 디렉터리에 받아 오고 어디 있는지 출력",
    ),
    ("The directory", "디렉터리"),
    (
        "The address that members use, so that the link is one for a browser",
        "구성원이 쓰는 주소. 링크를 브라우저에서 열 수 있게 함",
    ),
    (
        "The database: postgres://user:password@host/name, or host=… dbname=…",
        "데이터베이스: postgres://user:password@host/name 또는 host=… dbname=…",
    ),
    (
        "The file with the master key, readable for its owner alone: `palimp-hub admin key` makes one",
        "마스터 키의 파일. 소유자만 읽을 수 있어야 하며 `palimp-hub admin key`가 만듦",
    ),
    (
        "A command that prints the master key, as one of a key management service does; run once, by the shell",
        "키 관리 서비스의 명령처럼 마스터 키를 출력하는 명령. 셸이 한 번 실행",
    ),
    (
        "Where to listen; other machines' addresses need --url",
        "요청을 받을 주소. 다른 컴퓨터에서 닿는 주소에는 --url이 필요",
    ),
    (
        "The address that members use; what stands in front speaks TLS, or the hub with --tls-certificate",
        "구성원이 쓰는 주소. TLS는 앞에 선 것이 맡거나 --tls-certificate로 허브가 맡음",
    ),
    (
        "Speak TLS, with this chain of certificates (PEM); read again every hour",
        "이 인증서 사슬(PEM)로 TLS를 씀. 한 시간마다 다시 읽음",
    ),
    ("The key of that certificate (PEM)", "그 인증서의 키(PEM)"),
    ("Connections to the database at the most", "데이터베이스 연결의 최대 수"),
    (
        "The OpenID provider by which people and agents sign in, as its tokens name it",
        "사람과 에이전트가 로그인하는 OpenID 제공자. 그 토큰에 적힌 대로",
    ),
    (
        "For whom its tokens have to be; the hub's own address unless said",
        "그 토큰의 대상(audience). 적지 않으면 허브의 주소",
    ),
    (
        "The provider's keys (a JWKS); fetched by its discovery document unless said",
        "제공자의 키(JWKS). 적지 않으면 제공자의 안내 문서에서 받음",
    ),
    ("The claim of its tokens that names a person's groups", "토큰에서 사람의 그룹을 적은 항목"),
    (
        "The name by which the provider knows palimp, for homes that sign in; they register themselves unless said",
        "로그인하는 홈을 위해 제공자가 palimp를 아는 이름. 적지 않으면 스스로 등록",
    ),
    (
        "What to ask the provider for when signing in, where its tokens are to be for this hub by that: api://hub/.default",
        "토큰이 이 허브를 위한 것이 되도록 로그인할 때 제공자에게 청할 것: api://hub/.default",
    ),
    (
        "Write a new master key to a file that is not there yet",
        "아직 없는 파일에 새 마스터 키를 씀",
    ),
    ("The file", "파일"),
    (
        "Make an organisation and print the link with which its first owner comes in",
        "조직을 만들고 첫 소유자가 들어올 링크를 출력",
    ),
    ("Its name", "이름"),
    ("Its first owner", "첫 소유자"),
    (
        "Print a link with which a member comes in: good once, for three days",
        "구성원이 들어올 링크를 출력. 사흘 동안 한 번 쓸 수 있음",
    ),
    ("The organisation", "조직"),
    ("The member", "구성원"),
    (
        "Say under which name (`sub`) the provider knows a member, so that she may sign in by it",
        "제공자가 구성원을 아는 이름(`sub`)을 적어 그것으로 로그인하게 함",
    ),
    ("The provider, as `serve --issuer` has it", "제공자. `serve --issuer`에 적은 대로"),
    ("Her name there; none takes it back", "거기서의 이름. 없으면 거둠"),
    (
        "Set what an organisation lays down, as JSON: '{\"approvals\": 2, \"expiry\": {\"incident\": 30}}'",
        "조직이 정한 것을 JSON으로 둠: '{\"approvals\": 2, \"expiry\": {\"incident\": 30}}'",
    ),
    ("What to set; the rest stays", "바꿀 것. 나머지는 그대로"),
    (
        "Write an organisation's chain to standard output, to be kept elsewhere",
        "다른 곳에 보관하도록 조직의 사슬을 표준 출력에 씀",
    ),
    (
        "Look whether an exported chain is what it was; no database is asked",
        "내보낸 사슬이 그대로인지 봄. 데이터베이스에는 묻지 않음",
    ),
    ("The file that `export` wrote", "`export`가 쓴 파일"),
    (
        "A chain that was exported before: this one has to go on from it",
        "전에 내보낸 사슬. 이것이 그 뒤를 이어야 함",
    ),
    (
        "The public key that is trusted, as an earlier export has it",
        "믿는 공개 키. 전에 내보낸 것에 적힌 대로",
    ),
    (
        "Restore what `pg_dump` wrote into a throw-away PostgreSQL, and read all of it",
        "`pg_dump`가 쓴 것을 쓰고 버릴 PostgreSQL에 되살려 모두 읽음",
    ),
    (
        "The file, in any of pg_dump's formats but a directory",
        "파일. 디렉터리 말고는 pg_dump의 어떤 형식이든",
    ),
    (
        "The database of today: says what was erased there since, and is still in the backup",
        "지금의 데이터베이스. 그 뒤로 지웠으나 백업에 남은 것을 알려 줌",
    ),
    (
        "Use this database, which must be empty, instead of a throw-away one",
        "쓰고 버릴 것 대신 비어 있는 이 데이터베이스를 씀",
    ),
    ("Where to listen", "요청을 받을 주소"),
];
