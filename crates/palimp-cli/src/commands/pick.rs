//! Choosing on the screen: `palimp search -i` and `palimp recent -i`.

use std::path::Path;
use std::time::Duration;

use palimp_core::activity::StoredObservation;
use palimp_engine::retrieval::recall::{HitSource, SearchHit};
use palimp_note::authors::strip_comments;

use super::{edit, forget, show};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::hits::{best_line, hit_address};
use crate::messages;
use crate::output::{self, note, say};
use crate::picker::{
    Area, Picker, PickerAction, PickerItem, PickerScreen, ScreenEvent, copy_to_clipboard,
    draw_picker,
};

/// Pause in the user's typing before a service is asked.
const TYPING_PAUSE: Duration = Duration::from_millis(300);

/// Function that finds items for the typed text.
type Finder<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<PickerItem>, CliError>;

/// Something that was captured, to be chosen.
pub(super) fn to_item(row: StoredObservation) -> PickerItem {
    PickerItem { pinned: row.pinned, hit: SearchHit::from(row) }
}

/// Lets a person choose among the items that `find` finds, beginning with `query`. On a terminal
/// the opened item is shown in full; elsewhere its address is printed.
pub(super) fn run(cx: &Cx, query: String, find: Finder) -> Result<(), CliError> {
    if !output::is_anybody_there() {
        return Err(CliError::user(messages::no_terminal_to_choose()));
    }
    let pause = crate::models::asks_a_service(cx).then_some(TYPING_PAUSE);
    let picker = Picker { query, looks: true, ..Picker::default() };
    let mut choice = PickerSession { cx, picker };
    let screen = PickerScreen::open()?;
    // She sees what she asked for while it is looked for, and Ctrl-C ends what takes too long.
    choice.draw(&screen);
    let items = find(&choice.picker.query)?;
    choice.picker.set_items(items);
    choice.update_preview();
    screen.listen()?;
    let opened = choice.until_made(&screen, find, pause);
    drop(screen);
    match opened? {
        None => Ok(()),
        Some(hit) if output::is_terminal() => choice.print_hit(&hit),
        Some(hit) => {
            say(hit_address(&hit));
            Ok(())
        }
    }
}

/// A choice that is being made.
struct PickerSession<'a> {
    cx: &'a Cx,
    picker: Picker,
}

