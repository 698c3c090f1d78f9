//! Law: what features call dealt was dealt by chance. A number is fixed by the set-up, a category that was received is never lost,
//! and which ones a ply brings does not depend on the move: another legal move with the same chance brings, where it brings as
//! many, the same.

use std::collections::BTreeSet;

use tapis_games::facts::{Facts, infos};
use tapis_games::feature::{Bucket, Feature, FeatureKind, Role};
use tapis_games::game::{Ply, Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::{BySeat, Seat};

use super::Trial;

/// Other moves tried in a ply.
const OTHERS: u32 = 3;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    let rules = trial.rules;
    let infos = infos(rules);
    let of_kind = |kind: FeatureKind| -> Vec<&'static str> {
        let dealt = infos.iter().filter(|info| info.role == Role::Dealt && info.kind == kind);
        dealt.map(|info| info.name).collect()
    };
    let law = Law { numbers: of_kind(FeatureKind::Number), categories: of_kind(FeatureKind::Categories) };
    let (mut facts, mut held) = (Facts::default(), None);
    let mut rng = trial.rng(21);
    for (before, ply, after) in trial.course.steps() {
        let at = || trial.at(ply.n as usize);
        let earlier = facts.clone();
        facts.count(rules, before, ply, after);
        let now = law.held(&facts.features(rules, after));
        if let Some(was) = &held {
            law.compare(was, &now).unwrap_or_else(|what| panic!("{}: {what}", at()));
            for _ in 0..OTHERS {
                let Some((other, end)) = otherwise(trial, before, ply, &mut rng) else { break };
                let mut facts = earlier.clone();
                facts.count(rules, before, &other, &end);
                let then = law.held(&facts.features(rules, &end));
                law.alike(was, [&now, &then]).unwrap_or_else(|what| panic!("{}: {what}", at()));
            }
        }
        held = Some(now);
    }
}

/// Another legal move in place of that of `ply`, with the same chance; `None` where chance has to be drawn anew.
fn otherwise<G: Published>(
    trial: &Trial<G>,
    before: &G::State,
    ply: &Ply<G>,
    rng: &mut impl rand::Rng,
) -> Option<(Ply<G>, G::State)> {
    let (rules, (seat, mv)) = (trial.rules, ply.action?);
    let moves = rules.legal_moves(before);
    let other = *moves.get(below(rng, moves.len() as u32) as usize).filter(|other| **other != mv)?;
    let mut state = before.clone();
    rules.play_unchecked(&mut state, other);
    for outcome in &ply.chance {
        if rules.turn(&state) != Turn::Chance || rules.resolve(&mut state, outcome).is_err() {
            return None;
        }
    }
    let settled = rules.turn(&state) != Turn::Chance;
    settled.then(|| (Ply { n: ply.n, action: Some((seat, other)), chance: ply.chance.clone() }, state))
}

/// The names of the features that chance decides.
struct Law {
    numbers: Vec<&'static str>,
    categories: Vec<&'static str>,
}

/// What the seats have of them: each value with its seat.
type Held = BTreeSet<(&'static str, Bucket, Seat)>;

impl Law {
    fn held(&self, features: &BySeat<Vec<Feature>>) -> Held {
        let dealt = |name| self.numbers.contains(&name) || self.categories.contains(&name);
        let of_seat = |seat: Seat| features[seat].iter().map(move |feature| (feature, seat));
        let all = Seat::all(features.len()).flat_map(of_seat);
        let those = all.filter(|(feature, _)| dealt(feature.name));
        those.map(|(feature, seat)| (feature.name, feature.bucket.clone(), seat)).collect()
    }

    /// What may come in a ply.
    fn compare(&self, was: &Held, now: &Held) -> Result<(), String> {
        if let Some((name, bucket, seat)) = was.difference(now).next() {
            return Err(format!("the dealt {name} {bucket:?} of seat {} is lost", seat.0));
        }
        let new = now.difference(was).find(|(name, ..)| self.numbers.contains(name));
        new.map_or(Ok(()), |(name, bucket, seat)| {
            Err(format!("the dealt number {name} of seat {} becomes {bucket:?} after the set-up", seat.0))
        })
    }

    /// Whether two moves in one place, with the same chance, bring the same values where they bring as many.
    fn alike(&self, was: &Held, [now, then]: [&Held; 2]) -> Result<(), String> {
        for name in &self.categories {
            let [one, other] = [now, then].map(|held| {
                let new = held.difference(was).filter(|(of, ..)| of == name);
                let mut new: Vec<_> = new.map(|(_, bucket, _)| bucket).collect();
                new.sort();
                new
            });
            if one.len() == other.len() && one != other {
                return Err(format!("whether {name} {one:?} or {other:?} is dealt depends on the move"));
            }
        }
        Ok(())
    }
}
