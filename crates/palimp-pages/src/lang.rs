//! The languages of the pages.

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Both.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ko];

    /// Its code, as in `lang="ko"`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ko => "ko",
        }
    }

    /// Its name in itself.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Ko => "한국어",
        }
    }

    /// Returns the language of this code.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The user's language: the first of these variables that says anything decides, as POSIX has it for the locale.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let named = ["PALIMP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let code = named.unwrap_or_default();
        Lang::from_code(code.split(['_', '.', '-', '@']).next().unwrap_or_default())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
