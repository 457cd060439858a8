//! Notices that clients print instead of an answer.

/// Notices, word for word apart from the final full stop.
const CLIENT_NOTICES: [&str; 8] = [
    // Claude Code, when it is interrupted while it prints the answer alone, or goes on unasked.
    "Execution error",
    "No response requested",
    "[Request interrupted by user]",
    // Gemini CLI, when its user cancels.
    "[no response text]",
    "Request cancelled",
    // Gemini CLI and Copilot CLI.
    "Operation cancelled",
    "Operation cancelled by user",
    "Operation canceled",
];

/// Returns true if a reply is only the client's notice that there is none.
pub(crate) fn is_notice(reply: &str) -> bool {
    let reply = reply.trim();
    let reply = reply.strip_prefix("Info: ").unwrap_or(reply);
    CLIENT_NOTICES.contains(&reply.trim_end_matches('.'))
}

/// Returns true if the output of a failed client is its error about the model's service: Claude
/// Code prints it instead of an answer.
pub(crate) fn is_complaint(printed: &str) -> bool {
    printed.trim_start().starts_with("API Error: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_told_from_an_answer_that_speaks_of_one() {
        for notice in
            ["Operation cancelled.", "Info: Operation cancelled by user", " [no response text]\n"]
        {
            assert!(is_notice(notice), "{notice}");
        }
        for answer in ["", "It printed `Operation cancelled`.", "Execution error: port 80 is taken"]
        {
            assert!(!is_notice(answer), "{answer}");
        }
    }
}
