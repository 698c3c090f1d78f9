//! All ways to deal the cards to two seats, so that what a card is worth is known exactly.

use std::collections::BTreeMap;

use tapis_db::model::{
    Assisted, Bucket, Digest, FeatureFact, FeatureRow, FinishedGame, GameResult, LineUp, PopulationSummary,
    SeatResult, SeatSummary, Source, Together, WinShare,
};
use tapis_games::feature::ValueName;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;

use super::*;
use crate::Metric;
use crate::statistics::cross::PLAYER;
use crate::statistics::{BucketFigures, CrossTable, Crossed, Features, Population};

const CARDS: usize = 6;
/// What the card 0 is worth, in tenths of a win; and how much oftener a `club` wins than a `random`.
const WORTH: i64 = 2;
const STRONGER: i64 = 1;

/// All hands of so many cards.
fn hands(size: u32) -> Vec<Vec<usize>> {
    let all = (0_u32..1 << CARDS).filter(|bits| bits.count_ones() == size);
    all.map(|bits| (0..CARDS).filter(|card| bits >> card & 1 == 1).collect()).collect()
}

fn seat((bot, hand): (&str, &[usize]), wins: bool) -> SeatResult {
    let fact =
        |card: &usize| FeatureFact { name: "card".to_owned(), bucket: Bucket::Category(format!("#{card}")) };
    SeatResult {
        score: 0,
        rank: if wins { 1 } else { 2 },
        win_share: if wins { WinShare::WHOLE } else { WinShare::NONE },
        turns: 1,
        bot_level: Some(bot.to_owned()),
        features: hand.iter().map(fact).collect(),
    }
}

fn game(dealt: [(&str, &[usize]); 2], winner: usize) -> FinishedGame {
    let seats = [0, 1].map(|at| seat(dealt[at], at == winner)).to_vec();
    FinishedGame {
        number: 1,
        id: None,
        game: "g".to_owned(),
        ruleset: Digest([0; 32]),
        line_up: LineUp::of(&seats),
        result: GameResult {
            source: Source::Bots,
            assisted: false,
            length: 1,
            ended_at: "2026-01-01T00:00:00Z".parse().unwrap(),
            seats,
            measures: Vec::new(),
        },
    }
}

/// Every deal of three cards each, ten times in either line-up; the card 0 and the stronger player win so many of the ten more.
fn worth_of_one_card() -> Vec<FinishedGame> {
    let mut games = Vec::new();
    let hands = hands(3);
    for bots in [["club", "random"], ["random", "club"]] {
        for (first, second) in hands.iter().flat_map(|first| hands.iter().map(move |second| (first, second)))
        {
            let strength = |bot: &str, hand: &[usize]| {
                i64::from(hand.contains(&0)) * WORTH + i64::from(bot == "club") * STRONGER
            };
            let wins = 5 + strength(bots[0], first) - strength(bots[1], second);
            let dealt = [(bots[0], &first[..]), (bots[1], &second[..])];
            games.extend((0..10).map(|at| game(dealt, usize::from(at >= wins))));
        }
    }
    games
}

fn infos() -> Vec<FeatureInfo> {
    vec![FeatureInfo::categories(Role::Dealt, "card", "card", "carte")]
}

