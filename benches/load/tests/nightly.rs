//! The other rows at a tiny size: each waits for clocks.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::{assert_rows, assert_rows_of};
use tapis_load::rows::Rows;

#[test]
fn durable_moves() {
    assert_rows(Rows::H3, &["H3", "H3", "H3"]);
}

#[test]
fn a_person_beside_floods_of_one_call() {
    assert_rows_of(Rows::Attack, Some("validateRuleset"), &["H7"]);
}

#[test]
fn evening() {
    assert_rows(Rows::Mix, &[]);
}
