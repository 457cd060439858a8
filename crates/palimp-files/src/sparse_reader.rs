//! Reads sparse files without their holes.
//!
//! A file of a few bytes can say that it is terabytes long; what nobody wrote reads as zeros. Whoever
//! reads on to the next thing that was written goes through all of them.

use std::fs::File;
use std::io::{self, Read};

use rustix::fs::{SeekFrom, seek};

/// Written parts of a file, from its beginning, one behind the other.
#[derive(Debug)]
pub struct Solid {
    file: File,
    /// Position of the next byte to read.
    at: u64,
    /// End of the part that is being read.
    end: u64,
    holes: usize,
}

impl Solid {
    /// Reads `file` from its beginning.
    pub fn new(file: File) -> Solid {
        Solid { file, at: 0, end: 0, holes: 0 }
    }

    /// Returns the number of holes that were skipped so far.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// Goes to the next part; `false` where there is none.
    fn advance(&mut self) -> io::Result<bool> {
        match seek(&self.file, SeekFrom::Data(self.at)) {
            Ok(data) => {
                self.holes += usize::from(data > self.at);
                self.at = data;
                self.end = seek(&self.file, SeekFrom::Hole(data))?;
                seek(&self.file, SeekFrom::Start(data))?;
                Ok(true)
            }
            // Nothing was written from here on.
            Err(rustix::io::Errno::NXIO) => {
                let length = self.file.metadata()?.len();
                self.holes += usize::from(length > self.at);
                self.at = self.at.max(length);
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Read for Solid {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.end && !self.advance()? {
            return Ok(0);
        }
        let most = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(into.len());
        let read = self.file.read(&mut into[..most])?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::*;

    #[test]
    fn what_nobody_wrote_is_not_read() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"one\n").unwrap();
        file.seek(io::SeekFrom::Start(1 << 40)).unwrap();
        file.write_all(b"two\n").unwrap();
        file.set_len(1 << 41).unwrap();
        let mut solid = Solid::new(file);
        let mut text = String::new();
        solid.read_to_string(&mut text).unwrap();
        let written: String = text.chars().filter(|c| *c != '\0').collect();
        assert_eq!((written.as_str(), solid.holes()), ("one\ntwo\n", 2));
        assert!(text.len() < 1 << 20, "parts of pages alone");
    }

    #[test]
    fn a_file_without_holes_is_read_as_it_is() {
        let mut file = tempfile::tempfile().unwrap();
        let text = "한글\n".repeat(50_000);
        file.write_all(text.as_bytes()).unwrap();
        let mut solid = Solid::new(file);
        let mut read = String::new();
        solid.read_to_string(&mut read).unwrap();
        assert!(read == text);
        assert_eq!(solid.holes(), 0);
        assert_eq!(Solid::new(tempfile::tempfile().unwrap()).read(&mut [0]).unwrap(), 0);
    }
}
