//! The forms in which a flood sends a call: small, the largest, and compressed.

/// Bytes of headers where a call has no body.
const HEADERS: usize = 8_000;
/// Bytes of the largest body of most calls, and of those that are sent games, decks, plans or logs.
const USUAL: usize = 16_384;
const LARGE: usize = 262_144;

/// How a call is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it is.
    Small,
    /// With the largest body that it may have, of many small parts; with large headers where it has no body.
    Largest,
    /// Asks for a compressed answer, and sends a compressed body every other time: that is refused.
    Compressed,
}

impl Form {
    pub(super) const ALL: [Self; 3] = [Self::Small, Self::Largest, Self::Compressed];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Largest => "largest",
            Self::Compressed => "compressed",
        }
    }

    /// The request of this number in this form.
    pub(super) fn of(self, request: &[u8], number: usize) -> Vec<u8> {
        let text = String::from_utf8_lossy(request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { return request.to_vec() };
        let sent = match self {
            Self::Small => return request.to_vec(),
            Self::Largest if body.is_empty() => {
                format!("{head}\r\nX-Padding: {}\r\n\r\n", "x".repeat(HEADERS))
            }
            Self::Largest => {
                let body = padded(body, largest(head));
                let lines = head.split("\r\n").filter(|line| !line.starts_with("Content-Length:"));
                let head = lines.collect::<Vec<_>>().join("\r\n");
                format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            }
            Self::Compressed => {
                let packed = !body.is_empty() && number % 2 == 1;
                let coding = if packed { "Content-Encoding: gzip\r\n" } else { "" };
                format!("{head}\r\nAccept-Encoding: gzip\r\n{coding}\r\n{body}")
            }
        };
        sent.into_bytes()
    }
}

/// The largest body of the call of this head.
fn largest(head: &str) -> usize {
    let path = head.split(' ').nth(1).unwrap_or_default();
    let takes_large = ["/v1/games", "/v1/match", "/v1/experiments"].contains(&path)
        || ["/v1/analyses", "/v1/rulesets/"].iter().any(|begin| path.starts_with(begin));
    if takes_large { LARGE } else { USUAL }
}

/// A body of about so many bytes, with a member that takes long to read.
fn padded(body: &str, bytes: usize) -> String {
    let Some(begun) = body.trim_end().strip_suffix('}') else { return body.to_owned() };
    let comma = if begun.trim_end().ends_with('{') { "" } else { "," };
    let begun = format!("{begun}{comma}\"padding\":[[]");
    let parts = bytes.saturating_sub(begun.len() + 2) / 3;
    begun + &",[]".repeat(parts) + "]}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::request;

    fn sent(form: Form, method: &str, body: &str) -> (String, String) {
        let plain = request(method, "/v1/games", "", body);
        let text = String::from_utf8(form.of(&plain, 1)).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    #[test]
    fn each_form_is_a_whole_request() {
        for body in ["{}", r#"{"game":"richelieu"}"#] {
            let (head, padded) = sent(Form::Largest, "POST", body);
            assert!((LARGE - 3..=LARGE).contains(&padded.len()), "{}", padded.len());
            assert!(head.contains(&format!("Content-Length: {}", padded.len())), "{head}");
            assert_eq!(head.matches("Content-Length").count(), 1, "{head}");
            let read: serde_json::Value = serde_json::from_str(&padded).unwrap();
            assert!(read["padding"].as_array().is_some_and(|parts| parts.len() > 80_000));
            let (head, same) = sent(Form::Compressed, "POST", body);
            assert!(
                head.ends_with("Accept-Encoding: gzip\r\nContent-Encoding: gzip") && same == body,
                "{head}"
            );
        }
        let (head, none) = sent(Form::Largest, "GET", "");
        assert!(head.len() > HEADERS && none.is_empty());
        assert!(sent(Form::Compressed, "GET", "").0.ends_with("Accept-Encoding: gzip"));
        assert_eq!(sent(Form::Small, "POST", "{}").1, "{}");
    }
}
