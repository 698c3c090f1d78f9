//! What a seat can see of a challenge of Parbourg.

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Card, Colour, Effect, LaidCard, Move, Parbourg, Phase, Pick, State, Target};
use tapis_games::seat::Seat;

use crate::heuristics::{TableFact, Topic};

/// Challenges of a day.
const CHALLENGES: i32 = 4;
/// How much it speaks for a card that its event does nothing.
const IDLE: i32 = -40;

/// Whether `kind` and `name` are about the challenge that is under way, for the token that lies there now.
pub(super) fn is_at_stake(rules: &Parbourg, state: &State, kind: &str, name: Option<&str>) -> bool {
    let is_challenge = kind.starts_with("challenge_");
    !is_challenge || name == Some(rules.colour_name(state.colour()).as_str())
}

pub(super) fn facts(rules: &Parbourg, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    if state.day == 0 || !state.chain.is_empty() {
        return Vec::new();
    }
    match state.phase {
        Phase::Turn | Phase::Window => Challenge::of(rules, state).facts(mv),
        Phase::Alchemy => at_dawn(rules, state, mv).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What an alchemy does for the day.
fn at_dawn(rules: &Parbourg, state: &State, mv: Option<Move>) -> Option<TableFact> {
    let Some(Move::Alchemy(card, _)) = mv else { return None };
    let fact = |kind| TableFact::new(kind, about(rules, "challenge_won", state.colour()), 5);
    match rules.deck().card(card).effect? {
        Effect::ColourBonus { colour, n } => Some(day_bonus(rules, state, colour, n.into())),
        Effect::Draw { n } => Some(fact("table-event-draws").numbers([("n", n.into())])),
        Effect::SecondHenchman {} => Some(fact("table-day-henchman")),
        _ => None,
    }
}

/// A bonus for challenges of the day that are played for tokens of this colour.
fn day_bonus(rules: &Parbourg, state: &State, colour: Colour, n: i32) -> TableFact {
    let left = state.tokens.iter().filter(|of| **of == colour).count() as i32;
    let topic = about(rules, "tokens", colour);
    TableFact::new("table-day-bonus", topic, n * left).numbers([("n", n), ("left", left)])
}

fn about(rules: &Parbourg, kind: &'static str, colour: Colour) -> Topic {
    Topic::named(kind, &rules.colour_name(colour))
}

/// A challenge as the seat sees it that decides.
struct Challenge<'a> {
    rules: &'a Parbourg,
    state: &'a State,
    /// The points of that seat, and the most that another one shows.
    own: i32,
    others: i32,
    /// Cards of the others that lie face down.
    hidden: i32,
    /// How many others stand.
    standing: i32,
}

impl<'a> Challenge<'a> {
    fn of(rules: &'a Parbourg, state: &'a State) -> Self {
        let others = || Seat::all(rules.seats()).filter(|&seat| seat != state.asked);
        let shown = |seat: Seat| rules.points_shown(state, seat) as i32;
        let hidden = state.table.iter().filter(|laid| laid.hidden && laid.seat != state.asked);
        Self {
            rules,
            state,
            own: rules.points(state, state.asked) as i32,
            others: others().map(shown).max().unwrap_or(0),
            hidden: hidden.count() as i32,
            standing: others().filter(|&seat| state.stands(seat)).count() as i32,
        }
    }

    fn facts(&self, mv: Option<Move>) -> Vec<TableFact> {
        let effect = |card| self.rules.deck().card(card).effect;
        let found = match mv {
            None => return self.stands(),
            Some(Move::Bet { card, event, .. }) => {
                let kinds = ["table-bet-nobody", "table-bet-lies"];
                let used = event.zip(effect(card));
                let idle = used.and_then(|(target, effect)| self.idle(effect, target, kinds));
                return self.betting(card, event).into_iter().chain(idle).collect();
            }
            Some(Move::Event(card, target) | Move::Ephemeral(card, target)) => {
                effect(card).and_then(|effect| {
                    let kinds = ["table-event-nobody", "table-event-lies"];
                    self.using(effect, target).or_else(|| self.idle(effect, target, kinds))
                })
            }
            Some(Move::Build(card)) => effect(card).and_then(|effect| self.building(effect)),
            Some(Move::Fold) => self.folding(),
            Some(Move::End) => self.staying(),
            // How it stands for who uses nothing between two turns.
            Some(Move::Pass) if self.state.phase == Phase::Window => Some(self.points("table-pass", 0)),
            Some(_) => None,
        };
        found.into_iter().collect()
    }

    fn fact(&self, kind: &'static str, speaks: i32) -> TableFact {
        TableFact::new(kind, about(self.rules, "challenge_won", self.state.colour()), speaks)
    }

    /// A fact that says the points.
    fn points(&self, kind: &'static str, speaks: i32) -> TableFact {
        let numbers = [("own", self.own), ("others", self.others), ("hidden", self.hidden)];
        self.fact(kind, speaks).numbers(numbers)
    }

    fn stands(&self) -> Vec<TableFact> {
        let kind = if self.standing == 0 { "table-challenge-alone" } else { "table-challenge" };
        let kinds = ["challenge_won", "challenge_cancelled", "tokens"];
        let topics = kinds.map(|of| about(self.rules, of, self.state.colour()));
        topics.map(|about| TableFact { about, ..self.points(kind, 0) }).into()
    }

    /// The fact that a move adds so many points; how much that speaks for it depends on who leads then.
    fn adding(&self, kind: &'static str, more: i32) -> Option<TableFact> {
        let then = self.own + more;
        let speaks = match (then - self.others, self.own - self.others) {
            (1.., ..=0) => 50,
            (0, ..=-1) => 40,
            _ => 10,
        };
        let fact = || self.points(kind, speaks + more).numbers([("more", more), ("then", then)]);
        (more > 0).then(fact)
    }

    /// What a bet adds, with an event that is used too; nothing where more happens to the points.
    fn betting(&self, card: Card, event: Option<Target>) -> Option<TableFact> {
        let info = self.rules.deck().card(card);
        let bet = i32::from(info.bets[self.state.colour().index()]);
        match info.effect.filter(|_| event.is_some()) {
            Some(Effect::Bonus { n }) => {
                let fact = self.adding("table-bet-event", bet + i32::from(n))?;
                Some(fact.numbers([("bet", bet), ("bonus", n.into())]))
            }
            None
            | Some(
                Effect::Draw { .. }
                | Effect::DiscardHand { .. }
                | Effect::StealCard {}
                | Effect::PeekHand {}
                | Effect::Retrieve {}
                | Effect::ForceFold {}
                | Effect::LimitActions { .. }
                | Effect::SwapOrder {}
                | Effect::Shield {},
            ) => self.adding("table-bet", bet),
            Some(_) => None,
        }
    }

    /// What an event or an ephemeral card does, unless it is undone.
    fn using(&self, effect: Effect, target: Target) -> Option<TableFact> {
        let (rules, state) = (self.rules, self.state);
        Some(match (effect, target) {
            (Effect::Bonus { n }, _) => return self.adding("table-event", n.into()),
            (Effect::Draw { n }, _) => self.fact("table-event-draws", 5).numbers([("n", n.into())]),
            (Effect::LimitActions { n }, _) if self.standing > 0 => {
                self.fact("table-event-limit", 5).numbers([("n", n.into())])
            }
            (Effect::ForceFold {}, Target::Seat(other)) if state.stands(other) => {
                self.showing("table-event-folds", 10, other)
            }
            (Effect::SkipTurn {}, Target::Seat(other)) if state.stands(other) => {
                self.showing("table-event-skips", 10, other)
            }
            (Effect::Double {}, Target::Own(Pick::Card(card))) => {
                let laid = face_up(state, state.asked, card).filter(|laid| !laid.doubled)?;
                return self.adding("table-event-doubles", bet(rules, state, laid));
            }
            (Effect::DiscardAction {}, Target::Laid(other, Pick::Card(card))) => {
                return self.taking(other, bet(rules, state, face_up(state, other, card)?));
            }
            (Effect::DestroyBuilding {}, Target::Building(other, card)) => {
                return self.taking(other, self.counts_here(card)?);
            }
            (Effect::CancelChallenge {}, _) => {
                self.points("table-event-cancels", if self.own > self.others { -5 } else { 5 })
            }
            (Effect::DiscardHand { n }, Target::Seat(other)) => {
                let n = i32::from(n).min(state.hand(other).len() as i32);
                self.holding("table-event-discards", other).numbers([("n", n)])
            }
            (Effect::StealCard {}, Target::Seat(other)) => self.holding("table-event-steals", other),
            (Effect::PeekHand {}, Target::Seat(other)) => self.holding("table-event-sees", other),
            _ => return None,
        })
    }

    /// What a building adds to this challenge.
    fn counts_here(&self, building: Card) -> Option<i32> {
        match self.rules.deck().card(building).effect? {
            Effect::ColourBonus { colour, n } if colour == self.state.colour() => Some(n.into()),
            _ => None,
        }
    }

    /// A fact about the points that another seat shows.
    fn showing(&self, kind: &'static str, speaks: i32, other: Seat) -> TableFact {
        let points = self.rules.points_shown(self.state, other) as i32;
        self.fact(kind, speaks).numbers([("points", points)]).of_seat(other)
    }

    /// A fact about the cards that another seat holds.
    fn holding(&self, kind: &'static str, other: Seat) -> TableFact {
        self.fact(kind, 5).numbers([("cards", self.state.hand(other).len() as i32)]).of_seat(other)
    }

    /// The fact that a move takes so many of the points that another seat shows.
    fn taking(&self, other: Seat, less: i32) -> Option<TableFact> {
        let fact = || self.showing("table-event-removes", 5 + less, other).numbers([("less", less)]);
        (less > 0).then(fact)
    }

    /// That an event does nothing because of who no longer stands: all others, or the one at whom it aims.
    fn idle(&self, effect: Effect, target: Target, [nobody, lies]: [&'static str; 2]) -> Option<TableFact> {
        match (effect, target) {
            (Effect::LimitActions { .. }, _) if self.standing == 0 => Some(self.fact(nobody, IDLE)),
            (Effect::ForceFold {}, Target::Seat(other)) if !self.state.stands(other) => {
                Some(self.fact(lies, IDLE).of_seat(other))
            }
            _ => None,
        }
    }

    /// What a building is worth from now on.
    fn building(&self, effect: Effect) -> Option<TableFact> {
        let (rules, state) = (self.rules, self.state);
        let later = state.day < rules.options().days;
        match effect {
            Effect::ColourBonus { colour, n } if colour == state.colour() => {
                self.adding(if later { "table-build" } else { "table-build-last" }, n.into())
            }
            Effect::ColourBonus { colour, n } => {
                let mut to_come = state.tokens.iter().skip(usize::from(state.challenge) + 1);
                let topic = about(rules, "tokens", colour);
                let fact = || TableFact::new("table-build-later", topic, 5).numbers([("n", n.into())]);
                (later || to_come.any(|of| *of == colour)).then(fact)
            }
            Effect::WinTies {} => Some(self.fact("table-build-ties", 5)),
            Effect::ProtectActions {} => Some(self.fact("table-build-protects", 5)),
            Effect::DrawFirstChallenge { n } if later => {
                Some(self.fact("table-build-draws", 5).numbers([("n", n.into())]))
            }
            _ => None,
        }
    }

    /// What is kept for later; nothing at the end of the last day.
    fn folding(&self) -> Option<TableFact> {
        let cards = self.cards();
        let left = CHALLENGES - 1 - i32::from(self.state.challenge);
        if cards == 0 || left == 0 && self.state.day >= self.rules.options().days {
            return None;
        }
        // The last one who stands and leads wins by lying down.
        let gives_up = self.own > self.others && self.standing > 0;
        let kind = if gives_up { "table-fold-ahead" } else { "table-fold" };
        Some(self.points(kind, 5).numbers([("cards", cards), ("left", left)]))
    }

    fn staying(&self) -> Option<TableFact> {
        let kind = match self.own - self.others {
            1.. => "table-stay-ahead",
            0 => "table-stay-level",
            _ => "table-stay-behind",
        };
        (self.standing > 0).then(|| self.points(kind, 5).numbers([("cards", self.cards())]))
    }

    fn cards(&self) -> i32 {
        self.state.hand(self.state.asked).len() as i32
    }
}

/// A card before `seat` that everybody sees.
fn face_up(state: &State, seat: Seat, card: Card) -> Option<&LaidCard> {
    state.row(seat).find(|laid| laid.card == card && !laid.hidden)
}

/// What a laid card counts in the challenge.
fn bet(rules: &Parbourg, state: &State, laid: &LaidCard) -> i32 {
    let bet = i32::from(rules.deck().card(laid.card).bets[state.colour().index()]);
    if laid.doubled { 2 * bet } else { bet }
}

#[cfg(test)]
mod tests;
