//! Help of commands about notes, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("read", "노트를, 또는 그 몇 줄을 출력"),
    ("read <path>", "노트: 보관소 안의 경로, 또는 검색에 보이는 대로"),
    ("read --from", "첫 줄, 1부터"),
    ("list", "보관소의 노트를 나열"),
    ("list <prefix>", "경로가 이렇게 시작하는 것만: shared/, memory/2026-11"),
    ("links", "노트가 가리키는 곳과 노트를 가리키는 줄을 보임"),
    ("links <note>", "노트: 경로, 이름, 별칭"),
    ("edit", "노트를 편집기로 엶($VISUAL, $EDITOR). 전의 내용은 내력에 남음"),
    ("edit <path>", "노트, 보관소에서 시작하는 경로. 없으면 만듦"),
    ("history", "palimp가 바꾼 노트의 이전 판을 번호로 보이고 되돌림. 1이 가장 새 판"),
    ("history <path>", "노트, 보관소에서 시작하는 경로"),
    ("history --show", "이 판을 출력"),
    ("history --diff", "이 판 뒤로 바뀐 것을 출력. 적지 않으면 가장 새 판"),
    ("history --restore", "노트를 이 판으로 되돌림. 지금 내용도 판으로 남음"),
    ("init", "보관소를 만들거나, 마크다운 디렉터리를 보관소로 삼음"),
    ("init --vault", "노트의 디렉터리: Obsidian 보관소, OpenClaw 작업 공간, git의 폴더"),
    ("init --folder", "Obsidian 보관소에서 palimp의 노트를 둘 폴더. 적지 않으면 palimp"),
    (
        "init --at-root",
        "palimp의 폴더를 Obsidian 보관소 맨 위에 둠. 명령으로 내 노트도 바꿀 수 있음",
    ),
    ("init --move-notes", "지금 보관소의 노트를 함께 옮김. 이미 있는 노트는 바꾸지 않음"),
    ("pin", "관찰을 기한이 지나도 둠"),
    ("pin <ids>", "관찰의 번호. `palimp recent`와 `palimp search`에 나옴"),
    ("unpin", "고정한 관찰을 풀어 줌"),
    ("unpin <ids>", "관찰의 번호"),
    ("rules", "여기서 세션에 알리는 규칙을 새것부터 보이고, 하나에 줄을 그음"),
    ("rules --strike", "이 번호의 규칙에 줄을 그음. 노트에는 남고, 어느 세션에도 알리지 않음"),
    ("why", "기억의 한 줄을 누가 말했는지 보임: 언제, 어느 세션의 어떤 문장에서"),
    (
        "why <words>",
        "줄이나 그 안의 낱말, 또는 그 줄을 가리키는 것: s:26a1a7ce(세션), m36(메시지), shared/decisions.md:12(노트와 줄), projects/shop.md#Rules(노트와 제목)",
    ),
    ("anchors", "코드가 바뀐 사실을 프로젝트마다 나열"),
    ("anchors --all", "코드에 대한 사실 모두. 그대로인 것과 알 수 없는 것까지"),
    ("anchors --project", "이 프로젝트의 것만, 이름으로"),
    (
        "forget",
        "노트나 글을 아주 잊음: 그 글이 든 노트의 줄과 기록을 모두. 가져오기로도 돌아오지 않음",
    ),
    (
        "forget <text>",
        "낱말 단위로 찾을 글, 경로, 또는 id: #18, m36, s:fe072355. 숫자만 쓰면 id이고 '\"18\"'은 글",
    ),
    ("forget --dry-run", "무엇이 사라질지 말하기만 함"),
    ("forget --yes", "묻지 않음"),
    ("forget --drop-tombstones", "잊는 대신, 잊은 것을 모두 가져오기로 다시 들일 수 있게 함"),
];
