//! The documents about the service.

use crate::common::TestApp;
use tapis_solver::registry::Registry;

#[tokio::test]
async fn the_openapi_document_is_served_with_its_tag() {
    let app = TestApp::start().await;
    let answer = app.get("/openapi.json").send().await;
    let document = answer.expect(200);
    assert_eq!(document, serde_json::to_value(tapis_api::openapi(&Registry::standard())).unwrap());
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    let etag = answer.header("etag").unwrap();
    assert_eq!(app.get("/openapi.json").header("If-None-Match", etag).send().await.status, 304);
}

/// What a page names in `src` and `href`.
fn named(page: &str) -> Vec<&str> {
    let parts = page.split("src=\"").skip(1).chain(page.split("href=\"").skip(1));
    parts.map(|rest| rest.split('"').next().unwrap()).collect()
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let app = TestApp::start().await;
    let page = app.get("/docs").send().await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("http") && !policy.contains('*'));
    let text = page.text();
    let parts = named(&text);
    assert_eq!(parts.len(), 6, "{parts:?}");
    for part in parts {
        assert!(part.starts_with("docs/"), "{part} is ours");
        let answer = app.get(&format!("/{part}")).send().await;
        assert_eq!(answer.status, 200, "{part}");
        assert!(!answer.bytes.is_empty(), "{part}");
    }
    let settings = app.get("/docs/swagger-initializer.js").send().await.text();
    assert!(
        settings.contains("\"openapi.json\"") && settings.contains("\"validatorUrl\": \"none\""),
        "{settings}"
    );
    assert!(!settings.contains("://"), "{settings}");
    for missing in ["/docs/index.html", "/docs/swagger-ui.js", "/docs/", "/docs/..%2FCargo.toml"] {
        app.get(missing).send().await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn every_problem_has_its_place_on_the_page() {
    let app = TestApp::start().await;
    let page = app.get("/problems").send().await.text();
    for kind in tapis_api::problem::Kind::ALL {
        assert!(page.contains(&format!("<tr id=\"{}\">", kind.code())), "{kind:?}");
    }
    let refused = app.get("/nothing").send().await.json();
    assert_eq!(refused["type"], "/problems#not_found");
}
