//! `tapis stats`: the statistics of a database, without a service.

use std::io::{Write, stdout};

use crate::settings::hushed;
use anyhow::Context;
use clap::Args;
use serde::Serialize;
use tapis_db::DatabaseUrl;
use tapis_db::model::{Assisted, LineUp, Source};
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_games::course::MeasureUnit;
use tapis_games::locale::Language;
use tapis_lab::statistics::{Choice, Chosen, Estimate, Features, SeatsTest, Summary, tidy};
use tapis_lab::tabular::TableFormat;
use tapis_service::rulesets::Rulesets;
use tapis_solver::registry::Registry;

/// Prints the statistics of finished games and what goes with winning, even while a service or a simulation runs. If the
/// database has several sets of games that cannot be counted together, it lists them.
#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// Only this feature.
    #[arg(long)]
    feature: Option<String>,
    /// Prints everything as JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Prints everything as a table with a row for each number.
    #[arg(long)]
    csv: bool,
}

/// Which games of which database.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// The database with the results: `sqlite:<path>`.
    #[arg(long, default_value = "sqlite:lab.db", value_parser = hushed::<DatabaseUrl>())]
    pub(super) database: DatabaseUrl,
    /// Only games with this game id.
    #[arg(long)]
    game: Option<String>,
    /// Only games from this source: played, bots, practice or `experiment:<id>`.
    #[arg(long)]
    source: Option<Source>,
    /// Only games of this ruleset: its hash, or the beginning of the hash.
    #[arg(long)]
    ruleset: Option<String>,
    /// Only games of this line-up: a player for each seat, `human` or a bot's level.
    #[arg(long)]
    lineup: Option<LineUp>,
    /// Also counts assisted games.
    #[arg(long)]
    assisted: bool,
}

impl Which {
    /// The database, and the games that are meant.
    ///
    /// # Errors
    /// The database cannot be read; it is not clear which games are meant.
    pub(super) fn find(&self, games: &Registry) -> anyhow::Result<(ReadOnlyDatabase, Chosen)> {
        let url = &self.database;
        let database = url.open_read_only().with_context(|| format!("cannot read {url}"))?;
        // Counts and figures of one report are of the same games, also while others are recorded.
        database.hold_still().with_context(|| format!("cannot read {url}"))?;
        let choice = Choice {
            game: self.game.clone(),
            ruleset: self.ruleset.clone(),
            source: self.source.clone(),
            line_up: self.lineup.clone(),
            assisted: if self.assisted { Assisted::Include } else { Assisted::Exclude },
        };
        let chosen = choice.find(&database, &Rulesets::new(games.clone()))?;
        Ok((database, chosen))
    }
}

/// Everything as JSON.
#[derive(Serialize)]
struct Document {
    summary: Summary,
    features: Features,
}

/// Prints the statistics.
///
/// # Errors
/// The database cannot be read; it is not clear which games are meant; there is no such feature.
pub(super) fn run(args: &StatsArgs, games: &Registry) -> anyhow::Result<()> {
    let (database, Chosen { question, .. }) = args.which.find(games)?;
    let features = question.known_features(&database, args.feature.as_deref())?;
    let document = Document { summary: question.summary(&database)?, features };
    let output = if args.json {
        serde_json::to_vec_pretty(&document)?
    } else if args.csv {
        let mut rows = tidy::tidy(&document.summary);
        rows.extend(tidy::tidy(&document.features));
        TableFormat::Csv.bytes(tidy::COLUMNS, &rows)?
    } else {
        text(&document).into_bytes()
    };
    Ok(stdout().write_all(&output)?)
}

