//! H4: durable moves, one after the other, against the disk alone.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::durable::{Player, check, prepare};
use crate::bench::{Bench, costs};
use crate::report::{Goal, Row};
use crate::script::scripts;
use crate::table::MoveAnswer;

/// What is appended: a page.
const PAGE: [u8; 4096] = [0x5a; 4096];

/// H4.
pub(super) async fn one(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", 8)?.into();
    let mut players = vec![Player::new(&scripts, 0, MoveAnswer::Tag)];
    let mut pairs = Vec::new();
    for round in 0..=bench.rounds {
        prepare(&mut players, &*service, bench.time / 4).await?;
        let ours = bench.sample(&*service, &mut players).await?;
        let disk = append(&directory.path().join("appended"), bench.time)?;
        if round > 0 {
            let [half, most] = [0.5, 0.99].map(|share| ours.percentile(share));
            let cost = costs(std::iter::once(&ours));
            eprintln!("H4: p50 {half:.3} ms, p99 {most:.3} ms; a move costs {cost} µs of a processor");
            pairs.push((ours.rate(), disk));
        }
    }
    check(&players, &*service).await?;
    Ok(vec![Row {
        id: "H4",
        work: "durable move, one client, answered by its entity tag, against append and fdatasync of a page"
            .to_owned(),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(0.6),
    }])
}

/// Pages a second that can be appended to a file, each synced.
fn append(path: &Path, time: Duration) -> Result<f64> {
    let mut file = File::create(path)?;
    let (began, mut pages) = (Instant::now(), 0_u64);
    while began.elapsed() < time {
        file.write_all(&PAGE)?;
        file.sync_data()?;
        pages += 1;
    }
    let rate = pages as f64 / began.elapsed().as_secs_f64();
    ensure!(file.metadata()?.len() == pages * PAGE.len() as u64, "a page is missing");
    std::fs::remove_file(path)?;
    Ok(rate)
}
