//! The rules that refusals name can be read.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Table, TestApp};

/// Every rule that the sources of the games name, `richelieu.md#a-turn`.
fn named(folder: &Path, rules: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        if entry.is_dir() {
            named(&entry, rules);
        } else if entry.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&entry).unwrap();
            let found =
                text.split('"').filter(|part| part.contains(".md#") && !part.contains([' ', '`', '{']));
            rules.extend(found.map(str::to_owned));
        }
    }
}

#[tokio::test]
async fn every_rule_that_is_named_can_be_read() {
    let app = TestApp::start().await;
    let mut rules = BTreeSet::new();
    for game in ["richelieu", "sept_blasons", "malin", "parbourg"] {
        named(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(game), &mut rules);
    }
    assert!(rules.len() >= 15, "{rules:?}");
    for rule in rules {
        let (game, section) = rule.split_once(".md#").unwrap();
        for language in ["en", "fr"] {
            let page = app.get(&format!("/v1/rulesets/{game}/rules?lang={language}")).send().await;
            assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
            assert_eq!(page.header("content-language"), Some(language));
            assert!(page.text().contains(&format!(" id=\"{section}\"")), "{rule}: {}", page.text());
            assert!(page.text().contains(&format!("<html lang=\"{language}\">")), "{}", page.text());
        }
    }
    app.get("/v1/rulesets/bridge/rules").send().await.problem(404, "not_found");
}

#[tokio::test]
async fn a_refusal_leads_to_its_rule() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let refused = table.try_move(&app, 0, "stop").await.problem(409, "move_refused");
    let href = refused["rule_href"].as_str().unwrap();
    let (path, section) = href.split_once('#').unwrap();
    assert_eq!(refused["rule"], format!("richelieu.md#{section}"));
    let page = app.get(path).send().await;
    assert!(page.text().contains(&format!(" id=\"{section}\"")), "{href}");
    let etag = page.header("etag").unwrap();
    assert_eq!(app.get(path).header("If-None-Match", etag).send().await.status, 304);
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    assert_eq!(about["rules"], path);
}
