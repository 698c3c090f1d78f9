//! The laws of what is shown notice: Kuhn poker that breaks one of them is caught by that one, unbroken it passes.

use tapis_games::game::{Game, Ply, Showing, Shown, Turn};
use tapis_games::locale::{COMMON_EN, COMMON_FR, Texts};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Arg, Layout, Look, Milestone, Pick, Picks, Piece, Pieces, Stage, Told};
use tapis_testkit::conformance::examine;
use tapis_testkit::kuhn::{Action, Kuhn, State};

/// The law that is broken, as the suite says it; nothing where none is.
fn broken(showing: &Showing<Kuhn>) -> String {
    let Err(breach) = examine(&Kuhn::default(), Some(showing), 1, 30) else { return String::new() };
    let law = breach.what.split_once("law of ").map_or(breach.what.as_str(), |(_, law)| law);
    law.split(':').next().unwrap_or_default().to_owned()
}

fn caught(law: &str, breach: impl FnOnce(&mut Showing<Kuhn>)) {
    let mut showing = Showing::OF;
    breach(&mut showing);
    assert_eq!(broken(&showing), law);
}

#[test]
fn the_unbroken_game_passes() {
    caught("", |_| {});
}

#[test]
fn a_watched_game_goes_as_the_other_one() {
    fn still(_: &Kuhn, before: &State, _: &Ply<Kuhn>) -> Vec<Stage<State>> {
        vec![Stage { gathered: Vec::new(), milestones: Vec::new(), state: *before }]
    }
    caught("the difference", |showing| showing.stages = still);
}

#[test]
fn a_hand_is_its_owners() {
    fn peeking(rules: &Kuhn, state: &State, viewer: Viewer) -> Layout {
        rules.layout(state, if viewer == Viewer::Spectator { Viewer::Seat(Seat(0)) } else { viewer })
    }
    caught("two worlds", |showing| showing.layout = peeking);
}

#[test]
fn what_is_said_of_a_move_names_no_hidden_card() {
    const SAID: &str = "ply-act = { $seat } { $card }\nmove-act = { $card }\nrow-chips = chips\n\
                        milestone-showdown = { $seat } { $card }\nmilestone-round_scored = scored\n";
    static TEXTS: Texts = Texts { en: &[COMMON_EN, SAID], fr: &[COMMON_FR, SAID] };
    fn named(rules: &Kuhn, state: &State, viewer: Viewer, told: impl Fn(Seat, Viewer) -> bool) -> Told {
        let Turn::Player(mover) = rules.turn(state) else { return Told::new("act", []) };
        let card = state.deal.filter(|_| told(mover, viewer)).map(|deal| Piece::from(deal.card(mover)));
        Told::new("act", [("card", card.map_or("a card".into(), Arg::from))])
    }
    caught("", |showing| {
        showing.texts = || Some(&TEXTS);
        showing.told =
            |rules, state, _, viewer| named(rules, state, viewer, |mover, viewer| viewer.knows_as(mover));
    });
    caught("two worlds", |showing| {
        showing.texts = || Some(&TEXTS);
        showing.told = |rules, state, _, viewer| named(rules, state, viewer, |_, _| true);
    });
}

/// All see the stock open before the deal, and the deal does not say that it is shuffled: any of the cards seems to go to
/// any hand, in all worlds alike, and mostly it is another one.
#[test]
fn what_is_said_to_move_moves() {
    fn open_stock(rules: &Kuhn, state: &State, viewer: Viewer) -> Layout {
        let mut layout = rules.layout(state, viewer);
        if state.deal.is_none() {
            layout.zones.clear();
            layout.open("stock", ["jack", "queen", "king"].map(|id| Piece::new("card", id)));
        }
        layout
    }
    fn unshuffled(rules: &Kuhn, before: &State, ply: &Ply<Kuhn>) -> Vec<Stage<State>> {
        let mut stages = rules.stages(before, ply);
        stages.iter_mut().for_each(|stage| stage.gathered.clear());
        stages
    }
    caught("truth", |showing| (showing.layout, showing.stages) = (open_stock, unshuffled));
}

#[test]
fn a_card_does_not_vanish() {
    fn lost(rules: &Kuhn, state: &State, viewer: Viewer) -> Layout {
        let mut layout = rules.layout(state, viewer);
        if state.deal.is_some() {
            layout.zones.remove(&"stock".into());
        }
        layout
    }
    caught("truth", |showing| showing.layout = lost);
}

#[test]
fn a_milestone_names_what_all_see() {
    fn told(rules: &Kuhn, before: &State, ply: &Ply<Kuhn>) -> Vec<Stage<State>> {
        let mut stages = rules.stages(before, ply);
        let jack: Arg = Piece::new("card", "jack").into();
        stages[0].milestones.push(Milestone::new("showdown", [("card", jack)]));
        stages
    }
    caught("told is shown", |showing| showing.stages = told);
}

#[test]
fn only_faces_differ() {
    fn private(rules: &Kuhn, state: &State, viewer: Viewer) -> Layout {
        let mut layout = rules.layout(state, viewer);
        layout.count(("bets", Seat(0)), i32::from(viewer.is(Seat(0))));
        layout
    }
    caught("the skeleton", |showing| showing.layout = private);
}

#[test]
fn names_are_listed() {
    fn unnamed(rules: &Kuhn) -> Pieces {
        Pieces { buttons: vec!["pass", "bet"], phases: vec!["deal"], ..rules.pieces() }
    }
    fn twice(rules: &Kuhn, state: &State, viewer: Viewer) -> Layout {
        let mut layout = rules.layout(state, viewer);
        layout.put("stock", Look::back("card").key("top"), 2u8);
        layout
    }
    caught("names", |showing| showing.pieces = unnamed);
    caught("names", |showing| showing.layout = twice);
}

#[test]
fn picks_make_one_move() {
    fn same(_: &Kuhn, _: &State, _: Action) -> Picks {
        Pick::button("bet").into()
    }
    fn begun(_: &Kuhn, _: &State, action: Action) -> Picks {
        let pass = Picks::from(Pick::button("pass"));
        if action == Action::Pass { pass } else { pass.then(Pick::button("bet")) }
    }
    fn nowhere(rules: &Kuhn, state: &State, action: Action) -> Picks {
        rules.picks(state, action).then(Pick::thing("stock", "jack"))
    }
    fn unlisted(_: &Kuhn, _: &State, action: Action) -> Picks {
        Pick::button(if action == Action::Pass { "pass" } else { "raise" }).into()
    }
    for picks in [same, begun, nowhere, unlisted] as [fn(&Kuhn, &State, Action) -> Picks; 4] {
        caught("picks", |showing| showing.picks = picks);
    }
}
