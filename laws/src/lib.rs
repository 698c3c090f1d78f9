//! The laws that every published game and the exhaustive solver keep, as tests.
//!
//! They stand in a package of their own for the time they take to build: each of them is generic over the game, so a test
//! program holds the rules and the search once for each game. The packages `tapis-games` and `tapis-solver` are optimised even
//! for tests; what is only instantiated here is optimised less (`profile.dev` in the workspace's `Cargo.toml`).
