//! Law: what each viewer sees of each ply can be learnt, and every world drawn or listed for it agrees with all it
//! knows: whose turn, layout, scores, information key, and its own legal moves. From a ply that discloses nothing nobody
//! learns; where only chance is hidden and a seat is to move, all seats know the same in every world; where nothing hidden
//! matters all worlds go on alike. A list of worlds has every world that can be drawn, and no more of them than an exact
//! count allows; just as many where all chance is in the deal.

use tapis_games::game::{Hidden, InformationSet, Ply, Published, SeenPly, Turn, WorldCount};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

use super::future::same_future;
use super::worlds::Worlds;
use super::{Trial, json};
use crate::course::draw;

/// Worlds drawn after each ply for each viewer.
const DRAWN: usize = 2;
/// Worlds are listed where they are at most so many…
const LISTED: usize = 64;
/// …after one ply in so many.
const LISTING: u32 = 4;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    trial.viewers().for_each(|viewer| check_viewer(trial, viewer));
}

fn check_viewer<G: Published>(trial: &Trial<G>, viewer: Viewer) {
    let rules = trial.rules;
    let mut rng = trial.rng(6);
    let mut knowledge = rules.know(viewer);
    for (ply, (before, played, after)) in trial.course.steps().enumerate() {
        let seen = rules.see(before, played, after, viewer);
        well_seen(trial, ply, viewer, &seen);
        if !rules.discloses(before, played) {
            learns_nothing(trial, ply, &knowledge, &seen);
        }
        let learnt = knowledge.learn(rules, &seen);
        assert!(learnt.is_ok(), "{}: {viewer:?} cannot learn {seen:?}: {learnt:?}", trial.at(ply));
        assert_eq!(knowledge.viewer(), viewer, "{}: another viewer's knowledge", trial.at(ply));
        counted(trial, ply, &knowledge);
        let worlds = [(); DRAWN].map(|()| knowledge.sample_world(rules, &mut rng));
        worlds.iter().for_each(|world| agree(trial, ply, viewer, after, world));
        let decides = matches!(rules.turn(after), Turn::Player(_));
        if decides && knowledge.hidden(rules) == Hidden::Chance {
            worlds.iter().for_each(|world| nothing_private(trial, ply, viewer, after, world));
        }
        if knowledge.hidden(rules) == Hidden::Nothing {
            let _compared = Worlds { rules, states: [&worlds[0], after] };
            let alike =
                same_future(trial, [&worlds[0], &worlds[1]]) && same_future(trial, [&worlds[0], after]);
            assert!(alike, "{}: something hidden mattered to {viewer:?}", trial.at(ply));
        }
        if below(&mut rng, LISTING) == 0 {
            listed(trial, ply, &knowledge, after, &worlds);
        }
    }
}

/// Every seat knows the same in `world` as in `truth`: else it knows something that the viewer does not.
fn nothing_private<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    viewer: Viewer,
    truth: &G::State,
    world: &G::State,
) {
    let _compared = Worlds { rules: trial.rules, states: [truth, world] };
    for seat in Seat::all(trial.rules.seats()) {
        let [known, told] = [truth, world].map(|state| trial.rules.info_key(state, seat));
        assert_eq!(
            told,
            known,
            "{}: hidden says that only chance is, but {seat:?} knows what {viewer:?} does not",
            trial.at(ply)
        );
    }
}

fn counted<G: Published>(trial: &Trial<G>, ply: usize, knowledge: &G::Knowledge) {
    match knowledge.count_worlds(trial.rules) {
        WorldCount::Exact(count) => assert!(count >= 1, "{}: no world", trial.at(ply)),
        WorldCount::Estimate(count) => assert!(count >= 1.0, "{}: {count} worlds", trial.at(ply)),
    }
}

