//! Nouns and their forms: articles, gender, elision.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use fluent_syntax::ast::Entry;

/// What messages of nouns begin with.
pub(super) const PREFIX: &str = "noun-";

/// A form of a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Name,
    The,
    A,
    Of,
    To,
    Gender,
    Elides,
}

impl Form {
    pub(super) const ALL: [Self; 7] =
        [Self::Name, Self::The, Self::A, Self::Of, Self::To, Self::Gender, Self::Elides];

    /// The function that makes it.
    pub(super) fn function(self) -> &'static str {
        match self {
            Self::Name => "NAME",
            Self::The => "THE",
            Self::A => "A",
            Self::Of => "OF",
            Self::To => "TO",
            Self::Gender => "GENDER",
            Self::Elides => "ELIDES",
        }
    }

    /// The form whose function this is, in small letters.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.function().eq_ignore_ascii_case(name))
    }
}

/// One noun.
#[derive(Clone, Debug, Default)]
pub(super) struct Noun {
    pub(super) name: String,
    the: String,
    a: String,
    of: String,
    to: String,
    gender: String,
    elides: String,
}

/// All nouns of a bundle. What is no noun, such as the name of a person, has its own text for all forms.
#[derive(Clone, Debug)]
pub(super) struct Nouns {
    nouns: Arc<BTreeMap<String, Noun>>,
    /// What joins the last of a list to the others.
    pub(super) and: Arc<str>,
}

impl Nouns {
    /// The nouns of these files; `plain` has them too, without any function.
    pub(super) fn new(
        plain: &FluentBundle<Rc<FluentResource>>,
        files: &[Rc<FluentResource>],
        unread: &mut Vec<String>,
    ) -> Self {
        let mut nouns = BTreeMap::new();
        for entry in files.iter().flat_map(|file| file.entries()) {
            if let Entry::Message(message) = entry
                && let Some(id) = message.id.name.strip_prefix(PREFIX)
            {
                nouns.insert(id.to_owned(), noun(plain, message.id.name, unread));
            }
        }
        let and = value(plain, "and", &FluentArgs::new(), unread);
        Self { nouns: Arc::new(nouns), and: and.into() }
    }

    pub(super) fn get(&self, id: &str) -> Option<&Noun> {
        self.nouns.get(id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.nouns.keys().map(String::as_str)
    }

    pub(super) fn form(&self, id: &str, form: Form) -> String {
        let Some(noun) = self.nouns.get(id) else {
            return match form {
                Form::Gender => "masculine".to_owned(),
                Form::Elides => "no".to_owned(),
                _ => id.to_owned(),
            };
        };
        match form {
            Form::Name => noun.name.clone(),
            Form::The => noun.the.clone(),
            Form::A => noun.a.clone(),
            Form::Of => noun.of.clone(),
            Form::To => noun.to.clone(),
            Form::Gender => noun.gender.clone(),
            Form::Elides => noun.elides.clone(),
        }
    }
}

fn noun(plain: &FluentBundle<Rc<FluentResource>>, key: &str, unread: &mut Vec<String>) -> Noun {
    let none = FluentArgs::new();
    let name = value(plain, key, &none, unread);
    let given = |attribute: &str, unread: &mut Vec<String>| {
        let message = plain.get_message(key)?;
        let pattern = message.get_attribute(attribute)?.value();
        let mut errors = Vec::new();
        let said = plain.format_pattern(pattern, None, &mut errors).into_owned();
        unread.extend(errors.iter().map(|error| format!("{key}.{attribute}: {error}")));
        Some(said)
    };
    let gender = given("gender", unread).unwrap_or_else(|| "masculine".to_owned());
    let elides = given("elides", unread).unwrap_or_else(|| "no".to_owned());
    let mut args = FluentArgs::new();
    args.set("noun", name.as_str());
    args.set("gender", gender.as_str());
    args.set("elides", elides.as_str());
    let mut form =
        |of: &str| given(of, unread).unwrap_or_else(|| value(plain, &format!("form-{of}"), &args, unread));
    let (the, a, of, to) = (form("the"), form("a"), form("of"), form("to"));
    Noun { name, the, a, of, to, gender, elides }
}

fn value(
    plain: &FluentBundle<Rc<FluentResource>>,
    key: &str,
    args: &FluentArgs<'_>,
    unread: &mut Vec<String>,
) -> String {
    let message = plain.get_message(key);
    let Some(pattern) = message.and_then(|message| message.value()) else {
        unread.push(format!("{key}: there is no such text"));
        return String::new();
    };
    let mut errors = Vec::new();
    let said = plain.format_pattern(pattern, Some(args), &mut errors).into_owned();
    unread.extend(errors.iter().map(|error| format!("{key}: {error}")));
    said
}
