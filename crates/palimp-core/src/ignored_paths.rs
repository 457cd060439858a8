//! Paths that are never captured, such as lock files and build output.

use crate::text::matches_glob;

/// Directories that hold what tools made or fetched.
const GENERATED_DIRECTORIES: &[&str] = &[
    ".cache", ".eggs", ".git", ".gradle", ".hg", ".idea", ".mypy_cache", ".next", ".nuxt",
    ".parcel-cache", ".pytest_cache", ".ruff_cache", ".svelte-kit", ".svn", ".terraform", ".tox",
    ".turbo", ".venv", "__pycache__", "bower_components", "build", "coverage", "dist",
    "node_modules", "out", "site-packages", "target", "vendor", "venv",
];

/// Files that a package manager writes.
const LOCK_FILES: &[&str] = &[
    ".DS_Store", "Cargo.lock", "Gemfile.lock", "Pipfile.lock", "bun.lock", "bun.lockb",
    "composer.lock", "flake.lock", "go.sum", "mix.lock", "npm-shrinkwrap.json",
    "package-lock.json", "pnpm-lock.yaml", "poetry.lock", "pubspec.lock", "uv.lock", "yarn.lock",
];

/// True if a change to `path` is noise: the path lies in a directory of generated or fetched files,
/// is a lock file, or matches one of the user's own `skip` patterns.
///
/// A path below the project's root is taken relative to the root, so that a project that happens to
/// live in a directory called `build` is not silenced as a whole.
pub fn is_noise(path: &str, root: Option<&str>, skip: &[String]) -> bool {
    let inner = root.and_then(|root| path.strip_prefix(root)).unwrap_or(path);
    let mut components = inner.split(['/', '\\']).filter(|c| !c.is_empty()).peekable();
    while let Some(component) = components.next() {
        let table = if components.peek().is_some() { GENERATED_DIRECTORIES } else { LOCK_FILES };
        if table.contains(&component) {
            return true;
        }
    }
    skip.iter().any(|pattern| {
        matches_pattern(pattern, path) || matches_pattern(pattern, inner.trim_start_matches('/'))
    })
}

/// True if `path` matches `pattern`, in which `*` stands for any run of characters; a pattern
/// without a star matches as a part of the path.
fn matches_pattern(pattern: &str, path: &str) -> bool {
    if pattern.contains('*') {
        matches_glob(pattern, path)
    } else {
        !pattern.is_empty() && path.contains(pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_and_fetched_files_are_noise() {
        for path in [
            "/p/node_modules/x/i.js",
            "target/debug/x",
            "/p/.git/config",
            "package-lock.json",
            "a/Cargo.lock",
            r"C:\p\dist\x.js",
        ] {
            assert!(is_noise(path, None, &[]), "{path}");
        }
        for path in ["/p/src/main.rs", "distance.rs", "build.rs", "/p/targets/x", "결정.md"] {
            assert!(!is_noise(path, None, &[]), "{path}");
        }
    }

    #[test]
    fn a_project_inside_build_is_not_noise() {
        assert!(!is_noise("/home/a/build/app/src/x.rs", Some("/home/a/build/app"), &[]));
        assert!(is_noise("/home/a/build/app/build/x.o", Some("/home/a/build/app"), &[]));
    }

    #[test]
    fn the_users_own_patterns_count() {
        let skip = ["*.snap".to_owned(), "fixtures/".to_owned(), "gen/*.rs".to_owned()];
        assert!(is_noise("/p/a/x.snap", Some("/p"), &skip));
        assert!(is_noise("/p/fixtures/x.json", Some("/p"), &skip));
        assert!(is_noise("/p/gen/deep/x.rs", Some("/p"), &skip));
        assert!(!is_noise("/p/src/x.rs", Some("/p"), &skip));
    }
}
