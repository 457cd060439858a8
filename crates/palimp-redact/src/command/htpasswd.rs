//! The password among the arguments of htpasswd.

use super::is_given;
use crate::assign::build_finding;
use crate::bytes::ByteView;
use crate::{DetectedSecret, argument};

/// The password among the arguments of htpasswd at `start`: behind the file and the user where `-b`
/// says that it is given, behind the user where `-n` says that there is no file.
pub(super) fn find_htpasswd_password(view: ByteView<'_>, start: usize) -> Option<DetectedSecret> {
    let (mut options, mut words) = (Vec::new(), Vec::new());
    for value in argument::arguments_after(view, start) {
        let takes_one = matches!(options.last(), Some(b'C' | b'r'));
        match view.slice(value.start, value.end) {
            _ if takes_one => options.push(b' '),
            [b'-', letters @ ..] if words.is_empty() => options.extend_from_slice(letters),
            _ => words.push(value),
        }
    }
    let place = if options.contains(&b'n') { 1 } else { 2 };
    let password =
        words.get(place).filter(|value| options.contains(&b'b') && is_given(view, **value))?;
    Some(build_finding(view, *password, "password"))
}
