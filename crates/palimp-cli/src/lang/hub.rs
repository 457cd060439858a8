//! Texts of `palimp hub`, in Korean.

use super::table;

table! {
    // Coming and going.
    "logged in to {} as {}" => "{}에 {}(으)로 로그인했습니다";
    "The token is kept in {place}." => "토큰은 {place}에 보관합니다.";
    "Paste the token, then Enter; it is not shown:" => "토큰을 붙여 넣고 Enter를 누르세요. 보이지 않습니다:";
    "nothing was done: no token was given" => "아무것도 하지 않았습니다. 토큰을 주지 않았습니다";
    "there is no token: say `--token-stdin` or `--token-file FILE`, or run it in a terminal" => "토큰이 없습니다. `--token-stdin`이나 `--token-file FILE`로 주거나 터미널에서 실행하세요";
    "the token is empty or holds spaces or other characters that no token has: copy it again" => "토큰이 비었거나, 공백처럼 토큰에 없는 글자가 있습니다. 다시 복사하세요";
    "{url} does not take this token: ask whoever runs the hub for another one" => "{url}이(가) 이 토큰을 받지 않습니다. 허브를 운영하는 사람에게 새 토큰을 받으세요";
    "logged out of {}" => "{}에서 로그아웃했습니다";
    "The token is good until it expires or the hub is told to take it no more." => "토큰은 기한이 끝나거나 허브가 거둘 때까지 쓸 수 있습니다.";
    "{variable} still holds it." => "{variable}에는 아직 들어 있습니다.";
    "This home is not logged in to a hub; `palimp hub login URL` does that." => "이 홈은 허브에 로그인하지 않았습니다. `palimp hub login URL`로 합니다.";
    "there is no token for {} any more: `palimp hub login {url}`" => "{}의 토큰이 이제 없습니다: `palimp hub login {url}`";
    "{url} does not know who signed in at {issuer}: ask whoever runs the hub for a part in it" => "{url}이(가) {issuer}에서 로그인한 사람을 모릅니다. 허브를 운영하는 사람에게 역할을 받으세요";
    "this hub has no provider to sign in with: ask whoever runs it for a token, and say `--token-stdin`" => "이 허브에는 로그인할 제공자가 없습니다. 운영하는 사람에게 토큰을 받아 `--token-stdin`으로 주세요";
    "{issuer} gave a token that cannot be kept" => "{issuer}이(가) 보관할 수 없는 토큰을 주었습니다";
    "The provider was told to take its tokens no more." => "제공자에게 토큰을 거두라고 알렸습니다.";
    "The provider takes no tokens back: the last one is good until it expires." => "제공자가 토큰을 거두지 않습니다. 마지막 토큰은 기한이 끝날 때까지 쓸 수 있습니다.";
    "The provider was not told, so that its tokens are good until they expire: {why}" => "제공자에게 알리지 못해 토큰은 기한이 끝날 때까지 쓸 수 있습니다: {why}";

    // Signing in by a provider.
    "Sign in at {}." => "{}에서 로그인하세요.";
    "Open this address, unless a browser shows it already; it waits for {} minutes:" => "브라우저가 아직 열지 않았다면 이 주소를 여세요. {}분 동안 기다립니다:";
    "You can close this page and go back to the terminal." => "이 쪽을 닫고 터미널로 돌아가도 됩니다.";
    "Open this address on any machine, and enter the code {}:" => "아무 컴퓨터에서나 이 주소를 열고 코드 {}을(를) 넣으세요:";
    "This one has the code in it:" => "코드가 들어 있는 주소:";
    "signed in at {issuer} no more ({why}): `palimp hub login {url}`" => "{issuer}의 로그인이 끝났습니다({why}). `palimp hub login {url}`";
    "what was kept is damaged" => "보관한 것이 망가졌습니다";

    // Pulling and looking.
    "{} came or changed, {} went" => "오거나 바뀐 것 {}, 없어진 것 {}";
    "not pulled: {}" => "받지 못함: {}";
    "not every hub was pulled: what was pulled before is told meanwhile" => "받지 못한 허브가 있습니다. 그동안 전에 받은 것을 알려 줍니다";
    "never pulled" => "받은 적 없음";
    "pulled {}" => "{}에 받음";
    "{}  {} as {}: {facts}, {pulled}" => "{}  {}, {}(으)로: {facts}, {pulled}";
    "  {}  {role}" => "  {}  {role}";
    "hub          {}: {facts}, {pulled}" => "허브         {}: {facts}, {pulled}";

    // Proposing.
    "{} for {}  from {}" => "{} → {}  출처: {}";
    "    Why: {}" => "    까닭: {}";
    "    at {}" => "    코드: {}";
    "    until {}" => "    {}까지";
    "    supersedes {}" => "    갈음하는 것: {}";
    "    origin: {}" => "    나온 곳: {}";
    "{}: the organisation has it already" => "{}: 조직에 이미 있습니다";
    "proposed to {}  {}" => "{}에 제안함  {}";
    "It waits for {} in `palimp hub review`." => "`palimp hub review`에서 {}을(를) 기다립니다.";
    "  It contradicts {}: {}" => "  어긋남 {}: {}";
    "{from} was not proposed, though {} before it were: {error}" => "그 앞의 {}개와 달리 {from}은(는) 제안하지 못했습니다: {error}";

    // Reviewing, deciding, erasing.
    "{}  {}  {} for {}, proposed by {}  {approvals}" => "{}  {}  {} → {}, 제안 {}  {approvals}";
    "  `palimp hub approve {0}` or `palimp hub reject {0} --why TEXT`" => "  `palimp hub approve {0}` 또는 `palimp hub reject {0} --why TEXT`";
    "{} has no proposal {id} for you: `palimp hub review` shows what waits" => "{}에 볼 수 있는 제안 {id}이(가) 없습니다. `palimp hub review`가 기다리는 것을 보여 줍니다";
    "approved {}: it is told in {}" => "{}을(를) 승인했습니다. {}에서 알려 줍니다";
    "approved {}: it waits for others" => "{}을(를) 승인했습니다. 다른 사람의 승인을 기다립니다";
    "It cannot be undone. Erase it for everybody?" => "되돌릴 수 없습니다. 모두에게서 지울까요?";
    "Nothing was erased." => "아무것도 지우지 않았습니다.";
    "memories erased: {}" => "지운 기억: {}";
    "Other homes lose it with their next pull; backups of the hub as its documentation says." => "다른 홈에서는 다음에 받을 때 없어집니다. 허브의 백업은 그 문서를 보세요.";

    // Logs, search, activity.
    "{seq:>6}  {}  {action}  {}  by {}" => "{seq:>6}  {}  {action}  {}  한 사람 {}";
    "Nothing happened yet." => "아직 아무 일도 없었습니다.";
    "The hub knows nothing of that." => "허브에 그런 것이 없습니다.";
    "No hub is told of any project; `palimp config set hub.activity '[\"NAME\"]'` names one." => "허브에 알리는 프로젝트가 없습니다. `palimp config set hub.activity '[\"NAME\"]'`으로 정합니다.";
    "    failed: {}" => "    실패: {}";
    "    nothing to tell" => "    알릴 것 없음";
}