fn population(games: u64) -> Population {
    Population {
        game: "g".to_owned(),
        ruleset: String::new(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players: 2,
        lineup: None,
        from: None,
        to: None,
        games,
        strata: 2,
        left_out: 0,
    }
}

/// The statistics of games, counted as the store counts them.
fn features(games: &[FinishedGame], infos: &[FeatureInfo]) -> Features {
    let mut seats: BTreeMap<LineUp, Vec<SeatSummary>> = BTreeMap::new();
    let mut sums: BTreeMap<(LineUp, u8, Bucket), [i64; 3]> = BTreeMap::new();
    for game in games {
        let of_line_up = seats.entry(game.line_up.clone()).or_insert_with(|| vec![SeatSummary::default(); 2]);
        for (at, (seat, sum)) in (0..).zip(game.result.seats.iter().zip(of_line_up)) {
            let units = i64::from(seat.win_share.units());
            (sum.n, sum.win_units) = (sum.n + 1, sum.win_units + units);
            sum.win_units_squared += units * units;
            for fact in &seat.features {
                let of = sums.entry((game.line_up.clone(), at, fact.bucket.clone())).or_default();
                *of = [of[0] + 1, of[1] + units, of[2] + units * units];
            }
        }
    }
    let row = |((line_up, seat, bucket), [n, units, squares]): ((LineUp, u8, Bucket), [i64; 3])| FeatureRow {
        players: 2,
        line_up,
        seat,
        name: "card".to_owned(),
        bucket,
        n: n as u64,
        win_units: units,
        win_units_squared: squares,
        score_sum: 0,
        score_sum_squares: 0,
        together: Together::default(),
    };
    let rows: Vec<FeatureRow> = sums.into_iter().map(row).collect();
    let stratum = |(line_up, seats): (LineUp, Vec<SeatSummary>)| PopulationSummary {
        players: 2,
        line_up,
        games: seats[0].n,
        tied: 0,
        seats,
        measures: Vec::new(),
    };
    let strata: Vec<PopulationSummary> = seats.into_iter().map(stratum).collect();
    Features::new(population(games.len() as u64), &strata, &rows, infos)
}

/// The lift of a card by the numbers that an experiment has of each game.
fn of_experiment(games: &[FinishedGame], card: &str) -> f64 {
    let metric: Metric = format!("lift:card={card}").parse().unwrap();
    let (infos, mut sums) = (infos(), BTreeMap::<(LineUp, usize), [f64; 5]>::new());
    for game in games {
        let values = metric.values(&game.result, &infos).unwrap();
        for (seat, of_seat) in values.chunks(4).enumerate() {
            let sum = sums.entry((game.line_up.clone(), seat)).or_default();
            sum[4] += 1.0;
            sum.iter_mut().zip(of_seat).for_each(|(sum, value)| *sum += value);
        }
    }
    let held = |[won, holders, dealt_won, dealt, seats]: [f64; 5]| Held {
        seats,
        holders,
        won,
        mean: dealt_won / dealt,
    };
    lift(sums.into_values().map(held)).unwrap()
}

/// Cards and who plays, crossed.
fn crossed(games: &[FinishedGame], infos: &[FeatureInfo]) -> Crossed {
    let mut table = CrossTable::new("card", PLAYER, infos);
    assert!(games.iter().all(|game| table.add(game)));
    table.finish(population(games.len() as u64))
}

fn of(features: &Features, card: &str) -> BucketFigures {
    let mut values = features.features.iter().flat_map(|of| of.values());
    values.find(|value| value.bucket.to_string() == card).unwrap().clone()
}

/// The card is worth what it was made to be worth, in the statistics, by the numbers of an experiment and for every player; the other
/// cards are worth less than an average one, because a hand with one of them has the good one more seldom.
#[test]
fn a_planted_worth_is_told_by_all_alike() {
    let games = worth_of_one_card();
    let told = features(&games, &infos());
    let crossed = crossed(&games, &infos());
    let worth = WORTH as f64 / 10.0;
    for (card, worth) in [("#0", worth), ("#1", -worth / (CARDS as f64 - 1.0))] {
        let cells = crossed.cells.iter().filter(|cell| cell.bucket.to_string() == card);
        let lifts = cells.flat_map(|cell| [&cell.lift, &cell.lift_without]).map(|lift| lift.value.unwrap());
        let mut all: Vec<f64> = lifts.collect();
        assert_eq!(all.len(), 4, "each player and the other");
        all.extend([of(&told, card).lift.value.unwrap(), of_experiment(&games, card)]);
        assert!(all.iter().all(|lift| (lift - worth).abs() < 1e-9), "{card}: {all:?}");
    }
    let values = told.features.iter().flat_map(|of| of.values());
    let sum: f64 = values.map(|value| value.lift.value.unwrap()).sum();
    assert!(sum.abs() < 1e-9, "the mean of all cards is 0: {sum}");
}

/// Whoever wins draws more cards, whichever they are: that makes none of them worth anything.
#[test]
fn cards_that_come_of_winning_are_worth_nothing() {
    let (more, fewer) = (hands(5), hands(3));
    let games: Vec<FinishedGame> = more
        .iter()
        .flat_map(|more| fewer.iter().map(move |fewer| (more, fewer)))
        .flat_map(|(more, fewer)| {
            let [more, fewer] = [("club", &more[..]), ("club", &fewer[..])];
            [game([more, fewer], 0), game([fewer, more], 1)]
        })
        .collect();
    let told = features(&games, &infos());
    for value in told.features.iter().flat_map(|of| of.values()) {
        assert!(value.win_share.value.unwrap() > 0.6 && value.lift.value.unwrap().abs() < 1e-9, "{value:?}");
        assert!(of_experiment(&games, &value.bucket.to_string()).abs() < 1e-9);
    }
}

/// Two copies of one card are one value among those that are tested, also where they are crossed; what it is worth is the mean over its
/// copies.
#[test]
fn copies_of_a_card_are_judged_as_one() {
    let mut named = infos();
    let name = |value: &str| ValueName { value: value.to_owned(), text: Text::new("ace", "as") };
    named[0].names = vec![name("#0"), name("#1")];
    let games = worth_of_one_card();
    let told = features(&games, &named);
    let [feature] = &told.features[..] else { panic!("{told:?}") };
    let [kind] = &feature.kinds[..] else { panic!("{feature:?}") };
    let copies = ["#0", "#1"].map(|card| of(&told, card));
    let mean = copies.iter().map(|copy| copy.lift.value.unwrap()).sum::<f64>() / 2.0;
    assert!((kind.lift.value.unwrap() - mean).abs() < 1e-9 && mean > 0.05, "{kind:?}");
    assert_eq!(kind.n, copies[0].n + copies[1].n);
    let width = |of: &BucketFigures| of.lift.high.unwrap() - of.lift.low.unwrap();
    assert!(width(kind) < width(&copies[0]), "{kind:?}");
    let (tested, found) = told.believed(Role::Dealt);
    assert_eq!(tested, 1, "what came of the other cards is what came of the second copy, by other names");
    assert!(found.iter().any(|(_, value)| value.label(Language::French) == "as"), "{found:?}");
    assert!(copies.iter().all(|copy| copy.discovery == Some(true)), "{copies:?}");
    let cells = crossed(&games, &named).cells;
    let of_kind: Vec<_> = cells.iter().filter(|cell| cell.bucket == kind.bucket).collect();
    let mut lifts = of_kind.iter().flat_map(|cell| [&cell.lift, &cell.lift_without]);
    assert!(lifts.all(|lift| (lift.value.unwrap() - mean).abs() < 1e-9), "{mean}: {of_kind:?}");
    assert_eq!((of_kind.len(), cells.len()), (2, 2 * (CARDS - 1)), "of a club and of a random");
}
