//! Law: a game behind the erased interface is the same game. Stored and restored it has the same records and hashes, a
//! replay lists them all, and its observation logs lead where the table is.

use rand::Rng;
use tapis_games::erased::{AnyRuleset, AnyTable, PlayError, StoredPly, TypedRuleset};
use tapis_games::game::{Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::ruleset::canonical_sha256;
use tapis_games::seat::{Seat, Viewer};

use super::Trial;
use crate::course::{draw, random_move};

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    let ruleset = TypedRuleset::new(trial.rules.clone());
    let mut seed = Seed([0; 32]);
    let mut rng = trial.rng(10);
    rng.fill_bytes(&mut seed.0);
    let table = played(trial, &ruleset, &seed);
    let stored: Vec<StoredPly> = table.plies().iter().map(|record| (*record.stored).clone()).collect();
    let text = serde_json::to_string(&stored).expect("stored plies are JSON");
    let stored: Vec<StoredPly> = serde_json::from_str(&text).expect("and read back");
    restored(trial, &ruleset, table.as_ref(), &stored);
    replayed(trial, &ruleset, table.as_ref(), &stored);
    followed(trial, &ruleset, table.as_ref(), &mut rng);
    corrupt(trial, &ruleset, stored);
}

/// Plays a game through the erased table and the typed rules side by side.
fn played<G: Published>(trial: &Trial<G>, ruleset: &TypedRuleset<G>, seed: &Seed) -> Box<dyn AnyTable> {
    let rules = trial.rules;
    let mut table = ruleset.deal(seed);
    let mut state = rules.start();
    draw(rules, &mut state, &mut seed.stream(Stream::Deal));
    loop {
        let ply = table.plies().len() - 1;
        let document = serde_json::to_value(rules.document(&state)).expect("documents are JSON");
        assert_eq!(table.document(), document, "{}: another state", trial.at(ply));
        let [hash, canonical] = [table.plies()[ply].state_hash, canonical_sha256(&document)].map(hex::encode);
        if hash != canonical {
            let declared = super::json(&rules.document(&state));
            panic!("{}: members not declared in canonical order: {declared}", trial.at(ply));
        }
        let turn = rules.turn(&state);
        assert_eq!(table.turn(), turn, "{}: another turn", trial.at(ply));
        assert_eq!(table.payoffs(), (turn == Turn::Over).then(|| rules.payoffs(&state)), "{}", trial.at(ply));
        let Turn::Player(seat) = turn else { return table };
        let mut rng = seed.stream(Stream::Bot(ply as u32 + 1));
        let mv = random_move(rules, &state, &mut rng).expect("a seat to move has a legal move");
        let text = rules.notation(&state, mv, Viewer::Seat(seat));
        refused(trial, table.as_mut(), seat, &text);
        window(trial, table.as_ref());
        let mut chance = seed.stream(Stream::Chance(ply as u32 + 1));
        let record = table.play(seat, &text, &mut chance);
        assert!(record.is_ok(), "{}: '{text}' refused: {record:?}", trial.at(ply));
        rules.play(&mut state, mv).expect("listed");
        draw(rules, &mut state, &mut seed.stream(Stream::Chance(ply as u32 + 1)));
    }
}

/// In a window the move that uses nothing is legal.
fn window<G: Published>(trial: &Trial<G>, table: &dyn AnyTable) {
    let Some(window) = table.window() else { return };
    let (ply, legal) = (table.plies().len() - 1, table.legal_moves());
    assert!(legal.iter().any(|legal| legal.notation == window.pass), "{}: {window:?}", trial.at(ply));
    assert_eq!(window.forced, legal.len() == 1, "{}: {window:?}", trial.at(ply));
}

/// A move of another seat and a text that is no move change nothing.
fn refused<G: Published>(trial: &Trial<G>, table: &mut dyn AnyTable, seat: Seat, text: &str) {
    let (plies, mut rng) = (table.plies().len(), trial.rng(11));
    let other = seat.next(trial.rules.seats());
    let out_of_turn = table.play(other, text, &mut rng).map(|_| ());
    assert_eq!(out_of_turn, Err(PlayError::NotYourTurn(Turn::Player(seat))), "{}", trial.at(plies));
    let unreadable = table.play(seat, "no such move", &mut rng).map(|_| ());
    assert!(matches!(unreadable, Err(PlayError::Notation(_))), "{}: {unreadable:?}", trial.at(plies));
    assert_eq!(table.plies().len(), plies, "{}: a refused move was counted", trial.at(plies));
}

