//! Reads JSON without any of serde_json's leniency: no byte order mark, no key twice, bounded depth, no integer
//! beyond ±(2⁵³ − 1), nothing after the value, no array for the whole object. One leniency is ours, and is for every member: a null
//! counts as left out.

use std::collections::HashSet;
use std::fmt;

use tapis_games::json::utf8;
use tapis_games::locale::{missing, said, unread, unread_json};

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};
use tapis_service::FieldError;

use crate::problem::ApiError;
use tapis_service::ServiceError;

/// Deepest nesting of arrays and objects taken.
pub const MAX_DEPTH: usize = 24;

/// The largest integer that every JSON reader keeps exact.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Reads `bytes` as a `T`.
///
/// # Errors
/// The problem, with the JSON pointer of what is wrong.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    match checked(bytes)? {
        (text, false) => typed(text),
        (text, true) => typed(&unchecked(text)?.to_string()),
    }
}

/// Reads `bytes` as whatever they are.
///
/// # Errors
/// As [`parse`].
pub fn value(bytes: &[u8]) -> Result<Json, ApiError> {
    unchecked(checked(bytes)?.0)
}

fn unchecked(text: &str) -> Result<Json, ApiError> {
    let value = serde_json::from_str(text);
    value.map(without_nulls).map_err(|error| ApiError::Unreadable(unread_json(text, &error)))
}

/// A value whose objects have no member that is null. Elements of arrays stay: to leave one out would move the others.
fn without_nulls(value: Json) -> Json {
    match value {
        Json::Object(members) => {
            let said = members.into_iter().filter(|(_, member)| !member.is_null());
            said.map(|(name, member)| (name, without_nulls(member))).collect()
        }
        Json::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

/// The text of `bytes`, which is JSON, and whether there is a null in it.
fn checked(bytes: &[u8]) -> Result<(&str, bool), ApiError> {
    let text = utf8(bytes).map_err(ApiError::Unreadable)?;
    if text.starts_with('\u{feff}') {
        return Err(ApiError::Unreadable(said("bom")));
    }
    Ok((text, check(text)?))
}

/// Reads checked JSON as a `T`.
///
/// # Errors
/// The problem, with the JSON pointer of what is wrong.
pub fn typed<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    // Derived `Deserialize` implementations take an array for a struct, its fields in order of declaration.
    if text.trim_ascii_start().starts_with('[') {
        return Err(ApiError::field("", unread("invalid type: sequence, expected an object")));
    }
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text)).map_err(misread)
}

fn misread(error: serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let mut pointer = pointer(error.path());
    let message = without_position(&error.inner().to_string());
    if let Some(name) = missing(&message) {
        pointer.push_str(&format!("/{}", escaped(name)));
    }
    ApiError::field(pointer, unread(&message))
}

/// The JSON pointer of a path.
fn pointer(path: &Path) -> String {
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", escaped(key)),
            Segment::Enum { .. } | Segment::Unknown => String::new(),
        })
        .collect()
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// serde_json appends where in the text it was; the pointer says it better.
fn without_position(message: &str) -> String {
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message.to_owned(),
    }
}

fn check(text: &str) -> Result<bool, ApiError> {
    let mut scan = Scan::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let walked =
        CheckedValue { scan: &mut scan, depth: 0 }.deserialize(&mut reader).and_then(|()| reader.end());
    match (walked, scan.found.take()) {
        (_, Some(error)) => Err(error),
        (Err(error), None) if error.to_string().starts_with("number out of range") => {
            Err(ApiError::field(scan.pointer(), said("number_out_of_range")))
        }
        (Err(error), None) => Err(ApiError::Unreadable(unread_json(text, &error))),
        (Ok(()), None) => Ok(scan.null),
    }
}

/// Where the scan is, whether it has met a null, and the first thing it objects to.
#[derive(Default)]
struct Scan {
    path: Vec<Step>,
    null: bool,
    found: Option<ApiError>,
}

