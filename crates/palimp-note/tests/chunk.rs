//! What always holds of chunks, for Markdown of many shapes in English and Korean.

use palimp_core::tokens::count_tokens;
use palimp_note::authors::Authors;
use palimp_note::chunk::{ChunkLimits, NoteChunk, split_into_chunks};
use palimp_note::provenance::Provenance;
use proptest::prelude::*;

/// Everything that is promised, whatever the text.
fn check(text: &str, limits: &ChunkLimits) {
    let chunks = split_into_chunks(text, limits);
    let mut covered = 0;
    let mut bytes = 0;
    let lines = lines_of(text);
    for chunk in &chunks {
        let piece = text.get(chunk.range.clone()).expect("cut within a character");
        assert!(chunk.range.start <= covered, "bytes from {covered} lie in no chunk");
        assert!(chunk.range.end > covered, "{:?} adds nothing", chunk.range);
        assert!(count_tokens(piece) <= limits.max, "{} tokens", count_tokens(piece));
        assert_eq!(chunk.start_line, lines[chunk.range.start], "{:?}", chunk.range);
        assert_eq!(chunk.end_line, lines[chunk.range.end - 1], "{:?}", chunk.range);
        covered = chunk.range.end;
        bytes += chunk.range.len();
    }
    check_authors(text, &chunks);
    assert_eq!(covered, text.len());
    assert!(bytes * 4 <= text.len() * 5, "{bytes} bytes of {}", text.len());
}

/// No chunk says what another wrote, or what holds elsewhere.
fn check_authors(text: &str, chunks: &[NoteChunk]) {
    let authors = Authors::parse(text);
    let key = |by: Option<&Provenance>| by.map(|by| (by.by, by.project.clone()));
    let lines: Vec<&str> = text.lines().collect();
    for chunk in chunks {
        for number in chunk.start_line..=chunk.end_line {
            let Some(line) = lines.get(number - 1).map(|line| line.trim()) else { continue };
            let frame = line.is_empty() || line.starts_with(['#', '<']) || line == "---";
            if !frame && !line.starts_with("title:") {
                assert_eq!(
                    key(authors.of_line(number)),
                    key(chunk.by.as_ref()),
                    "{line:?} of {text}"
                );
            }
        }
    }
}

/// The line of every byte.
fn lines_of(text: &str) -> Vec<usize> {
    let mut line = 1;
    let count = |byte: u8| {
        let of_this = line;
        line += usize::from(byte == b'\n');
        of_this
    };
    text.bytes().map(count).collect()
}

fn piece<'a>(text: &'a str, chunk: &NoteChunk) -> &'a str {
    &text[chunk.range.clone()]
}

fn headings(text: &str) -> Vec<String> {
    let chunks = split_into_chunks(text, &ChunkLimits::default());
    chunks.into_iter().map(|chunk| chunk.heading).collect()
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("deploy"),
        Just("데이터베이스를"),
        Just("결정했다."),
        Just("the"),
        Just("`code`"),
        Just("[[링크|alias]]"),
        Just("done."),
        Just("🦀"),
        Just("https://example.org/a#b"),
        Just("e\u{301}"),
        Just("|"),
        Just("#tag"),
        Just("정말? 네!"),
        Just("인증。다음"),
    ];
    prop::collection::vec(word, 1..60).prop_map(|words| words.join(" "))
}

