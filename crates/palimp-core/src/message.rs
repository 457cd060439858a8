//! Sentences for a person, each an entry of a table: a name, its values, English and Korean.
//!
//! [`messages!`](crate::messages) makes a function of each entry. The function fills the sentence
//! of the thread's language ([`current_lang`](crate::lang::current_lang)), so that callers have no
//! language in their hands. A Korean sentence holds both shapes of a particle behind a value
//! (`이(가)`); [`fit_particles`] chooses one by the value's last sound, and never changes a value.

use std::fmt::{self, Display, Write};
use std::io;

use crate::lang::{Lang, current_lang};
use crate::particle;

/// Declares sentences: for each a function that returns it in the thread's language.
///
/// ```
/// palimp_core::messages! {
///     pub fn note_not_found(name) {
///         en: "there is no note '{name}': `palimp list` shows them all",
///         ko: "'{name}'(이)라는 노트는 없습니다. `palimp list`가 모두 보여 줍니다",
///     }
/// }
/// use palimp_core::lang::{Lang, with_lang};
/// assert!(note_not_found("api").starts_with("there is no note 'api'"));
/// assert!(with_lang(Lang::Ko, || note_not_found("배포")).starts_with("'배포'라는"));
/// ```
///
/// A value is anything that displays itself; `{name:>5}` and `{dollars:.2}` work as in `format!`.
/// A value that one of the languages leaves out does not compile.
#[macro_export]
macro_rules! messages {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $id:ident($($value:ident),* $(,)?) { en: $en:literal, ko: $ko:literal $(,)? }
    )*) => {$(
        $(#[$meta])*
        #[doc = concat!("Says: ", $en)]
        $vis fn $id($($value: impl ::std::fmt::Display),*) -> ::std::string::String {
            $(const _: () = ::std::assert!(
                $crate::message::has_value($en, ::std::stringify!($value))
                    && $crate::message::has_value($ko, ::std::stringify!($value)),
                ::std::concat!(::std::stringify!($value), " is missing in a language"),
            );)*
            match $crate::lang::current_lang() {
                $crate::lang::Lang::En => ::std::format!($en),
                $crate::lang::Lang::Ko => {
                    $(let $value = $crate::message::Marked(&$value);)*
                    $crate::message::fit_particles(&::std::format!($ko))
                }
            }
        }
    )*};
}

/// Declares things that are counted: for each a function that returns so many of it in the
/// thread's language.
///
/// ```
/// palimp_core::count_nouns! {
///     pub fn notes(n) { one: "{n} note", many: "{n} notes", ko: "노트 {n}개" }
/// }
/// assert_eq!((notes(1), notes(2)), ("1 note".to_owned(), "2 notes".to_owned()));
/// ```
#[macro_export]
macro_rules! count_nouns {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $id:ident($n:ident) { one: $one:literal, many: $many:literal, ko: $ko:literal $(,)? }
    )*) => {$(
        $(#[$meta])*
        #[doc = concat!("Counts: ", $many)]
        $vis fn $id($n: usize) -> ::std::string::String {
            match ($crate::lang::current_lang(), $n) {
                ($crate::lang::Lang::En, 1) => ::std::format!($one),
                ($crate::lang::Lang::En, _) => ::std::format!($many),
                ($crate::lang::Lang::Ko, _) => ::std::format!($ko),
            }
        }
    )*};
}

/// Mark behind a value in a sentence until its particle is chosen. Printed text never contains it:
/// [`sanitize`](crate::sanitize) would replace it.
const VALUE_END: char = '\u{1}';

/// A value with a mark at its end, which separates a particle behind the value from one within it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Marked<T>(pub T);

impl<T: Display> Display for Marked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        f.write_char(VALUE_END)
    }
}

/// Chooses the particles behind marked values, and removes the marks.
#[doc(hidden)]
pub fn fit_particles(marked: &str) -> String {
    let mut parts = marked.split(VALUE_END);
    let mut sentence = parts.next().unwrap_or_default().to_owned();
    for words in parts {
        let words = particle::fit_particle(&sentence, words);
        sentence.push_str(&words);
    }
    sentence
}

/// Returns true if `sentence` has a blank for the value of this name.
#[doc(hidden)]
pub const fn has_value(sentence: &str, name: &str) -> bool {
    let (sentence, name) = (sentence.as_bytes(), name.as_bytes());
    let mut start = 0;
    while start + name.len() + 1 < sentence.len() {
        let mut length = 0;
        while length < name.len() && sentence[start + 1 + length] == name[length] {
            length += 1;
        }
        let end = sentence[start + 1 + length];
        if sentence[start] == b'{' && length == name.len() && matches!(end, b'}' | b':') {
            return true;
        }
        start += 1;
    }
    false
}

/// Returns the reason of an error of the operating system, in the thread's language. An error that
/// palimp made itself keeps its own text.
pub fn io_reason(error: &io::Error) -> String {
    let korean = match current_lang() {
        Lang::En => None,
        Lang::Ko if error.get_ref().is_some() => None,
        Lang::Ko => korean_os_reason(error).or_else(|| korean_io_reason(error.kind())),
    };
    korean.map_or_else(|| error.to_string(), str::to_owned)
}

