//! What a page needs to draw, animate and explain a game without knowing a rule of it.
//!
//! A game says five things, once: what [`Pieces`] there are, the [`Layout`] of a position as a viewer sees it, the [`Picks`]
//! that make a move, the stages of a ply, and the score sheet of the round under way. The rest is the same for all games:
//! what changed is the difference of two layouts ([`diff()`]), a move is found from its taps ([`compose()`]).
//!
//! # How a game implements it
//!
//! 1. `shown.rs` has `impl Shown for G`, and in `impl Published for G` stands
//!    `fn showing() -> Option<Showing<Self>> { Some(Showing::OF) }`. From then on the conformance suite checks its laws.
//! 2. [`Shown::pieces`](crate::game::Shown::pieces): every piece with what is printed on it, every zone (those of seats by [`Pieces::zones_of`]: `hand:0`),
//!    counter, mark, phase, button, milestone (with the names of its arguments) and kind of row. Ids are short, stable and
//!    snake_case; texts are looked up by them. A piece's id is the same wherever it lies, and no other kind's piece has it.
//! 3. [`Shown::layout`](crate::game::Shown::layout): everything on the table, also the stock and the box, so that nothing ever comes from nowhere. Use
//!    [`Layout::open`] for what all see, [`Layout::hidden`] for hands, [`Look::back`] for piles. A *key* names a thing that
//!    everybody could point at (a token of the pool), a *slot* a place (the seat in a trick); without them things are only counted, and
//!    a card that goes into a pile is one more of n. Keys, slots, marks and counters are the same for all viewers: only faces
//!    differ. A number only some may know is no counter. The layout is a function of state and viewer; it has to be one for
//!    the state before the set-up, and at chance nodes, too.
//! 4. [`Shown::picks`](crate::game::Shown::picks): the taps of a legal move, `Pick::thing(("hand", seat), "7h").into()`, then [`Picks::then`]. Sets of
//!    open size are a step of [`Picks::then_all`] and end with a button.
//! 5. The functions of the rules that play get a parameter `watch: &mut impl Watch<State>`; `play_unchecked` and `resolve` give
//!    `&mut ()`, which costs nothing, [`Shown::play_watched`](crate::game::Shown::play_watched) and [`Shown::resolve_watched`](crate::game::Shown::resolve_watched) hand `watch` on. The rules call
//!    * `watch.stage(state)` where people must see the table before it goes on: the trick is complete; one card is given
//!      before another is taken. A move and each outcome of chance end with a stage by themselves;
//!    * `watch.tell(|| Milestone::new("trick_won", [("seat", seat.into()), ("cards", cards.collect())]))` before the stage
//!      it belongs to. What it names lies open in that stage or in the one before;
//!    * `watch.tell(|| Milestone::scored(rows))` when a round is scored;
//!    * `watch.gather("card", &[], "stock")` when cards are shuffled, before they are dealt.
//! 6. [`Shown::sheet`](crate::game::Shown::sheet): what each seat has scored in the round under way, as far as the viewer knows. The finished rounds
//!    are in the milestones. Where seats begin with points, [`Shown::opening`](crate::game::Shown::opening) has them.
//!
//! Two things of a kind never change places unseen within a stage: then nobody can tell from two layouts what moved. The
//! law of *truth* finds that. Stages are made when somebody looks, never in search.

mod diff;
mod effect;
mod layout;
mod look;
mod name;
mod pick;
mod pieces;
mod say;
mod stage;

pub use diff::diff;
pub use effect::{Arg, Effect, Milestone, Row, Step};
pub use layout::{Impossible, Layout};
pub use look::{Bag, Face, Look, Mark, Piece, Thing};
pub use name::Name;
pub use pick::{Misfit, Pick, PickStep, Picks, compose};
pub use pieces::{Arrangement, CounterInfo, PieceInfo, Pieces, ZoneInfo};
pub use say::{Purpose, Speaker, Told, keys};
pub use stage::{Stage, Stages, Watch};

#[cfg(test)]
mod tests {
    use utoipa::ToSchema;

    use super::*;

