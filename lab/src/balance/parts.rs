//! What is played for the figures, and how much of it.

use tapis_solver::engine::BotLevel;

/// Games of one kind of bot at the default ruleset of a game.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The game's id.
    pub game: &'static str,
    /// What of the default options is changed: a JSON pointer and the value.
    pub change: Option<(&'static str, &'static str)>,
    /// The bots of all seats.
    pub bots: BotLevel,
    /// How many games.
    pub games: u64,
    /// The feature whose lifts are told.
    pub feature: Option<&'static str>,
    /// So many deals, each played four times, tell how much is luck.
    pub luck: u64,
}

/// Bots of a game that meet, each its neighbours in the list.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The game's id.
    pub game: &'static str,
    /// From the weakest to the strongest.
    pub levels: &'static [BotLevel],
    /// Games of every two neighbours, rounded up to whole deals.
    pub games: u64,
}

impl Part {
    /// The game, and what of it is changed.
    pub fn name(&self) -> String {
        let change = self.change.map(|(pointer, value)| format!(" {pointer}={value}"));
        self.game.to_owned() + &change.unwrap_or_default()
    }
}

/// What is played at `percent` of the usual sizes.
pub fn parts(percent: u64) -> impl Iterator<Item = Part> {
    let sized = move |games: u64| if games == 0 { 0 } else { (games * percent / 100).max(40) };
    PARTS.into_iter().map(move |part| Part { games: sized(part.games), luck: sized(part.luck), ..part })
}

/// The words of the seed of [`sample`].
pub const SAMPLE_SEED: &str = "sample";

/// A few games whose figures are kept to the last digit.
pub fn sample() -> Part {
    Part { luck: 20, ..part("parbourg", Greedy, 60, Some("henchman"), 0) }
}

/// Which bots are rated, at `percent` of the usual sizes.
pub fn rated(percent: u64) -> impl Iterator<Item = Rated> {
    RATED.into_iter().map(move |of| Rated { games: (of.games * percent / 100).max(2), ..of })
}

use BotLevel::{Apprentice, Beginner, Casual, Club, Expert, Greedy, Novice, Random};

const PARTS: [Part; 15] = [
    part("richelieu", Random, 10_000, None, 0),
    part("richelieu", Greedy, 20_000, None, 400),
    changed("richelieu", ("/variant", "\"three_rows\""), 20_000),
    part("richelieu", Beginner, 1_000, None, 0),
    part("sept-blasons", Random, 5_000, None, 0),
    part("sept-blasons", Greedy, 6_000, Some("power_"), 400),
    part("sept-blasons", Beginner, 200, Some("power_"), 0),
    part("malin", Random, 2_000, None, 0),
    part("malin", Greedy, 2_000, Some("announced"), 200),
    part("malin", Novice, 100, None, 0),
    part("parbourg", Random, 5_000, None, 0),
    part("parbourg", Greedy, 6_000, Some("henchman"), 400),
    changed("parbourg", ("/deck/cards/0/values/yellow", "5"), 6_000),
    changed("parbourg", ("/deck/cards/0/values/yellow", "7"), 6_000),
    part("parbourg", Beginner, 200, Some("henchman"), 0),
];

const fn part(
    game: &'static str,
    bots: BotLevel,
    games: u64,
    feature: Option<&'static str>,
    luck: u64,
) -> Part {
    Part { game, change: None, bots, games, feature, luck }
}

const fn changed(game: &'static str, change: (&'static str, &'static str), games: u64) -> Part {
    Part { game, change: Some(change), bots: Greedy, games, feature: None, luck: 0 }
}

const RATED: [Rated; 4] = [
    Rated {
        game: "richelieu",
        levels: &[Random, Greedy, Novice, Beginner, Apprentice, Casual, Club, Expert],
        games: 60,
    },
    Rated { game: "sept-blasons", levels: &[Random, Greedy, Novice, Beginner, Apprentice], games: 56 },
    Rated { game: "malin", levels: &[Random, Greedy, Novice, Beginner], games: 28 },
    Rated { game: "parbourg", levels: &[Random, Greedy, Novice, Beginner, Apprentice], games: 60 },
];