fn block() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => words(),
        2 => (1..7usize, words()).prop_map(|(level, words)| format!("{} {words}", "#".repeat(level))),
        1 => (words(), prop::bool::ANY).prop_map(|(w, one)| format!("{w}\n{}", if one { "===" } else { "---" })),
        2 => prop::collection::vec((0..4usize, words()), 1..12).prop_map(|items| {
            let item = |(depth, words): (usize, String)| format!("{}- {words}", "  ".repeat(depth));
            items.into_iter().map(item).collect::<Vec<_>>().join("\n")
        }),
        2 => prop::collection::vec(words(), 0..12).prop_map(|l| format!("```\n# {}\n```", l.join("\n# "))),
        1 => words().prop_map(|words| format!("```\n{words}")),
        1 => prop::collection::vec(words(), 1..8).prop_map(|rows| format!("| a |\n|---|\n| {} |", rows.join(" |\n| "))),
        1 => words().prop_map(|words| format!("<div>\n# {words}\n</div>")),
        1 => words().prop_map(|words| format!("<!-- {words}\n\n# {words}")),
        1 => words().prop_map(|words| format!("> {words}\n> # {words}")),
        1 => "[ \t\n]{0,300}",
        1 => "[a-z]{0,900}",
        1 => "[가-힣]{0,400}",
        1 => words().prop_map(|words| format!("---\ntitle: {words}\n---")),
        1 => (words(), by()).prop_map(|(words, by)| format!("- {words} {by}")),
        1 => (words(), by()).prop_map(|(words, by)| format!("{by}\n# {words}\n\n{words}")),
        1 => Just("<!-- palimp: end -->".to_owned()),
    ]
}

fn by() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("<!-- palimp: by=agent project=shop project-id=5 -->"),
        Just("<!-- palimp: by=user project=shop -->"),
        Just("<!-- palimp: by=import -->"),
    ]
}

fn markdown() -> impl Strategy<Value = String> {
    let gap = prop_oneof![Just("\n"), Just("\n\n"), Just("\r\n"), Just("\r\n\r\n"), Just("\n\n\n")];
    prop::collection::vec((block(), gap), 0..24).prop_map(|blocks| {
        blocks.into_iter().flat_map(|(block, gap)| [block, gap.to_owned()]).collect()
    })
}

fn limits() -> impl Strategy<Value = ChunkLimits> {
    prop_oneof![
        2 => Just(ChunkLimits::default()),
        1 => (8..120usize, 0..120usize, 0..90usize).prop_map(|(tokens, more, overlap)| ChunkLimits {
            tokens,
            max: tokens + more,
            overlap,
        }),
        1 => (8..900usize, 8..200usize).prop_map(|(tokens, max)| ChunkLimits { tokens, max, overlap: 80 }),
    ]
}

proptest! {
    #[test]
    fn every_promise_holds_for_markdown(text in markdown(), limits in limits()) {
        check(&text, &limits);
    }

    #[test]
    fn every_promise_holds_for_anything(text in "(?s).{0,600}", limits in limits()) {
        check(&text, &limits);
    }

    #[test]
    fn every_promise_holds_for_marks(text in "[-#`~<>*=|!. \t\r\n1가a\u{feff}\\[\\]]{0,900}", limits in limits()) {
        check(&text, &limits);
    }

    #[test]
    fn reading_a_note_never_fails(text in "(---\n)?(?s).{0,300}", marks in "[-#`\\[\\]()|\\\\<> \n:가a%2]{0,300}") {
        for text in [text, marks] {
            let note = palimp_note::parse(&text);
            for link in note.links {
                prop_assert!(text.get(link.range).is_some_and(|link| link.starts_with('[')));
            }
        }
    }
}

