//! The tests of the rules and of the search. They are a package of their own because they build faster so.
//!
//! Cargo optimises the packages `tapis-games`, `tapis-solver` and `tapis-recount` even for tests. If these tests belonged to those
//! packages, cargo would optimise the tests too, and build the libraries a second time. It does not optimise this package
//! (`profile.dev` in the workspace's `Cargo.toml`).
