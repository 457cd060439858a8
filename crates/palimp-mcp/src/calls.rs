//! Dispatches tool calls: parses arguments, asks the memory, builds the answer.

use std::hash::{DefaultHasher, Hash, Hasher};

use palimp_core::sanitize::printable;
use palimp_core::text::ellipsis;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::arguments::ToolArguments;
use crate::fit;
use crate::memory::{
    ForgetResult, ForgettableItem, GetArgs, Happening, MemoryBackend, MemorySource,
    ProgressCallback, ProposeArgs, RecentArgs, SaveArgs, SaveScope, SavedKind, SearchArgs,
};
use crate::render;
use crate::tools::{
    MAX_CALL_RESULTS, MAX_RESULTS, MAX_SEARCH_CHARS, MIN_FORGET_CHARS, MIN_SCORE,
    RECENT_EVENTS_LIMIT, ToolName,
};

/// Carries out a call. A failure is an answer too: the agent reads it and can do better.
pub(crate) fn dispatch_call(
    memory: &mut dyn MemoryBackend,
    name: ToolName,
    arguments: &ToolArguments,
    progress: ProgressCallback<'_>,
) -> CallToolResult {
    let done = match name {
        ToolName::Search => search(memory, arguments, progress),
        ToolName::Get => get(memory, arguments),
        ToolName::Save => save(memory, arguments),
        ToolName::Recent => recent(memory, arguments),
        ToolName::Forget => forget(memory, arguments),
        ToolName::Propose => propose(memory, arguments),
    };
    strip_invisible(done.unwrap_or_else(error_result))
}

/// An answer without what no person would see in it: such characters are how a text that others
/// wrote speaks to a model behind its user's back.
fn strip_invisible(mut result: CallToolResult) -> CallToolResult {
    for block in &mut result.content {
        if let ContentBlock::Text(block) = block {
            block.text = printable(&block.text).into_owned();
        }
    }
    result.structured_content.iter_mut().for_each(seen_value);
    result
}

