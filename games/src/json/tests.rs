//! What the general crates write is written.

use std::collections::BTreeMap;

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
            prop_assert_eq!(to_vec(&value).ok(), serde_json::to_vec(&value).ok());
            // Both refuse a key that comes twice.
            prop_assert_eq!(canonical(&value, <[u8]>::to_vec).ok(), serde_json_canonicalizer::to_vec(&value).ok());
        }
    }
}

#[test]
fn what_games_hash_is_plain() {
    let inner = vec![("z".to_owned(), Any::Text("é\n\"".to_owned())), ("a b".to_owned(), Any::Whole(-7))];
    let members = vec![("b".to_owned(), Any::Object(inner)), ("a".to_owned(), Any::List(vec![Any::Null]))];
    let text = plain(&Any::Object(members), <[u8]>::to_vec).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), r#"{"a":[null],"b":{"a b":-7,"z":"é\n\""}}"#);
    for rare in [Any::Fraction(0.5), Any::Whole(1 << 54), Any::Object(vec![("é".to_owned(), Any::Null)])] {
        assert!(plain(&rare, <[u8]>::len).is_err());
    }
}

#[test]
fn only_what_is_declared_in_order_is_ascending() {
    let object = |keys: &[&str]| Any::Object(keys.iter().map(|key| ((*key).to_owned(), Any::Null)).collect());
    let long = ["0123456789abcdef", "0123456789abcdefg", "0123456789abcdefh"];
    for (keys, ordered) in [
        (vec!["a"], true),
        (vec!["a", "ab", "b", "ba", long[1]], false),
        (vec![long[1], "a", "ab", "b", "ba"], true),
        (vec!["a", "a"], false),
        (vec!["b", "a"], false),
        // Long keys that begin alike are not told from each other.
        (vec![long[0], long[1]], false),
        (vec![long[1], long[2]], false),
        (vec!["", "a"], false),
        (vec!["a", "é"], false),
    ] {
        let value = Any::List(vec![object(&["z"]), object(&keys), object(&["b", "c"])]);
        let general = serde_json_canonicalizer::to_vec(&value).ok();
        assert_eq!(ascending(&value, <[u8]>::to_vec).ok(), general.clone().filter(|_| ordered), "{keys:?}");
        assert_eq!(canonical(&value, <[u8]>::to_vec).ok(), general, "{keys:?}");
    }
    assert!(ascending(&Any::Fraction(0.5), <[u8]>::len).is_err());
}

/// A value that is written within another, after something was left unfinished.
struct Nested;

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unfinished = Any::Object(vec![("a".to_owned(), Any::Fraction(0.5))]);
        assert!(plain(&unfinished, <[u8]>::len).is_err());
        let inner = plain(&Any::List(vec![Any::Null]), |text| text.len()).unwrap();
        (inner, to_vec(&"x").unwrap().len()).serialize(serializer)
    }
}

#[test]
fn what_is_written_within_or_was_left_unfinished_is_not_mixed_up() {
    for _ in 0..2 {
        assert_eq!(to_vec(&("b", Nested)).unwrap(), br#"["b",[6,3]]"#);
        assert_eq!(plain(&BTreeMap::from([("c", Nested)]), <[u8]>::to_vec).unwrap(), br#"{"c":[6,3]}"#);
        assert!(plain(&Any::Object(vec![("a".to_owned(), Any::Fraction(0.5))]), <[u8]>::len).is_err());
    }
}

/// Everything a derived type can be.
#[derive(Clone, Serialize)]
enum Kind {
    Unit,
    #[serde(rename = "new \"type\"")]
    Newtype(i8),
    Tuple(u16, char),
    Struct {
        z: Option<u32>,
        a: (bool, f32),
    },
}

#[derive(Clone, Serialize)]
#[serde(tag = "kind", content = "args")]
enum Tagged {
    None,
    Some { b: u128, a: i128 },
    List(Vec<Kind>),
}

#[derive(Clone, Serialize)]
#[serde(tag = "is")]
enum Inner {
    One { size: usize },
}

#[derive(Clone, Serialize)]
struct Nothing;

#[derive(Clone, Serialize)]
struct Pair(i16, i64);

#[derive(Clone, Serialize)]
struct Whole {
    name: String,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    tagged: Tagged,
    nothing: Nothing,
    pair: Pair,
    unit: (),
    numbered: BTreeMap<i32, Kind>,
    flagged: BTreeMap<bool, u8>,
    lettered: BTreeMap<char, u64>,
}

fn wholes() -> Vec<Whole> {
    let kinds = [
        Kind::Unit,
        Kind::Newtype(-3),
        Kind::Tuple(7, '"'),
        Kind::Struct { z: None, a: (true, 0.25) },
        Kind::Struct { z: Some(1), a: (false, -1e30) },
    ];
    let tagged = [Tagged::None, Tagged::Some { b: u128::MAX, a: i128::MIN }, Tagged::List(kinds.to_vec())];
    let whole = |tagged: Tagged| Whole {
        name: "a \\ \u{1} é".to_owned(),
        inner: Inner::One { size: 12 },
        tagged,
        nothing: Nothing,
        pair: Pair(i16::MIN, i64::MIN),
        unit: (),
        numbered: (-1..).zip(kinds.clone()).collect(),
        flagged: BTreeMap::from([(true, 1), (false, 0)]),
        lettered: BTreeMap::from([('z', u64::MAX), ('é', 0)]),
    };
    tagged.map(whole).to_vec()
}

#[test]
fn every_kind_of_value_is_written_alike() {
    for whole in wholes() {
        let [ours, theirs] = [to_vec(&whole).unwrap(), serde_json::to_vec(&whole).unwrap()];
        assert_eq!(String::from_utf8(ours).unwrap(), String::from_utf8(theirs).unwrap());
    }
    let plain_ones = [Kind::Unit, Kind::Newtype(-3), Kind::Tuple(7, 'é')];
    for kind in &plain_ones {
        assert_eq!(canonical(kind, <[u8]>::to_vec).unwrap(), serde_json_canonicalizer::to_vec(kind).unwrap());
    }
    assert_eq!(to_vec(&(0_u8, "x", [1.5], 'y')).unwrap(), br#"[0,"x",[1.5],"y"]"#);
}

#[test]
fn a_key_that_is_no_text_is_refused() {
    let lists = BTreeMap::from([(vec![1], 1)]);
    assert!(to_vec(&lists).is_err() && serde_json::to_vec(&lists).is_err());
    assert!(to_vec(&BTreeMap::from([((), 1)])).is_err());
}

#[test]
fn what_is_made_is_a_part_as_it_is() {
    let made = Made::of(&wholes()[0]).unwrap();
    assert_eq!(made.as_bytes(), serde_json::to_vec(&wholes()[0]).unwrap());
    let parts = (Some(Made::of(&[1, 2]).unwrap()), BTreeMap::from([("a", made.clone())]), 3);
    let whole = format!("[[1,2],{{\"a\":{}}},3]", str::from_utf8(made.as_bytes()).unwrap());
    assert_eq!(String::from_utf8(to_vec(&parts).unwrap()).unwrap(), whole);
}
