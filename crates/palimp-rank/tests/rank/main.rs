//! What ranking promises, on small collections held in memory.

use palimp_core::author::AuthorKind;
use palimp_core::embed::{Thesaurus, Weights};
use palimp_rank::analysis::analyze_query;
use palimp_rank::{ChunkKind, ChunkPassage, RankRequest, Ranked, Slot, rank};
use proptest::prelude::*;

mod memory;

use memory::Memory;

const TODAY: i32 = 20_000;

struct Search<'a> {
    floor: f32,
    limit: usize,
    here: u16,
    vector: Option<&'a [f32]>,
    thesaurus: Option<&'a dyn Thesaurus>,
    allowed: &'a dyn Fn(&Slot) -> bool,
}

impl Default for Search<'_> {
    fn default() -> Self {
        Search { floor: 0.35, limit: 6, here: 0, vector: None, thesaurus: None, allowed: &|_| true }
    }
}

impl Search<'_> {
    fn run(&self, memory: &mut Memory, text: &str) -> Vec<Ranked> {
        let query = analyze_query(text);
        let ask = RankRequest {
            text,
            query: &query,
            vector: self.vector,
            understood: 1.0,
            weights: Weights { vector: 0.5, text: 1.0 },
            thesaurus: self.thesaurus,
            allowed: self.allowed,
            here: self.here,
            today: TODAY,
            floor: self.floor,
            limit: self.limit,
        };
        rank(memory, &ask).unwrap_or_else(|never| match never {})
    }
}

fn paths(hits: &[Ranked]) -> Vec<&str> {
    hits.iter().map(|hit| hit.passage.path.as_str()).collect()
}

fn vault() -> Memory {
    let mut memory = Memory::default();
    for (path, text) in [
        ("deploy.md", "# Deploy\nTag main, wait for the build, then `make promote ENV=prod`."),
        ("oncall.md", "# On call\nWhen p99 of checkout passes 2 s, look for locks on orders."),
        ("econnreset.md", "# ECONNRESET\nThe gateway closes idle connections; set keepAlive."),
        ("users.rs.md", "The function getUserById reads through the cache."),
        ("names.md", "To get a user by id, ask the directory; get the user again by id later."),
        ("timezone.md", "# 시간대 버그\n예약 시간이 9시간 밀린 까닭은 UTC로 저장했기 때문이다."),
        ("commits.md", "Commit messages are in English and imperative."),
        ("release.md", "# 릴리스 노트\n배포 전날 초안을 채널에 올린다."),
    ] {
        memory.note(path, text);
    }
    memory
}

/// What answers a question plainly scores so much.
const CLEAR: f32 = 0.53;

#[test]
fn a_question_finds_its_note_in_both_languages() {
    let search = Search::default();
    for (asked, path) in [
        ("how do we promote to prod?", "deploy.md"),
        ("checkout is slow, the p99 alert fired", "oncall.md"),
        ("예약 시간이 왜 밀렸지?", "timezone.md"),
        ("커밋 메시지 규칙", "commits.md"),
    ] {
        let hits = search.run(&mut vault(), asked);
        assert_eq!(paths(&hits).first(), Some(&path), "{asked}");
        assert!(hits[0].score >= CLEAR, "{asked}: {}", hits[0].score);
    }
}

#[test]
fn an_unrelated_question_finds_nothing() {
    for asked in ["what is the capital of Australia", "파이썬 리스트 뒤집는 법", "", "🙂", "?"]
    {
        assert!(Search::default().run(&mut vault(), asked).is_empty(), "{asked}");
    }
}

#[test]
fn word_finds_the_note_in_the_other_language() {
    let mut memory = Memory::default();
    memory.note("deadlock.md", "Deadlock came from two rows locked in different orders.");
    memory.note("commits.md", "커밋 메시지는 한글로 쓴다.");
    memory.note("build.md", "캐시가 깨져서 빌드가 실패했다.");
    let search = Search::default();
    for (asked, path) in [
        ("데드락", "deadlock.md"),
        ("교착 상태", "deadlock.md"),
        ("commit 양식", "commits.md"),
        ("커밋 로그 양식", "commits.md"),
        ("깨진 캐시", "build.md"),
    ] {
        assert_eq!(paths(&search.run(&mut memory, asked)), [path], "{asked}");
    }
}

#[test]
fn chunk_that_holds_little_does_not_pad_the_answer() {
    let hits = Search::default().run(&mut vault(), "how do we promote the build to prod?");
    assert_eq!(paths(&hits), ["deploy.md"]);
}

