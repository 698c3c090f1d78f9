//! The other rows at a tiny size: each waits for clocks.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::assert_rows;
use tapis_load::rows::Rows;

#[test]
fn durable_moves() {
    assert_rows(Rows::H3, &["H3", "H3", "H3"]);
    assert_rows(Rows::H4, &["H4"]);
}

#[test]
fn statistics() {
    assert_rows(Rows::A1, &["A1"; 3]);
    assert_rows(Rows::A2, &["A2"]);
}

#[test]
fn lab() {
    assert_rows(Rows::B7, &["B7"; 4]);
    assert_rows(Rows::B8, &["B8"]);
    assert_rows(Rows::B9, &["B9"]);
}

#[test]
fn hints() {
    assert_rows(Rows::T1, &["T1"]);
}

#[test]
fn a_person_beside_a_flood() {
    assert_rows(Rows::Attack, &["S1", "S2", "S3"]);
}

#[test]
fn evening() {
    assert_rows(Rows::Mix, &[]);
}