/// Returns the reason of an error that has no kind of its own in the standard library.
fn korean_os_reason(error: &io::Error) -> Option<&'static str> {
    Some(match error.raw_os_error()? {
        5 => "읽고 쓰다가 오류가 났습니다",
        24 => "열린 파일이 너무 많습니다",
        40 => "심볼릭 링크가 너무 많이 이어집니다",
        _ => return None,
    })
}

const fn korean_io_reason(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind as Kind;
    Some(match kind {
        Kind::NotFound => "그런 파일이나 디렉터리가 없습니다",
        Kind::PermissionDenied => "권한이 없습니다",
        Kind::IsADirectory => "디렉터리입니다",
        Kind::NotADirectory => "디렉터리가 아닙니다",
        Kind::StorageFull => "디스크에 남은 공간이 없습니다",
        Kind::ReadOnlyFilesystem => "읽기 전용 파일 시스템입니다",
        Kind::AlreadyExists => "이미 있습니다",
        Kind::AddrInUse => "이미 쓰고 있는 주소입니다",
        Kind::AddrNotAvailable => "이 컴퓨터에 없는 주소입니다",
        Kind::ConnectionRefused => "연결을 거절했습니다",
        Kind::InvalidInput => "쓸 수 없는 값입니다",
        Kind::BrokenPipe => "받는 쪽이 연결을 끊었습니다",
        Kind::InvalidFilename => "이름이 너무 깁니다",
        Kind::DirectoryNotEmpty => "디렉터리가 비어 있지 않습니다",
        Kind::OutOfMemory => "메모리가 모자랍니다",
        Kind::ResourceBusy => "다른 곳에서 쓰고 있습니다",
        Kind::CrossesDevices => "다른 파일 시스템에 있습니다",
        Kind::NetworkUnreachable => "네트워크에 닿지 않습니다",
        Kind::ConnectionReset => "상대가 연결을 끊었습니다",
        Kind::TimedOut => "시간 안에 연결되지 않았습니다",
        Kind::HostUnreachable => "그 주소로 가는 길이 없습니다",
        Kind::QuotaExceeded => "디스크 할당량을 다 썼습니다",
        // Of the standard library's own errors, this is the one that has the kind.
        Kind::InvalidData => "UTF-8이 아닙니다",
        _ => return None,
    })
}

/// Returns the reason why text is no JSON, or other JSON than was expected, with its place, in the
/// thread's language. The parser's own words stay English.
pub fn json_reason(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    if current_lang() == Lang::En || error.line() == 0 {
        return whole;
    }
    let (line, column) = (error.line(), error.column());
    let reason = whole.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&whole);
    let finding = match error.classify() {
        serde_json::error::Category::Eof => "여기서 끊겼습니다",
        serde_json::error::Category::Data => "값이 맞지 않습니다",
        _ => "JSON 문법에 맞지 않습니다",
    };
    format!("{line}번째 줄 {column}번째 글자: {finding} ({reason})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::with_lang;

    crate::messages! {
        fn note_moved(note, folder) {
            en: "moved {note} to {folder}",
            ko: "{folder}(으)로 {note}을(를) 옮겼습니다",
        }
        fn cost(dollars) { en: "about ${dollars:.2}", ko: "${dollars:.2}쯤" }
    }
    crate::count_nouns! { fn entries(n) { one: "{n} entry", many: "{n} entries", ko: "항목 {n}개" } }

    #[test]
    fn sentence_is_in_language_of_thread() {
        assert_eq!(note_moved("api", 3), "moved api to 3");
        let korean = with_lang(Lang::Ko, || note_moved("메모", "보관함"));
        assert_eq!(korean, "보관함으로 메모를 옮겼습니다");
        assert_eq!(with_lang(Lang::Ko, || cost(0.126)), "$0.13쯤");
        assert_eq!(with_lang(Lang::Ko, || entries(2)), "항목 2개");
        assert_eq!((entries(1), entries(0)), ("1 entry".to_owned(), "0 entries".to_owned()));
    }

    #[test]
    fn particle_within_a_value_stays() {
        let korean = with_lang(Lang::Ko, || note_moved("을(를)", "이(가) 노트"));
        assert_eq!(korean, "이(가) 노트로 을(를)을(를) 옮겼습니다");
        let nested = with_lang(Lang::Ko, || note_moved(note_moved("가", "나"), "다"));
        assert_eq!(nested, "다로 나로 가를 옮겼습니다를 옮겼습니다");
    }

    #[test]
    fn value_is_found_by_its_whole_name() {
        assert!(has_value("{note}", "note") && has_value("a {note:>4} b", "note"));
        assert!(!has_value("{notes}", "note") && !has_value("note", "note"));
        assert!(!has_value("", "note") && !has_value("{not", "note"));
    }

    #[test]
    fn reasons_from_elsewhere_are_localized() {
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(io_reason(&missing), "No such file or directory (os error 2)");
        let korean = |error: &io::Error| with_lang(Lang::Ko, || io_reason(error));
        assert_eq!(korean(&missing), "그런 파일이나 디렉터리가 없습니다");
        assert_eq!(korean(&io::Error::other("own words")), "own words");
        let broken = serde_json::from_str::<Vec<u8>>("[1,]").unwrap_err();
        assert_eq!(json_reason(&broken), "trailing comma at line 1 column 4");
        let korean = with_lang(Lang::Ko, || json_reason(&broken));
        assert_eq!(korean, "1번째 줄 4번째 글자: JSON 문법에 맞지 않습니다 (trailing comma)");
    }
}
