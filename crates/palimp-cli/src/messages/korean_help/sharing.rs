//! Help of commands that share, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("mcp", "MCP로 에이전트에 기억을 제공: 표준 입출력이나 HTTP로"),
    ("mcp --http", "127.0.0.1:7077 같은 이 컴퓨터의 주소에서 HTTP로 제공"),
    ("mcp --token-file", "HTTP 클라이언트가 보낼 토큰. 새로 만들지 않고 이 파일에서 읽음"),
    ("bootstrap", "다른 도구가 기억하는 것을 가져옴: 노트, 규칙, 데이터베이스, 기록된 세션"),
    ("bootstrap --dry-run", "무엇을 가져올지 말하고 아무것도 쓰지 않음"),
    ("bootstrap --from", "이 출처만 묻지 않고. `chatgpt:PATH`는 ChatGPT가 내보낸 것"),
    ("bootstrap --yes", "묻지 않고 모두 함"),
    ("export", "세션, 관찰, 메시지를 JSON 줄로 씀"),
    ("export <file>", "쓸 파일 [기본값: 표준 출력]"),
    ("import", "`palimp export`가 쓴 것을 들임. 이미 있는 것은 그대로 둠"),
    ("import <file>", "읽을 파일, 표준 입력은 -"),
];
