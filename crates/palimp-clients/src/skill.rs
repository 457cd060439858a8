//! Recognises a skill that the user called by its name, in the format of Copilot CLI.
//!
//! Its hooks and its transcript get the skill's whole text as the prompt. The user typed only the
//! name of the skill and the arguments.

/// Words before and after the skill's name.
const INVOCATION_MARKERS: [&str; 2] = ["The user explicitly invoked the \"", "\" skill"];

/// Prefix of the line at the end of a skill's text that holds the user's arguments.
const ARGUMENTS_PREFIX: &str = "\nARGUMENTS:";

/// Returns `/NAME ARGUMENTS`, as the user typed it, if `prompt` is a skill that was called; `own`
/// is the prompt without the skill's text.
pub(crate) fn typed_command(own: &str, prompt: &str) -> Option<String> {
    let (name, rest) =
        own.trim_start().strip_prefix(INVOCATION_MARKERS[0])?.split_once(INVOCATION_MARKERS[1])?;
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let beside = rest.split_once('\n').map_or("", |(_, beside)| beside.trim());
    let arguments = if beside.is_empty() { embedded_arguments(prompt) } else { beside };
    Some(format!("/{} {arguments}", name.trim_start_matches('/')).trim_end().to_owned())
}

/// Returns the arguments in the last line of the skill's text.
fn embedded_arguments(text: &str) -> &str {
    let line = text.rsplit_once(ARGUMENTS_PREFIX).map_or("", |(_, behind)| behind);
    let line = line.split_once("</").map_or(line, |(line, _)| line);
    line.trim()
}
