//! Sentences about teams that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn no_team_joined() {
        en: "no team has been joined; hint: `palimp team join URL`",
        ko: "참여한 팀이 없습니다. `palimp team join URL`로 참여하세요",
    }

    pub(crate) fn team_ambiguous(names) {
        en: "several teams are joined; hint: choose one with --team {names}",
        ko: "참여한 팀이 여럿입니다. --team {names}(으)로 하나를 고르세요",
    }

    pub(crate) fn no_such_member(team, member) {
        en: "no member {member} in {team}",
        ko: "{team}에 {member} 구성원이 없습니다",
    }

    pub(crate) fn key_malformed(line) {
        en: "cannot read {line} as a key; hint: write it like 'ssh-ed25519 AAAA…'",
        ko: "{line}을(를) 키로 읽을 수 없습니다. 'ssh-ed25519 AAAA…'처럼 쓰세요",
    }

    pub(crate) fn key_is_known(team, member) {
        en: "{team} already has this key: it belongs to {member}",
        ko: "{team}에 이미 있는 키입니다. {member}의 키입니다",
    }

    pub(crate) fn no_such_key(team, key) {
        en: "no trusted key {key} in {team}; hint: `palimp team members` shows fingerprints",
        ko: "{team}에 신뢰하는 키 {key}이(가) 없습니다. 지문은 `palimp team members`에서 볼 수 있습니다",
    }

    pub(crate) fn key_ambiguous(key) {
        en: "several keys match {key}; hint: give the fingerprint that `palimp team members` shows",
        ko: "{key}에 해당하는 키가 여럿입니다. `palimp team members`에 나오는 지문을 입력하세요",
    }

    pub(crate) fn fact_not_found(team, fact) {
        en: "no fact {fact} in {team}; hint: `palimp search` shows names, after the last /",
        ko: "{team}에 {fact} 사실이 없습니다. 이름은 `palimp search` 결과의 마지막 / 뒤에 있습니다",
    }

    pub(crate) fn url_is_taken(url) {
        en: "cannot create a team at {url}: the path is not empty; hint: choose a new path",
        ko: "{url}에 팀을 만들 수 없습니다: 비어 있지 않습니다. 새 경로를 지정하세요",
    }

    pub(crate) fn main_branch_exists(url) {
        en: "cannot create a team at {url}: it already has a branch main; hint: `palimp team join {url}` joins it",
        ko: "{url}에 팀을 만들 수 없습니다: main 브랜치가 이미 있습니다. `palimp team join {url}`(으)로 참여하세요",
    }

    pub(crate) fn create_overtaken(url) {
        en: "cannot create a team at {url}: someone else pushed first; hint: check the repository",
        ko: "{url}에 팀을 만들 수 없습니다: 다른 사람이 먼저 푸시했습니다. 저장소를 확인하세요",
    }

    pub(crate) fn clone_without_identity(path) {
        en: "cannot identify {path}: it has neither a remote nor a commit; hint: run this in a clone",
        ko: "{path}을(를) 식별할 수 없습니다: 원격 저장소도 커밋도 없습니다. 클론한 저장소에서 실행하세요",
    }

    pub(crate) fn first_commit_changed(url) {
        en: "the first commit of {url} has changed",
        ko: "{url}의 첫 커밋이 바뀌었습니다",
    }

    pub(crate) fn member_name_taken(team, member, url) {
        en: "{team} already has a member {member}; hint: choose another name with `--as NAME`; if that is you, run where your other key is: palimp team key '{url}'",
        ko: "{team}에 {member} 구성원이 이미 있습니다. `--as NAME`으로 다른 이름을 고르세요. 본인이면 다른 키가 있는 컴퓨터에서 실행하세요: palimp team key '{url}'",
    }

    pub(crate) fn team_already_joined(team, url) {
        en: "{team} is already joined, from {url}; hint: choose another name with `--name NAME`",
        ko: "{url}의 {team}에 이미 참여했습니다. `--name NAME`으로 다른 이름을 고르세요",
    }

    pub(crate) fn main_branch_missing(url) {
        en: "{url} has no branch main; is it a team repository?",
        ko: "{url}에 main 브랜치가 없습니다. 팀 저장소가 맞는지 확인하세요",
    }

    pub(crate) fn first_commit_refused(reason) {
        en: "cannot verify the first commit: {reason}",
        ko: "첫 커밋을 검증할 수 없습니다: {reason}",
    }

    pub(crate) fn team_name_malformed(name) {
        en: "cannot use {name} as a team name: use letters, digits, ., _ and -; hint: `--name NAME`",
        ko: "{name}은(는) 팀 이름으로 쓸 수 없습니다. 글자, 숫자, ., _, -로 된 이름을 `--name NAME`으로 지정하세요",
    }

    pub(crate) fn push_race_lost(team) {
        en: "cannot push to {team}: others keep pushing; hint: try again",
        ko: "{team}에 푸시할 수 없습니다: 다른 사람이 계속 푸시하고 있습니다. 다시 시도하세요",
    }

    pub(crate) fn decision_unreachable(team, reason) {
        en: "cannot reach {team}, nothing was decided: {reason}",
        ko: "{team}에 연결할 수 없어 아무것도 결정하지 않았습니다: {reason}",
    }

    pub(crate) fn commit_blocks_landing(team, commit, reason) {
        en: "{team}: nothing can land after the quarantined commit {commit}: {reason}; hint: ask an owner",
        ko: "{team}: 격리된 커밋 {commit} 뒤에는 아무것도 반영할 수 없습니다: {reason}. 소유자에게 문의하세요",
    }

    pub(crate) fn no_such_proposal(team, id) {
        en: "no proposal {id} in {team}: it landed or was rejected",
        ko: "{team}에 제안 {id}이(가) 없습니다. 이미 반영되었거나 거절되었습니다",
    }

    pub(crate) fn proposal_changed(team, id) {
        en: "{team}: {id} has changed since you saw it; hint: `palimp team review`",
        ko: "{team}: {id}은(는) 확인한 뒤에 바뀌었습니다. `palimp team review`로 다시 확인하세요",
    }

    pub(crate) fn path_changed_since(path, proposal) {
        en: "{path} has changed since then; hint: propose {proposal} again",
        ko: "그 뒤에 {path}이(가) 바뀌었습니다. {proposal}을(를) 다시 제안하세요",
    }

    pub(crate) fn proposal_holds_secret(path, line, kind) {
        en: "{path}, line {line} looks like a secret or personal data ({kind}) and would not be used; hint: reject the proposal",
        ko: "{path}의 {line}번째 줄이 비밀 정보나 개인 정보로 보여({kind}) 사용되지 않습니다. 제안을 거절하세요",
    }

    pub(crate) fn fact_name_malformed(name) {
        en: "{name} is not the name of a team or organisation fact",
        ko: "{name}은(는) 팀이나 조직의 사실 이름이 아닙니다",
    }

    pub(crate) fn team_log_hint(team) {
        en: "hint: `palimp team log --team {team}` shows what landed",
        ko: "반영된 것은 `palimp team log --team {team}`에서 볼 수 있습니다",
    }

    pub(crate) fn hub_status_hint(hub) {
        en: "hint: `palimp hub status --hub {hub}`",
        ko: "`palimp hub status --hub {hub}`(으)로 상태를 확인하세요",
    }

    pub(crate) fn fact_not_served(name, hint) {
        en: "no fact {name}: it may have been erased or quarantined; {hint}",
        ko: "{name} 사실이 없습니다. 지워졌거나 격리되었을 수 있습니다. {hint}",
    }

    pub(crate) fn signing_key_missing() {
        en: "no ed25519 key to sign with; hint: name yours with `git config --global user.signingkey ~/.ssh/KEY.pub`, create one with `ssh-keygen -t ed25519`, or pass `--make-key` to create one that palimp uses only for teams",
        ko: "서명할 ed25519 키가 없습니다. 있으면 `git config --global user.signingkey ~/.ssh/KEY.pub`로 지정하세요. 없으면 `ssh-keygen -t ed25519`로 만들거나, `--make-key`로 팀 전용 키를 만드세요",
    }

    pub(crate) fn key_is_not_member(team, reason) {
        en: "none of your keys belongs to a member of {team}{reason}; hint: once an owner has approved your request, run `palimp team sync`; `palimp team members` lists the members",
        ko: "{team}의 구성원으로 등록된 키가 없습니다{reason}. 소유자가 요청을 승인했다면 `palimp team sync`를 실행하세요. 구성원은 `palimp team members`에서 볼 수 있습니다",
    }

    pub(crate) fn note_line_without_fact(note, line) {
        en: "line {line} of {note} contains no fact",
        ko: "{note}의 {line}번째 줄에 사실이 없습니다",
    }

    pub(crate) fn note_without_fact(note) {
        en: "{note} contains no fact",
        ko: "{note}에 사실이 없습니다",
    }

    pub(crate) fn fact_kind_missing(name) {
        en: "no kind of personal data is called {name}; hint: each finding shows its kind",
        ko: "{name}은(는) 없는 개인 정보 종류입니다. 종류는 검출 결과에 표시됩니다",
    }

    pub(crate) fn fact_kind_unknown(kind) {
        en: "{kind} is not a kind; hint: use a name such as `decision`",
        ko: "{kind}은(는) 종류로 쓸 수 없습니다. `decision` 같은 이름을 쓰세요",
    }

    pub(crate) fn nothing_would_change(team) {
        en: "{team}: no changes to propose",
        ko: "{team}: 제안할 변경이 없습니다",
    }

    pub(crate) fn proposal_collides(url, proposal) {
        en: "{url} rejected {proposal}: another proposal has this id",
        ko: "{url}이(가) {proposal}을(를) 거절했습니다: 같은 id의 다른 제안이 있습니다",
    }

    pub(crate) fn proposal_misnamed() {
        en: "its id does not match its changes: do not trust it",
        ko: "id가 변경 내용과 맞지 않습니다. 신뢰하지 마세요",
    }

    pub(crate) fn proposal_outdated(path) {
        en: "{path} has changed since then; hint: propose it again",
        ko: "그 뒤에 {path}이(가) 바뀌었습니다. 다시 제안하세요",
    }

    pub(crate) fn secret_in_line(file, line, kind) {
        en: "cannot propose {file}: line {line} contains {kind}",
        ko: "{file}을(를) 제안할 수 없습니다: {line}번째 줄에 {kind}이(가) 있습니다",
    }

    pub(crate) fn fact_landed_meanwhile(path) {
        en: "{path} has landed in the team meanwhile; hint: run `palimp team propose` again",
        ko: "그사이 {path}이(가) 팀에 반영되었습니다. `palimp team propose`를 다시 실행하세요",
    }

    pub(crate) fn member_is_reader(team, member) {
        en: "cannot propose to {team}: you have read-only access to {member}",
        ko: "{team}에 제안할 수 없습니다: {member}에는 읽기 권한만 있습니다",
    }

    pub(crate) fn facts_are_known(team) {
        en: "{team} already has all of these facts",
        ko: "{team}에 이미 모두 있는 사실입니다",
    }

    pub(crate) fn no_such_project(team, project) {
        en: "no project {project} in {team}; hint: run `palimp team project {project}` in a clone of it",
        ko: "{team}에 {project} 프로젝트가 없습니다. 클론한 저장소에서 `palimp team project {project}`을(를) 실행하세요",
    }

    pub(crate) fn superseded_fact_missing(project, fact) {
        en: "no fact {fact} in {project}; a fact supersedes only facts of its own project",
        ko: "{project}에 {fact} 사실이 없습니다. 같은 프로젝트의 사실만 대체할 수 있습니다",
    }

    pub(crate) fn line_failed(file, line, reason) {
        en: "{file}, line {line}: {reason}",
        ko: "{file}, {line}번째 줄: {reason}",
    }

    pub(crate) fn rewrite_needs_owner(team) {
        en: "{team}: only an owner can rewrite the history",
        ko: "{team}: 이력은 소유자만 다시 쓸 수 있습니다",
    }

    pub(crate) fn fact_not_erased(fact) {
        en: "cannot rewrite the history: {fact} is not erased yet; hint: propose it with `palimp team erase {fact}`, and rewrite once it is approved",
        ko: "이력을 다시 쓸 수 없습니다: {fact}을(를) 아직 지우지 않았습니다. `palimp team erase {fact}`(으)로 제안하고 승인된 뒤에 다시 실행하세요",
    }

    pub(crate) fn rewrite_overtaken(team) {
        en: "{team}: someone else rewrote the history first; hint: try again",
        ko: "{team}: 다른 사람이 먼저 이력을 다시 썼습니다. 다시 시도하세요",
    }

    pub(crate) fn proposals_block_rewrite(team, proposals) {
        en: "{team}: cannot rewrite the history while proposals are open: {proposals}; hint: decide on them first",
        ko: "{team}: 열린 제안이 있어 이력을 다시 쓸 수 없습니다: {proposals}. 먼저 결정하세요",
    }

    pub(crate) fn proposal_lost_by_rewrite() {
        en: "cannot land: an owner rewrote the history; hint: propose it again",
        ko: "반영할 수 없습니다: 소유자가 이력을 다시 썼습니다. 다시 제안하세요",
    }

    pub(crate) fn rules_target_unknown(target, known) {
        en: "cannot write rules to {target}; hint: use {known}",
        ko: "규칙을 {target}에 쓸 수 없습니다. {known} 중에서 고르세요",
    }

    pub(crate) fn rule_marks_misplaced(open, close) {
        en: "cannot find the lines {open} and {close} once each, in this order; hint: correct or remove both, then run this again",
        ko: "{open}와(과) {close} 줄이 순서대로 하나씩 있어야 합니다. 고치거나 둘 다 지우고 다시 실행하세요",
    }

    pub(crate) fn rules_file_leads_out(path, target) {
        en: "cannot write {path}: it links to {target}, outside the project",
        ko: "{path}에 쓸 수 없습니다: 프로젝트 밖의 {target}을(를) 가리키는 링크입니다",
    }

    pub(crate) fn rules_file_not_utf8(path) {
        en: "cannot write {path}: it is not UTF-8",
        ko: "{path}에 쓸 수 없습니다: UTF-8이 아닙니다",
    }

    pub(crate) fn fact_holds_secret(line, kind) {
        en: "line {line} looks like a secret or personal data: {kind}",
        ko: "{line}번째 줄이 비밀 정보나 개인 정보로 보입니다: {kind}",
    }

    pub(crate) fn branch_main_missing(reason) {
        en: "no branch main: {reason}",
        ko: "main 브랜치가 없습니다: {reason}",
    }

    pub(crate) fn first_commit_invalid(team, reason) {
        en: "{team}: cannot verify the team's first commit: {reason}; hint: leave the team and join it again",
        ko: "{team}: 팀의 첫 커밋을 검증할 수 없습니다: {reason}. 팀에서 나갔다가 다시 참여하세요",
    }

    pub(crate) fn join_record_damaged(team) {
        en: "{team}: joined.json is damaged; hint: join the team again",
        ko: "{team}: joined.json이 손상되었습니다. 팀에 다시 참여하세요",
    }

    pub(crate) fn team_never_synced(team) {
        en: "{team} was never synced; hint: `palimp team sync`",
        ko: "{team}을(를) 동기화한 적이 없습니다. `palimp team sync`를 실행하세요",
    }

    pub(crate) fn commit_quarantined(team, commit, reason, verified) {
        en: "{team}: commit {commit} and all commits after it are quarantined: {reason}; facts verified up to {verified} stay in use; hint: ask an owner",
        ko: "{team}: 커밋 {commit}와(과) 그 뒤의 커밋을 모두 격리했습니다: {reason}. {verified}까지 검증한 사실은 계속 사용합니다. 소유자에게 문의하세요",
    }

    pub(crate) fn fact_quarantined(team, path, reason) {
        en: "{team}: {path} is quarantined: {reason}; hint: correct it and propose it again",
        ko: "{team}: {path}을(를) 격리했습니다: {reason}. 고쳐서 다시 제안하세요",
    }

    pub(crate) fn more_facts_quarantined(team, count) {
        en: "{team}: {count} more are quarantined; hint: `palimp team sync --json` lists them",
        ko: "{team}: {count}개를 더 격리했습니다. `palimp team sync --json`에서 볼 수 있습니다",
    }

    pub(crate) fn team_unreachable(team, reason) {
        en: "cannot reach {team}: {reason}; hint: `palimp team sync`",
        ko: "{team}에 연결할 수 없습니다: {reason}. `palimp team sync`를 실행하세요",
    }

    pub(crate) fn template_without_place() {
        en: "not a template that palimp knows",
        ko: "palimp가 지원하지 않는 템플릿입니다",
    }

    pub(crate) fn template_holds_secret(kind) {
        en: "it looks like it contains a secret or personal data: {kind}",
        ko: "비밀 정보나 개인 정보로 보이는 내용이 있습니다: {kind}",
    }

    pub(crate) fn no_such_team(name) {
        en: "no team {name}; hint: `palimp team join URL`",
        ko: "{name} 팀이 없습니다. `palimp team join URL`로 참여하세요",
    }

    pub(crate) fn no_such_team_among(name, known) {
        en: "no team {name} among {known}; hint: `palimp team join URL`",
        ko: "{name} 팀이 없습니다. 참여한 팀: {known}. `palimp team join URL`로 참여하세요",
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
        ko: ", {newer}(으)로 대체됨",
    }
    pub(crate) fn fact_expired_on(day) { en: ", expired on {day}", ko: ", {day} 만료" }
    pub(crate) fn fact_holds_from(day) { en: ", valid from {day}", ko: ", {day}부터 유효" }
}
