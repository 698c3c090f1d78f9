//! Tables laid by hand, for tests of single sentences.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tapis_games::game::{Game, Observed, Published, Turn};
use tapis_games::refusal::Refusal;
use tapis_games::richelieu::card::{Card, Region, Symbol};
use tapis_games::richelieu::cell::Cell;
use tapis_games::richelieu::deal::{Deal, LaidCard};
use tapis_games::richelieu::disc::{Disc, DiscBag};
use tapis_games::richelieu::state::Step;
use tapis_games::richelieu::{Chance, Richelieu, State};
use tapis_games::seat::Seat;

use super::common::rules;

/// A game in progress.
#[derive(Clone)]
pub struct Table {
    pub rules: Richelieu,
    pub state: State,
}

impl Table {
    /// Deals cards and discs where they are wanted; the rest of the deck follows in order, with the two-shield cards
    /// and regions as they come. `cards` is like `1c01 anjou 1 sword`, `discs` like `1c05 marker_return`.
    pub fn laid(options: Value, cards: &[&str], discs: &[&str]) -> Self {
        let mut options = options;
        if options.get("first_seat").is_none() {
            options["first_seat"] = json!(0);
        }
        let rules = rules(options);
        let deal = deal(&rules, cards, discs);
        let mut state = rules.start();
        rules.resolve(&mut state, &Chance::Deal(Box::new(deal))).unwrap();
        Self { rules, state }
    }

    /// Plays moves, separated by semicolons.
    pub fn play(mut self, moves: &str) -> Self {
        for notation in moves.split(';').map(str::trim).filter(|notation| !notation.is_empty()) {
            if let Err(refusal) = self.try_play(notation) {
                panic!("{notation}: {refusal}");
            }
        }
        self
    }

    /// One turn with one card: takes, stops, then does `marker` if there is a marker step.
    pub fn turn(self, take: &str, marker: &str) -> Self {
        let mut table = self.play(take);
        if table.at().1 == Step::SecondCard {
            table = table.play("stop");
        }
        if table.at().1 == Step::Marker { table.play(marker) } else { table }
    }

    pub fn try_play(&mut self, notation: &str) -> Result<(), Refusal> {
        let mv = self.rules.parse(&self.state, notation).unwrap();
        self.rules.play(&mut self.state, mv)
    }

    /// The code of the refusal of a move.
    pub fn refused(&self, notation: &str) -> &'static str {
        self.clone().try_play(notation).expect_err("should be refused").code
    }

    pub fn legal(&self) -> Vec<String> {
        self.rules.legal_moves(&self.state).iter().map(ToString::to_string).collect()
    }

    /// The legal moves that begin with a word.
    pub fn legal_of(&self, word: &str) -> Vec<String> {
        self.legal().into_iter().filter(|mv| mv.split(' ').next() == Some(word)).collect()
    }

    pub fn is_legal(&self, notation: &str) -> bool {
        self.legal().iter().any(|mv| mv == notation)
    }

    /// The seat to move and its step.
    pub fn at(&self) -> (u8, Step) {
        match self.rules.turn(&self.state) {
            Turn::Player(seat) => (seat.0, self.state.step),
            _ => (u8::MAX, self.state.step),
        }
    }

    /// Reserve, on cards, boxed.
    pub fn markers(&self, seat: u8) -> (u8, u32, u8) {
        let seat = Seat(seat);
        (self.state.side(seat).reserve, self.state.side(seat).markers.len(), self.state.side(seat).boxed())
    }

    pub fn over(&self) -> bool {
        self.rules.turn(&self.state) == Turn::Over
    }
}

pub fn card(text: &str) -> Card {
    let parts: Vec<&str> = text.split(' ').collect();
    let named = |name: &str| Region::ALL.into_iter().find(|region| region.name() == name).unwrap();
    let symbol =
        parts.get(2).map(|name| Symbol::ALL.into_iter().find(|symbol| symbol.name() == *name).unwrap());
    Card { region: named(parts[0]), shields: parts[1].parse().unwrap(), symbol }
}

pub fn disc(name: &str) -> Disc {
    Disc::ALL.into_iter().find(|disc| disc.name() == name).unwrap()
}

fn deal(rules: &Richelieu, cards: &[&str], discs: &[&str]) -> Deal {
    let mut deck = rules.options().deck.clone();
    let mut laid: BTreeMap<Cell, Card> = BTreeMap::new();
    for placed in cards {
        let (cell, shown) = placed.split_once(' ').unwrap();
        let at = deck
            .iter()
            .position(|other| *other == card(shown))
            .unwrap_or_else(|| panic!("{placed}: no more"));
        assert!(laid.insert(cell.parse().unwrap(), deck.remove(at)).is_none(), "{placed}: taken");
    }
    let mut rest = deck.into_iter();
    let all: Vec<LaidCard> = Cell::all()
        .map(|cell| LaidCard::new(cell, laid.get(&cell).copied().unwrap_or_else(|| rest.next().unwrap())))
        .collect();
    let mut bag = DiscBag::FULL;
    let wanted: BTreeMap<Cell, Disc> = discs
        .iter()
        .map(|text| text.split_once(' ').unwrap())
        .map(|(c, d)| (c.parse().unwrap(), disc(d)))
        .collect();
    wanted.values().for_each(|&disc| assert!(bag.take(disc)));
    let mut rest = bag.discs().collect::<Vec<_>>().into_iter();
    let cells = rules.options().disc_cells.iter().copied();
    let discs = cells
        .map(|cell| (cell, wanted.get(&cell).copied().unwrap_or_else(|| rest.next().unwrap())))
        .collect();
    Deal {
        first_seat: Seat(rules.options().first_seat.unwrap()),
        rows: all.chunks(12).map(<[LaidCard]>::to_vec).collect(),
        discs,
        removed: rest.collect(),
    }
}

/// The first position for which `wanted` holds, in random games from seed 0 on.
pub fn find(rules: &Richelieu, wanted: impl Fn(&Table) -> bool) -> Table {
    for seed in 0..5_000 {
        let played = super::common::Played::random(rules, &mut super::common::rng(seed));
        for &state in &played.states[1..] {
            let table = Table { rules: rules.clone(), state };
            if wanted(&table) {
                return table;
            }
        }
    }
    panic!("no such position in 5,000 games");
}

/// What `seat` saw of `notation`, played on a copy.
pub fn outcome(table: &Table, notation: &str, viewer: tapis_games::seat::Viewer) -> Option<Value> {
    let mv = table.rules.parse(&table.state, notation).unwrap();
    let Turn::Player(seat) = table.rules.turn(&table.state) else { panic!("nobody is to move") };
    let mut after = table.state;
    table.rules.play(&mut after, mv).unwrap();
    let ply = tapis_games::game::Ply { n: 1, action: Some((seat, mv)), chance: Vec::new() };
    let seen = table.rules.see(&table.state, &ply, &after, viewer);
    seen.outcome.map(|outcome| serde_json::to_value(outcome).unwrap())
}