fn seen_value(value: &mut Value) {
    match value {
        Value::String(text) => *text = printable(text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(seen_value),
        Value::Object(fields) => fields.values_mut().for_each(seen_value),
        _ => {}
    }
}

/// The answer that tells an agent why a call did not succeed.
pub(crate) fn error_result(why: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

/// Builds a result with text and data. Each is complete, because most clients show their model only
/// one of them; [`in_words`] is for clients that show both.
fn success_result(text: String, data: impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(data).ok();
    result
}

/// Builds a result with remembered text; `about` frames the data for clients that show only the
/// data.
fn framed_result(about: &str, text: &str, data: impl Serialize) -> CallToolResult {
    let mut fields = Map::from_iter([("about".to_owned(), about.into())]);
    if let Ok(Value::Object(data)) = serde_json::to_value(data) {
        fields.extend(data);
    }
    success_result(text.to_owned(), fields)
}

/// Returns the answer as text only.
pub(crate) fn in_words(mut answer: CallToolResult) -> CallToolResult {
    answer.structured_content = None;
    answer
}

fn search(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
    progress: ProgressCallback<'_>,
) -> Result<CallToolResult, String> {
    let args = SearchArgs {
        query: arguments.required_text("query", "what to look for")?,
        max_results: arguments
            .positive_number("maxResults")?
            .unwrap_or(MAX_RESULTS)
            .min(MAX_CALL_RESULTS),
        min_score: arguments.unit_fraction("minScore")?.unwrap_or(MIN_SCORE),
        sources: arguments.some_of("sources", &MemorySource::ALL, MemorySource::name)?,
        project: arguments.optional_text("project")?,
        max_chars: arguments.positive_number("max_chars")?.unwrap_or(MAX_SEARCH_CHARS),
        tags: arguments.text_list("tag", SearchArgs::MAX_TAGS, SaveArgs::MAX_ALIAS_CHARS)?,
    };
    let mut found = memory.search(&args, progress)?;
    fit::fit_answer(&mut found, args.max_chars);
    let text = render::search_text(&found);
    Ok(framed_result(first_line(&text), &text, &found))
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

fn get(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
) -> Result<CallToolResult, String> {
    let named = match arguments.optional_text("id")? {
        Some(id) => id,
        None => arguments.required_text("path", "a hit's path or id")?,
    };
    let (path, shown) = parse_location(&named);
    let asked = (arguments.positive_number("from")?, arguments.positive_number("lines")?);
    let (from, lines) = if asked == (None, None) { shown } else { asked };
    let args = GetArgs {
        path: path.to_owned(),
        from,
        lines,
        max_chars: arguments.positive_number("max_chars")?,
        query: arguments.optional_text("query")?,
    };
    let mut passage = memory.get(&args)?;
    if let Some(most) = args.max_chars {
        passage.text = ellipsis(&passage.text, most);
    }
    // As blocks alone: clients that prefer structured content would show a page of escaped JSON.
    let mut blocks = vec![ContentBlock::text(render::passage_header(&passage))];
    if !passage.text.is_empty() {
        blocks.push(ContentBlock::text(passage.text));
    }
    Ok(CallToolResult::success(blocks))
}

/// A note's path, and from which line on and how many, where they stand behind it as hits show them:
/// `a.md:5-6`.
fn parse_location(named: &str) -> (&str, (Option<usize>, Option<usize>)) {
    let whole = (named, (None, None));
    let Some((path, lines)) = named.rsplit_once(':').filter(|it| it.0.ends_with(".md")) else {
        return whole;
    };
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    match (first.parse::<usize>(), last.parse::<usize>()) {
        (Ok(from @ 1..), Ok(to)) if to >= from => (path, (Some(from), Some(to - from + 1))),
        _ => whole,
    }
}

fn save(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
) -> Result<CallToolResult, String> {
    let args = SaveArgs {
        text: arguments.required_text("text", "what to write down")?,
        kind: arguments.one_of("kind", &SavedKind::ALL, SavedKind::name)?.unwrap_or_default(),
        path: arguments.optional_text("path")?,
        scope: arguments.one_of("scope", &SaveScope::ALL, SaveScope::name)?.unwrap_or_default(),
        aliases: arguments.text_list(
            "aliases",
            SaveArgs::MAX_ALIASES,
            SaveArgs::MAX_ALIAS_CHARS,
        )?,
        at: arguments.text_list("at", SaveArgs::MAX_PLACES, SaveArgs::MAX_ALIAS_CHARS)?,
        expected: arguments.optional_text("expected")?,
        replace: arguments.optional_text("replace")?,
    };
    let saved = memory.save(&args)?;
    let text = render::save_text(&saved);
    Ok(match (&saved.proposed, &saved.conflict) {
        // The text says what to tell the user, and contains remembered text.
        (Some(_), _) | (_, Some(_)) => framed_result(first_line(&text), &text, &saved),
        (None, None) => success_result(text, &saved),
    })
}

fn recent(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
) -> Result<CallToolResult, String> {
    let args = RecentArgs {
        limit: arguments
            .positive_number("limit")?
            .unwrap_or(RECENT_EVENTS_LIMIT)
            .min(MAX_CALL_RESULTS),
        project: arguments.optional_text("project")?,
    };
    let mut happenings = memory.recent(&args)?;
    let all = [
        said_once(&mut happenings, |it| &mut it.project).map(|name| format!("project {name}")),
        said_once(&mut happenings, |it| &mut it.client),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    let text = render::recent_text(memory.offer_kind(), &all, &happenings);
    Ok(framed_result(first_line(&text), &text, json!({ "happenings": happenings })))
}

/// Takes away what all of them have alike, to say it of all.
fn said_once(
    happenings: &mut [Happening],
    field: fn(&mut Happening) -> &mut Option<String>,
) -> Option<String> {
    let first = field(happenings.first_mut()?).clone()?;
    if happenings.iter_mut().any(|it| field(it).as_ref() != Some(&first)) {
        return None;
    }
    happenings.iter_mut().for_each(|it| *field(it) = None);
    Some(first)
}

fn propose(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
) -> Result<CallToolResult, String> {
    let project = arguments.optional_text("project")?.map(|name| format!("project:{name}"));
    let scope = arguments.optional_text("scope")?.or(project);
    let longest = SaveArgs::MAX_ALIAS_CHARS;
    let args = ProposeArgs {
        statement: arguments.required_text("statement", "what is to be known")?,
        kind: arguments.required_text("kind", "what it is, such as `decision`")?,
        why: arguments.optional_text("why")?,
        scope: scope.ok_or("`scope` is missing: pass `project:NAME`, `team:NAME` or `org`.")?,
        supersedes: arguments.text_list("supersedes", ProposeArgs::MAX_SUPERSEDED, longest)?,
        expires: arguments.optional_text("expires")?,
    };
    let waiting = memory.propose(&args)?;
    let text = render::proposal_text(&waiting);
    Ok(framed_result(first_line(&text), &text, &waiting))
}

/// Forgets in two steps. The code that the first step returns covers exactly the listed items, so
/// an agent cannot guess it, and cannot remove, or ask its user to remove, more than it has seen.
fn forget(
    memory: &mut dyn MemoryBackend,
    arguments: &ToolArguments,
) -> Result<CallToolResult, String> {
    let target = arguments.required_text("target", "a search query or a note's path")?;
    let confirm = arguments.optional_text("confirm")?;
    if target.trim().chars().count() < MIN_FORGET_CHARS {
        return Err(format!(
            "`{}` would be found in much that nobody means: pass at least {MIN_FORGET_CHARS} characters.",
            target.trim()
        ));
    }
    let items = memory.would_forget(&target)?;
    if items.is_empty() {
        let text = format!("Nothing matches `{target}`: there is nothing to forget.");
        return Ok(success_result(text, json!({ "removed": false, "items": [] })));
    }
    if items.len() > MAX_CALL_RESULTS {
        return Err(format!(
            "Forgetting `{target}` would remove {} memories, more than the {MAX_CALL_RESULTS} that one call may \
             name: name what is meant more precisely.",
            items.len()
        ));
    }
    let code = confirmation_code(&target, &items);
    let listed = || {
        let next = render::next_step(&items, &code);
        let text = render::would_forget(&target, &items, &next);
        framed_result(&next, &text, json!({ "removed": false, "items": items, "confirm": code }))
    };
    match confirm {
        None => Ok(listed()),
        Some(given) if given.trim() == code => {
            let done = memory.forget(&target)?;
            let text = render::forget_text(&target, &done);
            let ForgetResult { gone, waits, review } = done;
            let removed = !gone.is_empty();
            let data =
                json!({ "removed": removed, "items": gone, "waits": waits, "review": review });
            Ok(success_result(text, data))
        }
        Some(_) => {
            let mut refused = listed();
            refused.is_error = Some(true);
            let why = "The code is not the one for this list; nothing was removed.";
            refused.content.insert(0, ContentBlock::text(why));
            Ok(refused)
        }
    }
}

/// A short name for a target and the list of what would go.
fn confirmation_code(target: &str, items: &[ForgettableItem]) -> String {
    let mut hasher = DefaultHasher::new();
    (target, items).hash(&mut hasher);
    format!("{:08x}", hasher.finish() as u32)
}
