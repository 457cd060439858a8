//! Irregular forms of English verbs: who asks what was *chosen* looks for the note that says *we chose*.

/// Returns the other forms of an irregular verb, given any of its forms in lower case.
pub(crate) fn other_forms(word: &str) -> impl Iterator<Item = &'static str> {
    let holds = |line: &&&str| line.split(' ').any(|form| form == word);
    let line = IRREGULAR_VERBS.iter().find(holds).copied().unwrap_or_default();
    line.split(' ').filter(move |form| *form != word && !form.is_empty())
}

/// The verbs that developers use, each with its past and its participle where they differ.
const IRREGULAR_VERBS: &[&str] = &[
    "break broke broken",
    "bring brought",
    "build built",
    "buy bought",
    "catch caught",
    "choose chose chosen",
    "come came",
    "do did done",
    "draw drew drawn",
    "drive drove driven",
    "fall fell fallen",
    "feed fed",
    "find found",
    "forget forgot forgotten",
    "freeze froze frozen",
    "get got gotten",
    "give gave given",
    "go went gone",
    "grow grew grown",
    "hide hid hidden",
    "hold held",
    "keep kept",
    "know knew known",
    "lead led",
    "leave left",
    "lose lost",
    "make made",
    "mean meant",
    "meet met",
    "override overrode overridden",
    "pay paid",
    "rebuild rebuilt",
    "rewrite rewrote rewritten",
    "rise rose risen",
    "run ran",
    "say said",
    "see saw seen",
    "sell sold",
    "send sent",
    "show showed shown",
    "shrink shrank shrunk",
    "sleep slept",
    "speak spoke spoken",
    "spend spent",
    "stand stood",
    "steal stole stolen",
    "stick stuck",
    "take took taken",
    "teach taught",
    "tell told",
    "think thought",
    "throw threw thrown",
    "understand understood",
    "win won",
    "write wrote written",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_verb_leads_to_its_other_forms() {
        assert_eq!(other_forms("choose").collect::<Vec<_>>(), ["chose", "chosen"]);
        assert_eq!(other_forms("kept").collect::<Vec<_>>(), ["keep"]);
        assert_eq!(other_forms("cache").count(), 0);
    }
}
