//! Which Malheurs may be used, and what using one does.

use super::card::Card;
use super::legal::lays;
use super::state::{Effect, Laid, State, Waiting};

/// When a Malheur may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// After the contracts.
    Deal,
    /// Before one's own card.
    Before,
    /// When the trick lies complete.
    After,
}

/// All uses of the seat's Malheur cards in this window.
pub fn usable(state: &State, seat: usize, window: Window) -> Vec<String> {
    let mut kinds = state.malheurs[seat].clone();
    kinds.dedup(); // held in order
    kinds.iter().flat_map(|kind| uses(state, seat, kind, window)).collect()
}

/// The uses of one kind, which may need targets or cards.
fn uses(state: &State, seat: usize, kind: &str, window: Window) -> Vec<String> {
    let after = window == Window::After;
    let arguments: Vec<String> = match kind {
        "inversion" if window != Window::Deal => return vec!["malheur inversion".to_owned()],
        "boost" | "void" if after => return vec![format!("malheur {kind}")],
        "parry" if after && !state.waiting.is_empty() => return vec!["malheur parry".to_owned()],
        "drain" | "gift" if after => state.others(seat).map(|target| format!("s{target}")).collect(),
        "swap" if after => pairs(state.options.players),
        "retake" if after => retakes(state, seat),
        "perjury" if !after => changes(state, seat),
        "curse" if !after => {
            let of =
                |target| changes(state, target).into_iter().map(move |change| format!("s{target} {change}"));
            state.others(seat).flat_map(of).collect()
        }
        "evil_eye" if !after => holders(state, seat).map(|target| format!("s{target}")).collect(),
        "barter" if !after => barters(state, seat),
        _ => Vec::new(),
    };
    arguments.into_iter().map(|arguments| format!("malheur {kind} {arguments}")).collect()
}

fn pairs(players: usize) -> Vec<String> {
    (0..players).flat_map(|low| (low + 1..players).map(move |high| format!("s{low} s{high}"))).collect()
}

/// The changes of a contract that leave it within 0 to the number of tricks.
fn changes(state: &State, seat: usize) -> Vec<String> {
    let contract = state.contracts[seat].unwrap_or_default();
    let tricks = state.options.tricks() as i64;
    [("-1", -1), ("+1", 1)]
        .into_iter()
        .filter(|(_, by)| (0..=tricks).contains(&(contract + by)))
        .map(|(text, _)| text.to_owned())
        .collect()
}

/// The other seats with a card in hand.
fn holders(state: &State, seat: usize) -> impl Iterator<Item = usize> + '_ {
    state.others(seat).filter(|&other| !state.hands[other].is_empty())
}

fn barters(state: &State, seat: usize) -> Vec<String> {
    let mut cards = state.hands[seat].clone();
    cards.dedup();
    let with = |card: &Card| {
        let name = card.name();
        holders(state, seat).map(move |target| format!("{name} s{target}")).collect::<Vec<_>>()
    };
    cards.iter().flat_map(with).collect()
}

/// Cards of the hand that no waiting retake of the seat's own has named, with their values.
fn retakes(state: &State, seat: usize) -> Vec<String> {
    let mut cards = state.hands[seat].clone();
    for waiting in state.waiting.iter().filter(|waiting| waiting.seat == seat) {
        if let Effect::Retake(named, _) = waiting.effect {
            remove(&mut cards, named);
        }
    }
    lays(state, &cards).into_iter().map(|(card, value)| card.laid(value)).collect()
}

/// Takes one such card out.
pub fn remove(cards: &mut Vec<Card>, card: Card) {
    if let Some(at) = cards.iter().position(|held| *held == card) {
        cards.remove(at);
    }
}

/// Puts a card in, in order.
pub fn insert(cards: &mut Vec<Card>, card: Card) {
    cards.push(card);
    cards.sort_unstable();
}

/// The effect of a Malheur that waits for the end of the trick; none for one that acts at once.
pub fn waiting_effect(state: &State, seat: usize, words: &[&str]) -> Option<Effect> {
    let target = |at: usize| words.get(at).and_then(|word| word.strip_prefix('s')?.parse().ok()).unwrap_or(0);
    let boost = state.options.boost;
    Some(match words[0] {
        "inversion" => Effect::Inversion,
        "boost" => Effect::Add(seat, boost),
        "drain" => Effect::Add(target(1), -boost),
        "swap" => Effect::Swap(target(1), target(2)),
        "void" => Effect::Void,
        "gift" => Effect::Gift(target(1)),
        "retake" => {
            let written = words[1..].join(" ");
            let (card, value) = lays(state, &state.hands[seat])
                .into_iter()
                .find(|(card, value)| card.laid(*value) == written)?;
            Effect::Retake(card, value)
        }
        _ => return None,
    })
}

/// The waiting Malheurs act in order of arrival; answers who takes the trick, none for a void one.
pub fn decide(state: &mut State) -> Option<usize> {
    let waiting = std::mem::take(&mut state.waiting);
    for one in &waiting {
        act(state, one);
    }
    let count = |effect: &Effect| waiting.iter().filter(|one| one.effect == *effect).count();
    if count(&Effect::Void) > 0 {
        return None;
    }
    let mut taker = winner(state, count(&Effect::Inversion) % 2 == 1);
    for one in &waiting {
        match one.effect {
            Effect::Gift(receiver) if one.seat == taker => taker = receiver,
            _ => {}
        }
    }
    Some(taker)
}

fn act(state: &mut State, one: &Waiting) {
    match one.effect {
        Effect::Add(seat, points) => {
            let place = state.place_of(seat);
            state.laid[place].bonus += points;
        }
        Effect::Swap(low, high) => {
            let (low, high) = (state.place_of(low), state.place_of(high));
            state.laid.swap(low, high);
        }
        Effect::Retake(card, value) => {
            let place = state.place_of(one.seat);
            let back = std::mem::replace(&mut state.laid[place], Laid { card, value, bonus: 0 });
            let hand = &mut state.hands[one.seat];
            remove(hand, card);
            insert(hand, back.card);
        }
        Effect::Inversion | Effect::Void | Effect::Gift(_) => {}
    }
}

/// Who takes the trick by value; of equals the one whose seat played first, or last.
fn winner(state: &State, inverted: bool) -> usize {
    let worth = |laid: &Laid| (laid.value + laid.bonus) * if inverted { -1 } else { 1 };
    let best = state.laid.iter().map(worth).max();
    let mut places = (0..state.laid.len()).filter(|&place| Some(worth(&state.laid[place])) == best);
    let place = if state.options.last_wins_ties { places.next_back() } else { places.next() };
    (state.leader + place.unwrap_or_default()) % state.options.players
}
