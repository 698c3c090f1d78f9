//! What a seat can expect before the first deal.

use std::ops::Range;

use rand::Rng;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use tapis_games::erased::{AnyRuleset, TypedRuleset};
use tapis_games::game::Published;
use tapis_games::seat::BySeat;

use super::rounds::Rounds;
use super::{Expected, ReferenceError, VERSION, mean, policy};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::sampling::stream::keyed;

/// The mean over games of the reference player on these deals. The same ruleset always gets the same deals.
///
/// # Errors
/// [`ReferenceError::Cancelled`].
pub(super) fn par<G: Published + Heuristics>(
    ruleset: &TypedRuleset<G>,
    rounds: Option<&Rounds>,
    deals: Range<u32>,
    control: &Control,
) -> Result<BySeat<Expected>, ReferenceError> {
    let digest = Sha256::new()
        .chain_update("tapis par")
        .chain_update(VERSION.to_be_bytes())
        .chain_update(ruleset.ruleset().hash.as_bytes())
        .finalize();
    let (rules, seed) = (ruleset.rules(), digest.into());
    let game = |deal: u32| {
        let cancelled = control.cancel.is_cancelled();
        (!cancelled)
            .then(|| policy::shares(rules, rounds, rules.start(), keyed(seed, deal.into()).next_u64()))
    };
    let games: Option<Vec<BySeat<f64>>> = deals.into_par_iter().map(game).collect();
    let games = games.ok_or(ReferenceError::Cancelled)?;
    Ok(mean::of_games(rules.seats(), &games))
}
