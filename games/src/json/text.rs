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

/// Writes a string; answers whether nothing in it was escaped.
pub(super) fn write(out: &mut Vec<u8>, text: &str) -> Result<bool, NoJson> {
    let bytes = text.as_bytes();
    if !is_plain(bytes) {
        return serde_json::to_writer(out, text).map(|()| false).map_err(serde::ser::Error::custom);
    }
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    copy(out, bytes);
    out.push(b'"');
    Ok(true)
}

/// Appends bytes. Most keys and texts have 4 to 16, which are copied as their first and their last bytes, without a call;
/// the two may have some in common.
fn copy(out: &mut Vec<u8>, bytes: &[u8]) {
    let end = out.len() + bytes.len();
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) if bytes.len() <= 16 => {
            out.extend_from_slice(first);
            out.truncate(end - 8);
            out.extend_from_slice(last);
        }
        (Some(_), _) => out.extend_from_slice(bytes),
        _ => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                out.extend_from_slice(first);
                out.truncate(end - 4);
                out.extend_from_slice(last);
            }
            _ => bytes.iter().for_each(|byte| out.push(*byte)),
        },
    }
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
