//! Routes of the page Project.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jiff::{Timestamp, Zoned};
use palimp_core::pointer::Pointer;
use palimp_core::project::ProjectIdentity;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::projects::ProjectTable;
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_engine::injection::inject::{RuleSource, StandingRule};
use palimp_engine::injection::pin_suppress::InjectionWish;
use palimp_engine::notes::project::{KnownProject, NextStart, next_start};
use palimp_engine::notes::project_page::{KnownLine, LineKey};
use palimp_engine::retrieval::index_sync::Error;
use palimp_pages::{
    self as pages, Code, LineAction, LineConflict, OtherRule, PageError, ProjectLine, StrikeView,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, action_failure, engine_failure,
    render_page, run_action,
};
use crate::query_string::RequestFields;
use crate::{code, project_activity};

pub(crate) async fn show_project(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        let asked = &asking.asked;
        let shown = pages::ProjectView {
            changing: asked.field_value("line").to_owned(),
            done: LineAction::from_name(asked.field_value("done")),
            ..pages::ProjectView::default()
        };
        project_page(state, asking, asked.field_value("id"), shown)
    })
    .await
}

/// Returns the page of the project with this id; for an empty id, of the most recent one.
fn project_page(
    state: &DashboardState,
    asking: &PageRequest,
    id: &str,
    shown: pages::ProjectView,
) -> PageResult {
    let db = state.open_activity()?;
    let mut memory = state.open_memory();
    let projects = memory.notes.list_projects(db.as_ref()).map_err(engine_failure)?;
    let mut shown = pages::ProjectView { projects: project_labels(&projects), ..shown };
    let Some(chosen) = chosen_project(&projects, id)? else {
        return Ok(pages::project_page(&asking.view, &shown));
    };
    let project = chosen.project(&ProjectTable::load(state.home()));
    (shown.id, shown.name) = (project.id.clone(), project.name.clone());
    shown.worked_at = chosen.last_at;
    let page = memory.notes.known_page(&project).map_err(engine_failure)?;
    shown.note = page.as_ref().map(|page| page.path.clone());
    let lines = page.map_or(Vec::new(), |page| page.lines);
    shown.lines = page_lines(&memory.notes, db.as_ref(), lines)?;
    mark_changed_code(state, &mut shown)?;
    let settings = state.load_settings();
    shown.max_chars = settings.inject.max_chars;
    let start = next_start(db.as_ref(), &mut memory, &settings, &project, Timestamp::now());
    let NextStart { told, rules } = start.map_err(engine_failure)?;
    shown.start = told.text;
    shown.rules = rules.iter().filter_map(|rule| other_rule(rule, shown.note.as_deref())).collect();
    shown.unconnected = project_activity::unconnected_agents(state, &settings);
    if let Some(db) = &db {
        project_activity::fill_activity(state, asking, db, &mut shown)?;
    }
    Ok(pages::project_page(&asking.view, &shown))
}

/// Returns the project with this id; for an empty id, the first.
fn chosen_project<'p>(
    projects: &'p [KnownProject],
    id: &str,
) -> Result<Option<&'p KnownProject>, PageError> {
    if id.is_empty() {
        return Ok(projects.first());
    }
    projects.iter().find(|it| it.id == id).map(Some).ok_or(PageError::Missing)
}

/// Returns ids and labels; projects that share a name are labelled with their directories.
fn project_labels(projects: &[KnownProject]) -> Vec<(String, String)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    projects.iter().for_each(|it| *counts.entry(&it.name).or_default() += 1);
    let called = |it: &KnownProject| match counts[it.name.as_str()] {
        1 => it.name.clone(),
        _ if it.working_dir.is_empty() => format!("{} ({})", it.name, it.id),
        _ => format!("{} ({})", it.name, it.working_dir),
    };
    projects.iter().map(|it| (it.id.clone(), called(it))).collect()
}

fn page_lines(
    memory: &NoteStore,
    db: Option<&ActivityDb>,
    lines: Vec<KnownLine>,
) -> Result<Vec<ProjectLine>, PageError> {
    let wishes = |wish| -> Result<HashSet<String>, PageError> {
        Ok(memory.read_wishes(wish).map_err(engine_failure)?.into_iter().collect())
    };
    let (always, never) = (wishes(InjectionWish::Always)?, wishes(InjectionWish::Never)?);
    let mut there: HashMap<String, bool> = HashMap::new();
    let mut listed = Vec::new();
    for known in lines {
        let session = match known.session {
            Some(id) => Some(session_link(db, id, &mut there)?),
            None => None,
        };
        let line = known.line;
        listed.push(ProjectLine {
            number: line.number,
            section: line.section.name(),
            key: known.key.to_string(),
            day: line.day.clone().unwrap_or_default(),
            by: line.author().name(),
            session,
            strike: line.strike.map(|it| StrikeView {
                day: it.day.unwrap_or_default(),
                is_superseded: it.is_superseded,
            }),
            is_item: line.is_item,
            is_always: always.contains(&line.text),
            is_never: never.contains(&line.text),
            text: line.text,
            code: Vec::new(),
        });
    }
    Ok(listed)
}

/// Adds to each line the code that it speaks of, where that changed or went.
fn mark_changed_code(
    state: &DashboardState,
    shown: &mut pages::ProjectView,
) -> Result<(), PageError> {
    let Some(note) = &shown.note else { return Ok(()) };
    for fact in code::of_note(state, note)? {
        if let Some(line) = shown.lines.iter_mut().find(|line| line.number == fact.line) {
            line.code = fact.code.into_iter().filter(Code::is_stale).collect();
        }
    }
    Ok(())
}

