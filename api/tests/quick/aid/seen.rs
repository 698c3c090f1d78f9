//! What pages of other origins see: headers, pictures, and tags that say what they stand for.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{Answer, TestApp};

const PAGE: &str = "https://play.example";

/// The headers that a browser shows a page: those that every page may see, and those that are exposed.
fn shown(answer: &Answer) -> BTreeSet<String> {
    let exposed = answer.header("access-control-expose-headers").unwrap_or_default();
    let exposed: BTreeSet<_> = exposed.split(',').map(|name| name.trim().to_ascii_lowercase()).collect();
    let always =
        ["cache-control", "content-language", "content-length", "content-type", "expires", "last-modified"];
    let names = answer.headers.keys().map(|name| name.as_str().to_owned());
    names.filter(|name| always.contains(&name.as_str()) || exposed.contains(name)).collect()
}

#[tokio::test]
async fn pages_see_the_time_why_a_token_is_refused_and_what_a_file_is_called() {
    let app = TestApp::start_with(&["--cors-origins", PAGE]).await;
    let answer = app.get("/v1/rulesets").header("Origin", PAGE).send().await;
    answer.expect(200);
    assert!(shown(&answer).contains("date"), "{:?}", shown(&answer));
    let refused = app.get("/metrics").header("Origin", PAGE).send().await;
    refused.problem(401, "token_required");
    assert!(shown(&refused).contains("www-authenticate"), "{:?}", shown(&refused));
    let exposed = refused.header("access-control-expose-headers").unwrap();
    assert!(exposed.to_ascii_lowercase().contains("content-disposition"), "{exposed}");
}

/// The headers of all answers in the document.
fn headers_of(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            let named = member.as_object().filter(|_| name == "headers").into_iter().flatten();
            let named = named.map(|(name, _)| name.clone());
            found.extend(named.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())));
            headers_of(member, found);
        }),
        Value::Array(items) => items.iter().for_each(|item| headers_of(item, found)),
        _ => {}
    }
}

/// What the document and the guides tell pages to read, they can read.
#[tokio::test]
async fn pages_see_every_header_that_is_told_of() {
    let app = TestApp::start_with(&["--cors-origins", PAGE]).await;
    let answer = app.get("/openapi.json").header("Origin", PAGE).send().await;
    let mut told = BTreeSet::new();
    headers_of(&answer.expect(200), &mut told);
    assert!(told.contains("ETag") && told.contains("Retry-After"), "{told:?}");
    let guides = [include_str!("../../../src/openapi/about.md"), include_str!("../../../../docs/clocks.md")];
    for name in
        ["RateLimit", "RateLimit-Policy", "Server-Timing", "X-Request-Id", "Date", "Deprecation", "Sunset"]
    {
        assert!(guides.iter().any(|guide| guide.contains(&format!("`{name}`"))), "{name} is told of");
        told.insert(name.to_owned());
    }
    let exposed = answer.header("access-control-expose-headers").unwrap().to_ascii_lowercase();
    let exposed: BTreeSet<_> = exposed.split(',').map(str::trim).collect();
    // Every page sees it.
    told.remove("Cache-Control");
    for name in told {
        assert!(exposed.contains(&*name.to_ascii_lowercase()), "{name} in {exposed:?}");
    }
}

/// A page that isolates itself shows pictures only of those who allow it; what is somebody's own stays theirs.
#[tokio::test]
async fn isolated_pages_show_pictures_and_charts() {
    let app = TestApp::start().await;
    let hash = app.get("/v1/rulesets/richelieu").send().await.expect(200)["default_hash"].clone();
    let of = format!("/v1/rulesets/richelieu/{}", hash.as_str().unwrap());
    let pieces = app.get(&format!("{of}/pieces")).send().await.expect(200);
    let (piece, kind) = pieces["pieces"].as_object().unwrap().iter().next().unwrap();
    let back = kind["kind"].as_str().unwrap();
    for path in [
        format!("{of}/pieces"),
        format!("{of}/pieces/{piece}.svg"),
        format!("{of}/backs/{back}.svg"),
        "/v1/stats/richelieu/chart.svg?of=seats".to_owned(),
    ] {
        let answer = app.get(&path).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
        let etag = answer.header("etag").unwrap();
        let again = app.get(&path).header("If-None-Match", etag).send().await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{path}");
        assert_eq!(again.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
    }
    let table = crate::common::Table::two_people(&app).await;
    let own = app.get(&table.path("")).token(table.token(0)).send().await;
    assert_eq!(own.header("cross-origin-resource-policy"), None, "what is somebody's own is no picture");
}

/// One tag is one content, whatever language, theme and ruleset: 304 is answered to whoever has these very bytes.
#[tokio::test]
async fn tags_of_pieces_and_pictures_are_those_of_their_content() {
    let app = TestApp::start().await;
    let mut by_tag = BTreeMap::<String, Vec<u8>>::new();
    let mut tags = BTreeMap::<String, String>::new();
    for game in ["richelieu", "sept-blasons"] {
        let hash = app.get(&format!("/v1/rulesets/{game}")).send().await.expect(200)["default_hash"].clone();
        let of = format!("/v1/rulesets/{game}/{}", hash.as_str().unwrap());
        let pieces = app.get(&format!("{of}/pieces")).send().await.expect(200);
        let (piece, _) = pieces["pieces"].as_object().unwrap().iter().next().unwrap();
        for language in ["en", "fr"] {
            for path in [
                format!("{of}/pieces?lang={language}"),
                format!("{of}/pieces/{piece}.svg?lang={language}"),
                format!("{of}/pieces/{piece}.svg?lang={language}&theme=dark"),
            ] {
                let answer = app.get(&path).send().await;
                assert_eq!(answer.status, 200, "{path}");
                let tag = answer.header("etag").unwrap().to_owned();
                let before = by_tag.entry(tag.clone()).or_insert_with(|| answer.bytes.clone());
                assert_eq!(*before, answer.bytes, "{path}: one tag, one content");
                tags.insert(path, tag);
            }
        }
    }
    let contents: BTreeSet<_> = by_tag.values().collect();
    assert_eq!(contents.len(), by_tag.len(), "one content, one tag");
    assert!(by_tag.len() > tags.len() / 2, "languages and themes differ: {tags:?}");
    for (path, own) in &tags {
        for other in by_tag.keys() {
            let answer = app.get(path).header("If-None-Match", other).send().await;
            assert_eq!(answer.status == 304, other == own, "{path}");
        }
    }
}
