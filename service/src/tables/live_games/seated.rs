//! Who is told that a player is seated elsewhere than before: whoever follows all games of the player.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use tapis_db::model::SeatedPlayer;
use tokio::sync::watch;

use super::LiveGames;

/// So many signals are shared by all players: whoever is told of another looks once in vain.
const SIGNALS: usize = 256;

/// The signals.
pub(super) fn signals() -> Vec<watch::Sender<()>> {
    (0..SIGNALS).map(|_| watch::Sender::new(())).collect()
}

impl LiveGames {
    /// The signal that a player of a key is seated elsewhere than before. Where another node seats the player there is none.
    pub(crate) fn seated(&self, key: &str, player: &str) -> &watch::Sender<()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one((key, player));
        &self.0.seated[(hash % SIGNALS as u64) as usize]
    }

    /// Gives the signals of players who were seated.
    pub(crate) fn tell_seated(&self, players: &[SeatedPlayer]) {
        for SeatedPlayer { key, player, .. } in players {
            self.seated(key, player).send_replace(());
        }
    }
}
