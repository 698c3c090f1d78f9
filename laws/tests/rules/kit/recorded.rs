//! What the reference games do, on record: see [`tapis_testkit::record`].

use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::finesse::Finesse;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::{recorded_games, recorded_perft};

recorded_perft! {
    connect_four: ConnectFour, "{}", [(0, 0, 7), (1, 12, 6), (6, 14, 6)];
    dice_race: DiceRace, "{}", [(0, 0, 6), (1, 3, 8)];
    kuhn: Kuhn, "{}", [(0, 0, 3)];
    finesse: Finesse, "{}", [(0, 0, 5), (1, 2, 10)];
}

recorded_games! {
    connect_four: ConnectFour, "{}", 1;
    dice_race: DiceRace, "{}", 1;
    kuhn: Kuhn, "{}", 3;
    finesse: Finesse, "{}", 1;
}
