//! Law that what is told is shown: the pieces a milestone names lie open in its stage or in the one before.

use super::{Shows, Sight, json};
use tapis_games::game::Published;
use tapis_games::seat::Viewer;
use tapis_games::shown::{Face, Layout, Piece};

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, sights: &[Sight]) {
    let spectator = sights.iter().find(|sight| sight.viewer == Viewer::Spectator).expect("always there");
    let told = spectator.step.milestones.iter();
    let named = told.flat_map(|milestone| milestone.args.values().map(move |arg| (milestone, arg)));
    for (milestone, arg) in named {
        let hidden = |piece: &&Piece| {
            ![&spectator.before, &spectator.after].iter().any(|layout| is_open(layout, piece))
        };
        let hidden = arg.pieces().iter().find(hidden);
        assert_eq!(hidden, None, "{}: {}", shows.at("told is shown", n), json(milestone));
    }
}

fn is_open(layout: &Layout, piece: &Piece) -> bool {
    let mut looks = layout.zones.values().flat_map(|bag| bag.iter());
    looks.any(|(look, _)| look.face == Face::Open(*piece))
}
