//! What readers of JSON and of numbers say of a value they cannot read, by the keys of `faults.ftl`: no type of this program is
//! named. These are the sentences of libraries, which know no keys.

use super::said::{Said, said};

/// Longest part of what was sent that a refusal repeats.
const SHOWN: usize = 80;

/// A message of serde, of a reader of JSON or of numbers, in words.
pub fn unread(message: &str) -> Said {
    if let Some(said) = Said::read(message) {
        return said;
    }
    if let Some((why, place)) = message.rsplit_once(" at line ")
        && let Some((line, column)) = place.split_once(" column ")
    {
        return said("json_at").around("fault_why", unread(why)).with("line", line).with("column", column);
    }
    let misfit = message.split_once(": ").and_then(|(what, rest)| misfit(what, rest));
    let known = misfit.or_else(|| parsed(message)).or_else(|| syntax(message)).or_else(|| names(message));
    known.unwrap_or_else(|| Said::foreign(message))
}

/// As [`unread`], of what a reader of JSON says of `text`: of a comma in a number it says the number with its point.
pub fn unread_json(text: &str, error: &serde_json::Error) -> Said {
    let message = error.to_string();
    let wants_name = message.starts_with("key must be a string");
    match wants_name.then(|| decimal(text, error)).flatten() {
        Some(number) => {
            let why = said("json_decimal").with("number", number);
            said("json_at").around("fault_why", why).with("line", error.line()).with("column", error.column())
        }
        None => unread(&message),
    }
}

/// The number with a decimal comma at whose fraction a reader of JSON wants the next name; written with a point.
fn decimal(text: &str, error: &serde_json::Error) -> Option<String> {
    let line = text.split('\n').nth(error.line().checked_sub(1)?)?;
    let (before, fraction) = line.split_at_checked(error.column().checked_sub(1)?)?;
    let is_digit = |c: char| c.is_ascii_digit();
    let before = before.strip_suffix(',').filter(|before| before.ends_with(is_digit))?;
    let whole = before.rsplit(|c: char| !is_digit(c) && c != '-').next()?;
    let fraction = fraction.split(|c: char| !is_digit(c)).next().filter(|digits| !digits.is_empty())?;
    Some(format!("{whole}.{fraction}"))
}

