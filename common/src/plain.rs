//! What serde says of a value it cannot read, in the words of JSON: no type of this program is named.

/// Longest part of what was sent that a refusal repeats.
const SHOWN: usize = 80;

/// What serde calls things, and what callers do.
const NAMES: [(&str, &str); 17] = [
    ("u8", "a whole number, 0 to 255"),
    ("u16", "a whole number, 0 to 65535"),
    ("u32", "a whole number, 0 or more"),
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("a nonzero", "a whole number, 1 or more"),
    ("i8", "a whole number, -128 to 127"),
    ("i16", "a whole number, -32768 to 32767"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("string or map", "a text"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("struct", "an object"),
];

/// The message of an error of serde, in plain words.
pub fn plain(message: &str) -> String {
    let Some((what, rest)) = message.split_once(": ") else { return unread(message) };
    match what {
        "invalid type" | "invalid value" | "invalid length" => {
            let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
            format!("{} is expected, not {}", named(expected), shown(found))
        }
        _ => message.to_owned(),
    }
}

/// The name of the member that is missing, by the message of an error.
pub fn missing(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// Messages without a colon: those about names, and those of parsing a parameter's text.
fn unread(message: &str) -> String {
    match message {
        "cannot parse integer from empty string" | "invalid digit found in string" => {
            return "a whole number is expected".to_owned();
        }
        "number too large to fit in target type" => return "the number is too large".to_owned(),
        "number too small to fit in target type" => return "the number is too small".to_owned(),
        "invalid float literal" | "cannot parse float from empty string" => {
            return "a number is expected".to_owned();
        }
        "provided string was not `true` or `false`" => return "true or false is expected".to_owned(),
        _ => {}
    }
    if missing(message).is_some() {
        return "it is missing".to_owned();
    }
    if message.starts_with("duplicate field `") {
        return "it is there twice".to_owned();
    }
    for (head, what) in [("unknown field `", "is unknown"), ("unknown variant `", "is none of them")] {
        if let Some(rest) = message.strip_prefix(head) {
            return name(rest, what);
        }
    }
    message.to_owned()
}

/// What there is instead of a name that is not there.
fn name(rest: &str, what: &str) -> String {
    let mark = ["`, expected ", "`, there are no "].into_iter().find_map(|mark| rest.rsplit_once(mark));
    let Some((found, known)) = mark else { return format!("`{}` {what}", cut(rest)) };
    let known = known.strip_prefix("one of ").unwrap_or(known).replace("` or `", "`, `");
    match known.contains('`') {
        true => format!("`{}` {what}: {}", cut(found), known.replace('`', "")),
        false => format!("`{}` {what}: there are none", cut(found)),
    }
}

fn named(expected: &str) -> String {
    let begins =
        |name: &str| expected.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let found = NAMES.iter().find(|(name, _)| begins(name)).map(|(_, plain)| (*plain).to_owned());
    let of_rust = ["tuple", "enum", "variant", "internally tagged", "adjacently tagged", "unit"];
    match found {
        Some(plain) => plain,
        None if of_rust.iter().any(|word| expected.contains(word)) => "something else".to_owned(),
        None => expected.to_owned(),
    }
}

/// What was sent: `string "x"`, ``integer `5` ``, `null`.
fn shown(found: &str) -> String {
    let kinds = [
        ("string ", "the text "),
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("sequence", "a list"),
        ("map", "an object"),
        ("unit value", "null"),
        ("Option value", "null"),
    ];
    let plain =
        kinds.iter().find_map(|(kind, plain)| found.strip_prefix(kind).map(|rest| format!("{plain}{rest}")));
    cut(&plain.unwrap_or_else(|| found.to_owned()).replace('`', ""))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_of_this_program_is_named() {
        let cases = [
            (
                "invalid type: string \"x\", expected u64",
                "a whole number, 0 or more is expected, not the text \"x\"",
            ),
            ("invalid type: sequence, expected struct MoveRequest", "an object is expected, not a list"),
            ("invalid type: null, expected a string", "a text is expected, not null"),
            (
                "invalid value: integer `300`, expected u8",
                "a whole number, 0 to 255 is expected, not the number 300",
            ),
            (
                "invalid type: floating point `1.5`, expected i32",
                "a whole number is expected, not the number 1.5",
            ),
            ("invalid type: sequence, expected an object", "an object is expected, not a list"),
            ("unknown field `x`, expected `move` or `wait_ms`", "`x` is unknown: move, wait_ms"),
            ("unknown field `x`, expected one of `a`, `b`, `c`", "`x` is unknown: a, b, c"),
            ("unknown field `x`, there are no fields", "`x` is unknown: there are none"),
            ("unknown variant `ghost`, expected `bot` or `invite`", "`ghost` is none of them: bot, invite"),
            ("missing field `move`", "it is missing"),
            ("duplicate field `limit`", "it is there twice"),
            ("invalid digit found in string", "a whole number is expected"),
            (
                "expected off, free, after_game or metered:<1 to 1000>",
                "expected off, free, after_game or metered:<1 to 1000>",
            ),
        ];
        for (message, expected) in cases {
            assert_eq!(plain(message), expected);
        }
        assert!(plain(&format!("unknown field `{}`, expected `a`", "ü".repeat(5000))).len() < 300);
    }
}
