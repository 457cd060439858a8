//! Which model is meant, where it is, and with which key.

use palimp_core::chat::{ChatModel, ModelError};
use palimp_models::chat::{ChatConfig, open};
use palimp_models::keys::{KeyStorage, Keys};
use palimp_testing::model_server::{ModelServer, ModelService, ServerStep};

use crate::{config, greet, keys};

fn named(provider: &str) -> ChatConfig {
    ChatConfig { provider: provider.to_owned(), ..ChatConfig::default() }
}

#[track_caller]
fn opened(config: &ChatConfig, variables: &[(&str, &str)]) -> Box<dyn ChatModel> {
    match open(config, &keys(variables)) {
        Ok(model) => model,
        Err(error) => panic!("{error}"),
    }
}

/// The words of why there is no model.
#[track_caller]
fn refusal(config: &ChatConfig, variables: &[(&str, &str)]) -> String {
    match open(config, &keys(variables)) {
        Err(ModelError::Refused(why)) => why,
        Err(other) => panic!("another error: {other}"),
        Ok(model) => panic!("it was opened: {}", model.name()),
    }
}

#[test]
fn a_service_without_a_model_takes_its_usual_one() {
    for (provider, key, name, window) in [
        ("anthropic", "ANTHROPIC_API_KEY", "anthropic/claude-haiku-5-5", 1_000_000),
        ("openai", "OPENAI_API_KEY", "openai/gpt-6-luna", 922_000),
        ("gemini", "GOOGLE_API_KEY", "gemini/gemini-3.5-flash-lite", 1_048_576),
        ("ollama", "NONE_IS_NEEDED", "ollama/gemma3", 32_768),
    ] {
        let model = opened(&named(provider), &[(key, "k")]);
        assert_eq!((model.name().as_str(), model.context_window()), (name, Some(window)));
    }
    let other = ChatConfig { model: Some("my-own".to_owned()), ..named("openai") };
    let model = opened(&other, &[("OPENAI_API_KEY", "k")]);
    assert_eq!((model.name().as_str(), model.context_window()), ("openai/my-own", None));
}

#[test]
fn a_paid_service_without_a_key_says_where_to_put_one() {
    for (provider, variable) in [
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("openai", "OPENAI_API_KEY"),
        ("gemini", "GEMINI_API_KEY"),
    ] {
        assert_eq!(
            refusal(&named(provider), &[]),
            format!(
                "no key for {provider}; hint: set {variable}, or run `palimp keys set {provider}`"
            )
        );
    }
}

#[test]
fn each_service_is_looked_for_where_its_own_variable_says() {
    for (provider, variable, path) in [
        ("anthropic", "ANTHROPIC_BASE_URL", ""),
        ("openai", "OPENAI_BASE_URL", "/v1"),
        ("gemini", "GOOGLE_GEMINI_BASE_URL", ""),
        ("ollama", "OLLAMA_HOST", ""),
    ] {
        let server = ModelServer::always(ServerStep::say("here"));
        let url = format!("{}{path}", server.url());
        let (reply, _) = greet(&*opened(&named(provider), &[(variable, &url)]));
        assert_eq!(reply.unwrap().text, "here", "{provider}");
        // What the user has set comes before it.
        let set = ModelServer::always(ServerStep::say("there"));
        let (reply, _) = greet(&*opened(&config(provider, set.url()), &[(variable, &url)]));
        assert_eq!(reply.unwrap().text, "there", "{provider}");
    }
}

#[test]
fn a_key_goes_to_an_address_in_the_settings_only_when_it_is_meant_to() {
    for (provider, variable, header) in [
        ("anthropic", "ANTHROPIC_API_KEY", "x-api-key"),
        ("openai", "OPENAI_API_KEY", "authorization"),
        ("gemini", "GEMINI_API_KEY", "x-goog-api-key"),
    ] {
        let server = ModelServer::always(ServerStep::say("here"));
        let asked = config(provider, server.url());
        let unasked = ChatConfig { key_goes_there: false, ..asked.clone() };
        for config in [&unasked, &asked] {
            greet(&*opened(config, &[(variable, "my-own-key")])).0.unwrap();
        }
        let [without, with] = &server.requests()[..] else { panic!("two requests") };
        assert_eq!(without.header(header), None, "{provider}");
        assert!(with.header(header).unwrap().ends_with("my-own-key"), "{provider}");
        let gateway = ChatConfig { base_url: Some("https://gate.example".to_owned()), ..unasked };
        let why = refusal(&gateway, &[(variable, "my-own-key")]);
        assert!(why.contains(variable) && why.contains("gate.example"), "{why}");
        assert!(why.contains("is not sent") && !why.contains("my-own-key"), "{why}");
    }
    let gateway = config("anthropic", "https://gate.example");
    let gateway = ChatConfig { key_goes_there: false, ..gateway };
    let token = [("ANTHROPIC_AUTH_TOKEN", "gate")];
    assert!(refusal(&gateway, &token).contains("no key"), "nor does a token");
}

