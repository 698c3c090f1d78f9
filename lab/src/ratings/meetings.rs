//! Who meets whom, in which numbers and in which order around the table.

use tapis_solver::bots::Bot;

/// The line-ups in which two bots meet at a table of so many seats: every mixture of the two in every order around the table, one
/// seating of each. With [`Simulation`](crate::Simulation) turning each around the table, a deal is played in every way
/// in which the two can sit: two to the power of the seats, less the two with one bot alone.
///
/// Neither bot has the better seats, the better neighbours or the greater number, and which of them is named first does
/// not matter.
pub fn meetings(one: Bot, other: Bot, seats: usize) -> Vec<Vec<Bot>> {
    let mut bots = [one, other];
    bots.sort_by_key(Bot::to_string);
    let line_up = |mask: u32| (0..seats).map(|seat| bots[(mask >> seat & 1) as usize]).collect();
    let masks = 1_u32..(1 << seats.min(16)) - 1;
    masks.filter(|mask| is_first_of_its_turns(*mask, seats)).map(line_up).collect()
}

/// Whether none of the seatings that turning makes of this one has a smaller mask.
fn is_first_of_its_turns(mask: u32, seats: usize) -> bool {
    let whole = (1_u32 << seats) - 1;
    (1..seats).all(|by| (mask >> by | mask << (seats - by)) & whole >= mask)
}

/// The pairs of distinct bots, in an order that does not depend on that of the bots.
pub fn pairs(bots: &[Bot]) -> Vec<(Bot, Bot)> {
    let mut bots = bots.to_vec();
    bots.sort_by_key(Bot::to_string);
    bots.dedup();
    let bots = &bots;
    (0..bots.len()).flat_map(|one| bots[one + 1..].iter().map(move |other| (bots[one], *other))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn words(line_ups: &[Vec<Bot>]) -> Vec<String> {
        let letter = |bot: &Bot| if *bot == Bot::Greedy { 'g' } else { 'r' };
        line_ups.iter().map(|bots| bots.iter().map(letter).collect()).collect()
    }

    #[test]
    fn every_mixture_is_there_whichever_bot_is_named_first() {
        for (seats, expected) in
            [(2, vec!["rg"]), (3, vec!["rgg", "rrg"]), (4, vec!["rggg", "rrgg", "rgrg", "rrrg"])]
        {
            let found = meetings(Bot::Greedy, Bot::Random, seats);
            assert_eq!(found, meetings(Bot::Random, Bot::Greedy, seats));
            let mut found = words(&found);
            let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            // The same up to turning.
            for word in found.iter_mut().chain(&mut expected) {
                let turned = (0..seats).map(|by| format!("{}{}", &word[by..], &word[..by]));
                *word = turned.min().unwrap();
            }
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{seats} seats");
        }
    }

    /// In all turns of all line-ups, each bot has every seat equally often, and each follows each equally often.
    #[test]
    fn no_seat_and_no_neighbour_is_had_more_often_by_either() {
        for seats in 2..=7 {
            let (mut has, mut follows) = (BTreeMap::new(), BTreeMap::new());
            let mut all = std::collections::BTreeSet::new();
            for word in words(&meetings(Bot::Greedy, Bot::Random, seats)) {
                all.extend((0..seats).map(|by| format!("{}{}", &word[by..], &word[..by])));
            }
            assert_eq!(all.len(), (1 << seats) - 2);
            for word in all.iter().map(|word| word.as_bytes()) {
                for seat in 0..seats {
                    *has.entry((seat, word[seat])).or_insert(0) += 1;
                    *follows.entry((word[seat], word[(seat + 1) % seats])).or_insert(0) += 1;
                }
            }
            assert!(has.values().all(|n| *n == all.len() / 2), "{seats}: {has:?}");
            assert_eq!(follows[&(b'g', b'r')], follows[&(b'r', b'g')]);
            assert_eq!(follows.get(&(b'g', b'g')), follows.get(&(b'r', b'r')));
        }
    }

    #[test]
    fn pairs_do_not_depend_on_the_order() {
        let (a, b, c) = (Bot::Random, Bot::Greedy, Bot::solver(400));
        assert_eq!(pairs(&[a, b, c]), pairs(&[c, a, b, a]));
        assert_eq!(pairs(&[a, b, c]).len(), 3);
        assert!(pairs(&[a, a]).is_empty());
    }
}
