//! Help of the program and of options that several commands have, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("palimp", "모든 코딩 에이전트를 위한 하나의 기억"),
    (
        "palimp (after)",
        "`palimp up`으로 시작하세요. 종료 코드: 0 됨(찾은 것이 없어도 됨), 1 할 수 없었음, 2 잘못된 사용.",
    ),
    ("--json", "JSON 문서 하나로 출력"),
    ("--home", "쓸 홈 [기본값: $PALIMP_HOME, 없으면 ~/.palimp]"),
    ("--agent", "어떤 에이전트로 일할지 [기본값: 이 프로젝트의 에이전트, 없으면 main]"),
    ("--detached", "훅이 시작하듯 뒤에서 실행"),
    ("<clients>", "claude, codex, gemini, opencode, copilot, cursor, openclaw"),
    ("--interactive", "화면에서 고름. 치는 대로 찾고, 키로 열기, 편집, 복사, 고정, 잊기"),
    ("--archive", "물러난 노트도"),
    ("--tag", "이 태그가 있는 노트만, 머리말이나 본문에. ops는 ops/night도 뜻함"),
    ("--prop", "머리말이 이런 노트만: status=done, 또는 값이 무엇이든 status"),
    ("--project", "이 프로젝트만: 이름, 또는 그 디렉터리(`.`은 지금 프로젝트)"),
    ("--client", "이 클라이언트만: claude, codex, gemini, opencode, copilot, cursor, openclaw"),
    ("--session", "이 세션만, 또는 id가 이렇게 시작하는 세션"),
    ("--since", "이때부터: 7d, 12h, 2026-11-20"),
    ("--lines", "몇 줄"),
    ("<value>", "값. 목록은 JSON이나 쉼표로"),
    ("--limit", "몇 개"),
    ("<id>", "제안의 id, 또는 그 앞부분"),
    ("--as", "팀에서 쓸 내 이름 [기본값: git에 있는 이름]"),
    ("--make-key", "팀에만 쓰는 ed25519 키를 palimp의 홈에 만듦"),
    ("<notes>", "보관소의 노트. `#LINE`을 붙이면 그 줄의 사실만"),
    ("--team", "이 홈에 팀이 여럿일 때 어느 팀인지"),
    ("--expires", "더는 맞지 않게 되는 날: 2027-01-31"),
    ("--allow", "나가도 되는 비밀이나 개인 정보의 종류, 보이는 대로: `email`"),
    ("--hub", "이 홈이 여러 허브에 로그인했을 때 어느 조직인지"),
    ("--window", "모델의 창에 드는 토큰 수 [기본값: 기록에 적힌 대로, 없으면 200000]"),
    ("--out", "쓸 곳 [기본값: FILE의 끝 앞에 .pruned나 .compacted를 붙인 것]"),
];