impl PickerSession<'_> {
    /// Draws and obeys keys until one is opened, or none.
    fn until_made(
        &mut self,
        screen: &PickerScreen,
        find: Finder,
        pause: Option<Duration>,
    ) -> Result<Option<SearchHit>, CliError> {
        let mut typed = false;
        loop {
            if !screen.is_behind() {
                if typed && pause.is_none() {
                    self.find_items(find);
                    typed = false;
                }
                self.draw(screen);
            }
            let key = match screen.next_event(pause.filter(|_| typed))? {
                ScreenEvent::Key(key) => key,
                ScreenEvent::Other => continue,
                ScreenEvent::Nothing => {
                    self.find_items(find);
                    typed = false;
                    continue;
                }
            };
            match self.picker.handle_key(key) {
                None | Some(PickerAction::Draw) => {}
                Some(PickerAction::Find) => typed = true,
                Some(PickerAction::Preview) => self.update_preview(),
                Some(PickerAction::Leave) => return Ok(None),
                Some(PickerAction::Open) => {
                    // What was typed together with Enter is meant by it.
                    if typed {
                        self.find_items(find);
                    }
                    typed = false;
                    if let Some(item) = self.picker.chosen_item() {
                        return Ok(Some(item.hit.clone()));
                    }
                }
                Some(PickerAction::Suspend) => screen.suspend()?,
                Some(act) => {
                    typed = false;
                    let done = self.run_action(act, screen);
                    self.find_items(find);
                    self.picker.remark = Some(done.unwrap_or_else(|failure| failure.to_string()));
                }
            }
        }
    }

    fn draw(&self, screen: &PickerScreen) {
        let (columns, rows) = screen.size();
        screen.paint(&draw_picker(&self.picker, Area { columns, rows, now: now_ms() }));
    }

    /// Looks for what is typed now.
    fn find_items(&mut self, find: Finder) {
        match find(&self.picker.query) {
            Ok(items) => self.picker.set_items(items),
            Err(failure) => self.picker.remark = Some(failure.to_string()),
        }
        self.update_preview();
    }

    /// Makes the chosen one whole; what cannot be opened shows what was found of it.
    fn update_preview(&mut self) {
        let Some(item) = self.picker.chosen_item() else { return self.picker.whole.clear() };
        let opened = self.open_hit(&item.hit).map(|found| match found {
            // Without palimp's comments, which say nothing of the matter.
            show::OpenedResult::Note(excerpt) => strip_comments(&excerpt.text),
            other => other.text().to_owned(),
        });
        self.picker.whole = opened.unwrap_or_else(|_| item.hit.snippet.clone());
    }

    fn open_hit(&self, hit: &SearchHit) -> Result<show::OpenedResult, CliError> {
        let which = show::parse_address(&hit_address(hit)).map_err(CliError::user)?;
        let db = match hit.source {
            HitSource::Notes | HitSource::Commits | HitSource::Records => None,
            _ => self.cx.activity_to_read()?,
        };
        show::open_result(&mut self.cx.memory_without_models(), db.as_ref(), &which)
    }

    fn print_hit(&self, hit: &SearchHit) -> Result<(), CliError> {
        show::print_result(self.cx, &self.open_hit(hit)?);
        Ok(())
    }

    /// Does something to the chosen one, and says what.
    fn run_action(&self, act: PickerAction, screen: &PickerScreen) -> Result<String, CliError> {
        let Some(item) = self.picker.chosen_item() else { return Ok(String::new()) };
        if act != PickerAction::Copy {
            crate::caller::refuse_agent()?;
        }
        match act {
            // What these two print would become part of the answer.
            PickerAction::Edit | PickerAction::Forget if !output::is_terminal() => {
                Err(CliError::user(messages::output_is_piped()))
            }
            PickerAction::Edit => self.edit(&item.hit, screen),
            PickerAction::Copy => Ok(self.copy_text(screen)),
            PickerAction::Pin => self.pin(&item.hit),
            _ => self.forget(&item.hit, screen),
        }
    }

    /// A note is edited as `palimp edit` does it; of what a tool did, the file it did it to.
    fn edit(&self, hit: &SearchHit, screen: &PickerScreen) -> Result<String, CliError> {
        let nothing = || CliError::user(messages::no_file_to_edit());
        let path = hit.path.clone().ok_or_else(nothing)?;
        match hit.source {
            HitSource::Notes => {
                screen.lend_terminal(|| {
                    edit::run(self.cx, &edit::EditArgs::for_note(path.clone()))
                })??;
            }
            _ if Path::new(&path).is_file() => {
                screen.lend_terminal(|| edit::open_editor(Path::new(&path)))??;
            }
            _ => return Err(nothing()),
        }
        Ok(messages::opened_in_editor(&path))
    }

    fn copy_text(&self, screen: &PickerScreen) -> String {
        let copied = copy_to_clipboard(&self.picker.whole);
        copied.sequence.iter().for_each(|sequence| screen.send_command(sequence));
        match copied.handed || copied.sequence.is_some() {
            true => messages::copied(),
            false => messages::too_long_to_copy(),
        }
    }

    fn pin(&self, hit: &SearchHit) -> Result<String, CliError> {
        let (HitSource::Observations, Some(id)) = (hit.source, hit.id) else {
            return Err(CliError::user(messages::only_observations_pinned()));
        };
        let gone = || CliError::user(messages::observation_missing(id));
        let mut db = self.cx.activity_to_change()?.ok_or_else(gone)?;
        let pinned = !db.find_observation(id)?.ok_or_else(gone)?.pinned;
        db.set_pinned(id, &self.cx.agent(), pinned)?;
        Ok(match pinned {
            true => messages::pinned_observation(id),
            false => messages::unpinned_observation(id),
        })
    }

    /// Forgets it as `palimp forget` does: what would go is shown, and the person is asked.
    fn forget(&self, hit: &SearchHit, screen: &PickerScreen) -> Result<String, CliError> {
        let text = match (hit.source, hit.id) {
            (HitSource::Observations, Some(id)) => format!("#{id}"),
            (HitSource::Messages, Some(id)) => format!("m{id}"),
            (HitSource::Notes, _) => best_line(&hit.snippet, &self.picker.query).trim().to_owned(),
            _ => self.open_hit(hit)?.text().to_owned(),
        };
        let text = text.strip_prefix("- ").unwrap_or(&text).to_owned();
        screen.lend_terminal(|| {
            let done = forget::forget_text(self.cx, &text, &forget::ForgetArgs::of_wish(false));
            if let Err(failure) = done {
                note(format!("palimp: {failure}"));
            }
            output::wait_for_enter(&messages::enter_goes_back());
        })?;
        Ok(String::new())
    }
}
