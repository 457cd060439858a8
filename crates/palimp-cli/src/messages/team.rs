//! Sentences of `team`, in English and Korean.

palimp_core::messages! {
    // team/amend
    pub(crate) fn unknown_role(name, names) {
        en: "no role is called {name}: {names}",
        ko: "{name}(이)라는 역할은 없습니다: {names}",
    }
    pub(crate) fn ask_propose_erasure(id) {
        en: "Propose that {id} goes for everybody?",
        ko: "{id}을(를) 모두에게서 없애자고 제안할까요?",
    }
    pub(crate) fn nothing_proposed() {
        en: "Nothing was proposed.",
        ko: "아무것도 제안하지 않았습니다.",
    }
    pub(crate) fn what_erasure_keeps() {
        en: "Once it is approved, palimp tells it nowhere and takes it out of every member's index at the next sync. Git keeps its text: in the history of the repository, in every clone, and at the forge. A secret that was in it has to be changed where it opens something.",
        ko: "승인되면 palimp는 어디서도 그것을 말하지 않고, 다음 동기화 때 모두의 색인에서 뺍니다. git에는 글이 남습니다. 저장소의 이력, 모든 클론, 호스팅에 있습니다. 그 안에 비밀이 있었다면 그것이 여는 곳에서 바꿔야 합니다.",
    }
    pub(crate) fn ask_rewrite_history(team, id) {
        en: "Begin the history of {team} anew, so that no earlier commit holds {id}? Who has not synced since it was erased has to join anew.",
        ko: "{team}의 이력을 새로 시작해 {id}이(가) 앞선 커밋에 없도록 할까요? 지운 뒤로 동기화하지 않은 사람은 다시 들어와야 합니다.",
    }
    pub(crate) fn nothing_rewritten() {
        en: "Nothing was rewritten.",
        ko: "아무것도 고쳐 쓰지 않았습니다.",
    }
    pub(crate) fn history_rewritten(team, commit) {
        en: "the history of {team} begins anew, at {commit}",
        ko: "{team}의 이력이 {commit}에서 새로 시작합니다",
    }
    pub(crate) fn what_rewriting_keeps() {
        en: "The clones of members drop the one before with their next sync. The place where the repository lies may keep it until it cleans up (`git gc --prune=now`), and so may forks, pull requests, caches and backups. A secret that was in it has to be changed where it opens something.",
        ko: "구성원의 클론은 다음 동기화 때 앞선 이력을 버립니다. 저장소가 있는 곳은 정리할 때까지(`git gc --prune=now`) 그것을 담고 있을 수 있고, 포크, 풀 리퀘스트, 캐시, 백업도 그렇습니다. 그 안에 비밀이 있었다면 그것이 여는 곳에서 바꿔야 합니다.",
    }
    // team/decide
    pub(crate) fn proposal_landed(id, team) {
        en: "approved {id}: it landed in {team}",
        ko: "{id} 승인: {team}에 들어갔습니다",
    }
    pub(crate) fn proposal_waits(id, more) {
        en: "approved {id}: it waits for {more} more",
        ko: "{id} 승인: {more}를 더 기다립니다",
    }
    pub(crate) fn unknown_proposal(team, id) {
        en: "{team} has no proposal {id}: `palimp team review` shows what is open",
        ko: "{team}에 제안 {id}이(가) 없습니다. `palimp team review`가 열린 것을 보여 줍니다",
    }
    // team/init
    pub(crate) fn team_founded(team, url, founder) {
        en: "founded {team} at {url}, owned by {founder}",
        ko: "{url}에 팀 {team}을(를) 만들었습니다. 소유자는 {founder}",
    }
    pub(crate) fn fingerprint(fingerprint) {
        en: "fingerprint  {fingerprint}",
        ko: "지문  {fingerprint}",
    }
    pub(crate) fn how_others_join(url) {
        en: "Others join with `palimp team join {url}`; tell them the fingerprint.",
        ko: "다른 사람은 `palimp team join {url}`(으)로 들어옵니다. 지문을 알려 주세요.",
    }
    pub(crate) fn alone_in_team() {
        en: "Until there is a second member, nothing that you propose can be approved. An owner may set `four_eyes = false`, which all members see: `palimp team init --four-eyes false` when you are alone, `palimp team policy --four-eyes false` later.",
        ko: "둘째 구성원이 있기 전에는 제안한 것을 아무도 승인할 수 없습니다. 소유자는 `four_eyes = false`로 둘 수 있고 모두가 그것을 봅니다. 혼자라면 `palimp team init --four-eyes false`, 나중에는 `palimp team policy --four-eyes false`입니다.",
    }
    pub(crate) fn member_name_missing() {
        en: "what are you called in the team? say it with `--as NAME`: your name in git is none",
        ko: "팀에서 쓸 이름이 무엇인가요? `--as NAME`으로 말해 주세요. git에 있는 이름은 쓸 수 없습니다",
    }
    // team/join
    pub(crate) fn team_joined(team, url) {
        en: "joined {team} from {url}",
        ko: "{url}에서 팀 {team}에 들어왔습니다",
    }
    pub(crate) fn asked_to_join(id) {
        en: "asked to be let in  {id}",
        ko: "받아 달라고 신청함  {id}",
    }
    pub(crate) fn owner_lets_in(id, fingerprint) {
        en: "An owner lets you in with `palimp team approve {id}`; tell them your fingerprint: {fingerprint}",
        ko: "소유자가 `palimp team approve {id}`(으)로 받아들입니다. 내 지문을 알려 주세요: {fingerprint}",
    }
    pub(crate) fn request_not_pushed(id, why) {
        en: "The request {id} waits here, it could not be pushed: {why}",
        ko: "신청 {id}은(는) 여기서 기다립니다. 보내지 못했습니다: {why}",
    }
    pub(crate) fn owner_key_missing(url, fingerprint) {
        en: "no owner of what is at {url} has the key {fingerprint}: this may be another team; ask the owner again",
        ko: "{url}에 있는 것의 소유자 가운데 키 {fingerprint}을(를) 가진 사람이 없습니다. 다른 팀일 수 있으니 소유자에게 다시 물어보세요",
    }
    pub(crate) fn owned_by(team) { en: "{team} is owned by", ko: "{team}의 소유자" }
    pub(crate) fn ask_fingerprint_told() {
        en: "Did an owner tell you one of these fingerprints, on another way than this repository?",
        ko: "소유자가 이 지문 가운데 하나를 저장소가 아닌 다른 길로 알려 주었나요?",
    }
    pub(crate) fn nothing_joined() {
        en: "nothing was joined: ask an owner for the fingerprint first",
        ko: "들어가지 않았습니다. 먼저 소유자에게 지문을 물어보세요",
    }
    // team/leave
    pub(crate) fn ask_leave_unsent(proposals) {
        en: "{proposals} of yours were not pushed yet and would be lost. Leave?",
        ko: "보내지 못한 {proposals}가 사라집니다. 나갈까요?",
    }
    pub(crate) fn team_left(team) { en: "left {team}", ko: "팀 {team}에서 나왔습니다" }
    pub(crate) fn key_stays_members() {
        en: "Your key stays a member's until an owner revokes it: `palimp team revoke`.",
        ko: "소유자가 거둘 때까지 키는 구성원의 것으로 남습니다: `palimp team revoke`.",
    }
    // team/log
    pub(crate) fn nothing_verified_yet() {
        en: "Nothing was verified yet: `palimp team sync`.",
        ko: "아직 검증한 것이 없습니다: `palimp team sync`.",
    }
    pub(crate) fn and_more_paths(count) { en: " and {count} more", ko: " 밖에 {count}개" }
    pub(crate) fn history_begins_anew(approvers) {
        en: "the history begins anew, by {approvers}",
        ko: "이력이 새로 시작함: {approvers}",
    }
    pub(crate) fn proposed_and_approved(paths, proposers, approvers) {
        en: "{paths}  proposed by {proposers}, approved by {approvers}",
        ko: "{paths}  제안 {proposers}, 승인 {approvers}",
    }
    // team/members
    pub(crate) fn self_approval_allowed() {
        en: "Members may approve what they proposed themselves: the policy says `four_eyes = false`.",
        ko: "구성원이 자기가 제안한 것을 승인할 수 있습니다. 정책이 `four_eyes = false`입니다.",
    }
    pub(crate) fn role_of_path(role, path) { en: "{role} of {path}", ko: "{path}의 {role}" }
    pub(crate) fn contributor_of_all() { en: "contributor of *", ko: "*의 contributor" }
    pub(crate) fn key_revoked() { en: "  revoked", ko: "  믿지 않음" }
    // team/propose
    pub(crate) fn secret_in_note(file, line, kind) {
        en: "palimp: {file}:{line} holds what looks like a secret or personal data: {kind}",
        ko: "palimp: {file}:{line}에 비밀이나 개인 정보로 보이는 것이 있습니다: {kind}",
    }
    pub(crate) fn secrets_stop_proposal() {
        en: "nothing left: take it out of the note, or let it pass by its kind with `--allow KIND`",
        ko: "아무것도 보내지 않았습니다. 노트에서 빼거나, 종류를 대고 `--allow KIND`로 보내세요",
    }
    pub(crate) fn team_has_fact(from) {
        en: "{from}: the team has it already",
        ko: "{from}: 팀에 이미 있습니다",
    }
    pub(crate) fn drafted_fact(path, from) { en: "{path}  from {from}", ko: "{path}  출처: {from}" }
    pub(crate) fn how_to_supersede(id) {
        en: "  If it takes its place, say so: `--supersedes {id}`.",
        ko: "  그것을 갈음하면 그렇게 말하세요: `--supersedes {id}`.",
    }
    pub(crate) fn proposed_before(id, team) {
        en: "{id} was proposed to {team} already",
        ko: "{id}은(는) 이미 {team}에 제안되어 있습니다",
    }
    pub(crate) fn proposed_to(team, id) {
        en: "proposed to {team}  {id}",
        ko: "{team}에 제안함  {id}",
    }
    pub(crate) fn proposal_not_pushed(why) {
        en: "It waits here, it could not be pushed: {why}",
        ko: "여기서 기다립니다. 보내지 못했습니다: {why}",
    }
    pub(crate) fn sync_tries_again() {
        en: "`palimp team sync` tries again, and so does palimp by itself.",
        ko: "`palimp team sync`가 다시 해 보고, palimp도 스스로 다시 합니다.",
    }
    // team/propose/request
    pub(crate) fn no_request_program() {
        en: "No pull request was opened: neither `gh` nor `glab` is there. The proposal is pushed all the same.",
        ko: "풀 리퀘스트는 열지 않았습니다. `gh`도 `glab`도 없습니다. 제안은 그래도 보냈습니다.",
    }
    pub(crate) fn request_refused(program, why) {
        en: "No pull request was opened: {program}: {why}",
        ko: "풀 리퀘스트를 열지 못했습니다: {program}: {why}",
    }
    pub(crate) fn request_not_opened(program, error) {
        en: "No pull request was opened: {program}: {error}",
        ko: "풀 리퀘스트를 열지 못했습니다: {program}: {error}",
    }
    // team/review
    pub(crate) fn team_not_reached(team, why) {
        en: "palimp: {team}: not reached: {why}",
        ko: "palimp: {team}: 닿지 못함: {why}",
    }
    pub(crate) fn more_open_proposals(proposals) {
        en: "{proposals} more: decide on these first, or name one: `palimp team review ID`",
        ko: "{proposals}가 더 있습니다. 이것부터 정하거나 하나를 대세요: `palimp team review ID`",
    }
    pub(crate) fn more_rejected_proposals(proposals) {
        en: "{proposals} more were not looked at: name one to see it, `palimp team review ID`",
        ko: "{proposals}를 더 살피지 않았습니다. 보려면 하나를 대세요: `palimp team review ID`",
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
        en: "  {file}, line {line} holds what looks like a secret or personal data: {kind}",
        ko: "  {file} {line}째 줄에 비밀이나 개인 정보로 보이는 것이 있습니다: {kind}",
    }
    pub(crate) fn cannot_land(why) { en: "cannot land: {why}", ko: "들어갈 수 없음: {why}" }
    pub(crate) fn rejected_by(members, why) {
        en: "rejected by {members}: {why}",
        ko: "{members} 거절: {why}",
    }
    pub(crate) fn waits_to_be_pushed() {
        en: "waits here to be pushed",
        ko: "여기서 보내기를 기다림",
    }
    pub(crate) fn how_to_decide_proposal(id) {
        en: "  `palimp team approve {id}` or `palimp team reject {id} --why TEXT`",
        ko: "  `palimp team approve {id}` 또는 `palimp team reject {id} --why TEXT`",
    }
    pub(crate) fn further_key(member, roles, fingerprint) {
        en: "FURTHER KEY for {member}, who is a member already ({roles}): whoever has {fingerprint} acts as {member}",
        ko: "키 추가: 이미 구성원인 {member}({roles})의 키가 하나 더 생깁니다. {fingerprint}을(를) 가진 사람은 {member}(으)로 행동합니다",
    }
    pub(crate) fn new_member(member, roles, fingerprint) {
        en: "NEW MEMBER {member} ({roles}) with the key {fingerprint}",
        ko: "새 구성원: {member} ({roles}), 키 {fingerprint}",
    }
    pub(crate) fn new_file(path) { en: "  {path}  new", ko: "  {path}  새로 생김" }
    pub(crate) fn removed_file(path) { en: "  {path}  goes", ko: "  {path}  없어짐" }
    // team/rules
    pub(crate) fn rules_written(path, facts, team) {
        en: "{path} now holds {facts} of team {team}",
        ko: "{path}에 이제 팀 {team}의 {facts}이(가) 있습니다",
    }
    pub(crate) fn rules_unchanged(path, facts, team) {
        en: "{path} held already {facts} of team {team}",
        ko: "{path}에 이미 팀 {team}의 {facts}이(가) 있습니다",
    }
    // team/sync
    pub(crate) fn team_synced(team, landed, facts, commit) {
        en: "{team}  {landed} verified, {facts} served, at {commit}",
        ko: "{team}  검증 {landed}, 알려 주는 것 {facts}, {commit}",
    }
    pub(crate) fn not_reached(why) { en: "not reached: {why}", ko: "닿지 못함: {why}" }
    pub(crate) fn history_was_rewritten(team, by) {
        en: "palimp: {team}: {by} had the history begin anew, so that what was erased is gone from it",
        ko: "palimp: {team}: 지운 것이 이력에 남지 않도록 {by}이(가) 이력을 새로 시작했습니다",
    }
    pub(crate) fn proposal_still_waits(team, id, why) {
        en: "palimp: {team}: proposal {id} waits here, it could not be pushed: {why}",
        ko: "palimp: {team}: 제안 {id}이(가) 여기서 기다립니다. 보내지 못했습니다: {why}",
    }
    pub(crate) fn no_team() {
        en: "No team was joined; `palimp team join URL` joins one.",
        ko: "들어간 팀이 없습니다. `palimp team join URL`로 들어갑니다.",
    }
    // team/template
    pub(crate) fn no_templates(team) {
        en: "{team} keeps no templates.",
        ko: "{team}에는 본보기가 없습니다.",
    }
    pub(crate) fn template_would_be_written(template, path) {
        en: "{template}: would be written to {path}",
        ko: "{template}: {path}에 적을 것임",
    }
    pub(crate) fn template_written(template, path) {
        en: "{template}: written to {path}",
        ko: "{template}: {path}에 적음",
    }
    pub(crate) fn template_exists(template, path) {
        en: "{template}: stands in {path} already",
        ko: "{template}: {path}에 이미 있음",
    }
    pub(crate) fn template_differs(template, path) {
        en: "{template}: {path} says something else and stays as it is",
        ko: "{template}: {path}에 다른 것이 적혀 있어 그대로 둠",
    }
    pub(crate) fn template_left_out(template, why) {
        en: "{template}: left out: {why}",
        ko: "{template}: 넣지 않음: {why}",
    }
}
