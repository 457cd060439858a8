//! Arrows between crates: those that may be there, those that are, and those that are drawn.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, Package};

use super::source_files;

/// Allowed imports between our crates; `ARCHITECTURE.md` draws them.
const ALLOWED_IMPORTS: &[(&str, &[&str])] = &[
    ("palimp-core", &[]),
    ("palimp-files", &["palimp-core"]),
    ("palimp-redact", &[]),
    ("palimp-note", &["palimp-core"]),
    ("palimp-rank", &["palimp-core"]),
    ("palimp-rules", &["palimp-core", "palimp-rank"]),
    ("palimp-store", &["palimp-core", "palimp-files", "palimp-rank"]),
    ("palimp-context", &["palimp-core", "palimp-redact"]),
    ("palimp-clients", &["palimp-core", "palimp-files", "palimp-redact"]),
    ("palimp-vault", &["palimp-core", "palimp-files", "palimp-note"]),
    ("palimp-models", &["palimp-core", "palimp-files"]),
    (
        "palimp-engine",
        &[
            "palimp-clients", "palimp-context", "palimp-core", "palimp-files", "palimp-hub-api",
            "palimp-note", "palimp-rank", "palimp-redact", "palimp-rules", "palimp-store",
            "palimp-team", "palimp-vault",
        ],
    ),
    ("palimp-team", &["palimp-core", "palimp-note"]),
    ("palimp-serve", &["palimp-core"]),
    ("palimp-clap", &["palimp-core"]),
    (
        "palimp-usage",
        &[
            "palimp-clients", "palimp-core", "palimp-engine", "palimp-files", "palimp-redact",
            "palimp-store",
        ],
    ),
    (
        "palimp-importers",
        &[
            "palimp-clients", "palimp-core", "palimp-engine", "palimp-files", "palimp-note",
            "palimp-redact", "palimp-store", "palimp-vault",
        ],
    ),
    (
        "palimp-sync",
        &[
            "palimp-core", "palimp-engine", "palimp-files", "palimp-note", "palimp-redact",
            "palimp-store", "palimp-team", "palimp-vault",
        ],
    ),
    ("palimp-pages", &["palimp-core", "palimp-hub-api"]),
    (
        "palimp-web",
        &["palimp-core", "palimp-engine", "palimp-pages", "palimp-serve", "palimp-usage"],
    ),
    ("palimp-mcp", &["palimp-core", "palimp-serve"]),
    (
        "palimp-cli",
        &[
            "palimp-clap", "palimp-clients", "palimp-context", "palimp-core", "palimp-engine",
            "palimp-files", "palimp-importers", "palimp-mcp", "palimp-models", "palimp-note",
            "palimp-redact", "palimp-rules", "palimp-serve", "palimp-sync", "palimp-usage",
            "palimp-web",
        ],
    ),
    ("palimp-hub-api", &[]),
    (
        "palimp-hub",
        &[
            "palimp-clap", "palimp-core", "palimp-files", "palimp-hub-api", "palimp-mcp",
            "palimp-models", "palimp-note", "palimp-pages", "palimp-rank", "palimp-redact",
            "palimp-rules", "palimp-serve",
        ],
    ),
    ("palimp-testing", &[]),
    (
        "palimp-bench",
        &[
            "palimp-core", "palimp-engine", "palimp-models", "palimp-rank", "palimp-redact",
            "palimp-store", "palimp-team", "palimp-testing",
        ],
    ),
    ("xtask", &["palimp-note", "palimp-redact"]),
];

/// Crates that one room alone may know, with those that may import them.
const SOLE_IMPORTERS: &[(&str, &[&str])] = &[
    ("rusqlite", &["palimp-store", "palimp-bench", "palimp-testing"]),
    ("jsonc-parser", &["palimp-clients"]),
    ("jsonwebtoken", &["palimp-hub"]),
    ("toml_edit", &["palimp-clients", "palimp-team", "xtask"]),
    ("clap", &["palimp-clap", "palimp-cli", "palimp-hub"]),
    ("notify", &["palimp-vault"]),
    ("rmcp", &["palimp-mcp"]),
    ("axum", &["palimp-serve"]),
    ("maud", &["palimp-pages"]),
    ("hyper", &["palimp-serve"]),
    ("signal-hook", &["palimp-cli"]),
    ("rten", &["palimp-models"]),
    ("postgres", &["palimp-hub"]),
    ("opentelemetry", &["palimp-hub"]),
    ("ureq", &["palimp-hub", "palimp-models"]),
    ("palimp-testing", &["palimp-bench"]),
];

