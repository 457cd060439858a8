//! System calls that change the disk, and the paths they change.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use libc::c_long;
use nix::unistd::Pid;

use super::DiskStep;

/// Argument by which a call names what it changes.
enum CallTarget {
    /// By an open file: the number of the argument.
    File(usize),
    /// By a path from the working directory.
    Path(usize),
    /// By a path from an open directory.
    At(usize, usize),
}
use CallTarget::{At, File, Path as Named};

/// The calls that a program may change the disk with, each with its name and place. Opening is
/// among them as far as it makes or empties a file.
const DISK_CALLS: &[(c_long, &str, CallTarget)] = &[
    (libc::SYS_openat, "open", At(0, 1)),
    (libc::SYS_write, "write", File(0)),
    (libc::SYS_pwrite64, "write", File(0)),
    (libc::SYS_writev, "write", File(0)),
    (libc::SYS_pwritev, "write", File(0)),
    (libc::SYS_pwritev2, "write", File(0)),
    (libc::SYS_copy_file_range, "write", File(2)),
    (libc::SYS_sendfile, "write", File(0)),
    (libc::SYS_fallocate, "resize", File(0)),
    (libc::SYS_ftruncate, "resize", File(0)),
    (libc::SYS_truncate, "resize", Named(0)),
    (libc::SYS_fsync, "sync", File(0)),
    (libc::SYS_fdatasync, "sync", File(0)),
    (libc::SYS_renameat, "rename", At(2, 3)),
    (libc::SYS_renameat2, "rename", At(2, 3)),
    (libc::SYS_linkat, "link", At(2, 3)),
    (libc::SYS_symlinkat, "link", At(1, 2)),
    (libc::SYS_unlinkat, "remove", At(0, 1)),
    (libc::SYS_mkdirat, "make", At(0, 1)),
];

/// The same by their older names, which newer machines do not have.
#[cfg(target_arch = "x86_64")]
const OLDER: &[(c_long, &str, CallTarget)] = &[
    (libc::SYS_open, "open", Named(0)),
    (libc::SYS_creat, "create", Named(0)),
    (libc::SYS_rename, "rename", Named(1)),
    (libc::SYS_link, "link", Named(1)),
    (libc::SYS_symlink, "link", Named(1)),
    (libc::SYS_unlink, "remove", Named(0)),
    (libc::SYS_rmdir, "remove", Named(0)),
    (libc::SYS_mkdir, "make", Named(0)),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[(c_long, &str, CallTarget)] = &[];

/// A system call as it begins.
pub(super) struct SystemCall {
    /// Process that makes the call.
    pub(super) by: Pid,
    pub(super) number: u64,
    pub(super) args: [u64; 6],
}

impl SystemCall {
    /// The step that it is, where it changes something below `dir`.
    pub(super) fn disk_step(&self, dir: &Path) -> Option<DiskStep> {
        let number = c_long::try_from(self.number).ok()?;
        let (_, name, place) =
            DISK_CALLS.iter().chain(OLDER).find(|(known, ..)| *known == number)?;
        if *name == "open" && !self.makes_or_empties(place) {
            return None;
        }
        let path = self.changed_path(place)?;
        let path = path.strip_prefix(dir).ok()?.to_owned();
        Some(DiskStep { call: name, path })
    }

    fn makes_or_empties(&self, place: &CallTarget) -> bool {
        let flags = match place {
            At(..) => self.args[2],
            _ => self.args[1],
        };
        flags & (libc::O_CREAT | libc::O_TRUNC) as u64 != 0
    }

    fn changed_path(&self, place: &CallTarget) -> Option<PathBuf> {
        match *place {
            // Pipes, sockets and terminals are no part of the disk.
            File(at) => {
                let link = self.of_process(&format!("fd/{}", self.args[at]));
                fs::metadata(&link).ok().filter(|meta| meta.is_file() || meta.is_dir())?;
                fs::read_link(link).ok()
            }
            Named(at) => self.resolve_path(self.of_process("cwd"), at),
            At(dir, at) => {
                let dir = self.args[dir] as i32;
                let link = match dir {
                    libc::AT_FDCWD => self.of_process("cwd"),
                    dir => self.of_process(&format!("fd/{dir}")),
                };
                self.resolve_path(link, at)
            }
        }
    }

    /// The path in an argument, from the directory that `link` leads to. Its own directory may be
    /// reached by a link; what it names may be one.
    fn resolve_path(&self, link: PathBuf, at: usize) -> Option<PathBuf> {
        let path = fs::read_link(link).ok()?.join(self.path_at_address(self.args[at])?);
        let (parent, name) = (path.parent()?, path.file_name()?);
        Some(parent.canonicalize().unwrap_or_else(|_| parent.to_owned()).join(name))
    }

    fn of_process(&self, name: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{name}", self.by))
    }

    /// The text at an address of the process.
    fn path_at_address(&self, address: u64) -> Option<PathBuf> {
        let mut memory = fs::File::open(self.of_process("mem")).ok()?;
        memory.seek(SeekFrom::Start(address)).ok()?;
        let mut bytes = Vec::new();
        let mut page = [0; 256];
        while !bytes.contains(&0) && bytes.len() < libc::PATH_MAX as usize {
            // Up to the next page at the most: the one behind it may not be there.
            let left = 4096 - (address as usize + bytes.len()) % 4096;
            let read = memory.read(&mut page[..left.min(256)]).ok().filter(|read| *read > 0)?;
            bytes.extend_from_slice(&page[..read]);
        }
        let end = bytes.iter().position(|byte| *byte == 0)?;
        Some(PathBuf::from(OsStr::from_bytes(&bytes[..end])))
    }
}
