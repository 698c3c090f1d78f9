//! Quotas: what all who share a store took.

use std::time::Duration;

use jiff::Timestamp;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

/// Longer than any of these tests takes; much shorter than what is taken in them.
const SLACK: Duration = Duration::from_secs(10 * 60);

fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 60 * 60)
}

/// So many hours of the quota of this number.
fn taken(quota: u8, hours: i64) -> QuotaTaken {
    QuotaTaken { id: digest(quota), micros: hours * 60 * 60 * 1_000_000 }
}

/// An engine may have a clock of its own, so this is what it says.
fn now() -> Time {
    Timestamp::now().into()
}

#[track_caller]
fn assert_waits(waits: Vec<Duration>, expected: &[Duration]) {
    assert_eq!(waits.len(), expected.len());
    for (wait, expected) in waits.into_iter().zip(expected) {
        assert!(wait <= *expected && wait + SLACK >= *expected, "{wait:?} instead of {expected:?}");
    }
}

pub fn what_is_taken_adds_up_and_comes_back<F: Factory>() {
    let (factory, store) = fresh::<F>();
    let take = |taken: &[QuotaTaken]| store.take_quotas(taken.to_vec(), now()).unwrap();
    assert_eq!(take(&[]), []);
    assert_waits(take(&[taken(9, 2), taken(1, 3)]), &[hours(2), hours(3)]);
    assert_waits(take(&[taken(1, 4), taken(5, 1), taken(9, 0)]), &[hours(7), hours(1), hours(2)]);
    assert_waits(take(&[taken(1, -2), taken(5, -3), taken(7, -1)]), &[hours(5), hours(0), hours(0)]);
    assert_waits(take(&[taken(5, 1)]), &[hours(1)]);
    store.close().unwrap();
    let store = factory.open();
    let again = store.take_quotas(vec![taken(1, 1), taken(9, 1)], now()).unwrap();
    assert_waits(again, &[hours(6), hours(3)]);
}

pub fn a_quota_is_never_further_away_than_a_day<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let take = |taken: QuotaTaken| store.take_quotas(vec![taken], now()).unwrap();
    assert_waits(take(taken(1, 20)), &[hours(20)]);
    assert_waits(take(taken(1, 20)), &[hours(24)]);
    assert_waits(take(taken(1, -20)), &[hours(4)]);
    for micros in [i64::MAX, i64::MIN, i64::MAX] {
        let expected = if micros > 0 { hours(24) } else { hours(0) };
        assert_waits(take(QuotaTaken { id: digest(2), micros }), &[expected]);
    }
}

pub fn quotas_that_are_whole_are_forgotten<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let mut all: Vec<QuotaTaken> = (0..5).map(|quota| taken(quota, 0)).collect();
    all.push(taken(7, 1));
    store.take_quotas(all, now()).unwrap();
    let purge = |limit| {
        std::thread::sleep(Duration::from_millis(2));
        store.purge_quotas(now(), 100, limit).unwrap()
    };
    assert_eq!([purge(3), purge(3), purge(3)], [3, 2, 0]);
    assert_waits(store.take_quotas(vec![taken(7, 1)], now()).unwrap(), &[hours(2)]);
}

pub fn no_more_quotas_are_kept_than_are_wanted<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let all = [(1, 3), (2, 1), (3, 5), (4, 2), (5, 4)].map(|(quota, hours)| taken(quota, hours));
    store.take_quotas(all.to_vec(), now()).unwrap();
    let purge = |most, limit| store.purge_quotas(now(), most, limit).unwrap();
    assert_eq!([purge(5, 9), purge(2, 1), purge(2, 9), purge(2, 9)], [0, 1, 2, 0]);
    let left = store.take_quotas((1..=5).map(|quota| taken(quota, 0)).collect(), now()).unwrap();
    assert_waits(left, &[0, 0, 5, 0, 4].map(hours));
}
