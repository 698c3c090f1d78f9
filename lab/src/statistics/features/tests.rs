//! What is said of games whose truth is known: causes are found, consequences are not taken for causes.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_db::model::{
    Assisted, Bucket, FeatureRow, LineUp, Moments, PopulationSummary, SeatSummary, Together,
};
use tapis_games::feature::{FeatureInfo, Role};
use tapis_solver::registry::Registry;

use super::*;
use crate::chart::{Chart, Plot, of_statistics, svg};
use crate::repeated_tests::runs;
use crate::told;

mod picked;

const LANGUAGES: [Language; 2] = [Language::English, Language::French];
const SEATS: usize = 4;
const KINDS: usize = 12;
const CARDS: usize = 60;

/// Games in which losers use more Malheur cards and winners draw more cards, whichever they are.
struct Truth {
    games: u64,
    /// What the card 0 adds to the weight of a seat that gets it; 0 without any effect.
    card: f64,
}

/// Rows of features by seat, name and value.
#[derive(Default)]
struct Counted(BTreeMap<(usize, &'static str, String), [i64; 3]>);

impl Counted {
    fn add(&mut self, seat: usize, name: &'static str, value: String, units: i64) {
        let of = self.0.entry((seat, name, value)).or_default();
        *of = [of[0] + 1, of[1] + units, of[2] + units * units];
    }
}

/// What one seat of a game got.
struct Hand {
    malheur: usize,
    cards: Vec<usize>,
}

impl Truth {
    fn hand(rng: &mut ChaCha8Rng) -> Hand {
        let cards = (0..10).map(|_| rng.random_range(0..CARDS)).collect();
        Hand { malheur: rng.random_range(0..KINDS), cards }
    }

    fn features(&self, seed: u64) -> Features {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counted = Counted::default();
        let mut seats = vec![[0_i64; 2]; SEATS];
        for _ in 0..self.games {
            let mut hands: Vec<Hand> = (0..SEATS).map(|_| Self::hand(&mut rng)).collect();
            let weight = |hand: &Hand| 1.0 + if hand.cards.contains(&0) { self.card } else { 0.0 };
            let mut toss = rng.random_range(0.0..1.0) * hands.iter().map(weight).sum::<f64>();
            let winner = hands.iter().position(|hand| {
                toss -= weight(hand);
                toss < 0.0
            });
            let winner = winner.unwrap_or(0);
            for (seat, hand) in hands.iter_mut().enumerate() {
                let units = if seat == winner { 420 } else { 0 };
                seats[seat] = [seats[seat][0] + units, seats[seat][1] + units * units];
                // Whoever wins goes on drawing; whoever loses gets and uses more Malheur cards.
                let (more, used) = if seat == winner { (8, 1) } else { (0, 4) };
                hand.cards.extend((0..more).map(|_| rng.random_range(0..CARDS)));
                hand.cards.sort_unstable();
                hand.cards.dedup();
                counted.add(seat, "malheur_dealt", hand.malheur.to_string(), units);
                let mut uses: Vec<usize> = (0..used).map(|_| rng.random_range(0..KINDS)).collect();
                uses.sort_unstable();
                uses.dedup();
                for kind in uses {
                    counted.add(seat, "malheur_used", kind.to_string(), units);
                }
                for card in &hand.cards {
                    counted.add(seat, "card_dealt", format!("#{card}"), units);
                }
            }
        }
        self.told(&counted, &seats)
    }

    fn told(&self, counted: &Counted, seats: &[[i64; 2]]) -> Features {
        let line_up = ["greedy"; SEATS].join(",").parse::<LineUp>().unwrap();
        let row = |((seat, name, value), sums): (&(usize, &'static str, String), &[i64; 3])| FeatureRow {
            players: SEATS as u8,
            line_up: line_up.clone(),
            seat: *seat as u8,
            name: (*name).to_owned(),
            bucket: Bucket::Category(value.clone()),
            n: sums[0] as u64,
            win_units: sums[1],
            win_units_squared: sums[2],
            score_sum: sums[1],
            score_sum_squares: sums[2],
            together: Together::default(),
        };
        let rows: Vec<FeatureRow> = counted.0.iter().map(row).collect();
        let empty = Moments { n: 0, sum: 0, sum_squares: 0, min: 0, max: 0 };
        let seat = |of: &[i64; 2]| SeatSummary {
            n: self.games,
            win_units: of[0],
            win_units_squared: of[1],
            score: empty,
            turns: empty,
            ..SeatSummary::default()
        };
        let strata = [PopulationSummary {
            players: SEATS as u8,
            line_up,
            games: self.games,
            tied: 0,
            seats: seats.iter().map(seat).collect(),
            measures: Vec::new(),
        }];
        Features::new(population(self.games), &strata, &rows, &infos())
    }
}

fn infos() -> Vec<FeatureInfo> {
    let info = |role, name| FeatureInfo::categories(role, name, name, name);
    vec![
        info(Role::Dealt, "malheur_dealt"),
        info(Role::Dealt, "card_dealt"),
        info(Role::Consequence, "malheur_used"),
    ]
}

fn population(games: u64) -> Population {
    Population {
        game: "malin".to_owned(),
        ruleset: "abc".to_owned(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players: SEATS as u8,
        lineup: None,
        from: None,
        to: None,
        games,
        strata: 1,
        left_out: 0,
    }
}

/// No card has an effect: what losers use is told without a mark and last, and of what is dealt something is named in at most
/// 5 % of the data sets.
#[test]
fn without_an_effect_nothing_is_said_to_be_a_cause() {
    let truth = Truth { games: 2_000, card: 0.0 };
    let named = (0..runs()).filter(|run| {
        let features = truth.features(*run);
        let used = features.features.iter().find(|of| of.name == "malheur_used").unwrap();
        assert!(used.buckets.iter().all(|of| of.discovery.is_none() && of.p_value.is_none()));
        assert!(used.buckets.iter().all(|of| of.lift.value.unwrap() < -0.05), "losers use them");
        let order: Vec<_> = features.by_importance().map(|(feature, _)| feature.role).collect();
        assert!(order.is_sorted(), "what came of the game is last");
        !features.believed(Role::Dealt).1.is_empty()
    });
    let share = named.count() as f64 / runs() as f64;
    println!("a dealt value is named in {:.1} % of {} data sets without an effect", share * 100.0, runs());
    assert!(share <= 0.05 + 2.5 * (0.05 * 0.95 / runs() as f64).sqrt(), "{share}");
}

/// One card does raise the win share: it is found, with that sign, in at least 90 % of the data sets.
#[test]
fn an_effect_of_a_card_is_found_with_its_sign() {
    let truth = Truth { games: 2_000, card: 1.0 };
    let found = (0..runs()).filter(|run| {
        let features = truth.features(*run);
        let (_, found) = features.believed(Role::Dealt);
        found.iter().any(|(of, value)| {
            of.name == "card_dealt"
                && value.bucket == Bucket::Category("#0".to_owned())
                && value.lift.value.unwrap() > 0.0
        })
    });
    let share = found.count() as f64 / runs() as f64;
    println!("the planted card is found in {:.1} % of {} data sets", share * 100.0, runs());
    assert!(share >= 0.9, "{share}");
}

/// With few games nothing is tested: it is told how many it takes, also where the places in the order of play were tested. Where nothing
/// was dealt, that is told.
#[test]
fn too_few_games_are_not_a_game_without_luck() {
    let few = Truth { games: 10, card: 0.0 }.features(1);
    assert_eq!(few.believed(Role::Dealt).0, 0);
    let said = |features: &Features| {
        LANGUAGES.map(|language| told::cards(features, "first-nothing_dealt", 3, language).concat())
    };
    let [en, fr] = said(&few);
    assert!(en.starts_with("Too few games") && en.contains("30 seats"), "{en}");
    assert!(fr.starts_with("Trop peu de parties") && fr.contains("30 places"), "{fr}");
    let games: u64 = few.games_needed(Role::Dealt).unwrap();
    assert!(Truth { games, card: 0.0 }.features(1).believed(Role::Dealt).0 > 0, "{games} games suffice");
    let enough = Truth { games: 400, card: 0.0 }.features(1);
    assert!(said(&enough)[0].starts_with("Of 72 values that chance deals"), "{:?}", said(&enough));
    let tested = enough.features.iter().find(|of| of.name == "malheur_dealt").unwrap().clone();
    let places = FeatureFigures { name: TURN_ORDER.to_owned(), ..tested };
    let with_places =
        Features { features: [few.features.clone(), vec![places.clone()]].concat(), ..few.clone() };
    assert_eq!(said(&with_places), said(&few), "the places are another question");
    let none = Features { features: vec![places], ..few };
    assert_eq!(said(&none)[0], "These games count nothing that chance deals.");
    let mut unplayed = none;
    unplayed.population.games = 0;
    assert_eq!(said(&unplayed), ["There are no games yet.", "Il n’y a pas encore de parties."]);
}

/// What copies of a card tell together is shown, and was tested, though no copy tells anything by itself.
#[test]
fn what_only_all_copies_tell_is_told() {
    let mut features = Truth { games: 400, card: 0.0 }.features(1);
    for bucket in features.features.iter_mut().flat_map(|of| &mut of.buckets) {
        bucket.discovery = bucket.discovery.map(|_| false);
    }
    let cards = &mut features.features[0];
    let text = Some(Text::new("copies", "copies"));
    cards.kinds.push(BucketFigures { text, discovery: Some(true), ..cards.buckets[0].clone() });
    let shown = |chart: Chart| -> Vec<bool> {
        let Plot::Intervals { rows, .. } = chart.plot else { return Vec::new() };
        rows.into_iter().map(|row| row.is_discovery).collect()
    };
    assert_eq!(shown(of_statistics::features(&features, Language::English)), [true]);
    for bucket in features.features.iter_mut().flat_map(|of| &mut of.buckets) {
        bucket.lift = Estimate::insufficient(bucket.n, Method::Stratified, MINIMUM_N);
    }
    features.features.truncate(1);
    assert!(shown(of_statistics::features(&features, Language::English)).contains(&true));
    assert_eq!(features.games_needed(Role::Dealt), None);
}

/// A card has the name that it has at the table: in the table of the command, in the chart and in the API.
#[test]
fn a_card_has_one_name() {
    let malin = Registry::standard().game("malin").unwrap().ruleset("{}").unwrap();
    let info = malin.feature_infos().into_iter().find(|info| info.name == "malheur_used").unwrap();
    let name = info.name_of("boost").unwrap();
    assert_eq!((name.en.as_str(), name.fr.as_str()), ("Coup de pouce", "Coup de pouce"));
    let blasons = Registry::standard().game("sept-blasons").unwrap().ruleset("{}").unwrap();
    let won_with = blasons.feature_infos().into_iter().find(|info| info.name == "trick_won_with").unwrap();
    for (id, name) in [("menetrier", "ménétrier"), ("bourgeoise", "bourgeoise")] {
        assert_eq!(won_with.name_of(id).map(|of| [of.en, of.fr]), Some([name, name].map(str::to_owned)));
    }
    let features = Truth { games: 200, card: 0.0 }.features(3);
    let mut used = features.features.iter().find(|of| of.name == "malheur_used").unwrap().clone();
    used.buckets.truncate(1);
    used.buckets[0].bucket = Bucket::Category("boost".to_owned());
    let used = feature(&used.name, Some(&info), used.buckets);
    assert_eq!(used.buckets[0].text, Some(name));
    let features = Features { features: vec![used], ..features };
    for language in LANGUAGES {
        let chart = of_statistics::feature(&features.population, &features.features[0], language);
        let chart = svg::draw(&chart, "c", language);
        let table = told::features(&features, language).join("\n");
        for said in [chart, table] {
            assert!(
                said.contains("Coup de pouce") && !said.contains("boost") && !said.contains("renfort"),
                "{said}"
            );
        }
    }
}

/// Two names of one value are counted once: what is dealt has it, the other refers to it.
#[test]
fn what_is_the_same_by_two_names_is_counted_once() {
    let mut counted = Counted::default();
    let mut seats = vec![[0_i64; 2]; SEATS];
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..400 {
        let winner = rng.random_range(0..SEATS);
        for (seat, sums) in seats.iter_mut().enumerate() {
            let units = if seat == winner { 420 } else { 0 };
            *sums = [sums[0] + units, sums[1] + units * units];
            let malheur = rng.random_range(0..KINDS).to_string();
            for name in ["malheur_used", "malheur_dealt"] {
                counted.add(seat, name, malheur.clone(), units);
            }
        }
    }
    let features = Truth { games: 400, card: 0.0 }.told(&counted, &seats);
    assert_eq!(features.by_importance().count(), KINDS, "each once");
    let used = features.features.iter().find(|of| of.name == "malheur_used").unwrap();
    let same = |of: &BucketFigures| {
        of.same_as == Some(SameAs { feature: "malheur_dealt".to_owned(), bucket: of.bucket.clone() })
    };
    assert!(used.buckets.iter().all(same), "{used:?}");
    assert_eq!(features.believed(Role::Dealt).0, KINDS);
}

#[test]
fn values_stand_in_the_order_of_the_numbers_in_them() {
    let mut values = ["#10", "b", "#2", "3 with 2", "a", "#1"].map(|of| Bucket::Category(of.to_owned()));
    values.sort_by_key(place);
    assert_eq!(values.map(|of| of.to_string()), ["#1", "#2", "3 with 2", "#10", "a", "b"]);
}
