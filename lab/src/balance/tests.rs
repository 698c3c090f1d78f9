//! The figures belong to today's bots, the page shows them, and a few new games agree with them.

use tapis_common::sources::Sources;
use tapis_db::DatabaseUrl;
use tapis_solver::bots::AllRatings;
use tapis_solver::engine::BotLevel;
use tapis_solver::fingerprint;
use tapis_solver::registry::Registry;

use super::*;

const PAGE: &str = include_str!("../../../docs/balance.md");

#[test]
fn the_figures_belong_to_these_bots() {
    let bots = fingerprint::of_bots();
    let why = "the bots play otherwise than those that were measured: `cargo xtask balance` plays anew";
    assert_eq!(Balance::current().bots, bots, "{why}");
    assert_eq!(AllRatings::current().bots, bots, "{why}");
}

#[test]
fn the_page_shows_these_figures() {
    let shown = fill(PAGE, Balance::current(), AllRatings::current());
    assert!(shown == PAGE, "`cargo xtask balance` writes the tables of docs/balance.md");
    for name in
        ["made", "first", "three_rows", "power", "announced", "henchman", "card", "luck", "course", "ratings"]
    {
        assert!(PAGE.contains(&format!("balance`: {name} -->")), "{name}");
    }
}

#[test]
fn every_part_has_its_figures() {
    for part in parts(100) {
        let of = |figure: &str| {
            let row = Balance::current().row(&part.name(), part.bots.name(), figure);
            let row = row.unwrap_or_else(|| panic!("{} {:?}: {figure}", part.name(), part.bots));
            assert!(row.low <= row.value && row.value <= row.high && row.n > 0, "{row:?}");
        };
        ["first", "ties", "length", "decisiveness", "lead_changes", "comeback"].into_iter().for_each(of);
        if part.luck > 0 {
            ["luck win", "luck score"].into_iter().for_each(of);
        }
    }
}

/// The same few games have the figures that they had when those of the page were made.
#[test]
fn figures_mean_what_they_meant() {
    let store = "sqlite::memory:".parse::<DatabaseUrl>().unwrap().open().unwrap();
    let games = Registry::standard();
    let clock = Sources::system(games.clone()).clock;
    let bench = Bench { games: &games, store: &*store, clock: &*clock, seed: SAMPLE_SEED };
    let found = measure(&bench, &sample()).unwrap();
    let same = found == Balance::current().sample;
    let found = serde_json::to_string_pretty(&found).unwrap();
    assert!(
        same,
        "a figure is defined otherwise than those of the page: `cargo xtask balance` plays anew\n{found}"
    );
}

/// Games of the sample, in per cent of the usual numbers.
const SAMPLE: u64 = 1;
/// How many standard errors a figure may lie from the one on the page.
const FAR: f64 = 4.5;
/// How many figures may lie two standard errors away: one in twenty do by chance.
const APART: f64 = 0.15;

/// Other deals than those of the page, of the bots that are quick.
#[test]
fn a_few_new_games_agree_with_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let store = DatabaseUrl::Sqlite(directory.path().join("sample.db")).open().unwrap();
    let games = Registry::standard();
    let clock = Sources::system(games.clone()).clock;
    let bench = Bench { games: &games, store: &*store, clock: &*clock, seed: "another balance" };
    let (mut compared, mut apart) = (0, 0);
    let quick = |part: &Part| matches!(part.bots, BotLevel::Random | BotLevel::Greedy);
    for part in parts(SAMPLE).filter(quick) {
        for new in measure(&bench, &part).unwrap() {
            let Some(known) = Balance::current().row(&new.game, &new.bots, &new.figure) else { continue };
            let error = |row: &Row| (row.high - row.low) / (2.0 * 1.96);
            let errors = (new.value - known.value).abs() / error(&new).hypot(error(known)).max(1e-9);
            assert!(errors < FAR, "{errors:.1} standard errors: {new:?} {known:?}");
            compared += 1;
            apart += usize::from(errors > 2.0);
        }
    }
    assert!(compared >= 60, "{compared} figures");
    assert!((apart as f64) < APART * f64::from(compared), "{apart} of {compared} figures");
}
