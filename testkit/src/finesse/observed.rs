//! What a viewer knows: every card played, and the defence its own cards.

use rand::Rng;
use tapis_games::game::{Game, Hidden, InformationSet, Observed, Ply, SeenPly, Turn, WorldCount};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};

use super::published::{read, write};
use super::{
    Cards, DEFENCE, EAST, Finesse, Luck, Move, NORTH, RULE, SOUTH, Stage, State, TRICKS, WEST, public_key,
};
use crate::mix::mix;

/// The seat that plays East and West, and sees their cards.
const DEFENDERS: Seat = Seat(1);

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    viewer: Viewer,
    /// The position; without the defence's cards where the viewer does not see them.
    state: State,
    /// The defence's cards not played yet that the viewer cannot place.
    unplaced: Cards,
    /// What West has played.
    west_played: Cards,
    next: u32,
}

impl Knowledge {
    /// How many of the unplaced cards West holds.
    fn wests_share(&self) -> usize {
        match self.unplaced.is_empty() || self.state.stage == Stage::Deal {
            true => 0,
            false => TRICKS.saturating_sub(self.west_played.len()),
        }
    }

    fn world(&self, west: Cards) -> State {
        let mut state = self.state.clone();
        state.hands[WEST] = state.hands[WEST] | west;
        state.hands[EAST] = state.hands[EAST] | self.unplaced.without(west);
        state
    }

    fn deal(&mut self, outcome: Option<&Luck>) -> Result<(), Refusal> {
        self.state.stage = Stage::Play;
        match (self.viewer.knows_as(DEFENDERS), outcome) {
            (true, Some(luck)) => {
                self.state.stage = Stage::Deal;
                Finesse::default().resolve(&mut self.state, luck)
            }
            (false, None) => {
                self.unplaced = DEFENCE;
                Ok(())
            }
            _ => Err(refuse("bad_outcome", "the defence, and nobody else, sees the deal")),
        }
    }

    /// Plays a move as far as the viewer can tell it is legal, and says what it was.
    fn follow(&mut self, rules: &Finesse, seat: Seat, notation: &str) -> Result<Move, Refusal> {
        if rules.turn(&self.state) != Turn::Player(seat) {
            return Err(refuse("not_your_turn", "another seat is to move"));
        }
        let mv = read(notation).map_err(|error| refuse("bad_notation", error.to_string()))?;
        if let (Move::Play(card), Some(hand @ (EAST | WEST))) = (mv, self.state.next_hand()) {
            if self.unplaced.contains(card) {
                self.unplaced.remove(card);
                self.state.hands[hand].insert(card);
            }
            if hand == WEST {
                self.west_played.insert(card);
            }
        }
        rules.play(&mut self.state, mv)?;
        Ok(mv)
    }

    fn add(&mut self, rules: &Finesse, ply: &SeenPly<Luck>) -> Result<Ply<Finesse>, Refusal> {
        let mut followed = Ply { n: ply.n, action: None, chance: Vec::new() };
        match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 && self.next == 0 => self.deal(ply.outcome.as_ref())?,
            (Some(seat), Some(notation)) if ply.n > 0 && ply.n == self.next => {
                followed.action = Some((seat, self.follow(rules, seat, notation)?));
                if let Some(luck) = ply.outcome {
                    rules.resolve(&mut self.state, &luck)?;
                    followed.chance.push(luck);
                }
            }
            _ => return Err(refuse("bad_ply", format!("ply {} cannot follow here", ply.n))),
        }
        if rules.turn(&self.state) == Turn::Chance {
            return Err(refuse("bad_outcome", "what the other suit brings is seen by all"));
        }
        self.next = ply.n + 1;
        Ok(followed)
    }
}

impl Observed for Finesse {
    type Outcome = Luck;
    type Knowledge = Knowledge;

    fn see(&self, _: &State, ply: &Ply<Self>, _: &State, viewer: Viewer) -> SeenPly<Luck> {
        let visible = |luck: &&Luck| match luck {
            Luck::Deal { .. } => viewer.knows_as(DEFENDERS),
            Luck::OtherSuit { .. } => true,
        };
        SeenPly {
            n: ply.n,
            seat: ply.action.map(|(seat, _)| seat),
            notation: ply.action.map(|(_, mv)| write(mv)),
            outcome: ply.chance.iter().find(visible).copied(),
        }
    }

    /// Everything but a card of the open hands: declarer learns where a defender's card lay.
    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        match ply.action {
            Some((_, Move::Play(_))) => matches!(before.next_hand(), Some(EAST | WEST)),
            _ => true,
        }
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let defence = state.hands[EAST] | state.hands[WEST];
        let own = if seat == DEFENDERS { state.hands[WEST] } else { Cards::default() };
        let known = [state.hands[NORTH], state.hands[SOUTH], defence, own];
        known.iter().fold(public_key(state) ^ u64::from(seat.0), |key, cards| mix(key ^ cards.bits()))
    }
}

impl InformationSet<Finesse> for Knowledge {
    fn before_set_up(rules: &Finesse, viewer: Viewer) -> Self {
        let state = rules.start();
        Knowledge { viewer, state, unplaced: Cards::default(), west_played: Cards::default(), next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &Finesse, ply: &SeenPly<Luck>) -> Result<(), Refusal> {
        self.add(rules, ply).map(|_| ())
    }

    fn count_worlds(&self, _: &Finesse) -> WorldCount {
        WorldCount::Exact(self.unplaced.subsets(self.wests_share()).count() as u128)
    }

    fn hidden(&self, _: &Finesse) -> Hidden {
        match self.state.stage {
            Stage::Deal | Stage::Play => Hidden::Private,
            Stage::OtherSuit => Hidden::Chance,
            Stage::Made | Stage::Down => Hidden::Nothing,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _: &Finesse, rng: &mut R) -> State {
        self.world(self.unplaced.draw(self.wests_share(), rng))
    }

    fn worlds(&self, _: &Finesse, limit: usize) -> Option<Vec<(State, u64)>> {
        let wests = self.unplaced.subsets(self.wests_share());
        let worlds: Vec<_> = wests.map(|west| (self.world(west), 1)).collect();
        (worlds.len() <= limit).then_some(worlds)
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Finesse,
        viewer: Viewer,
        seen: &[SeenPly<Luck>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Finesse>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        let mut plies = seen.iter().map(|ply| knowledge.add(rules, ply)).collect::<Result<Vec<_>, _>>()?;
        if let Some(setup) = plies.first_mut() {
            let west = knowledge.sample_world(rules, rng).hands[WEST] | knowledge.west_played;
            setup.chance = vec![Luck::Deal { west }];
        }
        Ok(plies)
    }
}

fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    let text = text.into();
    Refusal::new(code, RULE, text.clone(), text)
}
