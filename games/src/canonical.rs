//! RFC 8785 canonical JSON, quickly, of what games hash: strings, booleans and whole numbers.
//!
//! The full state is hashed in this form at every ply. The general crate gives each value a text of its own and reads
//! keys back to sort them; here everything is written once, in place, and the members of an object are put in order
//! when it ends. What is rare (fractions, numbers beyond ±2⁵³, keys that are not plain ASCII) is left to the crate.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// Whole numbers up to here are written as JavaScript writes them: as they are.
const GREATEST: u64 = 1 << 53;

/// The canonical JSON of `value`.
///
/// # Errors
/// The value has no JSON, or none in canonical form.
pub(crate) fn to_vec<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    match plain(value) {
        Some(text) => Ok(text),
        None => serde_json_canonicalizer::to_vec(value),
    }
}

/// The canonical JSON of a value that has nothing rare in it.
fn plain<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    let text = RefCell::new(Vec::with_capacity(4096));
    let canonical = Canonical { text: &text, members: Vec::new(), open: Vec::new(), sorted: Vec::new() };
    value.serialize(&mut serde_json::Serializer::with_formatter(Text(&text), canonical)).ok()?;
    Some(text.into_inner())
}

/// Writes to the text that the formatter puts in order.
struct Text<'a>(&'a RefCell<Vec<u8>>);

impl Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Canonical<'a> {
    text: &'a RefCell<Vec<u8>>,
    /// The members so far of all objects that are still open.
    members: Vec<Member>,
    /// Where in `members` each open object begins.
    open: Vec<usize>,
    /// Room to put an object in order.
    sorted: Vec<u8>,
}

/// Where in the text a member is.
#[derive(Clone, Copy)]
struct Member {
    start: usize,
    key_end: usize,
    end: usize,
}

impl Member {
    /// The key without its quotes.
    fn key(self, text: &[u8]) -> &[u8] {
        &text[self.start + 1..self.key_end - 1]
    }
}

fn rare() -> io::Error {
    ErrorKind::Unsupported.into()
}

impl Canonical<'_> {
    fn at(&self) -> usize {
        self.text.borrow().len()
    }

    /// Puts the members of the innermost object in the order of their keys.
    fn sort(&mut self) -> io::Result<()> {
        let first = self.open.pop().ok_or_else(rare)?;
        let members = &mut self.members[first..];
        let mut text = self.text.borrow_mut();
        if !members.is_sorted_by(|a, b| a.key(&text) < b.key(&text)) {
            let (start, end) = (members[0].start, text.len());
            members.sort_unstable_by(|a, b| a.key(&text).cmp(b.key(&text)));
            if members.windows(2).any(|pair| pair[0].key(&text) == pair[1].key(&text)) {
                return Err(rare());
            }
            self.sorted.clear();
            for member in members {
                if !self.sorted.is_empty() {
                    self.sorted.push(b',');
                }
                self.sorted.extend_from_slice(&text[member.start..member.end]);
            }
            text[start..end].copy_from_slice(&self.sorted);
        }
        self.members.truncate(first);
        Ok(())
    }
}

impl Formatter for Canonical<'_> {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(self.members.len());
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        let start = self.at();
        self.members.push(Member { start, key_end: start, end: start });
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        let member = self.members.last_mut().ok_or_else(rare)?;
        let text = self.text.borrow();
        member.key_end = text.len();
        // Of plain ASCII the order of bytes is that of UTF-16, and nothing is escaped.
        if member.key(&text).iter().any(|byte| !(b' '..=b'~').contains(byte) || *byte == b'\\') {
            return Err(rare());
        }
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        // The members of a value that is an object are gone by now.
        let end = self.at();
        self.members.last_mut().ok_or_else(rare)?.end = end;
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.sort()?;
        writer.write_all(b"}")
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        if value > GREATEST { Err(rare()) } else { write!(writer, "{value}") }
    }

    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        if value.unsigned_abs() > GREATEST { Err(rare()) } else { write!(writer, "{value}") }
    }

    fn write_u128<W: ?Sized + Write>(&mut self, _: &mut W, _: u128) -> io::Result<()> {
        Err(rare())
    }

    fn write_i128<W: ?Sized + Write>(&mut self, _: &mut W, _: i128) -> io::Result<()> {
        Err(rare())
    }

    fn write_f32<W: ?Sized + Write>(&mut self, _: &mut W, _: f32) -> io::Result<()> {
        Err(rare())
    }

    fn write_f64<W: ?Sized + Write>(&mut self, _: &mut W, _: f64) -> io::Result<()> {
        Err(rare())
    }

    fn write_number_str<W: ?Sized + Write>(&mut self, _: &mut W, _: &str) -> io::Result<()> {
        Err(rare())
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, _: &mut W, _: &str) -> io::Result<()> {
        Err(rare())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::ser::{SerializeMap, Serializer};

    use super::*;

    /// JSON whose members come in any order.
    #[derive(Clone, Debug)]
    enum Any {
        Null,
        Bool(bool),
        Whole(i64),
        Fraction(f64),
        Text(String),
        List(Vec<Any>),
        Object(Vec<(String, Any)>),
    }

    impl Serialize for Any {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Null => serializer.serialize_unit(),
                Self::Bool(value) => serializer.serialize_bool(*value),
                Self::Whole(value) => serializer.serialize_i64(*value),
                Self::Fraction(value) => serializer.serialize_f64(*value),
                Self::Text(text) => serializer.serialize_str(text),
                Self::List(items) => items.serialize(serializer),
                Self::Object(members) => {
                    let mut map = serializer.serialize_map(Some(members.len()))?;
                    members.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
                    map.end()
                }
            }
        }
    }

    fn json(key: &'static str) -> impl Strategy<Value = Any> {
        let leaf = prop_oneof![
            Just(Any::Null),
            any::<bool>().prop_map(Any::Bool),
            (-1_000_i64..1_000).prop_map(Any::Whole),
            any::<i64>().prop_map(Any::Whole),
            any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(Any::Fraction),
            any::<String>().prop_map(Any::Text),
        ];
        leaf.prop_recursive(4, 64, 8, move |inner| {
            let member = (key, inner.clone());
            prop_oneof![
                proptest::collection::vec(inner, 0..8).prop_map(Any::List),
                proptest::collection::vec(member, 0..8).prop_map(Any::Object),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_is_what_the_general_crate_writes(plain in json("[ -~]{0,3}"), other in json("\\PC{0,2}")) {
            for value in [plain, other] {
                // Both refuse a key that comes twice.
                prop_assert_eq!(to_vec(&value).ok(), serde_json_canonicalizer::to_vec(&value).ok());
            }
        }
    }

    #[test]
    fn what_games_hash_is_plain() {
        let inner = vec![("z".to_owned(), Any::Text("é\n\"".to_owned())), ("a b".to_owned(), Any::Whole(-7))];
        let members =
            vec![("b".to_owned(), Any::Object(inner)), ("a".to_owned(), Any::List(vec![Any::Null]))];
        let text = plain(&Any::Object(members)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), r#"{"a":[null],"b":{"a b":-7,"z":"é\n\""}}"#);
        assert_eq!(plain(&Any::Fraction(0.5)), None);
        assert_eq!(plain(&Any::Whole(1 << 54)), None);
        assert_eq!(plain(&Any::Object(vec![("é".to_owned(), Any::Null)])), None);
    }
}
