//! The small reference games have no heuristics.

use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::finesse::Finesse;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::nim::Nim;
use tapis_testkit::oh_hell::OhHell;
use tapis_testkit::script::Script;
use tapis_testkit::three_pile::ThreePile;

use super::Heuristics;

impl Heuristics for ConnectFour {}

impl Heuristics for DiceRace {}

impl Heuristics for Finesse {}

impl Heuristics for Kuhn {}

impl Heuristics for Nim {}

impl Heuristics for OhHell {}

impl Heuristics for Script {}

impl Heuristics for ThreePile {}
