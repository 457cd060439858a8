//! Blocks of raw HTML: what opens one, and what ends it.

/// End condition of a block of HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HtmlBlockEnd {
    /// A blank line.
    Blank,
    /// A line that holds this, in either case.
    Mark(&'static str),
}

/// Elements whose content is text, with what ends them.
const RAW_TEXT_ELEMENTS: &[(&str, &str)] = &[
    ("pre", "</pre>"),
    ("script", "</script>"),
    ("style", "</style>"),
    ("textarea", "</textarea>"),
];

/// Elements that begin a block even in the middle of a paragraph.
const BLOCK_ELEMENTS: &[&str] = &[
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
];

impl HtmlBlockEnd {
    /// Returns the end condition of the block that a line opens, if it opens one.
    pub(super) fn for_opening_line(line: &str, in_paragraph: bool) -> Option<HtmlBlockEnd> {
        let inner = line.strip_prefix('<')?;
        if inner.starts_with("!--") {
            return Some(HtmlBlockEnd::Mark("-->"));
        }
        if inner.starts_with("![CDATA[") {
            return Some(HtmlBlockEnd::Mark("]]>"));
        }
        match inner.as_bytes() {
            [b'?', ..] => Some(HtmlBlockEnd::Mark("?>")),
            [b'!', letter, ..] if letter.is_ascii_alphabetic() => Some(HtmlBlockEnd::Mark(">")),
            _ => HtmlBlockEnd::of_element(inner, in_paragraph),
        }
    }

    fn of_element(inner: &str, in_paragraph: bool) -> Option<HtmlBlockEnd> {
        let closing = inner.starts_with('/');
        let (name, rest) = split_element_name(inner.strip_prefix('/').unwrap_or(inner))?;
        let raw = RAW_TEXT_ELEMENTS.iter().find(|(raw, _)| name.eq_ignore_ascii_case(raw));
        if let Some((_, end)) = raw.filter(|_| !closing) {
            return Some(HtmlBlockEnd::Mark(end));
        }
        let block = BLOCK_ELEMENTS.iter().any(|block| name.eq_ignore_ascii_case(block));
        // Any other element has to stand alone on its line.
        let rest = rest.trim_ascii_end();
        let alone = rest.ends_with('>') && !rest[..rest.len() - 1].contains(['<', '>']);
        (block || alone && !in_paragraph).then_some(HtmlBlockEnd::Blank)
    }

    /// Returns true if a line ends the block.
    pub(super) fn is_in(self, line: &str, blank: bool) -> bool {
        match self {
            HtmlBlockEnd::Blank => blank,
            HtmlBlockEnd::Mark(mark) => contains_ignore_case(line, mark),
        }
    }

    /// Returns true if the block ends on the line that opens it.
    pub(super) fn closes_on_first(self, line: &str) -> bool {
        match self {
            HtmlBlockEnd::Blank => false,
            // `<!-->` is whole, and `<?>` is not.
            HtmlBlockEnd::Mark("-->") => contains_ignore_case(&line[2..], "-->"),
            HtmlBlockEnd::Mark(mark) => contains_ignore_case(&line[2..], mark),
        }
    }
}

/// Returns the name of the element at the beginning of a text, and the text after the name.
fn split_element_name(text: &str) -> Option<(&str, &str)> {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let length = text.bytes().take_while(|byte| named(byte)).count();
    let (name, rest) = text.split_at(length);
    let ends = rest.is_empty() || rest.starts_with([' ', '\t', '>']) || rest.starts_with("/>");
    (starts && ends).then_some((name, rest))
}

fn contains_ignore_case(line: &str, mark: &str) -> bool {
    let (line, mark) = (line.as_bytes(), mark.as_bytes());
    line.windows(mark.len()).any(|window| window.eq_ignore_ascii_case(mark))
}
