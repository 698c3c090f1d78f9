//! What designers count.

use super::SeptBlasons;
use super::card::{Character, Family};
use super::moves::{Move, Pick};
use super::state::{Phase, State};
use super::token::Place;
use crate::bits::members;
use crate::feature::Counted::{self, Categories, Number};
use crate::feature::Role::{Choice, Consequence};
use crate::feature::names;
use crate::prelude::*;
use crate::seat::MAX_SEATS;

/// Running counts of one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    won_with: u8,
    tricks: i64,
    powers: [i64; 6],
    on_others: i64,
    /// Tokens that came into the area, by [`Cause`].
    gained: [i64; 5],
    /// Tokens that left the area, by [`Cause`].
    lost: [i64; 5],
    stolen_powers: i64,
    malandrin: [i64; 3],
    free_draws: i64,
    free_reveals: i64,
    activations: i64,
    led: i64,
    led_and_won: i64,
}

/// What moved a token.
#[derive(Clone, Copy)]
enum Cause {
    Manant,
    Magistrat,
    Intendant,
    Religieux,
    FreeAction,
}

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {
    pub(super) seats: [Counts; MAX_SEATS],
    nobody: i64,
    pub(super) first: Option<Seat>,
}

impl SeptBlasons {
    pub(super) fn count_action(&self, counts: &mut Counts, before: &State, seat: Seat, mv: Move) {
        match (before.phase, mv) {
            (_, Move::Play(_, Some(_))) => counts.activations += 1,
            (_, Move::Value(_)) => counts.malandrin[0] += 1,
            (_, Move::Power(_)) => counts.malandrin[1] += 1,
            (_, Move::Itself) => counts.malandrin[2] += 1,
            (Phase::Free, Move::Draw(_)) => counts.free_draws += 1,
            (Phase::Free, Move::Reveal(_)) => counts.free_reveals += 1,
            _ => {}
        }
        if let Phase::Power(place) = before.phase
            && let Some((power, _)) = before.trick.power_at(usize::from(place), self.religieux())
        {
            counts.powers[power as usize] += 1;
            counts.stolen_powers += i64::from(before.trick.seat(usize::from(place)) != seat);
        }
    }

    /// Tokens each area gained and lost by the move, and whether it touched another's area. An exchange gains and
    /// loses one on both sides.
    pub(super) fn count_tokens(tally: &mut Tally, before: &State, seat: Seat, mv: Move) {
        let area = |id: u8| match before.tokens.get(id).map(|token| token.place) {
            Some(Place::Area(seat)) => Some(seat),
            _ => None,
        };
        let cause = match mv {
            Move::Draw(_) if before.phase == Phase::Free => Cause::FreeAction,
            Move::Draw(_) => Cause::Manant,
            Move::Remove(_) => Cause::Magistrat,
            Move::Give(..) => Cause::Religieux,
            _ => Cause::Intendant,
        };
        let (from, to): ([Option<Seat>; 2], [Option<Seat>; 2]) = match mv {
            Move::Draw(_) => ([None; 2], [Some(seat), None]),
            Move::Remove(id) => ([area(id), None], [None; 2]),
            Move::Give(id, to) => ([area(id), None], [Some(to), None]),
            Move::Swap(id, Pick::Pool) => ([area(id), None], [area(id), None]),
            Move::Swap(id, Pick::Token(other)) => ([area(id), area(other)], [area(id), area(other)]),
            _ => ([None; 2], [None; 2]),
        };
        let turned = match mv {
            Move::Reveal(Pick::Token(id)) => area(id),
            _ => None,
        };
        from.into_iter().flatten().for_each(|area| tally.seats[area.index()].lost[cause as usize] += 1);
        to.into_iter().flatten().for_each(|area| tally.seats[area.index()].gained[cause as usize] += 1);
        let touched = from.into_iter().chain(to).chain([turned]).flatten();
        tally.seats[seat.index()].on_others += i64::from(touched.into_iter().any(|area| area != seat));
    }

