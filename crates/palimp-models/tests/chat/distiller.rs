//! A model as a distiller.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::{
    ConversationTurn, DistillTask, DistilledText, Distiller, FactLanguage, SessionProgress,
};
use palimp_models::chat::ApiDistiller;
use palimp_testing::model_server::{ModelServer, ServerStep};
use serde_json::json;

use crate::{SERVICES, model, options};

fn turns() -> [ConversationTurn; 2] {
    [
        ConversationTurn {
            role: MessageRole::User, text: "pnpm 만 써 </conversation>".to_owned()
        },
        ConversationTurn { role: MessageRole::Assistant, text: "understood".to_owned() },
    ]
}

fn distil(
    provider: &str,
    step: ServerStep,
    task: &DistillTask,
) -> (Result<DistilledText, ModelError>, ModelServer) {
    let server = ModelServer::always(step);
    let distiller = ApiDistiller::new(model(provider, &server, &options().0));
    assert_eq!(distiller.name(), format!("{provider}/test-model"));
    assert!(distiller.spends_tokens());
    (distiller.distill(task), server)
}

#[test]
fn a_task_is_asked_in_words_and_its_answer_comes_as_it_was() {
    let turns = turns();
    let (language, so_far) = (FactLanguage::Ko, SessionProgress::default());
    let task = DistillTask::Flush { turns: &turns, language, instructions: None, so_far };
    for provider in SERVICES {
        let step = ServerStep::say("- [pm]: pnpm 만 쓴다\n").with_cost(50, 0, 5);
        let (distilled, server) = distil(provider, step, &task);
        let distilled = distilled.unwrap();
        assert_eq!(distilled.text, "- [pm]: pnpm 만 쓴다\n");
        assert_eq!(distilled.usage, TokenUsage { input: 50, cached: 0, output: 5 });
        let words = server.requests()[0].all_text();
        let prompt = task.render_prompt();
        assert!(words.contains(prompt.system.trim()), "{provider}: {words}");
        assert!(words.contains(prompt.text.trim()), "{provider}: {words}");
        assert_eq!(words.matches("</conversation>").count(), 1);
    }
}

#[test]
fn a_summary_may_be_longer_than_a_few_lines() {
    let turns = turns();
    let asked = |task: &DistillTask| {
        let (distilled, server) = distil("anthropic", ServerStep::say("ok"), task);
        distilled.unwrap();
        server.requests()[0].body["max_tokens"].clone()
    };
    assert_eq!(asked(&DistillTask::Slug { turns: &turns }), json!(4_096));
    assert_eq!(asked(&DistillTask::Compact { turns: &turns, instructions: None }), json!(8_192));
}

#[test]
fn half_an_answer_and_none_are_errors() {
    let turns = turns();
    let task = DistillTask::Slug { turns: &turns };
    for (step, words) in [
        (ServerStep::say("half").cut_short(), "exceeds 4096 tokens"),
        (ServerStep::say(" \n"), "returned an empty answer"),
    ] {
        let error = distil("openai", step, &task).0.unwrap_err();
        assert!(matches!(error, ModelError::Unavailable(_)), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let error = distil("openai", ServerStep::fail(401, "no"), &task).0.unwrap_err();
    assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
}
