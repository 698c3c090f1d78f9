//! Strings.

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

/// Most keys and texts are no longer than this, and are written without a loop or a call.
const SHORT: usize = 16;
/// A short text with its quotes.
const ROOM: usize = SHORT + 8;

/// Writes a string; answers whether nothing in it was escaped.
pub(super) fn write(out: &mut Vec<u8>, text: &str) -> Result<bool, NoJson> {
    let bytes = text.as_bytes();
    if let Some(quoted) = short(bytes) {
        // A fixed number of bytes is a few moves; what is too much is taken back.
        let end = out.len() + bytes.len() + 2;
        out.extend_from_slice(&quoted);
        out.truncate(end);
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

/// A short text between quotes, and more quotes behind it, if nothing in it is to be escaped.
fn short(bytes: &[u8]) -> Option<[u8; ROOM]> {
    let mut quoted = [b'"'; ROOM];
    let length = bytes.len();
    if length > SHORT {
        return None;
    }
    // The first and the last bytes, which may have some in common.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        if has_special(u64::from_le_bytes(*first)) || has_special(u64::from_le_bytes(*last)) {
            return None;
        }
        *quoted[1..].first_chunk_mut()? = *first;
        *quoted[length - 7..].first_chunk_mut()? = *last;
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let both = u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
        if has_special(both) {
            return None;
        }
        *quoted[1..].first_chunk_mut()? = *first;
        *quoted[length - 3..].first_chunk_mut()? = *last;
    } else {
        for (place, byte) in quoted[1..].iter_mut().zip(bytes) {
            if is_special(*byte) {
                return None;
            }
            *place = *byte;
        }
    }
    Some(quoted)
}

const fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Whether a text is itself between quotes.
fn is_plain(text: &[u8]) -> bool {
    let (eights, rest) = text.as_chunks::<8>();
    let special = |eight: &[u8; 8]| has_special(u64::from_le_bytes(*eight));
    !eights.iter().any(special) && !rest.iter().copied().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> (bool, Vec<u8>) {
        let mut out = b"before".to_vec();
        let plain = write(&mut out, text).unwrap();
        (plain, out.split_off(6))
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
