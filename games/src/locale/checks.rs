//! What can be wrong with texts, found before anybody reads them.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::nouns::PREFIX;
use super::{BETWEEN, Language, Texts};

/// What a program makes of texts, to be held against the files.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Keys whose texts are said.
    pub keys: BTreeSet<String>,
    /// Source code in which keys stand between quotation marks, outside comments and tests.
    pub sources: Vec<&'static str>,
}

impl Uses {
    /// Refusals are named in the code without what their keys begin with.
    fn has(&self, key: &str) -> bool {
        let quoted = format!("\"{}\"", key.strip_prefix("refusal-").unwrap_or(key));
        self.keys.contains(key)
            || self.sources.iter().any(|source| code(source).any(|line| line.contains(&quoted)))
    }
}

/// The lines of a source file that are neither comments nor tests.
fn code(source: &str) -> impl Iterator<Item = &str> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code))
}

/// Stands before the key of a text that another one contains.
const REFERENCE: char = '→';

/// Keys with the variables of each, attributes as `key.attribute`.
pub(super) type Variables = BTreeMap<String, BTreeSet<String>>;

impl Texts {
    /// Everything wrong with the files: unreadable, in one language only, with other variables in one than in the other, not
    /// to be filled in, missing or unused; what a text that is said contains is used with it. `shared` is how many files at the front are
    /// shared with other areas, and need not be used whole. Empty when all is well.
    pub fn faults(&'static self, shared: usize, uses: &Uses) -> Vec<String> {
        let [en, fr] = [Language::English, Language::French].map(|language| self.variables(language, 0));
        let mut faults = Vec::new();
        for language in [Language::English, Language::French] {
            let unread = &self.bundle(language).unread;
            faults.extend(unread.iter().map(|fault| format!("{}: {fault}", language.code())));
            faults.extend(self.unsaid(language));
        }
        let is_noun = |key: &str| key.starts_with(PREFIX) || key.starts_with("form-");
        for (key, variables) in en.iter().filter(|(key, _)| !is_noun(key) || !key.contains('.')) {
            match fr.get(key) {
                None => faults.push(format!("{key}: only in English")),
                Some(others) if others != variables && !is_noun(key) => {
                    faults.push(format!("{key}: {variables:?} in English, {others:?} in French"));
                }
                Some(_) => {}
            }
        }
        let french = fr.keys().filter(|key| !is_noun(key) || !key.contains('.'));
        faults
            .extend(french.filter(|key| !en.contains_key(*key)).map(|key| format!("{key}: only in French")));
        let (own, used) = (self.variables(Language::English, shared), self.used(uses));
        let unused = own.keys().filter(|key| !key.contains('.') && !used.contains(*key));
        faults.extend(unused.map(|key| format!("{key}: unused")));
        faults.extend(
            uses.keys.iter().filter(|key| !en.contains_key(*key)).map(|key| format!("{key}: missing")),
        );
        faults
    }

    /// The keys of the texts that are said, and of those that they contain in either language.
    fn used(&self, uses: &Uses) -> BTreeSet<String> {
        let texts = [Language::English, Language::French].map(|language| self.contents(language, 0));
        let all = || texts.iter().flatten();
        let mut used = BTreeSet::new();
        let mut more: Vec<String> = all().map(|(key, _)| key).filter(|key| uses.has(key)).cloned().collect();
        while let Some(key) = more.pop() {
            if !used.insert(key.clone()) {
                continue;
            }
            // Its attributes are said with it.
            let is_of = |own: &str| own.split('.').next() == Some(&*key);
            let names = all().filter(|(own, _)| is_of(own)).flat_map(|(_, names)| names);
            more.extend(names.filter_map(|name| name.strip_prefix(REFERENCE)).map(str::to_owned));
        }
        used
    }

    /// The variables of every text, of all files but the first so many.
    pub(super) fn variables(&self, language: Language, skipped: usize) -> Variables {
        let mut all = self.contents(language, skipped);
        let own = all.clone();
        all.values_mut().for_each(|variables| resolve(variables, &own));
        all
    }

    /// The same with references to other texts as they stand.
    fn contents(&self, language: Language, skipped: usize) -> Variables {
        let mut all = BTreeMap::new();
        for file in &self.files(language)[skipped..] {
            let file = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(read, _)| read);
            for entry in file.entries() {
                let Entry::Message(message) = entry else { continue };
                let mut variables = BTreeSet::new();
                message.value.iter().for_each(|value| find_in(value, &mut variables));
                all.insert(message.id.name.to_owned(), variables);
                for attribute in &message.attributes {
                    let mut variables = BTreeSet::new();
                    find_in(&attribute.value, &mut variables);
                    all.insert(format!("{}.{}", message.id.name, attribute.id.name), variables);
                }
            }
        }
        all
    }

    /// Texts that cannot be filled in with some number, noun or name, or show what only the files should see.
    fn unsaid(&'static self, language: Language) -> Vec<String> {
        let bundle = self.bundle(language);
        let nouns: Vec<&str> = bundle.nouns.ids().take(3).collect();
        let mut values: Vec<FluentValue<'_>> = [0, 1, 2, 5, -3].map(FluentValue::from).into();
        values.push(FluentValue::from("Ada"));
        values.push(FluentValue::from(nouns.join(BETWEEN)));
        values.extend(nouns.iter().map(|noun| FluentValue::from(*noun)));
        let mut faults = Vec::new();
        for (key, variables) in self.variables(language, 0) {
            if key.contains('.') {
                continue;
            }
            let say = |value: &FluentValue<'_>| {
                let args = variables.iter().map(|name| (name.as_str(), value.clone())).collect();
                bundle.say(&key, &args)
            };
            for value in &values {
                // A function may want a number where it is given a noun, and the other way round: one of them must do.
                if let Ok(said) = say(value)
                    && said.contains(['{', '}', '$'])
                {
                    faults.push(format!("{} {key}: {said}", language.code()));
                }
            }
            if variables.len() < 2 && !values.iter().any(|value| say(value).is_ok()) {
                faults.push(format!("{} {key}: cannot be filled in", language.code()));
            }
        }
        faults
    }
}

/// Puts the variables of contained texts in the place of their keys; of a text that contains itself, its own alone.
fn resolve(variables: &mut BTreeSet<String>, all: &Variables) {
    for _ in 0..all.len() {
        let Some(reference) = variables.iter().find(|name| name.starts_with(REFERENCE)).cloned() else {
            return;
        };
        variables.remove(&reference);
        variables.extend(all.get(reference.trim_start_matches(REFERENCE)).into_iter().flatten().cloned());
    }
}

fn find_in(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            find_in_expression(expression, found);
        }
    }
}

fn find_in_expression(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => find_in_inline(inline, found),
        Expression::Select { selector, variants } => {
            find_in_inline(selector, found);
            variants.iter().for_each(|variant| find_in(&variant.value, found));
        }
    }
}

fn find_in_inline(expression: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().for_each(|argument| find_in_inline(argument, found));
        }
        InlineExpression::MessageReference { id, .. } => {
            found.insert(format!("{REFERENCE}{}", id.name));
        }
        InlineExpression::Placeable { expression } => find_in_expression(expression, found),
        _ => {}
    }
}
