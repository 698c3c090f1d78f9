//! Values that are secrets, or hold one: whatever is wrong with them, they are not printed.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// Reads a value of a flag or variable as [`FromStr`] does. A refusal names the flag and says what would be right; clap's own
/// prints the value.
pub fn hushed<T: FromStr>() -> Hushed<T> {
    Hushed(PhantomData)
}

/// See [`hushed`].
pub struct Hushed<T>(PhantomData<fn() -> T>);

impl<T> Clone for Hushed<T> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<T> TypedValueParser for Hushed<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        let read = read.and_then(|text| text.parse::<T>().map_err(|error| error.to_string()));
        read.map_err(|reason| {
            let flag = arg.map(ToString::to_string).unwrap_or_default();
            let variable = arg.and_then(Arg::get_env).map(OsStr::to_string_lossy).unwrap_or_default();
            let variable = if variable.is_empty() { String::new() } else { format!(" ({variable})") };
            let said = format!("the value of {flag}{variable} cannot be used, and is not shown: {reason}\n");
            Error::raw(ErrorKind::ValueValidation, said).with_cmd(command)
        })
    }
}

/// The refusal of a command line without what may be a secret in the wrong place: a word nobody expected, and a URL with somebody's
/// name in it where no URL belongs.
pub fn without_secrets(mut error: Error) -> Error {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        // The flag whose value is wrong is one of ours.
        if kind == ContextKind::InvalidArg && error.kind() != ErrorKind::UnknownArgument {
            continue;
        }
        let Some(ContextValue::String(text)) = error.get(kind) else { continue };
        if may_be_secret(text) {
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
