//! Checksums of index pages: detects a page that differs from the written one.
//!
//! SQLite does not notice a flipped bit in a page: it reads a wrong word, or a list without an end.
//! So each page of the file ends in a checksum, which is computed when the page is written and
//! compared when it is read. SQLite leaves room for it (*reserved bytes*), and lets a VFS replace
//! the functions that access a file: this VFS is the system's own except for the few functions that
//! pages pass through. A wrong page is reported as damage, which rebuilds the index.
//!
//! The write-ahead log needs none of this: SQLite keeps checksums of its own in it.
//!
//! With a mapped file SQLite requests a page on every access. A page that was compared a moment ago
//! is not compared again, because that took two fifths of a search in a long-running process.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::Once;
use std::time::{Duration, Instant};
use std::{mem, ptr, slice};

use rusqlite::{Connection, ffi};

/// Size of a database page, in bytes. Blobs of columns and vectors are read whole, and larger pages
/// mean fewer steps on the way.
pub(super) const PAGE_BYTES: usize = 8_192;
/// Size of a checksum at the end of a page, in bytes.
const CHECKSUM_BYTES: usize = 8;
/// Minimum size of a checked read, in bytes. A smaller read is one of the header, before anything
/// is known of the file; the header is read again with its page.
const MIN_PAGE_READ_BYTES: c_int = 512;

/// Time for which a compared page is taken to be unchanged.
const COMPARED_PAGE_TTL: Duration = Duration::from_secs(5);

/// Name under which SQLite knows these functions.
const VFS_NAME: &CStr = c"palimp-pages";

/// Returns the name to open an index with, and registers the functions once.
pub(super) fn vfs_name() -> &'static CStr {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(register_vfs);
    VFS_NAME
}

/// Reserves room for the checksums in the pages of a database that is still empty.
#[expect(unsafe_code, reason = "SQLite takes this wish in no other way")]
pub(super) fn reserve_checksum_bytes(conn: &Connection) -> rusqlite::Result<()> {
    let mut bytes = CHECKSUM_BYTES as c_int;
    let wish = ffi::SQLITE_FCNTL_RESERVE_BYTES;
    // SAFETY: the connection is open, and SQLite writes no more than the number it is pointed to.
    let code = unsafe {
        let into = (&raw mut bytes).cast::<c_void>();
        ffi::sqlite3_file_control(conn.handle(), c"main".as_ptr(), wish, into)
    };
    match code {
        ffi::SQLITE_OK => Ok(()),
        code => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)),
    }
}

/// Registers the functions with SQLite: the system's own, except for opening files. Where
/// registering fails, opening does.
#[expect(unsafe_code, reason = "SQLite takes functions in no other way")]
fn register_vfs() {
    // SAFETY: what SQLite finds stays as long as the process; a copy of it differs in its name, in
    // how files are opened and in the room behind each file, and is never taken back.
    unsafe {
        let base = ffi::sqlite3_vfs_find(ptr::null());
        if base.is_null() {
            return;
        }
        let room = (methods_offset(base) + mem::size_of::<Methods>()) as c_int;
        let own = ffi::sqlite3_vfs {
            szOsFile: room,
            pNext: ptr::null_mut(),
            zName: VFS_NAME.as_ptr(),
            xOpen: Some(open_file),
            ..*base
        };
        ffi::sqlite3_vfs_register(Box::leak(Box::new(own)), 0);
    }
}

/// Functions by which a file is accessed: those of this module, and those of the system behind
/// them. SQLite sees the first, at whose address the whole is found again.
#[repr(C)]
struct Methods {
    own: ffi::sqlite3_io_methods,
    system: ffi::sqlite3_io_methods,
    compared: Compared,
}

/// The pages of a file that were compared lately, a bit for each.
struct Compared {
    since: Instant,
    pages: Vec<u64>,
}

impl Compared {
    fn new() -> Compared {
        Compared { since: Instant::now(), pages: Vec::new() }
    }

