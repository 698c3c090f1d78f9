//! Where in a JSON text a value stands, and the pointers (RFC 6901) that say so.

use serde_path_to_error::Segment;

/// A segment of a path as part of a pointer, with the slash before it.
pub(crate) fn part(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", escaped(key)),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    }
}

/// The name of a member as a pointer writes it.
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The name of a member that a pointer writes so.
fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The line on which the value at `pointer`, or as much of the way to it as there is, begins, from 1.
/// `None` where that cannot be told.
pub fn line_of(text: &str, pointer: &str) -> Option<usize> {
    let mut rest = text;
    for part in pointer.split('/').skip(1) {
        match inside(rest, &unescaped(part)) {
            Some(found) => rest = found,
            None => break,
        }
    }
    let before = text.len() - rest.trim_start().len();
    Some(1 + text.get(..before)?.matches('\n').count())
}

/// What follows from the element or member `part` of the value that `text` begins with.
fn inside<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let list = text.starts_with('[');
    let mut rest = text.get(1..).filter(|_| list || text.starts_with('{'))?;
    for at in 0.. {
        rest = rest.trim_start();
        let mut found = list && part.parse() == Ok(at);
        if !list {
            let (key, after) = value(rest)?;
            found = key.trim_matches('"') == part;
            rest = after.trim_start().strip_prefix(':')?;
        }
        if found {
            return Some(rest);
        }
        rest = value(rest)?.1.trim_start().strip_prefix(',')?;
    }
    None
}

/// The JSON value `text` begins with, and the rest.
fn value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&serde_json::value::RawValue>();
    values.next()?.ok()?;
    let end = values.byte_offset();
    Some((text.get(..end)?, text.get(end..)?))
}
