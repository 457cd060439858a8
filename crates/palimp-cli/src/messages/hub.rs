//! Sentences of `hub`, in English and Korean.

palimp_core::messages! {
    // hub
    pub(crate) fn hub_token_missing(hub, url) {
        en: "there is no token for {hub} any more: `palimp hub login {url}`",
        ko: "{hub}의 토큰이 이제 없습니다: `palimp hub login {url}`",
    }
    // hub/activity
    pub(crate) fn no_activity_project() {
        en: "No hub is told of any project; `palimp config set hub.activity '[\"NAME\"]'` names one.",
        ko: "허브에 알리는 프로젝트가 없습니다. `palimp config set hub.activity '[\"NAME\"]'`으로 정합니다.",
    }
    pub(crate) fn activity_failed(why) { en: "    failed: {why}", ko: "    실패: {why}" }
    pub(crate) fn no_activity_to_send() { en: "    nothing to tell", ko: "    알릴 것 없음" }
    // hub/decide
    pub(crate) fn ask_approve() {
        en: "Do you approve exactly this?",
        ko: "바로 이것을 승인합니까?",
    }
    pub(crate) fn nothing_approved() {
        en: "Nothing was approved.",
        ko: "아무것도 승인하지 않았습니다.",
    }
    pub(crate) fn memory_approved(id, hub) {
        en: "approved {id}: it is told in {hub}",
        ko: "{id}을(를) 승인했습니다. {hub}에서 알려 줍니다",
    }
    pub(crate) fn memory_waits_for_approvals(id) {
        en: "approved {id}: it waits for others",
        ko: "{id}을(를) 승인했습니다. 다른 사람의 승인을 기다립니다",
    }
    pub(crate) fn proposal_rejected(id) { en: "rejected {id}", ko: "{id} 거절" }
    // hub/erase
    pub(crate) fn ask_erase() {
        en: "It cannot be undone. Erase it for everybody?",
        ko: "되돌릴 수 없습니다. 모두에게서 지울까요?",
    }
    pub(crate) fn nothing_erased() { en: "Nothing was erased.", ko: "아무것도 지우지 않았습니다." }
    pub(crate) fn memories_erased(count) {
        en: "memories erased: {count}",
        ko: "지운 기억: {count}",
    }
    pub(crate) fn erased_elsewhere_later() {
        en: "Other homes lose it with their next pull; backups of the hub as its documentation says.",
        ko: "다른 홈에서는 다음에 받을 때 없어집니다. 허브의 백업은 그 문서를 보세요.",
    }
    // hub/log
    pub(crate) fn audit_link(number, time, action, object, actor) {
        en: "{number:>6}  {time}  {action}  {object}  by {actor}",
        ko: "{number:>6}  {time}  {action}  {object}  한 사람 {actor}",
    }
    pub(crate) fn no_audit_yet() { en: "Nothing happened yet.", ko: "아직 아무 일도 없었습니다." }
    // hub/login
    pub(crate) fn token_refused(url) {
        en: "{url} does not take this token: ask whoever runs the hub for another one",
        ko: "{url}이(가) 이 토큰을 받지 않습니다. 허브를 운영하는 사람에게 새 토큰을 받으세요",
    }
    pub(crate) fn login_unknown_to_hub(url, issuer) {
        en: "{url} does not know who signed in at {issuer}: ask whoever runs the hub for a part in it",
        ko: "{url}이(가) {issuer}에서 로그인한 사람을 모릅니다. 허브를 운영하는 사람에게 역할을 받으세요",
    }
    pub(crate) fn logged_in(hub, name) {
        en: "logged in to {hub} as {name}",
        ko: "{hub}에 {name}(으)로 로그인했습니다",
    }
    pub(crate) fn token_kept_in(place) {
        en: "The token is kept in {place}.",
        ko: "토큰은 {place}에 보관합니다.",
    }
    pub(crate) fn hub_has_no_provider() {
        en: "this hub has no provider to sign in with: ask whoever runs it for a token, and say `--token-stdin`",
        ko: "이 허브에는 로그인할 제공자가 없습니다. 운영하는 사람에게 토큰을 받아 `--token-stdin`으로 주세요",
    }
    pub(crate) fn token_malformed() {
        en: "the token is empty or holds spaces or other characters that no token has: copy it again",
        ko: "토큰이 비었거나, 공백처럼 토큰에 없는 글자가 있습니다. 다시 복사하세요",
    }
    pub(crate) fn issuer_token_not_kept(issuer) {
        en: "{issuer} gave a token that cannot be kept",
        ko: "{issuer}이(가) 보관할 수 없는 토큰을 주었습니다",
    }
    pub(crate) fn paste_token() {
        en: "Paste the token, then Enter; it is not shown:",
        ko: "토큰을 붙여 넣고 Enter를 누르세요. 보이지 않습니다:",
    }
    pub(crate) fn no_token_given() {
        en: "nothing was done: no token was given",
        ko: "아무것도 하지 않았습니다. 토큰을 주지 않았습니다",
    }
    pub(crate) fn token_missing() {
        en: "there is no token: say `--token-stdin` or `--token-file FILE`, or run it in a terminal",
        ko: "토큰이 없습니다. `--token-stdin`이나 `--token-file FILE`로 주거나 터미널에서 실행하세요",
    }
    pub(crate) fn token_file_missing(path) {
        en: "there is no file {path}: write the token into it, or name the one that holds it",
        ko: "{path}: 그런 파일이 없습니다. 토큰을 그 파일에 쓰거나 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn token_path_not_a_file(path) {
        en: "{path} is no file: say `--token-stdin < {path}`, or copy the token into a file",
        ko: "{path}: 파일이 아닙니다. `--token-stdin < {path}`(으)로 쓰거나 토큰을 파일에 옮겨 적으세요",
    }
    pub(crate) fn token_file_not_readable(path) {
        en: "{path} may not be read by you: `ls -l` says whose it is; `chmod u+r` opens your own",
        ko: "{path}: 읽을 권한이 없습니다. `ls -l`로 누구의 파일인지 보고, 자기 것이면 `chmod u+r`로 여세요",
    }
    pub(crate) fn token_path_is_directory(path) {
        en: "{path} is a directory: name the file in it that holds the token",
        ko: "{path}: 디렉터리입니다. 그 안에서 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn token_file_too_long(path) {
        en: "{path} is longer than any token: the token alone has to stand in the file",
        ko: "{path}: 토큰이라기에는 너무 깁니다. 파일에는 토큰만 있어야 합니다",
    }
    pub(crate) fn token_file_unreadable(path, why) {
        en: "{path}: {why}; copy the token into a file of its own",
        ko: "{path}: {why}. 토큰을 따로 파일에 옮겨 적으세요",
    }
    pub(crate) fn token_file_not_text(path) {
        en: "{path} holds something else than text: the token alone has to stand in the file",
        ko: "{path}: 글이 아닙니다. 파일에는 토큰만 있어야 합니다",
    }
    pub(crate) fn token_file_empty(path) {
        en: "{path} is empty: write the token into it",
        ko: "{path}: 비어 있습니다. 토큰을 그 파일에 쓰세요",
    }
    // hub/logout
    pub(crate) fn logged_out(hub) { en: "logged out of {hub}", ko: "{hub}에서 로그아웃했습니다" }
    pub(crate) fn token_still_good() {
        en: "The token is good until it expires or the hub is told to take it no more.",
        ko: "토큰은 기한이 끝나거나 허브가 거둘 때까지 쓸 수 있습니다.",
    }
    pub(crate) fn provider_revoked_tokens() {
        en: "The provider was told to take its tokens no more.",
        ko: "제공자에게 토큰을 거두라고 알렸습니다.",
    }
    pub(crate) fn provider_cannot_revoke() {
        en: "The provider takes no tokens back: the last one is good until it expires.",
        ko: "제공자가 토큰을 거두지 않습니다. 마지막 토큰은 기한이 끝날 때까지 쓸 수 있습니다.",
    }
    pub(crate) fn provider_not_reached(why) {
        en: "The provider was not told, so that its tokens are good until they expire: {why}",
        ko: "제공자에게 알리지 못해 토큰은 기한이 끝날 때까지 쓸 수 있습니다: {why}",
    }
    pub(crate) fn variable_holds_token(variable) {
        en: "{variable} still holds it.",
        ko: "{variable}에는 아직 들어 있습니다.",
    }
    // hub/propose
    pub(crate) fn nothing_new_to_propose(name) {
        en: "{name} has all of that already.",
        ko: "{name}에 모두 이미 있습니다.",
    }
    pub(crate) fn ask_send_facts(facts, name) {
        en: "Shall {facts} leave for {name}, exactly so?",
        ko: "{facts}을(를) 이대로 {name}(으)로 보낼까요?",
    }
    pub(crate) fn nothing_proposed_left() { en: "Nothing left.", ko: "아무것도 보내지 않았습니다." }
    pub(crate) fn fact_not_proposed(from, sent, error) {
        en: "{from} was not proposed, though {sent} before it were: {error}",
        ko: "그 앞의 {sent}개와 달리 {from}은(는) 제안하지 못했습니다: {error}",
    }
    pub(crate) fn memory_proposed(hub, id) {
        en: "proposed to {hub}  {id}",
        ko: "{hub}에 제안함  {id}",
    }
    pub(crate) fn hub_has_fact(from) {
        en: "{from}: the organisation has it already",
        ko: "{from}: 조직에 이미 있습니다",
    }
    pub(crate) fn drafted_memory(kind, scope, from) {
        en: "{kind} for {scope}  from {from}",
        ko: "{kind} → {scope}  출처: {from}",
    }
    pub(crate) fn fact_reason(why) { en: "    Why: {why}", ko: "    까닭: {why}" }
    pub(crate) fn fact_anchor(place) { en: "    at {place}", ko: "    코드: {place}" }
    pub(crate) fn fact_end(day) { en: "    until {day}", ko: "    {day}까지" }
    pub(crate) fn fact_supersedes(id) { en: "    supersedes {id}", ko: "    갈음하는 것: {id}" }
    pub(crate) fn fact_origin(origin) { en: "    origin: {origin}", ko: "    나온 곳: {origin}" }
    pub(crate) fn waits_for_hub_review(approvals) {
        en: "It waits for {approvals} in `palimp hub review`.",
        ko: "`palimp hub review`에서 {approvals}을(를) 기다립니다.",
    }
    pub(crate) fn memory_contradicts(id, statement) {
        en: "  It contradicts {id}: {statement}",
        ko: "  어긋남 {id}: {statement}",
    }
    // hub/pull
    pub(crate) fn not_logged_in() {
        en: "This home is not logged in to a hub; `palimp hub login URL` does that.",
        ko: "이 홈은 허브에 로그인하지 않았습니다. `palimp hub login URL`로 합니다.",
    }
    pub(crate) fn some_hubs_not_pulled() {
        en: "not every hub was pulled: what was pulled before is told meanwhile",
        ko: "받지 못한 허브가 있습니다. 그동안 전에 받은 것을 알려 줍니다",
    }
    pub(crate) fn pulled_changes(came, went) {
        en: "{came} came or changed, {went} went",
        ko: "오거나 바뀐 것 {came}, 없어진 것 {went}",
    }
    pub(crate) fn not_pulled(why) { en: "not pulled: {why}", ko: "받지 못함: {why}" }
    // hub/review
    pub(crate) fn no_proposals_wait(name) {
        en: "Nothing waits for {name}.",
        ko: "{name}에 기다리는 것이 없습니다.",
    }
    pub(crate) fn approvals_so_far(have, approvals) {
        en: "{have} of {approvals}",
        ko: "{approvals} 가운데 {have}개",
    }
    pub(crate) fn waiting_memory(id, date, kind, scope, proposer, approvals) {
        en: "{id}  {date}  {kind} for {scope}, proposed by {proposer}  {approvals}",
        ko: "{id}  {date}  {kind} → {scope}, 제안 {proposer}  {approvals}",
    }
    pub(crate) fn how_to_decide_memory(id) {
        en: "  `palimp hub approve {id}` or `palimp hub reject {id} --why TEXT`",
        ko: "  `palimp hub approve {id}` 또는 `palimp hub reject {id} --why TEXT`",
    }
    pub(crate) fn fact_lets_pass(kinds) {
        en: "    lets pass: {kinds}",
        ko: "    내보내도 되는 것: {kinds}",
    }
    pub(crate) fn says_the_same(id, text) {
        en: "  says the same as {id}: {text}",
        ko: "  같은 말이 있음 {id}: {text}",
    }
    pub(crate) fn contradicts_fact(id, text) {
        en: "  contradicts {id}: {text}",
        ko: "  어긋남 {id}: {text}",
    }
    pub(crate) fn unknown_memory_proposal(hub, id) {
        en: "{hub} has no proposal {id} for you: `palimp hub review` shows what waits",
        ko: "{hub}에 볼 수 있는 제안 {id}이(가) 없습니다. `palimp hub review`가 기다리는 것을 보여 줍니다",
    }
    pub(crate) fn ambiguous_proposal(id) {
        en: "several proposals begin with {id}: say more of it",
        ko: "{id}(으)로 시작하는 제안이 여럿입니다. 더 길게 적어 주세요",
    }
    // hub/search
    pub(crate) fn hub_finds_nothing() {
        en: "The hub knows nothing of that.",
        ko: "허브에 그런 것이 없습니다.",
    }
    // hub/sign_in
    pub(crate) fn sign_in_at(issuer) {
        en: "Sign in at {issuer}.",
        ko: "{issuer}에서 로그인하세요.",
    }
    pub(crate) fn open_address(minutes) {
        en: "Open this address, unless a browser shows it already; it waits for {minutes} minutes:",
        ko: "브라우저가 아직 열지 않았다면 이 주소를 여세요. {minutes}분 동안 기다립니다:",
    }
    pub(crate) fn close_this_page() {
        en: "You can close this page and go back to the terminal.",
        ko: "이 쪽을 닫고 터미널로 돌아가도 됩니다.",
    }
    pub(crate) fn enter_code(code) {
        en: "Open this address on any machine, and enter the code {code}:",
        ko: "아무 컴퓨터에서나 이 주소를 열고 코드 {code}을(를) 넣으세요:",
    }
    pub(crate) fn address_with_code() {
        en: "This one has the code in it:",
        ko: "코드가 들어 있는 주소:",
    }
    pub(crate) fn login_damaged() { en: "what was kept is damaged", ko: "보관한 것이 망가졌습니다" }
    pub(crate) fn login_expired(issuer, why, url) {
        en: "signed in at {issuer} no more ({why}): `palimp hub login {url}`",
        ko: "{issuer}의 로그인이 끝났습니다({why}). `palimp hub login {url}`",
    }
    // hub/status
    pub(crate) fn never_pulled() { en: "never pulled", ko: "받은 적 없음" }
    pub(crate) fn pulled_at(time) { en: "pulled {time}", ko: "{time}에 받음" }
    pub(crate) fn hub_login(hub, url, name, facts, pulled) {
        en: "{hub}  {url} as {name}: {facts}, {pulled}",
        ko: "{hub}  {url}, {name}(으)로: {facts}, {pulled}",
    }
    pub(crate) fn hub_role(scope, role) { en: "  {scope}  {role}", ko: "  {scope}  {role}" }
}
