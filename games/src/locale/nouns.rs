//! Nouns and their forms: articles, gender, elision.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use fluent_syntax::ast::Entry;
use strum::VariantArray;

/// What messages of nouns begin with.
pub(super) const PREFIX: &str = "noun-";

/// A form of a noun; its name is that of the function that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "UPPERCASE", ascii_case_insensitive)]
pub(super) enum Form {
    Name,
    The,
    A,
    Of,
    To,
    Gender,
    Elides,
}

/// One noun, by [`Form`].
type Noun = [String; Form::VARIANTS.len()];

/// All nouns of a bundle. What is no noun, such as the name of a person, has its own text for all forms.
#[derive(Clone, Debug)]
pub(super) struct Nouns {
    nouns: Arc<BTreeMap<String, Noun>>,
    /// What joins the last of a list to the others.
    pub(super) and: Arc<str>,
    /// What stands before a proper name for "of", and before one that begins with a vowel.
    of_name: Arc<[String; 2]>,
    /// What stands before a proper name for "to".
    to_name: Arc<str>,
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
        let mut plain = |key| value(plain, key, &FluentArgs::new(), unread);
        let of_name = [plain("form-of-name"), plain("form-of-name-vowel")];
        Self {
            and: plain("and").into(),
            of_name: of_name.into(),
            to_name: plain("form-to-name").into(),
            nouns: Arc::new(nouns),
        }
    }

    pub(super) fn name(&self, id: &str) -> Option<&String> {
        self.nouns.get(id).map(|noun| &noun[Form::Name as usize])
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.nouns.keys().map(String::as_str)
    }

    pub(super) fn form(&self, id: &str, form: Form) -> String {
        self.nouns.get(id).map_or_else(|| self.form_of_name(id, form), |noun| noun[form as usize].clone())
    }

    /// The form of a proper name, which has no article: `de Boris`, `d’Ada`.
    fn form_of_name(&self, name: &str, form: Form) -> String {
        let vowel = begins_with_vowel(name);
        let [of, of_vowel] = &*self.of_name;
        match form {
            Form::Gender => "masculine".to_owned(),
            Form::Elides => if vowel { "yes" } else { "no" }.to_owned(),
            Form::Of => format!("{}{name}", if vowel { of_vowel } else { of }),
            Form::To => format!("{}{name}", self.to_name),
            Form::Name | Form::The | Form::A => name.to_owned(),
        }
    }
}

/// Whether the first letter, accents aside, is a vowel. An h of a name is taken as aspirate.
fn begins_with_vowel(name: &str) -> bool {
    name.chars().next().is_some_and(|first| "aàâäæeéèêëiîïoôöœuùûüAÀÂÄÆEÉÈÊËIÎÏOÔÖŒUÙÛÜ".contains(first))
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
    [name, the, a, of, to, gender, elides]
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
