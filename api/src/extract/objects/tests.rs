use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Inner {
    a: u8,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Outer {
    one: Inner,
    perhaps: Option<Inner>,
    many: Vec<Inner>,
    either: Either,
    pair: (u8, u8),
    names: BTreeMap<Named, u8>,
    free: serde_json::Value,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Named(Name);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Name {
    A,
    B,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
enum Either {
    #[default]
    Nothing,
    One(Inner),
    Fields {
        a: u8,
    },
}

fn read(text: &str) -> Result<Outer, String> {
    super::read(text).map_err(|misread| misread.why)
}

#[test]
fn objects_are_read_as_ever() {
    let text = r#"{"one":{"a":1},"perhaps":{"a":2},"many":[{"a":3},{}],"either":{"One":{"a":4}},"pair":[5,6],
        "free":[{"x":[1]}]}"#;
    let expected = Outer {
        one: Inner { a: 1 },
        perhaps: Some(Inner { a: 2 }),
        many: vec![Inner { a: 3 }, Inner { a: 0 }],
        either: Either::One(Inner { a: 4 }),
        pair: (5, 6),
        names: BTreeMap::new(),
        free: serde_json::json!([{"x": [1]}]),
    };
    assert_eq!(read(text), Ok(expected));
    assert_eq!(
        read(r#"{"either":{"Fields":{"a":7}}}"#).map(|outer| outer.either),
        Ok(Either::Fields { a: 7 })
    );
    assert_eq!(read(r#"{"perhaps":null,"either":"Nothing"}"#), Ok(Outer::default()));
}

#[test]
fn arrays_are_no_structs() {
    for text in [
        "[]",
        r#"[{"a":1}]"#,
        r#"{"one":[1]}"#,
        r#"{"perhaps":[]}"#,
        r#"{"many":[[1]]}"#,
        r#"{"either":{"One":[1]}}"#,
        r#"{"either":{"Fields":[1]}}"#,
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains("expected an object"), "{error}");
    }
}

#[test]
fn a_fault_says_where_it_is() {
    let (index, key) = (Step::Index, |name: &str| Step::Key(name.to_owned()));
    for (text, path) in [
        ("[]", vec![]),
        (r#"{"one":{"a":300}}"#, vec![key("one"), key("a")]),
        (r#"{"one":{"a":1,"b":1}}"#, vec![key("one"), key("b")]),
        (r#"{"many":[{},{"a":"x"}],"one":{}}"#, vec![key("many"), index(1), key("a")]),
        (r#"{"many":[{}],"pair":[1,true]}"#, vec![key("pair"), index(1)]),
        (r#"{"either":{"Fields":{"a":[]}}}"#, vec![key("either"), key("a")]),
        (r#"{"either":7}"#, vec![key("either")]),
        (r#"{"names":{"a":1,"b":{}}}"#, vec![key("names"), key("b")]),
        (r#"{"names":{"c":1}}"#, vec![key("names"), key("c")]),
    ] {
        assert_eq!(super::read::<Outer>(text).expect_err(text).path, path, "{text}");
    }
    let place = |text| super::read::<Outer>(text).expect_err(text).place();
    assert_eq!((place("[]"), place(r#"{"many":[{"a":-1}]}"#)), (".".to_owned(), "many[0].a".to_owned()));
    assert_eq!(read(r#"{"names":{"b":7}}"#).unwrap().names, [(Named(Name::B), 7)].into());
}
