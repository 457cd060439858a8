//! Help of `project`.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    (
        "project",
        "프로젝트를 나열하고, 합치고, 나누고, 이름을 바꾸고, 지웁니다\n\n저장소를 옮기거나 이름을 바꾸거나 다시 클론해도 기억은 그대로 이어집니다.",
    ),
    ("project --due", "디스크에서 바뀐 것을 기록하고 같은 저장소를 합침. 백그라운드에서 실행"),
    ("project list", "프로젝트 목록을 보여 줍니다"),
    ("project show", "프로젝트의 위치와, palimp가 그 프로젝트를 식별하는 근거를 보여 줍니다"),
    ("project show <project>", "이름, id 또는 디렉터리 [기본값: 이 디렉터리의 프로젝트]"),
    ("project join", "두 프로젝트를 합칩니다. 두 번째의 세션과 노트를 첫 번째로 옮깁니다"),
    ("project join <into>", "남는 프로젝트: 이름, id 또는 디렉터리"),
    ("project join <other>", "합쳐질 프로젝트"),
    ("project join --yes", "확인을 묻지 않습니다"),
    ("project split", "프로젝트의 디렉터리 하나(예: 클론)를 별도 프로젝트로 만듭니다"),
    ("project split <directory>", "디렉터리. `palimp project show`가 보여 주는 것 가운데 하나"),
    ("project rename", "프로젝트 이름을 바꿉니다"),
    ("project rename <project>", "이름, id 또는 디렉터리"),
    ("project rename <name>", "새 이름"),
    ("project forget", "프로젝트와 그 세션, 이 프로젝트에만 적용되는 노트의 줄을 지웁니다"),
    ("project forget <project>", "이름, id 또는 디렉터리"),
    ("project forget --yes", "확인을 묻지 않습니다"),
];
