//! Pages of other origins.

use reqwest::Method;
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

use crate::common::{Answer, Gate, Table, TestApp};

const PAGE: &str = "https://play.example";

async fn preflight(app: &TestApp, origin: &str, headers: &str) -> Answer {
    let call = app.call(Method::OPTIONS, "/v1/games/7/moves").header("Origin", origin);
    let call = call.header("Access-Control-Request-Method", "POST");
    call.header("Access-Control-Request-Headers", headers).send().await
}

/// A list in a header, as a set of lower-case names.
fn list(answer: &Answer, name: &str) -> std::collections::BTreeSet<String> {
    answer.header(name).unwrap_or_default().split(',').map(|item| item.trim().to_ascii_lowercase()).collect()
}

#[tokio::test]
async fn pages_of_a_configured_origin_may_call() {
    let app = TestApp::start_with(&["--cors-origins", "http://localhost:5173,https://play.example"]).await;
    let asked = "authorization,content-type,idempotency-key,if-match,last-event-id";
    let answer = preflight(&app, PAGE, asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    assert!(list(&answer, "access-control-allow-methods").contains("post"));
    let allowed = list(&answer, "access-control-allow-headers");
    assert!(asked.split(',').all(|name| allowed.contains(name)), "{allowed:?}");
    let refused = app.get("/v1/games/7").header("Origin", PAGE).send().await;
    refused.problem(404, "not_found");
    assert_eq!(refused.header("access-control-allow-origin"), Some(PAGE));
    let exposed = list(&refused, "access-control-expose-headers");
    for name in ["etag", "location", "link", "retry-after", "ratelimit", "ratelimit-policy"] {
        assert!(exposed.contains(name), "{name} in {exposed:?}");
    }
    assert!(exposed.contains("idempotency-replayed") && exposed.contains("x-request-id"), "{exposed:?}");
}

/// Tools that follow a request from the page on add headers to all of them.
#[tokio::test]
async fn pages_with_tools_pass_preflight() {
    let app = TestApp::start_with(&["--cors-origins", PAGE]).await;
    for tool in [
        "traceparent,tracestate,baggage",
        "sentry-trace,baggage",
        "b3",
        "x-b3-traceid,x-b3-spanid,x-b3-sampled",
        "x-datadog-trace-id,x-datadog-parent-id,x-datadog-origin,x-datadog-sampling-priority",
        "newrelic,traceparent",
        "elastic-apm-traceparent",
        "uber-trace-id",
        "x-requested-with",
        "cache-control,pragma,last-event-id",
        "accept-language,content-language",
        "accept,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name,last-event-id",
    ] {
        let answer = preflight(&app, PAGE, &format!("authorization,content-type,{tool}")).await;
        assert_eq!(answer.status, 200, "{tool}: {}", answer.text());
        let allowed = list(&answer, "access-control-allow-headers");
        assert!(tool.split(',').all(|name| allowed.contains(name)), "{tool}: {allowed:?}");
    }
}

#[tokio::test]
async fn a_refused_preflight_says_what_is_refused() {
    let app = TestApp::start_with(&["--cors-origins", PAGE]).await;
    let refused = preflight(&app, PAGE, "authorization, x-secret").await.problem(400, "bad_request");
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("the header x-secret") && detail.contains("idempotency-key"), "{detail}");
    let call = app.call(Method::OPTIONS, "/v1/games").header("Origin", PAGE);
    let refused =
        call.header("Access-Control-Request-Method", "PATCH").send().await.problem(400, "bad_request");
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("the method PATCH") && detail.contains("DELETE"), "{detail}");
}

#[tokio::test]
async fn other_pages_are_told_nothing() {
    let app = TestApp::start_with(&["--cors-origins", PAGE]).await;
    for origin in ["https://evil.example", "http://play.example", "null"] {
        let answer = preflight(&app, origin, "authorization").await;
        answer.problem(400, "bad_request");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
        let answer = app.get("/healthz").header("Origin", origin).send().await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, None), "{origin}");
    }
    let app = TestApp::start().await;
    let answer = preflight(&app, PAGE, "authorization").await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (204, None));
}

#[tokio::test]
async fn a_page_may_read_of_a_panic() {
    let gate = Gate::opened();
    let origins = ["--cors-origins", PAGE];
    let app = TestApp::start_from(&origins, |sources| gate.panicking_lookups(gate.sources(sources))).await;
    let table = Table::two_people(&app).await;
    gate.panic(true);
    for (origin, allowed) in [(PAGE, Some(PAGE)), ("https://evil.example", None)] {
        let call = app.post(&table.path("/hints")).token(table.token(0)).header("Origin", origin);
        let answer = call.json(&serde_json::json!({})).send().await;
        answer.problem(500, "internal");
        assert_eq!(answer.header("access-control-allow-origin"), allowed);
        // The refusal says that the request's id tells where.
        let exposed = list(&answer, "access-control-expose-headers");
        assert!(allowed.is_none() || exposed.contains("x-request-id"), "{exposed:?}");
    }
}

#[tokio::test]
async fn a_star_is_everybody() {
    let app = TestApp::start_with(&["--cors-origins", "*"]).await;
    let answer = app.get("/healthz").header("Origin", "https://anything.example").send().await;
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
}

#[test]
fn only_what_browsers_send_is_taken_for_an_origin_and_it_is_said_what_that_is() {
    let of = |text| Settings::from_args(["--cors-origins", text]);
    for right in
        ["https://play.example", "http://localhost:5173", "http://[::1]:81", "tauri://localhost", "*"]
    {
        assert!(of(right).is_ok(), "{right}");
    }
    for (wrong, told) in [
        ("play.example", "browsers write this origin https://play.example"),
        ("https://play.example/", "browsers write this origin https://play.example"),
        ("https://play.example/x?y#z", "browsers write this origin https://play.example"),
        ("https://ada@play.example", "browsers write this origin https://play.example"),
        ("HTTPS://Play.Example", "browsers write this origin https://play.example"),
        ("https://play.example:443", "browsers write this origin https://play.example"),
        ("http://play.example:080", "browsers write this origin http://play.example"),
        (
            "https://spiel.österreich.example",
            "browsers write this origin https://spiel.xn--sterreich-z7a.example",
        ),
        ("https://*.example", "* stands alone"),
        ("**", "* stands alone"),
        ("null", "serve them from one"),
        ("https://", "scheme://host[:port]"),
        ("https://play.example:x", "scheme://host[:port]"),
    ] {
        let error = of(wrong).expect_err(wrong).to_string();
        assert!(error.contains(told) && error.contains(wrong), "{wrong}: {error}");
    }
}

#[test]
fn an_origin_is_listed_once_and_a_star_alone() {
    for (listed, idle) in [
        ("https://a.example,https://b.example,https://a.example", Some("https://a.example")),
        ("*,https://a.example", Some("https://a.example")),
        ("https://a.example,*", Some("https://a.example")),
        ("*,*", Some("*")),
        ("https://a.example,http://a.example", None),
        ("*", None),
    ] {
        let settings = Settings::from_args(["--cors-origins", listed]).unwrap();
        let found = settings.security.idle_origin().map(ToString::to_string);
        assert_eq!(found.as_deref(), idle, "{listed}");
    }
    let settings = ["--port", "0", "--database", "sqlite::memory:", "--cors-origins", "*,*"];
    let started =
        Application::build(Settings::from_args(settings).unwrap(), Sources::system(Registry::standard()));
    let error = started.err().expect("it does not start").to_string();
    assert!(error.contains("--cors-origins") && error.contains("* alone"), "{error}");
}
