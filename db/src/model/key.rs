//! Keys that front ends and designers call with.

use super::{Digest, Time};

/// A key as it is stored: the key itself is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Whose it is: 1 to 64 letters, digits, `.`, `-` and `_` of ASCII. It is never given again.
    pub name: String,
    /// The SHA-256 of the key's text.
    pub hash: Digest,
    /// What it opens.
    pub scope: KeyScope,
    /// How often it may be used.
    pub rates: KeyRates,
    /// When it was made.
    pub created_at: Time,
    /// Since when it opens nothing.
    pub revoked_at: Option<Time>,
}

/// What a key opens. Its text is the name in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", parse_err_ty = ParseKeyScopeError, parse_err_fn = no_scope)]
pub enum KeyScope {
    /// Nothing that is not open to everybody; requests are counted by it.
    Play,
    /// Experiments as well.
    Lab,
}

/// Requests a minute; 0 for no limit, nothing where the service's own limit for an address holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyRates {
    /// Of any kind.
    pub requests: Option<u32>,
    /// That create games.
    pub create: Option<u32>,
    /// That move.
    pub moves: Option<u32>,
    /// That ask for hints and analyses.
    pub hints: Option<u32>,
}

/// The text names no scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a scope is play or lab")]
pub struct ParseKeyScopeError;

fn no_scope(_: &str) -> ParseKeyScopeError {
    ParseKeyScopeError
}