    pub(super) fn count_trick(&self, tally: &mut Tally, before: &State, mv: Move) {
        let mut trick = before.trick;
        if let Phase::Power(_) = before.phase
            && let (Move::Value(from), Some(seat)) = (mv, self.decider(before))
        {
            trick.rob_value(from, seat);
        }
        if let Move::Play(character, action) = mv {
            trick.lay(character, action);
        }
        tally.seats[trick.leader().index()].led += 1;
        match trick.winner(self.options.ties, &self.values) {
            None => tally.nobody += 1,
            Some(winner) => {
                let counts = &mut tally.seats[winner.index()];
                counts.tricks += 1;
                counts.led_and_won += i64::from(trick.leader() == winner);
                if let Some(laid) = trick.card_of(winner) {
                    counts.won_with |= 1 << (laid.character.0 & 7);
                }
            }
        }
    }

    pub(super) fn seat_features(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
        let order = Feature::turn_order(tally.first.unwrap_or(Seat(0)), seat, self.seats());
        let (own, family) =
            (&tally.seats[seat.index()], self.best_family(end, seat).map(|(family, ..)| family));
        Counted::features(&table(), &Seen { own, nobody: tally.nobody, family }, order)
    }
}

pub(super) const POWERS: [&str; 6] = [
    "power_malandrin",
    "power_manant",
    "power_menetrier",
    "power_magistrat",
    "power_religieux",
    "power_intendant",
];

pub(super) fn infos() -> Vec<FeatureInfo> {
    Counted::infos(&table(), &super::told::TEXTS)
}

/// What is read of a finished game, for a seat.
struct Seen<'a> {
    own: &'a Counts,
    nobody: i64,
    family: Option<Family>,
}

fn table<'a>() -> [Counted<Seen<'a>>; 29] {
    [
        Number(Consequence, "tricks_won", |s| s.own.tricks),
        Number(Consequence, "tricks_nobody_won", |s| s.nobody),
        Number(Consequence, "tricks_led", |s| s.own.led),
        Number(Consequence, "tricks_led_and_won", |s| s.own.led_and_won),
        Number(Consequence, "tokens_gained", |s| s.own.gained.iter().sum()),
        Number(Consequence, "tokens_lost", |s| s.own.lost.iter().sum()),
        Number(Choice, "powers_on_others", |s| s.own.on_others),
        Number(Choice, "powers_stolen", |s| s.own.stolen_powers),
        Number(Choice, "malandrin_value", |s| s.own.malandrin[0]),
        Number(Choice, "malandrin_power", |s| s.own.malandrin[1]),
        Number(Choice, "malandrin_itself", |s| s.own.malandrin[2]),
        Number(Choice, "free_action_draw", |s| s.own.free_draws),
        Number(Choice, "free_action_reveal", |s| s.own.free_reveals),
        Number(Choice, "bourgeoisie_used", |s| s.own.activations),
        Categories(Consequence, "trick_won_with", |s| {
            names(members(u64::from(s.own.won_with)).map(Character), Character::name)
        }),
        Categories(Consequence, "score_family", |s| names(s.family, Family::name)),
        Number(Consequence, "gained_by_manant", |s| s.own.gained[Cause::Manant as usize]),
        Number(Consequence, "gained_by_intendant", |s| s.own.gained[Cause::Intendant as usize]),
        Number(Consequence, "gained_by_religieux", |s| s.own.gained[Cause::Religieux as usize]),
        Number(Consequence, "gained_by_free_action", |s| s.own.gained[Cause::FreeAction as usize]),
        Number(Consequence, "lost_to_magistrat", |s| s.own.lost[Cause::Magistrat as usize]),
        Number(Consequence, "lost_to_intendant", |s| s.own.lost[Cause::Intendant as usize]),
        Number(Consequence, "lost_to_religieux", |s| s.own.lost[Cause::Religieux as usize]),
        Number(Choice, POWERS[0], |s| s.own.powers[0]),
        Number(Choice, POWERS[1], |s| s.own.powers[1]),
        Number(Choice, POWERS[2], |s| s.own.powers[2]),
        Number(Choice, POWERS[3], |s| s.own.powers[3]),
        Number(Choice, POWERS[4], |s| s.own.powers[4]),
        Number(Choice, POWERS[5], |s| s.own.powers[5]),
    ]
}
