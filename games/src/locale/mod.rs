//! Texts as data: [Fluent](https://projectfluent.org) files in every language of the product.
//!
//! A program names a text by its key and hands over **ids**: of cards, seats, suits, or numbers. Articles, genders, elision,
//! plurals and the order of words are the files' business. A third language is a third file.
//!
//! A *noun* is a message called `noun-<id>`. Its value is the bare word; attributes say what cannot be derived:
//! `.the`, `.a`, `.of`, `.to`, `.gender` (`masculine`, `feminine`, `neuter`), `.elides` (`yes` before a vowel or mute h). The
//! forms without an attribute are made by the messages `form-the`, `form-a`, `form-of` and `form-to` of the same files.
//!
//! Functions in texts: `THE($x)`, `A($x)`, `OF($x)`, `TO($x)`, `NAME($x)` are forms of a noun, `GENDER($x)` and `ELIDES($x)`
//! select, `LIST($xs, form: "the")` joins several, `CAP(…)` begins a sentence, `SIGNED($n)` writes a sign.

mod bundle;
mod checks;
mod language;
mod languages;
mod nouns;
mod said;
mod text;
mod unread;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use fluent_bundle::{FluentArgs, FluentValue};

pub use checks::Uses;
pub use language::{Language, UnknownLanguage};
pub use languages::Languages;
pub use said::{FAULTS, Said, said};
pub use text::{BilingualText, Text};
pub use unread::{missing, unread, unread_json};

use bundle::Bundle;

/// What is filled into a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// The id of a noun, or a text as it is: the name of a person, a card of somebody's own deck.
    Id(String),
    /// Ids of nouns, in the order they are told.
    Ids(Vec<String>),
    /// A number, written as the language writes it.
    Number(f64),
}

impl From<&str> for Arg {
    fn from(id: &str) -> Self {
        Self::Id(id.to_owned())
    }
}

impl From<String> for Arg {
    fn from(id: String) -> Self {
        Self::Id(id)
    }
}

impl From<Vec<String>> for Arg {
    fn from(ids: Vec<String>) -> Self {
        Self::Ids(ids)
    }
}

macro_rules! from_number {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(number as f64)
            }
        }
    )*};
}
from_number!(u8, i8, u16, i16, u32, i32, u64, usize, f64);

/// Stands between the ids of a list on its way to `LIST`; no text of people has it (see [`crate::text`]).
const BETWEEN: &str = "\u{1f}";

impl Arg {
    fn value(&self) -> FluentValue<'_> {
        match self {
            Self::Id(id) => FluentValue::from(id.as_str()),
            Self::Ids(ids) => FluentValue::from(ids.join(BETWEEN)),
            Self::Number(number) => FluentValue::from(*number),
        }
    }
}

/// Arguments by name.
pub type Args<'a> = &'a [(&'a str, Arg)];

/// The texts of one area, such as a game: its files in each language, those it shares first.
#[derive(Debug, PartialEq)]
pub struct Texts {
    /// The files in English.
    pub en: &'static [&'static str],
    /// The files in French.
    pub fr: &'static [&'static str],
}

/// What all games share: forms of nouns, seats, numbers.
pub const COMMON_EN: &str = include_str!("../../text/en/common.ftl");
/// As [`COMMON_EN`], in French.
pub const COMMON_FR: &str = include_str!("../../text/fr/common.ftl");

/// The texts that all games share.
pub static COMMON: Texts = Texts { en: &[COMMON_EN], fr: &[COMMON_FR] };

thread_local! {
    /// A bundle a thread: what plurals are remembered in would else be locked.
    static BUNDLES: RefCell<Vec<(*const Texts, Language, Rc<Bundle>)>> = const { RefCell::new(Vec::new()) };
}

impl Texts {
    /// The text called `key`. A key that is nowhere is a fault of the program, which [`Texts::faults`] finds; the key itself
    /// stands for it then.
    pub fn say(&'static self, language: Language, key: &str, args: Args<'_>) -> String {
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            values.set(*name, arg.value());
        }
        let said = self.bundle(language).say(key, &values);
        debug_assert!(said.is_ok(), "{key} {args:?}: {said:?}");
        said.unwrap_or_else(|_| key.to_owned())
    }

    /// The text called `key` in both languages.
    pub fn both(&'static self, key: &str, args: Args<'_>) -> Text {
        Text::new(self.say(Language::English, key, args), self.say(Language::French, key, args))
    }

    /// The bare word of a noun; `None` if there is no such noun.
    pub fn noun(&'static self, language: Language, id: &str) -> Option<String> {
        self.bundle(language).nouns.name(id).cloned()
    }

    /// Whether there is such a text.
    pub fn has(&'static self, key: &str) -> bool {
        self.bundle(Language::English).has(key)
    }

    /// All texts that need no arguments and whose keys begin with one of `prefixes`, in both languages.
    pub fn all(&'static self, prefixes: &[&str]) -> BTreeMap<String, Text> {
        let wanted = |key: &&String| prefixes.iter().any(|prefix| key.starts_with(prefix));
        let keys = self.variables(Language::English, 0);
        let plain = keys.iter().filter(|(key, variables)| variables.is_empty() && !key.contains('.'));
        plain.map(|(key, _)| key).filter(wanted).map(|key| (key.clone(), self.both(key, &[]))).collect()
    }

    fn files(&self, language: Language) -> &'static [&'static str] {
        language.say(self.en, self.fr)
    }

    fn bundle(&'static self, language: Language) -> Rc<Bundle> {
        BUNDLES.with_borrow_mut(|bundles| {
            let this: *const Self = self;
            if let Some((_, _, bundle)) = bundles.iter().find(|(at, of, _)| *at == this && *of == language) {
                return Rc::clone(bundle);
            }
            let bundle = Rc::new(Bundle::new(language, self.files(language)));
            bundles.push((this, language, Rc::clone(&bundle)));
            bundle
        })
    }
}

#[cfg(test)]
mod tests;
