//! Help of commands about notes, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("read", "노트 전체나 일부 줄을 출력합니다"),
    ("read <path>", "노트: 볼트 기준 경로, 또는 검색 결과에 나온 경로"),
    ("read --from", "첫 줄 번호, 1부터"),
    ("list", "볼트의 노트 목록을 보여 줍니다"),
    ("list <prefix>", "경로가 이 접두사로 시작하는 노트만: shared/, memory/2026-11"),
    ("links", "노트의 링크와 역링크를 보여 줍니다"),
    ("links <note>", "노트: 경로, 이름, 별칭"),
    ("edit", "노트를 편집기($VISUAL, $EDITOR)로 엽니다. 이전 내용은 이력에 남습니다"),
    ("edit <path>", "볼트 기준 노트 경로. 없으면 만듦"),
    ("history", "노트의 이전 버전을 보여 주고 복원합니다. 1이 최신 버전입니다"),
    ("history <path>", "볼트 기준 노트 경로"),
    ("history --show", "이 버전을 출력합니다"),
    ("history --diff", "이 버전 이후의 변경 내용을 출력합니다 [기본값: 최신 버전]"),
    ("history --restore", "이 버전으로 복원합니다. 현재 내용도 버전으로 남습니다"),
    ("init", "볼트를 만들거나 마크다운 디렉터리를 볼트로 지정합니다"),
    ("init --vault", "노트 디렉터리: Obsidian 볼트, OpenClaw 작업 공간, git으로 관리하는 폴더"),
    ("init --folder", "Obsidian 볼트에서 palimp 노트를 둘 폴더 [기본값: palimp]"),
    (
        "init --at-root",
        "palimp 폴더를 따로 만들지 않고, 그 안의 폴더들을 Obsidian 볼트 최상위에 바로 둡니다. 명령이 사용자 노트도 바꿀 수 있게 됩니다",
    ),
    ("init --move-notes", "현재 볼트의 노트도 옮깁니다. 이미 있는 노트는 바꾸지 않습니다"),
    ("pin", "관찰 기록이 만료되지 않게 고정합니다"),
    ("pin <ids>", "관찰 기록 번호. `palimp recent`와 `palimp search`에 나옴"),
    ("unpin", "관찰 기록의 고정을 해제합니다"),
    ("unpin <ids>", "관찰 기록 번호"),
    (
        "rules",
        "이 프로젝트에 주입하는 규칙을 최신순으로 보여 줍니다. 규칙에 취소선을 그을 수도 있습니다",
    ),
    (
        "rules --strike",
        "이 번호의 규칙에 취소선을 긋습니다. 노트에는 남지만 더는 주입하지 않습니다",
    ),
    ("why", "기억의 출처를 보여 줍니다: 누가, 언제, 어느 세션에서 말했는지"),
    (
        "why <words>",
        "줄이나 그 안의 단어, 또는 포인터: s:26a1a7ce(세션), m36(메시지), shared/decisions.md:12(노트와 줄), projects/shop.md#Rules(노트와 제목)",
    ),
    ("anchors", "관련 코드가 바뀐 뒤 확인이 필요한 사실을 프로젝트별로 보여 줍니다"),
    ("anchors --all", "코드를 참조하는 모든 사실. 바뀌지 않았거나 확인할 수 없는 것도 포함"),
    ("anchors --project", "이 이름의 프로젝트만"),
    (
        "forget",
        "노트 하나를, 또는 노트와 기록에 든 텍스트를 영구 삭제합니다. 다시 가져와도 복원되지 않습니다",
    ),
    (
        "forget <text>",
        "텍스트(단어 단위로 일치), 경로, 또는 id: #18, m36, s:fe072355. 숫자만 쓰면 id이고 '\"18\"'은 텍스트",
    ),
    ("forget --dry-run", "삭제할 내용만 보여 주고 삭제하지 않습니다"),
    ("forget --yes", "확인을 묻지 않습니다"),
    ("forget --drop-tombstones", "삭제했던 내용을 모두 다시 가져올 수 있게 합니다"),
];
