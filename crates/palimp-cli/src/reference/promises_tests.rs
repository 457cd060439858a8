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
            "it/clients.rs::copilot_cli_in_both_spellings_at_once",
            "it/clients.rs::opencode_through_its_plugin",
            "it/clients.rs::openclaw_through_its_plugin",
            "a_session_of_cursor_is_kept_told_and_found",
            "what_an_agent_saves_it_finds_reads_and_forgets",
            "what_was_saved_in_the_line_before_is_found_in_the_line_after",
            "meaning_finds_what_no_word_does",
        ],
    ),
    (
        "builds palimp, finds the agents",
        &["palimp를 만들고"],
        &[
            "up_wires_every_client_and_a_second_time_changes_nothing",
            "up_takes_in_what_clients_recorded_before_and_recalls_it",
            "everything_at_once_is_taken_in_once",
            "up_offers_it",
            "up_ends_with_a_decision_of_this_project",
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
        "hand palimp edits",
        &["palimp에 넘깁니다"],
        &[
            "it/clients.rs::claude_code",
            "codex_cli_whose_exit_codes_come_late",
            "it/clients.rs::gemini_cli",
            "opencode_through_its_plugin",
            "copilot_cli_in_both_spellings_at_once",
            "a_session_of_cursor_is_kept_told_and_found",
            "openclaw_through_its_plugin",
            "the_hooks_that_were_installed_work",
            "a_session_is_remembered_by_the_next_one",
            "looking_around_does_not_matter",
        ],
    ),
    (
        "no model is asked",
        &["모델에 묻지 않고"],
        &["a_session_asks_no_service_costs_no_token_and_leaves_no_process"],
    ),
    (
        "A hook that captures takes about two milliseconds",
        &["2밀리초쯤"],
        &[
            "bench hook",
            "bench prompt",
            "nonsense_on_standard_input",
            "fifty_megabytes_on_standard_input",
        ],
    ),
    (
        "are replaced by `<redacted:kind>`",
        &["`<redacted:kind>`로"],
        &[
            "nothing_planted_is_found_after_capture",
            "nor_in_the_spool_and_the_log_when_the_database_is_locked",
            "nor_through_notes_and_agents",
            "nor_from_what_other_tools_remember",
            "nor_in_an_export_or_after_an_import",
        ],
    ),
    (
        "those that you write into a note yourself",
        &["노트에 손수 적은 것은"],
        &["secrets_do_not_reach_a_saved_note_nor_the_index_of_one_written_by_hand"],
    ),
    (
        "in a directory that you edit",
        &["이미 있는 디렉터리를"],
        &[
            "any_directory_can_be_the_vault",
            "an_obsidian_vault_is_a_vault",
            "obsidian_vault_gets_one_folder",
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
        "by words in English and Korean",
        &["한국어와 영어의 낱말로"],
        &[
            "bench recall",
            "searches_find_what_they_should",
            "korean_is_found_whatever_inflects_it",
            "a_question_finds_its_note_in_both_languages",
            "meaning_finds_what_no_word_does",
            "a_session_asks_no_service_costs_no_token_and_leaves_no_process",
        ],
    ),
    (
        "in a Korean terminal",
        &["한국어 터미널"],
        &[
            "the_first_minute_is_in_korean",
            "the_users_language_is_that_of_the_environment",
            "what_cannot_be_done_is_said_in_korean",
            "everything_that_is_said_is_there_in_korean",
            "all_help_is_there_in_korean",
        ],
    ),
    (
        "over MCP",
        &["MCP로"],
        &[
            "five_tools_are_listed_in_few_words",
            "each_client_gets_the_server_in_its_own_form",
            "up_wires_every_client_and_a_second_time_changes_nothing",
        ],
    ),
    (
        "in a browser, for you",
        &["브라우저로"],
        &["every_route_is_refused_to_who_may_not_ask", "only_loopback_is_listened_on"],
    ),
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
            "a_session_that_starts_pulls_beside_it",
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
            "a_session_that_starts_is_told_of_the_last_one",
            "a_failure_is_told_until_its_command_runs_well",
            "prompt_is_told_of_sessions_on_same_matter",
            "what_works_is_told_once_there_is_something_to_run_it_on",
            "missing_program_tells_which_launcher_ran",
        ],
    ),
    (
        "A prompt is told a passage where",
        &["질문에는 노트의 구절이", "한 세션에서 같은 것을"],
        &[
            "a_prompt_is_given_what_the_notes_say_on_it_and_nothing_else",
            "a_bench_says_what_a_vaults_prompts_would_be_told",
            "nothing_is_told_twice_in_a_session",
        ],
    ),
    (
        "into dated episodes",
        &["에피소드로, 다시", "새 사실은 옛 사실에"],
        &[
            "every_message_is_condensed_once_over_kills_and_failures",
            "facts_are_sorted_once_and_found_in_their_project",
            "the_profile_takes_in_what_the_user_said_in_a_prompt_alone",
            "a_model_says_by_what_a_line_is_found_and_which_should_last",
            "facts_go_where_they_belong_with_a_link_that_leads_somewhere",
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
            "crates/palimp-cli/tests/it/kills.rs",
        ],
    ),
    (
        "`/palimp <query>` searches",
        &["`/palimp <query>`로 찾습니다"],
        &["the_command_in_each_clients_form"],
    ),
    (
        "With `--json` what a command",
        &["`--json`을 붙이면"],
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
        &["a_trust_that_the_user_has_to_give_is_nothing_wrong", "codex_runs_what_its_user_trusts"],
    ),
    ("readable by you alone", &["여러분만 읽을"], &["everything_at_home_is_its_owners_alone"]),
    (
        "keys lie in your keyring",
        &["열쇠는 열린 키링"],
        &["what_palimp_keeps_for_itself_is_in_an_open_keyring_or_in_the_file"],
    ),
    (
        "By itself palimp writes outside of it only",
        &["palimp가 스스로 쓰는 곳은"],
        &[
            "uninstall_leaves_every_file_as_it_was",
            "man_pages_and_completions_come_with_up_and_go_with_the_last_client",
        ],
    ),
];

