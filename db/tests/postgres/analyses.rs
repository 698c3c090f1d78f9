//! Analyses that one node searches and another tells of.

use std::time::Duration;

use tapis_db::model::{Json, SharedAnalysis};

use super::open;
use crate::server;

const LONG: Duration = Duration::from_secs(60);

fn analysis(body: &str, ended: bool) -> SharedAnalysis {
    SharedAnalysis { id: "ana_1".to_owned(), body: Json::from(body), ended, is_late: false }
}

#[test]
fn what_one_node_says_of_an_analysis_another_tells_until_it_is_dropped() {
    let url = server::shared().database();
    let nodes = [open(&url), open(&url)];
    assert_eq!(nodes[1].analysis("ana_1"), Ok(None));
    assert_eq!(nodes[0].add_analysis(analysis("1", false), LONG), Ok(true));
    assert_eq!(nodes[1].add_analysis(analysis("1", false), LONG), Ok(false), "another was first");
    assert_eq!(nodes[1].analysis("ana_1"), Ok(Some(analysis("1", false))));
    assert_eq!(nodes[0].change_analysis(analysis("2", true), LONG), Ok(true));
    assert_eq!(nodes[1].analysis("ana_1"), Ok(Some(analysis("2", true))));
    assert_eq!([nodes[1].drop_analysis("ana_1"), nodes[1].drop_analysis("ana_1")], [Ok(true), Ok(false)]);
    assert_eq!(nodes[0].change_analysis(analysis("3", true), LONG), Ok(false), "its node hears of it");
    assert_eq!(nodes[0].analysis("ana_1"), Ok(None));
}

#[test]
fn an_analysis_whose_node_says_no_more_is_late_and_one_that_ended_is_forgotten() {
    let url = server::shared().database();
    let store = open(&url);
    let late = |ended| {
        store.add_analysis(analysis("1", false), LONG).unwrap();
        store.change_analysis(analysis("1", ended), Duration::ZERO).unwrap();
        std::thread::sleep(Duration::from_millis(2));
        store.analysis("ana_1").unwrap()
    };
    assert_eq!(late(false), Some(SharedAnalysis { is_late: true, ..analysis("1", false) }));
    assert_eq!(late(true), None);
    server::shared().sql(&url, "UPDATE analyses SET until = until - interval '2 hours'");
    store.add_analysis(SharedAnalysis { id: "ana_2".to_owned(), ..analysis("1", false) }, LONG).unwrap();
    assert_eq!(server::shared().sql(&url, "SELECT id FROM analyses"), "ana_2");
}
