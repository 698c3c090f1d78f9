//! A game drawn and played without a rule: from layouts, effects and picks alone.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_ecarte::Ecarte;
use tapis_games::erased::{AnyGame, AnyTable, Factory, LegalPicks};
use tapis_games::game::Turn;
use tapis_games::random::{Seed, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Layout, Misfit, Pick};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

/// Plays a game by picks, and follows it on tables that only effects change.
fn play_by_picks(seed: u8) -> Box<dyn AnyTable> {
    let ruleset = Factory::<Ecarte>::NEW.ruleset("{}").expect("the default");
    let (mut table, mut rng) = (ruleset.deal(&Seed([seed; 32])), ChaCha8Rng::seed_from_u64(seed.into()));
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
    for seed in 0..20 {
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
    let mut layout: Layout = shown.layout_after(0, me).expect("the set-up");
    for n in 1..table.plies().len() {
        let steps = shown.steps(n, &[me]).expect("a ply").remove(0);
        steps.iter().flat_map(|step| &step.effects).for_each(|effect| layout.apply(effect).expect("fits"));
        assert_eq!(Some(&layout), shown.layout_after(n, me).as_ref(), "ply {n}");
    }
    assert!(shown.steps(table.plies().len(), &[me]).is_none());
    let turned = |layout: &Layout| layout.zone("trump".into()).map(|bag| bag.len());
    assert_eq!(turned(&layout), Some(1));
}

#[test]
fn taps_that_fit_nothing_say_where_and_what_would() {
    let ruleset = Factory::<Ecarte>::NEW.ruleset("{}").expect("the default");
    let table = ruleset.deal(&Seed([1; 32]));
    let shown = table.shown().expect("drawn");
    let buttons = ["propose", "stand"].map(Pick::button);
    assert_eq!(shown.compose(&[buttons[0]]), Ok("propose".to_owned()));
    let wrong = Misfit { at: 0, possible: buttons.into() };
    assert_eq!(shown.compose(&[Pick::thing("hand:0", "7h")]), Err(wrong));
    let long = Misfit { at: 1, possible: [].into() };
    assert_eq!(shown.compose(&[buttons[1], buttons[0]]), Err(long));
}

#[test]
fn an_open_thing_is_its_id() {
    let ruleset = Factory::<Ecarte>::NEW.ruleset("{}").expect("the default");
    let table = ruleset.deal(&Seed([1; 32]));
    let layout = table.shown().expect("drawn").layout(Viewer::Spectator);
    let json = serde_json::to_value(&layout).expect("JSON");
    assert!(json["zones"]["trump"][0].is_string());
    assert_eq!(json["zones"]["hand:0"], serde_json::json!([{"back": "card", "n": 5}]));
    let pieces = ruleset.pieces().expect("drawn");
    assert_eq!(pieces.pieces.len(), 32);
    assert_eq!(
        serde_json::json!(pieces.pieces[&"Qs".into()]),
        serde_json::json!({"kind": "card", "facts": {"suit": "spades", "rank": "queen"}})
    );
}

#[test]
fn texts_are_whole() {
    let options = ["{}", r#"{"points":11,"king_turned":false}"#];
    assert_eq!(
        tapis_testkit::texts::faults::<Ecarte>(&options, 100, &[include_str!("../src/moves.rs")]),
        [""; 0]
    );
}
