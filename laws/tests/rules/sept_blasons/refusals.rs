//! Moves the rules forbid: each refused with its own code, under the section of the rules that says so.

use tapis_games::sept_blasons::{Family, Options, Variant};

use super::table::{Table, before};

use Family::{Aubigny, Bellay};

/// Refuses `notation`, changes nothing, and names code and section.
fn refused(table: &mut Table, notation: &str, code: &str) {
    let unchanged = table.state.clone();
    let refusal = table.try_play(notation).expect_err(notation);
    assert_eq!(refusal.code, code, "{notation}: {refusal}");
    assert!(refusal.rule.starts_with("sept-blasons.md#"), "{}", refusal.rule);
    assert!(!refusal.text.en.is_empty() && !refusal.text.fr.is_empty());
    assert_eq!(table.state, unchanged, "{notation} changed something");
    assert!(!table.moves().contains(&notation.to_owned()));
}

#[test]
fn a_card_that_is_not_in_the_hand() {
    let mut table = Table::players(3);
    table.trick(&[7, 4, 6]);
    refused(&mut table, "play 7", "card_played");
    refused(&mut table, "draw pool", "wrong_phase");
}

#[test]
fn a_malandrins_choice_outside_the_trick() {
    let mut table = Table::players(3);
    table.trick(&[5, 0, 4]);
    refused(&mut table, "value s6", "no_such_seat");
    refused(&mut table, "value s1", "not_numbered");
    refused(&mut table, "power s0", "power_not_takeable");
    refused(&mut table, "power s2", "power_not_takeable");
    refused(&mut table, "play 1", "wrong_phase");
    refused(&mut table, "none", "wrong_phase");
}

#[test]
fn a_token_of_the_wrong_place() {
    let mut table = Table::players(3);
    table.token(Aubigny, true, before(0));
    table.token(Bellay, true, before(1));
    table.trick(&[3, 5, 2]);
    refused(&mut table, "remove t01", "own_token");
    refused(&mut table, "remove t09", "bad_token");
    refused(&mut table, "draw t02", "bad_token");
    table.play("remove t02");
    refused(&mut table, "swap t01 t01", "bad_token");
    table.play("swap t01 t02");
    table.play_until_free();
    refused(&mut table, "reveal t02", "bad_token");
}

#[test]
fn activations_out_of_season() {
    let variants = vec![Variant::SeServent, Variant::Curieux];
    let mut table = Table::of(Options { players: 3, variants, ..Options::default() });
    refused(&mut table, "play 5 serve", "no_bourgeoisie");
    table.state.strength[0] = 3;
    refused(&mut table, "play 5 consult", "variant_not_played");
    table.state.activated = 1;
    refused(&mut table, "play 5 serve", "already_activated");
    table.state.activated = 0;
    table.state.trick_no = 7;
    refused(&mut table, "play 5 peek", "last_trick");
}

#[test]
fn more_than_a_bourgeoisie_card_allows() {
    let variants = vec![Variant::SeServent, Variant::Curieux];
    let mut table = Table::of(Options { players: 3, variants, ..Options::default() });
    (table.state.strength[0], table.state.strength[1]) = (2, 3);
    for seat in [0, 1, 1, 2, 2, 2] {
        table.token(Aubigny, false, before(seat));
    }
    for notation in ["play 6 peek", "play 2 serve", "play 7"] {
        table.play(notation);
    }
    table.play("reveal t04"); // the ménétrier's power
    refused(&mut table, "serve s2", "not_your_strength");
    table.play("none");
    table.play("reveal t05"); // the winner's free action
    for notation in ["peek t01 t02 t03", "peek t02 t06", "peek t04"] {
        refused(&mut table, notation, "bad_choice");
    }
    table.play("peek t01 t02");
}
