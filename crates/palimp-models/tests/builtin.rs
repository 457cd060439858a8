//! The built-in model beside what Python made of the same texts.

use palimp_core::embed::{EmbedPurpose, Embedder, Scripts, Thesaurus};
use palimp_models::builtin::Builtin;
use serde::Deserialize;

/// A line of `golden/builtin.json`, which `distil/check_tokens.py --golden` writes.
#[derive(Deserialize)]
struct Line {
    text: String,
    tokens: Vec<String>,
    /// The first numbers of its vector.
    begins: Vec<f32>,
    /// Its cosine with each line.
    cosines: Vec<f32>,
    /// The same before the model was cut to bytes.
    unquantised: Vec<f32>,
}

fn golden() -> Vec<Line> {
    serde_json::from_str(include_str!("golden/builtin.json")).unwrap()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn between(a: &str, b: &str) -> f32 {
    let builtin = Builtin::new();
    cosine(&builtin.embed_one(a), &builtin.embed_one(b))
}

#[test]
fn a_text_has_the_tokens_that_bert_gives_it() {
    for line in golden() {
        assert_eq!(Builtin::new().known_tokens(&line.text), line.tokens, "{}", line.text);
    }
}

#[test]
fn vectors_are_those_of_the_distilled_model() {
    for line in golden() {
        let vector = Builtin::new().embed_one(&line.text);
        for (found, expected) in vector.iter().zip(line.begins) {
            assert!((found - expected).abs() < 1e-5, "{}", line.text);
        }
    }
}

#[test]
fn cosines_are_those_of_the_distilled_model_and_bytes_cost_nothing() {
    let lines = golden();
    let vectors: Vec<_> = lines.iter().map(|line| Builtin::new().embed_one(&line.text)).collect();
    for (line, a) in lines.iter().zip(&vectors) {
        for (at, b) in vectors.iter().enumerate() {
            let found = cosine(a, b);
            assert!((found - line.cosines[at]).abs() < 1e-4, "{} / {at}", line.text);
            assert!((found - line.unquantised[at]).abs() < 5e-3, "{} / {at}", line.text);
        }
    }
}

#[test]
fn other_words_for_the_same_are_nearer_than_something_else() {
    let decision = "We chose PostgreSQL over MySQL because of its JSON support";
    let same = between("Which database did we pick?", decision);
    let other = between("How do I cook pasta?", decision);
    assert!(same > other + 0.1, "{same} {other}");
}

#[test]
fn a_text_of_nothing_known_is_a_vector_of_zeros() {
    for text in ["", "  \n", "!?… — ()", "\u{200b}", &"x".repeat(101)] {
        assert!(Builtin::new().embed_one(text).iter().all(|value| *value == 0.0), "{text:?}");
    }
}

#[test]
fn every_other_vector_has_length_one() {
    let long = "all work and no play ".repeat(5000);
    for text in ["a", "데이터베이스", "getUserById", "漢字", &long] {
        let vector = Builtin::new().embed_one(text);
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-4, "{text:.20}");
    }
}

#[test]
fn texts_are_answered_in_their_order() {
    let builtin = Builtin::new();
    let vectors = builtin.embed(&["one", "", "two"], EmbedPurpose::Document).unwrap();
    assert_eq!(vectors[0], builtin.embed_one("one"));
    assert!(vectors[1].iter().all(|value| *value == 0.0));
    assert_eq!(vectors[2], builtin.embed_one("two"));
}

#[test]
fn it_says_what_it_is() {
    let builtin = Builtin::new();
    assert_eq!(builtin.space().to_string(), "builtin/minilm-l6-static-256/256");
    assert_eq!(builtin.space().dimensions, builtin.embed_one("x").len());
    assert_eq!(builtin.scripts(), Scripts::Latin);
    assert!(builtin.is_instant());
    assert_eq!(builtin.price_per_million(), None);
}

#[test]
fn the_thesaurus_knows_words_that_mean_nearly_the_same() {
    let builtin = Builtin::new();
    let near =
        |word| builtin.near_words(word).into_iter().map(|(word, _)| word).collect::<Vec<_>>();
    assert!(near("doctor").contains(&"physician"), "{:?}", near("doctor"));
    assert!(near("error").contains(&"exception"), "{:?}", near("error"));
    assert!(near("car").contains(&"automobile"), "{:?}", near("car"));
    assert!(!near("databases").contains(&"database"));
    assert_eq!(near("qzxw"), [""; 0]);
    assert_eq!(near("42"), [""; 0]);
}

#[test]
fn a_buffer_of_another_length_is_filled_as_far_as_it_goes() {
    let whole = Builtin::new().embed_one("a database");
    let mut short = [9.0; 3];
    Builtin::new().embed_into("a database", &mut short);
    assert_eq!(short, whole[..3]);
    let mut long = [9.0; 300];
    Builtin::new().embed_into("a database", &mut long);
    assert_eq!(long[..256], whole);
    assert!(long[256..].iter().all(|value| *value == 9.0));
}

proptest::proptest! {
    #[test]
    fn any_text_has_a_vector_of_length_one_or_of_zeros(text in "(\\PC|\\s|[a-z]{1,9} |[가-힣]){0,200}") {
        let vector = Builtin::new().embed_one(&text);
        let length = cosine(&vector, &vector);
        let expected = if Builtin::new().known_tokens(&text).is_empty() { 0.0 } else { 1.0 };
        proptest::prop_assert!((length - expected).abs() < 1e-4, "{}", length);
    }
}
