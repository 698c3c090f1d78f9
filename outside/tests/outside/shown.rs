//! A game drawn and played without a rule: from layouts, effects and picks alone.

use tapis_games::erased::{AnyGame, AnyTable, Factory, LegalPicks};
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::Layout;
use tapis_template::Template;

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

/// Plays a game by picks, and follows it on tables that only effects change.
fn play_by_picks(seed: u8) -> Box<dyn AnyTable> {
    let ruleset = Factory::<Template>::NEW.ruleset(r#"{"players": 2}"#).expect("a ruleset");
    let seed = Seed([seed; 32]);
    let (mut table, mut rng) = (ruleset.deal(&seed), seed.stream(Stream::Chance(1)));
    let mut drawn = VIEWERS.map(|viewer| table.shown().expect("drawn").layout(viewer));
    while let Turn::Player(seat) = table.turn() {
        let shown = table.shown().expect("drawn");
        let moves = shown.picks();
        let LegalPicks::Move(picks) = &moves[below(&mut rng, moves.len() as u32) as usize] else {
            panic!("every move is listed");
        };
        let notation = shown.compose(&picks.taps().collect::<Vec<_>>()).expect("a move");
        drop(shown);
        table.play(seat, &notation, &mut rng).expect("a legal move");
        let shown = table.shown().expect("drawn");
        let steps = shown.steps(table.plies().len() - 1, &VIEWERS).expect("the last ply");
        for ((layout, steps), viewer) in drawn.iter_mut().zip(steps).zip(VIEWERS) {
            for effect in steps.iter().flat_map(|step| &step.effects) {
                layout.apply(effect).expect("what moves lies there");
            }
            assert_eq!(*layout, shown.layout(viewer), "{viewer:?}");
        }
    }
    table
}

#[test]
fn effects_lead_from_layout_to_layout() {
    for seed in 0..5 {
        let table = play_by_picks(seed);
        let shown = table.shown().expect("drawn");
        let points = |seat| -> i32 {
            let rows = shown.score_sheet(Viewer::Spectator, &[]).into_iter().flatten();
            rows.filter(|row| row.seat == seat).map(|row| row.points).sum()
        };
        let scores = table.scores(Viewer::Spectator);
        assert!(Seat::all(2).all(|seat| points(seat) == scores[seat]), "the sheet adds up");
    }
}

#[test]
fn older_versions_are_drawn_as_they_were() {
    let table = play_by_picks(7);
    let shown = table.shown().expect("drawn");
    let me = Viewer::Seat(Seat(0));
    let after = |n: usize| table.rewound(n + 1).expect("a ply").shown().expect("drawn").layout(me);
    let mut layout: Layout = after(0);
    for n in 1..table.plies().len() {
        let steps = shown.steps(n, &[me]).expect("a ply").remove(0);
        steps.iter().flat_map(|step| &step.effects).for_each(|effect| layout.apply(effect).expect("fits"));
        assert_eq!(layout, after(n), "ply {n}");
    }
    assert!(shown.steps(table.plies().len(), &[me]).is_none());
    // Of the last round one card is turned up, and two were played.
    let [turned, played] = ["turned", "played"].map(|zone| layout.zone(zone.into()).map(|bag| bag.len()));
    assert_eq!((turned, played), (Some(1), Some(2)));
}
