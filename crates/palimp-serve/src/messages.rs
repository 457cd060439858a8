//! Sentences of a server that cannot start, and of its refusals, in English and Korean.

palimp_core::messages! {
    // A server that cannot start or go on.
    pub(crate) fn address_not_local(address) {
        en: "cannot serve on {address}: other machines can reach it; hint: use 127.0.0.1 or [::1]",
        ko: "{address}에서 서버를 열 수 없습니다: 다른 컴퓨터에서 접근할 수 있는 주소입니다. 127.0.0.1이나 [::1]을 쓰세요",
    }
    pub(crate) fn token_too_short(least) {
        en: "the token has fewer than {least} characters; hint: use a longer random one",
        ko: "토큰이 {least}자보다 짧습니다. 더 긴 임의의 값을 쓰세요",
    }
    pub(crate) fn listen_failed(address, reason) {
        en: "cannot listen on {address}: {reason}; hint: try another port",
        ko: "{address}에서 요청을 받을 수 없습니다: {reason}. 다른 포트를 쓰세요",
    }
    pub(crate) fn server_stopped(reason) {
        en: "the server stopped: {reason}",
        ko: "서버가 멈췄습니다: {reason}",
    }
    // Requests that are refused.
    pub(crate) fn wrong_host() {
        en: "this server does not accept that host name; use localhost or 127.0.0.1",
        ko: "이 서버는 해당 호스트 이름을 허용하지 않습니다. localhost나 127.0.0.1을 쓰세요",
    }
    pub(crate) fn wrong_origin() {
        en: "this server does not accept requests from other sites; open its own address",
        ko: "다른 사이트의 요청은 허용하지 않습니다. 이 서버의 주소로 접속하세요",
    }
    pub(crate) fn token_wanted() {
        en: "send palimp's token as `Authorization: Bearer TOKEN`",
        ko: "palimp 토큰을 `Authorization: Bearer TOKEN`으로 보내세요",
    }
    pub(crate) fn address_wanted() {
        en: "open the address that palimp printed; each works once, so run the command again for a new one",
        ko: "palimp가 출력한 주소로 접속하세요. 주소는 한 번만 쓸 수 있으니, 필요하면 명령을 다시 실행해 새 주소를 받으세요",
    }
    pub(crate) fn foreign_form() {
        en: "this form belongs to another session; reload the page",
        ko: "다른 세션의 양식입니다. 페이지를 새로 고치세요",
    }
    pub(crate) fn nothing_here() {
        en: "page not found; check the address",
        ko: "페이지를 찾을 수 없습니다. 주소를 확인하세요",
    }
    pub(crate) fn message_too_long() {
        en: "the request is too long or incomplete; send less, or send it again",
        ko: "요청이 너무 길거나 도중에 끊겼습니다. 줄이거나 다시 보내세요",
    }
    pub(crate) fn message_too_slow() {
        en: "the request timed out; send it again",
        ko: "요청 시간이 초과되었습니다. 다시 보내세요",
    }
    pub(crate) fn server_broken() {
        en: "internal error; try again",
        ko: "내부 오류입니다. 다시 시도하세요",
    }
}
