use std::collections::BTreeMap;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use tapis_db::DatabaseUrl;
use tapis_db::model::Bucket;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tempfile::TempDir;

use super::*;
use crate::Simulation;
use tapis_common::sources::Sources;

/// A directory with the database of a simulation of 12 games between two bots, and what was simulated.
fn simulated() -> (TempDir, DatabaseUrl, Simulation) {
    let directory = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::Sqlite(directory.path().join("lab.db"));
    let games = Registry::standard();
    let ruleset = games.game("richelieu").unwrap().ruleset("{}").unwrap();
    let bots = [Bot::Greedy, Bot::Random];
    let simulation = Simulation::new(&games, ruleset, &bots, [7; 32]).unwrap();
    let store = url.open().unwrap();
    let clock = Sources::system(games).clock;
    simulation.run(12, &*store, &*clock, &Control::default(), &|_| {}).unwrap();
    store.close().unwrap();
    (directory, url, simulation)
}

fn everything(table: Option<FactTable>) -> Export {
    let meanings = Meanings::new(&Registry::standard());
    Export { filter: FinishedFilter::default(), table, meanings, replace: false }
}

/// The rows of a Parquet file, by column.
fn rows(path: &Path) -> Vec<BTreeMap<String, Field>> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| row.into_columns().into_iter().collect()).collect()
}

fn whole(field: &Field) -> i64 {
    let Field::Long(number) = field else { panic!("{field} is no whole number") };
    *number
}

#[test]
fn seats_add_up_to_the_summary() {
    let (directory, url, simulation) = simulated();
    let to = directory.path().join("facts.parquet");
    let exported = everything(None).write(&url.open_read_only().unwrap(), &to).unwrap();
    assert_eq!(exported, Exported { games: 12, table: FactTable::Seats, rows: 24 });
    let rows = rows(&to);
    let store = url.open().unwrap();
    let strata = store.summary(&simulation.population()).unwrap();
    assert_eq!(strata.len(), 2, "both seatings");
    for stratum in strata {
        let line_up = Field::Str(stratum.line_up.to_string());
        for (seat, summary) in stratum.seats.iter().enumerate() {
            let of_seat: Vec<_> = rows
                .iter()
                .filter(|row| row["line_up"] == line_up && whole(&row["seat"]) == seat as i64)
                .collect();
            let sum = |column: &str| of_seat.iter().map(|row| whole(&row[column])).sum::<i64>();
            assert_eq!(of_seat.len() as u64, summary.n);
            assert_eq!(sum("win_units"), summary.win_units);
            assert_eq!(sum("score"), summary.score.sum);
            assert_eq!(sum("turns"), summary.turns.sum);
        }
    }
    assert!(rows.iter().all(|row| row["source"] == Field::Str(simulation.source().to_string())));
}

#[test]
fn features_add_up_to_theirs() {
    let (directory, url, simulation) = simulated();
    let to = directory.path().join("features.parquet");
    let exported = everything(None).write(&url.open_read_only().unwrap(), &to).unwrap();
    assert_eq!(exported.table, FactTable::Features, "by the name of the file");
    let rows = rows(&to);
    let found = url.open().unwrap().features(&simulation.population(), None).unwrap();
    assert_eq!(found.iter().map(|row| row.n).sum::<u64>(), rows.len() as u64);
    assert!(found.len() > 10, "{found:?}");
    for (feature, role) in [("turn_order", "dealt"), ("disc_taken", "choice"), ("cards_taken", "consequence")]
    {
        let mut of_feature =
            rows.iter().filter(|row| row["feature"] == Field::Str(feature.to_owned())).peekable();
        assert!(of_feature.peek().is_some(), "{feature}");
        assert!(of_feature.all(|row| row["role"] == Field::Str(role.to_owned())), "{feature} is {role}");
    }
    for expected in found {
        let (column, value) = match &expected.bucket {
            Bucket::Number(number) => ("number", Field::Long(*number)),
            Bucket::Category(category) => ("category", Field::Str(category.clone())),
        };
        let of_value = rows.iter().filter(|row| {
            row["line_up"] == Field::Str(expected.line_up.to_string())
                && whole(&row["seat"]) == i64::from(expected.seat)
                && row["feature"] == Field::Str(expected.name.clone())
                && row[column] == value
        });
        let (n, won, score) = of_value.fold((0, 0, 0), |(n, won, score), row| {
            (n + 1, won + whole(&row["win_units"]), score + whole(&row["score"]))
        });
        assert_eq!((n, won, score), (expected.n, expected.win_units, expected.score_sum), "{expected:?}");
    }
}