#[test]
fn an_identifier_a_path_or_a_title_comes_first() {
    for (asked, path) in [
        ("getUserById", "users.rs.md"),
        ("oncall.md", "oncall.md"),
        ("deploy", "deploy.md"),
        ("시간대 버그", "timezone.md"),
        ("\"in English and\"", "commits.md"),
    ] {
        let hits = Search::default().run(&mut vault(), asked);
        assert_eq!(paths(&hits).first(), Some(&path), "{asked}");
        assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
    }
}

#[test]
fn what_holds_every_word_passes_any_floor() {
    let mut memory = Memory::default();
    for n in 0..30 {
        memory.note(&format!("{n}.md"), &format!("the server restarts at night number{n}"));
    }
    let search = Search { floor: 0.99, ..Search::default() };
    assert_eq!(search.run(&mut memory, "server night").len(), 6);
    assert!(search.run(&mut memory, "server morning dentist").is_empty());
}

#[test]
fn slots_that_are_not_allowed_neither_show_nor_decide() {
    let mut memory = vault();
    let allowed = |slot: &Slot| slot.kind != ChunkKind::Archive;
    let before = Search::default().run(&mut memory, "promote prod build");
    let copy = memory.note("old.md", "promote prod build promote prod build");
    if let Some(slot) = memory.slot_mut(copy) {
        slot.kind = ChunkKind::Archive;
    }
    let after =
        Search { allowed: &allowed, ..Search::default() }.run(&mut memory, "promote prod build");
    assert_eq!(paths(&before), paths(&after));
    assert!((before[0].text - after[0].text).abs() < 0.01);
}

#[test]
fn priors_decide_between_equals_and_never_against_relevance() {
    let mut memory = Memory::default();
    let answer = memory.note("answer.md", "The staging database password rotates every friday.");
    let near = memory.note("near.md", "The staging database is small.");
    let twin = memory.note("twin.md", "The staging database password rotates on some friday.");
    for (slot, kind, day, project) in [
        (answer, ChunkKind::Note, 0, 0),
        (near, ChunkKind::Core, TODAY, 1),
        (twin, ChunkKind::Core, TODAY, 1),
    ] {
        if let Some(slot) = memory.slot_mut(slot) {
            *slot = Slot { kind, day, project, ..*slot };
        }
    }
    let search = Search { here: 1, floor: 0.0, ..Search::default() };
    let hits = search.run(&mut memory, "when does the staging database password rotate");
    assert_eq!(paths(&hits)[0], "twin.md");
    assert_eq!(paths(&hits).last(), Some(&"near.md"));
}

/// The messages of one session, each with its speaker; `assistant` is an agent.
fn conversation(said: &[(&str, &str)]) -> Memory {
    let mut memory = Memory::default();
    for (position, (speaker, text)) in (0..).zip(said) {
        let author = if *speaker == "assistant" { AuthorKind::Agent } else { AuthorKind::User };
        let slot = Slot { position, kind: ChunkKind::Message, author, ..Slot::default() };
        let passage = ChunkPassage {
            path: "session".to_owned(),
            speaker: (*speaker).to_owned(),
            text: (*text).to_owned(),
            ..ChunkPassage::default()
        };
        memory.add(slot, passage);
    }
    memory
}

#[test]
fn a_reply_is_found_by_the_question_before_it() {
    let mut memory = conversation(&[
        ("ann", "The weather was nice."),
        ("ann", "Which database did we choose for the ledger?"),
        ("bob", "The second one on the list."),
        ("ann", "Fine with me."),
        ("bob", "Lunch?"),
    ]);
    let hits = Search::default().run(&mut memory, "which ledger database did Bob choose");
    let slots: Vec<u32> = hits.iter().map(|hit| hit.slot).collect();
    assert!(slots[..2].contains(&1) && slots[..2].contains(&2), "{slots:?}");
}

#[test]
fn a_keyword_finds_the_messages_that_hold_it_and_the_answer_to_a_prompt() {
    let mut memory = conversation(&[
        ("user", "Thanks, next."),
        ("user", "Where does the ledger run?"),
        ("assistant", "On the second host of the list."),
        ("user", "Now mend the readme."),
        ("assistant", "The chapter on installing is new."),
        ("user", "The ledger answers 503 again."),
    ]);
    let search = Search { floor: 0.2, ..Search::default() };
    for (asked, found) in [("ledger", [1, 2, 5]), ("ledger run", [1, 2, 5])] {
        let hits = search.run(&mut memory, asked);
        let mut slots: Vec<u32> = hits.iter().map(|hit| hit.slot).collect();
        slots.sort_unstable();
        assert_eq!(slots, found, "{asked}");
    }
}

