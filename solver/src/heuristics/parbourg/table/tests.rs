use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::Turn;
use tapis_games::parbourg::Options;
use tapis_games::random::below;

use super::*;

/// Plays random games, and shows each state in which a seat moves.
fn walk(players: u8, mut each: impl FnMut(&Parbourg, &State, &[Move])) {
    let rules = Parbourg::new(Options { players, ..Options::default() }).expect("legal options");
    let mut rng = ChaCha8Rng::seed_from_u64(players.into());
    for _ in 0..10 {
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

#[test]
fn nothing_is_kept_for_a_day_that_does_not_come() {
    let (mut last, mut told) = (0, 0);
    for players in [2, 3] {
        walk(players, |rules, state, moves| {
            if moves.contains(&Move::Fold) {
                let fact = Challenge::of(rules, state).folding();
                let is_last = state.day == rules.options().days && state.challenge == 3;
                assert!(!is_last || fact.is_none(), "{fact:?}");
                last += usize::from(is_last && !state.hand(state.asked).is_empty());
                told += usize::from(fact.is_some());
            }
        });
    }
    assert!(last > 0 && told > last);
}

/// Nobody is told to give up a lead, or to limit others, where nobody else stands.
#[test]
fn the_last_one_who_stands_gives_nothing_up() {
    let mut alone = 0;
    for players in [2, 3] {
        walk(players, |rules, state, moves| {
            for &mv in moves {
                let others = || Seat::all(rules.seats()).filter(|&seat| seat != state.asked);
                if state.stands(state.asked) && !others().any(|seat| state.stands(seat)) {
                    let found = facts(rules, state, Some(mv));
                    let is_false =
                        |fact: &TableFact| ["table-fold-ahead", "table-event-limit"].contains(&fact.kind);
                    assert!(!found.iter().any(is_false), "{found:?}");
                    let own = rules.points(state, state.asked);
                    alone +=
                        usize::from(mv == Move::Fold && others().all(|seat| own > rules.points(state, seat)));
                }
            }
        });
    }
    assert!(alone > 0);
}

/// Who limits or folds whoever stands no longer is told that it does nothing, and nobody else is.
#[test]
fn an_event_that_does_nothing_is_said_to() {
    let mut told = BTreeMap::<&str, u32>::new();
    for players in [2, 3] {
        walk(players, |rules, state, moves| {
            for &mv in moves {
                let (card, target) = match mv {
                    Move::Event(card, target) | Move::Ephemeral(card, target) => (card, target),
                    Move::Bet { card, event: Some(target), .. } => (card, target),
                    _ => continue,
                };
                let others = || Seat::all(rules.seats()).filter(|&seat| seat != state.asked);
                let does_nothing = match (rules.deck().card(card).effect, target) {
                    (Some(Effect::LimitActions { .. }), _) => others().all(|seat| !state.stands(seat)),
                    (Some(Effect::ForceFold {}), Target::Seat(other)) => !state.stands(other),
                    _ => false,
                };
                let found = facts(rules, state, Some(mv));
                let mut idle = found.iter().filter(|fact| fact.speaks == IDLE);
                let kind = idle.next().map(|fact| fact.kind);
                assert_eq!((kind.is_some(), idle.next()), (does_nothing, None), "{mv:?} {found:?}");
                let is_bet = matches!(mv, Move::Bet { .. });
                assert!(kind.is_none_or(|kind| is_bet == kind.starts_with("table-bet-")), "{mv:?} {kind:?}");
                kind.into_iter().for_each(|kind| *told.entry(kind).or_default() += 1);
            }
        });
    }
    let of = |kinds: [&str; 2]| kinds.iter().filter_map(|kind| told.get(kind)).sum::<u32>();
    assert!(of(["table-event-nobody", "table-bet-nobody"]) > 0, "{told:?}");
    assert!(of(["table-event-lies", "table-bet-lies"]) > 0, "{told:?}");
}

/// A challenge for another token than the one that lies there is none to be told of: a card of a line has brought that token.
#[test]
fn what_is_at_stake_is_the_token_that_lies_there() {
    let mut changed = 0;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    walk(3, |rules, state, moves| {
        let at_stake = |state: &State, colour: Colour| {
            let name = rules.colour_name(colour);
            ["challenge_won", "challenge_cancelled"]
                .map(|kind| crate::heuristics::Heuristics::is_at_stake(rules, state, kind, Some(&name)))
        };
        for colour in Colour::ALL {
            assert_eq!(at_stake(state, colour), [colour == state.colour(); 2]);
            assert!(
                is_at_stake(rules, state, "tokens", Some(&rules.colour_name(colour))),
                "points of any token"
            );
        }
        for &mv in moves {
            let Move::Event(card, _) = mv else { continue };
            let Some(Effect::ChangeColour { colour }) = rules.deck().card(card).effect else { continue };
            let after = acted(rules, state, mv, &mut rng);
            if after.tokens != state.tokens {
                assert_eq!((at_stake(state, colour), at_stake(&after, colour)), ([false; 2], [true; 2]));
                changed += 1;
            }
        }
    });
    assert!(changed > 0);
}

/// The state once a card has acted that nobody undoes.
fn acted(rules: &Parbourg, state: &State, mv: Move, rng: &mut ChaCha8Rng) -> State {
    let mut state = state.clone();
    rules.play(&mut state, mv).expect("a legal move");
    while !state.chain.is_empty() || state.random.is_some() {
        if rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, rng);
            rules.resolve(&mut state, &outcome).expect("a drawn outcome");
        } else {
            rules.play(&mut state, Move::Pass).expect("nobody undoes it");
        }
    }
    state
}

