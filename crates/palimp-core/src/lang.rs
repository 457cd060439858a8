//! Language of what palimp says to a person: English or Korean.
//!
//! A process has one language, set once by [`set_process_lang`]; English until then, and for
//! everything that a program reads. A thread that answers another reader, such as a page's request,
//! runs in [`with_lang`]. Sentences themselves are in tables that [`messages!`](crate::messages)
//! declares.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// Language of what palimp says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Both languages, by their number.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ko];

    /// Returns the code of the language, as in `lang="ko"`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ko => "ko",
        }
    }

    /// Returns the name of the language in itself.
    pub fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Ko => "한국어",
        }
    }

    /// Returns the language of this code.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// Returns the user's language: the first of these variables that has a value decides, in the
    /// order of POSIX for the locale, behind `PALIMP_LANG`.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let named = ["PALIMP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let code = named.unwrap_or_default();
        Lang::from_code(code.split(['_', '.', '-', '@']).next().unwrap_or_default())
            .unwrap_or_default()
    }
}

/// Language of the process, as its place in [`Lang::ALL`].
static PROCESS_LANG: AtomicU8 = AtomicU8::new(0);

thread_local! {
    static THREAD_LANG: Cell<Option<Lang>> = const { Cell::new(None) };
}

/// Sets the language of all that this process says from now on.
pub fn set_process_lang(lang: Lang) {
    PROCESS_LANG.store(u8::from(lang == Lang::Ko), Ordering::Relaxed);
}

/// Returns the language of this thread's messages.
pub fn current_lang() -> Lang {
    let process = || Lang::ALL[usize::from(PROCESS_LANG.load(Ordering::Relaxed))];
    THREAD_LANG.get().unwrap_or_else(process)
}

/// Returns the result of `work`, in which this thread says everything in `lang`.
pub fn with_lang<T>(lang: Lang, work: impl FnOnce() -> T) -> T {
    struct PreviousLang(Option<Lang>);
    impl Drop for PreviousLang {
        fn drop(&mut self) {
            THREAD_LANG.set(self.0);
        }
    }
    let _restore = PreviousLang(THREAD_LANG.replace(Some(lang)));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scope_ends_with_its_work() {
        assert_eq!(with_lang(Lang::Ko, current_lang), Lang::Ko);
        let inner = || with_lang(Lang::En, current_lang);
        assert_eq!(with_lang(Lang::Ko, || (inner(), current_lang())), (Lang::En, Lang::Ko));
        assert!(std::panic::catch_unwind(|| with_lang(Lang::Ko, || panic!("stop"))).is_err());
        assert_eq!(current_lang(), Lang::En);
    }

    #[test]
    fn the_users_language_is_that_of_the_environment() {
        let of = |set: &[(&str, &str)]| {
            Lang::of_environment(|name| {
                set.iter().find(|(of, _)| *of == name).map(|(_, it)| (*it).to_owned())
            })
        };
        assert_eq!(of(&[("LANG", "ko_KR.UTF-8")]), Lang::Ko);
        assert_eq!(of(&[("LC_ALL", "ko"), ("LANG", "en_US.UTF-8")]), Lang::Ko);
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "ko_KR.UTF-8")]), Lang::En);
        assert_eq!(of(&[("LC_ALL", ""), ("LC_MESSAGES", "ko_KR.UTF-8")]), Lang::Ko);
        assert_eq!(of(&[("PALIMP_LANG", "en"), ("LC_ALL", "ko_KR.UTF-8")]), Lang::En);
        assert_eq!(of(&[("PALIMP_LANG", "ko"), ("LC_ALL", "C")]), Lang::Ko);
        assert_eq!(of(&[("LANG", "kok_IN.UTF-8")]), Lang::En, "Konkani is another language");
        assert_eq!(of(&[]), Lang::En);
    }
}
