//! The tables of `docs/balance.md`.

use std::fmt::Write;

use tapis_games::locale::Language;
use tapis_solver::bots::{AllRatings, BotRatings, Rating};

use super::{Balance, Row};

/// Where a table begins, by name, and where it ends.
const BEGIN: &str = "<!-- made by `cargo xtask balance`: ";
const END: &str = "<!-- end -->";

/// The page with its tables made of these figures; what stands between them stays.
pub fn fill(page: &str, balance: &Balance, ratings: &AllRatings) -> String {
    let mut filled = String::new();
    for (number, part) in page.split(BEGIN).enumerate() {
        if number == 0 {
            filled += part;
            continue;
        }
        let name = part.split(' ').next().unwrap_or_default();
        let rest = part.split_once(END).map_or("", |(_, rest)| rest);
        let _ = write!(filled, "{BEGIN}{name} -->\n{}{END}{rest}", table(name, balance, ratings));
    }
    filled
}

fn table(name: &str, balance: &Balance, ratings: &AllRatings) -> String {
    match name {
        "made" => made(balance),
        "first" => first(balance),
        "three_rows" => changed(balance, "richelieu"),
        "card" => changed(balance, "parbourg"),
        "luck" => luck(balance),
        "course" => course(balance),
        "length" => length(balance),
        "ratings" => ratings.games.iter().map(rated).collect(),
        feature => lifts(balance, feature),
    }
}

fn made(balance: &Balance) -> String {
    let Balance { command, date, bots, seed, .. } = balance;
    format!("`{command}`, {date}; seed `{seed}`; bots `{}`.\n", bots.get(..16).unwrap_or(bots))
}

/// Who plays what, in the order in which it was played.
fn populations(balance: &Balance) -> Vec<(&str, &str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    for row in &balance.rows {
        let of = (row.game.as_str(), row.bots.as_str());
        if !all.contains(&of) {
            all.push(of);
        }
    }
    all
}

/// The share of the win that who begins can expect of a fair game.
fn fair(game: &str) -> f64 {
    match game.split(' ').next() {
        Some("richelieu") => 1.0 / 2.0,
        Some("parbourg") => 1.0 / 3.0,
        _ => 1.0 / 4.0,
    }
}

fn first(balance: &Balance) -> String {
    let mut text =
        "| game | bots | games | win share of who begins | fair |\n| --- | --- | --- | --- | --- |\n"
            .to_owned();
    for (game, bots) in populations(balance).into_iter().filter(|(game, _)| !game.contains(' ')) {
        let Some(row) = balance.row(game, bots, "first") else { continue };
        let fair = fair(game);
        let _ = writeln!(text, "| {game} | `{bots}` | {} | {} | {fair:.3} |", count(row.n), share(row, fair));
    }
    text
}

fn changed(balance: &Balance, of: &str) -> String {
    let mut text = "| rules | games | win share of who begins | less that of the rules as they are |\n| --- | --- | --- | --- |\n".to_owned();
    let Some(usual) = balance.row(of, "greedy", "first") else { return text };
    for row in balance.rows.iter().filter(|row| row.figure == "first" && row.bots == "greedy") {
        let Some(change) = row.game.strip_prefix(of) else { continue };
        // The same deals, so that the true interval is narrower.
        let half = (row.high - row.low).hypot(usual.high - usual.low) / 2.0;
        let less = row.value - usual.value;
        let less = Row { value: less, low: less - half, high: less + half, ..row.clone() };
        let (name, less) = match change.trim() {
            "" => ("as they are", String::new()),
            change => (change, points(&less)),
        };
        let _ = writeln!(text, "| {name} | {} | {} | {less} |", count(row.n), share(row, fair(of)));
    }
    text
}

