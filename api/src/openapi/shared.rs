//! Responses that several operations have stand once, among the components.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

/// A response of an operation: its status and its JSON.
type Said = (String, String);

/// Moves them there, and refers to them.
pub(super) fn share(document: &mut OpenApi) {
    let names = names(document);
    let mut shared = BTreeMap::new();
    for (said, response) in all(document) {
        if let Some(name) = names.get(&said) {
            let reference = Ref::new(format!("#/components/responses/{name}"));
            shared.insert(name.clone(), std::mem::replace(response, reference.into()));
        }
    }
    document.components.get_or_insert_default().responses.extend(shared);
}

/// What those are called that come more than once: by their status, the most frequent one by it alone.
fn names(document: &mut OpenApi) -> BTreeMap<Said, String> {
    let mut counts: BTreeMap<Said, usize> = BTreeMap::new();
    all(document).for_each(|(said, _)| *counts.entry(said).or_default() += 1);
    let often = counts.into_iter().filter(|(_, count)| *count > 1);
    let ranked: BTreeSet<_> = often.map(|(said, count)| (std::cmp::Reverse(count), said)).collect();
    let mut of_status: BTreeMap<String, usize> = BTreeMap::new();
    let named = ranked.into_iter().map(|(_, said)| {
        let n = of_status.entry(said.0.clone()).or_default();
        *n += 1;
        let name = format!("{}{}", word(&said.0), if *n > 1 { n.to_string() } else { String::new() });
        (said, name)
    });
    named.collect()
}

/// `NotFound` of 404.
fn word(status: &str) -> String {
    let known = status.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
    let reason = known.and_then(|status| status.canonical_reason()).unwrap_or("Answer");
    reason.chars().filter(char::is_ascii_alphabetic).collect()
}

/// The responses that are written out.
fn all(document: &mut OpenApi) -> impl Iterator<Item = (Said, &mut RefOr<Response>)> {
    let items = document.paths.paths.values_mut();
    let operations = items.flat_map(|item| [&mut item.get, &mut item.post, &mut item.put, &mut item.delete]);
    let responses = operations.flatten().flat_map(|operation| operation.responses.responses.iter_mut());
    responses.filter_map(|(status, response)| {
        let RefOr::T(written) = &*response else { return None };
        let text = serde_json::to_string(written).ok()?;
        Some(((status.clone(), text), response))
    })
}
