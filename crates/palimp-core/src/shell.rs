//! Which command lines are worth remembering.
//!
//! A line is split into its simple commands; it is worth keeping when one of
//! them does more than look around.

/// Programs that only look or move around: not worth keeping when they succeed.
const TRIVIAL: &[&str] = &[
    "[", "[[", "alias", "awk", "basename", "bat", "cat", "cd", "clear", "column", "comm", "cut",
    "date", "declare", "df", "diff", "dirname", "du", "echo", "egrep", "env", "exit", "export",
    "false", "fd", "fgrep", "file", "find", "free", "grep", "head", "history", "hostname", "id",
    "jobs", "jq", "less", "local", "ls", "man", "md5sum", "more", "nl", "nproc", "od", "palimp",
    "pgrep", "popd", "printenv", "printf", "ps", "pushd", "pwd", "read", "readlink", "realpath",
    "return", "rg", "sed", "seq", "set", "sha256sum", "shift", "sleep", "sort", "source", "stat",
    "strings", "tail", "tee", "test", "top", "tr", "tree", "true", "type", "uname", "uniq",
    "unset", "wait", "wc", "which", "whoami", "xxd", "yes",
];

/// Words before a command that are not the command: keywords, and programs that run another.
const WRAPPERS: &[&str] = &[
    "!", "{", "(", "builtin", "command", "do", "elif", "else", "exec", "if", "nice", "nohup",
    "stdbuf", "sudo", "then", "time", "until", "while", "xargs",
];

/// Words that begin a part without running anything.
const STRUCTURE: &[&str] = &["}", ")", "case", "done", "esac", "fi", "for", "function", "in"];

/// Sub-commands of `git` and its like that change nothing.
const READ_ONLY: &[&str] = &[
    "blame", "branch", "describe", "diff", "fetch", "get", "help", "info", "list", "log", "logs",
    "ls", "ls-files", "outdated", "ps", "remote", "rev-parse", "search", "show", "status", "tree",
    "version", "view", "why",
];

/// The command that a line is about: without what only moves to a directory or sets a variable
/// before it, and without what only looks at its output behind it.
///
/// ```
/// use palimp_core::shell::essence;
/// assert_eq!(essence("cd web && CI=1 npm test 2>&1 | tail -5"), "npm test");
/// assert_eq!(essence("N=$(ls *.md | wc -l)"), "N=$(ls *.md");
/// ```
pub fn essence(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let after = match word {
            "cd" => rest.split_once("&&").or_else(|| rest.split_once(';')).map(|(_, after)| after),
            // A value that goes on behind a space is no word: `N=$(ls | wc -l)`.
            _ if is_assignment(word) && !word.contains("$(") => rest.strip_prefix(word),
            _ => None,
        };
        match after {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    let bytes = rest.as_bytes();
    let is_end = |at: usize| match bytes[at] {
        b'|' | b'>' | b';' | b'\n' => true,
        b'2' => bytes.get(at + 1) == Some(&b'>'),
        b'&' => bytes.get(at + 1) == Some(&b'&'),
        _ => false,
    };
    let end = (0..bytes.len()).find(|&at| is_end(at)).unwrap_or(bytes.len());
    rest[..end].trim_end()
}

/// Returns the words of each simple command of a line: split at `;`, `&`, `|` and line ends outside
/// quotes, without the quotes and without here-documents.
///
/// ```
/// use palimp_core::shell::simple_commands;
/// assert_eq!(simple_commands("cd web && npm ci"), [vec!["cd", "web"], vec!["npm", "ci"]]);
/// ```
pub fn simple_commands(line: &str) -> Vec<Vec<String>> {
    Splitter::new(line).filter(|words| !words.is_empty()).collect()
}

/// One simple command of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The program, without its directory.
    pub program: String,
    /// The first argument that is neither an option nor an assignment.
    pub subcommand: Option<String>,
    /// Whether it changes files although its program seldom does: by a redirection, `sed -i`,
    /// `find -delete`.
    pub changes_files: bool,
}

impl Part {
    /// Whether the part only looks around, so that its success is not worth keeping.
    pub fn is_trivial(&self) -> bool {
        !self.changes_files && TRIVIAL.binary_search(&self.program.as_str()).is_ok()
    }

    /// Whether the part reads a state that a later look would show again, such as `git status`.
    fn only_reads(&self) -> bool {
        self.is_trivial() || self.subcommand.as_deref().is_some_and(|s| READ_ONLY.contains(&s))
    }
}

