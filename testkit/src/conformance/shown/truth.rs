//! Law of truth: what is said to move between two zones, in number and by name, is never more than what the replay shows; what
//! turns over stays the piece it is; nothing that has a back comes from nowhere or goes there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Shows, Sight, json};
use tapis_games::game::Published;
use tapis_games::shown::{Bag, Effect, Face, Layout, Name};

/// How many things go from one zone to another: of a kind, and where they have names, by name.
type Flows = BTreeMap<(Name, Name, &'static str, Option<Name>), u16>;

pub(super) fn check<G: Published>(
    shows: &Shows<G>,
    n: usize,
    sights: &[Sight],
    backs: &mut BTreeSet<&'static str>,
) {
    let at = || shows.at("truth", n);
    let replay = &sights[sights.len() - 1];
    let truth = flows(&replay.step.effects);
    for sight in sights {
        backs.extend(kinds_face_down(&sight.before));
        for (flow, said) in flows(&sight.step.effects) {
            let true_number = truth.get(&flow).copied().unwrap_or(0);
            assert!(
                said <= true_number,
                "{}: {:?} is told that {said} move, not {true_number}: {flow:?}; the replay: {}",
                at(),
                sight.viewer,
                json(&replay.step)
            );
        }
        for effect in &sight.step.effects {
            assert!(is_honest(effect, backs), "{}: {:?}: {}", at(), sight.viewer, json(effect));
        }
    }
}

fn kinds_face_down(layout: &Layout) -> impl Iterator<Item = &'static str> + '_ {
    let looks = layout.zones.values().flat_map(|bag| bag.iter());
    looks.filter(|(look, _)| matches!(look.face, Face::Back(_))).map(|(look, _)| look.face.kind())
}

/// Every flow the effects tell of.
fn flows(effects: &[Effect]) -> Flows {
    let mut flows = Flows::new();
    for effect in effects {
        let Effect::Moved { from, to, was, is } = effect else { continue };
        for (look, n) in is.iter() {
            *flows.entry((*from, *to, look.face.kind(), None)).or_default() += n;
        }
        let [before, now] = [was.as_ref().unwrap_or(is), is].map(names);
        for (&(kind, id), &n) in before.iter().chain(&now) {
            let most = flows.entry((*from, *to, kind, Some(id))).or_default();
            *most = n.max(*most);
        }
    }
    flows
}

fn names(bag: &Bag) -> BTreeMap<(&'static str, Name), u16> {
    let mut names = BTreeMap::new();
    for (look, n) in bag.iter() {
        if let Some(id) = look.face.id() {
            *names.entry((look.face.kind(), id)).or_default() += n;
        }
    }
    names
}

fn is_honest(effect: &Effect, backs: &BTreeSet<&'static str>) -> bool {
    let outside = |bag: &Bag| bag.iter().all(|(look, _)| !backs.contains(look.face.kind()));
    match effect {
        Effect::Turned { was, is, .. } => {
            // Where all have names they are the same ones.
            let ([before, now], whole) =
                ([was, is].map(names), |bag: &Bag| bag.iter().all(|(look, _)| look.face.id().is_some()));
            was.len() == is.len() && (!whole(was) || !whole(is) || before == now)
        }
        Effect::Appeared { is, .. } => outside(is),
        Effect::Vanished { was, .. } => outside(was),
        Effect::Moved { was, is, .. } => was.as_ref().is_none_or(|was| was.len() == is.len()),
        Effect::Gathered { .. } | Effect::Counted { .. } | Effect::Phase { .. } => true,
    }
}
