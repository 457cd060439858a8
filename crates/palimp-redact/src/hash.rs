//! Passwords as systems keep them, hashed with their salt: `$6$salt$…`, `$2b$10$…`, `$apr1$…`.

use super::DetectedSecret;
use super::bytes::{ByteClass, ByteView, WORD_CHARS, class};

/// The hash that begins with the dollar sign at `at` (crypt(5), and the forms of Apache and Argon2).
pub(super) fn find_crypt_hash(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const METHOD_CHARS: ByteClass = class!("A-Za-z0-9-");
    const HASH_CHARS: ByteClass = class!("A-Za-z0-9./$=,+-");
    #[rustfmt::skip]
    const CRYPT_METHODS: [&[u8]; 16] = [
        b"1", b"5", b"6", b"7", b"y", b"gy", b"2a", b"2b", b"2x", b"2y", b"apr1", b"argon2id",
        b"argon2i", b"argon2d", b"scrypt", b"sha1",
    ];
    const MIN_HASH_BYTES: usize = 20;
    const MAX_CRYPT_BYTES: usize = 320;
    let method = view.run_end(at + 1, METHOD_CHARS, 12);
    let is_method =
        view.byte_at(method) == b'$' && CRYPT_METHODS.contains(&view.slice(at + 1, method));
    if !is_method || WORD_CHARS.contains(view.byte_before(at)) {
        return None;
    }
    let end = view.run_end(method, HASH_CHARS, MAX_CRYPT_BYTES);
    let end = end - view.slice(method, end).iter().rev().take_while(|&&byte| byte == b'.').count();
    // A salt has none: what stands behind a comma is the next column.
    let hash = view.slice(method, end);
    let divider = hash.iter().rposition(|&byte| byte == b'$').unwrap_or(0);
    let comma = hash[divider..].iter().position(|&byte| byte == b',');
    let end = comma.map_or(end, |comma| method + divider + comma);
    let is_salted = divider > 0;
    let last = view.slice(method, end).rsplit(|&byte| byte == b'$').next().unwrap_or_default();
    let is_whole = is_salted && last.len() >= MIN_HASH_BYTES && !view.has_placeholder(end);
    is_whole.then_some(DetectedSecret { kind: "password", start: at, end })
}
