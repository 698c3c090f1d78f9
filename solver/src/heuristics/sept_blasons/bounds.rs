//! Bounds of the points of the round: what the tokens and cards still to come can change at most.

use tapis_games::game::{Game, Published};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Character, Family, Pending, Phase, Power, SeptBlasons, State, Variant};

/// Tokens of a family.
const PER_FAMILY: i32 = 4;
/// Tricks of a round.
const TRICKS: u8 = 8;

/// What can still happen to tokens.
#[derive(Clone, Copy, Default)]
struct Changes {
    /// Each adds at most one open token of a family before a seat.
    gains: i32,
    /// Each takes at most one away.
    losses: i32,
}

/// The points of `seat` less those of the best other seat, at least and at most.
pub(super) fn of_round(rules: &SeptBlasons, state: &State, seat: Seat) -> Option<(f64, f64)> {
    if matches!(state.phase, Phase::Deal | Phase::Over) {
        return None;
    }
    let changes = changes(rules, state);
    let taker = taker(rules, state);
    let own = points(rules, state, seat, changes, taker);
    let mut best = (0, 0);
    for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
        let (least, most) = points(rules, state, other, changes, taker);
        best = (best.0.max(least), best.1.max(most));
    }
    Some((f64::from(own.0 - best.1), f64::from(own.1 - best.0)))
}

fn changes(rules: &SeptBlasons, state: &State) -> Changes {
    let religieux = rules.options().variants.contains(&Variant::Religieux);
    let mut changes = Changes::default();
    let mut power = |character: Character| match character.power(religieux) {
        Some(Power::Manant | Power::Menetrier) => changes.gains += 1,
        Some(Power::Magistrat) => changes.losses += 1,
        Some(Power::Intendant | Power::Religieux) => {
            changes.gains += 1;
            changes.losses += 1;
        }
        Some(Power::Malandrin) | None => {}
    };
    for hand in &state.hands[..rules.seats()] {
        (0..8).filter(|c| hand >> c & 1 == 1).for_each(|c| power(Character(c)));
    }
    let used = match state.phase {
        Phase::Play => 0,
        Phase::Power(place) => usize::from(place),
        _ => state.trick.laid().len(),
    };
    state.trick.laid().iter().skip(used).for_each(|laid| power(laid.character));
    match state.pending {
        Some(Pending::Swap(_)) => {
            changes.gains += 1;
            changes.losses += 1;
        }
        Some(Pending::Draw(_) | Pending::Reveal(_)) => changes.gains += 1,
        Some(Pending::RevealPool | Pending::Peek(..)) | None => {}
    }
    // Free actions, the one of this trick included.
    changes.gains += i32::from(TRICKS.saturating_sub(state.trick_no));
    changes
}

/// Who takes the cards on the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taker {
    Seat(Seat),
    Nobody,
    Unknown,
}

/// Who takes the trick: that is certain once no malandrin can choose any more, and no card is served.
fn taker(rules: &SeptBlasons, state: &State) -> Taker {
    let options = rules.options();
    let open = match state.phase {
        Phase::Free => state.trick.laid().len(),
        Phase::Power(place) if !options.variants.contains(&Variant::SeServent) => usize::from(place),
        _ => return Taker::Unknown,
    };
    let chooses = state.trick.laid().iter().skip(open).any(|laid| laid.character == Character::MALANDRIN);
    let Ok(printed) = <[u8; 8]>::try_from(options.deck.values.as_slice()) else { return Taker::Unknown };
    match state.trick.winner(options.ties, &printed) {
        _ if chooses => Taker::Unknown,
        Some(seat) => Taker::Seat(seat),
        None => Taker::Nobody,
    }
}