/// What items of the list begin with, in both languages, and what holds it beside the sentences behind it.
const LEADS: &[Promise] = &[
    (
        "Captures by itself.",
        &["스스로 기록합니다."],
        &["a_session_is_remembered_by_the_next_one", "the_hooks_that_were_installed_work"],
    ),
    (
        "Keeps secrets out of what it stores.",
        &["저장하는 것에서 비밀을 뺍니다."],
        &["nothing_planted_is_found_after_capture"],
    ),
    (
        "Keeps notes as Markdown",
        &["노트는 마크다운입니다."],
        &["any_directory_can_be_the_vault", "text_is_stored_exactly_as_it_was_given"],
    ),
    ("Finds it again", &["다시 찾습니다."], &["searches_find_what_they_should"]),
    (
        "Speaks English and Korean",
        &["한국어와 영어로 말합니다."],
        &["everything_that_is_said_is_there_in_korean", "all_help_is_there_in_korean"],
    ),
    (
        "Serves every agent",
        &["모든 에이전트에 제공합니다."],
        &["each_client_gets_the_server_in_its_own_form"],
    ),
    (
        "Shows what it holds",
        &["가진 것을 보여 줍니다."],
        &[
            "search_finds_notes_and_what_was_done_and_said",
            "a_session_is_a_conversation_with_what_was_told_in_it",
        ],
    ),
    (
        "Shares with a team what a person approved",
        &["사람이 승인한 것만 팀과 나눕니다."],
        &["a_team_from_its_founding_to_its_leaving"],
    ),
    (
        "Carries what a whole organisation approved",
        &["조직 전체가 승인한 것을 나릅니다."],
        &["a_fact_is_proposed_approved_told_superseded_and_erased"],
    ),
    (
        "Looks into your other homes",
        &["다른 홈을 들여다봅니다."],
        &["homes_of_every_kind_stay_as_they_are_and_the_others_answer"],
    ),
    (
        "Tells the next session, and little.",
        &["다음 세션에 조금만 알립니다."],
        &[
            "what_one_agent_did_is_told_to_the_next_whichever_it_is",
            "a_session_is_told_no_more_than_its_share",
        ],
    ),
    (
        "Condenses what was said",
        &["나눈 말을 줄입니다."],
        &["every_message_is_condensed_once_over_kills_and_failures"],
    ),
    (
        "Takes in what is there already",
        &["이미 있는 것을 가져옵니다"],
        &["every_source_is_taken_in_once_and_found"],
    ),
    (
        "Loses nothing that it accepted.",
        &["받은 것은 잃지 않습니다."],
        &[
            "crates/palimp-cli/tests/it/kills.rs",
            "sixteen_processes_at_once_lose_and_double_nothing",
        ],
    ),
    ("Codex CLI", &["Codex CLI"], &["a_trust_that_the_user_has_to_give_is_nothing_wrong"]),
];

