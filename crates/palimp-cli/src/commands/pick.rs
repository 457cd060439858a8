//! Choosing on the screen: `palimp search -i` and `palimp recent -i`.

use std::path::Path;
use std::time::Duration;

use palimp_core::activity::StoredObservation;
use palimp_engine::recall::{HitSource, SearchHit};
use palimp_note::authors::strip_comments;

use super::{edit, forget, show};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::hits::{address, best_line};
use crate::lang::told;
use crate::output::{self, note, say, words};
use crate::picker::{Act, Area, Happened, Item, Picker, Screen, copy, drawn};

/// How long a person has to have stopped typing before a service is asked.
const PAUSE: Duration = Duration::from_millis(300);

/// What finds something for what is typed.
type Finder<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<Item>, Failure>;

/// Something that was captured, to be chosen.
pub(super) fn item(row: StoredObservation) -> Item {
    Item { pinned: row.pinned, hit: SearchHit::from(row) }
}

/// Lets a person choose among what `find` finds, beginning with `query`. What she opens is shown whole
/// where she reads it on a terminal; elsewhere its address is printed.
pub(super) fn run(cx: &Cx, query: String, find: Finder) -> Result<(), Failure> {
    if !output::is_anybody_there() {
        return Err(Failure::user(
            "-i needs a terminal to choose on: leave -i out for a list, or take --json for programs",
        ));
    }
    let pause = crate::models::asks_a_service(cx).then_some(PAUSE);
    let picker = Picker { query, looks: true, ..Picker::default() };
    let mut choice = Choice { cx, picker };
    let screen = Screen::open()?;
    // She sees what she asked for while it is looked for, and Ctrl-C ends what takes too long.
    choice.draw(&screen);
    let items = find(&choice.picker.query)?;
    choice.picker.take(items);
    choice.preview();
    screen.listen()?;
    let opened = choice.until_made(&screen, find, pause);
    drop(screen);
    match opened? {
        None => Ok(()),
        Some(hit) if output::is_terminal() => choice.open(&hit),
        Some(hit) => {
            say!("{}", address(&hit));
            Ok(())
        }
    }
}

/// A choice that is being made.
struct Choice<'a> {
    cx: &'a Cx,
    picker: Picker,
}

