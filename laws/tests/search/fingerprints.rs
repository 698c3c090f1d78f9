//! Measured tables are those of this search and of these bots.

use tapis_solver::bots::AllRatings;
use tapis_solver::calibration::Calibration;
use tapis_solver::fingerprint::{of_bots, of_search};

#[test]
fn the_calibration_belongs_to_this_search() {
    assert_eq!(
        Calibration::current().search,
        of_search(),
        "the search answers otherwise than the one that was measured: `cargo calibrate` makes \
         solver/data/calibration.json and benches/calibration.md anew"
    );
}

#[test]
fn the_ratings_belong_to_these_bots() {
    assert_eq!(
        AllRatings::current().bots,
        of_bots(),
        "the bots play otherwise than those that were rated: `python3 docs/balance.py` rates them anew"
    );
}