/// What a command line does, as far as its words tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// Its simple commands, in order.
    pub parts: Vec<Part>,
}

impl CommandLine {
    /// Splits `line` at `;`, `&`, `|` and line ends that stand outside quotes, and leaves
    /// here-documents out.
    pub fn parse(line: &str) -> CommandLine {
        let parts = Splitter::new(line).filter_map(|words| part(&words)).collect();
        CommandLine { parts }
    }

    /// Whether the line is worth keeping when it succeeds.
    pub fn matters(&self) -> bool {
        self.parts.iter().any(|part| !part.is_trivial())
    }

    /// 2 for a line that changes something, 1 for one that only reads.
    pub fn importance(&self) -> u8 {
        if self.parts.iter().all(Part::only_reads) { 1 } else { 2 }
    }

    /// The programs worth naming, each once, with their sub-commands.
    pub fn tags(&self) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for part in self.parts.iter().filter(|part| !part.is_trivial()) {
            for word in std::iter::once(&part.program).chain(&part.subcommand) {
                let plain = word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
                if plain && !tags.contains(word) {
                    tags.push(word.clone());
                }
            }
        }
        tags.truncate(6);
        tags
    }
}

/// The words of one simple command → its program and what matters of its arguments.
fn part(words: &[String]) -> Option<Part> {
    let mut words = words
        .iter()
        .map(String::as_str)
        .skip_while(|word| WRAPPERS.contains(word) || is_assignment(word) || *word == "env");
    let program = words.next()?;
    if STRUCTURE.contains(&program) {
        return None;
    }
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
    let mut subcommand = None;
    let mut changes_files = false;
    while let Some(word) = words.next() {
        if let Some(target) = redirection(word) {
            let target = if target.is_empty() { words.next().unwrap_or("") } else { target };
            changes_files |= !target.starts_with('&') && !target.starts_with("/dev/");
        } else if word.starts_with('-') {
            changes_files |= is_edit_flag(&program, word);
        } else if subcommand.is_none() {
            subcommand = Some(word.to_owned());
        }
    }
    changes_files |= program == "tee" && subcommand.as_deref().is_some_and(|to| to != "/dev/null");
    Some(Part { program, subcommand, changes_files })
}

fn is_edit_flag(program: &str, word: &str) -> bool {
    (program == "sed" && word.starts_with("-i"))
        || (program == "find" && matches!(word, "-delete" | "-exec"))
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// The target of an output redirection: `>file`, `2>>log`, `&>x`; empty when it is the next word.
fn redirection(word: &str) -> Option<&str> {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = word.strip_prefix('&').unwrap_or(word);
    let word = word.strip_prefix('>')?;
    Some(word.strip_prefix(['>', '|']).unwrap_or(word))
}

/// Walks over a command line and yields the words of one simple command after the other.
struct Splitter<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    /// The delimiters of here-documents that begin after this line.
    heredocs: Vec<String>,
    /// How many simple commands were given out; a script of thousands is not read on.
    given: usize,
}

/// The longest script that is looked at, in simple commands.
const MAX_PARTS: usize = 256;

impl<'a> Splitter<'a> {
    fn new(line: &'a str) -> Self {
        Splitter { chars: line.chars().peekable(), heredocs: Vec::new(), given: 0 }
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

    /// Takes a quoted piece after its opening quote.
    fn quoted(&mut self, quote: char, word: &mut String) {
        while let Some(c) = self.chars.next() {
            match c {
                c if c == quote => break,
                '\\' if quote == '"' => word.extend(self.chars.next()),
                c => word.push(c),
            }
        }
    }
}

impl Iterator for Splitter<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        if self.given >= MAX_PARTS {
            return None;
        }
        self.given += 1;
        self.chars.peek()?;
        let mut words = Words::default();
        while let Some(c) = self.chars.next() {
            match c {
                '\'' | '"' | '`' => {
                    words.open = true;
                    self.quoted(c, &mut words.word);
                }
                '\\' => words.word.extend(self.chars.next().filter(|&c| c != '\n')),
                '#' if !words.open && words.word.is_empty() => {
                    while self.chars.peek().is_some_and(|&c| c != '\n') {
                        self.chars.next();
                    }
                }
                '&' if words.word.ends_with('>') || self.chars.peek() == Some(&'>') => {
                    words.word.push(c);
                }
                '\n' => {
                    self.heredocs.extend(words.close(true));
                    self.skip_heredocs();
                    break;
                }
                ';' | '&' | '|' if !(c == '|' && words.word.ends_with('>')) => break,
                '<' if self.chars.peek() == Some(&'<') && !words.word.starts_with('<') => {
                    self.heredocs.extend(words.close(true));
                    words.word.push('<');
                }
                c if c.is_whitespace() => self.heredocs.extend(words.close(false)),
                c => words.word.push(c),
            }
        }
        self.heredocs.extend(words.close(true));
        Some(words.done)
    }
}

