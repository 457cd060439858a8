//! Sentences of `project`, in English and Korean.

palimp_core::messages! {
    pub(crate) fn project_directory_gone() {
        en: "(directory is gone)",
        ko: "(디렉터리 없음)",
    }
    pub(crate) fn project_elsewhere() {
        en: "(on another machine)",
        ko: "(다른 컴퓨터)",
    }
    pub(crate) fn no_projects_yet() {
        en: "No projects yet. An agent's first session in a directory adds one.",
        ko: "아직 프로젝트가 없습니다. 에이전트가 디렉터리에서 첫 세션을 시작하면 추가됩니다.",
    }
    pub(crate) fn project_sessions(sessions) {
        en: "captured: {sessions}",
        ko: "캡처: {sessions}",
    }
    pub(crate) fn project_place(path) {
        en: "seen at: {path}",
        ko: "위치: {path}",
    }
    pub(crate) fn project_place_gone(path) {
        en: "seen at: {path} (gone)",
        ko: "위치: {path} (없어짐)",
    }
    pub(crate) fn project_remote(remote) {
        en: "origin: {remote}",
        ko: "origin: {remote}",
    }
    pub(crate) fn project_first_commit(commit) {
        en: "first commit: {commit}",
        ko: "첫 커밋: {commit}",
    }
    pub(crate) fn project_joined_id(id) {
        en: "joined: {id}",
        ko: "합친 프로젝트: {id}",
    }
    pub(crate) fn project_not_found(project) {
        en: "cannot find project '{project}'; hint: `palimp project` lists them",
        ko: "프로젝트 '{project}'을(를) 찾을 수 없습니다. `palimp project`로 목록을 확인하세요",
    }
    pub(crate) fn project_is_itself(project) {
        en: "cannot join '{project}' with itself: both names mean the same project",
        ko: "'{project}'을(를) 자신과 합칠 수 없습니다. 두 이름은 같은 프로젝트입니다",
    }
    pub(crate) fn ask_join_projects(other, into) {
        en: "Join '{other}' into '{into}'?",
        ko: "'{other}'을(를) '{into}'에 합칠까요?",
    }
    pub(crate) fn projects_not_joined() {
        en: "Nothing was joined.",
        ko: "합치지 않았습니다.",
    }
    pub(crate) fn projects_joined(other, into, rows, notes) {
        en: "Joined '{other}' into '{into}': moved {rows}, changed {notes}.",
        ko: "'{other}'을(를) '{into}'에 합쳤습니다: {rows} 이동, {notes} 변경.",
    }
    pub(crate) fn project_has_one_place(project) {
        en: "cannot split '{project}': it was seen at one directory only",
        ko: "'{project}'을(를) 나눌 수 없습니다. 디렉터리가 하나뿐입니다",
    }
    pub(crate) fn project_split_off(name, from, sessions) {
        en: "Split '{name}' off '{from}': moved {sessions}.",
        ko: "'{from}'에서 '{name}'을(를) 나눴습니다: {sessions} 이동.",
    }
    pub(crate) fn project_name_unusable(name) {
        en: "cannot use '{name}' as a name; hint: one line without '/' and without secrets",
        ko: "'{name}'은(는) 이름으로 쓸 수 없습니다. '/'와 비밀 정보가 없는 한 줄로 쓰세요",
    }
    pub(crate) fn project_renamed(old, new) {
        en: "Renamed '{old}' to '{new}'.",
        ko: "'{old}'의 이름을 '{new}'(으)로 바꿨습니다.",
    }
    pub(crate) fn ask_forget_whole_project(project, sessions) {
        en: "Forget '{project}' with {sessions}? This cannot be undone.",
        ko: "'{project}'과(와) {sessions}을(를) 지울까요? 되돌릴 수 없습니다.",
    }
}
