//! Callers behind a trusted proxy are told apart by the one header that the proxy writes.

use crate::common::TestApp;

/// A service behind a proxy on this machine.
async fn behind_a_proxy(further: &[&str]) -> TestApp {
    let settings = [
        "--trusted-proxies",
        "127.0.0.1",
        "--admin-token",
        "an-administrator-s-token",
        "--rate-requests",
        "2",
    ];
    TestApp::start_with(&[&settings[..], further].concat()).await
}

/// The status of a request with these two headers.
async fn asked(app: &TestApp, forwarded: &str, x_forwarded_for: &str) -> u16 {
    let call = app.get("/healthz").header("Forwarded", forwarded);
    call.header("X-Forwarded-For", x_forwarded_for).send().await.status
}

#[tokio::test]
async fn a_header_of_the_caller_s_own_does_not_make_another_of_it() {
    let app = behind_a_proxy(&[]).await;
    let mut told = Vec::new();
    for made_up in ["for=192.0.2.1", "for=192.0.2.2", "for=192.0.2.3"] {
        told.push(asked(&app, made_up, "198.51.100.7").await);
    }
    assert_eq!(told, [200, 200, 429], "one caller, whatever it writes into Forwarded");
    assert_eq!(asked(&app, "for=192.0.2.1", "198.51.100.8").await, 200, "another caller");
}

#[tokio::test]
async fn the_header_can_be_the_other_one() {
    let app = behind_a_proxy(&["--forwarded-header", "forwarded"]).await;
    let mut told = Vec::new();
    for made_up in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        told.push(asked(&app, "for=198.51.100.7", made_up).await);
    }
    assert_eq!(told, [200, 200, 429], "one caller, whatever it writes into X-Forwarded-For");
    assert_eq!(asked(&app, "for=198.51.100.8", "192.0.2.1").await, 200, "another caller");
}
