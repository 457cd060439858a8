//! Help of commands that share, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("mcp", "MCP로 에이전트에 기억을 제공합니다(표준 입출력 또는 HTTP)"),
    ("mcp --http", "이 주소에서 Streamable HTTP로 제공합니다. 127.0.0.1:7077 같은 루프백 주소"),
    ("mcp --token-file", "HTTP 클라이언트가 보낼 토큰을 새로 만들지 않고 이 파일에서 읽습니다"),
    ("bootstrap", "다른 도구의 노트, 규칙, 데이터베이스, 세션 기록을 가져옵니다"),
    ("bootstrap --dry-run", "가져올 내용만 보여 주고 쓰지 않습니다"),
    ("bootstrap --from", "묻지 않고 이 출처만 가져옵니다. `chatgpt:PATH`는 ChatGPT 내보내기 파일"),
    ("bootstrap --yes", "모든 질문에 예로 답합니다"),
    ("export", "세션, 관찰 기록, 메시지를 JSONL로 내보냅니다"),
    ("export <file>", "출력 파일 [기본값: 표준 출력]"),
    ("import", "`palimp export`로 만든 파일을 가져옵니다. 기존 데이터는 바꾸지 않습니다"),
    ("import <file>", "읽을 파일. -는 표준 입력"),
];