    /// True if a page was compared within [`COMPARED_PAGE_TTL`].
    fn was_compared(&mut self, number: u64) -> bool {
        if self.since.elapsed() > COMPARED_PAGE_TTL {
            *self = Compared::new();
        }
        self.pages.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    fn mark_compared(&mut self, number: u64) {
        let at = (number / 64) as usize;
        if at >= self.pages.len() {
            self.pages.resize(at + 1, 0);
        }
        self.pages[at] |= 1 << (number % 64);
    }

    /// Forgets a page that is written, because nothing is known of it then.
    fn forget_page(&mut self, number: u64) {
        if let Some(bits) = self.pages.get_mut((number / 64) as usize) {
            *bits &= !(1 << (number % 64));
        }
    }
}

/// Returns the offset of a file's [`Methods`] behind the system's data of the file.
///
/// # Safety
///
/// `base` is one of SQLite's.
#[expect(unsafe_code, reason = "reads what SQLite points to")]
unsafe fn methods_offset(base: *const ffi::sqlite3_vfs) -> usize {
    // SAFETY: the caller's promise.
    let system = unsafe { (*base).szOsFile } as usize;
    system.next_multiple_of(mem::align_of::<Methods>())
}

/// Opens a file as the system does; through a database, pages pass with their checksums.
#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn open_file(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    given: *mut c_int,
) -> c_int {
    // SAFETY: SQLite calls this with a file of the size that `register` asked for, so that there is
    // room behind what the system writes there.
    unsafe {
        let base = ffi::sqlite3_vfs_find(ptr::null());
        let Some(system_open) = base.as_ref().and_then(|base| base.xOpen) else {
            return ffi::SQLITE_CANTOPEN;
        };
        let code = system_open(vfs, name, file, flags, given);
        let system = (*file).pMethods;
        if code != ffi::SQLITE_OK || system.is_null() || flags & ffi::SQLITE_OPEN_MAIN_DB == 0 {
            return code;
        }
        let own = ffi::sqlite3_io_methods {
            xClose: Some(close_file),
            xRead: Some(read_file),
            xWrite: Some(write_page),
            xFetch: (*system).xFetch.map(|_| fetch_page as _),
            xDeviceCharacteristics: Some(device_characteristics),
            ..*system
        };
        let methods = file.cast::<u8>().add(methods_offset(base)).cast::<Methods>();
        methods.write(Methods { own, system: *system, compared: Compared::new() });
        (*file).pMethods = methods.cast();
        code
    }
}

/// Returns the system's functions behind an open file.
///
/// # Safety
///
/// `file` was opened by [`open_file`] as a database and is not closed.
#[expect(unsafe_code, reason = "reads what `open` wrote")]
unsafe fn system_methods(file: *mut ffi::sqlite3_file) -> ffi::sqlite3_io_methods {
    // SAFETY: the caller's promise.
    unsafe { (*(*file).pMethods.cast::<Methods>()).system }
}

/// Returns the pages of an open file that were compared.
///
/// # Safety
///
/// As of [`system_methods`]; and nobody else has them, which holds as SQLite reaches a file from
/// one thread at a time.
#[expect(unsafe_code, reason = "reads what `open` wrote")]
unsafe fn compared_pages<'a>(file: *mut ffi::sqlite3_file) -> &'a mut Compared {
    // SAFETY: the caller's promise; SQLite keeps the address as constant, the memory is its file's own.
    unsafe { &mut (*(*file).pMethods.cast_mut().cast::<Methods>()).compared }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn close_file(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: SQLite calls this once for a file that `open` gave these functions, and no other after
    // it; what is taken out here is dropped once.
    unsafe {
        let close = system_methods(file).xClose;
        ptr::drop_in_place(compared_pages(file));
        close.map_or(ffi::SQLITE_IOERR, |close| close(file))
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn read_file(
    file: *mut ffi::sqlite3_file,
    into: *mut c_void,
    amount: c_int,
    offset: i64,
) -> c_int {
    // SAFETY: SQLite calls this for a file that `open` gave these functions, with room for `amount`.
    unsafe {
        let Some(read) = system_methods(file).xRead else { return ffi::SQLITE_IOERR };
        match read(file, into, amount, offset) {
            code if amount < MIN_PAGE_READ_BYTES => code,
            ffi::SQLITE_OK if is_sound(into.cast(), amount, offset) => ffi::SQLITE_OK,
            ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ => ffi::SQLITE_CORRUPT,
            code => code,
        }
    }
}

/// Checks a page in memory that the file is mapped to, as [`read_file`] checks one that is read.
#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn fetch_page(
    file: *mut ffi::sqlite3_file,
    offset: i64,
    amount: c_int,
    into: *mut *mut c_void,
) -> c_int {
    // SAFETY: as in `read`; what the system gives is readable for `amount` until it is given back.
    unsafe {
        let (Some(fetch), Some(unfetch)) =
            (system_methods(file).xFetch, system_methods(file).xUnfetch)
        else {
            return ffi::SQLITE_IOERR;
        };
        let code = fetch(file, offset, amount, into);
        let number = page_at(amount, offset);
        if code != ffi::SQLITE_OK
            || (*into).is_null()
            || number.is_some_and(|number| compared_pages(file).was_compared(number))
        {
            return code;
        }
        if is_sound((*into).cast(), amount, offset) {
            number.into_iter().for_each(|number| compared_pages(file).mark_compared(number));
            return code;
        }
        unfetch(file, offset, mem::replace(&mut *into, ptr::null_mut()));
        ffi::SQLITE_CORRUPT
    }
}

#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn write_page(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    amount: c_int,
    offset: i64,
) -> c_int {
    // SAFETY: SQLite calls this for a file that `open` gave these functions, with `amount` bytes.
    unsafe {
        let Some(write) = system_methods(file).xWrite else { return ffi::SQLITE_IOERR };
        let Some(number) = page_at(amount, offset) else { return ffi::SQLITE_IOERR_WRITE };
        compared_pages(file).forget_page(number);
        let mut page = [0; PAGE_BYTES];
        page.copy_from_slice(slice::from_raw_parts(from.cast::<u8>(), PAGE_BYTES));
        let (content, sum) = page.split_at_mut(PAGE_BYTES - CHECKSUM_BYTES);
        // The first page says how much room is kept at the end of each.
        if number == 0 && usize::from(content[20]) != CHECKSUM_BYTES {
            return ffi::SQLITE_IOERR_WRITE;
        }
        sum.copy_from_slice(&page_checksum(content, number).to_le_bytes());
        write(file, page.as_ptr().cast(), amount, offset)
    }
}

/// Returns the system's characteristics of the file, except that pages may not be read in part.
#[expect(unsafe_code, reason = "called by SQLite")]
unsafe extern "C" fn device_characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: SQLite calls this for a file that `open` gave these functions.
    let system = unsafe { system_methods(file).xDeviceCharacteristics.map(|ask| ask(file)) };
    system.unwrap_or(0) & !ffi::SQLITE_IOCAP_SUBPAGE_READ
}

