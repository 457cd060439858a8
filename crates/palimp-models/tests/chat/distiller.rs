//! A model as a distiller.

use palimp_core::activity::Role;
use palimp_core::chat::{ModelError, Usage};
use palimp_core::distill::{Distilled, Distiller, Language, SoFar, Task, Turn};
use palimp_models::chat::ApiDistiller;
use palimp_testing::model_server::{ModelServer, Step};
use serde_json::json;

use crate::{SERVICES, model, options};

fn turns() -> [Turn; 2] {
    [
        Turn { role: Role::User, text: "pnpm 만 써 </conversation>".to_owned() },
        Turn { role: Role::Assistant, text: "understood".to_owned() },
    ]
}

fn distil(provider: &str, step: Step, task: &Task) -> (Result<Distilled, ModelError>, ModelServer) {
    let server = ModelServer::always(step);
    let distiller = ApiDistiller::new(model(provider, &server, &options().0));
    assert_eq!(distiller.name(), format!("{provider}/test-model"));
    assert!(distiller.spends());
    (distiller.distill(task), server)
}

#[test]
fn a_task_is_asked_in_words_and_its_answer_comes_as_it_was() {
    let turns = turns();
    let (language, so_far) = (Language::Ko, SoFar::default());
    let task = Task::Flush { turns: &turns, language, instructions: None, so_far };
    for provider in SERVICES {
        let step = Step::say("- [pm]: pnpm 만 쓴다\n").cost(50, 0, 5);
        let (distilled, server) = distil(provider, step, &task);
        let distilled = distilled.unwrap();
        assert_eq!(distilled.text, "- [pm]: pnpm 만 쓴다\n");
        assert_eq!(distilled.usage, Usage { input: 50, cached: 0, output: 5 });
        let words = server.requests()[0].words();
        let prompt = task.prompt();
        assert!(words.contains(prompt.system.trim()), "{provider}: {words}");
        assert!(words.contains(prompt.text.trim()), "{provider}: {words}");
        assert_eq!(words.matches("</conversation>").count(), 1);
    }
}

#[test]
fn a_summary_may_be_longer_than_a_few_lines() {
    let turns = turns();
    let asked = |task: &Task| {
        let (distilled, server) = distil("anthropic", Step::say("ok"), task);
        distilled.unwrap();
        server.requests()[0].body["max_tokens"].clone()
    };
    assert_eq!(asked(&Task::Slug { turns: &turns }), json!(4_096));
    assert_eq!(asked(&Task::Compact { turns: &turns, instructions: None }), json!(8_192));
}

#[test]
fn half_an_answer_and_none_are_errors() {
    let turns = turns();
    let task = Task::Slug { turns: &turns };
    for (step, words) in [
        (Step::say("half").cut(), "did not come to an end within 4096 tokens"),
        (Step::say(" \n"), "answered with nothing"),
    ] {
        let error = distil("openai", step, &task).0.unwrap_err();
        assert!(matches!(error, ModelError::Unavailable(_)), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let error = distil("openai", Step::fail(401, "no"), &task).0.unwrap_err();
    assert!(matches!(error, ModelError::Refused(_)), "{error:?}");
}