fn restored<G: Published>(
    trial: &Trial<G>,
    ruleset: &TypedRuleset<G>,
    table: &dyn AnyTable,
    stored: &[StoredPly],
) {
    let again =
        ruleset.restore(stored).unwrap_or_else(|error| panic!("{}: {error}", trial.at(error.ply as usize)));
    assert_eq!(again.plies().len(), table.plies().len(), "{}: plies lost", trial.at(stored.len()));
    for (ply, (one, two)) in table.plies().iter().zip(again.plies().iter()).enumerate() {
        assert_eq!(format!("{one:?}"), format!("{two:?}"), "{}: another record", trial.at(ply));
    }
    let [before, after] =
        [table, again.as_ref()].map(|table| (table.features(), table.payoffs(), table.document()));
    assert_eq!(before, after, "{}: another end", trial.at(stored.len()));
}

fn replayed<G: Published>(
    trial: &Trial<G>,
    ruleset: &TypedRuleset<G>,
    table: &dyn AnyTable,
    stored: &[StoredPly],
) {
    let replay = ruleset.replay(stored).expect("it could be restored");
    let mut hashes: Vec<_> = replay.plies.iter().map(|ply| ply.state_hash.clone()).collect();
    if let Some(setup) = table.plies().first() {
        hashes.insert(0, hex::encode(setup.state_hash));
    }
    let recorded: Vec<_> = table.plies().iter().map(|record| hex::encode(record.state_hash)).collect();
    assert_eq!(hashes, recorded, "{}: a replay with other hashes", trial.at(stored.len()));
    for (n, ply) in (1..).zip(&replay.plies) {
        assert_eq!(ply.n, n, "{}: a replay without gaps", trial.at(ply.n as usize));
        assert!(!ply.legal.is_empty(), "{}: no legal moves in the replay", trial.at(ply.n as usize));
    }
}

/// The log of each viewer, as it is sent, leads to the position the table is in.
fn followed<G: Published, R: Rng>(
    trial: &Trial<G>,
    ruleset: &TypedRuleset<G>,
    table: &dyn AnyTable,
    rng: &mut R,
) {
    for viewer in trial.viewers() {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        let plies = table.plies().iter().map(|record| record.seen_by(viewer).clone()).collect();
        let log = ObservationLog { ruleset: ruleset.ruleset().reference(), seat, plies };
        let text = serde_json::to_string(&log).expect("logs are JSON");
        let log: ObservationLog = serde_json::from_str(&text).expect("and read back");
        let followed = ruleset.follow(&log).unwrap_or_else(|fault| panic!("{}: {fault}", trial.at(0)));
        assert_eq!(followed.turn, table.turn(), "{}: {viewer:?} ends elsewhere", trial.at(log.plies.len()));
        let history = ruleset.sample_history(&log, rng).expect("a history of the log");
        let other = ruleset.restore(&history).expect("a playable one");
        let seen: Vec<_> = other.plies().iter().map(|record| record.seen_by(viewer)).collect();
        assert_eq!(seen, log.plies.iter().collect::<Vec<_>>(), "{}: {viewer:?}", trial.at(log.plies.len()));
        let [here, there] =
            [table, other.as_ref()].map(|table| table.shown().map(|shown| shown.layout(viewer)));
        assert_eq!(there, here, "{}: {viewer:?}", trial.at(log.plies.len()));
    }
}

/// A log with a ply too few or too many is refused, not half restored.
fn corrupt<G: Published>(trial: &Trial<G>, ruleset: &TypedRuleset<G>, mut stored: Vec<StoredPly>) {
    let extra = stored.last().cloned().expect("a set-up");
    stored.push(extra);
    assert!(ruleset.restore(&stored).is_err(), "{}: played on after the end", trial.at(stored.len()));
    stored.truncate(stored.len() - 2);
    assert!(ruleset.restore(&stored).is_ok(), "{}: a game under way", trial.at(stored.len()));
    if stored.len() > 2 {
        stored[1].notation = Some("no such move".to_owned());
        let fault = ruleset.restore(&stored).map(|_| ()).expect_err("no such move");
        assert_eq!(fault.ply, 1, "{}: {fault}", trial.at(1));
    }
}
