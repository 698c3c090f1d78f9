//! Two deals that look alike to a viewer: everything a table has for the viewer is the same in both, byte for byte.
//!
//! The service is asked the same over HTTP in `api/tests/quick/two_worlds`, at a few hundred times the cost a pair.
//! `TAPIS_TABLE_WORLDS` is the number of pairs a game.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tapis_games::erased::{AnyGame, AnyRuleset, AnyTable, Factory, PlayError};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::random::{Seed, below};
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::sept_blasons::SeptBlasons;
use tapis_games::shown::{Look, Name, Pick};
use tapis_recount::fair_deal;
use tapis_recount::random;
use tapis_testkit::texts::names;

/// Pairs a game where nothing else is said.
const PAIRS: u64 = 30;

/// Plies between two comparisons are fewer than this.
const APART: u32 = 12;

/// Notations that are tried whether they are legal or not: what is said of them must not depend on what is hidden.
const TRIED: [&str; 17] = [
    "take 1L",
    "take 1R pay reserve",
    "stop",
    "recover",
    "mark 1c01",
    "peek t05 t09",
    "draw t07",
    "swap t03 t12",
    "look s0:1,2",
    "play twin 0",
    "play 7",
    "bid 3",
    "pass",
    "malheur parry",
    "malheur barter 12 s1",
    "bet #17",
    "event #73 s1",
];

/// What no game reads; its refusal must not depend on what is hidden either.
const UNREADABLE: &str = "7X";

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Everything a table has for `viewer`.
fn told(rules: &dyn AnyRuleset, table: &dyn AnyTable, viewer: Viewer) -> Value {
    let plies: Vec<_> = table.plies().iter().map(|ply| ply.seen_by(viewer)).collect();
    let mut told = json!({
        "plies": plies,
        "discloses": table.plies().iter().map(|ply| ply.discloses).collect::<Vec<_>>(),
        "scores": table.scores(viewer),
        "turn": format!("{:?}", table.turn()),
    });
    if let Some(shown) = table.shown() {
        told["layout"] = json!(shown.layout(viewer));
        let names = names();
        told["told"] = json!(format!("{:?}", shown.told(table.plies().len() - 1, viewer, &names)));
        told["score_sheet"] = json!(shown.score_sheet(viewer, &names));
    }
    let Viewer::Seat(seat) = viewer else { return told };
    if table.turn() == Turn::Player(seat) {
        told["legal"] = serde_json::to_value(table.legal_moves()).expect("JSON");
        told["buttons"] = json!(table.shown().map(|shown| shown.legal(&names())));
        told["picks"] = json!(table.shown().map(|shown| shown.picks()));
        told["dark"] = dark(table, seat);
        told["window"] = json!(format!("{:?}", table.window()));
        told["followed"] = json!(format!("{:?}", rules.follow(&log(rules, table, viewer))));
    }
    let refused = |notation: &&str| {
        let refused = table.fork().play(seat, notation, &mut ChaCha8Rng::from_seed([0; 32])).map(|_| ());
        format!("{refused:?}")
    };
    told["tried"] = TRIED.iter().chain([&UNREADABLE]).map(refused).collect();
    told
}

/// What a seat is told when it taps on what it sees.
fn dark(table: &dyn AnyTable, seat: Seat) -> Value {
    let Some(shown) = table.shown() else { return Value::Null };
    let layout = shown.layout(Viewer::Seat(seat));
    let things = layout.zones.iter().flat_map(|(zone, bag)| bag.iter().map(move |(look, _)| (*zone, look)));
    let name = |(zone, look): (Name, &Look)| Some(Pick::Thing(zone, look.key.or(look.face.id())?));
    things.filter_map(name).map(|pick| json!(shown.refused(&[pick]))).collect()
}

fn log(rules: &dyn AnyRuleset, table: &dyn AnyTable, viewer: Viewer) -> ObservationLog {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: rules.ruleset().reference(), seat, plies }
}

/// The notation of a legal move, as it is shown; of a set-valued one, with one of its candidates.
fn notation(legal: &Value, rng: &mut ChaCha8Rng) -> String {
    match legal["choose"]["candidates"].as_array() {
        None => legal["notation"].as_str().expect("a notation").to_owned(),
        Some(candidates) => {
            let one = candidates[below(rng, candidates.len() as u32) as usize].as_str().expect("a candidate");
            format!("{} {one}", legal["kind"].as_str().expect("a kind"))
        }
    }
}

/// Any legal move, every second time one that tells its mover something, if there is one.
fn choose(table: &dyn AnyTable, rng: &mut ChaCha8Rng) -> String {
    let legal = serde_json::to_value(table.legal_moves()).expect("JSON");
    let legal = legal.as_array().expect("a list");
    let tells = |legal: &&Value| legal.to_string().contains("peek");
    let telling: Vec<&Value> = legal.iter().filter(tells).collect();
    let from = if telling.is_empty() || below(rng, 2) == 0 { legal.iter().collect() } else { telling };
    notation(from[below(rng, from.len() as u32) as usize], rng)
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    /// Pairs compared.
    pairs: u64,
    /// Logs for which no other deal was found: where everything a long game showed has to fit, drawing gives up.
    unexplained: u64,
    games: u64,
}