#[test]
fn what_the_environment_names_gets_what_stands_in_the_environment() {
    let server = ModelServer::always(ServerStep::say("here"));
    let dir = tempfile::tempdir().unwrap();
    let (url, config) = (server.url().to_owned(), named("anthropic"));
    let keys = |variables: &'static [(&'static str, &'static str)]| {
        let url = url.clone();
        let found = move |name: &str| match name {
            "ANTHROPIC_BASE_URL" => Some(url.clone()),
            _ => variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned()),
        };
        let keys = Keys::with_sources(dir.path().join("keys.json"), found, None);
        keys.set("anthropic", "kept-for-the-service", KeyStorage::File).unwrap();
        keys
    };
    for variables in [&[][..], &[("ANTHROPIC_API_KEY", "own")], &[("ANTHROPIC_AUTH_TOKEN", "gate")]]
    {
        greet(&*open(&config, &keys(variables)).unwrap()).0.unwrap();
    }
    let requests = server.requests();
    let sent = |it: usize| (requests[it].header("x-api-key"), requests[it].header("authorization"));
    assert_eq!(sent(0), (None, None), "the kept key stays");
    assert_eq!(sent(1), (Some("own"), None));
    assert_eq!(sent(2), (None, Some("Bearer gate")));
}

#[test]
fn addresses_are_meant_well() {
    for (provider, path, whole, service) in [
        ("anthropic", "/v1/", "/v1/messages", ModelService::Anthropic),
        ("anthropic", "/anthropic", "/anthropic/v1/messages", ModelService::Anthropic),
        ("anthropic", "/v1/messages", "/v1/messages", ModelService::Anthropic),
        ("openai", "/v1/chat/completions", "/v1/chat/completions", ModelService::OpenAi),
        ("gemini", "/v1", "/v1/models/m:streamGenerateContent?alt=sse", ModelService::Gemini),
        (
            "gemini",
            "/v1?key=x",
            "/v1/models/m:streamGenerateContent?key=x&alt=sse",
            ModelService::Gemini,
        ),
        ("ollama", "/api", "/api/chat", ModelService::Ollama),
    ] {
        let server = ModelServer::always(ServerStep::say("here"));
        let url = format!("{}{path}", server.url());
        let config = ChatConfig { model: Some("m".to_owned()), ..config(provider, &url) };
        greet(&*opened(&config, &[])).0.unwrap();
        let [asked] = &server.requests()[..] else { panic!("one request") };
        assert_eq!((asked.path.as_str(), asked.service()), (whole, Some(service)));
    }
}

#[test]
fn a_gateway_for_anthropic_may_have_a_token_of_its_own() {
    let server = ModelServer::always(ServerStep::say("here"));
    let config = config("anthropic", server.url());
    greet(&*opened(&config, &[("ANTHROPIC_AUTH_TOKEN", "gate")])).0.unwrap();
    let both = [("ANTHROPIC_AUTH_TOKEN", "gate"), ("ANTHROPIC_API_KEY", "own")];
    greet(&*opened(&config, &both)).0.unwrap();
    let [first, second] = &server.requests()[..] else { panic!("two requests") };
    assert_eq!(first.header("authorization"), Some("Bearer gate"));
    assert_eq!(first.header("x-api-key"), None);
    assert_eq!(second.header("x-api-key"), Some("own"));
    assert_eq!(second.header("authorization"), None);
}

#[test]
fn ollamas_window_is_the_one_that_its_own_variable_names() {
    let variables = [("OLLAMA_CONTEXT_LENGTH", "131072")];
    assert_eq!(opened(&named("ollama"), &variables).context_window(), Some(131_072));
    for wrong in ["0", "much"] {
        let variables = [("OLLAMA_CONTEXT_LENGTH", wrong)];
        assert_eq!(opened(&named("ollama"), &variables).context_window(), Some(32_768));
    }
}

#[test]
fn what_cannot_be_meant_is_refused_in_words() {
    assert_eq!(
        refusal(&named("mistral"), &[]),
        "no service 'mistral'; hint: use one of anthropic, openai, gemini, ollama"
    );
    let config = ChatConfig { model: Some("../../etc".to_owned()), ..named("gemini") };
    assert!(refusal(&config, &[("GEMINI_API_KEY", "k")]).contains("flush.model"));
    let exposed = crate::config("openai", "http://api.example.com/v1");
    let why = refusal(&exposed, &[]);
    assert!(why.starts_with("the address in flush.baseUrl would send your text unencrypted"));
    let why = refusal(&named("anthropic"), &[("ANTHROPIC_BASE_URL", "ftp://x")]);
    assert_eq!(why, "the address in ANTHROPIC_BASE_URL must begin with https:// or http://");
    let why = refusal(&named("openai"), &[("OPENAI_API_KEY", "two words")]);
    assert!(why.contains("OPENAI_API_KEY"), "{why}");
}