    #[test]
    fn every_schema_it_refers_to_is_there() {
        let mut all = Vec::new();
        Layout::schemas(&mut all);
        Pieces::schemas(&mut all);
        Step::schemas(&mut all);
        Picks::schemas(&mut all);
        Row::schemas(&mut all);
        let text = serde_json::to_string(&all).expect("schemas are JSON");
        let mut names = text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next());
        assert!(names.clone().count() > 10);
        let missing = names.find(|&name| !all.iter().any(|(known, _)| known == name));
        assert_eq!(missing, None);
    }

    #[test]
    fn things_are_said_shortly() {
        let mut layout = Layout::new("play", crate::turn::Turn::Over);
        let king = Piece::new("card", "Kh");
        layout.put("trick", Look::open(king).slot(1), 1u8);
        layout.open("trump", [king]);
        layout.hidden("hand:0", [king], true);
        layout.put("hand:1", Look::hidden(king, false), 5u8);
        layout.put("pool", Look::back("token").key("t7").mark("seen", 2), 1u8);
        layout.count("points:0", 3);
        layout.count("points:1", 0);
        let json = serde_json::json!({
            "phase": "play",
            "zones": {
                "hand:0": [{"known": "Kh"}],
                "hand:1": [{"back": "card", "n": 5}],
                "pool": [{"back": "token", "key": "t7", "marks": {"seen": 2}}],
                "trick": [{"open": "Kh", "slot": "1"}],
                "trump": ["Kh"],
            },
            "counters": {"points:0": 3},
        });
        assert_eq!(serde_json::json!(layout), json);
    }

    /// One of several cards is drawn from a hand in which the viewer knew one: nobody tells which it was.
    #[test]
    fn a_known_card_that_may_have_gone_is_not_said_to_go() {
        let table = || Layout::new("play", crate::turn::Turn::Over);
        let [mut before, mut after] = [table(), table()];
        before.hidden("hand:2", [Piece::new("card", "Kh")], true);
        before.put("hand:2", Look::back("card"), 2u8);
        after.put("hand:2", Look::back("card"), 2u8);
        after.put("hand:0", Look::back("card"), 1u8);
        let effects = diff(&before, &after);
        let json = serde_json::json!([
            {"what": "turned", "zone": "hand:2", "was": [{"known": "Kh"}], "is": [{"back": "card"}]},
            {"what": "moved", "from": "hand:2", "to": "hand:0", "is": [{"back": "card"}]},
        ]);
        assert_eq!(serde_json::json!(effects), json);
        effects.iter().for_each(|effect| before.apply(effect).expect("it fits"));
        assert_eq!(before, after);
    }

    /// In one step: what is gathered, turned down, moved, turned up, counted.
    #[test]
    fn effects_come_in_order() {
        let (king, ten) = (Piece::new("card", "Kh"), Piece::new("card", "Th"));
        let table = || Layout::new("play", crate::turn::Turn::Over);
        let [mut before, mut after] = [table(), table()];
        before.open("trick", [king]);
        before.open("row", [ten]);
        before.put("stock", Look::back("card"), 3u8);
        before.put("pool", Look::back("token").key("t7"), 1u8);
        after.put("taken", Look::back("card"), 1u8);
        after.put("row", Look::back("card"), 1u8);
        after.put("stock", Look::back("card"), 3u8);
        after.put("pool", Look::open(Piece::new("token", "lion")).key("t7"), 1u8);
        after.count("tricks", 1);
        let effects = diff(&before, &after);
        let json = serde_json::json!([
            {"what": "turned", "zone": "row", "was": ["Th"], "is": [{"back": "card"}]},
            {"what": "moved", "from": "trick", "to": "taken", "was": ["Kh"], "is": [{"back": "card"}]},
            {"what": "turned", "zone": "pool", "was": [{"back": "token", "key": "t7"}], "is": [{"open": "lion", "key": "t7"}]},
            {"what": "counted", "counters": {"tricks": 1}},
        ]);
        assert_eq!(serde_json::json!(effects), json);
        effects.iter().for_each(|effect| before.apply(effect).expect("it fits"));
        assert_eq!(before, after);
        let gathered = Effect::Gathered { kind: "card", from: vec!["row".into()], to: "stock".into() };
        after.apply(&gathered).expect("it fits");
        assert_eq!(after.zone("stock".into()).map(Bag::len), Some(4));
        assert_eq!(
            after.apply(&Effect::Vanished { zone: "row".into(), was: Bag::default() }),
            Err(Impossible("row".into()))
        );
    }
}