/// Another deal that looks the same to `viewer` now, compared with this one; whether it is another. `None`: none was found.
fn compare(
    rules: &dyn AnyRuleset,
    table: &dyn AnyTable,
    viewer: Viewer,
    rng: &mut ChaCha8Rng,
) -> Option<bool> {
    let history = rules.sample_history(&log(rules, table, viewer), rng).ok()?;
    let other = rules.restore(&history).expect("a history can be played");
    let [here, there] = [table, other.as_ref()].map(|table| told(rules, table, viewer).to_string());
    assert!(here == there, "{:?} of {} is told\n{here}\nor\n{there}", viewer, rules.ruleset().options);
    Some(table.document() != other.document())
}

/// Plays one random game of random options, and compares on the way.
fn compare_on_the_way(game: &dyn AnyGame, rng: &mut ChaCha8Rng, tally: &mut Tally) {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    let options = random::options(game.id(), &mut fair_deal::Stream::new(&seed, 1));
    let rules = game.ruleset(&options.to_string()).expect("random options are legal");
    let mut table = rules.deal(&Seed(seed));
    let mut due = below(rng, APART);
    while let Turn::Player(mover) = table.turn() {
        if due == 0 {
            due = 1 + below(rng, APART);
            let viewer = match below(rng, rules.seats() as u32 + 2) as usize {
                seat if seat < rules.seats() => Viewer::Seat(Seat(seat as u8)),
                other if other == rules.seats() => Viewer::Spectator,
                _ => Viewer::Seat(mover),
            };
            match compare(rules.as_ref(), table.as_ref(), viewer, rng) {
                Some(other) => tally.pairs += u64::from(other),
                None => tally.unexplained += 1,
            }
        }
        due -= 1;
        let notation = choose(table.as_ref(), rng);
        table.play(mover, &notation, rng).expect("a legal move");
    }
    tally.games += 1;
}

/// Compares at least as many pairs as asked for, on two threads.
fn look_alike_deals_tell_the_same(game: &dyn AnyGame) {
    let wanted = setting("TAPIS_TABLE_WORLDS", PAIRS).div_ceil(2);
    let half = |number: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(setting("TAPIS_TEST_SEED", 1));
        rng.set_stream(number);
        let mut tally = Tally::default();
        while tally.pairs < wanted {
            compare_on_the_way(game, &mut rng, &mut tally);
        }
        tally
    };
    let halves = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().expect("no difference")]
    });
    let sum = |count: fn(&Tally) -> u64| halves.iter().map(count).sum::<u64>();
    let (pairs, unexplained) = (sum(|tally| tally.pairs), sum(|tally| tally.unexplained));
    let games = sum(|tally| tally.games);
    println!(
        "{}: {pairs} pairs of deals in {games} games; {unexplained} logs without another deal",
        game.id()
    );
    assert!(pairs >= wanted && unexplained * 10 <= pairs);
}

#[test]
fn richelieu() {
    look_alike_deals_tell_the_same(&Factory::<Richelieu>::NEW);
}

#[test]
fn sept_blasons() {
    look_alike_deals_tell_the_same(&Factory::<SeptBlasons>::NEW);
}

#[test]
fn malin() {
    look_alike_deals_tell_the_same(&Factory::<Malin>::NEW);
}

#[test]
fn parbourg() {
    look_alike_deals_tell_the_same(&Factory::<Parbourg>::NEW);
}

/// Each notation is one that some game reads: else the refusals compared would all be those of an unreadable text.
#[test]
fn what_is_tried_can_be_read() {
    let games: [&dyn AnyGame; 4] = [
        &Factory::<Richelieu>::NEW,
        &Factory::<SeptBlasons>::NEW,
        &Factory::<Malin>::NEW,
        &Factory::<Parbourg>::NEW,
    ];
    let tables = games.map(|game| game.ruleset("{}").expect("the default").deal(&Seed([1; 32])));
    let is_read = |notation: &str| {
        tables.iter().any(|table| {
            let Turn::Player(seat) = table.turn() else { return false };
            let played = table.fork().play(seat, notation, &mut ChaCha8Rng::from_seed([0; 32])).map(|_| ());
            !matches!(played, Err(PlayError::Notation(_)))
        })
    };
    let unread: Vec<_> = TRIED.into_iter().filter(|notation| !is_read(notation)).collect();
    assert!(unread.is_empty() && !is_read(UNREADABLE), "no game reads {unread:?}");
}

/// What everybody is told differs where a viewer may see more: were the same done with a seat's log and another's view, it
/// would be noticed.
#[test]
fn another_seat_is_told_otherwise() {
    let rules = Factory::<Malin>::NEW.ruleset("{}").expect("the default");
    let table = rules.deal(&Seed([1; 32]));
    let [one, other] = [0, 1].map(|seat| Viewer::Seat(Seat(seat)));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let history =
        rules.sample_history(&log(rules.as_ref(), table.as_ref(), one), &mut rng).expect("a history");
    let alike = rules.restore(&history).expect("a history can be played");
    let layouts = |viewer| [&table, &alike].map(|table| table.shown().map(|shown| shown.layout(viewer)));
    let [here, there] = layouts(other);
    assert_ne!(here, there);
    let [here, there] = layouts(one);
    assert_eq!(here, there);
}
