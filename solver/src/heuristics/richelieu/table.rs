//! What anybody can see of Richelieu's majorities, and what a move changes of them.

use tapis_games::game::{Game, Published};
use tapis_games::richelieu::card::{Card, Region, Symbol};
use tapis_games::richelieu::cell::{Cell, Cells};
use tapis_games::richelieu::disc::Disc;
use tapis_games::richelieu::moves::Payment;
use tapis_games::richelieu::{Move, Richelieu, State};
use tapis_games::seat::Seat;

use crate::heuristics::{TableFact, Topic};

/// A region or a symbol.
#[derive(Clone, Copy)]
enum Counted {
    Region(Region),
    Symbol(Symbol),
}

/// How a majority stands for a seat: shields of a region, or cards with a symbol.
struct Stand {
    own: i32,
    /// What the best other seat has.
    others: i32,
    /// What lies on the table.
    left: i32,
}

/// What is paid with.
const MARKER: &str = "marker_paid";
/// How much it speaks for a card that it costs the last marker,
const LAST_MARKER: i32 = -45;
/// or the one that guards a card.
const OPENS_CARD: i32 = -40;

pub(super) fn facts(rules: &Richelieu, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    let (all, before) = (counted(), state.table);
    match mv {
        None => all.flat_map(|counted| standing(rules, state, counted)).collect(),
        Some(Move::Take { row, end, pay }) => {
            let Some(cell) = before.end(usize::from(row), end) else { return Vec::new() };
            let mut facts: Vec<TableFact> =
                all.filter_map(|counted| taking(rules, state, counted, state.card(cell))).collect();
            let mut rest = before;
            rest.remove(cell);
            facts.extend(discs(rules, cell, rest.end(usize::from(row), end)));
            facts.extend(pay.into_iter().flat_map(|pay| paying(rules, state, rest, pay)));
            facts
        }
        Some(Move::Mark(cell) | Move::Shift { to: cell, .. }) => {
            all.filter_map(|counted| marking(rules, state, counted, state.card(cell))).collect()
        }
        Some(Move::Stop | Move::Recover | Move::Skip | Move::Pass) => Vec::new(),
    }
}

/// Everything of which there is a majority.
fn counted() -> impl Iterator<Item = Counted> {
    Region::ALL.map(Counted::Region).into_iter().chain(Symbol::ALL.map(Counted::Symbol))
}

