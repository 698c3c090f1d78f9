//! Which media types a caller takes (RFC 9110, 12.5.1).

use actix_web::HttpRequest;
use actix_web::http::header::{Accept, Header, Quality, QualityItem};
use actix_web::mime::{self, Mime};

use crate::problem::ApiError;

/// The media types a caller takes, with how much it likes each.
#[derive(Clone, Debug, Default)]
pub struct Accepted(Vec<QualityItem<Mime>>);

impl Accepted {
    /// What `Accept` says; everything when it is absent, or when nothing of it can be read.
    pub fn of(request: &HttpRequest) -> Self {
        Self(Accept::parse(request).map(|accept| accept.0).unwrap_or_default())
    }

    /// Whether a type is taken.
    pub fn takes(&self, media: &Mime) -> bool {
        self.liking(media) > Quality::ZERO
    }

    /// Which of `types` is liked best, the first of equals.
    ///
    /// # Errors
    /// None of them is taken.
    pub fn best<T: Copy>(&self, types: &[(&'static str, T)]) -> Result<T, ApiError> {
        let mut best: Option<(Quality, T)> = None;
        for (name, value) in types {
            let liking = name.parse().map_or(Quality::ZERO, |media| self.liking(&media));
            if liking > best.map_or(Quality::ZERO, |(most, _)| most) {
                best = Some((liking, *value));
            }
        }
        let names = || types.iter().map(|(name, _)| (*name).to_owned()).collect();
        best.map(|(_, value)| value).ok_or_else(|| ApiError::NotAcceptable { types: names() })
    }

    /// The range that says most about a type decides.
    fn liking(&self, media: &Mime) -> Quality {
        if self.0.is_empty() {
            return Quality::MAX;
        }
        let matching =
            self.0.iter().filter_map(|range| Some((precision(&range.item, media)?, range.quality)));
        matching.max_by_key(|(precision, _)| *precision).map_or(Quality::ZERO, |(_, quality)| quality)
    }
}

/// How precisely a range names a type; nothing when it does not.
fn precision(range: &Mime, media: &Mime) -> Option<u8> {
    match (range.type_(), range.subtype()) {
        (mime::STAR, mime::STAR) => Some(0),
        (kind, mime::STAR) if kind == media.type_() => Some(1),
        _ if range.essence_str() == media.essence_str() => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const TYPES: [(&str, char); 3] = [("application/json", 'j'), ("text/csv", 'c'), ("image/svg+xml", 's')];

    fn best(accept: &str) -> Option<char> {
        let request = TestRequest::get().insert_header(("accept", accept)).to_http_request();
        Accepted::of(&request).best(&TYPES).ok()
    }

    #[test]
    fn the_best_liked_type_is_given() {
        for (accept, expected) in [
            ("*/*", Some('j')),
            ("", Some('j')),
            ("text/csv", Some('c')),
            ("text/*", Some('c')),
            ("TEXT/CSV; charset=utf-8", Some('c')),
            ("application/json;q=0.5, text/csv", Some('c')),
            ("text/csv;q=0.1, */*;q=0.2", Some('j')),
            ("text/csv;q=0, text/*", None),
            ("*/*, application/json;q=0", Some('c')),
            ("image/*;q=0.3, text/html", Some('s')),
            ("text/html", None),
            ("application/*;q=0", None),
            ("nonsense", Some('j')),
        ] {
            assert_eq!(best(accept), expected, "{accept}");
        }
        let request = TestRequest::get().to_http_request();
        assert_eq!(Accepted::of(&request).best(&TYPES).ok(), Some('j'), "no header");
    }

    #[test]
    fn what_there_is_instead_is_said() {
        let request = TestRequest::get().insert_header(("accept", "text/html")).to_http_request();
        let refused = Accepted::of(&request).best(&TYPES).unwrap_err();
        assert_eq!(refused.kind().status(), 406);
        let said = refused.to_string();
        assert!(said.contains("application/json, text/csv, image/svg+xml"), "{said}");
    }
}
