//! Strings.

use std::ops::Range;

use super::NoJson;

/// A byte in each of eight places.
const fn everywhere(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

const HIGH: u64 = everywhere(0x80);

/// Whether one of eight bytes is to be escaped: below a space, a quote or a backslash. Where one is, bytes after it may
/// seem so, too; where none is, none does.
const fn has_special(eight: u64) -> bool {
    let quote = eight ^ everywhere(b'"');
    let backslash = eight ^ everywhere(b'\\');
    let low = eight.wrapping_sub(everywhere(b' ')) & !eight;
    let quoted = quote.wrapping_sub(everywhere(1)) & !quote;
    let slashed = backslash.wrapping_sub(everywhere(1)) & !backslash;
    (low | quoted | slashed) & HIGH != 0
}

/// Texts of at most so many bytes are numbers, as most keys and values are short: they are written in one go with what
/// stands around them, without a call and a look at the room for each part.
const SHORT: usize = 12;
const QUOTE: u128 = b'"' as u128;

/// A short text in which nothing is to be escaped as a number, its first byte the lowest: put together of its first and its
/// last bytes, which may have some in common.
#[inline(always)]
fn short(bytes: &[u8]) -> Option<u128> {
    let count = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        let plain = count <= SHORT && !has_special(first) && !has_special(last);
        return plain.then(|| u128::from(first) | u128::from(last) << (8 * (count - 8)));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        let plain = !has_special(u64::from(first) | u64::from(last) << 32);
        return plain.then(|| u128::from(u64::from(first) | u64::from(last) << (8 * (count - 4))));
    }
    let plain = !bytes.iter().copied().any(is_special);
    plain.then(|| bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte)))
}

/// Appends the lowest bytes of a number.
#[inline(always)]
fn append(out: &mut Vec<u8>, piece: u128, count: usize) {
    let end = out.len() + count;
    out.extend_from_slice(&piece.to_le_bytes());
    out.truncate(end);
}

/// Writes a string; answers whether nothing in it was escaped.
pub(super) fn write(out: &mut Vec<u8>, text: &str) -> Result<bool, NoJson> {
    let bytes = text.as_bytes();
    if let Some(word) = short(bytes) {
        append(out, QUOTE | word << 8 | QUOTE << (8 * (bytes.len() + 1)), bytes.len() + 2);
        return Ok(true);
    }
    if !is_plain(bytes) {
        return serde_json::to_writer(out, text).map(|()| false).map_err(serde::ser::Error::custom);
    }
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    out.extend_from_slice(bytes);
    out.push(b'"');
    Ok(true)
}

/// Writes a key, with a comma before it where another member is, and the colon; answers where the key is, its quotes
/// included, and whether nothing in it was escaped.
#[inline(always)]
pub(super) fn name(out: &mut Vec<u8>, name: &str, comma: bool) -> Result<(Range<usize>, bool), NoJson> {
    let start = out.len() + usize::from(comma);
    let bytes = name.as_bytes();
    if let Some(word) = short(bytes) {
        let key = QUOTE | word << 8 | (QUOTE | u128::from(b':') << 8) << (8 * (bytes.len() + 1));
        let piece = if comma { u128::from(b',') | key << 8 } else { key };
        append(out, piece, bytes.len() + 3 + usize::from(comma));
        return Ok((start..start + bytes.len() + 2, true));
    }
    if comma {
        out.push(b',');
    }
    let plain = write(out, name)?;
    let end = out.len();
    out.push(b':');
    Ok((start..end, plain))
}

const fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Whether a text is itself between quotes: its first and last eight bytes and those between, or its few.
fn is_plain(text: &[u8]) -> bool {
    let special = |eight: &[u8; 8]| has_special(u64::from_le_bytes(*eight));
    match text.last_chunk() {
        Some(last) => !text.as_chunks().0.iter().any(special) && !special(last),
        None => !text.iter().copied().any(is_special),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> (bool, Vec<u8>) {
        let mut out = b"before".to_vec();
        let plain = write(&mut out, text).unwrap();
        (plain, out.split_off(6))
    }

    fn named(text: &str, comma: bool) -> Vec<u8> {
        let mut out = b"before".to_vec();
        let (key, plain) = name(&mut out, text, comma).unwrap();
        assert_eq!((plain, out[key.clone()].to_vec()), written(text));
        assert_eq!((key.start, key.end + 1), (6 + usize::from(comma), out.len()));
        out.split_off(6)
    }

    #[test]
    fn keys_stand_between_a_comma_where_one_is_due_and_a_colon() {
        for length in 0..40 {
            let text = "abcdefghijklmnopqrstuvwxyz0123456789 ~+-".get(..length).unwrap();
            for text in [text.to_owned(), format!("{text}\\"), format!("é{text}")] {
                let quoted = serde_json::to_string(&text).unwrap();
                assert_eq!(named(&text, false), format!("{quoted}:").as_bytes());
                assert_eq!(named(&text, true), format!(",{quoted}:").as_bytes());
            }
        }
    }

    #[test]
    fn texts_of_every_length_are_written_with_a_special_byte_anywhere() {
        for length in 0..40 {
            let plain = "abcdefghijklmnopqrstuvwxyz0123456789 ~+-".get(..length).unwrap();
            assert_eq!(written(plain), (true, serde_json::to_vec(plain).unwrap()));
            for place in 0..length {
                for letter in (0..=127).map(char::from).chain(['é', '€', '😀']) {
                    let text = format!("{}{letter}{}", &plain[..place], &plain[place + 1..]);
                    let escaped = letter < ' ' || letter == '"' || letter == '\\';
                    assert_eq!(written(&text), (!escaped, serde_json::to_vec(&text).unwrap()), "{text:?}");
                }
            }
        }
    }
}