/// The words of the simple command being read.
#[derive(Default)]
struct Words {
    done: Vec<String>,
    word: String,
    /// Whether the word holds a quoted piece, and so counts even when empty.
    open: bool,
}

impl Words {
    /// Ends the word being read; answers the delimiter of a here-document that it named.
    fn close(&mut self, at_end: bool) -> Option<String> {
        if self.word.is_empty() && !self.open {
            return None;
        }
        // `<<EOF` is read as `<` and `<EOF`; `<< EOF` waits for its next word.
        if let Some(delimiter) = self.word.strip_prefix("<<") {
            let delimiter = delimiter.trim_start_matches('-').to_owned();
            if delimiter.is_empty() && !at_end {
                return None;
            }
            self.word.clear();
            self.open = false;
            return (!delimiter.is_empty() && !delimiter.starts_with('<')).then_some(delimiter);
        }
        self.open = false;
        self.done.push(std::mem::take(&mut self.word));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(line: &str, matters: bool) {
        let parsed = CommandLine::parse(line);
        assert_eq!(parsed.matters(), matters, "{line}: {parsed:?}");
    }

    #[test]
    fn the_table_of_trivial_programs_is_searchable() {
        let mut sorted = TRIVIAL.to_vec();
        sorted.retain(|program| TRIVIAL.binary_search(program).is_err());
        assert_eq!(sorted, [""; 0], "TRIVIAL must be sorted");
    }

    #[test]
    fn looking_around_does_not_matter() {
        for line in [
            "ls -la",
            "cat a.txt | head -3",
            "cd /tmp && pwd",
            "echo hi; echo err >&2",
            "/bin/ls",
            "FOO=1 ls",
            "grep -rn 'git commit' src | wc -l",
            "echo 'npm install; cargo test'",
            "which cargo",
            "ls 2>/dev/null",
            "ls > /dev/null 2>&1",
            "# git commit\nls",
            "for f in a b; do echo $f; done",
            "",
        ] {
            check(line, false);
        }
    }

    #[test]
    fn work_matters() {
        for line in [
            "git commit -m 'feat: x'",
            "cd app && npm install",
            "ls; cargo test | tail -3",
            "NODE_ENV=test npx vitest",
            "sudo apt-get install -y x",
            "time make -j2",
            "./deploy.sh",
            "cat > a.txt <<'EOF'\nhello\nEOF",
            "echo x >> notes.md",
            "sed -i s/a/b/ x",
            "find . -name '*.bak' -delete",
            "ls\ngo build ./...",
            "if true; then kubectl apply -f x; fi",
            "python - <<EOF\nls\nEOF",
            "echo secret | tee config.json",
        ] {
            check(line, true);
        }
    }

    #[test]
    fn what_stands_in_a_here_document_is_no_command() {
        check("cat <<EOF\ngit push\nEOF", false);
        check("cat <<EOF | head\ngit push\nEOF\nls", false);
        check("cat <<EOF\nx\nEOF\ngit push", true);
    }

    #[test]
    fn reading_a_repository_counts_less_than_changing_it() {
        assert_eq!(CommandLine::parse("git status").importance(), 1);
        assert_eq!(CommandLine::parse("cd x && git log --oneline").importance(), 1);
        assert_eq!(CommandLine::parse("git commit -m x").importance(), 2);
        assert_eq!(CommandLine::parse("npm install").importance(), 2);
    }

    #[test]
    fn tags_name_programs_and_sub_commands() {
        assert_eq!(
            CommandLine::parse("cd x && git commit -m y && cargo test | tail").tags(),
            ["git", "commit", "cargo", "test"]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_command_line(line in ".*") {
            CommandLine::parse(&line);
        }

        #[test]
        fn shell_like_text_is_a_command_line(line in "[a-z<>&|;'\"`\\\\ \n#=$(){}-]{0,80}") {
            CommandLine::parse(&line);
        }
    }
}
