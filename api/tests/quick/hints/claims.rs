//! What hints claim over HTTP is what the table of calibration says for the game, its seats and so many lines.

use serde_json::{Value, json};
use tapis_solver::calibration::Calibration;

use super::ask;
use crate::common::{Table, TestApp};

/// The lines of a hint; a budget of the table.
const LINES: u64 = 300;
/// Moves between two hints of a game.
const BETWEEN: usize = 6;

/// The half-width of an interval from so many samples, by the claims of one part of the table.
fn radius(claims: &Value, value: f64, samples: f64) -> f64 {
    let number = |name: &str| claims[name].as_f64().unwrap();
    let n = samples + 1.0;
    let sample = ((value * (1.0 - value) + 0.25 / n) / n).sqrt();
    number("quantile") * number("bias").hypot(sample)
}

/// The half-width of an interval from any number of samples, at least.
fn least(claims: &Value) -> f64 {
    claims["quantile"].as_f64().unwrap() * claims["bias"].as_f64().unwrap()
}

/// The claims of the three thirds of a game.
fn claims<'a>(calibration: &'a Value, game: &'a Value) -> impl Iterator<Item = &'a Value> {
    let is_own = |bucket: &&Value| {
        bucket["game"] == game["game"] && bucket["seats"] == game["seats"] && bucket["lines"] == LINES
    };
    calibration["buckets"].as_array().unwrap().iter().filter(is_own).map(|bucket| &bucket["claims"])
}

#[tokio::test]
async fn every_measured_game_claims_what_the_table_says() {
    let app = TestApp::start().await;
    let calibration = serde_json::to_value(Calibration::current()).unwrap();
    for game in calibration["games"].as_array().unwrap() {
        for options in game["options"].as_array().unwrap() {
            let options: Value = serde_json::from_str(options.as_str().unwrap()).unwrap();
            let usual = if game["seats"] == "two" { 2 } else { 4 };
            let players = options["players"].as_u64().unwrap_or(usual) as usize;
            let seats = vec![json!({"kind": "mine"}); players];
            let asked = json!({"game": game["game"], "options": options, "hints": "free", "seats": seats});
            let table = Table::of(&app, asked).await;
            let mut sampled = 0;
            for _ in 0..3 {
                let turn = table.play_on(&app, BETWEEN).await["turn"]["seat"].as_u64().unwrap() as usize;
                let body = json!({"budget": {"iterations": LINES}, "solver": "sampling"});
                let said = ask(&app, &table, turn).json(&body).send().await.expect(200);
                let moves = said["moves"].as_array().unwrap();
                // One move alone needs no search of so many lines.
                let moves = if moves.len() > 1 { &moves[..] } else { &[] };
                let open = moves.iter().filter(|of| of["low"] != of["high"] && of["samples"] != 0);
                for of in open {
                    let half = (of["high"].as_f64().unwrap() - of["low"].as_f64().unwrap()) / 2.0;
                    let samples = of["samples"].as_f64().unwrap();
                    // The map moves a value: a coin's error is the widest there is.
                    let widest = claims(&calibration, game).map(|of| radius(of, 0.5, samples));
                    let widest = widest.fold(0.0, f64::max);
                    assert!(half <= widest + 1e-6, "{game}, {options}: {half} > {widest}: {of}");
                    // No sample makes an interval narrower than the bias, unless 0 or 1 cuts it off.
                    let bias = claims(&calibration, game).map(least).fold(f64::INFINITY, f64::min);
                    let is_cut = of["low"] == 0.0 || of["high"] == 1.0;
                    assert!(is_cut || half >= bias - 1e-6, "{game}, {options}: {half} < {bias}: {of}");
                    sampled += 1;
                }
            }
            assert!(sampled > 0, "{game}, {options}");
        }
    }
}
