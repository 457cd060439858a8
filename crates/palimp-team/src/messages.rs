//! Sentences about commits, policies and facts of a team for a person, in English and Korean.

palimp_core::messages! {
    // Git and ssh-keygen.
    pub(crate) fn git_not_run(reason) {
        en: "cannot run git: {reason}; hint: install git 2.34 or later",
        ko: "git을 실행할 수 없습니다: {reason}. git 2.34 이상을 설치하세요",
    }
    pub(crate) fn git_refused(directory, said) {
        en: "{directory}: git: {said}",
        ko: "{directory}: git: {said}",
    }
    pub(crate) fn fetch_stopped(mb, seconds) {
        en: "stopped fetching after {mb} MB and {seconds} s: too large for a team repository; hint: ask its owner what was pushed, then sync again",
        ko: "{mb}MB, {seconds}초에서 가져오기를 중단했습니다: 팀 저장소로는 너무 큽니다. 무엇이 푸시되었는지 저장소 소유자에게 확인하고 다시 동기화하세요",
    }
    pub(crate) fn signing_failed(file, said) {
        en: "cannot sign with {file}: ssh-keygen: {said}; hint: check that the key is there, or in your ssh agent",
        ko: "{file}(으)로 서명할 수 없습니다: ssh-keygen: {said}. 키가 그 자리나 ssh 에이전트에 있는지 확인하세요",
    }
    pub(crate) fn object_missing(asked) {
        en: "the team repository lacks {asked}; hint: sync again, or leave the team and join it again",
        ko: "팀 저장소에 {asked}이(가) 없습니다. 다시 동기화하거나, 팀에서 나갔다가 다시 참여하세요",
    }
    pub(crate) fn commits_unreadable(status) {
        en: "cannot read commits ({status})",
        ko: "커밋을 읽을 수 없습니다({status})",
    }
    pub(crate) fn key_pair_differs() {
        en: "the signature was made by a key other than the public one",
        ko: "공개 키와 다른 키로 서명되었습니다",
    }
    // Commits that are quarantined.
    pub(crate) fn commit_malformed() {
        en: "the commit is malformed",
        ko: "커밋의 형식이 올바르지 않습니다",
    }
    pub(crate) fn commit_unsigned() {
        en: "the commit is not signed",
        ko: "커밋에 서명이 없습니다",
    }
    pub(crate) fn signature_wrong() {
        en: "the signature does not match the commit",
        ko: "서명이 커밋과 맞지 않습니다",
    }
    pub(crate) fn key_type_wrong() {
        en: "the commit is not signed by an ed25519 key",
        ko: "ed25519 키로 서명한 커밋이 아닙니다",
    }
    pub(crate) fn signed_by_stranger(key) {
        en: "signed by a key that belonged to no member: {key}",
        ko: "당시 구성원의 키가 아닌 키로 서명되었습니다: {key}",
    }
    pub(crate) fn signed_by_revoked(key) {
        en: "signed by a revoked key: {key}",
        ko: "취소된 키로 서명되었습니다: {key}",
    }
    pub(crate) fn role_missing(member, path, needed) {
        en: "{member} cannot change {path}: this needs the role {needed}",
        ko: "{member}은(는) {path}을(를) 변경할 수 없습니다: {needed} 역할이 필요합니다",
    }
    pub(crate) fn approvals_missing(have, need) {
        en: "{have} of {need} approvals for this change",
        ko: "이 변경의 승인 {need}개 중 {have}개만 있습니다",
    }
    pub(crate) fn name_taken(print, member) {
        en: "key {print} cannot take the name {member}: only a key of that member or an owner can propose this",
        ko: "키 {print}에 {member} 이름을 줄 수 없습니다: 그 구성원의 키나 소유자만 제안할 수 있습니다",
    }
    pub(crate) fn own_proposal(member) {
        en: "{member} proposed this; four_eyes requires another approver",
        ko: "{member}이(가) 제안했습니다. four_eyes 정책에서는 다른 사람이 승인해야 합니다",
    }
    pub(crate) fn merge_without_proposal() {
        en: "the commit does not merge a proposal",
        ko: "제안을 병합한 커밋이 아닙니다",
    }
    pub(crate) fn proposal_used() {
        en: "the proposal has already landed; approvals count once",
        ko: "이미 반영된 제안입니다. 승인은 한 번만 셉니다",
    }
    pub(crate) fn merge_differs() {
        en: "the merge differs from its proposal",
        ko: "병합 내용이 제안과 다릅니다",
    }
    pub(crate) fn path_unknown(path) {
        en: "{path} is not a path of a team repository",
        ko: "{path}은(는) 팀 저장소의 경로가 아닙니다",
    }
    pub(crate) fn mode_wrong(path, mode) {
        en: "{path} is not a regular file: mode {mode}",
        ko: "{path}은(는) 일반 파일이 아닙니다: 모드 {mode}",
    }
    pub(crate) fn tree_too_large(path) {
        en: "directory {path} is too large or malformed",
        ko: "디렉터리 {path}이(가) 너무 크거나 형식이 올바르지 않습니다",
    }
    pub(crate) fn file_too_large(path, most) {
        en: "{path} is larger than {most} bytes",
        ko: "{path}이(가) {most}바이트보다 큽니다",
    }
    pub(crate) fn file_not_text(path) {
        en: "{path} is not a text file",
        ko: "{path}은(는) 텍스트 파일이 아닙니다",
    }
    pub(crate) fn tombstone_wrong(path) {
        en: "{path}: a tombstone must stay, and be empty",
        ko: "{path}: 묘비는 빈 파일로 남아 있어야 합니다",
    }
    pub(crate) fn too_many_changes(most) {
        en: "the commit changes more than {most} files",
        ko: "파일을 {most}개보다 많이 변경하는 커밋입니다",
    }
    pub(crate) fn policy_broken(why) {
        en: "the change would break the policy: {why}",
        ko: "변경하면 정책이 깨집니다: {why}",
    }
    pub(crate) fn other_team() {
        en: "this is not the team that you joined",
        ko: "참여한 팀이 아닙니다",
    }
    pub(crate) fn history_shortened() {
        en: "the history was shortened: verified commits are missing",
        ko: "이력이 짧아졌습니다: 검증한 커밋이 없어졌습니다",
    }
    pub(crate) fn history_rewritten_since() {
        en: "an owner rewrote history that this home had verified; hint: compare the owners' fingerprints again, then leave the team and join it again",
        ko: "이 홈이 검증한 이력을 소유자가 다시 썼습니다. 소유자의 지문을 다시 비교하고, 팀에서 나갔다가 다시 참여하세요",
    }
    pub(crate) fn history_rewritten_more() {
        en: "the rewritten history differs in more than the erased facts",
        ko: "다시 쓴 이력에서 지운 사실 말고 다른 것도 바뀌었습니다",
    }
    pub(crate) fn history_rewritten() {
        en: "the history was rewritten: it does not continue from the last verified commit",
        ko: "이력이 다시 작성되었습니다: 마지막으로 검증한 커밋에서 이어지지 않습니다",
    }
    // Policies.
    pub(crate) fn file_missing(name) {
        en: "{name} is missing or not a text file",
        ko: "{name}이(가) 없거나 텍스트 파일이 아닙니다",
    }
    pub(crate) fn key_missing(key) {
        en: "team.toml: {key} is missing",
        ko: "team.toml: {key}이(가) 없습니다",
    }
    pub(crate) fn role_unknown(name) {
        en: "team.toml: no role {name}",
        ko: "team.toml: {name} 역할이 없습니다",
    }
    pub(crate) fn roles_missing() {
        en: "team.toml: [[roles]] is missing",
        ko: "team.toml: [[roles]]가 없습니다",
    }
    pub(crate) fn roles_malformed() {
        en: "team.toml: roles must be [[roles]] tables",
        ko: "team.toml: roles는 [[roles]] 테이블이어야 합니다",
    }
    pub(crate) fn policy_missing() {
        en: "team.toml: policy is missing",
        ko: "team.toml: policy가 없습니다",
    }
    pub(crate) fn approvals_wrong() {
        en: "team.toml: policy.approvals is not valid",
        ko: "team.toml: policy.approvals 값이 올바르지 않습니다",
    }
    pub(crate) fn four_eyes_wrong() {
        en: "team.toml: policy.four_eyes is not valid",
        ko: "team.toml: policy.four_eyes 값이 올바르지 않습니다",
    }
    pub(crate) fn projects_malformed() {
        en: "team.toml: projects is not a table",
        ko: "team.toml: projects가 테이블이 아닙니다",
    }
    pub(crate) fn too_many_projects(most) {
        en: "team.toml: more than {most} projects",
        ko: "team.toml: 프로젝트가 {most}개를 넘습니다",
    }
    pub(crate) fn no_owner_left() {
        en: "no owner would be left",
        ko: "소유자가 한 명도 남지 않습니다",
    }
    pub(crate) fn team_id_changed() {
        en: "the team's id would change",
        ko: "팀의 id가 바뀝니다",
    }
    pub(crate) fn key_repeated(key) {
        en: "allowed_signers: duplicate key {key}",
        ko: "allowed_signers: 중복된 키 {key}",
    }
    pub(crate) fn member_name_wrong(member) {
        en: "allowed_signers: {member} is not a valid name",
        ko: "allowed_signers: {member}은(는) 이름으로 쓸 수 없습니다",
    }
    pub(crate) fn name_wrong(name) {
        en: "{name} is not a valid name: use letters, digits, ., _ and -",
        ko: "{name}은(는) 이름으로 쓸 수 없습니다. 글자, 숫자, ., _, -만 쓰세요",
    }
    // Facts.
    pub(crate) fn front_matter_missing() {
        en: "front matter between two lines of --- is missing",
        ko: "--- 두 줄로 감싼 머리말이 없습니다",
    }
    pub(crate) fn field_missing(key) {
        en: "{key} is missing in the front matter",
        ko: "머리말에 {key}이(가) 없습니다",
    }
    pub(crate) fn field_repeated(key) {
        en: "{key} occurs twice in the front matter",
        ko: "머리말에 {key}이(가) 두 번 있습니다",
    }
    pub(crate) fn field_not_name(key, value) {
        en: "{key}: {value} is not a valid name: use letters, digits, ., _ and -",
        ko: "{key}: {value}은(는) 이름으로 쓸 수 없습니다. 글자, 숫자, ., _, -만 쓰세요",
    }
    pub(crate) fn field_not_day(key, value) {
        en: "{key}: {value} is not a date; write it like 2026-11-23",
        ko: "{key}: {value}은(는) 날짜가 아닙니다. 2026-11-23처럼 쓰세요",
    }
    pub(crate) fn field_differs(key, said, stands) {
        en: "{key} is {said} in the file and {stands} in its path",
        ko: "{key}이(가) 파일에는 {said}, 경로에는 {stands}(으)로 되어 있습니다",
    }
    pub(crate) fn fact_empty() {
        en: "no text after the front matter",
        ko: "머리말 뒤에 내용이 없습니다",
    }
    pub(crate) fn fact_too_long(most) {
        en: "the fact has more than {most} characters",
        ko: "사실이 {most}자를 넘습니다",
    }
}
