//! Sentences about chat services, in English and Korean.

palimp_core::messages! {
    pub(crate) fn chat_broken_off(provider, why) {
        en: "{provider} broke off in the middle of its answer{why}: ask again",
        ko: "{provider}: 답하다가 끊겼습니다{why}. 다시 물으세요",
    }
    pub(crate) fn silent_after_words() {
        en: ", after which it was silent",
        ko: "(그 뒤로는 답이 없음)",
    }
    pub(crate) fn chat_unreadable(provider, host, what) {
        en: "{provider} at {host} answered with {what} instead of a conversation: check flush.baseUrl and the model's name",
        ko: "{host}의 {provider}이(가) 대화 대신 {what}(으)로 답했습니다. flush.baseUrl과 모델 이름을 확인하세요",
    }
    pub(crate) fn web_page() {
        en: "a web page",
        ko: "웹 페이지",
    }
    pub(crate) fn chat_not_json() {
        en: "something that is no JSON",
        ko: "JSON이 아닌 것",
    }
    pub(crate) fn chat_unknown_form() {
        en: "JSON in another form",
        ko: "다른 형식의 JSON",
    }
    pub(crate) fn chat_withheld(model, why) {
        en: "{model} declined to answer ({why}): say it in another way, or choose another model",
        ko: "{model}이(가) 답하지 않겠다고 합니다({why}). 달리 말하거나 다른 모델을 고르세요",
    }
    pub(crate) fn chat_mute(model) {
        en: "{model} used up all its tokens before it said a word: choose a model that thinks less",
        ko: "{model}이(가) 한마디도 하기 전에 토큰을 다 썼습니다. 덜 생각하는 모델을 고르세요",
    }
    pub(crate) fn chat_moved(provider, host, to) {
        en: "{provider} at {host} points to {to}, where palimp does not follow with your key: set flush.baseUrl to the address that is meant",
        ko: "{host}의 {provider}이(가) {to}을(를) 가리킵니다. palimp는 키를 들고 따라가지 않습니다. 맞는 주소를 flush.baseUrl에 적으세요",
    }
    pub(crate) fn chat_silent(provider, host) {
        en: "{provider} does not answer at {host}: check the network, the address and HTTPS_PROXY",
        ko: "{host}에서 {provider}이(가) 답하지 않습니다. 네트워크, 주소, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn chat_not_found(provider, host) {
        en: "{provider} was not found at {host}: check the network, the address and HTTPS_PROXY",
        ko: "{host}에서 {provider}을(를) 찾지 못했습니다. 네트워크, 주소, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn chat_late(provider, model) {
        en: "{provider} took too long to answer with {model}: try again later",
        ko: "{provider}의 {model}이(가) 너무 오래 답하지 않습니다. 나중에 다시 하세요",
    }
    pub(crate) fn chat_endless(provider, host) {
        en: "{provider} at {host} answered without end: try another model",
        ko: "{host}의 {provider}이(가) 끝없이 답했습니다. 다른 모델로 해 보세요",
    }
    pub(crate) fn chat_too_long(model, said) {
        en: "the conversation is longer than {model} takes{said}: shorten it, or choose a model with a larger window",
        ko: "대화가 {model}이(가) 받는 것보다 깁니다{said}. 줄이거나 창이 더 큰 모델을 고르세요",
    }
    pub(crate) fn chat_quota(provider, said) {
        en: "what your {provider} account may use is used up{said}: look at its billing page, or choose another service",
        ko: "{provider} 계정의 몫을 다 썼습니다{said}. 결제 페이지를 보거나 다른 서비스를 고르세요",
    }
    pub(crate) fn chat_model_unknown(provider, model, said) {
        en: "{provider} knows no model {model} (404){said}: check its name and the address",
        ko: "{provider}에 모델 {model}이(가) 없습니다(404){said}. 이름과 주소를 확인하세요",
    }
    pub(crate) fn chat_refused(provider, status, said) {
        en: "{provider} did not accept the request ({status}){said}: check the model's name and the address",
        ko: "{provider}이(가) 요청을 받지 않았습니다({status}){said}. 모델 이름과 주소를 확인하세요",
    }
    pub(crate) fn chat_service_unknown(provider, known) {
        en: "there is no service '{provider}': choose one of {known}",
        ko: "'{provider}'(이)라는 서비스는 없습니다. 고를 수 있는 것: {known}",
    }
    pub(crate) fn service_unknown(provider) {
        en: "there is no service '{provider}'",
        ko: "'{provider}'(이)라는 서비스는 없습니다",
    }
    pub(crate) fn chat_model_name_wrong() {
        en: "the name of the model holds characters that no model's name has: look at flush.model, or at the name you gave",
        ko: "모델 이름에 모델 이름에 없는 글자가 있습니다. flush.model이나 적은 이름을 보세요",
    }
    pub(crate) fn distiller_cut_off(service, most) {
        en: "{service} did not come to an end within {most} tokens",
        ko: "{service}: 토큰 {most}개 안에 끝나지 않았습니다",
    }
    pub(crate) fn distiller_mute(service) {
        en: "{service} answered with nothing",
        ko: "{service}이(가) 아무 답도 하지 않았습니다",
    }
}
