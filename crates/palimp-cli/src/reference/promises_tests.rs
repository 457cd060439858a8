//! What the README promises, in both languages, and by which test or benchmark each sentence is held.

use std::fs;
use std::path::{Path, PathBuf};

/// Words of a sentence in English, words of the sentences that say it in Korean, and what holds them:
/// names of tests, benchmarks (`bench hook`) and scripts by their path.
type Promise = (&'static str, &'static [&'static str], &'static [&'static str]);

const PROMISES: &[Promise] = &[
    (
        "palimp remembers what Claude Code",
        &["한 일을 기억하고"],
        &[
            "what_one_agent_did_is_told_to_the_next_whichever_it_is",
            "meaning_finds_what_no_word_does",
        ],
    ),
    (
        "builds palimp, finds the agents",
        &["palimp를 만들고"],
        &[
            "up_wires_every_client_and_a_second_time_changes_nothing",
            "up_takes_in_what_clients_recorded_before_and_recalls_it",
            "up_ends_with_a_decision_of_this_project",
            "status_tells_whether_it_works",
        ],
    ),
    (
        "Leave `--yes` out",
        &["`--yes`를 빼면"],
        &[
            "without_a_yes_nothing_of_the_clients_is_touched",
            "up_shows_what_it_would_write_and_takes_enter_for_yes",
        ],
    ),
    (
        "hand palimp every edit",
        &["palimp에 넘깁니다"],
        &[
            "claude_code",
            "codex_cli_whose_exit_codes_come_late",
            "gemini_cli",
            "opencode_through_its_plugin",
            "copilot_cli_in_both_spellings_at_once",
            "a_session_of_cursor_is_kept_told_and_found",
            "openclaw_through_its_plugin",
            "the_hooks_that_were_installed_work",
        ],
    ),
    (
        "No model is asked",
        &["모델에 묻지 않고"],
        &["a_session_asks_no_service_costs_no_token_and_leaves_no_process"],
    ),
    (
        "A hook takes about two milliseconds",
        &["2밀리초쯤"],
        &["bench hook", "nonsense_on_standard_input", "fifty_megabytes_on_standard_input"],
    ),
    (
        "are replaced by `<redacted:kind>`",
        &["`<redacted:kind>`로"],
        &[
            "nothing_planted_is_found_after_capture",
            "nor_in_the_spool_and_the_log_when_the_database_is_locked",
        ],
    ),
    (
        "in a directory that you edit",
        &["이미 있는 디렉터리를"],
        &[
            "any_directory_can_be_the_vault",
            "an_obsidian_vault_is_a_vault",
            "an_openclaw_workspace_is_a_vault",
            "a_vault_under_git_stays_clean_over_a_week_but_for_what_was_asked_for",
        ],
    ),
    (
        "What you wrote a moment ago",
        &["방금 쓴 것도"],
        &[
            "what_was_saved_in_the_line_before_is_found_in_the_line_after",
            "an_index_that_is_gone_or_broken_is_made_anew_and_nothing_is_lost",
        ],
    ),
    (
        "in English and Korean, by words and by meaning",
        &["한국어와 영어로, 낱말과"],
        &[
            "bench recall",
            "searches_find_what_they_should",
            "korean_is_found_whatever_inflects_it",
            "meaning_finds_what_no_word_does",
            "a_session_asks_no_service_costs_no_token_and_leaves_no_process",
        ],
    ),
    (
        "in a Korean terminal",
        &["한국어 터미널"],
        &[
            "the_first_minute_is_in_korean",
            "what_cannot_be_done_is_said_in_korean",
            "everything_that_is_said_is_there_in_korean",
            "all_help_is_there_in_korean",
        ],
    ),
    (
        "over MCP",
        &["MCP로"],
        &["five_tools_are_listed_in_few_words", "each_client_gets_the_server_in_its_own_form"],
    ),
    ("in a browser, for you", &["브라우저로"], &["every_route_is_refused_to_who_may_not_ask"]),
    (
        "facts in a git repository",
        &["git 저장소의 서명된 사실"],
        &[
            "a_team_from_its_founding_to_its_leaving",
            "what_is_not_verified_is_quarantined_and_the_last_verified_state_keeps_serving",
        ],
    ),
    (
        "a server on PostgreSQL that homes pull from",
        &["PostgreSQL 위의 서버이며", "역할, 격리", "`palimp-hub demo`가"],
        &[
            "a_fact_is_proposed_approved_told_superseded_and_erased",
            "an_agent_searches_reads_and_proposes_and_writes_nothing_past_the_gate",
            "nothing_of_another_organisation_or_scope_comes_by_any_verb",
            "nobody_rises_by_her_own_hand",
            "what_is_done_to_the_chain_is_found_with_its_place",
            "crates/palimp-hub/tests/walk/run.sh",
        ],
    ),
    (
        "read only",
        &["읽기만 합니다"],
        &["homes_of_every_kind_stay_as_they_are_and_the_others_answer"],
    ),
    (
        "A session that starts in a project is told",
        &["프로젝트에서 시작하는 세션은", "첫 질문에는"],
        &[
            "a_session_is_told_what_works_here_and_what_the_last_ones_did",
            "a_failure_is_told_until_its_command_runs_well",
            "a_first_prompt_is_told_of_sessions_that_were_about_the_same",
            "what_works_is_told_once_there_is_something_to_run_it_on",
        ],
    ),
    (
        "A prompt is told a passage only",
        &["질문에는 노트가 답할 때만"],
        &[
            "a_prompt_is_given_what_the_notes_say_on_it_and_nothing_else",
            "nothing_is_told_twice_in_a_session",
        ],
    ),
    (
        "into dated episodes",
        &["에피소드로, 다시", "새 사실은 옛 사실에"],
        &[
            "every_message_is_condensed_once_over_kills_and_failures",
            "facts_are_sorted_once_and_found_in_their_project",
            "what_is_untrue_by_now_is_struck_through",
        ],
    ),
    (
        "By rules, for nothing",
        &["규칙으로 공짜로"],
        &[
            "a_session_asks_no_service_costs_no_token_and_leaves_no_process",
            "a_budget_that_is_used_up_leaves_the_rest_for_tomorrow",
        ],
    ),
    (
        "Claude Code's memory, transcripts",
        &["Claude Code의 기억"],
        &[
            "every_source_is_taken_in_once_and_found",
            "an_export_of_chatgpt_is_taken_in_from_where_it_lies",
            "whoever_comes_from_another_memory_finds_what_it_kept",
        ],
    ),
    (
        "What cannot be written in time",
        &["제때 쓰지 못한 것은", "죽은 프로세스"],
        &[
            "a_locked_database_sends_events_to_the_spool",
            "a_disk_without_room_costs_nothing_that_was_accepted",
            "every_message_is_condensed_once_over_kills_and_failures",
        ],
    ),
    (
        "`/palimp <query>` does the same",
        &["`/palimp <query>`가 같은 일을"],
        &["palimps_own_command_is_kept_as_typed_and_never_condensed"],
    ),
    (
        "Every command has `--json`",
        &["모든 명령에 `--json`"],
        &["the_page_says_what_answers_look_like"],
    ),
    (
        "runs new hooks only after",
        &["새 훅을 믿는다고", "`palimp up` 뒤에 `codex`를"],
        &["a_trust_that_the_user_has_to_give_is_nothing_wrong"],
    ),
    (
        "`palimp doctor` tells",
        &["`palimp doctor`가"],
        &["a_trust_that_the_user_has_to_give_is_nothing_wrong"],
    ),
    ("readable by you alone", &["여러분만 읽을"], &["everything_at_home_is_its_owners_alone"]),
    (
        "Outside of it palimp writes only",
        &["그 밖에는 에이전트 자신의", "원하면 man 쪽과"],
        &[
            "uninstall_leaves_every_file_as_it_was",
            "man_pages_and_completions_come_with_up_and_go_with_the_last_client",
        ],
    ),
];

/// Sentences that promise nothing.
const NO_PROMISES: &[&str] = &[
    "One memory for every",
    "하나의 기억입니다",
    "From a clone",
    "저장소를 받은 뒤",
    "runs the tests",
    "테스트를 돌립니다",
    "How well, and measured",
    "얼마나 잘, 무엇으로",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The paragraphs and items of a README, without code, headings, tables, pictures and lists of links.
fn paragraphs(readme: &str) -> Vec<String> {
    let (mut found, mut current, mut is_code) = (Vec::new(), String::new(), false);
    for line in readme.lines().chain([""]) {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let is_text = !is_code && !is_fence && !line.starts_with(['#', '|', '!', '[']);
        if !is_text || line.is_empty() || line.starts_with("- ") {
            found.push(std::mem::take(&mut current));
        }
        if is_text {
            current = current + " " + line.trim_start_matches("- ").trim();
        }
    }
    found
}

/// The sentences of a README before its licence, without headings in bold.
fn sentences(readme: &str) -> Vec<String> {
    let licence = readme.rfind("\n## ").unwrap_or(readme.len());
    let mut found = Vec::new();
    for paragraph in paragraphs(&readme[..licence]) {
        let plain: String = paragraph.split("**").step_by(2).collect();
        found.extend(plain.split(". ").map(str::trim).map(str::to_owned));
    }
    found.retain(|it| it.chars().filter(|c| c.is_alphabetic()).count() > 8 && !it.starts_with('['));
    found
}

#[test]
fn every_sentence_of_the_readmes_that_promises_something_is_held() {
    let mut complaints = Vec::new();
    for (name, is_english) in [("README.md", true), ("README.ko.md", false)] {
        let readme = fs::read_to_string(root().join(name)).unwrap();
        let sentences = sentences(&readme);
        assert!(sentences.len() > 25, "{name}: {sentences:#?}");
        let words: Vec<&str> = match is_english {
            true => PROMISES.iter().map(|(english, ..)| *english).collect(),
            false => PROMISES.iter().flat_map(|(_, korean, _)| korean.iter().copied()).collect(),
        };
        let is_known = |it: &&String| words.iter().chain(NO_PROMISES).any(|part| it.contains(part));
        let unheld = sentences.iter().filter(|it| !is_known(it));
        complaints.extend(unheld.map(|it| format!("{name}: nothing holds “{it}”")));
        let is_gone = |part: &&&str| !sentences.iter().any(|it| it.contains(**part));
        let gone = words.iter().filter(is_gone);
        complaints.extend(gone.map(|it| format!("{name}: does not say “{it}”")));
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

fn sources(dir: &Path, all: &mut String) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, all),
            false if path.extension().is_some_and(|ending| ending == "rs") => {
                *all += &fs::read_to_string(&path).unwrap();
            }
            false => {}
        }
    }
}

#[test]
fn what_holds_a_promise_is_there() {
    let mut all = String::new();
    sources(&root().join("crates"), &mut all);
    for name in PROMISES.iter().flat_map(|(.., held_by)| held_by.iter()) {
        let is_there = match name.strip_prefix("bench ") {
            Some(bench) => root().join(format!("benches/src/{bench}.rs")).exists(),
            None if name.contains('/') => root().join(name).exists(),
            None => all.contains(&format!("fn {name}()")),
        };
        assert!(is_there, "there is no {name}");
    }
}