/// Both seatings of a deal have its number, and whatever has a label says it.
#[test]
fn rows_say_their_deal_and_their_labels() {
    let (directory, url, _) = simulated();
    let database = url.open_read_only().unwrap();
    let to = |name: &str| directory.path().join(name);
    everything(None).write(&database, &to("games.parquet")).unwrap();
    let mut deals: Vec<i64> = rows(&to("games.parquet")).iter().map(|row| whole(&row["deal"])).collect();
    deals.sort_unstable();
    assert_eq!(deals, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    for name in ["features.parquet", "measures.parquet"] {
        everything(None).write(&database, &to(name)).unwrap();
        let rows = rows(&to(name));
        let labelled =
            |row: &&BTreeMap<String, Field>| matches!(&row["label"], Field::Str(label) if !label.is_empty());
        assert_eq!(rows.iter().filter(labelled).count(), rows.len(), "{name}");
    }
    let parbourg = Meanings::new(&Registry::standard());
    let card = parbourg.features.get("parbourg").and_then(|of| of.get("card_dealt")).unwrap();
    let named = card.value(&Bucket::Category("#1".to_owned()));
    assert!(named.is_some_and(|name| !name.is_empty() && name != "#1"), "{named:?}");
    assert_eq!(card.value(&Bucket::Category("none".to_owned())), None);
}

#[test]
fn text_formats_have_a_row_a_game() {
    let (directory, url, _) = simulated();
    let database = url.open_read_only().unwrap();
    let csv = directory.path().join("games.csv");
    everything(None).write(&database, &csv).unwrap();
    let mut reader = csv::Reader::from_path(&csv).unwrap();
    let head: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let names: Vec<_> = FactTable::Games.columns().iter().map(|column| column.name).collect();
    assert_eq!(head, names);
    assert_eq!(reader.records().map(Result::unwrap).count(), 12);
    let ndjson = directory.path().join("any.ndjson");
    everything(Some(FactTable::Games)).write(&database, &ndjson).unwrap();
    let text = std::fs::read_to_string(ndjson).unwrap();
    let lengths = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    assert!(lengths.clone().all(|game| game["length"].is_u64() && game["game"] == "richelieu"));
    let is_day = |game: serde_json::Value| game["ended_on"].as_str().unwrap().ends_with("T00:00:00Z");
    assert!(lengths.clone().all(is_day), "the hour would tell too much");
    assert_eq!(lengths.count(), 12);
}

#[test]
fn only_what_was_asked_for() {
    let (directory, url, simulation) = simulated();
    let database = url.open_read_only().unwrap();
    let games = |game: &str, source: Option<tapis_db::model::Source>, to: &str| {
        let filter = FinishedFilter { game: Some(game.to_owned()), source };
        Export { filter, ..everything(None) }.write(&database, &directory.path().join(to)).unwrap().games
    };
    assert_eq!(games("richelieu", Some(simulation.source()), "a.csv"), 12);
    assert_eq!(games("richelieu", Some(tapis_db::model::Source::Played), "b.csv"), 0);
    assert_eq!(games("malin", None, "c.csv"), 0);
}

#[test]
fn nothing_is_replaced_unasked_and_no_database_ever() {
    let (directory, url, _) = simulated();
    let database = url.open_read_only().unwrap();
    let to = directory.path().join("games.csv");
    std::fs::write(&to, "mine").unwrap();
    assert!(matches!(everything(None).write(&database, &to), Err(ExportError::Exists(_))));
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "mine");
    let replacing = Export { replace: true, ..everything(None) };
    assert_eq!(replacing.write(&database, &to).unwrap().games, 12);
    let (own, other) = (directory.path().join("lab.db"), directory.path().join("seats.csv"));
    std::fs::copy(&own, &other).unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(replacing.write(&database, &other), Err(ExportError::Database(_))));
    assert_eq!(std::fs::read(&other).unwrap(), before);
    assert!(matches!(replacing.write(&database, &own), Err(ExportError::UnknownFormat(_))));
    assert_eq!(std::fs::read(&own).unwrap(), before);
    let files: Vec<_> =
        std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    let left_over = files.iter().any(|name| name.to_string_lossy().starts_with(".tapis-export"));
    assert!(!left_over, "{files:?}");
}

#[test]
fn an_unknown_suffix_says_which_there_are() {
    for name in ["facts.xlsx", "facts", ".csv", "facts.db"] {
        let error = format_of(Path::new(name)).unwrap_err().to_string();
        assert!(error.contains(".parquet, .csv or .ndjson"), "{error}");
    }
    assert_eq!(format_of(Path::new("a.b/SEATS.CSV")).unwrap(), TableFormat::Csv);
}
