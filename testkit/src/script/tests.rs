use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::seat::Seat;

use super::*;

fn value(rules: &Script, at: &Position) -> f64 {
    let below = |branch: Branch| {
        let mut next = *at;
        if rules.turn(at) == Turn::Chance {
            rules.resolve(&mut next, &branch).expect("possible");
        } else {
            rules.play(&mut next, branch).expect("legal");
        }
        value(rules, &next)
    };
    match rules.turn(at) {
        Turn::Over => f64::from(rules.points(at)[Seat(0)]),
        Turn::Player(Seat(0)) => rules.legal_moves(at).into_iter().map(below).fold(f64::MIN, f64::max),
        Turn::Player(_) => rules.legal_moves(at).into_iter().map(below).fold(f64::MAX, f64::min),
        Turn::Chance => {
            let outcomes = rules.chances(at).expect("enumerable");
            let total: u64 = outcomes.iter().map(|outcome| outcome.1).sum();
            outcomes.into_iter().map(|(branch, weight)| weight as f64 * below(branch)).sum::<f64>()
                / total as f64
        }
    }
}

#[test]
fn the_default_tree_is_worth_what_its_text_says() {
    let rules = Script::with(Settings::default()).expect("the default");
    let mut at = rules.start();
    assert_eq!(value(&rules, &at), 0.0);
    rules.play(&mut at, Branch(1)).expect("legal");
    assert_eq!(value(&rules, &at), -1.0);
    assert!(!rules.chance_ahead(&at) && rules.chance_ahead(&rules.start()));
}

#[test]
fn draws_follow_their_weights() {
    let rules = Script::of(2, draw([(1, end([1, 0])), (3, end([0, 1]))])).expect("a tree");
    let mut rng = ChaCha8Rng::from_seed([7; 32]);
    let second = (0..40_000).filter(|_| rules.sample_chance(&rules.start(), &mut rng) == Branch(1)).count();
    // Five standard deviations of a binomial with p = 3/4.
    assert!(second.abs_diff(30_000) < 433, "{second}");
}

#[test]
fn trees_that_cannot_be_played_are_refused() {
    let bad = [choice(2, [end([0, 0])]), choice(0, []), draw([(0, end([0, 0]))]), draw([]), end([1])];
    for root in bad {
        let root = choice(0, [end([0, 0]), root]);
        assert_eq!(Script::of(2, root).expect_err("no game")[0].pointer, "/root");
    }
}