/// Returns the short name of a session, and its id where the session still exists.
fn session_link(
    db: Option<&ActivityDb>,
    id: String,
    there: &mut HashMap<String, bool>,
) -> Result<(String, Option<String>), PageError> {
    let is_there = match (there.get(&id), db) {
        (Some(known), _) => *known,
        (None, Some(db)) => db.client_of(&id).map_err(engine_failure)?.is_some(),
        (None, None) => false,
    };
    there.insert(id.clone(), is_there);
    Ok((Pointer::to_session(&id).to_string(), is_there.then_some(id)))
}

/// Returns a rule that stands elsewhere than on the project's page.
fn other_rule(rule: &StandingRule, page: Option<&str>) -> Option<OtherRule> {
    let note = match &rule.source {
        RuleSource::Note { path, .. } if Some(path.as_str()) == page => return None,
        RuleSource::Note { path, line } => Some((path.clone(), *line)),
        RuleSource::Team | RuleSource::Habit(_) | RuleSource::Conversation { .. } => None,
    };
    let is_team = rule.source == RuleSource::Team;
    Some(OtherRule {
        key: (!is_team).then(|| rule.key()),
        text: rule.text.clone(),
        day: rule.day.clone(),
        note,
        by: is_team.then(|| rule.by.clone()),
    })
}

/// Changes a line as the form says.
pub(crate) async fn change_line(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        let memory = state.open_notes();
        let projects =
            memory.list_projects(state.open_activity()?.as_ref()).map_err(engine_failure)?;
        let known =
            projects.iter().find(|it| it.id == form.field_value("id")).ok_or(PageError::Missing)?;
        let project = known.project(&ProjectTable::load(state.home()));
        match apply_form(state, &memory, &project, &form)? {
            Ok(done) => Ok(PageOutcome::Done(done_address(state, &project.id, done))),
            Err(conflict) => {
                let changing = form.field_value("line").to_owned();
                let shown = pages::ProjectView {
                    conflict: Some(conflict),
                    changing,
                    ..pages::ProjectView::default()
                };
                project_page(state, asking, &project.id, shown).map(PageOutcome::Met)
            }
        }
    })
    .await
}

/// Returns the address of the page that confirms an action.
fn done_address(state: &DashboardState, id: &str, done: LineAction) -> String {
    let query = [("id", id), ("done", done.name())];
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{}project?{query}", state.base())
}

/// Applies a form, and returns the action or the conflict that prevented it.
fn apply_form(
    state: &DashboardState,
    memory: &NoteStore,
    project: &ProjectIdentity,
    form: &RequestFields,
) -> Result<Result<LineAction, LineConflict>, PageError> {
    if form.field_value("do") == "strike-rule" {
        return strike_rule(state, project, form);
    }
    let key: LineKey = form.field_value("line").parse().map_err(|_| PageError::Missing)?;
    let words = form.field_value("words");
    let changed = |is_done: bool, done: LineAction, words: &str| match is_done {
        true => Ok(done),
        false => Err(LineConflict::Changed(words.to_owned())),
    };
    match form.field_value("do") {
        "edit" => match memory.edit_line(project, &key, words) {
            Err(Error::Refused(_)) => Ok(Err(LineConflict::Empty)),
            edited => Ok(changed(edited.map_err(engine_failure)?, LineAction::Edit, words)),
        },
        "strike" => {
            let struck = memory.strike_line(project, &key, &today()).map_err(engine_failure)?;
            Ok(changed(struck, LineAction::Strike, ""))
        }
        verb => apply_wish(memory, project, &key, verb),
    }
}

/// Has a line told always or never, or takes that back.
fn apply_wish(
    memory: &NoteStore,
    project: &ProjectIdentity,
    key: &LineKey,
    verb: &str,
) -> Result<Result<LineAction, LineConflict>, PageError> {
    let Some(line) = memory.line_at(project, key).map_err(engine_failure)? else {
        return Ok(Err(LineConflict::Changed(String::new())));
    };
    let text = [line.text];
    let done = match verb {
        "always" => memory
            .add_wishes(InjectionWish::Always, &text, Some(project))
            .map(|()| LineAction::Always),
        "never" => memory.add_wishes(InjectionWish::Never, &text, None).map(|()| LineAction::Never),
        "unalways" => {
            memory.remove_wish(InjectionWish::Always, &text[0]).map(|()| LineAction::Undo)
        }
        "unnever" => memory.remove_wish(InjectionWish::Never, &text[0]).map(|()| LineAction::Undo),
        _ => return Err(PageError::Missing),
    };
    done.map(Ok).map_err(engine_failure)
}

/// Strikes a rule that stands in another note, as `palimp rules --strike` does.
fn strike_rule(
    state: &DashboardState,
    project: &ProjectIdentity,
    form: &RequestFields,
) -> Result<Result<LineAction, LineConflict>, PageError> {
    let (db, mut memory, settings) =
        (state.open_activity()?, state.open_memory(), state.load_settings());
    let start = next_start(db.as_ref(), &mut memory, &settings, project, Timestamp::now());
    let rules = start.map_err(engine_failure)?.rules;
    let Some(rule) = rules.iter().find(|rule| rule.key() == form.field_value("rule")) else {
        return Ok(Err(LineConflict::Changed(String::new())));
    };
    memory.notes.strike_rule(rule, &today(), project).map_err(action_failure)?;
    Ok(Ok(LineAction::Strike))
}

fn today() -> String {
    Zoned::now().strftime("%Y-%m-%d").to_string()
}
