//! Paths of instruction files for agents, in a project and in the user's home directory.

/// A file with instructions, or several by a pattern, and the client that reads it.
type RulePath = (&'static str, Option<&'static str>);

/// Paths below a project.
pub(super) const PROJECT_RULE_PATHS: [RulePath; 14] = [
    ("CLAUDE.md", Some("claude")),
    ("CLAUDE.local.md", Some("claude")),
    (".claude/CLAUDE.md", Some("claude")),
    (".claude/rules", Some("claude")),
    ("AGENTS.md", None),
    ("GEMINI.md", Some("gemini")),
    (".cursorrules", Some("cursor")),
    (".cursor/rules", Some("cursor")),
    (".windsurfrules", None),
    (".windsurf/rules", None),
    (".clinerules", None),
    (".github/copilot-instructions.md", Some("copilot")),
    (".github/instructions", Some("copilot")),
    (".opencode/AGENTS.md", Some("opencode")),
];

/// Paths below the user's home directory.
pub(super) const USER_RULE_PATHS: [RulePath; 8] = [
    (".claude/CLAUDE.md", Some("claude")),
    (".claude/rules", Some("claude")),
    (".codex/AGENTS.md", Some("codex")),
    (".gemini/GEMINI.md", Some("gemini")),
    (".config/opencode/AGENTS.md", Some("opencode")),
    (".copilot/copilot-instructions.md", Some("copilot")),
    (".cursor/rules", Some("cursor")),
    (".codeium/windsurf/memories/global_rules.md", None),
];

/// Extensions of files below a directory of rules.
pub(super) const RULE_EXTENSIONS: [&str; 3] = ["md", "mdc", "markdown"];
