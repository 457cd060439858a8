//! Sentences of `team`, in English and Korean.

palimp_core::messages! {
    // team/amend
    pub(crate) fn unknown_role(name, names) {
        en: "unknown role {name}; hint: {names}",
        ko: "{name}은(는) 없는 역할입니다. 쓸 수 있는 것: {names}",
    }
    pub(crate) fn ask_propose_erasure(id) {
        en: "Propose to erase {id} for everybody?",
        ko: "{id}을(를) 모두에게서 지우자고 제안할까요?",
    }
    pub(crate) fn nothing_proposed() {
        en: "Nothing was proposed.",
        ko: "아무것도 제안하지 않았습니다.",
    }
    pub(crate) fn what_erasure_keeps() {
        en: "Once approved, palimp no longer injects it and removes it from every member's index at the next sync. Git keeps its text: in the history of the repository, in every clone, and at the forge. If it contained a secret, replace the secret.",
        ko: "승인되면 palimp는 더는 주입하지 않고, 다음 동기화 때 모든 구성원의 색인에서 지웁니다. git에는 저장소 이력, 모든 클론, 호스팅 서비스에 내용이 남습니다. 비밀 정보가 있었다면 새것으로 바꾸세요.",
    }
    pub(crate) fn ask_rewrite_history(team, id) {
        en: "Rewrite the history of {team} so that no earlier commit contains {id}? Members who have not synced since the erasure must join again.",
        ko: "{id}이(가) 이전 커밋에 남지 않도록 {team}의 이력을 다시 쓸까요? 지운 뒤 동기화하지 않은 구성원은 다시 가입해야 합니다.",
    }
    pub(crate) fn nothing_rewritten() {
        en: "Nothing was rewritten.",
        ko: "다시 쓰지 않았습니다.",
    }
    pub(crate) fn history_rewritten(team, commit) {
        en: "rewrote the history of {team}; it starts at {commit}",
        ko: "{team}의 이력을 다시 썼습니다. {commit}에서 시작합니다",
    }
    pub(crate) fn what_rewriting_keeps() {
        en: "Members' clones drop the old history with their next sync. The server may keep it until it cleans up (`git gc --prune=now`), and so may forks, pull requests, caches and backups. If it contained a secret, replace the secret.",
        ko: "구성원의 클론은 다음 동기화 때 이전 이력을 버립니다. 서버는 정리할 때까지(`git gc --prune=now`) 보관할 수 있고, 포크, 풀 리퀘스트, 캐시, 백업에도 남을 수 있습니다. 비밀 정보가 있었다면 새것으로 바꾸세요.",
    }
    // team/decide
    pub(crate) fn proposal_landed(id, team) {
        en: "approved {id}: merged into {team}",
        ko: "{id}을(를) 승인했습니다. {team}에 병합했습니다",
    }
    pub(crate) fn proposal_waits(id, more) {
        en: "approved {id}: {more} more needed",
        ko: "{id}을(를) 승인했습니다. {more}가 더 필요합니다",
    }
    pub(crate) fn unknown_proposal(team, id) {
        en: "cannot find proposal {id} in {team}; hint: `palimp team review`",
        ko: "{team}에서 제안 {id}을(를) 찾을 수 없습니다. `palimp team review`로 확인하세요",
    }
    // team/init
    pub(crate) fn team_founded(team, url, founder) {
        en: "created {team} at {url}, owned by {founder}",
        ko: "{url}에 팀 {team}을(를) 만들었습니다. 소유자: {founder}",
    }
    pub(crate) fn fingerprint(fingerprint) {
        en: "fingerprint  {fingerprint}",
        ko: "지문  {fingerprint}",
    }
    pub(crate) fn how_others_join(url) {
        en: "Others join with `palimp team join {url}`. Send them the fingerprint.",
        ko: "다른 사람은 `palimp team join {url}`(으)로 가입합니다. 지문을 알려 주세요.",
    }
    pub(crate) fn alone_in_team() {
        en: "Until there is a second member, nobody can approve your proposals. An owner may set `four_eyes = false`, which all members see: `palimp team init --four-eyes false` if you are alone, `palimp team policy --four-eyes false` later.",
        ko: "구성원이 둘이 되기 전에는 제안을 승인할 사람이 없습니다. 소유자는 `four_eyes = false`로 바꿀 수 있고 모든 구성원이 이를 봅니다. 혼자라면 `palimp team init --four-eyes false`, 나중에는 `palimp team policy --four-eyes false`를 쓰세요.",
    }
    pub(crate) fn member_name_missing() {
        en: "cannot find your name: git's user.name is unusable; hint: --as NAME",
        ko: "이름을 찾을 수 없습니다: git의 user.name을 쓸 수 없습니다. --as NAME으로 적으세요",
    }
    // team/join
    pub(crate) fn team_joined(team, url) {
        en: "joined {team} from {url}",
        ko: "{url}의 팀 {team}에 가입했습니다",
    }
    pub(crate) fn asked_to_join(id) {
        en: "requested membership  {id}",
        ko: "가입을 요청했습니다  {id}",
    }
    pub(crate) fn owner_lets_in(id, fingerprint) {
        en: "An owner approves with `palimp team approve {id}`. Send them your fingerprint: {fingerprint}",
        ko: "소유자가 `palimp team approve {id}`(으)로 승인합니다. 내 지문을 알려 주세요: {fingerprint}",
    }
    pub(crate) fn request_not_pushed(id, why) {
        en: "cannot push request {id}, it is pending here: {why}",
        ko: "요청 {id}을(를) 보낼 수 없어 여기에 보관합니다: {why}",
    }
    pub(crate) fn owner_key_missing(url, fingerprint) {
        en: "cannot verify {url}: no owner has the key {fingerprint}, so this may be another team; hint: ask the owner again",
        ko: "{url}을(를) 검증할 수 없습니다: 키 {fingerprint}을(를) 가진 소유자가 없습니다. 다른 팀일 수 있으니 소유자에게 다시 확인하세요",
    }
    pub(crate) fn owned_by(team) { en: "Owners of {team}:", ko: "{team}의 소유자:" }
    pub(crate) fn ask_fingerprint_told() {
        en: "Did an owner send you one of these fingerprints outside this repository?",
        ko: "소유자가 이 지문 중 하나를 이 저장소를 거치지 않고 다른 수단으로 알려 주었나요?",
    }
    pub(crate) fn nothing_joined() {
        en: "did not join: ask an owner for the fingerprint first",
        ko: "가입하지 않았습니다. 먼저 소유자에게 지문을 확인하세요",
    }
    // team/leave
    pub(crate) fn ask_leave_unsent(proposals) {
        en: "{proposals} of yours were not pushed and would be lost. Leave?",
        ko: "보내지 않은 {proposals}가 사라집니다. 탈퇴할까요?",
    }
    pub(crate) fn team_left(team) { en: "left {team}", ko: "팀 {team}에서 탈퇴했습니다" }
    pub(crate) fn key_stays_members() {
        en: "Your key stays trusted until an owner revokes it: `palimp team revoke`.",
        ko: "소유자가 폐기할 때까지(`palimp team revoke`) 키는 신뢰됩니다.",
    }
    // team/log
    pub(crate) fn nothing_verified_yet() {
        en: "Nothing verified yet; hint: `palimp team sync`.",
        ko: "아직 검증한 것이 없습니다. `palimp team sync`를 실행하세요.",
    }
    pub(crate) fn and_more_paths(count) { en: " and {count} more", ko: " 외 {count}개" }
    pub(crate) fn history_begins_anew(approvers) {
        en: "history rewritten by {approvers}",
        ko: "이력을 다시 씀: {approvers}",
    }
    pub(crate) fn proposed_and_approved(paths, proposers, approvers) {
        en: "{paths}  proposed by {proposers}, approved by {approvers}",
        ko: "{paths}  제안 {proposers}, 승인 {approvers}",
    }
    // team/members
    pub(crate) fn self_approval_allowed() {
        en: "Members may approve their own proposals: the policy says `four_eyes = false`.",
        ko: "구성원이 자기 제안을 승인할 수 있습니다. 정책: `four_eyes = false`.",
    }
    pub(crate) fn role_of_path(role, path) { en: "{role} of {path}", ko: "{path}의 {role}" }
    pub(crate) fn contributor_of_all() { en: "contributor of *", ko: "*의 contributor" }
    pub(crate) fn key_revoked() { en: "  revoked", ko: "  폐기됨" }
    // team/propose
    pub(crate) fn secret_in_note(file, line, kind) {
        en: "palimp: {file}:{line} may contain a secret or personal data: {kind}",
        ko: "palimp: {file}:{line}에 비밀이나 개인 정보가 있을 수 있습니다: {kind}",
    }
    pub(crate) fn secrets_stop_proposal() {
        en: "nothing was sent; hint: remove it from the note, or allow its kind with `--allow KIND`",
        ko: "아무것도 보내지 않았습니다. 노트에서 지우거나 `--allow KIND`로 허용하세요",
    }
    pub(crate) fn team_has_fact(from) {
        en: "{from}: the team already has it",
        ko: "{from}: 팀에 이미 있습니다",
    }
    pub(crate) fn drafted_fact(path, from) { en: "{path}  from {from}", ko: "{path}  출처: {from}" }
    pub(crate) fn how_to_supersede(id) {
        en: "  To replace it: `--supersedes {id}`.",
        ko: "  대체하려면 `--supersedes {id}`을(를) 붙이세요.",
    }
    pub(crate) fn proposed_before(id, team) {
        en: "{id} is already proposed to {team}",
        ko: "{id}은(는) 이미 {team}에 제안했습니다",
    }
    pub(crate) fn proposed_to(team, id) {
        en: "proposed to {team}  {id}",
        ko: "{team}에 제안함  {id}",
    }
    pub(crate) fn proposal_not_pushed(why) {
        en: "cannot push it, so it is pending here: {why}",
        ko: "보낼 수 없어 여기에 보관합니다: {why}",
    }
    pub(crate) fn sync_tries_again() {
        en: "`palimp team sync` retries; palimp also retries by itself.",
        ko: "`palimp team sync`로 다시 시도하세요. palimp도 자동으로 다시 시도합니다.",
    }
    // team/propose/request
    pub(crate) fn no_request_program() {
        en: "Pushed the proposal, but opened no pull request: neither `gh` nor `glab` is installed.",
        ko: "제안은 보냈지만 풀 리퀘스트는 열지 않았습니다: `gh`와 `glab`이 없습니다.",
    }
    pub(crate) fn request_refused(program, why) {
        en: "cannot open a pull request: {program}: {why}",
        ko: "풀 리퀘스트를 열 수 없습니다: {program}: {why}",
    }
    pub(crate) fn request_not_opened(program, error) {
        en: "cannot open a pull request: {program}: {error}",
        ko: "풀 리퀘스트를 열 수 없습니다: {program}: {error}",
    }
    // team/review
    pub(crate) fn team_not_reached(team, why) {
        en: "palimp: cannot reach {team}: {why}",
        ko: "palimp: {team}에 연결할 수 없습니다: {why}",
    }
    pub(crate) fn more_open_proposals(proposals) {
        en: "{proposals} more. Decide these first, or name one: `palimp team review ID`",
        ko: "{proposals}가 더 있습니다. 이것부터 결정하거나 하나를 지정하세요: `palimp team review ID`",
    }
    pub(crate) fn more_rejected_proposals(proposals) {
        en: "{proposals} more not shown. Name one to see it: `palimp team review ID`",
        ko: "{proposals}를 더 보이지 않았습니다. 하나를 지정하세요: `palimp team review ID`",
    }
    pub(crate) fn approvals_by(have, approvals, members) {
        en: "{have} of {approvals}, by {members}",
        ko: "{approvals} 가운데 {have}개: {members}",
    }
    pub(crate) fn proposal_head(title, proposers, approvals) {
        en: "{title}  proposed by {proposers}  {approvals}",
        ko: "{title}  제안: {proposers}  {approvals}",
    }
    pub(crate) fn secret_in_proposal(file, line, kind) {
        en: "  {file}, line {line} may contain a secret or personal data: {kind}",
        ko: "  {file} {line}번째 줄에 비밀이나 개인 정보가 있을 수 있습니다: {kind}",
    }
    pub(crate) fn cannot_land(why) { en: "cannot merge: {why}", ko: "병합할 수 없습니다: {why}" }
    pub(crate) fn rejected_by(members, why) {
        en: "rejected by {members}: {why}",
        ko: "{members} 거절: {why}",
    }
    pub(crate) fn waits_to_be_pushed() {
        en: "pending: not pushed yet",
        ko: "대기 중: 아직 보내지 않음",
    }
    pub(crate) fn how_to_decide_proposal(id) {
        en: "  `palimp team approve {id}` or `palimp team reject {id} --why TEXT`",
        ko: "  `palimp team approve {id}` 또는 `palimp team reject {id} --why TEXT`",
    }
    pub(crate) fn further_key(member, roles, fingerprint) {
        en: "FURTHER KEY for {member}, who is already a member ({roles}): whoever has {fingerprint} acts as {member}",
        ko: "키 추가: 이미 구성원인 {member}({roles}). {fingerprint}을(를) 가진 사람은 {member}(으)로 행동합니다",
    }
    pub(crate) fn new_member(member, roles, fingerprint) {
        en: "NEW MEMBER {member} ({roles}) with the key {fingerprint}",
        ko: "새 구성원: {member} ({roles}), 키 {fingerprint}",
    }
    pub(crate) fn new_file(path) { en: "  {path}  new", ko: "  {path}  추가" }
    pub(crate) fn removed_file(path) { en: "  {path}  removed", ko: "  {path}  삭제" }
    // team/rules
    pub(crate) fn rules_written(path, facts, team) {
        en: "wrote {facts} of team {team} to {path}",
        ko: "{path}에 팀 {team}의 {facts}을(를) 썼습니다",
    }
    pub(crate) fn rules_unchanged(path, facts, team) {
        en: "{path} already contains {facts} of team {team}",
        ko: "{path}에 이미 팀 {team}의 {facts}이(가) 있습니다",
    }
    // team/sync
    pub(crate) fn team_synced(team, landed, facts, commit) {
        en: "{team}  {landed} verified, {facts} active, at {commit}",
        ko: "{team}  검증 {landed}, 적용 {facts}, {commit}",
    }
    pub(crate) fn not_reached(why) { en: "cannot reach it: {why}", ko: "연결할 수 없음: {why}" }
    pub(crate) fn history_was_rewritten(team, by) {
        en: "palimp: {team}: {by} rewrote the history, so that erased facts are gone from it",
        ko: "palimp: {team}: 지운 것이 이력에 남지 않도록 {by}이(가) 이력을 다시 썼습니다",
    }
    pub(crate) fn proposal_still_waits(team, id, why) {
        en: "palimp: {team}: cannot push proposal {id}, it is pending here: {why}",
        ko: "palimp: {team}: 제안 {id}을(를) 보낼 수 없어 여기에 보관합니다: {why}",
    }
    pub(crate) fn no_team() {
        en: "No team joined; hint: `palimp team join URL`.",
        ko: "가입한 팀이 없습니다. `palimp team join URL`로 가입하세요.",
    }
    // team/template
    pub(crate) fn no_templates(team) {
        en: "{team} has no templates.",
        ko: "{team}에 템플릿이 없습니다.",
    }
    pub(crate) fn template_would_be_written(template, path) {
        en: "{template}: would be written to {path}",
        ko: "{template}: {path}에 쓸 예정",
    }
    pub(crate) fn template_written(template, path) {
        en: "{template}: written to {path}",
        ko: "{template}: {path}에 씀",
    }
    pub(crate) fn template_exists(template, path) {
        en: "{template}: already in {path}",
        ko: "{template}: {path}에 이미 있음",
    }
    pub(crate) fn template_differs(template, path) {
        en: "{template}: {path} has other content and stays",
        ko: "{template}: {path}의 내용이 달라 그대로 둠",
    }
    pub(crate) fn template_left_out(template, why) {
        en: "{template}: skipped: {why}",
        ko: "{template}: 건너뜀: {why}",
    }
}
