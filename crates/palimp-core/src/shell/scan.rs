//! Shell scanner: splits a line into simple commands at operators that stand outside quotes, and
//! leaves here-documents out.

use crate::text::one_line;

/// A word of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ShellWord {
    /// The word without its quotes.
    pub text: String,
    /// The word as it was typed.
    pub raw: String,
}

/// The operator behind a simple command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Joint {
    /// `;`, a line end, or the end of the line.
    #[default]
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `&`
    Background,
}

/// A simple command and the operator behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub words: Vec<ShellWord>,
    pub joint: Joint,
}

/// Maximum number of simple commands that are read of a script.
const MAX_COMMANDS: usize = 256;

/// Splits a line into its simple commands.
pub(super) fn simple_commands(line: &str) -> Vec<Simple> {
    scan_line(line).0
}

/// Splits a line like [`simple_commands`]; the flag is true if the line ends within a quote or a
/// here-document.
pub(super) fn scan_line(line: &str) -> (Vec<Simple>, bool) {
    let mut scanner = Scanner::new(line);
    let mut commands = Vec::new();
    while commands.len() < MAX_COMMANDS && scanner.chars.peek().is_some() {
        let command = scanner.scan_command();
        if !command.words.is_empty() {
            commands.push(command);
        }
    }
    (commands, scanner.ends_inside)
}

/// Walks over a command line.
struct Scanner<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    /// The delimiters of here-documents that begin after this line.
    heredocs: Vec<String>,
    /// Number of open subshells.
    depth: usize,
    /// True once the line has ended within a quote or a here-document.
    ends_inside: bool,
}

impl<'a> Scanner<'a> {
    fn new(line: &'a str) -> Self {
        let chars = line.chars().peekable();
        Scanner { chars, heredocs: Vec::new(), depth: 0, ends_inside: false }
    }

    fn is_next(&mut self, c: char) -> bool {
        self.chars.next_if_eq(&c).is_some()
    }