/// The name of the member that is missing, by the message of an error.
pub fn missing(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// A value of another kind than is expected.
fn misfit(what: &str, rest: &str) -> Option<Said> {
    if !["invalid type", "invalid value", "invalid length"].contains(&what) {
        return None;
    }
    let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
    let said = said("expected_not");
    let said = match kind(expected) {
        Some(kind) => said.around("fault_wanted", kind),
        None => said.with("fault_wanted", expected),
    };
    Some(match sent(found) {
        (Some(sent), _) => said.around("fault_found", sent),
        (None, found) => said.with("fault_found", found),
    })
}

/// What serde calls things, in the words of callers.
fn kind(expected: &str) -> Option<Said> {
    let begins = |name: &&str| {
        expected.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let is = |names: &[&str]| names.iter().any(begins);
    let of_rust = ["tuple", "enum", "variant", "internally tagged", "adjacently tagged", "unit"];
    Some(match () {
        () if is(&["u8"]) => said("whole_number_0_255"),
        () if is(&["u16"]) => said("whole_number_0_65535"),
        () if is(&["u32", "u64", "usize"]) => said("whole_number_0"),
        () if is(&["a nonzero"]) => said("whole_number_1"),
        () if is(&["i8"]) => said("whole_number_i8"),
        () if is(&["i16"]) => said("whole_number_i16"),
        () if is(&["i32", "i64"]) => said("whole_number"),
        () if is(&["f64"]) => said("number"),
        () if is(&["a boolean"]) => said("true_or_false"),
        () if is(&["a string", "string or map"]) => said("text"),
        () if is(&["a sequence"]) => said("list"),
        () if is(&["a map", "struct", "an object"]) => said("object"),
        () if of_rust.iter().any(|word| expected.contains(word)) => said("something_else"),
        () => return None,
    })
}

/// What was sent: `string "x"`, ``integer `5` ``, `null`.
fn sent(found: &str) -> (Option<Said>, String) {
    let value = |rest: &str| cut(&rest.replace('`', ""));
    let sentence = match found {
        "sequence" => Some(said("list")),
        "map" => Some(said("object")),
        _ => None,
    };
    let number = ["integer ", "floating point "].into_iter().find_map(|kind| found.strip_prefix(kind));
    let sentence = sentence
        .or_else(|| found.strip_prefix("string ").map(|text| said("shown_text").with("value", value(text))))
        .or_else(|| number.map(|number| said("shown_number").with("value", value(number))));
    let bare = match found {
        "unit value" | "Option value" => "null".to_owned(),
        found => value(found.strip_prefix("boolean ").unwrap_or(found)),
    };
    (sentence, bare)
}

/// Messages of parsing a parameter's text, and of members.
fn parsed(message: &str) -> Option<Said> {
    let expected = |kind: Said| said("expected").around("fault_wanted", kind);
    Some(match message {
        "cannot parse integer from empty string" | "invalid digit found in string" => {
            expected(said("whole_number"))
        }
        "number too large to fit in target type" => said("number_too_large"),
        "number too small to fit in target type" => said("number_too_small"),
        "invalid float literal" | "cannot parse float from empty string" => expected(said("number")),
        "provided string was not `true` or `false`" => expected(said("true_or_false")),
        _ if missing(message).is_some() => said("missing"),
        _ if message.starts_with("duplicate field `") => said("twice"),
        _ => return None,
    })
}

/// Messages of a reader of JSON about what is no JSON.
fn syntax(message: &str) -> Option<Said> {
    Some(match message {
        "EOF while parsing a list" => said("json_eof_list"),
        "EOF while parsing an object" => said("json_eof_object"),
        "EOF while parsing a string" => said("json_eof_string"),
        "EOF while parsing a value" => said("json_eof_value"),
        "expected `:`" => said("json_colon"),
        "expected `,` or `]`" => said("json_list_end"),
        "expected `,` or `}`" => said("json_object_end").with("end", "}"),
        "expected ident" => said("json_ident"),
        "expected value" => said("json_value"),
        "expected `\"`" => said("json_double_quote"),
        "invalid escape" => said("json_escape"),
        "invalid number" => said("json_number"),
        "invalid unicode code point" => said("json_code_point"),
        "control character (\\u0000-\\u001F) found while parsing a string" => said("json_control"),
        "key must be a string" => said("json_key"),
        "lone leading surrogate in hex escape" => said("json_lone_surrogate"),
        "unexpected end of hex escape" => said("json_end_surrogate"),
        "trailing comma" => said("json_comma"),
        "trailing characters" => said("json_trailing"),
        "recursion limit exceeded" => said("json_deep"),
        _ => return None,
    })
}

/// Messages about a name that is not there: what there is instead.
fn names(message: &str) -> Option<Said> {
    let is_field = message.starts_with("unknown field `");
    let rest =
        message.strip_prefix("unknown field `").or_else(|| message.strip_prefix("unknown variant `"))?;
    let mark = ["`, expected ", "`, there are no "].into_iter().find_map(|mark| rest.rsplit_once(mark));
    let (found, known) = mark.map_or((rest, None), |(found, known)| (found, Some(known)));
    let known = known.map(|known| known.strip_prefix("one of ").unwrap_or(known).replace("` or `", "`, `"));
    let said = match (is_field, &known) {
        (true, None) => said("unknown_bare"),
        (false, None) => said("none_of_bare"),
        (true, Some(known)) if known.contains('`') => said("unknown"),
        (false, Some(known)) if known.contains('`') => said("none_of"),
        (true, Some(_)) => said("unknown_none"),
        (false, Some(_)) => said("none_of_none"),
    };
    let said = said.with("name", cut(found));
    Some(match known.filter(|known| known.contains('`')) {
        Some(known) => said.with("known", known.replace('`', "")),
        None => said,
    })
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
            ("invalid type: boolean `true`, expected a map", "an object is expected, not true"),
            ("unknown field `x`, expected `move` or `wait_ms`", "`x` is unknown: move, wait_ms"),
            ("unknown field `x`, expected one of `a`, `b`, `c`", "`x` is unknown: a, b, c"),
            ("unknown field `x`, there are no fields", "`x` is unknown: there are none"),
            ("unknown variant `ghost`, expected `bot` or `invite`", "`ghost` is none of them: bot, invite"),
            ("missing field `move`", "it is missing"),
            ("duplicate field `limit`", "it is there twice"),
            ("invalid digit found in string", "a whole number is expected"),
            ("expected `,` or `}` at line 1 column 7", "`,` or `}` is needed, at line 1 column 7"),
            ("something else went wrong", "something else went wrong"),
        ];
        for (message, expected) in cases {
            assert_eq!(unread(message).to_string(), expected);
        }
        assert!(
            unread(&format!("unknown field `{}`, expected `a`", "ü".repeat(5000))).to_string().len() < 300
        );
        let french = unread("expected `,` or `}` at line 1 column 7").text().fr;
        assert_eq!(french.replace('\u{202f}', " "), "il faut « , » ou « } », ligne 1, colonne 7");
    }

    #[test]
    fn what_is_no_json_is_told_by_its_habit() {
        for (text, told) in [
            ("{players:3}", "a name stands in double quotes, as in \"players\": 3, at line 1 column 2"),
            ("{'players': 3}", "a name stands in double quotes, as in \"players\": 3, at line 1 column 2"),
            ("{\n  \"a\": -10,25\n}", "a number has a decimal point, no comma: -10.25, at line 2 column 12"),
            ("{\"é\": 0,5}", "a number has a decimal point, no comma: 0.5, at line 1 column 10"),
            ("{\"a\": 0,}", "one comma too many, at line 1 column 9"),
            ("{\"a\": x,5}", "a value is needed, at line 1 column 7"),
            ("{\"a\": 3", "the object is not closed, at line 1 column 7"),
            ("", "a value is missing, at line 1 column 0"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
            assert_eq!(unread_json(text, &error).to_string(), told, "{text}");
            assert!(!unread_json(text, &error).text().fr.contains("attendu"), "{text}");
        }
    }
}
