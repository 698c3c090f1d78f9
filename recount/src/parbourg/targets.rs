//! What a card's effect may be aimed at.

use super::card::Effect;
use super::state::{CHALLENGES, Laid, State};

/// All targets the effect of `card` may have when `seat` uses it, in canonical order and as in the notation; one empty
/// text if it asks for none, nothing if it cannot be used. `laid`: it is a bet and will lie before its user.
pub fn targets(state: &State, seat: usize, card: u32, laid: bool) -> Vec<String> {
    let effect = &state.card(card).effect;
    match effect.name.as_str() {
        "discard_hand" | "steal_card" | "peek_hand" => {
            seats(opponents(state, seat).filter(|&other| !state.seats[other].hand.is_empty()))
        }
        "force_fold" => seats(opponents(state, seat)),
        "skip_turn" => seats(opponents(state, seat).filter(|&other| state.seats[other].standing)),
        "discard_action" => laid_of_opponents(state, seat),
        "destroy_building" => buildings_of_opponents(state, seat),
        "take_back" => row(&state.seats[seat].laid, None, |_| true),
        "double" => row(&state.seats[seat].laid, laid.then_some(card), |laid| !laid.doubled),
        "retrieve" => state.discard.iter().map(|id| format!("#{id}")).collect(),
        "exchange_henchman" if spare_henchman(state) => leavers(state, seat),
        "replace_henchman" if spare_henchman(state) => {
            let two = |other: &usize| state.seats[*other].henchmen.len() > 1;
            let of = |other| leavers(state, other).into_iter().map(move |leaver| after(other, &leaver));
            let alone = opponents(state, seat).filter(|other| !two(other)).flat_map(of);
            alone.chain(opponents(state, seat).filter(two).flat_map(of)).collect()
        }
        "exchange_henchman" | "replace_henchman" | "counter" => Vec::new(),
        _ => {
            if usable(state, seat, effect) {
                vec![String::new()]
            } else {
                Vec::new()
            }
        }
    }
}

/// Whether an effect without target can be used.
fn usable(state: &State, seat: usize, effect: &Effect) -> bool {
    match effect.name.as_str() {
        "change_colour" => {
            state.spare[effect.colour] > 0 && state.tokens.get(state.challenge - 1) != Some(&effect.colour)
        }
        "swap_order" => state.challenge + 2 <= CHALLENGES,
        "second_henchman" => spare_henchman(state) && state.seats[seat].henchmen.len() == 1,
        _ => true,
    }
}

fn spare_henchman(state: &State) -> bool {
    !state.henchman_pile.is_empty()
}

/// The other seats that can be chosen, standing or lying.
fn opponents(state: &State, seat: usize) -> impl Iterator<Item = usize> {
    (0..state.seats.len()).filter(move |&other| other != seat && !state.seats[other].shielded)
}

fn seats(seats: impl Iterator<Item = usize>) -> Vec<String> {
    seats.map(|seat| format!("s{seat}")).collect()
}

fn after(seat: usize, rest: &str) -> String {
    format!("s{seat} {rest}").trim_end().to_owned()
}

fn laid_of_opponents(state: &State, seat: usize) -> Vec<String> {
    opponents(state, seat)
        .filter(|&other| !state.has_building(other, "protect_actions"))
        .flat_map(|other| {
            row(&state.seats[other].laid, None, |_| true).into_iter().map(move |laid| after(other, &laid))
        })
        .collect()
}

fn buildings_of_opponents(state: &State, seat: usize) -> Vec<String> {
    let of = |other: usize| {
        let mut ids = state.seats[other].buildings.clone();
        ids.sort_unstable();
        ids.into_iter().map(move |id| after(other, &format!("#{id}")))
    };
    opponents(state, seat).flat_map(of).collect()
}

/// Laid cards: face up by id, with the card `itself` that is about to be laid; then face down by place.
fn row(laid: &[Laid], itself: Option<u32>, which: impl Fn(&Laid) -> bool) -> Vec<String> {
    let chosen = |hidden| move |(_, laid): &(usize, &Laid)| laid.hidden == hidden;
    let all = || (1..).zip(laid).filter(|(_, laid)| which(laid));
    let mut up: Vec<u32> = all().filter(chosen(false)).map(|(_, laid)| laid.card).chain(itself).collect();
    up.sort_unstable();
    let down = all().filter(chosen(true)).map(|(place, _)| format!("?{place}"));
    up.into_iter().map(|id| format!("#{id}")).chain(down).collect()
}

/// Which henchman leaves: named only of two.
fn leavers(state: &State, seat: usize) -> Vec<String> {
    let mut scores = state.seats[seat].henchmen.clone();
    if scores.len() == 1 {
        return vec![String::new()];
    }
    scores.sort_unstable();
    scores.iter().map(i64::to_string).collect()
}
