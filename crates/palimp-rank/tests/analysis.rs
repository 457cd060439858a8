//! What the analyzer promises: that a text is found by what a person types, and that
//! its terms survive the index.

use std::collections::HashSet;

use palimp_rank::analysis::{
    AnalyzedQuery, JOINER_CHARS, TERM_BYTES, analyze_query, index_terms, index_text,
};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

fn finds(query: &str, text: &str) -> bool {
    let terms = index_text(text);
    let terms: HashSet<&str> = terms.split(' ').collect();
    analyze_query(query).matches(|term| terms.contains(term))
}

#[track_caller]
fn check(text: &str, queries: &[&str]) {
    for query in queries {
        assert!(finds(query, text), "{query:?} does not find {:?}", index_text(text));
    }
}

#[track_caller]
fn check_not(text: &str, queries: &[&str]) {
    for query in queries {
        assert!(!finds(query, text), "{query:?} finds {:?}", index_text(text));
    }
}

#[track_caller]
fn check_terms(text: &str, terms: &str) {
    assert_eq!(index_text(text), terms, "{text}");
}

#[test]
fn prose_is_found_in_any_form_of_its_words() {
    check("User prefers dark mode", &["dark mode", "Dark Modes", "preferring", "user's mode"]);
    check("running tests", &["run test", "how do I run the tests?"]);
    check("added a retry", &["add", "adding", "retries"]);
    check("We don't use Redux", &["redux", "do we use Redux", "don't use"]);
    check("the café in München", &["café", "MÜNCHEN"]);
    check_not("User prefers dark mode", &["light mode", "cafe", ""]);
}

#[test]
fn identifiers_are_found_whole_and_by_their_parts() {
    let text = "added getUserById to api.ts";
    check(text, &["getUserById", "user by id", "get user", "getuserbyid", "get_user_by_id"]);
    check(text, &["GETUSERBYID", "api.ts", "api", "the API"]);
    check("POSTGRES_URL=postgres://db", &["postgres url", "POSTGRES_URL", "postgres"]);
    check("class HTTPServer2 {}", &["http server", "HTTPServer2", "httpserver2"]);
    check("the palimp-core crate", &["palimp-core", "palimp core"]);
    check("std::fs::read_to_string(path)", &["read_to_string", "fs::read_to_string", "std::fs"]);
    check_not(text, &["getUserByName", "getGroupById"]);
}

#[test]
fn paths_errors_versions_and_addresses_are_found() {
    let path = "src/auth/login.rs";
    check(path, &["login.rs", "login", "auth/login.rs", "src/auth/login.rs", "./src/auth"]);
    let error = "Error: ENOENT: no such file or directory, open '/tmp/x'";
    check(error, &["ENOENT", "enoent", "/tmp/x", "no such file or directory"]);
    check("error[E0308]: mismatched types", &["E0308", "mismatched type"]);
    check("upgraded to v1.2.3", &["v1.2.3", "1.2.3", "1.2"]);
    check("written in C++17, C# and .NET", &["C#", ".NET", "net", "c++17"]);
    check("cp .env.example .env", &[".env", "env", ".env.example"]);
    check("mail bob@example.com", &["bob@example.com", "example.com", "bob"]);
    check("see https://docs.rs/tantivy/latest", &["docs.rs", "tantivy", "docs.rs/tantivy"]);
    check("fixes #123 on 2024-05-01", &["#123", "123", "2024-05-01", "2024"]);
    check_not("plain C", &["C++17"]);
}

#[test]
fn korean_is_found_whatever_inflects_it() {
    check("JWT 인증 구현", &["JWT 인증", "인증", "JWT를 인증하는", "인증을 어떻게 구현했지?"]);
    check(
        "데이터베이스를 마이그레이션했다",
        &[
            "데이터베이스",
            "데이터베이스는",
            "데이터베이스에서는",
            "데이터베이스로부터",
            "마이그레이션",
            "마이그레이션을 한",
            "데이터",
        ],
    );
    check("한국어검색엔진", &["검색", "한국어", "검색엔진은"]);
    check("사용자인증모듈", &["인증", "사용자 인증 모듈"]);
    check("API를 React에서 부른다", &["API", "react", "API를"]);
    check("키를 값으로 바꾼다", &["키", "값", "값은"]);
    check("고양이를 키운다", &["고양이", "고양이는"]);
    check("고양이 사진", &["고양이를", "고양이"]);
    check("회의를 열었다", &["회의", "회의에서", "회의가"]);
    check("3회 재시도", &["3회", "재시도"]);
    check_not("JWT 인증 구현", &["인가", "인증서", "구현체"]);
}

