//! Plays one game between bots.

use rand::Rng;
use tapis_games::game::{InformationSet, Ply, Published, Turn};
use tapis_games::random::{Seed, Stream};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{Seat, Viewer};

use super::SimulationError;
use crate::bots::{Bot, any_move, pick};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::sampling::stream::keyed;

/// The seed of a deal, the same for all line-ups and seatings that are compared on it: the first 32 bytes of the ChaCha8 stream
/// of the experiment's seed with the deal's number.
pub fn deal_seed(experiment: [u8; 32], deal: u64) -> Seed {
    let mut seed = [0; 32];
    keyed(experiment, deal).fill_bytes(&mut seed);
    Seed(seed)
}

/// Where the randomness of a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// What the rules draw: the deal, and chance later on.
    pub chance: Seed,
    /// What the bots draw.
    pub bots: Seed,
    /// How what the rules draw is numbered.
    pub draws: Draws,
}

/// By what number the rules draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// That of the ply, as at tables.
    ByPly,
    /// That of the round and, within it, of the draw: the deal of a round is the same, however long those before it were.
    ByRound,
}

impl From<Seed> for Seeds {
    /// One seed for both, as games at tables have it.
    fn from(seed: Seed) -> Self {
        Self { chance: seed, bots: seed, draws: Draws::ByPly }
    }
}

/// Plays a game to its end with one bot per seat, and answers the position it ends in. `each` gets every ply, the set-up
/// first, with the positions before and after it.
///
/// Only bots that ask what their seat knows are told what it sees: a random bot knows its legal moves, and that is all.
pub(super) fn play<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    seeds: Seeds,
    control: &Control,
    each: impl FnMut(&G::State, &Ply<G>, &G::State),
) -> Result<G::State, SimulationError> {
    play_mixed(rules, bots, |bot| bot, seeds, control, each)
}

/// [`play`] where `change` may put another bot in the place of the one that is to move.
pub(crate) fn play_mixed<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    mut change: impl FnMut(Bot) -> Bot,
    seeds: Seeds,
    control: &Control,
    mut each: impl FnMut(&G::State, &Ply<G>, &G::State),
) -> Result<G::State, SimulationError> {
    if bots.len() != rules.seats() {
        return Err(SimulationError::WrongNumber { bots: bots.len(), seats: rules.seats() });
    }
    let mut state = rules.start();
    let mut knowledge: Vec<Option<G::Knowledge>> = Seat::all(rules.seats())
        .zip(bots)
        .map(|(seat, bot)| bot.observes().then(|| rules.know(Viewer::Seat(seat))))
        .collect();
    let mut drawing = Drawing::new(seeds);
    let chance = drawing.resolve(rules, &mut state, Stream::Deal)?;
    let (before, ply) = (rules.start(), Ply { n: 0, action: None, chance });
    observe(rules, &mut knowledge, &before, &ply, &state)?;
    each(&before, &ply, &state);
    for n in 1.. {
        let Turn::Player(seat) = rules.turn(&state) else { break };
        if control.cancel.is_cancelled() {
            return Err(SimulationError::Cancelled);
        }
        let (Some(&bot), Some(known)) = (bots.get(seat.index()), knowledge.get(seat.index())) else { break };
        let mut own = [0; 32];
        seeds.bots.stream(Stream::Bot(n)).fill_bytes(&mut own);
        let mv = match known {
            Some(known) => pick(rules, known, change(bot), own, control)?,
            None => any_move(rules, &state, own)?,
        };
        let before = state.clone();
        rules.play(&mut state, mv)?;
        let chance = drawing.resolve(rules, &mut state, Stream::Chance(n))?;
        let ply = Ply { n, action: Some((seat, mv)), chance };
        observe(rules, &mut knowledge, &before, &ply, &state)?;
        each(&before, &ply, &state);
    }
    Ok(state)
}

/// What the rules draw, and how far they have come.
pub(crate) struct Drawing {
    seeds: Seeds,
    /// The deals so far.
    round: u32,
    /// The draws since the last of them.
    draw: u32,
}

impl Drawing {
    /// Nothing was drawn yet.
    pub(crate) fn new(seeds: Seeds) -> Self {
        Self { seeds, round: 0, draw: 0 }
    }

    /// Resolves chance until a seat is to move or the game is over.
    pub(crate) fn resolve<G: Published>(
        &mut self,
        rules: &G,
        state: &mut G::State,
        of_ply: Stream,
    ) -> Result<Vec<G::Chance>, Refusal> {
        let mut rng = self.seeds.chance.stream(of_ply);
        let mut outcomes = Vec::new();
        while rules.turn(state) == Turn::Chance {
            let outcome = match self.seeds.draws {
                Draws::ByPly => rules.sample_chance(state, &mut rng),
                Draws::ByRound => self.by_round(rules, state),
            };
            rules.resolve(state, &outcome)?;
            outcomes.push(outcome);
        }
        Ok(outcomes)
    }

    fn by_round<G: Published>(&mut self, rules: &G, state: &G::State) -> G::Chance {
        let numbered = |round: u32, draw: u32| {
            let number = Stream::Chance(round << u16::BITS | draw & u32::from(u16::MAX));
            rules.sample_chance(state, &mut self.seeds.chance.stream(number))
        };
        // Only what is drawn says whether it is a deal.
        let next = numbered(self.round + 1, 0);
        if rules.is_deal(&next) {
            (self.round, self.draw) = (self.round + 1, 0);
            return next;
        }
        let drawn = numbered(self.round, self.draw + 1);
        self.draw += 1;
        drawn
    }
}

/// Every seat that observes sees its view of a ply.
fn observe<G: Published>(
    rules: &G,
    knowledge: &mut [Option<G::Knowledge>],
    before: &G::State,
    ply: &Ply<G>,
    after: &G::State,
) -> Result<(), Refusal> {
    for (seat, known) in Seat::all(knowledge.len()).zip(knowledge) {
        let Some(known) = known else { continue };
        known.learn(rules, &rules.see(before, ply, after, Viewer::Seat(seat)))?;
    }
    Ok(())
}
