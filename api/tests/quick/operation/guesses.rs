//! Guessing tokens: none but the right one opens anything.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{Table, TestApp};

/// How many guesses: `TAPIS_GUESSES`.
fn guesses() -> usize {
    std::env::var("TAPIS_GUESSES").map_or(500, |text| text.parse().unwrap())
}

/// A token near the right one, or anything of its form.
fn guess(right: &str, others: &[&str], rng: &mut ChaCha8Rng) -> String {
    let mut letters: Vec<char> = right.chars().collect();
    let at = rng.random_range(0..letters.len());
    let any = |rng: &mut ChaCha8Rng| char::from(b"0123456789abcdefABCDEFxyz_-"[rng.random_range(0..27)]);
    match rng.random_range(0..6) {
        0 => letters[at] = any(rng),
        1 => letters.truncate(at),
        2 => letters.insert(at, any(rng)),
        3 => letters.swap(at, (at + 1) % right.len()),
        4 => return others[rng.random_range(0..others.len())].to_owned(),
        _ => letters.iter_mut().skip(right.find('_').map_or(0, |at| at + 1)).for_each(|letter| {
            *letter = char::from(b"0123456789abcdef"[rng.random_range(0..16)]);
        }),
    }
    letters.into_iter().collect()
}

#[tokio::test]
async fn guesses_open_nothing() {
    let app = TestApp::start().await;
    let (table, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let old = table.token(1).to_owned();
    let rotated = app.post(&table.path("/seats/1/token")).token(&old).json(&serde_json::json!({}));
    rotated.send().await.expect(201);
    let before = app.get(&table.path("")).send().await;
    let others = [other.token(0), other.token(1), old.as_str(), "seat_", "*", "null", "undefined"];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut tried = 0;
    while tried < guesses() {
        let guess = guess(table.token(0), &others, &mut rng);
        if guess == table.token(0) || guess.trim().is_empty() {
            continue;
        }
        tried += 1;
        let call = if tried % 2 == 0 { app.get(&table.path("")) } else { app.get(&table.path("/moves")) };
        let answer = call.token(&guess).send().await;
        assert_eq!(answer.status, 401, "'{guess}': {}", answer.text());
        assert!(
            !answer.text().contains(&guess) || guess.len() < 8,
            "'{guess}' is repeated: {}",
            answer.text()
        );
    }
    let after = app.get(&table.path("")).send().await;
    assert_eq!(after.bytes, before.bytes);
    table.see(&app, 0).await;
}
