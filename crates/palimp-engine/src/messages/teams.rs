//! Sentences about teams that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn no_team_joined() {
        en: "no team was joined; `palimp team join URL` joins one",
        ko: "들어간 팀이 없습니다. `palimp team join URL`로 들어갑니다",
    }

    pub(crate) fn team_ambiguous(names) {
        en: "which team? --team {names}",
        ko: "어느 팀인가요? --team {names}",
    }

    pub(crate) fn no_such_member(team, member) {
        en: "{team} has no member {member}",
        ko: "{team}에 구성원 {member}이(가) 없습니다",
    }

    pub(crate) fn key_malformed(line) {
        en: "cannot read {line} as a key: write 'ssh-ed25519 AAAA…'",
        ko: "{line}: 키로 읽을 수 없습니다. 'ssh-ed25519 AAAA…'처럼 쓰세요",
    }

    pub(crate) fn key_is_known(team, member) {
        en: "{team} has this key already, of {member}",
        ko: "{team}에 이 키가 이미 있습니다. {member}의 키입니다",
    }

    pub(crate) fn no_such_key(team, key) {
        en: "no trusted key of {team} is {key}: `palimp team members` shows their fingerprints",
        ko: "{team}이(가) 믿는 키에 {key}이(가) 없습니다. `palimp team members`가 지문을 보여 줍니다",
    }

    pub(crate) fn key_ambiguous(key) {
        en: "{key} means several keys: name one by its fingerprint, as `palimp team members` shows it",
        ko: "{key}에 맞는 키가 여럿입니다. `palimp team members`가 보여 주는 지문으로 하나를 적으세요",
    }

    pub(crate) fn fact_not_found(team, fact) {
        en: "no fact of {team} is called {fact}: `palimp search` shows their names, after the last /",
        ko: "{team}에 이름이 {fact}인 사실이 없습니다. `palimp search`가 마지막 / 뒤에 이름을 보여 줍니다",
    }

    pub(crate) fn url_is_taken(url) {
        en: "{url} holds something already: name a path that is not there yet",
        ko: "{url}에 이미 무언가 있습니다. 아직 없는 경로를 적으세요",
    }

    pub(crate) fn main_branch_exists(url) {
        en: "{url} has a branch main already: `palimp team join {url}` joins the team that is there",
        ko: "{url}에 main 브랜치가 이미 있습니다. `palimp team join {url}`(으)로 거기 있는 팀에 들어갑니다",
    }

    pub(crate) fn create_overtaken(url) {
        en: "{url}: somebody else was faster; look what is there",
        ko: "{url}: 다른 사람이 더 빨랐습니다. 무엇이 있는지 보세요",
    }

    pub(crate) fn clone_without_identity(path) {
        en: "{path} has neither a remote nor a commit by which others would know it: run this in a clone",
        ko: "{path}에는 남이 알아볼 원격도 커밋도 없습니다. 복제본에서 실행하세요",
    }

    pub(crate) fn first_commit_changed(url) {
        en: "{url} begins with another commit now",
        ko: "{url}이(가) 이제 다른 커밋으로 시작합니다",
    }

    pub(crate) fn member_name_taken(team, member, url) {
        en: "{team} has a member called {member} already: choose another name with `--as NAME`; if that is you, run where your other key is: palimp team key '{url}'",
        ko: "{team}에 {member}(이)라는 구성원이 이미 있습니다. `--as NAME`으로 다른 이름을 고르세요. 본인이면 다른 키가 있는 곳에서 실행하세요: palimp team key '{url}'",
    }

    pub(crate) fn team_already_joined(team, url) {
        en: "{team} was joined already, from {url}: choose another name with `--name NAME`",
        ko: "{team}에는 {url}에서 이미 들어가 있습니다. `--name NAME`으로 다른 이름을 고르세요",
    }

    pub(crate) fn main_branch_missing(url) {
        en: "{url}: it has no branch main: is it a team's repository?",
        ko: "{url}: main 브랜치가 없습니다. 팀의 저장소인가요?",
    }

    pub(crate) fn first_commit_refused(reason) {
        en: "the first commit: {reason}",
        ko: "첫 커밋: {reason}",
    }

    pub(crate) fn team_name_malformed(name) {
        en: "{name} is no name of a team: letters, digits, ., _ and - make one; say `--name NAME`",
        ko: "{name}은(는) 팀의 이름이 아닙니다. 글자, 숫자, ., _, -로 지어 `--name NAME`으로 적으세요",
    }

    pub(crate) fn push_race_lost(team) {
        en: "{team}: others push all the time; try it again",
        ko: "{team}: 다른 사람이 계속 올립니다. 다시 하세요",
    }

    pub(crate) fn decision_unreachable(team, reason) {
        en: "{team} was not reached, and nothing was decided: {reason}",
        ko: "{team}에 닿지 못해 아무것도 결정하지 않았습니다: {reason}",
    }

    pub(crate) fn commit_blocks_landing(team, commit, reason) {
        en: "{team}: nothing can land behind commit {commit}, which is not believed: {reason}; ask an owner",
        ko: "{team}: 믿지 않는 커밋 {commit} 뒤에는 아무것도 들일 수 없습니다: {reason}. 소유자에게 물으세요",
    }

    pub(crate) fn no_such_proposal(team, id) {
        en: "{team} has no proposal {id} any more: it landed, or was rejected",
        ko: "{team}에 제안 {id}이(가) 더는 없습니다. 받아들여졌거나 거절되었습니다",
    }

    pub(crate) fn proposal_changed(team, id) {
        en: "{team}: {id} is another change now than the one that you saw: look at it again with `palimp team review`",
        ko: "{team}: {id}은(는) 보신 것과 다른 변경이 되었습니다. `palimp team review`로 다시 보세요",
    }

    pub(crate) fn path_changed_since(path, proposal) {
        en: "{path} was changed since: {proposal} has to be proposed anew",
        ko: "{path}이(가) 그 뒤에 바뀌었습니다. {proposal}을(를) 다시 제안해야 합니다",
    }

    pub(crate) fn proposal_holds_secret(path, line, kind) {
        en: "{path}, line {line} holds what looks like a secret or personal data ({kind}): no reader would serve it; reject it, so that it is mended",
        ko: "{path}의 {line}번째 줄에 비밀이나 개인 정보로 보이는 것이 있습니다({kind}). 읽는 쪽이 쓰지 않을 것이니 거절해서 고치게 하세요",
    }

    pub(crate) fn fact_name_malformed(name) {
        en: "{name} names no fact of a team or an organisation",
        ko: "{name}은(는) 팀이나 조직의 사실이 아닙니다",
    }

    pub(crate) fn team_log_hint(team) {
        en: "`palimp team log --team {team}` says what landed",
        ko: "`palimp team log --team {team}`이(가) 들어온 것을 보여 줍니다",
    }

    pub(crate) fn hub_status_hint(hub) {
        en: "`palimp hub status --hub {hub}` says how it stands",
        ko: "`palimp hub status --hub {hub}`이(가) 어떤지 보여 줍니다",
    }

    pub(crate) fn fact_not_served(name, hint) {
        en: "{name} is not served: it was erased or quarantined, or it never was; {hint}",
        ko: "{name}은(는) 쓰이지 않습니다. 지워졌거나 격리되었거나 있은 적이 없습니다. {hint}",
    }

    pub(crate) fn signing_key_missing() {
        en: "no ed25519 key to sign with was found. If you have one, name it: `git config --global user.signingkey ~/.ssh/KEY.pub`; else make one with `ssh-keygen -t ed25519`, or say `--make-key`, and palimp makes one for teams alone",
        ko: "서명할 ed25519 키를 찾지 못했습니다. 있으면 알려 주세요: `git config --global user.signingkey ~/.ssh/KEY.pub`. 없으면 `ssh-keygen -t ed25519`로 만들거나 `--make-key`를 붙이세요. palimp가 팀에만 쓰는 키를 만듭니다",
    }

    pub(crate) fn key_is_not_member(team, reason) {
        en: "no key of yours is a member's of {team}{reason}: has an owner approved your request? `palimp team sync` looks, `palimp team members` shows who belongs to it",
        ko: "{team}{reason}: 구성원인 키가 없습니다. 소유자가 요청을 승인했나요? `palimp team sync`가 살펴보고 `palimp team members`가 구성원을 보여 줍니다",
    }

    pub(crate) fn note_line_without_fact(note, line) {
        en: "{note}: line {line} says nothing that could be a fact",
        ko: "{note}: {line}번째 줄에 사실이 될 말이 없습니다",
    }

    pub(crate) fn note_without_fact(note) {
        en: "{note} says nothing that could be a fact",
        ko: "{note}에 사실이 될 말이 없습니다",
    }

    pub(crate) fn fact_kind_missing(name) {
        en: "nothing is found as {name}: what is shown has its kind",
        ko: "{name}(으)로는 아무것도 찾지 못합니다. 보이는 것에는 종류가 있습니다",
    }

    pub(crate) fn fact_kind_unknown(kind) {
        en: "{kind} is no kind: `decision`, for example",
        ko: "{kind}은(는) 종류가 아닙니다. 예를 들면 `decision`",
    }

    pub(crate) fn nothing_would_change(team) {
        en: "{team}: nothing would change",
        ko: "{team}: 바뀌는 것이 없습니다",
    }

    pub(crate) fn proposal_collides(url, proposal) {
        en: "{url} did not take {proposal}: it has another one",
        ko: "{url}이(가) {proposal}을(를) 받지 않았습니다. 다른 것이 있습니다",
    }

    pub(crate) fn proposal_misnamed() {
        en: "its name does not fit what it changes: do not believe it",
        ko: "이름이 바꾸는 것과 맞지 않습니다. 믿지 마세요",
    }

    pub(crate) fn proposal_outdated(path) {
        en: "{path} was changed since: it has to be proposed anew",
        ko: "{path}이(가) 그 뒤에 바뀌었습니다. 다시 제안해야 합니다",
    }

    pub(crate) fn secret_in_line(file, line, kind) {
        en: "{file}, line {line} holds: {kind}",
        ko: "{file}의 {line}번째 줄에 있는 것: {kind}",
    }

    pub(crate) fn fact_landed_meanwhile(path) {
        en: "{path} came into the team meanwhile: look again with `palimp team propose`",
        ko: "{path}이(가) 그사이 팀에 들어왔습니다. `palimp team propose`로 다시 보세요",
    }

    pub(crate) fn member_is_reader(team, member) {
        en: "{team}: you may only read {member}",
        ko: "{team}: {member}은(는) 읽기만 할 수 있습니다",
    }

    pub(crate) fn facts_are_known(team) {
        en: "{team} has all of that already",
        ko: "{team}에 이미 모두 있습니다",
    }

    pub(crate) fn no_such_project(team, project) {
        en: "{team} declares no project {project}: `palimp team project {project}`, run in a clone of it, proposes it",
        ko: "{team}에 프로젝트 {project}이(가) 없습니다. 그 복제본에서 `palimp team project {project}`(으)로 제안하세요",
    }

    pub(crate) fn superseded_fact_missing(project, fact) {
        en: "no fact of {project} is called {fact}: a fact supersedes those of its own project",
        ko: "{project}에 이름이 {fact}인 사실이 없습니다. 사실은 자기 프로젝트의 것을 대신합니다",
    }

    pub(crate) fn line_failed(file, line, reason) {
        en: "{file}, line {line}: {reason}",
        ko: "{file}, {line}번째 줄: {reason}",
    }

    pub(crate) fn rewrite_needs_owner(team) {
        en: "{team}: only an owner has the history begin anew",
        ko: "{team}: 소유자만 이력을 새로 시작할 수 있습니다",
    }

    pub(crate) fn fact_not_erased(fact) {
        en: "{fact} is not erased yet: `palimp team erase {fact}` proposes it; rewrite the history once that was approved",
        ko: "{fact}은(는) 아직 지우지 않았습니다. `palimp team erase {fact}`(으)로 제안하고, 승인된 뒤에 이력을 고쳐 쓰세요",
    }

    pub(crate) fn rewrite_overtaken(team) {
        en: "{team}: somebody else was faster; try it again",
        ko: "{team}: 다른 사람이 먼저 했습니다. 다시 해 보세요",
    }

    pub(crate) fn proposals_block_rewrite(team, proposals) {
        en: "{team}: proposals are open, which go on from the history that is to go: decide on them first: {proposals}",
        ko: "{team}: 없앨 이력에 이어진 제안이 열려 있습니다. 먼저 정하세요: {proposals}",
    }

    pub(crate) fn proposal_lost_by_rewrite() {
        en: "an owner rewrote the history, so that it can land no more: propose it anew",
        ko: "소유자가 이력을 고쳐 써서 더는 들어갈 수 없습니다. 새로 제안하세요",
    }

    pub(crate) fn rules_target_unknown(target, known) {
        en: "rules cannot be written to {target}; they can to {known}",
        ko: "규칙을 {target}에 쓸 수 없습니다. 쓸 수 있는 곳: {known}",
    }

    pub(crate) fn rule_marks_misplaced(open, close) {
        en: "the lines {open} and {close} do not stand there once each, in this order; mend them, or take both out, and write again",
        ko: "{open}와(과) {close} 줄이 이 차례로 한 번씩 있지 않습니다. 고치거나 둘 다 빼고 다시 쓰세요",
    }

    pub(crate) fn rules_file_leads_out(path, target) {
        en: "{path} is a link to {target}, out of the project; nothing was written",
        ko: "{path}은(는) 프로젝트 밖의 {target}(으)로 가는 링크라서 아무것도 쓰지 않았습니다",
    }

    pub(crate) fn rules_file_not_utf8(path) {
        en: "{path} is not UTF-8; nothing was written",
        ko: "{path}은(는) UTF-8이 아니어서 아무것도 쓰지 않았습니다",
    }

    pub(crate) fn fact_holds_secret(line, kind) {
        en: "line {line} holds what looks like a secret or personal data: {kind}",
        ko: "{line}번째 줄에 비밀이나 개인 정보로 보이는 것이 있습니다: {kind}",
    }

    pub(crate) fn branch_main_missing(reason) {
        en: "the branch main is not there: {reason}",
        ko: "main 브랜치가 없습니다: {reason}",
    }

    pub(crate) fn first_commit_invalid(team, reason) {
        en: "{team}: the team's first commit: {reason}; join the team anew",
        ko: "{team}: 팀의 첫 커밋: {reason}. 팀에 다시 들어가세요",
    }

    pub(crate) fn join_record_damaged(team) {
        en: "{team}: joined.json is damaged; join the team anew",
        ko: "{team}: joined.json이 손상되었습니다. 팀에 다시 들어가세요",
    }

    pub(crate) fn team_never_synced(team) {
        en: "{team} was never synced: `palimp team sync`",
        ko: "{team}: 한 번도 동기화하지 않았습니다: `palimp team sync`",
    }

    pub(crate) fn commit_quarantined(team, commit, reason, verified) {
        en: "{team}: commit {commit} is quarantined, and all behind it: {reason}; what was verified up to {verified} keeps serving; ask an owner of the team",
        ko: "{team}: 커밋 {commit}와(과) 그 뒤를 모두 격리했습니다: {reason}. {verified}까지 검증된 것은 그대로 씁니다. 팀의 소유자에게 물으세요",
    }

    pub(crate) fn fact_quarantined(team, path, reason) {
        en: "{team}: {path} is quarantined: {reason}; propose it again without that",
        ko: "{team}: {path}을(를) 격리했습니다: {reason}. 그것을 빼고 다시 제안하세요",
    }

    pub(crate) fn more_facts_quarantined(team, count) {
        en: "{team}: {count} more are quarantined: `palimp team sync --json` names them",
        ko: "{team}: {count}개를 더 격리했습니다. `palimp team sync --json`이 이름을 댑니다",
    }

    pub(crate) fn team_unreachable(team, reason) {
        en: "{team} was not reached: {reason}; try `palimp team sync`",
        ko: "{team}에 닿지 못했습니다: {reason}. `palimp team sync`를 해 보세요",
    }

    pub(crate) fn template_without_place() {
        en: "palimp knows no place for it",
        ko: "palimp가 그 자리를 모릅니다",
    }

    pub(crate) fn template_holds_secret(kind) {
        en: "it holds what looks like a secret or personal data: {kind}",
        ko: "비밀이나 개인 정보로 보이는 것이 들어 있습니다: {kind}",
    }

    pub(crate) fn no_such_team(name) {
        en: "no team is called {name}; `palimp team join URL` joins one",
        ko: "{name}(이)라는 팀은 없습니다. `palimp team join URL`로 들어갑니다",
    }

    pub(crate) fn no_such_team_among(name, known) {
        en: "no team is called {name}; there is {known}; `palimp team join URL` joins one",
        ko: "{name}(이)라는 팀은 없습니다. 있는 팀: {known}. `palimp team join URL`로 들어갑니다",
    }

    pub(crate) fn fact_of_team(team) { en: "team {team}", ko: "팀 {team}" }
    pub(crate) fn fact_of_org(org) { en: "org {org}", ko: "조직 {org}" }
    pub(crate) fn approved_by(approver) { en: ", approved by {approver}", ko: ", 승인 {approver}" }
    pub(crate) fn approved_by_several(approvers, last) {
        en: ", approved by {approvers} and {last}",
        ko: ", 승인 {approvers}, {last}",
    }
    pub(crate) fn fact_superseded_by(newer) {
        en: ", superseded by {newer}",
        ko: ", {newer}이(가) 갈음함",
    }
    pub(crate) fn fact_expired_on(day) { en: ", expired on {day}", ko: ", {day}에 끝남" }
    pub(crate) fn fact_holds_from(day) { en: ", holds from {day} on", ko: ", {day}부터 맞음" }
}
