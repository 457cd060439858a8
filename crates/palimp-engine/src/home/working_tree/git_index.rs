//! The names in git's list of files, without running git.
//!
//! Versions 2 to 4 of the format, as git documents it (`gitformat-index`).

/// Maximum size of a list that is read, in bytes: some ten thousand files.
pub(super) const MAX_INDEX_BYTES: u64 = 4 << 20;

/// Size of the fixed part of an entry before its flags and name: times, numbers, size and hash.
const ENTRY_HEADER_BYTES: usize = 60;

/// Parses the names of the files; none if the bytes are not a git index.
pub(super) fn parse_paths(bytes: &[u8]) -> Option<Vec<String>> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    if bytes.get(..4)? != b"DIRC" {
        return None;
    }
    let (version, count) = (number(4)?, number(8)?);
    let mut paths: Vec<String> = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    let mut at = 12;
    for _ in 0..count {
        let flags = u16::from_be_bytes(
            bytes.get(at + ENTRY_HEADER_BYTES..at + ENTRY_HEADER_BYTES + 2)?.try_into().ok()?,
        );
        let extended = version >= 3 && flags & 0x4000 != 0;
        let mut start = at + ENTRY_HEADER_BYTES + if extended { 4 } else { 2 };
        if version == 4 {
            let (dropped, rest) = parse_varint(bytes, start)?;
            name.truncate(name.len().checked_sub(dropped)?);
            start = rest;
        } else {
            name.clear();
        }
        let length = bytes.get(start..)?.iter().position(|byte| *byte == 0)?;
        name.extend_from_slice(&bytes[start..start + length]);
        let end = start + length;
        // Entries of the older versions are filled up to a multiple of eight bytes, with one at least.
        at = if version == 4 { end + 1 } else { at + ((end - at) / 8 + 1) * 8 };
        paths.extend(String::from_utf8(name.clone()));
    }
    Some(paths)
}

/// Parses a number of variable length as git writes offsets; returns the position after it as well.
fn parse_varint(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
    }
    Some((value, at + 1))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_names_are_those_that_git_lists() {
        let dir = tempfile::tempdir().unwrap();
        let git = |args: &[&str]| {
            let run = Command::new("git").arg("-C").arg(dir.path()).args(args).output().unwrap();
            assert!(run.status.success(), "{run:?}");
        };
        git(&["init", "-q"]);
        let names = ["a", "src/auth.rs", "src/auth/mod.rs", "src/가나다.rs", "x/1234567/y.c"];
        for name in names {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, name).unwrap();
        }
        git(&["add", "."]);
        for version in ["2", "3", "4"] {
            git(&["update-index", "--force-write-index", "--index-version", version]);
            let bytes = std::fs::read(dir.path().join(".git/index")).unwrap();
            assert_eq!(parse_paths(&bytes).unwrap(), names, "version {version}");
            for cut in 0..bytes.len() {
                parse_paths(&bytes[..cut]);
            }
        }
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..300), count in 0..9_u32) {
            parse_paths(&bytes);
            for version in 2..5_u32 {
                let head = [b"DIRC".to_vec(), version.to_be_bytes().to_vec(), count.to_be_bytes().to_vec()];
                parse_paths(&[head.concat(), bytes.clone()].concat());
            }
        }
    }
}
