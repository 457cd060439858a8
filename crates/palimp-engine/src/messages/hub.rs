//! Sentences about hubs that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn hub_not_logged_in(name) {
        en: "not logged in to a hub named {name}; hint: `palimp hub login URL`",
        ko: "{name} 허브에 로그인하지 않았습니다. `palimp hub login URL`로 로그인하세요",
    }

    pub(crate) fn hub_unreachable(reason) {
        en: "cannot reach the hub: {reason}",
        ko: "허브에 연결할 수 없습니다: {reason}",
    }

    pub(crate) fn hub_refused(reason, retry) {
        en: "the hub refused the request: {reason}{retry}",
        ko: "허브가 요청을 거절했습니다: {reason}{retry}",
    }

    pub(crate) fn hub_answer_malformed(reason) {
        en: "cannot parse the answer: {reason}; is this a hub? hint: check the address with `palimp hub status`",
        ko: "응답을 해석할 수 없습니다: {reason}. `palimp hub status`로 허브 주소가 맞는지 확인하세요",
    }

    pub(crate) fn no_hub_logged_in() {
        en: "not logged in to a hub; hint: `palimp hub login URL`",
        ko: "허브에 로그인하지 않았습니다. `palimp hub login URL`로 로그인하세요",
    }

    pub(crate) fn hub_ambiguous(names) {
        en: "several hubs match; hint: choose one with --hub {names}",
        ko: "허브가 여럿입니다. --hub {names}(으)로 하나를 고르세요",
    }

    pub(crate) fn activity_failed(project, reason) {
        en: "cannot send the activity of {project}: {reason}",
        ko: "{project}의 활동을 보낼 수 없습니다: {reason}",
    }

    pub(crate) fn memory_id_malformed(id) {
        en: "{id} is not a memory id",
        ko: "{id}은(는) 기억의 id가 아닙니다",
    }

    pub(crate) fn unexpected_status(status) {
        en: "unexpected status {status}",
        ko: "예상하지 못한 상태: {status}",
    }

    pub(crate) fn scope_unknown(org, scopes) {
        en: "cannot choose a scope of {org}: you belong neither to one for this project nor to the whole organisation; hint: name one with `--scope`; {scopes}",
        ko: "{org}의 범위를 정할 수 없습니다: 이 프로젝트에 맞는 범위에도 조직 전체에도 속해 있지 않습니다. `--scope`로 지정하세요. {scopes}",
    }

    pub(crate) fn no_such_scope(org, scope, scopes) {
        en: "no scope {scope} of {org} is open to you; {scopes}",
        ko: "{org}에서 쓸 수 있는 {scope} 범위가 없습니다. {scopes}",
    }

    pub(crate) fn no_scope_yet() {
        en: "no scopes are known yet; hint: `palimp hub pull`",
        ko: "아직 아는 범위가 없습니다. `palimp hub pull`을 실행하세요",
    }

    pub(crate) fn project_without_scope(org, id, team) {
        en: "no project of {org} has the remotes or first commits of {id} in team {team}; hint: ask an owner to add it, or choose a scope with `--scope`",
        ko: "{org}에 팀 {team}의 {id}와(과) 원격 저장소나 첫 커밋이 같은 프로젝트가 없습니다. 소유자에게 추가를 요청하거나 `--scope`로 범위를 지정하세요",
    }

    pub(crate) fn memory_ambiguous(id) {
        en: "several memories begin with {id}; hint: give more characters",
        ko: "{id}(으)로 시작하는 기억이 여럿입니다. 더 길게 입력하세요",
    }

    pub(crate) fn memory_not_found(org, id) {
        en: "no memory {id} in {org}; hint: `palimp hub search` shows ids",
        ko: "{org}에 {id} 기억이 없습니다. id는 `palimp hub search`에서 볼 수 있습니다",
    }

    pub(crate) fn kind_or_id_malformed() {
        en: "its kind or id is not a name: use letters, digits, ., _ and -",
        ko: "종류나 id가 올바르지 않습니다. 글자, 숫자, ., _, -만 쓸 수 있습니다",
    }

    pub(crate) fn statement_is_not_fact() {
        en: "its statement cannot be written as a fact",
        ko: "사실로 쓸 수 없는 문장입니다",
    }

    pub(crate) fn day_malformed(text) {
        en: "{text} is not a date; write it like 2026-11-23",
        ko: "{text}은(는) 날짜가 아닙니다. 2026-11-23처럼 쓰세요",
    }

    pub(crate) fn organisation_malformed(name) {
        en: "{name} is not a valid organisation name",
        ko: "{name}은(는) 조직 이름으로 쓸 수 없습니다",
    }

    pub(crate) fn other_login(org, address) {
        en: "already logged in to {org} at {address}; hint: run `palimp hub logout --hub {org}` first",
        ko: "이미 {address}의 {org}에 로그인했습니다. 먼저 `palimp hub logout --hub {org}`을(를) 실행하세요",
    }

    pub(crate) fn hub_never_pulled(org) {
        en: "{org} was never pulled; hint: `palimp hub pull`",
        ko: "{org}을(를) 받은 적이 없습니다. `palimp hub pull`을 실행하세요",
    }

    pub(crate) fn hub_history_refused(org, reason) {
        en: "{org}: {reason}; memories pulled earlier stay in use; hint: ask the hub's administrator; if the hub was set up again, run `palimp hub logout` and log in again",
        ko: "{org}: {reason}. 전에 받은 기억은 계속 사용합니다. 허브 관리자에게 문의하세요. 허브를 새로 설치했다면 `palimp hub logout` 후 다시 로그인하세요",
    }

    pub(crate) fn memory_quarantined(org, id, reason) {
        en: "{org}: memory {id} is quarantined: {reason}; hint: tell a reviewer of {org}",
        ko: "{org}: 기억 {id}을(를) 격리했습니다: {reason}. {org}의 검토자에게 알리세요",
    }

    pub(crate) fn more_memories_quarantined(org, count) {
        en: "{org}: {count} more are quarantined; hint: `palimp hub status --json` lists them",
        ko: "{org}: {count}개를 더 격리했습니다. `palimp hub status --json`에서 볼 수 있습니다",
    }

    pub(crate) fn pull_failed(org, reason) {
        en: "cannot pull {org}: {reason}; hint: `palimp hub pull`",
        ko: "{org}을(를) 받을 수 없습니다: {reason}. `palimp hub pull`을 실행하세요",
    }

    pub(crate) fn token_rejected(reason) {
        en: "the token is no longer valid: {reason}",
        ko: "토큰이 더는 유효하지 않습니다: {reason}",
    }

    pub(crate) fn token_rejected_cleared() {
        en: "the hub no longer accepts the token, so pulled memories were deleted; hint: `palimp hub login` with a new token restores them",
        ko: "허브가 토큰을 거절해 받아 둔 기억을 삭제했습니다. 새 토큰으로 `palimp hub login`을 실행하면 다시 받습니다",
    }

    pub(crate) fn hub_silent_cleared(days) {
        en: "no valid answer from the hub for {days} days, so pulled memories were deleted; hint: run `palimp hub pull` once the hub is reachable",
        ko: "{days}일 동안 허브에서 정상 응답이 없어 받아 둔 기억을 삭제했습니다. 허브에 연결되면 `palimp hub pull`을 실행하세요",
    }

    pub(crate) fn feed_of_other_scope(found, expected) {
        en: "the feed is for {found}, not for {expected}",
        ko: "{expected}의 피드가 아니라 {found}의 피드입니다",
    }

    pub(crate) fn hub_history_shortened(end, seen) {
        en: "the hub's history is shorter than before: it ends at {end}, after {seen} was seen",
        ko: "허브의 이력이 짧아졌습니다. 전에 {seen}까지 보았는데 {end}에서 끝납니다",
    }

    pub(crate) fn hub_history_rewritten(link) {
        en: "the hub's history was rewritten: link {link} has changed",
        ko: "허브의 이력이 다시 작성되었습니다. {link}번째 고리가 바뀌었습니다",
    }

    pub(crate) fn scope_too_large(limit) {
        en: "the scope has more than {limit} memories",
        ko: "범위에 기억이 {limit}개보다 많습니다",
    }

    pub(crate) fn feed_does_not_advance() {
        en: "the feed does not advance",
        ko: "피드가 진행되지 않습니다",
    }

    pub(crate) fn scope_id_malformed(id) {
        en: "{id} is not a scope id",
        ko: "{id}은(는) 범위의 id가 아닙니다",
    }

    pub(crate) fn retry_in(seconds) {
        en: "; retry in {seconds} s",
        ko: ". {seconds}초 뒤에 다시 시도하세요",
    }

    pub(crate) fn scopes_known(scopes) {
        en: "known scopes: {scopes}",
        ko: "범위: {scopes}",
    }
}