#[test]
fn the_extremes_keep_every_promise() {
    let length = 300_000;
    let extremes = [
        "".to_owned(),
        "\n".to_owned(),
        " \t\r\n ".repeat(5_000),
        "a".repeat(length),
        "가".repeat(length / 3),
        "word ".repeat(length / 5),
        "A sentence. ".repeat(length / 12),
        "\n".repeat(length),
        "\r\n".repeat(length / 2),
        "#\n".repeat(length / 2),
        "# a\n".repeat(length / 4),
        "- ".repeat(length / 2),
        "- - - x".repeat(length / 7),
        "  - a\n".repeat(length / 6),
        "> ".repeat(length / 2),
        format!("```\n{}", "code\n".repeat(length / 5)),
        format!("```\n{}```\n", "x".repeat(length)),
        "```\nx\n```\n".repeat(length / 10),
        "<!-- ".repeat(length / 5),
        "<div>\n".repeat(length / 6),
        format!("{}===\n", "text\n".repeat(length / 5)),
        "t\n===\n".repeat(length / 6),
        "| a | b |\n".repeat(length / 10),
        format!("---\n{}---\n", "key: value\n".repeat(length / 11)),
        format!("# {}\n", "long ".repeat(length / 5)),
        format!("# {}\n{}", "h".repeat(5_000), "text. ".repeat(length / 6)),
        "a\u{301}".repeat(length / 3),
        "- a <!-- palimp: by=agent -->\n- b\n".repeat(length / 34),
        "<!-- palimp: by=agent -->\na\n".repeat(length / 28),
        "  <!-- palimp: by=agent -->\n".repeat(length / 28),
        format!("<!-- palimp: by=agent -->\n{}", "- a\n```x\n".repeat(length / 9)),
    ];
    for text in &extremes {
        check(text, &ChunkLimits::default());
    }
    check(&extremes[6], &ChunkLimits { tokens: 0, max: 8, overlap: usize::MAX / 8 });
}

#[test]
fn a_section_is_one_chunk_with_its_path() {
    let text = "intro\n\n# A\none\n\n## B\ntwo\n\n### C\nthree\n\n## D\nfour\n# E\nfive\n";
    assert_eq!(headings(text), ["", "A", "A > B", "A > B > C", "A > D", "E"]);
    assert_eq!(headings("Title\n===\n\nSub\n---\ntext\n"), ["Title > Sub"]);
    assert_eq!(headings("text\nTitle\n---\nmore\n"), ["text Title"]);
}

#[test]
fn a_heading_that_says_nothing_goes_with_what_follows() {
    assert_eq!(headings("# A\n\n## B\n\n### C\ntext\n"), ["A > B > C"]);
    assert_eq!(headings("# A\n# B\ntext\n"), ["A", "B"]);
    assert_eq!(headings("---\ntitle: x\n---\n\n# A\ntext\n"), ["A"]);
    assert_eq!(headings("---\ntitle: x\n---\n\ntext\n\n# A\ntext\n"), ["", "A"]);
    assert_eq!(headings("---\ntitle: x\n---\n"), [""]);
}

#[test]
fn a_heading_in_code_or_html_heads_nothing() {
    assert_eq!(headings("# A\n```\n# no\n```\n<!--\n# no\n-->\n- # no\n> # no\ntext\n"), ["A"]);
}

#[test]
fn a_fence_stays_whole_up_to_the_limit() {
    let code = "    let x = compute(y);\n".repeat(120);
    let fence = format!("```rust\n{code}```\n");
    let text =
        format!("# A\n\n{}\n{fence}\n{}", "Prose before it. ".repeat(60), "And after. ".repeat(60));
    let chunks = split_into_chunks(&text, &ChunkLimits::default());
    assert!(chunks.iter().any(|chunk| piece(&text, chunk).contains(&fence)));
}

#[test]
fn a_fence_beyond_the_limit_is_cut_between_lines() {
    let text = format!("```\n{}```\n", "let a_value = compute(other);\n".repeat(500));
    let chunks = split_into_chunks(&text, &ChunkLimits::default());
    assert!(chunks.len() > 5);
    assert!(chunks.iter().all(|chunk| piece(&text, chunk).ends_with('\n')));
}

#[test]
fn a_long_section_is_cut_between_blocks_and_pieces_share_a_sentence() {
    let paragraph = format!("{}\n\n", "이것은 꽤 긴 문장이다. ".repeat(12));
    let text = format!("# 결정\n\n{}", paragraph.repeat(12));
    let chunks = split_into_chunks(&text, &ChunkLimits::default());
    assert!(chunks.len() > 3);
    assert!(chunks.iter().all(|chunk| chunk.heading == "결정"));
    for two in chunks.windows(2) {
        assert!(piece(&text, &two[0]).ends_with("\n\n"));
        assert!(two[1].range.start < two[0].range.end, "the pieces share nothing");
        assert!(piece(&text, &two[1]).starts_with("이것은"), "{}", piece(&text, &two[1]));
    }
    let sizes = chunks.iter().map(|chunk| count_tokens(piece(&text, chunk)));
    assert!(
        sizes.clone().all(|size| (200..=500).contains(&size)),
        "{:?}",
        sizes.collect::<Vec<_>>()
    );
}

