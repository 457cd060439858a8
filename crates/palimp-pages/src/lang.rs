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

    /// The language of this code.
    pub fn of(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The first language of an `Accept-Language` header that there is; its order is taken for its
    /// weights, as browsers send it.
    pub fn accepted(header: &str) -> Option<Lang> {
        let ranges = header.split(',').map(|range| range.split([';', '-']).next().unwrap_or(""));
        ranges.map(str::trim).find_map(|code| Lang::of(&code.to_ascii_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_first_that_the_browser_wants() {
        assert_eq!(Lang::accepted("ko-KR,ko;q=0.9,en;q=0.8"), Some(Lang::Ko));
        assert_eq!(Lang::accepted("pt-BR, EN;q=0.5"), Some(Lang::En));
        assert_eq!(Lang::accepted("pt"), None);
    }
}
