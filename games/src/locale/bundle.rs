//! The files of one language, read and ready to be said.

use std::rc::Rc;

use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use strum::VariantArray;

use super::BETWEEN;
use super::language::Language;
use super::nouns::{Form, Nouns};

/// Texts of one language.
pub(super) struct Bundle {
    fluent: FluentBundle<Rc<FluentResource>>,
    pub(super) nouns: Nouns,
    /// What could not be read of the files.
    pub(super) unread: Vec<String>,
}

impl std::fmt::Debug for Bundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bundle").finish_non_exhaustive()
    }
}

impl Bundle {
    pub(super) fn new(language: Language, files: &[&str]) -> Self {
        let mut unread = Vec::new();
        let resources: Vec<_> = files.iter().map(|file| read(file, &mut unread)).collect();
        let mut plain = empty(language);
        let mut fluent = empty(language);
        for resource in &resources {
            for bundle in [&mut plain, &mut fluent] {
                let faults = bundle.add_resource(Rc::clone(resource)).err().unwrap_or_default();
                unread.extend(faults.iter().map(ToString::to_string));
            }
        }
        let nouns = Nouns::new(&plain, &resources, &mut unread);
        add_functions(&mut fluent, language, &nouns, &mut unread);
        Self { fluent, nouns, unread }
    }

    /// The text called `key`.
    ///
    /// # Errors
    /// There is none, or it cannot be filled in; says why.
    pub(super) fn say(&self, key: &str, args: &FluentArgs<'_>) -> Result<String, String> {
        let message = self.fluent.get_message(key);
        let pattern = message.and_then(|message| message.value()).ok_or("there is no such text")?;
        let mut errors = Vec::new();
        let said = self.fluent.format_pattern(pattern, Some(args), &mut errors).into_owned();
        match errors.first() {
            Some(error) => Err(format!("{error}: {said}")),
            None => Ok(said),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fluent.has_message(key)
    }
}

fn empty(language: Language) -> FluentBundle<Rc<FluentResource>> {
    let tag = language.code().parse().expect("the codes of our languages are language tags");
    let mut bundle = FluentBundle::new(vec![tag]);
    // Names of people hold no characters of direction, and texts are read by programs as well.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match language {
        Language::English => |value, _| number(Language::English, value),
        Language::French => |value, _| number(Language::French, value),
    }));
    bundle
}

fn read(file: &str, unread: &mut Vec<String>) -> Rc<FluentResource> {
    Rc::new(FluentResource::try_new(file.to_owned()).unwrap_or_else(|(read, faults)| {
        unread.extend(faults.iter().map(|fault| format!("at byte {}: {fault}", fault.pos.start)));
        read
    }))
}

/// A number as the language writes it, with the digits it has.
fn number(language: Language, value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let digits = number.as_string().split('.').nth(1).map_or(0, str::len);
    Some(language.number(number.value, digits))
}

fn add_functions(
    bundle: &mut FluentBundle<Rc<FluentResource>>,
    language: Language,
    nouns: &Nouns,
    unread: &mut Vec<String>,
) {
    let mut added = vec![bundle.add_builtins()];
    for &form in Form::VARIANTS {
        let nouns = nouns.clone();
        added.push(bundle.add_function(form.into(), move |values, _| {
            text_of(values).map_or(FluentValue::Error, |id| nouns.form(&id, form).into())
        }));
    }
    let of = nouns.clone();
    added.push(bundle.add_function("LIST", move |values, named| {
        let form = named.get("form").and_then(|form| text_of(std::slice::from_ref(form)));
        let Ok(form) = form.as_deref().unwrap_or("name").parse::<Form>() else { return FluentValue::Error };
        text_of(values).map_or(FluentValue::Error, |ids| list(&of, &ids, form).into())
    }));
    added.push(bundle.add_function("CAP", |values, _| {
        text_of(values).map_or(FluentValue::Error, |text| capitalised(&text).into())
    }));
    added.push(bundle.add_function("SIGNED", move |values, _| match values.first() {
        Some(FluentValue::Number(FluentNumber { value, .. })) => language.signed(*value, 0).into(),
        _ => FluentValue::Error,
    }));
    unread.extend(added.into_iter().filter_map(Result::err).map(|fault| fault.to_string()));
}

fn text_of(values: &[FluentValue<'_>]) -> Option<String> {
    match values.first()? {
        FluentValue::String(text) => Some(text.to_string()),
        FluentValue::Number(number) => Some(number.as_string().into_owned()),
        _ => None,
    }
}

fn list(nouns: &Nouns, ids: &str, form: Form) -> String {
    let words: Vec<String> =
        ids.split(BETWEEN).filter(|id| !id.is_empty()).map(|id| nouns.form(id, form)).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} {} {last}", first.join(", "), nouns.and),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