#[test]
fn korean_is_found_however_it_is_spaced_and_asked() {
    check("코드 리뷰에는 승인 두 개가 필요하다", &["코드리뷰승인", "코드리뷰는", "리뷰승인"]);
    check("데드 레터 큐로 간다", &["데드레터큐", "데드레터"]);
    check_not("코드 승인", &["코드리뷰승인"]);
    check("담당자: 김지우", &["누가 담당이야", "담당자가 누구예요"]);
    check("배포는 화요일에 한다", &["배포하시나요", "배포하겠습니까", "배포되나요"]);
    assert!(analyze_query(&"데이터베이스".repeat(20)).words[0].forms.len() < 4, "no way to cut it");
}

#[test]
fn decomposed_and_full_width_text_is_the_same_text() {
    let decomposed: String = "인증 모듈".nfd().collect();
    assert_ne!(decomposed, "인증 모듈");
    check(&decomposed, &["인증", "모듈을"]);
    check("인증 모듈", &[&decomposed]);
    check("ＡＰＩ２ 서버", &["api2", "API2"]);
}

#[test]
fn han_and_kana_are_found_by_pairs() {
    check("東京都で認証を行う", &["東京", "認証", "東京の認証", "行"]);
    check("データベースを移行", &["データ", "ベース", "データベース"]);
}

#[test]
fn terms_stand_in_order_with_the_whole_before_its_parts() {
    check_terms("Fixed getUserById()", "fix getuserbyid get user by id");
    check_terms("src/auth/login.rs", "src/auth/login.rs src auth login.rs login rs");
    check_terms("인증을 데이터는", "_인증 인증 증을 데이터 데이 이터 터는");
    check_terms("키를 회의", "키 키를 _회의 회 회의");
    check_terms("値 認証", "値 認証");
    check_terms("the test, the test", "the test the test");
    check_terms(" \u{0}\"!", "");
}

#[test]
fn what_is_long_is_kept_short() {
    let run = "x".repeat(1000);
    assert_eq!(index_text(&run), "x".repeat(TERM_BYTES));
    check(&run, &[&run]);
    let path = "directory/".repeat(20) + "file.rs";
    assert!(index_text(&path).ends_with("directori file.rs file rs"));
    check(&path, &[&path, "file.rs"]);
    let base64 = random_base64(5000);
    assert!(index_text(&base64).len() < base64.len() / 5);
    check(&base64, &[&base64]);
    let korean = "데이터베이스".repeat(20);
    check(&korean, &["데이터베이스", &korean]);
}

/// Base64 of bytes as the generator of Numerical Recipes draws them.
fn random_base64(len: usize) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = 1u32;
    let mut draw = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(alphabet[(state >> 26) as usize])
    };
    (0..len).map(|_| draw()).collect()
}

#[test]
fn a_query_keeps_the_words_that_matter() {
    let words = |query: &str| -> Vec<String> {
        analyze_query(query).words.into_iter().map(|word| word.text).collect()
    };
    assert_eq!(words("How do I run the Tests?"), ["run", "tests"]);
    assert_eq!(words("배포는 어떻게 하나요"), ["배포는"]);
    assert_eq!(words("to be or not to be"), ["to", "be", "or", "not"]);
    assert_eq!(words("그것은 무엇인가"), ["그것은", "무엇인가"]);
    assert_eq!(words("JWT jwt Jwt"), ["jwt"]);
    assert_eq!(analyze_query(" ?! "), AnalyzedQuery::default());
}

