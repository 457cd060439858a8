//! Help of the program and of options that several commands have, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("palimp", "모든 코딩 에이전트를 위한 하나의 기억"),
    (
        "palimp (after)",
        "`palimp up`으로 시작하세요. 종료 코드: 0 성공(결과가 없어도), 1 실패, 2 잘못된 사용법.",
    ),
    ("--json", "JSON 문서 하나로 출력합니다"),
    ("--home", "사용할 홈 [기본값: $PALIMP_HOME, 없으면 ~/.palimp]"),
    (
        "--agent",
        "사용할 palimp 에이전트(볼트와 색인의 묶음) [기본값: 이 프로젝트에 지정한 것, 없으면 main]",
    ),
    ("--detached", "백그라운드에서 실행합니다(훅이 사용)"),
    ("<clients>", "claude, codex, gemini, opencode, copilot, cursor, openclaw"),
    (
        "--interactive",
        "대화형으로 고릅니다. 입력하면서 검색하고, 키로 열기·편집·복사·고정·삭제를 합니다",
    ),
    ("--archive", "archive/로 옮긴 노트도 포함합니다"),
    ("--tag", "프런트매터나 본문에 이 태그가 있는 노트만. ops는 ops/night도 포함"),
    (
        "--prop",
        "프런트매터의 값이 일치하는 노트만: status=done. 값과 상관없이 그 키가 있는 노트를 찾으려면 status",
    ),
    ("--project", "이 프로젝트만: 이름 또는 프로젝트 안의 디렉터리(`.`은 현재 프로젝트)"),
    ("--client", "이 에이전트만: claude, codex, gemini, opencode, copilot, cursor, openclaw"),
    ("--session", "이 세션만, 또는 id가 이 접두사로 시작하는 세션만"),
    ("--since", "이 시각 이후만: 7d, 12h, 2026-11-20"),
    ("--lines", "줄 수"),
    ("<value>", "값. 목록은 JSON이나 쉼표로 구분"),
    ("--limit", "최대 개수"),
    ("<id>", "제안의 id 또는 접두사"),
    ("--as", "팀에서 쓸 내 이름 [기본값: git의 이름]"),
    ("--make-key", "팀 전용 ed25519 키를 palimp 홈에 만듭니다"),
    ("<notes>", "볼트의 노트. `#LINE`을 붙이면 해당 줄의 사실만"),
    ("--team", "사용할 팀(이 홈에 팀이 여러 개일 때)"),
    ("--expires", "만료일: 2027-01-31"),
    ("--allow", "전송을 허용할 비밀 정보나 개인정보의 종류: `email`"),
    ("--hub", "사용할 조직(이 홈이 여러 허브에 로그인했을 때)"),
    ("--window", "컨텍스트 창의 토큰 수 [기본값: 세션 기록에 있는 값, 없으면 200000]"),
    ("--out", "출력 파일 [기본값: FILE의 확장자 앞에 .pruned나 .compacted를 붙인 이름]"),
];
