//! Gzip for a stream: each chunk can be decompressed as soon as it arrives (RFC 1951, RFC 1952).
//!
//! A compressor that lasts as long as its stream keeps 256 kB for each reader. Here each chunk has its own, which reads what was
//! sent last once more: it finds nearly the same repetitions, and a reader costs [`HISTORY`] bytes. News come one by one; what is
//! long was missed by a reader who may come back as often as it likes, and has repetitions enough in itself.

use std::io::Write as _;

use bytes::Bytes;
use flate2::write::GzEncoder;
use flate2::{Compress, CompressError, Compression, Crc, FlushCompress};

/// So much of what was sent last is searched for repetitions.
const HISTORY: usize = 8 << 10;
/// A chunk of fewer bytes, such as a heartbeat, is sent as it is.
const SHORT: usize = 128;
/// One of as many is compressed quickly, by itself.
const LONG: usize = HISTORY / 2;
/// Of a gzip stream without a name and a time.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// The last block, an empty one.
const LAST_BLOCK: [u8; 2] = [3, 0];

/// A whole body, compressed.
pub fn gzip(body: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    // Nothing fails that is written to memory.
    let _ = packed.write_all(body);
    packed.finish().unwrap_or_default()
}

/// A stream under way.
#[derive(Default)]
pub struct Gzip {
    history: Vec<u8>,
    sent: Crc,
}

impl Gzip {
    /// The compressed bytes of the next chunk.
    ///
    /// # Errors
    /// It cannot be compressed; does not happen.
    pub fn chunk(&mut self, text: &[u8]) -> Result<Bytes, CompressError> {
        let header: &[u8] = if self.sent.amount() == 0 { &HEADER } else { &[] };
        let body = match text.len() {
            ..SHORT => stored(text),
            // The reader has these bytes: what refers to them is understood.
            SHORT..LONG => packed(Compression::default(), &self.history, text)?,
            _ => packed(Compression::fast(), &[], text)?,
        };
        self.sent.update(text);
        self.remember(text);
        Ok([header, &body].concat().into())
    }

    /// Keeps what was sent last, in no more room than that takes: a stream lasts.
    fn remember(&mut self, text: &[u8]) {
        let text = &text[text.len().saturating_sub(HISTORY)..];
        let forgotten = (self.history.len() + text.len()).saturating_sub(HISTORY);
        self.history.drain(..forgotten);
        self.history.reserve_exact(text.len());
        self.history.extend_from_slice(text);
    }

    /// What follows the last chunk.
    pub fn end(&self) -> Bytes {
        let (sum, amount) = (self.sent.sum().to_le_bytes(), self.sent.amount().to_le_bytes());
        [&LAST_BLOCK[..], &sum, &amount].concat().into()
    }
}

/// A block of less than 64 kB that is not compressed.
fn stored(text: &[u8]) -> Vec<u8> {
    let length = text.len() as u16;
    [&[0_u8][..], &length.to_le_bytes(), &(!length).to_le_bytes(), text].concat()
}

/// What `text` adds to a history, compressed.
fn packed(level: Compression, history: &[u8], text: &[u8]) -> Result<Vec<u8>, CompressError> {
    let mut compress = Compress::new(level, false);
    flushed(&mut compress, history)?;
    flushed(&mut compress, text)
}

/// All that `text` adds, up to a whole byte.
fn flushed(compress: &mut Compress, mut text: &[u8]) -> Result<Vec<u8>, CompressError> {
    let mut all = Vec::new();
    while !text.is_empty() || all.len() == all.capacity() {
        all.reserve(text.len() / 2 + 64);
        let before = compress.total_in();
        compress.compress_vec(text, &mut all, FlushCompress::Sync)?;
        text = &text[(compress.total_in() - before) as usize..];
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// What a reader has read of the bytes that have arrived.
    fn read(bytes: &[u8]) -> Vec<u8> {
        let (mut all, mut decoder, mut chunk) = (Vec::new(), GzDecoder::new(bytes), [0; 100]);
        while let Ok(n @ 1..) = decoder.read(&mut chunk) {
            all.extend_from_slice(&chunk[..n]);
        }
        all
    }

    #[test]
    fn each_chunk_is_read_as_it_comes() {
        let (mut gzip, mut sent, mut plain) = (Gzip::default(), Vec::new(), Vec::new());
        for n in 0..200 {
            let moves =
                (n..n + 5).map(|n| format!("{{\"notation\":\"take {n}L\",\"picks\":[\"table#{n}\"]}}"));
            let moves = moves.collect::<Vec<_>>().join(",");
            let text =
                format!("id: {n}\nevent: ply\ndata: {{\"version\":{n},\"legal_moves\":[{moves}]}}\n\n");
            plain.extend_from_slice(text.as_bytes());
            sent.extend_from_slice(&gzip.chunk(text.as_bytes()).expect("compressed"));
            assert!(read(&sent) == plain, "chunk {n}");
        }
        assert!(sent.len() * 2 < plain.len(), "{} of {}", sent.len(), plain.len());
        sent.extend_from_slice(&gzip.end());
        let mut whole = Vec::new();
        GzDecoder::new(&sent[..]).read_to_end(&mut whole).expect("a whole stream, its sum checked");
        assert!(whole == plain);
    }

    /// A stream that is begun again and again takes as little time as it can.
    #[test]
    fn signs_of_life_need_no_compressor_and_what_is_long_no_history() {
        let mut gzip = Gzip::default();
        let sign = b": still here\n\n";
        let begun = gzip.chunk(sign).expect("sent").len();
        assert_eq!(
            (begun, gzip.chunk(sign).expect("sent").len()),
            (HEADER.len() + 5 + sign.len(), 5 + sign.len())
        );
        let long: Vec<u8> = (0..LONG as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 20) as u8).collect();
        let first = gzip.chunk(&long).expect("compressed");
        assert_eq!(
            gzip.chunk(&long).expect("compressed"),
            first,
            "what was sent before is not read once more"
        );
    }

    #[test]
    fn chunks_larger_than_the_history_and_empty_ones_are_whole() {
        let large: Vec<u8> =
            (0..100_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 20).to_le_bytes()).collect();
        let mut gzip = Gzip::default();
        let mut sent = Vec::new();
        for chunk in [&large[..], &[], &large[..50], &large[..]] {
            sent.extend_from_slice(&gzip.chunk(chunk).expect("compressed"));
            assert!(gzip.history.capacity() <= HISTORY, "a stream keeps {} bytes", gzip.history.capacity());
        }
        sent.extend_from_slice(&gzip.end());
        let mut whole = Vec::new();
        GzDecoder::new(&sent[..]).read_to_end(&mut whole).expect("a whole stream, its sum checked");
        assert!(whole == [&large[..], &large[..50], &large[..]].concat());
    }
}