#[test]
fn an_identifier_is_exact_and_prefers_itself() {
    let query = analyze_query("getUserById bug");
    let exact: Vec<bool> = query.words.iter().map(|word| word.exact).collect();
    assert_eq!(exact, [true, false]);
    assert_eq!(
        query.terms(),
        [("getuserbyid", 1.0), ("get", 0.5), ("user", 0.5), ("by", 0.5), ("id", 0.5), ("bug", 1.0),]
    );
    let query = analyze_query("auth/login.rs");
    let forms: Vec<String> = query.words[0].forms.iter().map(|form| form.terms.join(" ")).collect();
    assert_eq!(forms, ["auth/login.rs", "auth login.rs", "auth login rs"]);
}

#[test]
fn phrases_are_kept_as_typed() {
    let phrases = |query: &str| analyze_query(query).phrases;
    assert_eq!(phrases(r#"the "Dark  Mode" switch"#), ["Dark  Mode"]);
    assert_eq!(phrases("“다크 모드” and \"light\""), ["다크 모드", "light"]);
    assert_eq!(phrases(r#"5" disk, "" and “open"#), ["disk,"]);
    assert_eq!(analyze_query("\"dark mode\"").words.len(), 2);
}

/// Texts with more of what the analyzer looks at than chance would bring.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "(?s).{0,60}",
        "[ -~]{0,80}",
        "[a-cA-C0-2_./:@#+' -]{0,80}",
        "[ a-bA-B가-힣은는에서ㄱ-ㅎ一-丂ァ-ヴＡ-ｚ’“é\u{301}\u{1100}-\u{11FF}]{0,60}",
    ]
}

/// Words of letters and digits, some of them joined.
fn words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-zA-Z0-9가-힣]{1,12}([_./:@#+-]{1,2}[a-cA-C0-9가-힣]{1,8}){0,3}", 1..6)
}

fn is_term(term: &str) -> bool {
    let fits = |c: char| {
        !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit() || JOINER_CHARS.contains(c)
    };
    !term.is_empty()
        && term.len() <= TERM_BYTES
        && term.chars().all(|c| fits(c) && !c.is_whitespace() && !c.is_control())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_term_survives_the_index(text in texts()) {
        let mut terms = Vec::new();
        index_terms(&text, |term| terms.push(term.to_owned()));
        for term in &terms {
            prop_assert!(is_term(term), "{term:?}");
        }
        prop_assert_eq!(index_text(&text), terms.join(" "));
    }

    #[test]
    fn every_term_of_a_query_is_one_that_an_index_can_hold(text in texts()) {
        for word in analyze_query(&text).words {
            prop_assert!(!word.text.is_empty() && !word.forms.is_empty());
            for form in word.forms {
                prop_assert!(!form.terms.is_empty());
                prop_assert!(form.terms.iter().all(|term| is_term(term)), "{form:?}");
            }
        }
    }

    #[test]
    fn composed_and_decomposed_text_have_the_same_terms(text in texts()) {
        let composed: String = text.nfc().collect();
        let decomposed: String = text.nfd().collect();
        prop_assert_eq!(index_text(&composed), index_text(&decomposed));
        prop_assert_eq!(analyze_query(&composed), analyze_query(&decomposed));
    }

    #[test]
    fn a_text_is_found_by_itself(text in texts()) {
        prop_assert!(index_text(&text).is_empty() || finds(&text, &text));
    }

    #[test]
    fn a_text_is_found_by_each_of_its_words(words in words()) {
        let text = words.join(" ");
        for word in &words {
            prop_assert!(finds(word, &text), "{word:?} in {text:?}");
        }
    }

    #[test]
    fn a_text_is_found_by_each_run_of_letters_and_digits(words in words()) {
        let text = words.join(" ");
        for run in text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty()) {
            prop_assert!(finds(run, &text), "{run:?} in {text:?}");
        }
    }

    #[test]
    fn a_text_is_found_in_any_case(words in words()) {
        let text = words.join(" ");
        for word in &words {
            prop_assert!(finds(&word.to_ascii_uppercase(), &text), "{word:?} in {text:?}");
            prop_assert!(finds(&word.to_ascii_lowercase(), &text), "{word:?} in {text:?}");
        }
    }
}
