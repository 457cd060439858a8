//! Wishes to remember something, as a sentence says them: `이건 기억해`, `remember this`, `this is a team decision`.

/// A request has so many words at the most.
const MAX_WORDS: usize = 7;
/// Marks that end a sentence in which a request may stand.
pub(crate) const REQUEST_END_MARKS: [char; 10] =
    ['.', '!', '?', ':', '\n', '。', '！', '？', '：', '—'];

/// The wish to remember something.
pub(crate) enum RememberWish<'t> {
    /// The statements beside it.
    OfThis,
    /// The same, which is a decision of the team.
    Decision,
    /// The rest of its own sentence.
    That(&'t str),
}

/// Returns the wish that a sentence is.
pub(crate) fn parse_wish(sentence: &str) -> Option<RememberWish<'_>> {
    if is_question(sentence) {
        return None;
    }
    let said = sentence.trim().trim_end_matches(REQUEST_END_MARKS).trim_end();
    if is_korean_wish(said) || is_english_wish(said) {
        Some(RememberWish::OfThis)
    } else if names_decision(said) {
        Some(RememberWish::Decision)
    } else {
        told_to_remember(said).map(RememberWish::That)
    }
}

/// Returns true for a sentence of nothing but that something is a decision of the team.
fn names_decision(said: &str) -> bool {
    const DECISION_FORMS: [&str; 12] = [
        "이건팀결정이야",
        "이건팀결정이다",
        "이건팀결정임",
        "이건팀결정입니다",
        "이건팀결정이에요",
        "이건우리팀결정이야",
        "이거팀결정이야",
        "이거팀결정임",
        "팀결정",
        "thisisateamdecision",
        "teamdecision",
        "thisistheteam'sdecision",
    ];
    DECISION_FORMS.contains(&said.to_lowercase().split_whitespace().collect::<String>().as_str())
}

/// Returns true for a Korean sentence of words that point to something, and the verb.
fn is_korean_wish(said: &str) -> bool {
    const POINTING_WORDS: [&str; 25] = [
        "이건", "이거", "이거는", "이것", "이것은", "이것도", "이것만", "이걸", "이거도", "이거만",
        "요건", "요거", "방금", "위", "위의", "이", "내용", "내용을", "내용은", "점", "점을",
        "다음", "다음을", "거", "것",
    ];
    const ADVERBS: [&str; 14] = [
        "꼭", "좀", "잘", "반드시", "항상", "앞으로", "그리고", "참", "자", "아", "하나만", "잊지",
        "말고", "그럼",
    ];
    let words: Vec<&str> = said.split_whitespace().collect();
    let Some(verb) = words.iter().position(|word| word.starts_with("기억")) else { return false };
    let is_known = |word: &&str| {
        let word = word.trim_end_matches(',');
        POINTING_WORDS.contains(&word) || ADVERBS.contains(&word)
    };
    words.len() <= MAX_WORDS
        && words[..verb].iter().all(is_known)
        && is_remember(&words[verb..].concat())
}

/// Returns true for a form of the verb that asks for it.
fn is_remember(verb: &str) -> bool {
    const KOREAN_REMEMBER_ENDINGS: [&str; 22] = [
        "해", "해줘", "해줘요", "해주세요", "해주십시오", "해주라", "해줄래", "해둬", "해둬요",
        "해둬라", "해두자", "해두세요", "해두십시오", "해놔", "해놔요", "해놓아", "해라", "하세요",
        "하십시오", "하자", "해두어", "해주면돼",
    ];
    verb.strip_prefix("기억").is_some_and(|ending| KOREAN_REMEMBER_ENDINGS.contains(&ending))
}

/// Returns true for an English sentence of courtesies, the verb, a word that points to something, and what for.
fn is_english_wish(said: &str) -> bool {
    const COURTESY_WORDS: [&str; 18] = [
        "please", "pls", "ok", "okay", "and", "also", "now", "so", "yes", "just", "always", "hey",
        "claude", "codex", "can", "could", "would", "you",
    ];
    const REMEMBER_OBJECTS: [&str; 10] = [
        "this one", "this rule", "this decision", "this fact", "the following", "these", "this",
        "that", "it", "",
    ];
    const PURPOSE_PHRASES: [&str; 7] =
        ["for ", "from now on", "from here on", "going forward", "in future", "please", "too"];
    let lower = said.to_lowercase();
    let mut rest = lower.as_str();
    while let Some((word, behind)) = rest.split_once(' ')
        && COURTESY_WORDS.contains(&word.trim_end_matches(','))
    {
        rest = behind.trim_start();
    }
    let Some(rest) = rest.strip_prefix("remember") else { return false };
    let object = rest.trim_start();
    let behind = REMEMBER_OBJECTS.iter().find_map(|it| object.strip_prefix(it)).unwrap_or(object);
    let purpose = behind.trim_start();
    let is_apart = purpose.len() < behind.len() || purpose.is_empty();
    let is_whole = purpose.is_empty() || PURPOSE_PHRASES.iter().any(|it| purpose.starts_with(it));
    (rest.is_empty() || object.len() < rest.len())
        && is_apart
        && is_whole
        && said.split_whitespace().count() <= MAX_WORDS + 1
}

/// Returns the rest of `remember that …`.
fn told_to_remember(said: &str) -> Option<&str> {
    const REMEMBER_LEADS: [&str; 2] = ["remember that ", "please remember that "];
    REMEMBER_LEADS.iter().find_map(|lead| {
        let head = said.get(..lead.len())?;
        head.eq_ignore_ascii_case(lead).then(|| said[lead.len()..].trim())
    })
}

/// Returns what a sentence asks to remember behind its colon.
pub(crate) fn behind_request(sentence: &str) -> Option<&str> {
    let (request, rest) = sentence.split_once([':', '：'])?;
    let is_wish = parse_wish(request).is_some_and(|wish| !matches!(wish, RememberWish::That(_)));
    is_wish.then_some(rest.trim()).filter(|rest| !rest.is_empty())
}

/// Returns true for a question by its mark.
pub(crate) fn is_question(sentence: &str) -> bool {
    sentence.trim_end().ends_with(['?', '？'])
}
