//! Calls of an earlier release that are gone.

use crate::common::TestApp;

#[tokio::test]
async fn each_call_that_is_gone_names_what_takes_its_place_as_the_document_does() {
    let app = TestApp::start().await;
    let document = app.get("/openapi.json").send().await.expect(200);
    let told = document["info"]["description"].as_str().unwrap();
    let gone: Vec<(&str, &str)> =
        told.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: ")).collect();
    assert_eq!(gone.len(), 15, "{told}");
    for (path, instead) in gone {
        assert!(document["paths"].get(path).is_none(), "{path} is there");
        let asked = path.replace("{game}", "richelieu").replace("{format}", "csv").replace("{id}", "none");
        let problem = app.get(&asked).send().await.problem(404, "not_found");
        assert!(problem["detail"].as_str().unwrap().ends_with(instead), "{asked}: {problem}");
    }
}
