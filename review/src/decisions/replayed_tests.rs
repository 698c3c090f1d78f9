//! Choices of three games that were read as the loser, who was blamed there without reason.

use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::look::{Look, Search, answered, seed_of, seen};
use super::order::{At, speak_for};
use super::{Behind, Grade};
use crate::game::FinishedGame;

/// A game up to some ply.
struct Read {
    game: &'static str,
    seed: &'static str,
    commitment: &'static str,
    moves: &'static str,
}

/// Ply 36, "take 3R", and ply 37, "take 4L", are the two cards of one turn; the first of them has a disc.
const PAIR: Read = Read {
    game: "richelieu",
    seed: "44f14d072ad5586070862439a9b2958fc5c847b8c7dffca8c6d8d64aae2845af",
    commitment: "sha256:e250ed1a2e07d82e7c78d51f2d373a77bbc757cd7c1ab39bfd7d7c7b9a9961cd",
    moves: "take 3R, mark 1c12, take 1L, mark 4c01, take 4R, mark 4c11, take 3R, mark 3c01, take 1R, take 1R, mark 3c10, \
        take 2R, mark 2c11, take 4R, mark 4c10, take 4L, mark 4c02, take 1R, mark 1c09, take 4L, mark 1c02, take 1R, \
        mark 1c08, take 2R, take 4L, mark 2c10, take 4L, skip, take 2R, stop, mark 2c09, take 1R, mark 1c07, take 2R, \
        mark 2c08, take 3R, take 4L",
};

/// In ply 81 seat 1 draws two cards by a bet; the event that draws three can follow in ply 83.
const DRAWS: Read = Read {
    game: "parbourg",
    seed: "7cfbbb1269988fcbdf2c360a3056a2dc9a73dfe7941c317a6d51d40f861bdd7b",
    commitment: "sha256:57e71016279810f829fef5c6b1b632a710d0de5241205e68593f3ceed34eb40c",
    moves: "pass, alchemy #90, pass, pass, pass, event #79, pass, end, pass, bet #26, bet #5, build #87, fold, pass, \
        event #80, bet #38, fold, build #84, end, pass, event #78 #79, pass, bet #3 hidden, build #86, ephemeral #96, \
        pass, end, pass, bet #7, end, pass, bet #12, bet #64 hidden event, pass, fold, pass, bet #18, event #77 #18, \
        fold, bet #15, end, pass, bet #60 hidden event, pass, bet #79 hidden, fold, pass, bet #44, fold, build #81, \
        end, pass, bet #16 hidden, bet #33, end, pass, bet #24, end, pass, bet #34 hidden, bet #61 event, pass, fold, \
        pass, fold, pass, pass, bet #76, bet #8, fold, pass, fold, bet #63 event #80, ephemeral #100, pass, end, pass, \
        bet #14, end, pass, bet #46 event, pass, bet #71",
};

/// In ply 152 seat 1 ends its turn standing instead of lying down.
const STANDS: Read = Read {
    game: "parbourg",
    seed: "46b930413728427888e10fd392d631c7dc12adbff2b589ea1c43ed0468bee1ae",
    commitment: "sha256:9ba18af91bdd50394ce57b159a7f7f313d19e4830ebb764f7ced9cb446b65f5d",
    moves: "pass, alchemy #90, pass, pass, alchemy #92, pass, pass, alchemy #91, pass, pass, pass, bet #56 event s1, pass, \
        event #78 #90, pass, build #82, end, pass, bet #4, event #73 s0, pass, ephemeral #96, pass, fold, pass, \
        bet #62 event #56, bet #56 event s1, fold, bet #58 event s1, pass, bet #71, end, pass, bet #75 hidden, \
        bet #30 hidden, ephemeral #99 s0, pass, fold, pass, bet #54, bet #23, fold, pass, event #70 s0 #23, bet #17, \
        fold, bet #22, bet #44, fold, pass, bet #60 hidden event, bet #10, fold, pass, alchemy #90, pass, pass, pass, \
        fold, pass, fold, fold, pass, bet #50, bet #13, build #81, fold, bet #11, bet #43, fold, pass, event #65, \
        bet #47, bet #52 event s0 #82, pass, end, pass, bet #46 event, pass, bet #25, fold, pass, fold, pass, pass, \
        fold, pass, bet #29, fold, bet #7, bet #20, build #84, fold, pass, bet #8, bet #14, build #85, fold, bet #21, \
        bet #42, build #83, fold, pass, bet #9, build #86, bet #15, fold, bet #12, bet #69, fold, pass, bet #59, \
        bet #26, fold, pass, alchemy #94, pass, pass, pass, bet #64, bet #1, fold, pass, bet #63 event #82, bet #51, \
        build #82, fold, event #80, pass, bet #2, end, pass, bet #19, bet #45 event, pass, build #87, fold, pass, \
        bet #49 event, event #67, fold, bet #79, bet #5, ephemeral #95, ephemeral #100, pass, end, pass, bet #37, \
        bet #48 event, pass, end",
};

