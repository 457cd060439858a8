//! The reference of the settings, in English and in Korean.

use std::fmt::Write;

use palimp_core::settings::{SettingKey, SettingKind, keys};

/// The words of one language.
pub(super) struct SettingWords {
    head: [&'static str; 4],
    text: &'static str,
    address: &'static str,
    list: &'static str,
    by_id: &'static str,
    to: &'static str,
    seconds: &'static str,
    about: fn(&SettingKey) -> &'static str,
}

pub(super) const ENGLISH_WORDS: SettingWords = SettingWords {
    head: ["key", "default", "what it can be", "what it does"],
    text: "a text",
    address: "an address",
    list: "a list of texts",
    by_id: "an object by id",
    to: "to",
    seconds: "a number of seconds",
    about: |key| key.en,
};

pub(super) const KOREAN_WORDS: SettingWords = SettingWords {
    head: ["키", "기본값", "될 수 있는 값", "하는 일"],
    text: "글",
    address: "주소",
    list: "글의 목록",
    by_id: "id마다 객체 하나",
    to: "~",
    seconds: "초를 뜻하는 숫자",
    about: |key| key.ko,
};

/// A table for each section, as Markdown.
pub(super) fn render_settings(words: &SettingWords) -> String {
    let mut text = String::new();
    let mut section = "";
    for key in keys() {
        let first = key.path.split('.').next().unwrap_or_default();
        if first != section {
            section = first;
            let [name, default, values, about] = words.head;
            let _ = write!(text, "\n## {section}\n\n| {name} | {default} | {values} | {about} |\n");
            text += "|---|---|---|---|\n";
        }
        write_row(&mut text, key, words);
        if let SettingKind::ById(keys) = key.kind {
            keys.iter().for_each(|key| write_row(&mut text, key, words));
        }
    }
    text
}

fn write_row(text: &mut String, key: &SettingKey, words: &SettingWords) {
    let default = match key.kind {
        // All of them.
        SettingKind::ListOf(_) => "[…]".to_owned(),
        _ => (key.default)().to_string(),
    };
    let (values, about) = (format_values(key.kind, words), (words.about)(key).replace('*', "\\*"));
    let _ = writeln!(text, "| `{}` | `{default}` | {values} | {about} |", key.path);
}

fn format_values(kind: SettingKind, words: &SettingWords) -> String {
    let named = |known: &[&str]| format!("`{}`", known.join("`, `"));
    match kind {
        SettingKind::Switch => named(&["true", "false"]),
        SettingKind::Number(least, most) => format!("{least} {} {most}", words.to),
        SettingKind::Share => format!("0 {} 1", words.to),
        SettingKind::Choice(known) => named(known),
        SettingKind::Text => words.text.to_owned(),
        SettingKind::Address => format!("{}, `https://…`", words.address),
        SettingKind::Duration => format!("{}, {}", named(&["90s", "5m", "1h"]), words.seconds),
        // What the key does names those that a list may hold.
        SettingKind::List | SettingKind::ListOf(_) => words.list.to_owned(),
        SettingKind::ById(_) => words.by_id.to_owned(),
        SettingKind::OrNull(kind) => format!("{}, `null`", format_values(*kind, words)),
    }
}