enum Step {
    Item(usize),
    Member(String),
}

impl Scan {
    fn pointer(&self) -> String {
        let said = |step: &Step| match step {
            Step::Item(index) => format!("/{index}"),
            Step::Member(key) => format!("/{}", escaped(key)),
        };
        self.path.iter().map(said).collect()
    }

    fn object<E: Error>(&mut self, error: ApiError) -> E {
        self.found.get_or_insert(error);
        E::custom("refused")
    }

    fn too_large<E: Error>(&mut self) -> E {
        let error = FieldError::new(self.pointer(), said("integers"));
        self.object(ServiceError::Invalid(vec![error]).into())
    }
}

struct CheckedValue<'a> {
    scan: &'a mut Scan,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for CheckedValue<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CheckedValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.scan.null = true;
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        if number > MAX_SAFE { Err(self.scan.too_large()) } else { Ok(()) }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        if number.unsigned_abs() > MAX_SAFE { Err(self.scan.too_large()) } else { Ok(()) }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        if number.abs() > MAX_SAFE as f64 { Err(self.scan.too_large()) } else { Ok(()) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { scan, depth } = self;
        if depth >= MAX_DEPTH {
            return Err(scan.object(ApiError::TooDeep { limit: MAX_DEPTH }));
        }
        for index in 0_usize.. {
            scan.path.push(Step::Item(index));
            if items.next_element_seed(CheckedValue { scan, depth: depth + 1 })?.is_none() {
                break;
            }
            scan.path.pop();
        }
        scan.path.pop();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Self { scan, depth } = self;
        if depth >= MAX_DEPTH {
            return Err(scan.object(ApiError::TooDeep { limit: MAX_DEPTH }));
        }
        let mut seen = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                let pointer = scan.pointer();
                return Err(scan.object(ApiError::DuplicateKey { pointer, key }));
            }
            scan.path.push(Step::Member(key));
            entries.next_value_seed(CheckedValue { scan, depth: depth + 1 })?;
            scan.path.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::problem::Kind;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Example {
        n: u32,
        #[serde(default)]
        list: Vec<i64>,
        #[serde(default)]
        free: Option<serde_json::Value>,
    }

    fn refusal(text: &str) -> (Kind, String) {
        let error = parse::<Example>(text.as_bytes()).expect_err(text);
        let pointer = error.problem().errors.first().map(|error| error.pointer.clone()).unwrap_or_default();
        (error.kind(), pointer)
    }

    #[test]
    fn takes_what_is_right() {
        let example: Example = parse(br#"{"n": 7, "list": [1, -2], "free": {"a": {"a": null}}}"#).unwrap();
        assert_eq!((example.n, example.list), (7, vec![1, -2]));
    }

    #[test]
    fn a_null_counts_as_left_out_wherever_it_is_a_member() {
        let example: Example =
            parse(br#"{"n": 7, "list": null, "free": {"a": [null, {"b": null}]}}"#).unwrap();
        assert_eq!((example.n, example.list.len()), (7, 0));
        assert_eq!(example.free, Some(serde_json::json!({"a": [null, {}]})));
        for text in [r#"{"n": null}"#, "{}"] {
            assert_eq!(refusal(text), (Kind::InvalidBody, "/n".to_owned()), "{text}");
        }
        assert_eq!(refusal(r#"{"n": 1, "list": [null]}"#), (Kind::InvalidBody, "/list/0".to_owned()));
        assert_eq!(value(br#"{"version": null}"#).unwrap(), serde_json::json!({}));
    }

    #[test]
    fn refuses_with_kind_and_pointer() {
        let deep = format!("{{\"n\":1,\"free\":{}{}}}", "[".repeat(200), "]".repeat(200));
        let cases = [
            ("", Kind::Unreadable, ""),
            ("{\"n\":1", Kind::Unreadable, ""),
            ("{\"n\":1} x", Kind::Unreadable, ""),
            ("{\"n\":NaN}", Kind::Unreadable, ""),
            ("{\"n\":01}", Kind::Unreadable, ""),
            ("\u{feff}{\"n\":1}", Kind::Unreadable, ""),
            ("{\"n\":1,\"n\":1}", Kind::DuplicateKey, ""),
            ("{\"n\":1,\"free\":[{\"b\":1,\"b\":2}]}", Kind::DuplicateKey, "/free/0"),
            (&deep, Kind::TooDeep, ""),
            ("{\"n\":1,\"x\":2}", Kind::InvalidBody, "/x"),
            ("{\"n\":-1}", Kind::InvalidBody, "/n"),
            ("{\"n\":1.0}", Kind::InvalidBody, "/n"),
            ("{\"n\":\"1\"}", Kind::InvalidBody, "/n"),
            ("{\"n\":1e400}", Kind::InvalidBody, "/n"),
            ("{\"n\":1,\"list\":[0,9007199254740992]}", Kind::InvalidBody, "/list/1"),
            ("{\"n\":1,\"free\":18446744073709551616}", Kind::InvalidBody, "/free"),
            ("{\"n\":1,\"free\":{\"a/b\":[-9007199254740993]}}", Kind::InvalidBody, "/free/a~1b/0"),
            ("[]", Kind::InvalidBody, ""),
            ("null", Kind::InvalidBody, ""),
        ];
        for (text, kind, pointer) in cases {
            assert_eq!(refusal(text), (kind, pointer.to_owned()), "{text}");
        }
    }

    #[derive(Debug, Default, serde::Deserialize)]
    #[serde(deny_unknown_fields, default)]
    #[allow(dead_code, reason = "only parsed")]
    struct Inner {
        a: u8,
    }

    #[derive(Debug, Default, serde::Deserialize)]
    #[serde(deny_unknown_fields, default)]
    #[allow(dead_code, reason = "only parsed")]
    struct Outer {
        one: Inner,
        many: Vec<Inner>,
        either: Either,
        pair: (u8, u8),
        names: BTreeMap<Named, u8>,
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
    struct Named(Name);

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Name {
        A,
        B,
    }

    #[derive(Debug, Default, serde::Deserialize)]
    #[allow(dead_code, reason = "only parsed")]
    enum Either {
        #[default]
        Nothing,
        Fields {
            a: u8,
        },
    }

    #[test]
    fn a_fault_says_where_it_is() {
        for (text, pointer) in [
            ("[]", ""),
            (r#" [{"one":{"a":1}}]"#, ""),
            (r#"{"one":{"a":300}}"#, "/one/a"),
            (r#"{"one":{"a":1,"b":1}}"#, "/one/b"),
            (r#"{"many":[{},{"a":"x"}],"one":{}}"#, "/many/1/a"),
            (r#"{"many":[{}],"pair":[1,true]}"#, "/pair/1"),
            (r#"{"either":{"Fields":{"a":[]}}}"#, "/either/a"),
            (r#"{"either":7}"#, "/either"),
            (r#"{"names":{"a":1,"b":{}}}"#, "/names"),
            (r#"{"names":{"c":1}}"#, "/names"),
        ] {
            let error = parse::<Outer>(text.as_bytes()).expect_err(text);
            assert_eq!(error.kind(), Kind::InvalidBody, "{text}");
            assert_eq!(error.problem().errors[0].pointer, pointer, "{text}");
        }
        let read = parse::<Outer>(br#"{"names":{"b":7},"either":"Nothing"}"#).unwrap();
        assert_eq!(read.names, [(Named(Name::B), 7)].into());
        assert_eq!(value(b"[1]").unwrap(), serde_json::json!([1]));
    }

    #[test]
    fn refuses_what_is_not_utf8() {
        let error = parse::<Example>(b"{\"n\":1,\"\xff\":2}").expect_err("not UTF-8");
        assert_eq!(error.kind(), Kind::Unreadable);
    }
}