/// Crates that are named in a manifest and in no source, and why.
const UNNAMED_DEPENDENCIES: &[(&str, &str, &str)] = &[];

/// Checks the imports.
pub(super) fn check_imports(root: &Path, metadata: &Metadata) -> Vec<String> {
    let mut complaints: Vec<String> = metadata.packages.iter().flat_map(wrong_imports).collect();
    complaints.extend(metadata.packages.iter().flat_map(unused_imports));
    complaints.extend(drawing_errors(root));
    complaints
}

fn wrong_imports(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = ALLOWED_IMPORTS.iter().find(|(of, _)| *of == name) else {
        return vec![format!("{name}: the drawing of the house does not know this crate")];
    };
    let normal = package.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
    normal
        .filter(|dependency| {
            let ours = ALLOWED_IMPORTS.iter().any(|(of, _)| *of == dependency.name);
            let guarded = SOLE_IMPORTERS.iter().find(|(what, _)| *what == dependency.name);
            (ours && !allowed.contains(&dependency.name.as_str()))
                || guarded.is_some_and(|(_, by)| !by.contains(&name))
        })
        .map(|dependency| format!("{name}: must not import {}", dependency.name))
        .collect()
}

/// Arrows that nobody goes along: allowed and not in the manifest, or there and in no source.
fn unused_imports(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let normal = package.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
    let normal: Vec<_> = normal.collect();
    let allowed = ALLOWED_IMPORTS.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, to)| to);
    let idle = allowed.iter().filter(|to| !normal.iter().any(|it| it.name == **to));
    let idle = idle.map(|to| format!("{name}: may import {to}, and does not"));
    let src = package.manifest_path.as_std_path().with_file_name("src");
    let code: String =
        source_files(&src).iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
    let excused =
        |to: &str| UNNAMED_DEPENDENCIES.iter().any(|(of, what, _)| *of == name && *what == to);
    let unnamed = normal.iter().filter(|it| {
        let written = it.rename.as_ref().unwrap_or(&it.name).replace('-', "_");
        !code.contains(&format!("{written}::"))
            && !code.contains(&format!("use {written}"))
            && !excused(&it.name)
    });
    let unnamed = unnamed.map(|it| format!("{name}: no source names its dependency {}", it.name));
    idle.chain(unnamed).collect()
}

/// Returns the arrows that `ARCHITECTURE.md` draws differently.
fn drawing_errors(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the drawing");
    let full = |name: &str| {
        let name = format!("palimp-{name}");
        ALLOWED_IMPORTS.iter().find(|(of, _)| *of == name).map(|(of, _)| *of)
    };
    let mut complaints = Vec::new();
    // Several arrows stand in a line, apart by a gap.
    for arrow in text.lines().flat_map(|line| line.split("    ")).map(str::trim) {
        let Some((from, to)) = arrow.split_once(" ──▶ ") else { continue };
        let from: Vec<_> = from.split(", ").filter_map(full).collect();
        // What follows a wider gap is a remark.
        let words: Vec<&str> = to.split("   ").next().unwrap_or(to).split(", ").collect();
        let drawn: BTreeSet<&str> = words.iter().filter_map(|name| full(name)).collect();
        let is_list = words.len() == drawn.len() || to.starts_with("nothing");
        for (of, there) in ALLOWED_IMPORTS.iter().filter(|(of, _)| is_list && from.contains(of)) {
            let there: BTreeSet<&str> = there.iter().copied().collect();
            if there != drawn {
                complaints.push(format!(
                    "ARCHITECTURE.md: {of} imports {there:?}, which is drawn otherwise"
                ));
            }
        }
    }
    complaints
}
