//! Law of names: everything shown is listed among the pieces of the ruleset; one key names one thing of a kind; a mark that
//! names a seat names one of those there are.

use std::collections::HashSet;

use super::{Shows, Sight, json};
use tapis_games::game::Published;
use tapis_games::shown::{Layout, Milestone, Pieces};

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, sights: &[Sight]) {
    let at = || shows.at("names", n);
    for sight in sights {
        if let Err(what) = listed(&shows.pieces, shows.trial.rules.seats(), &sight.after) {
            panic!("{}: {:?}: {what}", at(), sight.viewer);
        }
    }
    for milestone in &sights[0].step.milestones {
        assert!(is_listed(&shows.pieces, milestone), "{}: {} is not listed", at(), json(milestone));
    }
}

fn listed(pieces: &Pieces, seats: usize, layout: &Layout) -> Result<(), String> {
    let known = |fine: bool, what: String| if fine { Ok(()) } else { Err(format!("{what} is not listed")) };
    known(pieces.phases.contains(&layout.phase), format!("the phase {}", layout.phase))?;
    for name in layout.counters.keys() {
        known(pieces.counters.contains_key(name), format!("the counter {name}"))?;
    }
    let mut keys = HashSet::new();
    for (zone, bag) in &layout.zones {
        let kind = pieces.zones.get(zone);
        known(kind.is_some(), format!("the zone {zone}"))?;
        for (look, count) in bag.iter() {
            let piece = look.face.id().map(|id| pieces.pieces.get(&id).map(|piece| piece.kind));
            known(piece.is_none_or(|kind| kind == Some(look.face.kind())), format!("{:?}", look.face))?;
            for mark in &look.marks {
                known(pieces.marks.contains(&mark.id), format!("the mark {}", mark.id))?;
                let at_seat =
                    !pieces.seat_marks.contains(&mark.id) || (0..seats as i32).contains(&mark.value);
                known(at_seat, format!("the seat {} of the mark {}", mark.value, mark.id))?;
            }
            let once = look.key.is_none_or(|key| count == 1 && keys.insert((look.face.kind(), key)));
            if !once {
                return Err(format!("{:?} names two things", look.key));
            }
        }
    }
    Ok(())
}

fn is_listed(pieces: &Pieces, milestone: &Milestone) -> bool {
    let known = |name: &&str| pieces.milestones.get(milestone.kind).is_some_and(|args| args.contains(name));
    pieces.milestones.contains_key(milestone.kind)
        && milestone.args.keys().all(known)
        && milestone.sheet.iter().all(|row| pieces.rows.contains(&row.kind))
}
