//! Damage in a write-ahead log (<https://www.sqlite.org/fileformat.html#the_write_ahead_log>).
//!
//! SQLite reads a log up to the first frame whose checksum is wrong and forgets the rest without a word. After a crash that is
//! right: the last write was not finished. But where whole commits follow the wrong frame, something else has changed it. (A
//! power cut can do so as well, to results of simulated games: nobody had waited for the disk.)

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use super::error::Outcome;
use super::paths::sidecar_path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The lowest bit says in which order the words of a checksum are read.
const MAGIC: u32 = 0x377f_0682;
/// SQLite's largest page.
const MOST_PAGE: usize = 65_536;

/// A running checksum.
type Sum = [u32; 2];

/// What is wrong with the log of the database at `path`, if anything.
pub(super) fn damage(path: &Path) -> Outcome<Option<String>> {
    let file = match File::open(sidecar_path(path, "-wal")) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut log = BufReader::with_capacity(1 << 20, file);
    let mut header = [0; HEADER];
    if !fill(&mut log, &mut header)? {
        return Ok(None); // it has only begun
    }
    let big_endian = word(&header, 0) & 1 == 1;
    let page = word(&header, 8) as usize;
    let sum = checksum([0, 0], &header[..24], big_endian);
    let is_sound = word(&header, 0) & !1 == MAGIC && sum == stored(&header, 24) && page <= MOST_PAGE;
    let mut frame = vec![0; FRAME_HEADER + page.min(MOST_PAGE)];
    if !is_sound {
        let lost = fill(&mut log, &mut frame)?;
        return Ok(lost.then(|| "its head is damaged, and nothing of it is read".to_owned()));
    }
    let (mut before, mut wrong, mut lost, mut number) = (sum, None, 0_u64, 0_u64);
    while fill(&mut log, &mut frame)? {
        number += 1;
        let (head, content) = frame.split_at(FRAME_HEADER);
        // Frames of another time, before the log began anew, have other salts.
        let is_of_now = head[8..16] == header[16..24];
        let is_right = is_of_now
            && checksum(checksum(before, &head[..8], big_endian), content, big_endian) == stored(head, 16);
        before = stored(head, 16);
        match wrong {
            None if !is_right => wrong = Some(number),
            Some(_) if is_right && word(head, 4) != 0 => lost += 1,
            _ => {}
        }
    }
    let wrong = wrong.filter(|_| lost > 0);
    Ok(wrong.map(|at| {
        format!("frame {at} of {number} is damaged, and what follows is not read: commits lost: {lost}")
    }))
}

/// Fills `buffer`; `false` when the file ends before.
fn fill(log: &mut impl Read, buffer: &mut [u8]) -> Outcome<bool> {
    match log.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(*bytes[at..].first_chunk().expect("a word of the log"))
}

fn stored(bytes: &[u8], at: usize) -> Sum {
    [word(bytes, at), word(bytes, at + 4)]
}

/// Adds whole pairs of words to a checksum.
fn checksum(sum: Sum, bytes: &[u8], big_endian: bool) -> Sum {
    let [mut a, mut b] = sum;
    for pair in bytes.chunks_exact(8) {
        let read = |at: usize| {
            let bytes = *pair[at..].first_chunk().expect("two words are a pair");
            if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
        };
        a = a.wrapping_add(read(0)).wrapping_add(b);
        b = b.wrapping_add(read(4)).wrapping_add(a);
    }
    [a, b]
}
