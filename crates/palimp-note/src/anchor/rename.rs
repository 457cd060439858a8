//! Candidates for the new path of a file that is gone.

/// Maximum number of other files that are read.
pub const MAX_RENAME_CANDIDATES: usize = 6;
/// Minimum share of a sketch that another file must contain to count as the renamed file.
pub const MIN_RENAME_SHARE: f32 = 0.5;

/// Returns those of `paths` that the file at `path` may have become, the likeliest first: files of
/// its name in another directory, else files of its kind near it.
pub fn rename_candidates<'p>(path: &str, paths: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let mut found: Vec<(usize, &str)> = paths
        .filter(|other| *other != path)
        .filter_map(|other| Some((path_similarity(path, other)?, other)))
        .collect();
    found.sort_by_key(|(likeness, other)| (std::cmp::Reverse(*likeness), *other));
    found.truncate(MAX_RENAME_CANDIDATES);
    found.into_iter().map(|(_, other)| other).collect()
}

/// Similarity of two paths; none if the files are not of one kind.
fn path_similarity(path: &str, other: &str) -> Option<usize> {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (other_directory, other_name) = other.rsplit_once('/').unwrap_or(("", other));
    let shared = |one: &str, two: &str| {
        one.split('/').zip(two.split('/')).take_while(|(a, b)| a == b).count()
    };
    let near = shared(directory, other_directory).min(99);
    if name == other_name {
        return Some(1_000 + near);
    }
    let (stem, ending) = name.rsplit_once('.')?;
    let (other_stem, other_ending) = other_name.rsplit_once('.')?;
    let same = common_prefix_len(stem.bytes(), other_stem.bytes())
        .max(common_prefix_len(stem.bytes().rev(), other_stem.bytes().rev()));
    // `auth.rs` has become `auth/mod.rs`, or something in the same directory.
    let inner = other_directory.rsplit('/').next() == Some(stem);
    let likely = inner || directory == other_directory;
    (ending == other_ending && likely).then_some(usize::from(inner) * 500 + same.min(99))
}

/// Number of equal bytes from the beginning on.
fn common_prefix_len(one: impl Iterator<Item = u8>, other: impl Iterator<Item = u8>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}
