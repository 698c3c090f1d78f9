//! Looking at collected tricks (variant 1) and at face-down tokens (variant 3): moves that are sets.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::legal::name;
use super::state::{Action, Phase, State};

/// One thing that may be looked at: its owner, and how a described choice names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The seat it lies before.
    pub owner: usize,
    /// The trick's or the token's number.
    pub number: usize,
}

/// The activated action under way in the look phase.
pub fn action(state: &State) -> Option<Action> {
    let under_way = state.laid.get(state.place).filter(|_| state.phase == Phase::Look);
    under_way.and_then(|laid| laid.activated)
}

/// Everything the seat to move may choose from: tricks by owner, tokens by id.
pub fn candidates(state: &State) -> Vec<Candidate> {
    match action(state) {
        Some(Action::Consult) => (0..)
            .zip(&state.collected)
            .flat_map(|(owner, collected)| {
                collected.tricks.keys().map(move |&number| Candidate { owner, number })
            })
            .collect(),
        Some(Action::Peek) => state
            .in_areas()
            .filter(|(_, token)| !token.up)
            .filter_map(|(number, token)| token.seat.map(|owner| Candidate { owner, number }))
            .collect(),
        _ => Vec::new(),
    }
}

/// The description that stands for all sets; none when there is nothing to look at.
pub fn described(state: &State) -> Option<Value> {
    let found = candidates(state);
    let kind = kind(state)?;
    let seat = state.to_move()?;
    let owners: BTreeSet<usize> = found.iter().map(|candidate| candidate.owner).collect();
    let named = |candidate: &Candidate| match kind {
        "look" => format!("s{}:{}", candidate.owner, candidate.number),
        _ => name(candidate.number),
    };
    let candidates: Vec<String> = found.iter().map(named).collect();
    let of = |owner: usize| found.iter().filter(|one| one.owner == owner).map(named).collect::<Vec<_>>();
    let owned = |&owner: &usize| json!({"owner": owner, "candidates": of(owner)});
    let by_owner: Vec<Value> = owners.iter().map(owned).collect();
    (!candidates.is_empty()).then(|| {
        let max = state.bourgeoisie[seat];
        let choose = json!({"owners": owners, "candidates": candidates, "by_owner": by_owner, "max": max});
        json!({"kind": kind, "choose": choose})
    })
}

fn kind(state: &State) -> Option<&'static str> {
    match action(state)? {
        Action::Consult => Some("look"),
        Action::Peek => Some("peek"),
        Action::Serve => None,
    }
}

/// The set a `look` or `peek` names, if it may be chosen and is written as it should be.
pub fn chosen(state: &State, notation: &str) -> Option<Vec<Candidate>> {
    let seat = state.to_move()?;
    let (kind, rest) = notation.split_once(' ')?;
    if self::kind(state) != Some(kind) {
        return None;
    }
    let all = candidates(state);
    let set: Vec<Candidate> = all.into_iter().filter(|candidate| names(kind, rest, candidate)).collect();
    let others: BTreeSet<usize> = set.iter().map(|c| c.owner).filter(|&owner| owner != seat).collect();
    let allowed = !set.is_empty() && set.len() <= state.bourgeoisie[seat] && others.len() <= 1;
    (allowed && written(kind, &set) == notation).then_some(set)
}

/// Whether the words after `look` or `peek` name the candidate.
fn names(kind: &str, words: &str, candidate: &Candidate) -> bool {
    let number = candidate.number.to_string();
    words.split(' ').any(|word| match (kind, word.split_once(':')) {
        ("look", Some((owner, numbers))) => {
            owner == format!("s{}", candidate.owner) && numbers.split(',').any(|text| text == number)
        }
        _ => word == name(candidate.number),
    })
}

/// The notation of a set: `look s0:1,2 s3:4`, `peek t05 t09`.
fn written(kind: &str, set: &[Candidate]) -> String {
    let mut text = kind.to_owned();
    let mut owner = None;
    for candidate in set {
        if kind == "peek" {
            text += &format!(" {}", name(candidate.number));
        } else if owner == Some(candidate.owner) {
            text += &format!(",{}", candidate.number);
        } else {
            text += &format!(" s{}:{}", candidate.owner, candidate.number);
        }
        owner = Some(candidate.owner);
    }
    text
}