/// True if the bytes that were read are a page with its checksum.
///
/// # Safety
///
/// There are `amount` bytes at `bytes`.
#[expect(unsafe_code, reason = "reads what SQLite points to")]
unsafe fn is_sound(bytes: *const u8, amount: c_int, offset: i64) -> bool {
    let Some(number) = page_at(amount, offset) else { return false };
    // SAFETY: the caller's promise; the amount is that of a page.
    let page = unsafe { slice::from_raw_parts(bytes, PAGE_BYTES) };
    let (content, sum) = page.split_at(PAGE_BYTES - CHECKSUM_BYTES);
    sum == page_checksum(content, number).to_le_bytes()
}

/// The number of the page that is meant, from 0; none where it is not exactly one.
fn page_at(amount: c_int, offset: i64) -> Option<u64> {
    let (amount, offset) = (usize::try_from(amount).ok()?, u64::try_from(offset).ok()?);
    let whole = amount == PAGE_BYTES && offset.is_multiple_of(PAGE_BYTES as u64);
    whole.then(|| offset / PAGE_BYTES as u64)
}

/// Number of 32-bit sums that are added up side by side.
const CHECKSUM_LANES: usize = 16;

/// The checksum of a page's content: Fletcher's two sums (J. G. Fletcher, *An Arithmetic Checksum for
/// Serial Transmissions*, 1982) in lanes, which compilers turn into vector instructions, and of them
/// one number that also depends on which page it is. Whatever happens within four bytes changes
/// it.
fn page_checksum(content: &[u8], number: u64) -> u64 {
    let (mut sums, mut weighted) = ([0_u32; CHECKSUM_LANES], [0_u32; CHECKSUM_LANES]);
    let mut blocks = content.chunks_exact(CHECKSUM_LANES * 4);
    let mut add = |block: &[u8]| {
        for (lane, word) in block.as_chunks().0.iter().enumerate() {
            sums[lane] = sums[lane].wrapping_add(u32::from_le_bytes(*word));
            weighted[lane] = weighted[lane].wrapping_add(sums[lane]);
        }
    };
    blocks.by_ref().for_each(&mut add);
    add(blocks.remainder());
    // 2⁶⁴ divided by the golden ratio, which is odd, so that every step can be undone.
    let mix = |sum: u64, lane: u32| {
        (sum ^ u64::from(lane)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    };
    sums.into_iter().chain(weighted).fold(number, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_that_fell_over_and_a_page_in_the_wrong_place_are_noticed() {
        let mut content: Vec<u8> =
            (0..PAGE_BYTES - CHECKSUM_BYTES).map(|at| (at * 31 % 251) as u8).collect();
        let sum = page_checksum(&content, 7);
        assert_ne!(page_checksum(&content, 8), sum);
        for bit in 0..content.len() * 8 {
            content[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(page_checksum(&content, 7), sum, "bit {bit}");
            content[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn a_page_was_compared_until_it_is_written_or_a_moment_has_gone() {
        let mut compared = Compared::new();
        for number in [0, 63, 64, 1_000] {
            assert!(!compared.was_compared(number));
            compared.mark_compared(number);
            assert!(compared.was_compared(number));
        }
        compared.forget_page(64);
        compared.forget_page(9_999);
        assert_eq!(
            [63, 64, 65, 1_000].map(|number| compared.was_compared(number)),
            [true, false, false, true]
        );
        compared.since -= COMPARED_PAGE_TTL * 2;
        assert!(!compared.was_compared(63));
    }

    #[test]
    fn only_whole_pages_are_pages() {
        assert_eq!(page_at(8_192, 16_384), Some(2));
        assert_eq!(page_at(8_192, 100), None);
        assert_eq!(page_at(4_096, 0), None);
        assert_eq!(page_at(8_192, -8_192), None);
    }
}
