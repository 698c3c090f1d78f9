//! Le Malin: the choice of the solver for a hint, and the cost of the clairvoyant average.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::erased::{AnyRuleset, AnyTable, TypedRuleset};
use tapis_games::game::{Game, InformationSet, Observed, Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::malin::{Malin, Options, Phase, State, Ties, Twins, Wish};
use tapis_games::random::{Seed, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::answer::{Answer, Counted, Level};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, TypedEngine};
use tapis_solver::request::{Belief, Budget, Concept, Objective, Request, SolverKind};

use super::comparison::{ORACLE_NODES, compare, fits};
use super::positions::{know_until, pick, rng};

fn rules(players: u8) -> Malin {
    Malin::new(Options { players, ..Options::default() }).expect("legal options")
}

/// A table of `rules` played at random for `plies` plies.
fn table(rules: &Malin, seed: u8, plies: usize) -> Box<dyn AnyTable> {
    let mut table = TypedRuleset::new(rules.clone()).deal(&Seed([seed; 32]));
    let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
    while let (Turn::Player(seat), true) = (table.turn(), table.plies().len() <= plies) {
        let legal = table.legal_moves();
        let notation = legal[below(&mut rng, legal.len() as u32) as usize].notation.clone();
        table.play(seat, &notation, &mut rng).expect("a legal move");
    }
    table
}

/// A hint for the seat to move.
fn hint(rules: &Malin, table: &dyn AnyTable, request: &Request) -> Answer {
    let Turn::Player(seat) = table.turn() else { panic!("the game is over") };
    let engine = TypedEngine::new(rules.clone());
    let plies = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
    let log = ObservationLog { ruleset: engine.ruleset().reference(), seat: Some(seat), plies };
    engine.hint(&log, request, &Control::default()).expect("an answer")
}

fn iterations(iterations: u64) -> Request {
    let budget = Budget { iterations: Some(iterations), ..Budget::default() };
    Request { budget, ..Request::default() }
}

/// The number of ways to choose 7 of the 14 cards of the others, with indistinguishable twins.
const DEALS: [f64; 2] = [3432.0, 2508.0];

#[test]
fn a_contract_is_advised_from_worlds_counted_exactly() {
    let rules = rules(3);
    for seed in 1..5 {
        let table = table(&rules, seed, 1);
        let answer = hint(&rules, &*table, &iterations(600));
        assert!(answer.moves.iter().all(|advice| advice.notation.starts_with("bid ")), "{:?}", answer.moves);
        assert_eq!((answer.exactness.level, answer.worlds.counted), (Level::Sampled, Counted::Exact));
        assert!(DEALS.contains(&answer.worlds.consistent), "{:?}", answer.worlds);
        assert!(answer.exactness.caveats.contains(&"horizon"), "{:?}", answer.exactness);
    }
}

/// The first seat to announce has no evidence to weigh deals by. The other seats have, and their answers say so.
#[test]
fn weighed_deals_are_named() {
    let rules = rules(4);
    for announced in 0..4 {
        let answer = hint(&rules, &*table(&rules, 5, announced), &iterations(200));
        let weighed = answer.exactness.caveats.contains(&"weighed_worlds");
        assert_eq!(weighed, announced > 0, "after {announced} announcements: {:?}", answer.exactness);
        let uniform = Request { belief: Belief::Uniform, ..iterations(200) };
        let answer = hint(&rules, &*table(&rules, 5, announced), &uniform);
        assert!(!answer.exactness.caveats.contains(&"weighed_worlds"), "{:?}", answer.exactness);
    }
}

#[test]
fn all_deals_of_three_are_looked_at_before_a_contract_is_advised() {
    let rules = rules(3);
    let answer = hint(&rules, &*table(&rules, 1, 1), &iterations(20_000));
    assert!(DEALS.contains(&answer.worlds.consistent), "{:?}", answer.worlds);
    assert_eq!(answer.worlds.used as f64, answer.worlds.consistent);
    // Each deal is played out, not solved.
    assert_eq!(answer.exactness.level, Level::Sampled);
}

#[test]
fn the_chances_of_the_best_contracts_are_told() {
    let rules = rules(4);
    let answer = hint(&rules, &*table(&rules, 2, 2), &iterations(900));
    let told: Vec<_> = answer.explanation.iter().filter(|said| said.code == "contract_chances").collect();
    // Three lines a deal are half of a fifth of all, two lines a world are the other half.
    assert!(told.iter().all(|said| said.text.en.contains(" of 30 deals ")), "{told:?}");
    assert!(answer.compared.as_ref().is_none_or(|of| of.lines == 45), "{:?}", answer.compared);
    let best = answer.moves.iter().take(3).filter_map(|advice| advice.notation.strip_prefix("bid "));
    let told_of = |contract: &&str| {
        let begin = format!("Contract {contract}: ");
        told.iter().find(|said| said.text.en.starts_with(&begin))
    };
    let pairs: Vec<_> = best.filter_map(|contract| Some((told_of(&contract)?, contract))).collect();
    assert!(!told.is_empty() && pairs.len() == told.len(), "{told:?}");
    assert!(answer.moves[0].notation.ends_with(pairs[0].1), "the first always");
    for (said, contract) in pairs {
        // What a contract brings comes first: one that is met more often can bring less.
        let points = |text: &str, begin: String, then: &str| {
            text.strip_prefix(&begin)
                .and_then(|rest| rest.split_once(then))
                .map(|(points, _)| points.to_owned())
        };
        let en = points(&said.text.en, format!("Contract {contract}: "), " points on average, met in ");
        let fr =
            points(&said.text.fr, format!("Contrat {contract}\u{202f}: "), " points en moyenne, tenu dans ");
        assert!(en.is_some() && en == fr.map(|points| points.replace(',', ".")), "{said:?}");
        // The share of contracts met is that of the tricks it names.
        let met =
            said.text.en.split("met in ").nth(1).and_then(|rest| rest.split(" of ").next()).expect("a share");
        let taken = format!(" {contract}: {met}");
        assert!(met == "0\u{202f}%" || said.text.en.contains(&taken), "{said:?}");
    }
    let played = hint(&rules, &*table(&rules, 2, 8), &iterations(300));
    assert!(played.explanation.iter().all(|said| said.code != "contract_chances"));
}

#[test]
fn near_the_end_of_a_round_every_world_is_solved() {
    let rules = rules(3);
    let mut several = 0;
    for seed in 1..8 {
        // Three contracts and five tricks: two cards each are left, four of them hidden.
        let table = table(&rules, seed, 3 + 15);
        let objective = Some(Objective::RoundPayoff);
        let answer = hint(&rules, &*table, &Request { objective, ..iterations(200_000) });
        assert_eq!(answer.exactness.level, Level::AllWorlds, "seed {seed}");
        assert_eq!(answer.worlds.used as f64, answer.worlds.consistent);
        assert_eq!(answer.exactness.caveats[0], "strategy_fusion");
        several += u32::from(answer.worlds.consistent > 1.0);
    }
    assert!(several > 3);
}

#[test]
fn where_worlds_are_too_many_they_are_sampled() {
    let rules = rules(6);
    let table = table(&rules, 3, 8);
    let answer = hint(&rules, &*table, &iterations(400));
    assert_eq!(answer.exactness.level, Level::Sampled);
    assert!(answer.worlds.consistent > 1e6 && answer.worlds.used <= 400, "{:?}", answer.worlds);
}

/// The lowest move of a seat. All other seats play it below.
fn lowest(rules: &Malin, state: &State) -> <Malin as Game>::Move {
    rules.legal_moves(state)[0]
}

fn is_over(rules: &Malin, state: &State) -> bool {
    rules.round_scores(state).is_some()
}

/// The value of the round to `seat` if it sees all cards.
fn clairvoyant(rules: &Malin, state: &State, seat: Seat) -> f64 {
    if let Some(scores) = rules.round_scores(state) {
        return f64::from(scores[seat]);
    }
    let after = |mv| {
        let mut after = state.clone();
        rules.play_unchecked(&mut after, mv);
        clairvoyant(rules, &after, seat)
    };
    match rules.turn(state) {
        Turn::Player(mover) if mover == seat => {
            rules.legal_moves(state).iter().map(|&mv| after(mv)).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => after(lowest(rules, state)),
    }
}

/// The value of all `worlds` together to `seat` with the best single plan.
fn one_plan(rules: &Malin, worlds: Vec<State>, seat: Seat) -> f64 {
    let (over, mut open): (Vec<_>, Vec<_>) = worlds.into_iter().partition(|world| is_over(rules, world));
    let ended: f64 =
        over.iter().filter_map(|world| rules.round_scores(world)).map(|s| f64::from(s[seat])).sum();
    for world in &mut open {
        while !is_over(rules, world) && rules.turn(world) != Turn::Player(seat) {
            let mv = lowest(rules, world);
            rules.play_unchecked(world, mv);
        }
    }
    let (over, open): (Vec<_>, Vec<_>) = open.into_iter().partition(|world| is_over(rules, world));
    let ended_now: f64 =
        over.iter().filter_map(|world| rules.round_scores(world)).map(|s| f64::from(s[seat])).sum();
    let mut known: std::collections::BTreeMap<u64, Vec<State>> = Default::default();
    for world in open {
        known.entry(rules.info_key(&world, seat)).or_default().push(world);
    }
    let best = |worlds: Vec<State>| {
        let moves = rules.legal_moves(&worlds[0]);
        let plan = |mv| {
            let mut worlds = worlds.clone();
            worlds.iter_mut().for_each(|world| rules.play_unchecked(world, mv));
            one_plan(rules, worlds, seat)
        };
        moves.iter().map(|&mv| plan(mv)).fold(f64::NEG_INFINITY, f64::max)
    };
    ended + ended_now + known.into_values().map(best).sum::<f64>()
}

/// With three cards each, against others who play their lowest cards, a player who sees all hands does better than
/// any plan of one who does not. The solver's average over worlds assumes such a player, and says so.
#[test]
fn seeing_through_the_cards_is_worth_more_than_any_plan() {
    let rules = rules(3);
    let (mut positions, mut gaps, mut widest) = (0, 0, 0.0f64);
    for number in 0..200 {
        let near = |state: &State| {
            matches!(state.phase, Phase::Play(_))
                && state.tricks == 4
                && state.trick.is_empty()
                && state.round == 1
        };
        let Some((seat, knowledge)) = know_until(&rules, &mut rng(7, number), near) else { continue };
        let Some(listed) = knowledge.worlds(&rules, 64) else { continue };
        if listed[0].0.hands[seat.index()].contains(tapis_games::malin::Card::Wish) {
            continue;
        }
        let worlds: Vec<State> =
            listed.iter().flat_map(|(world, weight)| (0..*weight).map(move |_| world.clone())).collect();
        let count = worlds.len() as f64;
        let seeing = worlds.iter().map(|world| clairvoyant(&rules, world, seat)).sum::<f64>() / count;
        let planned = one_plan(&rules, worlds, seat) / count;
        assert!(seeing >= planned - 1e-9, "position {number}: {seeing} {planned}");
        positions += 1;
        gaps += u32::from(seeing > planned + 1e-9);
        widest = widest.max(seeing - planned);
    }
    assert!(positions > 30 && gaps > 5, "{gaps} of {positions} positions");
    assert!(widest > 0.2, "the widest gap is {widest}");
    let request = Request { solver: SolverKind::Exhaustive, ..iterations(500_000) };
    let objective = Some(Objective::RoundPayoff);
    let table = table(&rules, 2, 3 + 12);
    let answer = hint(&rules, &*table, &Request { objective, ..request });
    assert_eq!(answer.exactness.caveats[0], "strategy_fusion");
}

/// At most the last three cards of each hand, as one seat knows them.
pub fn end_of_round(rng: &mut ChaCha8Rng) -> Result<u64, String> {
    loop {
        let options = Options {
            players: 3,
            malheurs: below(rng, 4) == 0,
            twins: pick(rng, &[Twins::Declared, Twins::Fixed]),
            wish: pick(rng, &[Wish::Declared, Wish::RemovedCard]),
            ties: pick(rng, &[Ties::First, Ties::Last]),
            ..Default::default()
        };
        let most = if options.malheurs { 1 } else { pick(rng, &[2, 3, 3]) };
        let rules = Malin::new(options).expect("legal options");
        let near = |state: &State| {
            matches!(state.phase, Phase::Play(_)) && state.hands.iter().all(|hand| hand.len() <= most)
        };
        let Some((seat, knowledge)) = know_until(&rules, rng, near) else { continue };
        let few = pick(rng, &[1, 2, 5]);
        let mut worlds =
            knowledge.worlds(&rules, 1_000).unwrap_or_else(|| vec![(knowledge.sample_world(&rules, rng), 1)]);
        while worlds.len() > few {
            worlds.swap_remove(below(rng, worlds.len() as u32) as usize);
        }
        let mut left = ORACLE_NODES;
        if worlds.iter().all(|(world, _)| fits(&rules, world, &mut left)) {
            let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
            return compare(&rules, worlds, seat, Objective::RoundPayoff, Some(concept), rng);
        }
    }
}
