//! Law of the skeleton: without faces all viewers see the same table.

use super::{Shows, Sight, json};
use tapis_games::game::Published;
use tapis_games::shown::{Layout, Look};

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, sights: &[Sight]) {
    let first = faceless(&sights[0].after);
    for sight in &sights[1..] {
        let other = faceless(&sight.after);
        assert_eq!(
            json(&other),
            json(&first),
            "{}: {:?} and {:?} see other tables",
            shows.at("the skeleton", n),
            sight.viewer,
            sights[0].viewer
        );
    }
}

/// The layout with everything face down.
fn faceless(layout: &Layout) -> Layout {
    let mut bare = Layout { zones: Default::default(), ..layout.clone() };
    for (&zone, bag) in &layout.zones {
        for (look, n) in bag.iter() {
            let back = Look {
                slot: look.slot,
                key: look.key,
                marks: look.marks.clone(),
                ..Look::back(look.face.kind())
            };
            bare.put(zone, back, n);
        }
    }
    bare
}
