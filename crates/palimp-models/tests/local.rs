//! A sentence transformer of a few kilobytes beside what Python answers with it.
#![cfg(feature = "local")]

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder, Scripts};
use palimp_models::local::LocalEmbedder;
use serde::Deserialize;

/// A line of `golden/tiny.json`, which `distil/tiny.py` writes.
#[derive(Deserialize)]
struct Line {
    text: String,
    vector: Vec<f32>,
}

fn golden() -> Vec<Line> {
    serde_json::from_str(include_str!("golden/tiny.json")).unwrap()
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny")
}

/// A copy that a test may change.
fn copy() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for dir in ["1_Pooling", "onnx"] {
        fs::create_dir(copy.path().join(dir)).unwrap();
    }
    for file in [
        "modules.json",
        "config.json",
        "sentence_bert_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "1_Pooling/config.json",
        "onnx/model.onnx",
    ] {
        fs::copy(tiny().join(file), copy.path().join(file)).unwrap();
    }
    copy
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn refusal(directory: &Path) -> String {
    match LocalEmbedder::open(directory).err().map(EmbedError::from) {
        Some(EmbedError::Refused(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn vectors_are_those_of_sentence_transformers() {
    let local = LocalEmbedder::open(&tiny()).unwrap();
    for line in golden() {
        let vectors = local.embed(&[&line.text], EmbedPurpose::Document).unwrap();
        assert_eq!(vectors[0].len(), local.space().dimensions);
        assert!(cosine(&vectors[0], &line.vector) > 0.99999, "{}", line.text);
    }
}

#[test]
fn many_texts_at_once_have_the_vectors_that_each_has_alone() {
    let local = LocalEmbedder::open(&tiny()).unwrap();
    let lines = golden();
    let texts: Vec<&str> = lines.iter().map(|line| &line.text[..]).cycle().take(400).collect();
    let vectors = local.embed(&texts, EmbedPurpose::Query).unwrap();
    for (vector, line) in vectors.iter().zip(lines.iter().cycle()) {
        assert!(cosine(vector, &line.vector) > 0.99999, "{}", line.text);
    }
    assert!(local.embed(&[], EmbedPurpose::Query).unwrap().is_empty());
}

#[test]
fn it_says_what_it_is() {
    let local = LocalEmbedder::open(&tiny()).unwrap();
    let space = local.space().clone();
    assert_eq!((&space.provider[..], space.dimensions), ("local", 16));
    assert!(space.model.starts_with("tiny@"), "{}", space.model);
    assert_eq!(LocalEmbedder::open(&tiny()).unwrap().space(), &space);
    assert_eq!(local.scripts(), Scripts::Latin);
    assert!(!local.is_instant());
}

#[test]
fn another_model_under_the_same_name_is_another_space() {
    let parent = tempfile::tempdir().unwrap();
    let (old, new) = (copy(), parent.path().join("model"));
    fs::rename(old.path(), &new).unwrap();
    let before = LocalEmbedder::open(&new).unwrap().space().clone();
    let pooling = new.join("1_Pooling/config.json");
    fs::write(pooling, r#"{"pooling_mode": "cls"}"#).unwrap();
    let after = LocalEmbedder::open(&new).unwrap().space().clone();
    assert_ne!(before, after);
}

#[test]
fn prompts_are_put_before_texts() {
    let copy = copy();
    let prompts = r#"{"prompts": {"query": "the memory ", "passage": "word "}}"#;
    fs::write(copy.path().join("config_sentence_transformers.json"), prompts).unwrap();
    let local = LocalEmbedder::open(copy.path()).unwrap();
    let query = local.embed(&["of an agent"], EmbedPurpose::Query).unwrap();
    assert!(cosine(&query[0], &golden()[0].vector) > 0.99999);
    let document = local.embed(&["of an agent"], EmbedPurpose::Document).unwrap();
    assert!(cosine(&document[0], &query[0]) < 0.999);
}

#[test]
fn a_directory_without_modules_is_a_bare_transformer() {
    let copy = copy();
    fs::remove_file(copy.path().join("modules.json")).unwrap();
    let found = copy.path().join("model.onnx");
    fs::rename(copy.path().join("onnx/model.onnx"), found).unwrap();
    let local = LocalEmbedder::open(copy.path()).unwrap();
    let vectors = local.embed(&[&golden()[0].text], EmbedPurpose::Document).unwrap();
    assert!(cosine(&vectors[0], &golden()[0].vector) > 0.99999);
}

#[test]
fn weights_in_another_form_are_refused_with_a_way_out() {
    let copy = copy();
    fs::remove_dir_all(copy.path().join("onnx")).unwrap();
    let text = refusal(copy.path());
    assert!(text.contains("onnx/model.onnx does not exist"), "{text}");
    fs::write(copy.path().join("model.safetensors"), "").unwrap();
    let text = refusal(copy.path());
    assert!(text.contains("backend='onnx'"), "{text}");
}

#[test]
fn what_is_missing_or_broken_is_named() {
    let text = refusal(&tiny().join("nothing"));
    assert!(text.contains("is not a directory"), "{text}");
    for (file, content, begins, says) in [
        ("tokenizer.json", "{}", "cannot read ", "tokenizer.json: "),
        ("config.json", "[", "cannot read ", "config.json: "),
        ("onnx/model.onnx", "nonsense", "cannot run ", "model.onnx: "),
        ("1_Pooling/config.json", "{}", "cannot run ", "the pooling ''"),
        ("modules.json", r#"[{"type": "x.Dense"}]"#, "cannot run ", "the module 'Dense'"),
    ] {
        let copy = copy();
        fs::write(copy.path().join(file), content).unwrap();
        let text = refusal(copy.path());
        assert!(text.starts_with(begins) && text.contains(says), "{file}: {text}");
    }
    for file in ["tokenizer.json", "config.json"] {
        let copy = copy();
        fs::remove_file(copy.path().join(file)).unwrap();
        assert!(refusal(copy.path()).contains("does not exist"), "{file}");
    }
}

#[test]
fn a_path_that_leads_out_of_the_directory_is_not_followed() {
    let copy = copy();
    let modules = r#"[{"type": "x.Transformer", "path": "../../etc"}, {"type": "x.Normalize"}]"#;
    fs::write(copy.path().join("modules.json"), modules).unwrap();
    assert!(LocalEmbedder::open(copy.path()).is_ok());
}