impl Choice<'_> {
    /// Draws and obeys keys until one is opened, or none.
    fn until_made(
        &mut self,
        screen: &Screen,
        find: Finder,
        pause: Option<Duration>,
    ) -> Result<Option<SearchHit>, Failure> {
        let mut typed = false;
        loop {
            if !screen.is_behind() {
                if typed && pause.is_none() {
                    self.look(find);
                    typed = false;
                }
                self.draw(screen);
            }
            let key = match screen.next(pause.filter(|_| typed))? {
                Happened::Key(key) => key,
                Happened::Other => continue,
                Happened::Nothing => {
                    self.look(find);
                    typed = false;
                    continue;
                }
            };
            match self.picker.key(key) {
                None | Some(Act::Draw) => {}
                Some(Act::Find) => typed = true,
                Some(Act::Preview) => self.preview(),
                Some(Act::Leave) => return Ok(None),
                Some(Act::Open) => {
                    // What was typed together with Enter is meant by it.
                    if typed {
                        self.look(find);
                    }
                    typed = false;
                    if let Some(item) = self.picker.item() {
                        return Ok(Some(item.hit.clone()));
                    }
                }
                Some(Act::Suspend) => screen.suspend()?,
                Some(act) => {
                    typed = false;
                    let done = self.act(act, screen);
                    self.look(find);
                    self.picker.remark = Some(done.unwrap_or_else(|failure| failure.in_words()));
                }
            }
        }
    }

    fn draw(&self, screen: &Screen) {
        let (columns, rows) = screen.size();
        screen.paint(&drawn(&self.picker, Area { columns, rows, now: now_ms() }));
    }

    /// Looks for what is typed now.
    fn look(&mut self, find: Finder) {
        match find(&self.picker.query) {
            Ok(items) => self.picker.take(items),
            Err(failure) => self.picker.remark = Some(failure.in_words()),
        }
        self.preview();
    }

    /// Makes the chosen one whole; what cannot be opened shows what was found of it.
    fn preview(&mut self) {
        let Some(item) = self.picker.item() else { return self.picker.whole.clear() };
        let opened = self.found(&item.hit).map(|found| match found {
            // Without palimp's comments, which say nothing of the matter.
            show::Found::Note(excerpt) => strip_comments(&excerpt.text),
            other => other.text().to_owned(),
        });
        self.picker.whole = opened.unwrap_or_else(|_| item.hit.snippet.clone());
    }

    fn found(&self, hit: &SearchHit) -> Result<show::Found, Failure> {
        let which = show::which(&address(hit)).map_err(Failure::user)?;
        let db = match hit.source {
            HitSource::Notes | HitSource::Commits | HitSource::Records => None,
            _ => self.cx.activity()?,
        };
        show::find(&mut self.cx.notes(), db.as_ref(), &which)
    }

    fn open(&self, hit: &SearchHit) -> Result<(), Failure> {
        show::tell(self.cx, &self.found(hit)?);
        Ok(())
    }

    /// Does something to the chosen one, and says what.
    fn act(&self, act: Act, screen: &Screen) -> Result<String, Failure> {
        let Some(item) = self.picker.item() else { return Ok(String::new()) };
        if act != Act::Copy {
            crate::caller::refuse_agent()?;
        }
        match act {
            // What these two print would become part of the answer.
            Act::Edit | Act::Forget if !output::is_terminal() => Err(Failure::user(
                "the answer goes to another program: edit and forget where it does not",
            )),
            Act::Edit => self.edit(&item.hit, screen),
            Act::Copy => Ok(self.copy(screen)),
            Act::Pin => self.pin(&item.hit),
            _ => self.forget(&item.hit, screen),
        }
    }

    /// A note is edited as `palimp edit` does it; of what a tool did, the file it did it to.
    fn edit(&self, hit: &SearchHit, screen: &Screen) -> Result<String, Failure> {
        let nothing = || {
            Failure::user("this has no file to edit: a note has, and an edit of one that is there")
        };
        let path = hit.path.clone().ok_or_else(nothing)?;
        match hit.source {
            HitSource::Notes => {
                screen.lend(|| edit::run(self.cx, &edit::Args::of(path.clone())))??;
            }
            _ if Path::new(&path).is_file() => {
                screen.lend(|| edit::start(Path::new(&path)))??;
            }
            _ => return Err(nothing()),
        }
        Ok(words!("{path} was open in your editor"))
    }

    fn copy(&self, screen: &Screen) -> String {
        let copied = copy(&self.picker.whole);
        copied.sequence.iter().for_each(|sequence| screen.command(sequence));
        match copied.handed || copied.sequence.is_some() {
            true => words!("copied"),
            false => words!("too long for the terminal to copy"),
        }
    }

    fn pin(&self, hit: &SearchHit) -> Result<String, Failure> {
        let (HitSource::Observations, Some(id)) = (hit.source, hit.id) else {
            return Err(Failure::user("only what tools did has an age to be kept from"));
        };
        let gone = || Failure::user(format!("there is no observation #{id}"));
        let mut db = self.cx.activity_to_change()?.ok_or_else(gone)?;
        let pinned = !db.find_observation(id)?.ok_or_else(gone)?.pinned;
        db.set_pinned(id, &self.cx.agent(), pinned)?;
        Ok(match pinned {
            true => words!("pinned #{id}"),
            false => words!("unpinned #{id}"),
        })
    }

    /// Forgets it as `palimp forget` does: what would go is shown, and the person is asked.
    fn forget(&self, hit: &SearchHit, screen: &Screen) -> Result<String, Failure> {
        let text = match (hit.source, hit.id) {
            (HitSource::Observations, Some(id)) => format!("#{id}"),
            (HitSource::Messages, Some(id)) => format!("m{id}"),
            (HitSource::Notes, _) => best_line(&hit.snippet, &self.picker.query).trim().to_owned(),
            _ => self.found(hit)?.text().to_owned(),
        };
        let text = text.strip_prefix("- ").unwrap_or(&text).to_owned();
        screen.lend(|| {
            let done = forget::forget(self.cx, &text, &forget::Args::of_wish(false));
            if let Err(failure) = done {
                note!("palimp: {failure}");
            }
            output::wait_for_enter(&told("Enter goes back."));
        })?;
        Ok(String::new())
    }
}
