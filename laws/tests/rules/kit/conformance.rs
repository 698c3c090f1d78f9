//! Every reference game under every law of the contract, one line a ruleset.

use tapis_testkit::conformance;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::finesse::Finesse;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::nim::Nim;
use tapis_testkit::oh_hell::OhHell;
use tapis_testkit::script::Script;
use tapis_testkit::three_pile::ThreePile;

conformance! {
    connect_four: ConnectFour, "{}", 40;
    nim: Nim, "{}", 40;
    nim_misere: Nim, r#"{"heaps": [1, 0, 2, 1], "misere": true}"#, 40;
    dice_race: DiceRace, "{}", 60;
    dice_race_short: DiceRace, r#"{"length": 1}"#, 20;
    three_pile: ThreePile, "{}", 40;
    three_pile_of_seven: ThreePile, r#"{"players": 7}"#, 20;
    script: Script, "{}", 40;
    kuhn: Kuhn, "{}", 100;
    finesse: Finesse, "{}", 60;
    oh_hell: OhHell, "{}", 2;
    oh_hell_short: OhHell, r#"{"tricks": 2}"#, 30;
    oh_hell_five: OhHell, r#"{"tricks": 5}"#, 6;
}