/// The values of a feature that matter most, bots after bots.
fn lifts(balance: &Balance, feature: &str) -> String {
    let mut text =
        "| bots | value | seats | win share | lift in points |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for row in &balance.rows {
        let Some(value) = row.figure.strip_prefix("lift ").filter(|value| value.starts_with(feature)) else {
            continue;
        };
        let with = balance.row(&row.game, &row.bots, &format!("share {value}"));
        let with = with.map_or_else(String::new, |with| share(with, f64::NAN));
        let _ = writeln!(text, "| `{}` | {value} | {} | {with} | {} |", row.bots, count(row.n), points(row));
    }
    text
}

fn luck(balance: &Balance) -> String {
    let mut text =
        "| game | bots | deals | of the win | of the score |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for (game, bots) in populations(balance) {
        let of = |figure| balance.row(game, bots, figure);
        let (Some(win), Some(score)) = (of("luck win"), of("luck score")) else { continue };
        let _ = writeln!(
            text,
            "| {game} | `{bots}` | {} | {} | {} |",
            count(win.n),
            percent(win),
            percent(score)
        );
    }
    text
}

fn course(balance: &Balance) -> String {
    let mut text = "| game | bots | games | decided after | lead changes | comebacks | shared wins |\n| --- | --- | --- | --- | --- | --- | --- |\n".to_owned();
    for (game, bots) in populations(balance).into_iter().filter(|(game, _)| !game.contains(' ')) {
        let of = |figure| balance.row(game, bots, figure);
        let (Some(decided), Some(changes), Some(back), Some(ties)) =
            (of("decisiveness"), of("lead_changes"), of("comeback"), of("ties"))
        else {
            continue;
        };
        let [decided_after, changes, back] = [decided, changes, back].map(|row| interval(row, 1.0, 1));
        let n = count(decided.n);
        let _ = writeln!(
            text,
            "| {game} | `{bots}` | {n} | {decided_after} % | {changes} | {back} % | {} |",
            percent(ties)
        );
    }
    text
}

fn length(balance: &Balance) -> String {
    let mut text = "| game | bots | games | plies |\n| --- | --- | --- | --- |\n".to_owned();
    for (game, bots) in populations(balance).into_iter().filter(|(game, _)| !game.contains(' ')) {
        let Some(row) = balance.row(game, bots, "length") else { continue };
        let _ = writeln!(text, "| {game} | `{bots}` | {} | {} |", count(row.n), interval(row, 1.0, 1));
    }
    text
}

fn rated(of: &BotRatings) -> String {
    let mut text = format!("\n**{}**\n\n| bot | rating | games |\n| --- | --- | --- |\n", of.game);
    for Rating { bot, elo, low, high, games } in &of.ratings {
        let rating = match (low, high) {
            (Some(low), Some(high)) => {
                let [elo, low, high] = [elo, low, high].map(|number| Language::English.signed(*number, 0));
                format!("{elo} [{low}, {high}]")
            }
            _ => "0".to_owned(),
        };
        let _ = writeln!(text, "| `{bot}` | {rating} | {} |", count(*games));
    }
    match &of.misfit {
        Some(misfit) => {
            let _ = writeln!(text, "\nmisfit: p {:.2}", misfit.p_value);
        }
        None => text += "\nmisfit: too few games\n",
    }
    text
}

/// A share, bold where its interval leaves out `fair`.
fn share(row: &Row, fair: f64) -> String {
    bold(interval(row, 1.0, 3), row.low > fair || row.high < fair)
}

fn points(row: &Row) -> String {
    let [value, low, high] =
        [row.value, row.low, row.high].map(|number| Language::English.signed(100.0 * number, 1));
    bold(format!("{value} [{low}, {high}]"), row.low > 0.0 || row.high < 0.0)
}

fn bold(text: String, told: bool) -> String {
    if told { format!("**{text}**") } else { text }
}

fn percent(row: &Row) -> String {
    interval(row, 100.0, 1) + " %"
}

fn interval(row: &Row, times: f64, digits: usize) -> String {
    let [value, low, high] =
        [row.value, row.low, row.high].map(|number| Language::English.number(times * number, digits));
    format!("{value} [{low}, {high}]")
}

fn count(number: u64) -> String {
    Language::English.grouped(number as f64)
}
