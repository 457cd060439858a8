//! Sentences about hubs that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn hub_not_logged_in(name) {
        en: "this home is not logged in to a hub called {name}; `palimp hub login URL` does that",
        ko: "이 홈은 {name}(이)라는 허브에 로그인하지 않았습니다. `palimp hub login URL`로 합니다",
    }

    pub(crate) fn hub_unreachable(reason) {
        en: "the hub was not reached: {reason}",
        ko: "허브에 닿지 못했습니다: {reason}",
    }

    pub(crate) fn hub_refused(reason, retry) {
        en: "the hub says: {reason}{retry}",
        ko: "허브의 답: {reason}{retry}",
    }

    pub(crate) fn hub_answer_malformed(reason) {
        en: "the answer is no hub's: {reason}; look at the address with `palimp hub status`",
        ko: "허브의 답이 아닙니다: {reason}. `palimp hub status`로 주소를 확인하세요",
    }

    pub(crate) fn no_hub_logged_in() {
        en: "this home is not logged in to a hub; `palimp hub login URL` does that",
        ko: "이 홈은 허브에 로그인하지 않았습니다. `palimp hub login URL`로 합니다",
    }

    pub(crate) fn hub_ambiguous(names) {
        en: "which hub? --hub {names}",
        ko: "어느 허브인가요? --hub {names}",
    }

    pub(crate) fn activity_failed(project, reason) {
        en: "activity of {project}: {reason}",
        ko: "{project}의 활동: {reason}",
    }

    pub(crate) fn memory_id_malformed(id) {
        en: "{id} is no memory's id",
        ko: "{id}은(는) 기억의 id가 아닙니다",
    }

    pub(crate) fn unexpected_status(status) {
        en: "it has the status {status}",
        ko: "상태가 {status}입니다",
    }

    pub(crate) fn scope_unknown(org, scopes) {
        en: "you belong to no scope of {org} that this project is, nor to all of it: say which with `--scope`; {scopes}",
        ko: "이 프로젝트에 맞는 {org}의 범위에도, 조직 전체에도 속하지 않습니다. `--scope`로 정하세요. {scopes}",
    }

    pub(crate) fn no_such_scope(org, scope, scopes) {
        en: "{org} has no scope {scope} for you; {scopes}",
        ko: "{org}에 쓸 수 있는 범위 {scope}이(가) 없습니다. {scopes}",
    }

    pub(crate) fn no_scope_yet() {
        en: "none is known yet: `palimp hub pull`",
        ko: "아직 아는 것이 없습니다: `palimp hub pull`",
    }

    pub(crate) fn project_without_scope(org, id, team) {
        en: "{org} declares no project with the remotes or first commits of {id} of team {team}: have it added, or say for which scope the facts are with `--scope`",
        ko: "{org}에는 팀 {team}의 {id}와(과) 원격이나 첫 커밋이 같은 프로젝트가 없습니다. 더하게 하거나, 어느 범위의 사실인지 `--scope`로 정하세요",
    }

    pub(crate) fn memory_ambiguous(id) {
        en: "several memories begin with {id}: say more of it",
        ko: "{id}(으)로 시작하는 기억이 여럿입니다. 더 길게 적어 주세요",
    }

    pub(crate) fn memory_not_found(org, id) {
        en: "no memory of {org} is called {id}: `palimp hub search` shows their ids",
        ko: "{org}에 {id}(이)라는 기억이 없습니다. `palimp hub search`가 id를 보여 줍니다",
    }

    pub(crate) fn kind_or_id_malformed() {
        en: "its kind or its id is no name of letters, digits, ., _ and -",
        ko: "종류나 id가 글자, 숫자, ., _, -로 된 이름이 아닙니다",
    }

    pub(crate) fn statement_is_not_fact() {
        en: "what it says cannot be written as a fact",
        ko: "사실로 적을 수 없는 말입니다",
    }

    pub(crate) fn day_malformed(text) {
        en: "{text} is no day such as 2026-11-23",
        ko: "{text}은(는) 2026-11-23 같은 날짜가 아닙니다",
    }

    pub(crate) fn organisation_malformed(name) {
        en: "{name} is no organisation's name",
        ko: "{name}은(는) 조직의 이름이 아닙니다",
    }

    pub(crate) fn other_login(org, address) {
        en: "this home is logged in to {org} at {address}: `palimp hub logout --hub {org}` first",
        ko: "이 홈은 이미 {address}에서 {org}에 로그인했습니다. 먼저 `palimp hub logout --hub {org}`을(를) 하세요",
    }

    pub(crate) fn hub_never_pulled(org) {
        en: "{org} was never pulled: `palimp hub pull`",
        ko: "{org}을(를) 받은 적이 없습니다: `palimp hub pull`",
    }

    pub(crate) fn hub_history_refused(org, reason) {
        en: "{org}: {reason}; what was pulled before keeps serving; ask who runs the hub, and if it was set up anew, `palimp hub logout` and log in again",
        ko: "{org}: {reason}. 전에 받은 것을 계속 알려 줍니다. 허브를 운영하는 사람에게 묻고, 새로 세운 것이라면 `palimp hub logout`을 하고 다시 로그인하세요",
    }

    pub(crate) fn memory_quarantined(org, id, reason) {
        en: "{org}: memory {id} is quarantined: {reason}; tell a reviewer of {org}",
        ko: "{org}: 기억 {id}을(를) 따로 두었습니다: {reason}. {org}의 검토자에게 알리세요",
    }

    pub(crate) fn more_memories_quarantined(org, count) {
        en: "{org}: {count} more are quarantined: `palimp hub status --json` names them",
        ko: "{org}: 따로 둔 것이 {count}개 더 있습니다. `palimp hub status --json`이 보여 줍니다",
    }

    pub(crate) fn pull_failed(org, reason) {
        en: "{org} was not pulled: {reason}; try `palimp hub pull`",
        ko: "{org}을(를) 받지 못했습니다: {reason}. `palimp hub pull`을 해 보세요",
    }

    pub(crate) fn token_rejected(reason) {
        en: "the token is not good any more: {reason}",
        ko: "토큰이 더는 통하지 않습니다: {reason}",
    }

    pub(crate) fn token_rejected_cleared() {
        en: "the hub takes the token no more, so what was pulled is gone; `palimp hub login` with another one brings it back",
        ko: "허브가 토큰을 더는 받지 않아 받아 둔 것을 없앴습니다. 새 토큰으로 `palimp hub login`을 하면 다시 옵니다",
    }

    pub(crate) fn hub_silent_cleared(days) {
        en: "nothing good came from the hub for {days} days, so what was pulled is gone; `palimp hub pull` brings it back once it is reached",
        ko: "{days}일 동안 허브에서 제대로 받지 못해 받아 둔 것을 없앴습니다. 닿으면 `palimp hub pull`로 다시 받습니다",
    }

    pub(crate) fn feed_of_other_scope(found, expected) {
        en: "it is of {found}, and not of {expected}",
        ko: "{expected}의 것이 아니라 {found}의 것입니다",
    }

    pub(crate) fn hub_history_shortened(end, seen) {
        en: "the hub's history is shorter than it was: it ends at {end}, and {seen} was seen before",
        ko: "허브의 이력이 짧아졌습니다. {end}에서 끝나는데 전에 {seen}까지 보았습니다",
    }

    pub(crate) fn hub_history_rewritten(link) {
        en: "the hub's history was rewritten: its link {link} is another one than it was",
        ko: "허브의 이력이 다시 쓰였습니다. {link}번째 고리가 전과 다릅니다",
    }

    pub(crate) fn scope_too_large(limit) {
        en: "a scope of more than {limit} memories",
        ko: "기억이 {limit}개가 넘는 범위",
    }

    pub(crate) fn feed_does_not_advance() {
        en: "its feed does not go on",
        ko: "소식이 이어지지 않습니다",
    }

    pub(crate) fn scope_id_malformed(id) {
        en: "{id} is no scope's id",
        ko: "{id}은(는) 범위의 id가 아닙니다",
    }

    pub(crate) fn retry_in(seconds) {
        en: "; try again in {seconds} s",
        ko: ". {seconds}초 뒤에 다시 하세요",
    }

    pub(crate) fn scopes_known(scopes) {
        en: "there is {scopes}",
        ko: "있는 것: {scopes}",
    }
}
