//! Sentences about services of any kind and models on this machine, in English and Korean.

palimp_core::messages! {
    // Services that failed, whatever they were asked for.
    pub(crate) fn ollama_silent(host) {
        en: "ollama does not answer at {host}: is it running? Start it with `ollama serve`",
        ko: "{host}에서 ollama가 답하지 않습니다. 돌고 있나요? `ollama serve`로 시작하세요",
    }
    pub(crate) fn service_untrusted(provider, host, why) {
        en: "the certificate of {provider} at {host} is not trusted ({why}): if your company's proxy stands in between, give this machine its certificate, or name it in SSL_CERT_FILE",
        ko: "{host}의 {provider} 인증서를 믿을 수 없습니다({why}). 회사 프록시가 사이에 있으면 그 인증서를 이 컴퓨터에 넣거나 SSL_CERT_FILE에 적으세요",
    }
    pub(crate) fn connection_failed(provider, host, why) {
        en: "the connection to {provider} at {host} failed ({why}): try again later",
        ko: "{host}의 {provider}와(과) 연결하지 못했습니다({why}). 나중에 다시 하세요",
    }
    pub(crate) fn rate_limited_for(provider, seconds) {
        en: "{provider} limits how often it is asked: try again in {seconds} seconds",
        ko: "{provider}이(가) 묻는 횟수를 제한합니다. {seconds}초 뒤에 다시 하세요",
    }
    pub(crate) fn rate_limited(provider) {
        en: "{provider} limits how often it is asked: try again in a minute",
        ko: "{provider}이(가) 묻는 횟수를 제한합니다. 1분 뒤에 다시 하세요",
    }
    pub(crate) fn key_not_allowed(provider, model, said) {
        en: "{provider} does not let this key use {model} (403){said}: check what the key may do",
        ko: "{provider}: 이 키로는 {model}을(를) 쓸 수 없습니다(403){said}. 키의 권한을 확인하세요",
    }
    pub(crate) fn ollama_model_missing(model) {
        en: "ollama does not have the model {model}: fetch it with `ollama pull {model}`",
        ko: "ollama에 모델 {model}이(가) 없습니다. `ollama pull {model}`(으)로 받으세요",
    }
    pub(crate) fn service_failing(provider, status, said) {
        en: "{provider} fails at the moment ({status}){said}: try again later",
        ko: "{provider}이(가) 지금 실패합니다({status}){said}. 나중에 다시 하세요",
    }
    pub(crate) fn key_refused(provider, status, how) {
        en: "{provider} refused the key ({status}): {how}",
        ko: "{provider}이(가) 키를 거절했습니다({status}): {how}",
    }
    pub(crate) fn key_wanted(provider, host, status, how) {
        en: "{provider} at {host} wants a key ({status}): {how}",
        ko: "{host}의 {provider}에 키가 필요합니다({status}): {how}",
    }
    pub(crate) fn service_said(message) {
        en: ", saying \"{message}\"",
        ko: ": \"{message}\"",
    }
    pub(crate) fn elsewhere_at_host() {
        en: "another place at the same host",
        ko: "같은 호스트의 다른 자리",
    }
    pub(crate) fn proxy_said(why) {
        en: "the proxy said: {why}",
        ko: "프록시의 말: {why}",
    }
    pub(crate) fn answer_cut_off() {
        en: "it ended before the answer did",
        ko: "답이 끝나기 전에 끝났습니다",
    }
    // Models on this machine.
    pub(crate) fn local_model_unnamed() {
        en: "no local model is named: set embedding.model to the directory of a sentence transformer",
        ko: "로컬 모델이 정해지지 않았습니다. embedding.model에 sentence transformer의 디렉터리를 적으세요",
    }
    pub(crate) fn local_model_not_directory(path) {
        en: "{path} is no directory: embedding.model must name that of a sentence transformer",
        ko: "{path}: 디렉터리가 아닙니다. embedding.model에는 sentence transformer의 디렉터리를 적어야 합니다",
    }
    pub(crate) fn local_model_missing(path) {
        en: "{path} is missing: embedding.model must name the directory of a sentence transformer",
        ko: "{path}: 없습니다. embedding.model에는 sentence transformer의 디렉터리를 적어야 합니다",
    }
    pub(crate) fn local_model_without_onnx(path) {
        en: "{path} has no onnx/model.onnx, and palimp runs nothing else: export it with `pip install 'sentence-transformers[onnx]'` and `python -c \"from sentence_transformers import SentenceTransformer as S; S('{path}', backend='onnx').save_pretrained('{path}')\"`",
        ko: "{path}: onnx/model.onnx이 없고 palimp는 그것만 돌립니다. `pip install 'sentence-transformers[onnx]'`와 `python -c \"from sentence_transformers import SentenceTransformer as S; S('{path}', backend='onnx').save_pretrained('{path}')\"`로 내보내세요",
    }
    pub(crate) fn local_file_unreadable(path, reason) {
        en: "{path} cannot be read: {reason}",
        ko: "{path}: 읽을 수 없습니다: {reason}",
    }
    pub(crate) fn local_model_unsupported(path, what) {
        en: "{path} asks for {what}, which palimp cannot do: choose another model",
        ko: "{path}: palimp가 할 수 없는 것({what})을 요구합니다. 다른 모델을 고르세요",
    }
    pub(crate) fn local_model_broken(path, reason) {
        en: "{path} cannot be run: {reason}; export the model anew, or choose another one",
        ko: "{path}: 돌릴 수 없습니다: {reason}. 모델을 다시 내보내거나 다른 것을 고르세요",
    }
    pub(crate) fn unknown_input(name) {
        en: "an input '{name}'",
        ko: "'{name}' 입력",
    }
    pub(crate) fn unknown_pooling(names) {
        en: "the pooling '{names}'",
        ko: "'{names}' 풀링",
    }
    pub(crate) fn network_without_output() {
        en: "it has no output",
        ko: "출력이 없습니다",
    }
    pub(crate) fn network_without_token_vectors() {
        en: "it gives no vector for each token",
        ko: "토큰마다 벡터를 내지 않습니다",
    }
    pub(crate) fn network_wrong_vector_count() {
        en: "it gives another number of vectors than of tokens",
        ko: "벡터의 수가 토큰의 수와 다릅니다",
    }
}
