//! Sentences of a server that cannot start, and of its refusals, in English and Korean.

palimp_core::messages! {
    // A server that cannot start or go on.
    pub(crate) fn address_not_local(address) {
        en: "{address} can be reached from other machines; palimp serves this one alone: use 127.0.0.1 or [::1]",
        ko: "{address}: 다른 컴퓨터에서 닿을 수 있습니다. palimp는 이 컴퓨터에서만 엽니다. 127.0.0.1이나 [::1]을 쓰세요",
    }
    pub(crate) fn token_too_short(least) {
        en: "the token is shorter than {least} characters; use a longer, random one",
        ko: "토큰이 {least}자보다 짧습니다. 더 길고 무작위인 것을 쓰세요",
    }
    pub(crate) fn listen_failed(address, reason) {
        en: "cannot listen on {address} ({reason}); is something else there? try another port",
        ko: "{address}에서 요청을 받을 수 없습니다({reason}). 다른 프로그램이 쓰고 있나요? 다른 포트를 쓰세요",
    }
    pub(crate) fn server_stopped(reason) {
        en: "the server stopped: {reason}",
        ko: "서버가 멈추었습니다: {reason}",
    }
    // Requests that are refused.
    pub(crate) fn wrong_host() {
        en: "this server does not answer to that name; use localhost or 127.0.0.1",
        ko: "이 서버는 그 이름으로는 답하지 않습니다. localhost나 127.0.0.1을 쓰세요",
    }
    pub(crate) fn wrong_origin() {
        en: "this server answers no pages of others; open its own address",
        ko: "이 서버는 다른 곳의 쪽에 답하지 않습니다. 이 서버의 주소를 여세요",
    }
    pub(crate) fn token_wanted() {
        en: "send `Authorization: Bearer` with palimp's token",
        ko: "palimp의 토큰을 `Authorization: Bearer`로 보내세요",
    }
    pub(crate) fn address_wanted() {
        en: "open the address that palimp printed; each works once, and palimp gives another",
        ko: "palimp가 출력한 주소를 여세요. 한 번만 쓸 수 있고, palimp가 새 주소를 줍니다",
    }
    pub(crate) fn foreign_form() {
        en: "this form is of another session; load its page again",
        ko: "다른 세션의 양식입니다. 그 쪽을 다시 불러오세요",
    }
    pub(crate) fn nothing_here() {
        en: "there is nothing here; look at the address",
        ko: "여기에는 아무것도 없습니다. 주소를 확인하세요",
    }
    pub(crate) fn message_too_long() {
        en: "the message is too long, or was cut off; send less, or send it again",
        ko: "보낸 것이 너무 길거나 도중에 끊겼습니다. 줄이거나 다시 보내세요",
    }
    pub(crate) fn message_too_slow() {
        en: "the message did not come in time; send it again",
        ko: "보낸 것이 제때 오지 않았습니다. 다시 보내세요",
    }
    pub(crate) fn server_broken() {
        en: "palimp could not do this; try again",
        ko: "palimp가 하지 못했습니다. 다시 해 보세요",
    }
}
