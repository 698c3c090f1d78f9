//! The tests of the rules and of the search, in a package of their own for the time they take to build.
//!
//! The packages `tapis-games`, `tapis-solver` and `tapis-recount` are optimised even for tests. As tests of those packages these
//! would be optimised, too, and the libraries a second time with them; here nothing is (`profile.dev` in the workspace's `Cargo.toml`).
