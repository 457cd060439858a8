//! Secrets that a person types: the terminal does not show them.

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use crate::error::CliError;
use crate::output::note;

/// Reads a line while the terminal shows nothing of it; none where Ctrl-C was pressed.
pub(crate) fn typed_unseen() -> Result<Option<String>, CliError> {
    let stdin = std::io::stdin();
    let before = tcgetattr(&stdin)?;
    let mut silent = before.clone();
    // Nor is there a signal: a process that it ended would leave the terminal silent.
    silent.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG);
    tcsetattr(&stdin, OptionalActions::Flush, &silent)?;
    let mut line = String::new();
    let read = stdin.read_line(&mut line);
    tcsetattr(&stdin, OptionalActions::Flush, &before)?;
    read?;
    note("");
    Ok((!line.contains('\u{3}')).then_some(line))
}