impl Read {
    /// The game as it was after so many plies.
    fn game(&self, plies: usize) -> FinishedGame {
        let ruleset = Registry::standard().game(self.game).unwrap().ruleset(r#"{"players": 2}"#).unwrap();
        let seed = Seed(hex::decode(self.seed).unwrap().try_into().unwrap());
        let mut table = ruleset.deal(&seed);
        for (n, notation) in (1..).zip(self.moves.split(", ").take(plies)) {
            let Turn::Player(seat) = table.turn() else { panic!("ply {n}: {notation}") };
            table.play(seat, notation, &mut seed.stream(Stream::Chance(n))).unwrap();
        }
        let plies = table.plies().iter().map(|ply| (*ply.stored).clone()).collect();
        FinishedGame::new(ruleset, plies, self.commitment.to_owned())
    }

    /// What the second look of a `quick` review says of the move of ply `n`, and what is made of it where only so many plies are known.
    fn judged(&self, n: u32, plies: usize) -> [Behind; 2] {
        let (whole, game) = (self.game(usize::MAX), self.game(plies));
        let (seat, notation) = (whole.mover(n).unwrap(), whole.notation(n).unwrap());
        let engine = Registry::standard().engine(whole.ruleset()).unwrap();
        let (seed, control) = (seed_of(whole.review_seed(), "look", n, 2), Control::default());
        let search = Search { lines: 10_000, seed, names: &[], compared: None, explained: false };
        let table = whole.before(n).unwrap();
        let log = seen(&*table, &whole.ruleset().ruleset().reference(), seat, n);
        let look = Look::of(&answered(&*engine, &log, search, &control).unwrap().1, search);
        let at = At { game: &game, engine: &*engine, ply: n, seat, control: &control };
        let judged = [look.behind(notation).unwrap(), at.behind(&look, notation).unwrap().unwrap()];
        println!("{notation} against {}: {judged:?}", look.best());
        judged
    }
}

fn is_fault(behind: Behind) -> bool {
    Grade::of(behind, 2).is_fault()
}

#[test]
fn a_card_with_a_disc_may_be_the_first_of_a_pair() {
    let [found, judged] = PAIR.judged(36, 36);
    assert!(is_fault(found) && !is_fault(judged), "{judged:?}");
    // What the disc is nobody knows who does not take it.
    let [found, judged] = PAIR.judged(36, 35);
    assert_eq!(found, judged);
}

#[test]
fn what_can_still_follow_in_the_same_turn_is_blamed_where_it_does_not() {
    let [found, judged] = DRAWS.judged(81, 83);
    assert!(is_fault(found) && !is_fault(judged), "{judged:?}");
    let [found, judged] = DRAWS.judged(83, 83);
    assert!(is_fault(found) && is_fault(judged), "{judged:?}");
    // Without a choice that follows nothing can.
    let [found, judged] = DRAWS.judged(81, 82);
    assert_eq!(found, judged);
}

#[test]
fn nobody_is_blamed_for_what_the_lines_speak_for() {
    let [found, judged] = STANDS.judged(152, 152);
    assert!(is_fault(found) && !is_fault(judged), "{judged:?}");
    assert_eq!((found.mean, found.high), (judged.mean, judged.high), "the search finds it worse");
}

#[test]
fn lines_speak_for_a_move_only_where_there_are_enough() {
    assert!(speak_for([0.34, 0.04], 400));
    assert!(!speak_for([0.34, 0.04], 199), "too few pairs");
    assert!(!speak_for([0.50, 0.43], 400), "too little");
    assert!(!speak_for([0.52, 0.43], 400), "1.8 standard errors");
    assert!(speak_for([0.10, 0.02], 400), "4.6 of them");
    assert!(!speak_for([0.04, 0.34], 400), "the other way round");
}
