//! What each tool does: arguments in, memory asked, answer out.

use std::hash::{DefaultHasher, Hash, Hasher};

use palimp_core::printable::printable;
use palimp_core::text::ellipsis;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::arguments::Arguments;
use crate::fit;
use crate::memory::{
    Forgettable, Forgotten, GetArgs, Happening, Kind, Memory, Progress, ProposeArgs, RecentArgs,
    SaveArgs, Scope, SearchArgs, Source,
};
use crate::render;
use crate::tools::{MAX_RESULTS, MAX_SEARCH_CHARS, MIN_SCORE, MOST, Name, RECENT, SHORTEST_WISH};

/// Carries out a call. A failure is an answer too: the agent reads it and can do better.
pub(crate) fn call(
    memory: &mut dyn Memory,
    name: Name,
    arguments: &Arguments,
    progress: Progress<'_>,
) -> CallToolResult {
    let done = match name {
        Name::Search => search(memory, arguments, progress),
        Name::Get => get(memory, arguments),
        Name::Save => save(memory, arguments),
        Name::Recent => recent(memory, arguments),
        Name::Forget => forget(memory, arguments),
        Name::Propose => propose(memory, arguments),
    };
    seen(done.unwrap_or_else(failed))
}

/// An answer without what no person would see in it: such characters are how a text that others
/// wrote speaks to a model behind its user's back.
fn seen(mut result: CallToolResult) -> CallToolResult {
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
pub(crate) fn failed(why: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

/// An answer in words and as data. Most clients show their model one of the two alone, so that each
/// says everything; [`in_words`] is for those that show both.
fn answer(text: String, data: impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(data).ok();
    result
}

/// The same of what is remembered: `about` frames it for those who see the data alone.
fn framed(about: &str, text: &str, data: impl Serialize) -> CallToolResult {
    let mut fields = Map::from_iter([("about".to_owned(), about.into())]);
    if let Ok(Value::Object(data)) = serde_json::to_value(data) {
        fields.extend(data);
    }
    answer(text.to_owned(), fields)
}

/// What an answer says, once.
pub(crate) fn in_words(mut answer: CallToolResult) -> CallToolResult {
    answer.structured_content = None;
    answer
}

fn search(
    memory: &mut dyn Memory,
    arguments: &Arguments,
    progress: Progress<'_>,
) -> Result<CallToolResult, String> {
    let args = SearchArgs {
        query: arguments.required("query", "what to look for")?,
        max_results: arguments.count("maxResults")?.unwrap_or(MAX_RESULTS).min(MOST),
        min_score: arguments.share("minScore")?.unwrap_or(MIN_SCORE),
        sources: arguments.some_of("sources", &Source::ALL, Source::name)?,
        project: arguments.text("project")?,
        max_chars: arguments.count("max_chars")?.unwrap_or(MAX_SEARCH_CHARS),
        tags: arguments.texts("tag", SearchArgs::TAGS, SaveArgs::LONGEST)?,
    };
    let mut found = memory.search(&args, progress)?;
    fit::fit(&mut found, args.max_chars);
    let text = render::search(&found);
    Ok(framed(first_line(&text), &text, &found))
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

fn get(memory: &mut dyn Memory, arguments: &Arguments) -> Result<CallToolResult, String> {
    let named = match arguments.text("id")? {
        Some(id) => id,
        None => arguments.required("path", "a hit's path or id")?,
    };
    let (path, shown) = place(&named);
    let asked = (arguments.count("from")?, arguments.count("lines")?);
    let (from, lines) = if asked == (None, None) { shown } else { asked };
    let args = GetArgs {
        path: path.to_owned(),
        from,
        lines,
        max_chars: arguments.count("max_chars")?,
        query: arguments.text("query")?,
    };
    let mut passage = memory.get(&args)?;
    if let Some(most) = args.max_chars {
        passage.text = ellipsis(&passage.text, most);
    }
    // As blocks alone: clients that prefer structured content would show a page of escaped JSON.
    let mut blocks = vec![ContentBlock::text(render::passage(&passage))];
    if !passage.text.is_empty() {
        blocks.push(ContentBlock::text(passage.text));
    }
    Ok(CallToolResult::success(blocks))
}

/// A note's path, and from which line on and how many, where they stand behind it as hits show them:
/// `a.md:5-6`.
fn place(named: &str) -> (&str, (Option<usize>, Option<usize>)) {
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

fn save(memory: &mut dyn Memory, arguments: &Arguments) -> Result<CallToolResult, String> {
    let args = SaveArgs {
        text: arguments.required("text", "what to write down")?,
        kind: arguments.one_of("kind", &Kind::ALL, Kind::name)?.unwrap_or_default(),
        path: arguments.text("path")?,
        scope: arguments.one_of("scope", &Scope::ALL, Scope::name)?.unwrap_or_default(),
        aliases: arguments.texts("aliases", SaveArgs::ALIASES, SaveArgs::LONGEST)?,
        at: arguments.texts("at", SaveArgs::PLACES, SaveArgs::LONGEST)?,
        expected: arguments.text("expected")?,
        replace: arguments.text("replace")?,
    };
    let saved = memory.save(&args)?;
    let text = render::saved(&saved);
    Ok(match (&saved.proposed, &saved.conflict) {
        // There the words say what to tell the user, and what is remembered.
        (Some(_), _) | (_, Some(_)) => framed(first_line(&text), &text, &saved),
        (None, None) => answer(text, &saved),
    })
}

fn recent(memory: &mut dyn Memory, arguments: &Arguments) -> Result<CallToolResult, String> {
    let args = RecentArgs {
        limit: arguments.count("limit")?.unwrap_or(RECENT).min(MOST),
        project: arguments.text("project")?,
    };
    let mut happenings = memory.recent(&args)?;
    let all = [
        said_once(&mut happenings, |it| &mut it.project).map(|name| format!("project {name}")),
        said_once(&mut happenings, |it| &mut it.client),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    let text = render::recent(memory.offers(), &all, &happenings);
    Ok(framed(first_line(&text), &text, json!({ "happenings": happenings })))
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

fn propose(memory: &mut dyn Memory, arguments: &Arguments) -> Result<CallToolResult, String> {
    let project = arguments.text("project")?.map(|name| format!("project:{name}"));
    let scope = arguments.text("scope")?.or(project);
    let longest = SaveArgs::LONGEST;
    let args = ProposeArgs {
        statement: arguments.required("statement", "what is to be known")?,
        kind: arguments.required("kind", "what it is, such as `decision`")?,
        why: arguments.text("why")?,
        scope: scope.ok_or("`scope` is missing: pass `project:NAME`, `team:NAME` or `org`.")?,
        supersedes: arguments.texts("supersedes", ProposeArgs::SUPERSEDES, longest)?,
        expires: arguments.text("expires")?,
    };
    let waiting = memory.propose(&args)?;
    let text = render::waiting(&waiting);
    Ok(framed(first_line(&text), &text, &waiting))
}

/// Forgets in two steps. The code that the first returns stands for exactly what it listed, so that
/// an agent can neither guess it nor remove, or ask its user to remove, more than it has seen.
fn forget(memory: &mut dyn Memory, arguments: &Arguments) -> Result<CallToolResult, String> {
    let target = arguments.required("target", "a search query or a note's path")?;
    let confirm = arguments.text("confirm")?;
    if target.trim().chars().count() < SHORTEST_WISH {
        return Err(format!(
            "`{}` would be found in much that nobody means: pass at least {SHORTEST_WISH} characters.",
            target.trim()
        ));
    }
    let items = memory.would_forget(&target)?;
    if items.is_empty() {
        let text = format!("Nothing matches `{target}`: there is nothing to forget.");
        return Ok(answer(text, json!({ "removed": false, "items": [] })));
    }
    if items.len() > MOST {
        return Err(format!(
            "Forgetting `{target}` would remove {} memories, more than the {MOST} that one call may \
             name: name what is meant more precisely.",
            items.len()
        ));
    }
    let code = code(&target, &items);
    let listed = || {
        let next = render::next_step(&items, &code);
        let text = render::would_forget(&target, &items, &next);
        framed(&next, &text, json!({ "removed": false, "items": items, "confirm": code }))
    };
    match confirm {
        None => Ok(listed()),
        Some(given) if given.trim() == code => {
            let done = memory.forget(&target)?;
            let text = render::forgotten(&target, &done);
            let Forgotten { gone, waits, review } = done;
            let removed = !gone.is_empty();
            let data =
                json!({ "removed": removed, "items": gone, "waits": waits, "review": review });
            Ok(answer(text, data))
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
fn code(target: &str, items: &[Forgettable]) -> String {
    let mut hasher = DefaultHasher::new();
    (target, items).hash(&mut hasher);
    format!("{:08x}", hasher.finish() as u32)
}