fn text(Document { summary, features }: &Document) -> String {
    let of = &summary.population;
    let mut lines =
        vec![format!("{} {}", of.game, of.ruleset), format!("{} games from {}", of.games, of.source)];
    lines.extend(strata(summary));
    for seat in &summary.seats {
        lines.push(format!("seat {}: win share {}", seat.seat, interval(&seat.win_share, 4)));
        lines.push(format!(
            "seat {}: score {}",
            seat.seat,
            measured(&seat.score.spread.mean, Some(MeasureUnit::Points))
        ));
    }
    lines.push(seats_differ(summary.seats_differ.as_ref()));
    lines.push(format!("shared wins: {}", interval(&summary.ties, 4)));
    lines.push(format!("plies: {}", interval(&summary.length.spread.mean, 1)));
    for measure in &summary.measures {
        lines.push(format!("{}: {}", measure.name, measured(&measure.spread.mean, measure.unit)));
    }
    lines.push(ONE_LOOK.to_owned());
    lines.extend(believed(features));
    lines.push("every value of every feature: win share; lift over the same seats without it".to_owned());
    for (feature, bucket) in features.values() {
        let mark = if bucket.discovery == Some(true) { "* " } else { "  " };
        let (share, lift) = (interval(&bucket.win_share, 4), interval(&bucket.lift, 4));
        let value = bucket.label(Language::English);
        lines.push(format!("{mark}{} {value}: win share {share}; lift {lift}", feature.name));
    }
    lines.join("\n") + "\n"
}

/// What intervals of one look are not.
pub(super) const ONE_LOOK: &str = "intervals hold 95 % of the time for one look at a number of games that was chosen beforehand; to look while games \
     come in and stop when an interval pleases, use `tapis experiment`";

/// That figures are taken over several line-ups, where they are.
pub(super) fn strata(summary: &Summary) -> Option<String> {
    let count = summary.population.strata;
    let differ = match summary.lineups_differ {
        Some(true) => "; they differ by more than chance explains, so look at each by itself",
        _ => "",
    };
    (count > 1)
        .then(|| format!("over {count} line-ups, each counting the same (--lineup counts one alone){differ}"))
}

/// One test for all seats, in words.
pub(super) fn seats_differ(test: Option<&SeatsTest>) -> String {
    let Some(SeatsTest { n, chi_square, degrees, p_value }) = test else {
        return "all seats at once: no line-up with the same player in every seat has enough games"
            .to_owned();
    };
    let verdict =
        if *p_value < 0.05 { "the seats differ" } else { "no difference between the seats is shown" };
    format!(
        "all seats at once: {verdict}, p {p_value:.4} (chi-square {chi_square:.2}, {degrees} degrees of freedom, n {n})"
    )
}

/// What is to be believed, the most important first.
fn believed(features: &Features) -> Vec<String> {
    let found: Vec<_> =
        features.by_importance().filter(|(_, bucket)| bucket.discovery == Some(true)).collect();
    if found.is_empty() {
        return vec!["features: no value is shown to go with winning or losing".to_owned()];
    }
    let rate = features.false_discovery_rate * 100.0;
    let mut lines = vec![format!(
        "features to be believed (*), of which at most {rate} % are expected to be false, the most important first: points of win \
         share moved in an average seat"
    )];
    lines.extend(found.into_iter().take(MOST_BELIEVED).map(|(feature, bucket)| {
        let moved = bucket.importance.unwrap_or_default() * 100.0;
        format!(
            "  {} {}: {moved:.2}; lift {}",
            feature.name,
            bucket.label(Language::English),
            interval(&bucket.lift, 4)
        )
    }));
    lines
}

/// So many of the features to be believed are listed by importance.
const MOST_BELIEVED: usize = 20;

/// An estimate of a measure with its unit: `71.4 % [70.9, 71.8] n 812`. Tenths are written as whole ones.
fn measured(estimate: &Estimate, unit: Option<MeasureUnit>) -> String {
    let (scale, unit) = match unit {
        Some(MeasureUnit::Tenths) => (0.1, ""),
        Some(MeasureUnit::Percent) => (1.0, " %"),
        Some(MeasureUnit::Points) => (1.0, " points"),
        _ => (1.0, ""),
    };
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            let [value, low, high] = [value, low, high].map(|number| number * scale);
            format!("{value:.2}{unit} [{low:.2}, {high:.2}] n {}", estimate.n)
        }
        _ => format!("unknown, n {}", estimate.n),
    }
}

/// `0.5310 [0.4970, 0.5650] n 812`.
pub(super) fn interval(estimate: &Estimate, digits: usize) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.digits$} [{low:.digits$}, {high:.digits$}] n {}", estimate.n)
        }
        _ => format!("unknown, n {}", estimate.n),
    }
}
