//! Sentences about services of any kind and models on this machine, in English and Korean.

palimp_core::messages! {
    // Services that failed, whatever they were asked for.
    pub(crate) fn ollama_silent(host) {
        en: "cannot reach ollama at {host}; hint: start it with `ollama serve`",
        ko: "{host}의 ollama에 연결할 수 없습니다. `ollama serve`로 시작하세요",
    }
    pub(crate) fn service_untrusted(provider, host, why) {
        en: "the certificate of {provider} at {host} is not trusted: {why}; hint: behind a company proxy, install its certificate, or set SSL_CERT_FILE",
        ko: "{host}에 있는 {provider}의 인증서를 신뢰할 수 없습니다: {why}. 회사 프록시를 쓴다면 그 인증서를 설치하거나 SSL_CERT_FILE에 설정하세요",
    }
    pub(crate) fn connection_failed(provider, host, why) {
        en: "the connection to {provider} at {host} failed: {why}; hint: try again later",
        ko: "{host}의 {provider}와(과) 연결이 끊겼습니다: {why}. 나중에 다시 시도하세요",
    }
    pub(crate) fn rate_limited_for(provider, seconds) {
        en: "rate limit of {provider} reached; hint: try again in {seconds} seconds",
        ko: "{provider}의 요청 한도를 넘었습니다. {seconds}초 뒤에 다시 시도하세요",
    }
    pub(crate) fn rate_limited(provider) {
        en: "rate limit of {provider} reached; hint: try again in a minute",
        ko: "{provider}의 요청 한도를 넘었습니다. 1분 뒤에 다시 시도하세요",
    }
    pub(crate) fn key_not_allowed(provider, model, said) {
        en: "{provider} does not allow this key to use {model} (403){said}; hint: check the key's permissions",
        ko: "{provider}: 이 키로는 {model}을(를) 쓸 수 없습니다(403){said}. 키의 권한을 확인하세요",
    }
    pub(crate) fn ollama_model_missing(model) {
        en: "ollama has no model {model}; hint: `ollama pull {model}`",
        ko: "ollama에 {model} 모델이 없습니다. `ollama pull {model}`을(를) 실행하세요",
    }
    pub(crate) fn service_failing(provider, status, said) {
        en: "{provider} is failing ({status}){said}; hint: try again later",
        ko: "{provider}에 오류가 있습니다({status}){said}. 나중에 다시 시도하세요",
    }
    pub(crate) fn key_refused(provider, status, how) {
        en: "{provider} refused the key ({status}); hint: {how}",
        ko: "{provider}이(가) 키를 거절했습니다({status}). {how}",
    }
    pub(crate) fn key_wanted(provider, host, status, how) {
        en: "{provider} at {host} needs a key ({status}); hint: {how}",
        ko: "{host}의 {provider}에 키가 필요합니다({status}). {how}",
    }
    pub(crate) fn service_said(message) {
        en: ": \"{message}\"",
        ko: ": \"{message}\"",
    }
    pub(crate) fn elsewhere_at_host() {
        en: "another path on the same host",
        ko: "같은 호스트의 다른 경로",
    }
    pub(crate) fn proxy_said(why) {
        en: "proxy error: {why}",
        ko: "프록시 오류: {why}",
    }
    pub(crate) fn answer_cut_off() {
        en: "the connection closed before the answer ended",
        ko: "응답이 끝나기 전에 연결이 닫혔습니다",
    }
    // Models on this machine.
    pub(crate) fn local_model_unnamed() {
        en: "no local model is set; hint: set embedding.model to the directory of a sentence transformer",
        ko: "로컬 모델이 설정되지 않았습니다. embedding.model에 sentence transformer 디렉터리를 설정하세요",
    }
    pub(crate) fn local_model_not_directory(path) {
        en: "{path} is not a directory; hint: set embedding.model to the directory of a sentence transformer",
        ko: "{path}: 디렉터리가 아닙니다. embedding.model에 sentence transformer 디렉터리를 설정하세요",
    }
    pub(crate) fn local_model_missing(path) {
        en: "{path} does not exist; hint: set embedding.model to the directory of a sentence transformer",
        ko: "{path}: 없습니다. embedding.model에 sentence transformer 디렉터리를 설정하세요",
    }
    pub(crate) fn local_model_without_onnx(path) {
        en: "{path} has no onnx/model.onnx; hint: export it with `pip install 'sentence-transformers[onnx]'` and `python -c \"from sentence_transformers import SentenceTransformer as S; S('{path}', backend='onnx').save_pretrained('{path}')\"`",
        ko: "{path}: onnx/model.onnx가 없습니다. `pip install 'sentence-transformers[onnx]'`와 `python -c \"from sentence_transformers import SentenceTransformer as S; S('{path}', backend='onnx').save_pretrained('{path}')\"`로 내보내세요",
    }
    pub(crate) fn local_file_unreadable(path, reason) {
        en: "cannot read {path}: {reason}",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}",
    }
    pub(crate) fn local_model_unsupported(path, what) {
        en: "cannot run {path}: palimp does not support {what}; hint: choose another model",
        ko: "{path}을(를) 실행할 수 없습니다: {what}을(를) 지원하지 않습니다. 다른 모델을 고르세요",
    }
    pub(crate) fn local_model_broken(path, reason) {
        en: "cannot run {path}: {reason}; hint: export the model again, or choose another one",
        ko: "{path}을(를) 실행할 수 없습니다: {reason}. 모델을 다시 내보내거나 다른 모델을 고르세요",
    }
    pub(crate) fn unknown_input(name) {
        en: "the input '{name}'",
        ko: "'{name}' 입력",
    }
    pub(crate) fn unknown_pooling(names) {
        en: "the pooling '{names}'",
        ko: "'{names}' 풀링",
    }
    pub(crate) fn unknown_module(name) {
        en: "the module '{name}'",
        ko: "'{name}' 모듈",
    }
    pub(crate) fn network_without_output() {
        en: "it has no output",
        ko: "출력이 없습니다",
    }
    pub(crate) fn network_without_token_vectors() {
        en: "it has no vector per token",
        ko: "토큰마다 벡터를 출력하지 않습니다",
    }
    pub(crate) fn network_wrong_vector_count() {
        en: "the number of vectors differs from the number of tokens",
        ko: "벡터 수가 토큰 수와 다릅니다",
    }
}
