//! Responses and parameters that several operations have stand once, among the components.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

/// A part of an operation: the status of a response or the name of a parameter, and its JSON.
type Said = (String, String);

/// Moves them there, and refers to them.
pub(super) fn share(document: &mut OpenApi) {
    let names_of = names(responses(document).map(|(said, _)| said), word);
    let mut shared = BTreeMap::new();
    for (said, response) in responses(document) {
        if let Some(name) = names_of.get(&said) {
            let reference = Ref::new(format!("#/components/responses/{name}"));
            shared.insert(name.clone(), std::mem::replace(response, reference.into()));
        }
    }
    let components = document.components.get_or_insert_default();
    components.responses.extend(shared);
    let names_of = names(parameters(document).map(|(said, _)| said), str::to_owned);
    let mut shared = BTreeMap::new();
    for (said, parameter) in parameters(document) {
        if let Some(name) = names_of.get(&said) {
            let reference = Ref::new(format!("#/components/parameters/{name}"));
            shared.insert(name.clone(), std::mem::replace(parameter, RefOr::Ref(reference)));
        }
    }
    document.components.get_or_insert_default().parameters.extend(shared);
}

/// What those are called that come more than once: by the word of their status or name, the most frequent one by it alone.
fn names(all: impl Iterator<Item = Said>, word: impl Fn(&str) -> String) -> BTreeMap<Said, String> {
    let mut counts: BTreeMap<Said, usize> = BTreeMap::new();
    all.for_each(|said| *counts.entry(said).or_default() += 1);
    let often = counts.into_iter().filter(|(_, count)| *count > 1);
    let ranked: BTreeSet<_> = often.map(|(said, count)| (std::cmp::Reverse(count), said)).collect();
    let mut of_word: BTreeMap<String, usize> = BTreeMap::new();
    let named = ranked.into_iter().map(|(_, said)| {
        let n = of_word.entry(said.0.clone()).or_default();
        *n += 1;
        let name = format!("{}{}", word(&said.0), if *n > 1 { n.to_string() } else { String::new() });
        (said, name)
    });
    named.collect()
}

/// `NotFound` of 404, and `Refusal` of what no status has.
fn word(status: &str) -> String {
    let known = status.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
    let reason = known.and_then(|status| status.canonical_reason()).unwrap_or("Refusal");
    reason.chars().filter(char::is_ascii_alphabetic).collect()
}

fn operations(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    let items = document.paths.paths.values_mut();
    items.flat_map(|item| [&mut item.get, &mut item.post, &mut item.put, &mut item.delete]).flatten()
}

/// The responses that are written out.
fn responses(document: &mut OpenApi) -> impl Iterator<Item = (Said, &mut RefOr<Response>)> {
    let responses = operations(document).flat_map(|operation| operation.responses.responses.iter_mut());
    responses.filter_map(|(status, response)| {
        let RefOr::T(written) = &*response else { return None };
        let text = serde_json::to_string(written).ok()?;
        Some(((status.clone(), text), response))
    })
}

/// The parameters, likewise.
fn parameters(document: &mut OpenApi) -> impl Iterator<Item = (Said, &mut RefOr<Parameter>)> {
    let parameters = operations(document).flat_map(|operation| operation.parameters.iter_mut().flatten());
    parameters.filter_map(|parameter| {
        let RefOr::T(written) = &*parameter else { return None };
        let text = serde_json::to_string(written).ok()?;
        Some(((written.name.clone(), text), parameter))
    })
}