    fn scan_command(&mut self) -> Simple {
        let mut words = WordBuilder::default();
        let mut joint = Joint::Then;
        while let Some(c) = self.chars.next() {
            match c {
                '\'' | '"' | '`' => self.scan_quoted(c, &mut words),
                '\\' => {
                    let next = self.chars.next().filter(|&c| c != '\n');
                    words.word.text.extend(next);
                    words.word.raw.extend(next.map(|next| ['\\', next]).into_iter().flatten());
                }
                '$' if self.chars.peek() == Some(&'(') => self.scan_substitution(&mut words),
                '#' if !words.open && words.word.text.is_empty() => {
                    while self.chars.next_if(|&c| c != '\n').is_some() {}
                }
                '&' if words.word.text.ends_with(['>', '<']) || self.chars.peek() == Some(&'>') => {
                    words.push_char(c);
                }
                '\n' => {
                    self.heredocs.extend(words.close_word(true));
                    self.skip_heredocs();
                    break;
                }
                ';' => break,
                '&' => {
                    joint = if self.is_next('&') { Joint::And } else { Joint::Background };
                    break;
                }
                '|' if !words.word.text.ends_with('>') => {
                    joint = if self.is_next('|') { Joint::Or } else { Joint::Pipe };
                    self.is_next('&');
                    break;
                }
                '(' if words.are_none() => self.depth += 1,
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    self.heredocs.extend(words.close_word(true));
                }
                '<' if self.chars.peek() == Some(&'<') && !words.word.text.starts_with('<') => {
                    self.heredocs.extend(words.close_word(true));
                    words.push_char('<');
                }
                c if c.is_whitespace() => {
                    self.heredocs.extend(words.close_word(false));
                    self.skip_heredoc_on_one_line();
                }
                c => words.push_char(c),
            }
        }
        self.heredocs.extend(words.close_word(true));
        Simple { words: words.done, joint }
    }

    /// Skips the bodies of the here-documents that this line began.
    fn skip_heredocs(&mut self) {
        for delimiter in std::mem::take(&mut self.heredocs) {
            loop {
                let line: String = self.chars.by_ref().take_while(|&c| c != '\n').collect();
                if line.trim() == delimiter || self.chars.peek().is_none() {
                    break;
                }
            }
        }
    }

    /// Skips a here-document that was put on one line, which goes on to its end.
    fn skip_heredoc_on_one_line(&mut self) {
        if !self.heredocs.is_empty() && !self.chars.clone().any(|c| c == '\n') {
            self.heredocs.clear();
            self.ends_inside = true;
            self.chars.by_ref().for_each(drop);
        }
    }

    /// Takes a quoted piece after its opening quote.
    fn scan_quoted(&mut self, quote: char, words: &mut WordBuilder) {
        words.open = true;
        words.word.raw.push(quote);
        while let Some(c) = self.chars.next() {
            words.word.raw.push(c);
            match c {
                c if c == quote => return,
                '\\' if quote == '"' => {
                    let next = self.chars.next();
                    words.word.text.extend(next);
                    words.word.raw.extend(next);
                }
                c => words.word.text.push(c),
            }
        }
        self.ends_inside = true;
    }

    /// Takes `$(…)` after its dollar, as part of a word.
    fn scan_substitution(&mut self, words: &mut WordBuilder) {
        words.push_char('$');
        let mut depth = 0;
        while let Some(c) = self.chars.next() {
            match c {
                '\'' | '"' => {
                    self.scan_quoted(c, words);
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            words.push_char(c);
            if depth == 0 {
                break;
            }
        }
    }
}

/// The words of the simple command being read.
#[derive(Default)]
struct WordBuilder {
    done: Vec<ShellWord>,
    word: ShellWord,
    /// True if the word holds a quoted piece, and so counts even when empty.
    open: bool,
}

impl WordBuilder {
    fn push_char(&mut self, c: char) {
        self.word.text.push(c);
        self.word.raw.push(c);
    }

    fn are_none(&self) -> bool {
        self.done.is_empty() && self.word.text.is_empty() && !self.open
    }

    /// Ends the word being read; answers the delimiter of a here-document that it named.
    fn close_word(&mut self, at_end: bool) -> Option<String> {
        if self.word.text.is_empty() && !self.open {
            return None;
        }
        // `<<EOF` is read as `<` and `<EOF`; `<< EOF` waits for its next word.
        if let Some(delimiter) = self.word.text.strip_prefix("<<") {
            let delimiter = delimiter.trim_start_matches('-').to_owned();
            if delimiter.is_empty() && !at_end {
                return None;
            }
            self.word = ShellWord::default();
            self.open = false;
            return (!delimiter.is_empty() && !delimiter.starts_with('<')).then_some(delimiter);
        }
        self.open = false;
        self.done.push(std::mem::take(&mut self.word));
        None
    }
}

/// A command of several lines on one line that says the same: comments go, a line end becomes `;`,
/// and a here-document follows its command.
///
/// ```
/// use palimp_core::shell::on_one_line;
/// let script = "cd web\n# the tests\nnpm test \\\n  --silent &&\n  npm run lint\n";
/// assert_eq!(on_one_line(script), "cd web; npm test --silent && npm run lint");
/// ```
pub fn on_one_line(script: &str) -> String {
    const CONTINUATION_ENDINGS: [&str; 10] =
        [";", "&", "|", "{", "(", "do", "then", "else", "in", "\\"];
    let mut line = String::with_capacity(script.len());
    let mut chars = script.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        let begins_word = line.is_empty() || line.ends_with([' ', ';', '\t']);
        match (c, quote) {
            ('\\', None | Some('"')) => match chars.next() {
                Some('\n') | None => line.push(' '),
                Some(next) => line.extend([c, next]),
            },
            (c, Some(open)) => {
                line.push(c);
                quote = Some(open).filter(|open| *open != c);
            }
            ('\'' | '"' | '`', None) => {
                line.push(c);
                quote = Some(c);
            }
            ('#', None) if begins_word => while chars.next_if(|&c| c != '\n').is_some() {},
            ('<', None) if line.ends_with('<') && chars.peek() != Some(&'<') => {
                // Nothing in a here-document is quoted.
                line.push(c);
                line.extend(chars.by_ref());
            }
            ('\n', None) => {
                let goes_on = line.trim_end().is_empty()
                    || CONTINUATION_ENDINGS.iter().any(|end| line.trim_end().ends_with(end));
                line.truncate(line.trim_end().len());
                line.push_str(if goes_on { " " } else { "; " });
            }
            (c, None) => line.push(c),
        }
    }
    one_line(line.trim_end_matches([' ', ';']))
}
