//! The small reference games have no heuristics.

use tapis_games::testing::connect_four::ConnectFour;
use tapis_games::testing::dice_race::DiceRace;
use tapis_games::testing::finesse::Finesse;
use tapis_games::testing::kuhn::Kuhn;
use tapis_games::testing::leduc::Leduc;
use tapis_games::testing::nim::Nim;
use tapis_games::testing::oh_hell::OhHell;
use tapis_games::testing::script::Script;
use tapis_games::testing::three_pile::ThreePile;

use super::Heuristics;

impl Heuristics for ConnectFour {}

impl Heuristics for DiceRace {}

impl Heuristics for Finesse {}

impl Heuristics for Kuhn {}

impl Heuristics for Leduc {}

impl Heuristics for Nim {}

impl Heuristics for OhHell {}

impl Heuristics for Script {}

impl Heuristics for ThreePile {}