/// Whether a kind of fact is held against what the move does, as `after` says it.
fn is_checked(rules: &Parbourg, state: &State, fact: &TableFact, after: impl FnOnce() -> State) -> bool {
    let number = |key| fact.numbers.iter().find(|(own, _)| *own == key).map_or(0, |of| of.1);
    let (own, other) = (state.asked, fact.whose.unwrap_or_default());
    let cards = |state: &State| state.hand(other).len() as i32;
    match fact.kind {
        "table-event-doubles" => assert_eq!(rules.points(&after(), own) as i32, number("then")),
        "table-event-removes" => {
            let left = rules.points_shown(&after(), other) as i32;
            assert_eq!((left, number("less") > 0), (number("points") - number("less"), true));
        }
        "table-event-discards" => {
            assert_eq!((cards(state), cards(&after())), (number("cards"), number("cards") - number("n")));
        }
        "table-event-steals" => assert_eq!(cards(&after()), number("cards") - 1),
        "table-event-sees" => assert_eq!(cards(state), number("cards")),
        "table-event-cancels" => assert_eq!(after().won, state.won),
        "table-day-bonus" => {
            let after = after();
            let mut colours = Colour::ALL.into_iter().map(|colour| day_bonus(&after, state, own, colour));
            let counted = colours.find(|(more, _)| *more > 0);
            assert_eq!(counted, Some((number("n"), number("left"))));
        }
        _ => return false,
    }
    true
}

#[test]
fn what_is_told_of_an_event_is_what_it_does() {
    let mut told = BTreeMap::<&str, u32>::new();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for players in [2, 3] {
        walk(players, |rules, state, moves| {
            for &mv in moves {
                let found = facts(rules, state, Some(mv));
                let checked =
                    |fact: &&TableFact| is_checked(rules, state, fact, || acted(rules, state, mv, &mut rng));
                found.iter().filter(checked).for_each(|fact| *told.entry(fact.kind).or_default() += 1);
            }
        });
    }
    // The printed deck has looks only on cards that are laid as a bet.
    assert_eq!(told.len(), 6, "{told:?}");
}

/// How much more a seat has of the day's bonus in a colour, and how many tokens of it there are.
fn day_bonus(after: &State, before: &State, seat: Seat, colour: Colour) -> (i32, i32) {
    let bonus = |state: &State| i32::from(state.day_bonus[seat.index()][colour.index()]);
    let tokens = before.tokens.iter().filter(|of| **of == colour).count() as i32;
    (bonus(after) - bonus(before), tokens)
}