/// How the commands of the five minutes begin, and what shows that they do what is said beside them.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "palimp up",
        &[
            "without_a_yes_nothing_of_the_clients_is_touched",
            "up_shows_what_it_would_write_and_takes_enter_for_yes",
        ],
    ),
    (
        "palimp tour",
        &[
            "it_shows_capture_recall_review_and_forgetting_in_both_languages",
            "enter_goes_on_and_ctrl_c_leaves_nothing",
        ],
    ),
    ("palimp status", &["status_tells_whether_it_works"]),
    ("palimp recent", &["a_payload_counts_more_than_the_argument"]),
    (
        "palimp save",
        &[
            "bare_words_are_saved_and_a_hit_is_shown_whole",
            "what_was_saved_in_the_line_before_is_found_in_the_line_after",
            "what_a_person_saves_for_a_project_holds_there",
        ],
    ),
    ("palimp search \"", &["searches_find_what_they_should"]),
    (
        "palimp search -i",
        &[
            "what_is_typed_is_found_and_opened_whole",
            "what_was_captured_is_filtered_pinned_and_copied",
            "forgetting_shows_what_goes_and_asks",
            "a_note_is_opened_in_the_editor_and_what_became_of_it_is_shown",
        ],
    ),
    ("palimp show", &["a_hit_shows_the_passage_that_answers_and_opens_whole"]),
    (
        "palimp edit",
        &[
            "an_editor_changes_a_note_and_its_history_keeps_what_it_said",
            "what_palimp_changed_can_be_seen_and_taken_back",
            "a_session_starts_with_what_always_holds",
        ],
    ),
    ("palimp init", &["any_directory_can_be_the_vault"]),
    (
        "palimp flush",
        &[
            "a_reply_is_condensed_without_being_asked_for",
            "facts_are_sorted_once_and_found_in_their_project",
            "a_person_decides_what_the_agent_is_like",
        ],
    ),
    ("palimp run", &["run_puts_memory_before_the_prompt_and_keeps_the_exchange"]),
    ("palimp chat", &["a_window_that_fills_is_flushed_and_compacted_by_itself"]),
    (
        "palimp transcript",
        &[
            "six_hundred_kilobytes_of_output_are_pruned_by_the_rule",
            "claude_code_could_go_on_from_the_summary",
        ],
    ),
    ("palimp tokens", &["the_command_tells_every_client_by_every_sum"]),
    ("palimp summaries", &["a_session_is_remembered_by_the_next_one"]),
    ("palimp timeline", &["a_session_is_remembered_by_the_next_one"]),
    ("palimp context", &["the_context_command_says_what_would_be_given_and_why"]),
    ("palimp injected", &["a_session_is_remembered_by_the_next_one"]),
    ("palimp rules", &["struck_rule_stays_in_its_note_and_is_not_told"]),
    ("palimp why", &["why_tells_sentence_and_session_of_a_line"]),
    ("palimp pin", &["pinned_observations_and_failures_outlive_their_age"]),
    ("palimp forget", &["no_place_of_the_home_keeps_it", "no_source_brings_it_back"]),
    (
        "palimp scan",
        &["nor_in_an_export_or_after_an_import", "what_a_chat_kept_is_found_and_taken_out"],
    ),
    (
        "palimp doctor --fix",
        &[
            "a_damaged_database_is_set_aside_and_its_rows_are_saved",
            "a_table_that_is_gone_is_noticed_and_made_anew",
        ],
    ),
    (
        "palimp uninstall",
        &["uninstall_leaves_every_file_as_it_was", "what_was_registered_comes_out_without_a_trace"],
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

#[test]
fn what_items_and_commands_of_the_readmes_promise_is_held() {
    for (name, language) in [("README.md", 0), ("README.ko.md", 1)] {
        let readme = fs::read_to_string(root().join(name)).unwrap();
        let of = |paragraph: String| paragraph.split("**").nth(1).map(str::to_owned);
        let leads: Vec<String> = paragraphs(&readme).into_iter().filter_map(of).collect();
        let known = LEADS.iter().map(|lead| if language == 0 { lead.0 } else { lead.1[0] });
        assert_eq!(leads, known.collect::<Vec<_>>(), "{name}");
        let shown: Vec<&str> =
            readme.lines().filter_map(|line| line.strip_prefix("$ ")).skip(2).collect();
        assert_eq!(shown.len(), COMMANDS.len(), "{name}: {shown:#?}");
        for (line, (command, _)) in shown.iter().zip(COMMANDS) {
            assert!(line.starts_with(command), "{name}: {line}: nothing holds it");
        }
    }
}

/// The names of all tests, each with the file that it stands in.
fn tests(dir: &Path, all: &mut Vec<(String, String)>) {
    for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            tests(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let file = path.to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let mut is_test = false;
            for line in text.lines().map(str::trim_start) {
                if let Some((name, _)) = line.strip_prefix("fn ").and_then(|it| it.split_once('('))
                {
                    let test = is_test.then(|| (file.clone(), name.to_owned()));
                    all.extend(test);
                    is_test = false;
                }
                is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
            }
        }
    }
}

