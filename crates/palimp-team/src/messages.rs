//! Sentences about commits, policies and facts of a team for a person, in English and Korean.

palimp_core::messages! {
    // Git and ssh-keygen.
    pub(crate) fn git_not_run(reason) {
        en: "git could not be run: {reason}; is git 2.34 or later installed?",
        ko: "git을 실행하지 못했습니다: {reason}. git 2.34 이상이 설치되어 있나요?",
    }
    pub(crate) fn git_refused(directory, said) {
        en: "{directory}: git: {said}",
        ko: "{directory}: git이 거절했습니다: {said}",
    }
    pub(crate) fn fetch_stopped(mb, seconds) {
        en: "the fetch was stopped after {mb} MB and {seconds} s, which is more than a team's memory takes; ask who owns the repository what was pushed there, and sync again",
        ko: "팀의 기억이 쓰는 것보다 많아서 {mb} MB, {seconds}초에서 받기를 멈췄습니다. 저장소의 소유자에게 무엇이 올라갔는지 묻고 다시 동기화하세요",
    }
    pub(crate) fn signing_failed(file, said) {
        en: "{file}: ssh-keygen made no signature: {said}; is the key there, or in your ssh agent?",
        ko: "{file}: ssh-keygen이 서명을 만들지 않았습니다: {said}. 키가 그곳이나 ssh 에이전트에 있나요?",
    }
    pub(crate) fn object_missing(asked) {
        en: "the team's repository lacks {asked}; sync again, or join the team anew",
        ko: "팀의 저장소에 {asked}이(가) 없습니다. 다시 동기화하거나 팀에 새로 들어오세요",
    }
    pub(crate) fn commits_unreadable(status) {
        en: "cannot read its commits ({status})",
        ko: "커밋을 읽을 수 없습니다({status})",
    }
    pub(crate) fn key_pair_differs() {
        en: "it signed with another key than its public half",
        ko: "공개 키와 다른 키로 서명했습니다",
    }
    // Commits that are quarantined.
    pub(crate) fn commit_malformed() {
        en: "the commit is malformed",
        ko: "커밋의 꼴이 바르지 않습니다",
    }
    pub(crate) fn commit_unsigned() {
        en: "the commit is not signed",
        ko: "커밋에 서명이 없습니다",
    }
    pub(crate) fn signature_wrong() {
        en: "the signature does not fit the commit",
        ko: "서명이 커밋과 맞지 않습니다",
    }
    pub(crate) fn key_type_wrong() {
        en: "the commit is signed by another key than ed25519",
        ko: "ed25519가 아닌 키로 서명한 커밋입니다",
    }
    pub(crate) fn signed_by_stranger(key) {
        en: "signed by a key that no member had before: {key}",
        ko: "그때 어느 구성원에게도 없던 키로 서명했습니다: {key}",
    }
    pub(crate) fn signed_by_revoked(key) {
        en: "signed by a revoked key: {key}",
        ko: "거둔 키로 서명했습니다: {key}",
    }
    pub(crate) fn role_missing(member, path, needed) {
        en: "{member} may not change {path}: that asks for {needed}",
        ko: "{member}은(는) {path}을(를) 바꿀 수 없습니다. {needed} 역할이 있어야 합니다",
    }
    pub(crate) fn approvals_missing(have, need) {
        en: "{have} of {need} approvals of exactly this change",
        ko: "바로 이 변경에 대한 승인이 {need}개 가운데 {have}개입니다",
    }
    pub(crate) fn name_taken(print, member) {
        en: "it gives the key {print} the name {member}, which is a member's: only a key of {member}'s or an owner may propose that",
        ko: "이미 구성원이 있는 이름 {member}을(를) 키 {print}에 줍니다. {member} 본인의 키나 소유자만 제안할 수 있습니다",
    }
    pub(crate) fn own_proposal(member) {
        en: "{member} proposed it; with four eyes, somebody else approves",
        ko: "{member}이(가) 제안한 것입니다. four_eyes 정책에서는 다른 사람이 승인해야 합니다",
    }
    pub(crate) fn merge_without_proposal() {
        en: "the commit does not merge a proposal",
        ko: "제안을 병합한 커밋이 아닙니다",
    }
    pub(crate) fn proposal_used() {
        en: "the proposal landed before; approvals count once",
        ko: "이미 들어간 제안입니다. 승인은 한 번만 셉니다",
    }
    pub(crate) fn merge_differs() {
        en: "the merge changes something else than its proposal",
        ko: "병합이 제안과 다른 것을 바꿉니다",
    }
    pub(crate) fn path_unknown(path) {
        en: "{path} is no path of a team's repository",
        ko: "{path}은(는) 팀 저장소의 경로가 아닙니다",
    }
    pub(crate) fn mode_wrong(path, mode) {
        en: "{path} is no plain file: mode {mode}",
        ko: "{path}은(는) 보통 파일이 아닙니다: 모드 {mode}",
    }
    pub(crate) fn tree_too_large(path) {
        en: "the directory {path} is too large or malformed",
        ko: "디렉터리 {path}이(가) 너무 크거나 꼴이 바르지 않습니다",
    }
    pub(crate) fn file_too_large(path, most) {
        en: "{path} is larger than {most} bytes",
        ko: "{path}이(가) {most}바이트보다 큽니다",
    }
    pub(crate) fn file_not_text(path) {
        en: "{path} is not text",
        ko: "{path}은(는) 글이 아닙니다",
    }
    pub(crate) fn tombstone_wrong(path) {
        en: "{path}: a tombstone is empty and stays",
        ko: "{path}: 지운 표시는 비어 있고 그대로 남습니다",
    }
    pub(crate) fn too_many_changes(most) {
        en: "more than {most} files change at once",
        ko: "파일이 한꺼번에 {most}개보다 많이 바뀝니다",
    }
    pub(crate) fn policy_broken(why) {
        en: "the policy would be broken: {why}",
        ko: "정책이 깨집니다: {why}",
    }
    pub(crate) fn other_team() {
        en: "this is another team than the one that you joined",
        ko: "들어간 팀이 아닌 다른 팀입니다",
    }
    pub(crate) fn history_shortened() {
        en: "the history was shortened: verified commits are missing",
        ko: "이력이 짧아졌습니다. 검증한 커밋이 없습니다",
    }
    pub(crate) fn history_rewritten_since() {
        en: "an owner rewrote the history behind what this home has verified: compare the owners' fingerprints again, leave the team and join it anew",
        ko: "이 홈이 검증한 것 뒤로 소유자가 이력을 고쳐 썼습니다. 소유자의 지문을 다시 견주고, 팀에서 나갔다가 다시 들어오세요",
    }
    pub(crate) fn history_rewritten_more() {
        en: "the history was rewritten, and not only so that what was erased is gone from it",
        ko: "이력을 고쳐 썼는데, 지운 것만 없앤 것이 아닙니다",
    }
    pub(crate) fn history_rewritten() {
        en: "the history was rewritten: it does not go on from the last verified commit",
        ko: "이력을 고쳐 썼습니다. 마지막으로 검증한 커밋에서 이어지지 않습니다",
    }
    // Policies.
    pub(crate) fn file_missing(name) {
        en: "{name} is missing or no text",
        ko: "{name}이(가) 없거나 글이 아닙니다",
    }
    pub(crate) fn key_missing(key) {
        en: "team.toml: {key} is missing",
        ko: "team.toml: {key}이(가) 없습니다",
    }
    pub(crate) fn role_unknown(name) {
        en: "team.toml: no role is called {name}",
        ko: "team.toml: {name}(이)라는 역할이 없습니다",
    }
    pub(crate) fn roles_missing() {
        en: "team.toml: [[roles]] is missing",
        ko: "team.toml: [[roles]]가 없습니다",
    }
    pub(crate) fn roles_malformed() {
        en: "team.toml: roles are no [[roles]]",
        ko: "team.toml: roles가 [[roles]]가 아닙니다",
    }
    pub(crate) fn policy_missing() {
        en: "team.toml: policy is missing",
        ko: "team.toml: policy가 없습니다",
    }
    pub(crate) fn approvals_wrong() {
        en: "team.toml: policy.approvals",
        ko: "team.toml: policy.approvals가 맞지 않습니다",
    }
    pub(crate) fn four_eyes_wrong() {
        en: "team.toml: policy.four_eyes",
        ko: "team.toml: policy.four_eyes가 맞지 않습니다",
    }
    pub(crate) fn projects_malformed() {
        en: "team.toml: projects is no table",
        ko: "team.toml: projects가 표가 아닙니다",
    }
    pub(crate) fn too_many_projects(most) {
        en: "team.toml: more than {most} projects",
        ko: "team.toml: 프로젝트가 {most}개를 넘습니다",
    }
    pub(crate) fn no_owner_left() {
        en: "nobody would be an owner",
        ko: "소유자가 아무도 없게 됩니다",
    }
    pub(crate) fn team_id_changed() {
        en: "the team's id would change",
        ko: "팀의 id가 바뀝니다",
    }
    pub(crate) fn key_repeated(key) {
        en: "allowed_signers: one key twice: {key}",
        ko: "allowed_signers: 같은 키가 두 번 있습니다: {key}",
    }
    pub(crate) fn member_name_wrong(member) {
        en: "allowed_signers: {member} is not a name",
        ko: "allowed_signers: {member}은(는) 이름이 될 수 없습니다",
    }
    pub(crate) fn name_wrong(name) {
        en: "{name} is no name: letters, digits, ., _ and - make one",
        ko: "{name}은(는) 이름이 될 수 없습니다. 글자, 숫자, ., _, -로 지으세요",
    }
    // Facts.
    pub(crate) fn front_matter_missing() {
        en: "it does not begin with a front matter between two lines of ---",
        ko: "--- 두 줄 사이의 머리글로 시작하지 않습니다",
    }
    pub(crate) fn field_missing(key) {
        en: "{key} is missing in its front matter",
        ko: "머리글에 {key}이(가) 없습니다",
    }
    pub(crate) fn field_repeated(key) {
        en: "{key} stands twice in its front matter",
        ko: "머리글에 {key}이(가) 두 번 있습니다",
    }
    pub(crate) fn field_not_name(key, value) {
        en: "{key}: {value} is no name of letters, digits, ., _ and -",
        ko: "{key}: {value}은(는) 글자, 숫자, ., _, -로 된 이름이 아닙니다",
    }
    pub(crate) fn field_not_day(key, value) {
        en: "{key}: {value} is no day such as 2026-11-23",
        ko: "{key}: {value}은(는) 2026-11-23과 같은 날짜가 아닙니다",
    }
    pub(crate) fn field_differs(key, said, stands) {
        en: "{key} is {said} in the file and {stands} in its path",
        ko: "{key}이(가) 파일에는 {said}, 경로에는 {stands}입니다",
    }
    pub(crate) fn fact_empty() {
        en: "it says nothing below its front matter",
        ko: "머리글 아래에 아무 말도 없습니다",
    }
    pub(crate) fn fact_too_long(most) {
        en: "it is longer than a fact: {most} characters are the most",
        ko: "사실보다 깁니다. 많아야 {most}자입니다",
    }
}