impl Counted {
    fn name(self) -> &'static str {
        match self {
            Self::Region(region) => region.name(),
            Self::Symbol(symbol) => symbol.name(),
        }
    }

    fn topic(self) -> Topic {
        Topic::named(self.pick(["region", "symbol"]), self.name())
    }

    /// A fact of how it stands.
    fn fact(self, kinds: [&'static str; 2], speaks: i32, stand: &Stand) -> TableFact {
        let numbers = [("own", stand.own), ("others", stand.others), ("left", stand.left)];
        TableFact::new(self.pick(kinds), self.topic(), speaks).numbers(numbers)
    }

    /// The first for a region, the second for a symbol.
    fn pick(self, [region, symbol]: [&'static str; 2]) -> &'static str {
        match self {
            Self::Region(_) => region,
            Self::Symbol(_) => symbol,
        }
    }

    /// What a card counts for it.
    fn on(self, card: Card) -> i32 {
        match self {
            Self::Region(region) => i32::from(card.shields) * i32::from(card.region == region),
            Self::Symbol(symbol) => i32::from(card.symbol == Some(symbol)),
        }
    }

    fn with(self, state: &State, seat: Seat) -> i32 {
        match self {
            Self::Region(region) => state.side(seat).shields(region),
            Self::Symbol(symbol) => state.side(seat).symbols(symbol),
        }
    }

    /// The disc that counts for it.
    fn disc(self) -> Disc {
        match self {
            Self::Region(region) => Disc::of_region(region),
            Self::Symbol(symbol) => Disc::of_symbol(symbol),
        }
    }

    fn stand(self, rules: &Richelieu, state: &State) -> Stand {
        let others = Seat::all(rules.seats()).filter(|&seat| seat != state.seat);
        Stand {
            own: self.with(state, state.seat),
            others: others.map(|seat| self.with(state, seat)).max().unwrap_or(0),
            left: state.table.iter().map(|cell| self.on(state.card(cell))).sum(),
        }
    }
}

/// How a majority stands; also for who has none of it.
fn standing(rules: &Richelieu, state: &State, counted: Counted) -> Vec<TableFact> {
    let fact = counted.fact(["table-region", "table-symbol"], 0, &counted.stand(rules, state));
    let none = counted.pick(["no_region", "no_symbol"]);
    let other = TableFact { about: Topic::named(none, counted.name()), ..fact.clone() };
    vec![fact, other]
}

/// What taking a card changes.
fn taking(rules: &Richelieu, state: &State, counted: Counted, card: Card) -> Option<TableFact> {
    let more = counted.on(card);
    if more == 0 {
        return None;
    }
    let stand = counted.stand(rules, state);
    let (then, left) = (stand.own + more, stand.left - more);
    // A disc that somebody else may have, or still get, counts one.
    let disc = i32::from(state.side(state.seat).discs.count(counted.disc()) == 0);
    let was_safe = stand.own > stand.others + stand.left + disc;
    let is_lost = then + left + 1 < stand.others;
    if stand.own == 0 && rules.options().penalty < 0 && left == 0 {
        let kind = counted.pick(["table-region-first", "table-symbol-first"]);
        let numbers = [("cost", -i32::from(rules.options().penalty)), ("left", left)];
        return Some(TableFact::new(kind, counted.topic(), 60).numbers(numbers));
    }
    if then > stand.others + left + disc && !was_safe {
        return Some(counted.fact(["table-region-decided", "table-symbol-decided"], 80 + then, &stand));
    }
    let speaks = match (then - stand.others, stand.own - stand.others) {
        _ if was_safe || is_lost => return None,
        (1.., ..=0) => 50,
        (0, ..=-1) => 40,
        (_, 1..) => 25,
        _ => 10,
    };
    let kinds = ["table-region-makes", "table-symbol-makes"];
    Some(counted.fact(kinds, speaks + more, &stand).numbers([("then", then)]))
}

/// What a marked card counts for.
fn marking(rules: &Richelieu, state: &State, counted: Counted, card: Card) -> Option<TableFact> {
    let on_card = counted.on(card);
    let stand = counted.stand(rules, state);
    if on_card == 0 || stand.own > stand.others + stand.left || stand.own + stand.left < stand.others {
        return None;
    }
    let close = (stand.own - stand.others).abs() <= on_card;
    let speaks = on_card + if close { 10 } else { 5 };
    Some(
        counted
            .fact(["table-region-marked", "table-symbol-marked"], speaks, &stand)
            .numbers([("n", on_card)]),
    )
}

/// What a marker costs that pays for a card, which leaves `rest` on the table: the last one that the seat has, or one that guards a card
/// which counts for something open and can be taken from now on.
fn paying(rules: &Richelieu, state: &State, rest: Cells, pay: Payment) -> Vec<TableFact> {
    let side = state.side(state.seat);
    // A disc gives one of the box back.
    let is_last =
        u32::from(side.reserve) + side.markers.len() == 1 && side.discs.count(Disc::MarkerReturn) == 0;
    let last = is_last.then(|| TableFact::new("table-last-marker", Topic::of(MARKER), LAST_MARKER));
    let opens = |cell: Cell| {
        let is_end = rest.ends(cell.row()).is_some_and(|(left, right)| cell == left || cell == right);
        let counts = |counted| marking(rules, state, counted, state.card(cell)).is_some();
        is_end && counted().any(counts)
    };
    let guard = match pay {
        Payment::Card(cell) if opens(cell) => {
            Some(TableFact::new("table-guard", Topic::of(MARKER), OPENS_CARD))
        }
        _ => None,
    };
    last.into_iter().chain(guard).collect()
}

/// The disc that comes with a card, and the one that is uncovered for the next seat.
fn discs(rules: &Richelieu, taken: Cell, uncovered: Option<Cell>) -> impl Iterator<Item = TableFact> {
    let has = |cell: &Cell| rules.options().disc_cells.contains(cell);
    let with = has(&taken).then(|| TableFact::new("table-disc", Topic::of("disc_taken"), 30));
    let opens = uncovered.filter(has);
    with.into_iter().chain(opens.map(|_| TableFact::new("table-opens-disc", Topic::of("disc_taken"), -30)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::Turn;
    use tapis_games::random::below;
    use tapis_games::richelieu::Options;

    use super::*;

    /// Plays random games, and shows each state in which a seat moves.
    fn walk(mut each: impl FnMut(&Richelieu, &State, &[Move])) {
        let rules = Richelieu::new(Options::default()).expect("legal options");
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..40 {
            let mut state = rules.start();
            while rules.turn(&state) != Turn::Over {
                if rules.turn(&state) == Turn::Chance {
                    let outcome = rules.sample_chance(&state, &mut rng);
                    rules.resolve(&mut state, &outcome).expect("a drawn outcome");
                    continue;
                }
                let moves = rules.legal_moves(&state);
                each(&rules, &state, &moves);
                let mv = moves[below(&mut rng, moves.len() as u32) as usize];
                rules.play(&mut state, mv).expect("a legal move");
            }
        }
    }

    /// A chance is called the last one if the card taken is the last of its kind on the table.
    #[test]
    fn the_last_chance_is_the_last_one() {
        let mut last = 0;
        walk(|rules, state, moves| {
            for &mv in moves {
                let first = |fact: &TableFact| fact.kind.ends_with("-first");
                for fact in facts(rules, state, Some(mv)).into_iter().filter(first) {
                    let of = fact.about.name.expect("a region or a symbol");
                    let is = |card: Card| {
                        card.region.name() == of || card.symbol.is_some_and(|symbol| symbol.name() == of)
                    };
                    let lie = state.table.iter().filter(|cell| is(state.card(*cell))).count();
                    assert_eq!(lie, 1, "{of} {mv:?}");
                    last += 1;
                }
            }
        });
        assert!(last > 0, "no game in which a card of something is missing");
    }

    /// Who pays with the last marker has none left, and who pays with one that guards a card leaves that to whoever takes it.
    #[test]
    fn what_a_payment_costs_is_gone() {
        let (mut last, mut opened) = (0, 0);
        walk(|rules, state, moves| {
            for &mv in moves {
                let found = facts(rules, state, Some(mv));
                let says = |kind: &str| found.iter().any(|fact| fact.kind == kind);
                let Move::Take { pay, .. } = mv else {
                    assert!(!says("table-last-marker") && !says("table-guard"), "{mv:?}");
                    continue;
                };
                let mut after = *state;
                rules.play(&mut after, mv).expect("a legal move");
                let (before, side) = (state.side(state.seat), after.side(state.seat));
                let gone = pay.is_some() && !side.has_marker() && before.discs.count(Disc::MarkerReturn) == 0;
                assert_eq!(says("table-last-marker"), gone, "{mv:?}");
                last += u32::from(gone);
                if says("table-guard") {
                    let guarded = match pay {
                        Some(Payment::Card(cell)) => cell,
                        _ => panic!("{mv:?} frees no card"),
                    };
                    let ends = after.table.ends(guarded.row()).expect("a card lies there");
                    assert!(
                        after.marker(guarded).is_none() && (ends.0 == guarded || ends.1 == guarded),
                        "{mv:?}"
                    );
                    opened += 1;
                }
            }
        });
        assert!(last > 0 && opened > 0, "{last} {opened}");
    }
}
