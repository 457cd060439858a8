//! What sessions cost, as the command says it.

use super::Dashboard;
use crate::machine;
use crate::tokens::machine_of_all;

/// A number as a page writes it.
fn grouped(number: &serde_json::Value) -> String {
    let digits = number.as_u64().unwrap().to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[test]
fn the_page_has_the_figures_of_the_command() {
    let machine = machine_of_all();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    for by in ["day", "project", "client", "model", "session"] {
        let said = machine.run_json(&["tokens", "--by", by]);
        let page = dashboard.page(&format!("tokens?by={by}"));
        let rows = said["report"]["rows"].as_array().unwrap();
        for row in rows.iter().chain([&said["report"]["total"]]) {
            for part in ["requests", "input", "output", "cacheRead", "cacheWrite"] {
                let cell = format!("<td class=\"number\">{}</td>", grouped(&row[part]));
                assert!(page.contains(&cell), "{by} {row}: {page}");
            }
        }
        assert_eq!(page.matches("<rect class=\"output\" x").count(), rows.len(), "{by}");
    }
    let (page, cold) = (dashboard.page("tokens"), &machine.run_json(&["tokens"])["report"]["cold"]);
    let sum = format!(
        "Requests with an expired cache: {}. Tokens sent again: {}.",
        cold["times"],
        grouped(&cold["tokens"])
    );
    assert!(page.contains(&sum) && page.contains("Tool definitions, "), "{page}");
    assert!(dashboard.page("tokens?lang=ko").contains("캐시 미스"));
}

#[test]
fn only_what_is_chosen_is_summed_up() {
    let machine = machine_of_all();
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let said = machine.run_json(&["tokens", "--client", "codex"]);
    let page = dashboard.page("tokens?client=codex");
    let total = page.split_once("<tfoot>").unwrap().1;
    let requests = format!("<td class=\"number\">{}</td>", said["report"]["total"]["requests"]);
    assert!(total.contains(&requests), "{total}");
    let none = dashboard.page("tokens?since=2999-01-01");
    assert!(none.contains("No requests.") && !none.contains("<tfoot>"));
}

#[test]
fn without_transcripts_only_what_palimp_costs_is_told() {
    let machine = machine();
    let page = Dashboard::for_machine(&machine, &[]).page("tokens");
    assert!(page.contains("No requests.") && page.contains("Injected 0 times"), "{page}");
}