/// The points of `seat` at least and at most.
fn points(rules: &SeptBlasons, state: &State, seat: Seat, changes: Changes, taker: Taker) -> (i32, i32) {
    let shown = state.tokens.shown(seat);
    let last = state.phase == Phase::Free && state.trick_no + 1 == TRICKS;
    // The last thing of a round is that its winner draws, or turns up a token of anybody.
    let gains = if last && taker != Taker::Seat(seat) {
        i32::from(state.tokens.area(seat).any(|token| !token.up))
    } else {
        changes.gains
    };
    let values = &rules.options().deck.values;
    let sum = |mask: u8| (0..8).filter(|c| mask >> c & 1 == 1).map(|c| i32::from(values[c])).sum::<i32>();
    let (mut least, mut most) = (0, 0);
    for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
        let family = state.families[other.index()];
        let open = i32::from(shown[family.index()]);
        let has = state.collected[seat.index()].of(family);
        let (sure, may) = cards(rules, state, other, family, (seat, taker));
        least = least.max((open - changes.losses).max(0) * sum(has | sure));
        most = most.max((open + gains).min(PER_FAMILY) * sum(has | sure | may));
    }
    (least, most)
}

/// The cards of `family`, which `holder` plays, that a seat will collect and may collect: of those that nobody has collected.
fn cards(
    rules: &SeptBlasons,
    state: &State,
    holder: Seat,
    family: Family,
    (seat, taker): (Seat, Taker),
) -> (u8, u8) {
    let mut collected = 0;
    for other in Seat::all(rules.seats()) {
        collected |= state.collected[other.index()].of(family);
    }
    let laid = state.trick.card_of(holder).map_or(0, |laid| 1u8 << (laid.character.0 & 7)) & !collected;
    let hand = state.hands[holder.index()];
    match taker {
        Taker::Seat(winner) if winner == seat => (laid, hand),
        Taker::Seat(_) | Taker::Nobody => (0, hand),
        Taker::Unknown => (0, hand | laid),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::Turn;
    use tapis_games::sept_blasons::{Options, Ties};

    use super::*;
    use crate::exhaustive::objective::margins;

    /// Plays a random game: what was bounded in a round holds at its end, and something was.
    fn check(rules: &SeptBlasons, rng: &mut ChaCha8Rng) {
        let (mut state, mut bounded) = (rules.start(), Vec::new());
        loop {
            if let Some(scores) = rules.round_scores(&state).filter(|_| !bounded.is_empty()) {
                let leads = margins(&scores);
                for (state, seat, (least, most)) in std::mem::take(&mut bounded) {
                    let lead = leads[usize::from(seat)];
                    assert!(
                        least <= lead && lead <= most,
                        "{seat}: {lead} in {least} to {most} of {state:?}"
                    );
                }
            }
            for seat in Seat::all(rules.seats()) {
                let found = of_round(rules, &state, seat);
                bounded.extend(found.map(|bounds| (state.clone(), seat.0, bounds)));
            }
            match rules.turn(&state) {
                Turn::Chance => {
                    let chance = rules.sample_chance(&state, rng);
                    rules.resolve(&mut state, &chance).expect("a drawn outcome");
                }
                Turn::Player(_) => {
                    let mv = rules.random_move(&state, rng).expect("a move");
                    rules.play_unchecked(&mut state, mv);
                }
                Turn::Over => return assert!(bounded.is_empty()),
            }
        }
    }

    #[test]
    fn bounds_hold_at_the_end_of_the_round() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let all = [Variant::Consultent, Variant::SeServent, Variant::Curieux, Variant::Religieux];
        for subset in 0..1 << all.len() {
            let variants: Vec<_> = (0..all.len()).filter(|n| subset >> n & 1 == 1).map(|n| all[n]).collect();
            for (players, ties) in [(3, Ties::default()), (4, Ties::Cascade), (5, Ties::default())] {
                let magistrat_may_target_self = players == 4;
                let options = Options {
                    players,
                    variants: variants.clone(),
                    ties,
                    magistrat_may_target_self,
                    ..Options::default()
                };
                let rules = SeptBlasons::new(options).expect("legal options");
                check(&rules, &mut rng);
            }
        }
    }
}