#[test]
fn a_long_number_tells_enough_to_be_found_beside_another_word() {
    let mut memory = conversation(&[
        ("user", "The ledger answers 503 again."),
        ("user", "The ledger asks 12 times."),
    ]);
    let mut found = |asked| Search::default().run(&mut memory, asked).len();
    assert_eq!(found("503 dentist"), 1);
    assert_eq!(found("12 dentist"), 0);
}

#[test]
fn duplicates_do_not_fill_the_first_places() {
    let mut memory = Memory::default();
    for n in 0..3 {
        memory.note(&format!("copy{n}.md"), "Redis is for caching alone, never for queues.");
    }
    memory.note("other.md", "Queues run on Postgres; Redis was rejected for queues in spring.");
    let search = Search { floor: 0.0, ..Search::default() };
    let hits = search.run(&mut memory, "redis caching for queues");
    assert_eq!(hits.len(), 4);
    assert!(paths(&hits)[..2].contains(&"other.md"), "{:?}", paths(&hits));
}

#[test]
fn an_exact_hit_below_the_floor_draws_no_other_below_it() {
    let mut memory = Memory::default();
    for (n, text) in ["", "", "나🙂나나", "c", "나?나나", "가 나.가나a🙂가c"].iter().enumerate()
    {
        memory.note(&format!("{n}.md"), text);
    }
    let all = Search { floor: 0.0, ..Search::default() }.run(&mut memory, "나나c");
    let is_exact = |hit: &Ranked| hit.parts.contains(&("exact", 1.0));
    let floor = all.iter().find(|hit| is_exact(hit)).map(|hit| hit.score).unwrap() + 0.01;
    let hits = Search { floor, ..Search::default() }.run(&mut memory, "나나c");
    assert!(hits.iter().any(is_exact));
    let scores: Vec<f32> = hits.iter().filter(|hit| !is_exact(hit)).map(|hit| hit.score).collect();
    assert!(!scores.is_empty() && scores.iter().all(|score| *score >= floor), "{scores:?}");
}

#[test]
fn vectors_find_what_no_word_does() {
    let mut memory = Memory::default();
    memory.note("money.md", "Amounts are integers.");
    memory.note("weather.md", "It rains.");
    memory.set_vectors(vec![0.8, 0.6, 0.0, 1.0], 2);
    let search = Search { vector: Some(&[1.0, 0.0]), ..Search::default() };
    let hits = search.run(&mut memory, "price column");
    assert_eq!(paths(&hits), ["money.md"]);
    assert!(hits[0].vector > 0.7 && hits[0].text == 0.0);
}

struct Synonyms;

impl Thesaurus for Synonyms {
    fn near_words(&self, word: &str) -> Vec<(&str, f32)> {
        if word == "physician" { vec![("doctor", 0.9), ("nurse", 0.3)] } else { Vec::new() }
    }
}

#[test]
fn near_words_widen_a_question() {
    let mut memory = Memory::default();
    memory.note("a.md", "The doctor called on tuesday.");
    memory.note("b.md", "The nurse called on friday.");
    let search = Search { thesaurus: Some(&Synonyms), floor: 0.0, ..Search::default() };
    assert_eq!(paths(&search.run(&mut memory, "physician")), ["a.md"]);
}

proptest! {
    #[test]
    fn whatever_is_asked_the_answer_is_sound(
        texts in proptest::collection::vec("[a-d가나 .?🙂]{0,30}", 0..12),
        asked in "[a-d가나 \"?🙂]{0,20}",
        floor in 0.0_f32..1.0,
        limit in 0_usize..8,
    ) {
        let mut memory = Memory::default();
        for (n, text) in texts.iter().enumerate() {
            memory.note(&format!("{n}.md"), text);
        }
        let hits = Search { floor, limit, ..Search::default() }.run(&mut memory, &asked);
        prop_assert!(hits.len() <= limit);
        prop_assert!(hits.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
        prop_assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
        let mut slots: Vec<u32> = hits.iter().map(|hit| hit.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        prop_assert_eq!(slots.len(), hits.len());
        let exact = |hit: &Ranked| hit.parts.iter().any(|(name, _)| *name == "exact");
        prop_assert!(hits.iter().all(|hit| hit.score >= floor || exact(hit)));
    }
}