fn listed<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    knowledge: &G::Knowledge,
    truth: &G::State,
    drawn: &[G::State],
) {
    let rules = trial.rules;
    assert!(knowledge.worlds(rules, 0).is_none(), "{}: at least one world", trial.at(ply));
    let Some(listed) = knowledge.worlds(rules, LISTED) else { return };
    assert!((1..=LISTED).contains(&listed.len()), "{}: {} worlds", trial.at(ply), listed.len());
    for (world, weight) in &listed {
        assert!(*weight > 0, "{}: a world without weight", trial.at(ply));
        agree(trial, ply, knowledge.viewer(), truth, world);
    }
    for world in drawn {
        let has = listed.iter().any(|(other, _)| rules.key(other) == rules.key(world));
        assert!(has, "{}: a world was drawn that is not among the {} listed", trial.at(ply), listed.len());
    }
    if let WorldCount::Exact(count) = knowledge.count_worlds(rules) {
        // A world may leave open what no seat knows, or what turns up later: whoever lists the truth leaves nothing open
        // where all chance is in the deal.
        let dealt = trial.course.plies[1..].iter().all(|ply| ply.chance.is_empty());
        let complete = dealt && listed.iter().any(|(world, _)| rules.key(world) == rules.key(truth));
        let fits = if complete { listed.len() as u128 == count } else { listed.len() as u128 <= count };
        assert!(fits, "{}: {count} worlds, {} listed", trial.at(ply), listed.len());
    }
}

/// In every world that agrees with `knowledge` the same would have been seen.
fn learns_nothing<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    knowledge: &G::Knowledge,
    seen: &SeenPly<G::Outcome>,
) {
    let (rules, mut rng) = (trial.rules, trial.rng(13 << 32 | ply as u64));
    let viewer = knowledge.viewer();
    for _ in 0..DRAWN {
        let before = knowledge.sample_world(rules, &mut rng);
        let mut after = before.clone();
        let action = trial.course.plies[ply].action;
        let legal = action.is_none_or(|(_, mv)| rules.play(&mut after, mv).is_ok());
        assert!(legal, "{}: {viewer:?} learnt that the move is legal", trial.at(ply));
        let chance = draw(rules, &mut after, &mut rng);
        let other = rules.see(&before, &Ply { n: ply as u32, action, chance }, &after, viewer);
        assert_eq!(&other, seen, "{}: {viewer:?} learnt something", trial.at(ply));
    }
}

/// What was seen is of that ply, reads back for its mover and survives JSON.
fn well_seen<G: Published>(trial: &Trial<G>, ply: usize, viewer: Viewer, seen: &SeenPly<G::Outcome>) {
    let (before, played) = (&trial.course.states[ply], &trial.course.plies[ply]);
    let mover = played.action.map(|(seat, _)| seat);
    assert_eq!((seen.n, seen.seat), (played.n, mover), "{}: another ply was seen", trial.at(ply));
    assert_eq!(seen.notation.is_some(), mover.is_some(), "{}: {seen:?}", trial.at(ply));
    if let (Some((seat, mv)), Some(text)) = (played.action, &seen.notation)
        && viewer.is(seat)
    {
        assert_eq!(
            trial.rules.parse(before, text),
            Ok(mv),
            "{}: the mover cannot read '{text}'",
            trial.at(ply)
        );
    }
    let read = serde_json::from_str(&json(seen));
    assert_eq!(read.ok().as_ref(), Some(seen), "{}: lost in JSON", trial.at(ply));
}

/// `world` looks to `viewer` as `truth` does.
pub(super) fn agree<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    viewer: Viewer,
    truth: &G::State,
    world: &G::State,
) {
    let rules = trial.rules;
    let _compared = Worlds { rules, states: [truth, world] };
    let turn = rules.turn(truth);
    assert_eq!(rules.turn(world), turn, "{}: {viewer:?} knows whose turn it is", trial.at(ply));
    let [seen, shown] = [truth, world].map(|state| trial.looks(state, viewer));
    assert_eq!(shown, seen, "{}: the layout of {viewer:?} differs", trial.at(ply));
    let [known, told] = [truth, world].map(|state| rules.scores(state, viewer));
    assert_eq!(told, known, "{}: the scores of {viewer:?} differ", trial.at(ply));
    let Viewer::Seat(seat) = viewer else { return };
    let [known, told] = [truth, world].map(|state| rules.info_key(state, seat));
    assert_eq!(told, known, "{}: the information key of {seat:?} differs", trial.at(ply));
    if turn == Turn::Player(seat) {
        let [own, other] = [truth, world].map(|state| rules.legal_moves(state));
        assert_eq!(&*other, &*own, "{}: the legal moves of {seat:?} differ", trial.at(ply));
        let differing = own.iter().find(|&&mv| {
            rules.notation(truth, mv, viewer) != rules.notation(world, mv, viewer)
                || json(&rules.move_args(truth, mv)) != json(&rules.move_args(world, mv))
        });
        assert_eq!(differing, None, "{}: a move of {seat:?} is shown otherwise", trial.at(ply));
    }
}
