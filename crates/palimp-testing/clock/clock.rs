//! Another time of day for a program that nobody changed: loaded before the C library, it adds a
//! number of seconds to what the system's clock says.

use std::ffi::{c_int, c_long};
use std::sync::OnceLock;

/// How many seconds are added, as a text in the environment.
const VARIABLE: &str = "PALIMP_TEST_CLOCK";
/// The clock that tells the time of day, as POSIX numbers it.
const REALTIME: c_int = 0;

#[cfg(target_arch = "x86_64")]
const CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "aarch64")]
const CLOCK_GETTIME: c_long = 113;

/// A time as the C library tells it.
#[repr(C)]
pub struct Time {
    seconds: i64,
    nanos: i64,
}

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

/// Stands in the place of the C library's function.
///
/// # Safety
///
/// As for the C library's: `time` points to a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Time) -> c_int {
    // SAFETY: the caller's pointer is the kernel's to write to, and ours once it has.
    unsafe {
        let answer = syscall(CLOCK_GETTIME, clock, time);
        if answer == 0 && clock == REALTIME {
            (*time).seconds += added();
        }
        answer as c_int
    }
}

fn added() -> i64 {
    static ADDED: OnceLock<i64> = OnceLock::new();
    *ADDED.get_or_init(|| {
        let text = std::env::var(VARIABLE).unwrap_or_default();
        text.parse().unwrap_or(0)
    })
}
