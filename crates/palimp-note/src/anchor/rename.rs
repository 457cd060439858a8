//! Where a file that is gone may be by now.

/// How many other files are looked into.
pub const MAX_RENAME_CANDIDATES: usize = 6;
/// How much of a sketch has to stand in another file for that to be the same one.
pub const MIN_RENAME_SHARE: f32 = 0.5;

/// Which of `paths` the file at `path` may have become, the likeliest first: one of its name in
/// another directory, else one of its kind near it.
pub fn rename_candidates<'p>(path: &str, paths: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let mut found: Vec<(usize, &str)> = paths
        .filter(|other| *other != path)
        .filter_map(|other| Some((path_similarity(path, other)?, other)))
        .collect();
    found.sort_by_key(|(likeness, other)| (std::cmp::Reverse(*likeness), *other));
    found.truncate(MAX_RENAME_CANDIDATES);
    found.into_iter().map(|(_, other)| other).collect()
}

/// How alike two paths are; none of files that are not of one kind.
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

/// How many bytes are the same from the beginning on.
fn common_prefix_len(one: impl Iterator<Item = u8>, other: impl Iterator<Item = u8>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}
