//! The documents about the service.

use crate::common::TestApp;

#[tokio::test]
async fn the_openapi_document_is_served_with_its_tag() {
    let app = TestApp::start().await;
    let answer = app.get("/openapi.json").send().await;
    let document = answer.expect(200);
    assert_eq!(document, serde_json::to_value(tapis_api::openapi()).unwrap());
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
    for missing in ["/docs/index.html", "/docs/swagger-ui.js", "/docs/..%2FCargo.toml"] {
        app.get(missing).send().await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn the_first_page_leads_to_all_there_is() {
    let app = TestApp::start().await;
    let page = app.get("/").send().await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none';"));
    let text = page.text();
    for place in ["docs", "openapi.json", "v1/rulesets", "v1/games", "problems"] {
        assert_eq!(
            named(&text).iter().filter(|found| **found == place).count(),
            2,
            "{place}, in both languages"
        );
    }
    for place in named(&text) {
        assert_eq!(app.get(&format!("/{place}")).send().await.status, 200, "{place}");
    }
}

/// At an address where nothing is, people get a page in their language, and programs the problem document.
#[tokio::test]
async fn a_browser_gets_a_page_where_nothing_is() {
    let app = TestApp::start().await;
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let nobody = "/v1/games/0197f0c5-3a1b-7c2d-8e4f-0123456789ab";
    for (path, up) in [("/nosuch", "./"), ("/a/b", "../"), (nobody, "../../")] {
        for (asked, language, says) in
            [("fr-CA, en;q=0.5", "fr", "Il n’y a rien ici"), ("de", "en", "There is nothing here")]
        {
            let page = app.get(path).header("Accept", browser).header("Accept-Language", asked).send().await;
            assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")));
            assert_eq!(page.header("content-language"), Some(language), "{path}");
            let policy = page.header("content-security-policy").unwrap();
            assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
            let text = page.text();
            assert!(text.contains(says) && text.contains(&format!("<html lang=\"{language}\">")), "{text}");
            let links = named(&text);
            assert!(links.len() == 3 && links.contains(&up), "{links:?}");
            let at = reqwest::Url::parse(&format!("{}{path}", app.base)).unwrap();
            for link in links {
                let leads = at.join(link).unwrap();
                assert_eq!(app.get(leads.path()).send().await.status, 200, "{path}: {link}");
            }
        }
        for accept in ["application/json", "application/json, text/html", "*/*", "application/problem+json"] {
            app.get(path).header("Accept", accept).send().await.problem(404, "not_found");
        }
        app.get(path).send().await.problem(404, "not_found");
    }
    app.post("/nosuch").header("Accept", browser).send().await.problem(404, "not_found");
}

#[tokio::test]
async fn a_slash_too_many_leads_to_the_page() {
    let app = TestApp::start().await;
    let http =
        reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let answer = http.get(format!("{}/docs/", app.base)).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["location"]), (308, &"../docs".parse().unwrap()));
    assert_eq!(app.get("/docs/").send().await.text(), app.get("/docs").send().await.text());
    app.post("/docs/").send().await.problem(405, "method_not_allowed");
}

#[tokio::test]
async fn the_guide_is_served_and_linked_from_the_document() {
    let app = TestApp::start().await;
    let page = app.get("/docs/guide").send().await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none';"));
    let text = page.text();
    for title in ["State", "Event", "Pieces", "Hint"] {
        let (_, rest) =
            text.split_once(&format!("<h3 id=\"{}\">{title}</h3>", title.to_lowercase())).unwrap();
        let (_, block) = rest.split_once("<pre><code class=\"language-json\">").unwrap();
        let block = block.split_once("</code>").unwrap().0.replace("&quot;", "\"").replace("&lt;", "<");
        let block = block.replace("&gt;", ">").replace("&amp;", "&");
        assert!(serde_json::from_str::<serde_json::Value>(&block).is_ok(), "{title}: {block}");
    }
    for place in named(&text).into_iter().filter(|place| place.starts_with('/')) {
        assert_eq!(app.get(place).send().await.status, 200, "{place}");
    }
    assert!(named(&text).iter().all(|place| !place.contains("..")), "{:?}", named(&text));
    let document = app.get("/openapi.json").send().await.expect(200);
    assert_eq!(document["externalDocs"]["url"], "/docs/guide");
    assert!(document["info"]["description"].as_str().unwrap().contains("(/docs/guide)"));
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
