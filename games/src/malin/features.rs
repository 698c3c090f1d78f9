//! What designers count.

use std::cmp::Ordering;

use super::Malin;
use super::card::Card;
use super::malheur::{KINDS, Kind};
use super::moves::Move;
use super::state::{Phase, SEATS, State};
use crate::feature::{Feature, FeatureInfo, FeatureKind};
use crate::game::Game;
use crate::log::Ply;
use crate::refusal::Text;
use crate::seat::{BySeat, Seat};

/// Running counts of one seat.
#[derive(Clone, Copy, Default)]
struct Counts {
    announced: u16,
    met: i64,
    over: i64,
    under: i64,
    rounds: i64,
    dealt: i64,
    strength: i64,
    twins_high: i64,
    twins_low: i64,
    wishes: i64,
    used: [i64; KINDS],
}

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {
    seats: [Counts; SEATS],
}

impl Malin {
    pub(super) fn count(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        if after.round != before.round {
            self.count_deal(tally, after);
        }
        let Some((seat, mv)) = ply.action else { return };
        let counts = &mut tally.seats[seat.index()];
        match mv {
            Move::Bid(bid) => counts.announced |= 1 << bid.min(15),
            Move::Malheur(malheur) => counts.used[malheur.kind() as usize] += 1,
            Move::Play(lay) => match lay.card {
                Card::Wish => counts.wishes += 1,
                Card::Twin | Card::FixedTwin(_) if lay.value == 0 => counts.twins_low += 1,
                Card::Twin | Card::FixedTwin(_) => counts.twins_high += 1,
                Card::Number(_) => {}
            },
            Move::Pass => {}
        }
        let mut end = before.clone();
        self.play_unchecked(&mut end, mv);
        if matches!(end.phase, Phase::Deal | Phase::Reshuffle(_) | Phase::Over) {
            self.count_contracts(tally, &end);
        }
    }

    fn count_deal(&self, tally: &mut Tally, after: &State) {
        for seat in Seat::all(self.seats_count()) {
            let counts = &mut tally.seats[seat.index()];
            counts.dealt += i64::from(after.dealer == seat);
            counts.rounds += 1;
            let high = |card: Card| match card {
                Card::Number(number) => number * 3 > self.highest() * 2,
                Card::Twin | Card::Wish => true,
                Card::FixedTwin(value) => value > 0,
            };
            let strong = after.hands[seat.index()].cards(self.fixed_twins()).filter(|&card| high(card));
            counts.strength += strong.count() as i64;
        }
    }

    /// Contracts met, over and under in the round that just ended in `end`.
    fn count_contracts(&self, tally: &mut Tally, end: &State) {
        for seat in Seat::all(self.seats_count()) {
            let contract = end.contracts[seat.index()].unwrap_or(0);
            let counts = &mut tally.seats[seat.index()];
            match (end.taken[seat.index()] as i8).cmp(&contract) {
                Ordering::Equal => counts.met += 1,
                Ordering::Greater => counts.over += 1,
                Ordering::Less => counts.under += 1,
            }
        }
    }

    pub(super) fn feature_values(&self, tally: &Tally) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats_count(), |seat| {
            let counts = &tally.seats[seat.index()];
            let mut features = vec![
                Feature::number("rounds", counts.rounds),
                Feature::number("contracts_met", counts.met),
                Feature::number("contracts_over", counts.over),
                Feature::number("contracts_under", counts.under),
                Feature::number("rounds_dealt", counts.dealt),
                Feature::number("strong_cards_dealt", counts.strength),
                Feature::number("twins_high", counts.twins_high),
                Feature::number("twins_low", counts.twins_low),
                Feature::number("wishes", counts.wishes),
            ];
            let bids = (0..16).filter(|bid| counts.announced >> bid & 1 == 1);
            features.extend(bids.map(|bid| Feature::category("announced", bid.to_string())));
            let used = Kind::ALL.into_iter().filter(|&kind| counts.used[kind as usize] > 0);
            features.extend(used.map(|kind| Feature::category("malheur_used", kind.name())));
            features.push(Feature::number("malheurs_used", counts.used.iter().sum::<i64>()));
            features
        })
    }
}

pub(super) fn infos() -> Vec<FeatureInfo> {
    let info = |name, kind, en: &str, fr: &str| FeatureInfo { name, kind, text: Text::new(en, fr) };
    use FeatureKind::{Categories, Number};
    vec![
        info("rounds", Number, "rounds played", "manches jouées"),
        info("contracts_met", Number, "contracts met", "contrats remplis"),
        info(
            "contracts_over",
            Number,
            "rounds with more tricks than the contract",
            "manches au-dessus du contrat",
        ),
        info(
            "contracts_under",
            Number,
            "rounds with fewer tricks than the contract",
            "manches sous le contrat",
        ),
        info("rounds_dealt", Number, "rounds this seat dealt", "manches distribuées"),
        info(
            "strong_cards_dealt",
            Number,
            "cards of the highest third dealt",
            "cartes du tiers supérieur reçues",
        ),
        info("twins_high", Number, "twins played high", "jumeaux joués hauts"),
        info("twins_low", Number, "twins played as 0", "jumeaux joués à 0"),
        info("wishes", Number, "wishes played", "wish joués"),
        info("announced", Categories, "numbers announced", "nombres annoncés"),
        info("malheur_used", Categories, "Malheur cards used", "cartes Malheur utilisées"),
        info("malheurs_used", Number, "number of Malheur cards used", "nombre de cartes Malheur utilisées"),
    ]
}
