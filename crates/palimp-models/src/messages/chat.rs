//! Sentences about chat services, in English and Korean.

palimp_core::messages! {
    pub(crate) fn chat_broken_off(provider, why) {
        en: "the answer of {provider} broke off{why}; hint: ask again",
        ko: "{provider}의 응답이 도중에 끊겼습니다{why}. 다시 물어보세요",
    }
    pub(crate) fn silent_after_words() {
        en: ": no more data arrived",
        ko: "(데이터가 더 오지 않음)",
    }
    pub(crate) fn chat_unreadable(provider, host, what) {
        en: "cannot read the answer of {provider} at {host}: it is {what}; hint: check flush.baseUrl and the model's name",
        ko: "{host}에 있는 {provider}의 응답을 읽을 수 없습니다: {what}입니다. flush.baseUrl과 모델 이름을 확인하세요",
    }
    pub(crate) fn web_page() {
        en: "a web page",
        ko: "웹 페이지",
    }
    pub(crate) fn chat_not_json() {
        en: "not JSON",
        ko: "JSON이 아닌 데이터",
    }
    pub(crate) fn chat_unknown_form() {
        en: "JSON of an unknown format",
        ko: "알 수 없는 형식의 JSON",
    }
    pub(crate) fn chat_withheld(model, why) {
        en: "{model} declined to answer ({why}); hint: rephrase, or choose another model",
        ko: "{model}이(가) 답변을 거절했습니다({why}). 다르게 물어보거나 다른 모델을 고르세요",
    }
    pub(crate) fn chat_mute(model) {
        en: "{model} used all its tokens before it answered; hint: choose a model that reasons less",
        ko: "{model}이(가) 답하기 전에 토큰을 모두 썼습니다. 추론을 덜 하는 모델을 고르세요",
    }
    pub(crate) fn chat_moved(provider, host, to) {
        en: "{provider} at {host} redirects to {to}, where palimp does not send your key; hint: set flush.baseUrl to the address you trust",
        ko: "{host}의 {provider}이(가) {to}(으)로 리디렉션합니다. palimp는 그곳에 키를 보내지 않습니다. 신뢰하는 주소를 flush.baseUrl에 설정하세요",
    }
    pub(crate) fn chat_silent(provider, host) {
        en: "cannot reach {provider} at {host}; hint: check the network, the address and HTTPS_PROXY",
        ko: "{host}의 {provider}에 연결할 수 없습니다. 네트워크, 주소, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn chat_not_found(provider, host) {
        en: "cannot find the host {host} of {provider}; hint: check the network, the address and HTTPS_PROXY",
        ko: "{provider}의 호스트 {host}을(를) 찾을 수 없습니다. 네트워크, 주소, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn chat_late(provider, model) {
        en: "{provider} timed out with {model}; hint: try again later",
        ko: "{provider}의 {model} 응답 시간이 초과되었습니다. 나중에 다시 시도하세요",
    }
    pub(crate) fn chat_endless(provider, host) {
        en: "the answer of {provider} at {host} is too long; hint: try another model",
        ko: "{host}에 있는 {provider}의 응답이 너무 깁니다. 다른 모델을 쓰세요",
    }
    pub(crate) fn chat_too_long(model, said) {
        en: "the conversation exceeds the context window of {model}{said}; hint: shorten it, or choose a model with a larger window",
        ko: "대화가 {model}의 컨텍스트 창을 넘습니다{said}. 대화를 줄이거나 창이 더 큰 모델을 고르세요",
    }
    pub(crate) fn chat_quota(provider, said) {
        en: "the quota of your {provider} account is used up{said}; hint: check its billing page, or choose another service",
        ko: "{provider} 계정의 할당량을 다 썼습니다{said}. 결제 페이지를 확인하거나 다른 서비스를 고르세요",
    }
    pub(crate) fn chat_model_unknown(provider, model, said) {
        en: "{provider} has no model {model} (404){said}; hint: check the name and the address",
        ko: "{provider}에 모델 {model}이(가) 없습니다(404){said}. 이름과 주소를 확인하세요",
    }
    pub(crate) fn chat_refused(provider, status, said) {
        en: "{provider} refused the request ({status}){said}; hint: check the model's name and the address",
        ko: "{provider}이(가) 요청을 거절했습니다({status}){said}. 모델 이름과 주소를 확인하세요",
    }
    pub(crate) fn chat_service_unknown(provider, known) {
        en: "no service '{provider}'; hint: use one of {known}",
        ko: "'{provider}' 서비스가 없습니다. 쓸 수 있는 서비스: {known}",
    }
    pub(crate) fn service_unknown(provider) {
        en: "no service '{provider}'",
        ko: "'{provider}' 서비스가 없습니다",
    }
    pub(crate) fn chat_model_name_wrong() {
        en: "the model's name contains characters that are not allowed; hint: check flush.model, or the name you gave",
        ko: "모델 이름에 쓸 수 없는 문자가 있습니다. flush.model이나 입력한 이름을 확인하세요",
    }
    pub(crate) fn distiller_cut_off(service, most) {
        en: "the answer of {service} exceeds {most} tokens",
        ko: "{service}의 응답이 {most}토큰을 넘습니다",
    }
    pub(crate) fn distiller_mute(service) {
        en: "{service} returned an empty answer",
        ko: "{service}의 응답이 비어 있습니다",
    }
}