#[test]
fn sections_share_nothing() {
    let text = "# A\none two three. four.\n# B\nfive\n".repeat(40);
    let chunks = split_into_chunks(&text, &ChunkLimits::default());
    assert!(chunks.windows(2).all(|two| two[0].range.end == two[1].range.start));
}

#[test]
fn windows_line_ends_change_no_chunk() {
    let unix =
        format!("---\na: b\n---\n# A\n\ntext\n\n```\n# no\n```\n\n## B\n{}", "line\n".repeat(600));
    let windows = unix.replace('\n', "\r\n");
    let lines = |text: &str| {
        let chunks = split_into_chunks(text, &ChunkLimits { tokens: 4000, max: 8000, overlap: 80 });
        chunks.into_iter().map(|c| (c.heading, c.start_line, c.end_line)).collect::<Vec<_>>()
    };
    assert_eq!(lines(&unix), lines(&windows));
}

/// The chunks of a note, a line each: whose, of which project, and its words on one line.
fn owned(text: &str) -> Vec<String> {
    let chunks = split_into_chunks(text, &ChunkLimits::default());
    let shown = chunks.iter().map(|chunk| {
        let by = chunk.by.as_ref().map_or("-", |by| by.by.name());
        let project = chunk.by.as_ref().and_then(|by| by.project.as_deref()).unwrap_or("-");
        let said = palimp_note::episode::without_frame(piece(text, chunk), false);
        format!("{by} {project} {}", said.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    shown.collect()
}

#[test]
fn a_chunk_has_one_author_and_one_scope() {
    let agent = "<!-- palimp: by=agent project=shop project-id=5 -->";
    let end = "<!-- palimp: end -->";
    let link = "([2026-11-20 09:00](../episodes/live/2026-11-20.md))";
    let note = format!(
        "# Decisions\n\n- 금요일에는 배포하지 않는다\n- two approvals {agent}\n- three {agent}\n- tabs\n\n\
         {agent}\nQueue\n===\n\n- skip locked\n{end}\n\n- spaces\n\n\
         ## From conversations: shop\n{agent}\n\n- npm {link}\n- by hand\n"
    );
    let expect = [
        "- - # Decisions - 금요일에는 배포하지 않는다".to_owned(),
        "agent shop - two approvals - three".to_owned(),
        "- - - tabs".to_owned(),
        "agent shop Queue === - skip locked".to_owned(),
        "- - - spaces".to_owned(),
        format!("agent shop ## From conversations: shop - npm {link}"),
        "- - - by hand".to_owned(),
    ];
    assert_eq!(owned(&note), expect);
    assert_eq!(owned(&note.replace('\n', "\r\n")), expect);
    check(&note, &ChunkLimits::default());
}

#[test]
fn the_heading_of_another_is_above_nothing_of_the_users() {
    let agent = "<!-- palimp: by=agent -->";
    let note =
        format!("# Decisions\n\n{agent}\n## Queue\n\n- it\n<!-- palimp: end -->\n\n- mine\n");
    assert_eq!(headings(&note), ["Decisions > Queue", "Decisions"]);
}

#[test]
fn a_title_alone_is_its_authors() {
    let agent = "<!-- palimp: by=agent -->";
    assert_eq!(owned(&format!("mine\n\n{agent}\nTitle\n===\n"))[1], "agent - Title ===");
    assert_eq!(owned(&format!("{agent}\n# Title\n")), ["agent - # Title"]);
    assert_eq!(owned(&format!("# Mine\n\n- it {agent}\n")), ["agent - # Mine - it"]);
}
