//! Who is told that a player is seated elsewhere than before: whoever follows all games of the player.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use tapis_db::model::SeatedPlayer;
use tokio::sync::watch;

use super::LiveGames;

/// So many signals are shared by all players: whoever is told of another looks once in vain.
const SIGNALS: usize = 256;

/// The signals.
pub(super) struct Seated(Vec<watch::Sender<()>>);

impl Seated {
    pub(super) fn new() -> Self {
        Self((0..SIGNALS).map(|_| watch::Sender::new(())).collect())
    }
}

impl LiveGames {
    /// The signal that a player of a key is seated elsewhere than before. Where another node seats the player there is none.
    pub(crate) fn seated(&self, key: &str, player: &str) -> &watch::Sender<()> {
        let mut hasher = DefaultHasher::new();
        (key, player).hash(&mut hasher);
        &self.0.seated.0[(hasher.finish() % SIGNALS as u64) as usize]
    }

    /// Gives the signals of players who were seated.
    pub(crate) fn tell_seated(&self, players: &[SeatedPlayer]) {
        for SeatedPlayer { key, player, .. } in players {
            self.seated(key, player).send_replace(());
        }
    }
}