/// The tests that a page of guarantees names, row by row.
fn guaranteed(page: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/internals").join(page)).unwrap();
    let cells = page.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "));
    let named = cells.flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2));
    named.map(str::to_owned).collect()
}

#[test]
fn tests_of_guarantees_are_there() {
    let (english, korean) = (guaranteed("guarantees.md"), guaranteed("guarantees.ko.md"));
    assert!(english.len() > 80, "{}", english.len());
    assert_eq!(english, korean);
    let mut all = Vec::new();
    tests(&root().join("crates"), &mut all);
    for name in &english {
        let (file, test) = name.split_once("::").unwrap_or(("", name));
        let is_it = |(at, known): &&(String, String)| known == test && at.ends_with(file);
        assert_eq!(all.iter().filter(is_it).count(), 1, "there is no {name}, or more than one");
    }
}

#[test]
fn what_holds_a_promise_is_there() {
    let mut all = Vec::new();
    tests(&root().join("crates"), &mut all);
    let held_by = PROMISES.iter().chain(LEADS).flat_map(|(.., held_by)| held_by.iter());
    for name in held_by.chain(COMMANDS.iter().flat_map(|(_, held_by)| held_by.iter())) {
        let named = |test: &str, file: Option<&str>| {
            let is_it = |(at, name): &&(String, String)| {
                name == test && file.is_none_or(|file| at.ends_with(file))
            };
            all.iter().filter(is_it).count()
        };
        let count = match (name.strip_prefix("bench "), name.split_once("::")) {
            (Some(bench), _) => {
                usize::from(root().join(format!("benches/src/{bench}.rs")).exists())
            }
            (None, Some((file, test))) => named(test, Some(file)),
            (None, None) if name.contains('/') => usize::from(root().join(name).exists()),
            (None, None) => named(name, None),
        };
        assert_eq!(count, 1, "there is no {name}, or more than one");
    }
}
