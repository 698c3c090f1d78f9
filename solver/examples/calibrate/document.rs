//! The tables of `benches/calibration.md`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tapis_solver::calibration::{Bucket, CalibratedGame, Calibration, Check, Held, SeatCount};

const BEGIN: &str = "<!-- made by `cargo calibrate` -->\n";
const END: &str = "<!-- end -->";

/// Writes the tables between the marks.
pub fn write(path: &Path, table: &Calibration) {
    let text = fs::read_to_string(path).expect("benches/calibration.md");
    let (before, rest) = text.split_once(BEGIN).expect("the first mark");
    let (_, after) = rest.split_once(END).expect("the second mark");
    fs::write(path, format!("{before}{BEGIN}{}{END}{after}", tables(table))).expect("benches/calibration.md");
}

fn tables(table: &Calibration) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "`{}`, {}; reference: {} lines; search `{}`.\n",
        table.command,
        table.date,
        table.reference,
        &table.search[..16]
    );
    text += "| game | seats | third | lines | positions fitted, checked | values held | differences held | sets held (claimed) | at most two moves | calibration error |\n";
    text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for bucket in &table.buckets {
        let Bucket { third, lines, pooled, fitted, check, .. } = bucket;
        let (game, seats) = (name(table, bucket), seats(bucket.seats));
        let pooled = if *pooled { " (pooled)" } else { "" };
        let of = format!("{fitted}{pooled}, {}", check.positions);
        let _ = writeln!(text, "| {game} | {seats} | {third} | {lines} | {of} | {} |", row(check));
    }
    let _ = writeln!(text, "| all | | | | {} | {} |\n", table.all.positions, row(&table.all));
    text += "| game | seats | third | lines | map: shift, slope | value: bias, quantile | difference: bias, quantile | model error |\n";
    text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for bucket in &table.buckets {
        let Bucket { seats: of, third, lines, claims, .. } = bucket;
        let map = claims.map.map_or_else(String::new, |map| format!("{:.2}, {:.2}", map.shift, map.slope));
        let _ = writeln!(
            text,
            "| {} | {} | {third} | {lines} | {map} | {:.3}, {:.2} | {:.3}, {:.2} | {:.3} |",
            name(table, bucket),
            seats(*of),
            claims.bias,
            claims.quantile,
            claims.difference_bias,
            claims.difference_quantile,
            claims.model_error
        );
    }
    text
}

/// The game, and whether what was measured of it is of an earlier search.
fn name(table: &Calibration, bucket: &Bucket) -> String {
    let of = |known: &&CalibratedGame| known.game == bucket.game && known.seats == bucket.seats;
    let stale = table.games.iter().find(of).is_some_and(|known| known.stale);
    format!("{}{}", bucket.game, if stale { " (stale)" } else { "" })
}

fn row(check: &Check) -> String {
    format!(
        "{} | {} | {} ({:.3}) | {:.2} | {:.3}",
        held(&check.values),
        held(&check.differences),
        held(&check.sets),
        check.claimed,
        check.small,
        check.calibration_error
    )
}

fn held(held: &Held) -> String {
    format!("{:.3} [{:.2}, {:.2}] of {}", held.share, held.low, held.high, held.of)
}

fn seats(seats: SeatCount) -> &'static str {
    match seats {
        SeatCount::Two => "2",
        SeatCount::More => "3+",
    }
}
