//! Refusals of the command line say no secret.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The flags whose value is a secret or holds one.
const SECRET: [&str; 5] = ["--database", "--from", "--to", "--admin-token", "--secret"];

/// The refusal of a command line without what may be a secret: the value of a flag that takes one, a word nobody expected, and a URL
/// with somebody's name in it.
pub(super) fn without_secrets(mut error: Error) -> Error {
    let flag = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let is_secret = flag.split(' ').next().is_some_and(|flag| SECRET.contains(&flag));
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        // The flag whose value is wrong is one of ours.
        if kind == ContextKind::InvalidArg && error.kind() != ErrorKind::UnknownArgument {
            continue;
        }
        let Some(ContextValue::String(text)) = error.get(kind) else { continue };
        if may_be_secret(text) || (is_secret && kind == ContextKind::InvalidValue) {
            error.insert(kind, ContextValue::String("(not shown)".to_owned()));
            // What clap would put right has the word in it.
            error.remove(ContextKind::Suggested);
            error.remove(ContextKind::SuggestedSubcommand);
            error.remove(ContextKind::SuggestedArg);
        }
    }
    error
}

/// Whether a word is like a URL with a password, or long and no list of words, as secrets are.
fn may_be_secret(text: &str) -> bool {
    let word = text.split_once('=').map_or(text, |(_, value)| value);
    let plain = |c: char| c.is_ascii_lowercase() || "-_<>.,:/[] ".contains(c);
    word.contains('@') || word.contains("://") || (word.len() >= 16 && !word.chars().all(plain))
}
