//! Heuristics for Parbourg.

use std::sync::LazyLock;

use tapis_games::game::Game;
use tapis_games::parbourg::{Kind, Move, Parbourg, State};
use tapis_games::seat::{BySeat, Seat};

use super::{Evaluation, Heuristics, TableFact, lead, win_shares};
use crate::value::{Features, Net};

mod features;
mod table;

/// Tokens in a game.
const TOKENS: f64 = 16.0;
/// The tokens that nobody minds losing.
const TRIFLE: f64 = 0.5;
/// The value of a card in hand, in tokens.
const CARD: f64 = 0.18;
/// The value of a building, in tokens per day.
const BUILDING: f64 = 0.12;
/// A lead in points that makes winning a challenge likely.
const SAFE_LEAD: f64 = 4.0;
/// The handicap in points of a seat that has folded: it can no longer add to its bet.
const FOLD_HANDICAP: f64 = 2.0;

/// The values of games of two seats and of more; see `cargo learn`.
static OF_TWO: LazyLock<Option<Net>> =
    LazyLock::new(|| Net::read(include_str!("../../../data/parbourg-2.value"), features::NAMES));
static OF_MORE: LazyLock<Option<Net>> =
    LazyLock::new(|| Net::read(include_str!("../../../data/parbourg-n.value"), features::NAMES));

impl Heuristics for Parbourg {
    fn on_table(&self, state: &State, mv: Option<Move>) -> Vec<TableFact> {
        table::facts(self, state, mv)
    }

    fn is_at_stake(&self, state: &State, kind: &str, name: Option<&str>) -> bool {
        table::is_at_stake(self, state, kind, name)
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        let colour = state.colour().index();
        let bet = |card| i32::from(self.deck().card(card).bets[colour]);
        match mv {
            Move::Bet { card, event, .. } => 20 * bet(card) + if event.is_some() { 60 } else { 0 },
            Move::Event(..) => 70,
            Move::Build(_) => 90,
            Move::Alchemy(..) => 80,
            Move::Ephemeral(..) => 20,
            Move::Keep(henchman) | Move::Initiative(henchman) => {
                i32::from(self.deck().henchman(henchman).initiative)
            }
            Move::End => 15,
            Move::Fold => 10 + i32::from(state.last) * 20,
            Move::Pass => 30,
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        features::NAMES
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        features::fill(self, state, seat, out);
    }

    fn values(&self) -> Option<&'static Net> {
        if self.seats() == 2 { OF_TWO.as_ref() } else { OF_MORE.as_ref() }
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let (totals, scale) = totals(self, state);
        let shares = win_shares(&totals, scale);
        BySeat::from_fn(self.seats(), |seat| Evaluation { share: shares[seat], margin: lead(&totals, seat) })
    }

    fn trifle(&self, state: &State, seat: Seat) -> Option<f64> {
        let (totals, scale) = totals(self, state);
        let share = |more: f64| {
            let own = |other: Seat| if other == seat { more } else { 0.0 };
            win_shares(&BySeat::from_fn(self.seats(), |other| totals[other] + own(other)), scale)[seat]
        };
        Some(share(TRIFLE / 2.0) - share(-TRIFLE / 2.0))
    }
}

/// The tokens that each seat can expect, and the lead that is worth a factor of e.
fn totals(rules: &Parbourg, state: &State) -> (BySeat<f64>, f64) {
    let chances = chances(rules, state);
    let tokens = BySeat::from_fn(rules.seats(), |seat| {
        let won: u32 = state.won[seat.index()].iter().map(|&n| u32::from(n)).sum();
        f64::from(won) + chances[seat]
    });
    let decided: u32 = state.won.iter().flatten().map(|&n| u32::from(n)).sum();
    let left = (TOKENS - f64::from(decided)).max(0.0);
    let total = |seat| tokens[seat] + future_tokens(rules, state, seat, left);
    (BySeat::from_fn(rules.seats(), total), 0.25 + 0.45 * left.sqrt())
}

/// The probability that each seat wins the current challenge.
fn chances(rules: &Parbourg, state: &State) -> BySeat<f64> {
    let under_way = state.day > 0 && state.challenge < 4;
    let strength = |seat: Seat| {
        let handicap = if state.stands(seat) { 0.0 } else { FOLD_HANDICAP };
        f64::from(rules.points(state, seat)) - handicap
    };
    let shares = win_shares(&BySeat::from_fn(rules.seats(), strength), SAFE_LEAD);
    BySeat::from_fn(rules.seats(), |seat| if under_way { shares[seat] } else { 0.0 })
}

/// Tokens that the hand and the buildings of `seat` may still bring.
fn future_tokens(rules: &Parbourg, state: &State, seat: Seat, left: f64) -> f64 {
    let card = |card| {
        let info = rules.deck().card(card);
        let best = info.bets.iter().copied().max().unwrap_or(0);
        if info.kind == Kind::Bet { f64::from(best) / 4.0 } else { 1.3 }
    };
    let hand: f64 = state.hand(seat).iter().map(card).sum();
    let buildings = state.buildings[seat.index()].len() as f64;
    CARD * hand * (left / TOKENS).sqrt() + BUILDING * buildings * left / 4.0
}
