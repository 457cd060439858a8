//! Choosing among hits on a terminal: what was typed, what is chosen, and what a key means. Nothing
//! here knows a terminal or a home; `draw` says how it looks.

mod copy;
mod draw;
mod screen;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use palimp_engine::retrieval::recall::SearchHit;

pub(crate) use copy::copy_to_clipboard;
pub(crate) use draw::{Area, draw_picker};
pub(crate) use screen::{PickerScreen, ScreenEvent};

/// Length of a page of the preview, in lines.
const PAGE_LINES: i32 = 8;

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub(crate) struct PickerItem {
    /// The hit.
    pub(crate) hit: SearchHit,
    /// True if a person asked to keep it.
    pub(crate) pinned: bool,
}

/// Items to choose from, and the state of the choice.
#[derive(Debug, Default)]
pub(crate) struct Picker {
    /// Query that was typed.
    pub(crate) query: String,
    /// True if the query is searched for the first time.
    pub(crate) looks: bool,
    /// Items found for the query, best first.
    pub(crate) items: Vec<PickerItem>,
    /// The place of the chosen one among them.
    pub(crate) chosen: usize,
    /// The chosen one, whole.
    pub(crate) whole: String,
    /// Number of lines by which the preview was scrolled from its initial position.
    pub(crate) moved: i32,
    /// Message about the last key, until the next one.
    pub(crate) remark: Option<String>,
}

/// Action that a key asks for and that the picker does not do itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PickerAction {
    /// To look for what is typed now.
    Find,
    /// To show another one whole.
    Preview,
    /// To draw it as it is now.
    Draw,
    /// To end with the chosen one.
    Open,
    /// To open the chosen one in an editor.
    Edit,
    /// To copy the chosen one.
    Copy,
    /// To keep the chosen one, or let it age again.
    Pin,
    /// To forget the chosen one.
    Forget,
    /// To wait in the background.
    Suspend,
    /// To end with nothing.
    Leave,
}

impl Picker {
    /// The chosen one.
    pub(crate) fn chosen_item(&self) -> Option<&PickerItem> {
        self.items.get(self.chosen)
    }

    /// Takes what was found; the choice stays where it was, as far as there is something.
    pub(crate) fn set_items(&mut self, items: Vec<PickerItem>) {
        self.chosen = self.chosen.min(items.len().saturating_sub(1));
        self.items = items;
        self.looks = false;
    }

    /// Handles a key, and returns the action that it asks for.
    pub(crate) fn handle_key(&mut self, key: KeyEvent) -> Option<PickerAction> {
        self.remark = None;
        let with = |modifier| key.modifiers.contains(modifier);
        match key.code {
            KeyCode::Char(c) if with(KeyModifiers::CONTROL) => self.handle_control_key(c),
            KeyCode::Char(c) if !with(KeyModifiers::ALT) && !c.is_control() => {
                self.query.push(c);
                Some(self.query_changed())
            }
            KeyCode::Backspace => self.query.pop().map(|_| self.query_changed()),
            KeyCode::Up => self.move_choice(-1),
            KeyCode::Down => self.move_choice(1),
            KeyCode::Home => self.move_choice(i32::MIN),
            KeyCode::End => self.move_choice(i32::MAX),
            KeyCode::PageUp => self.scroll(-PAGE_LINES),
            KeyCode::PageDown => self.scroll(PAGE_LINES),
            KeyCode::Enter => self.chosen_item().map(|_| PickerAction::Open),
            KeyCode::Esc => Some(PickerAction::Leave),
            _ => None,
        }
    }

    fn handle_control_key(&mut self, c: char) -> Option<PickerAction> {
        let chosen = |act| self.chosen_item().map(|_| act);
        match c {
            'c' | 'd' | 'g' => Some(PickerAction::Leave),
            'z' => Some(PickerAction::Suspend),
            'p' | 'k' => self.move_choice(-1),
            'n' | 'j' => self.move_choice(1),
            'e' | 'o' => chosen(PickerAction::Edit),
            'y' => chosen(PickerAction::Copy),
            't' => chosen(PickerAction::Pin),
            'x' => chosen(PickerAction::Forget),
            'u' => {
                self.query.clear();
                Some(self.query_changed())
            }
            'w' => {
                let kept = self.query.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.query.truncate(kept);
                Some(self.query_changed())
            }
            'h' => self.query.pop().map(|_| self.query_changed()),
            _ => None,
        }
    }

    fn query_changed(&mut self) -> PickerAction {
        (self.chosen, self.moved) = (0, 0);
        PickerAction::Find
    }

    fn move_choice(&mut self, by: i32) -> Option<PickerAction> {
        let last = i32::try_from(self.items.len()).ok()?.checked_sub(1).filter(|it| *it >= 0)?;
        let at = i32::try_from(self.chosen).ok()?.saturating_add(by).clamp(0, last);
        self.chosen = usize::try_from(at).ok()?;
        self.moved = 0;
        Some(PickerAction::Preview)
    }

    fn scroll(&mut self, by: i32) -> Option<PickerAction> {
        let most = i32::try_from(self.whole.lines().count()).ok()?;
        self.moved = self.moved.saturating_add(by).clamp(-most, most);
        Some(PickerAction::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::draw::made;
    use super::*;

    fn press(picker: &mut Picker, code: KeyCode) -> Option<PickerAction> {
        picker.handle_key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn control(picker: &mut Picker, c: char) -> Option<PickerAction> {
        picker.handle_key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL))
    }

    #[test]
    fn what_is_typed_is_looked_for_from_the_first() {
        let mut picker = made();
        press(&mut picker, KeyCode::Down);
        assert_eq!(picker.chosen, 1);
        picker.query.clear();
        for c in "배포 now".chars() {
            assert_eq!(press(&mut picker, KeyCode::Char(c)), Some(PickerAction::Find));
        }
        assert_eq!((picker.query.as_str(), picker.chosen), ("배포 now", 0));
        assert_eq!(control(&mut picker, 'w'), Some(PickerAction::Find));
        assert_eq!(picker.query, "배포 ");
        press(&mut picker, KeyCode::Backspace);
        press(&mut picker, KeyCode::Backspace);
        assert_eq!(picker.query, "배");
        control(&mut picker, 'u');
        assert_eq!(press(&mut picker, KeyCode::Backspace), None, "there is nothing left");
    }

    #[test]
    fn the_choice_stays_among_what_there_is() {
        let mut picker = made();
        let last = picker.items.len() - 1;
        assert_eq!(press(&mut picker, KeyCode::Up), Some(PickerAction::Preview));
        assert_eq!(picker.chosen, 0);
        press(&mut picker, KeyCode::End);
        assert_eq!(picker.chosen, last);
        press(&mut picker, KeyCode::Down);
        assert_eq!(picker.chosen, last);
        let one = picker.items[..1].to_vec();
        picker.set_items(one);
        assert_eq!(picker.chosen, 0);
    }

    #[test]
    fn where_nothing_is_nothing_can_be_done_to_it() {
        let mut picker = Picker::default();
        for c in ['e', 'y', 't', 'x', 'n', 'p'] {
            assert_eq!(control(&mut picker, c), None, "{c}");
        }
        assert_eq!(press(&mut picker, KeyCode::Enter), None);
        assert_eq!(control(&mut picker, 'c'), Some(PickerAction::Leave));
        assert_eq!(press(&mut picker, KeyCode::Esc), Some(PickerAction::Leave));
    }
}
