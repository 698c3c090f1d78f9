//! The difference of two layouts, for all games.

use std::collections::BTreeMap;

use super::{Bag, Effect, Face, Layout, Look, Name};

/// Things that are in one of two layouts alone.
struct Loose<'a> {
    zone: Name,
    look: &'a Look,
    n: u16,
}

/// Whether what was there may be what is there now, by one of the reasons there are to think so.
type Reason = fn(&Loose, &Loose) -> bool;

/// The reasons, the best first.
const REASONS: [Reason; 7] = [
    |was, is| was.zone == is.zone && was.look.key.is_some() && was.look.key == is.look.key,
    |was, is| was.look.key.is_some() && was.look.key == is.look.key,
    |was, is| was.zone == is.zone && was.look.face.id().is_some() && was.look.face.id() == is.look.face.id(),
    |was, is| was.look.face.id().is_some() && was.look.face.id() == is.look.face.id(),
    |was, is| was.zone == is.zone && was.look.slot.is_some() && was.look.slot == is.look.slot,
    |was, is| was.zone == is.zone,
    |_, _| true,
];

/// What changed between two layouts of the same viewer; carried out on `before` it makes `after`.
///
/// What is known to be the same (by its key, or by its piece) is taken for the same, then what lay in the same zone, then what
/// is of the same kind. Where this does not say what happened, as in an exchange of two unknown cards, the game puts a stage
/// between. In order: what is turned down, what moves, what goes and comes, what is turned up or marked, numbers, the phase.
pub fn diff(before: &Layout, after: &Layout) -> Vec<Effect> {
    let (mut gone, mut come) = (only_in(before, after), only_in(after, before));
    let mut changes = Changes::default();
    for reason in REASONS {
        for was in &mut gone {
            for is in come.iter_mut().filter(|is| can_be(was.look, is.look)) {
                let n = was.n.min(is.n);
                if n > 0 && reason(was, is) {
                    (was.n, is.n) = (was.n - n, is.n - n);
                    changes.add(was, is, n);
                }
            }
        }
    }
    let mut effects = changes.effects(&left(&gone), &left(&come));
    let names = before.counters.keys().chain(after.counters.keys());
    let value = |layout: &Layout, name| layout.counters.get(name).copied().unwrap_or(0);
    let counters: BTreeMap<_, _> = names
        .filter(|name| value(before, name) != value(after, name))
        .map(|name| (*name, value(after, name)))
        .collect();
    effects.extend((!counters.is_empty()).then_some(Effect::Counted { counters }));
    let moved_on = (before.phase, before.turn) != (after.phase, after.turn);
    effects.extend(moved_on.then_some(Effect::Phase { phase: after.phase, turn: after.turn }));
    effects
}

/// Whether one thing can have had both looks.
fn can_be(was: &Look, is: &Look) -> bool {
    let differ = |one: Option<Name>, other: Option<Name>| one.is_some() && other.is_some() && one != other;
    was.face.kind() == is.face.kind() && !differ(was.key, is.key) && !differ(was.face.id(), is.face.id())
}

fn only_in<'a>(layout: &'a Layout, other: &Layout) -> Vec<Loose<'a>> {
    let mut loose = Vec::new();
    for (&zone, bag) in &layout.zones {
        for (look, n) in bag.iter() {
            let n = n.saturating_sub(other.zone(zone).map_or(0, |bag| bag.count(look)));
            if n > 0 {
                loose.push(Loose { zone, look, n });
            }
        }
    }
    loose
}

fn left(loose: &[Loose]) -> BTreeMap<Name, Bag> {
    let mut bags: BTreeMap<Name, Bag> = BTreeMap::new();
    for things in loose.iter().filter(|things| things.n > 0) {
        bags.entry(things.zone).or_default().add(things.look.clone(), things.n);
    }
    bags
}

/// How things looked and look.
type Change = (Bag, Bag);

#[derive(Default)]
struct Changes {
    down: BTreeMap<Name, Change>,
    moved: BTreeMap<(Name, Name), Change>,
    up: BTreeMap<Name, Change>,
}

impl Changes {
    fn add(&mut self, was: &Loose, is: &Loose, n: u16) {
        // Who knew one of several cards, and does not know which of them went, is told that it is known no more, and that one went.
        let elsewhere = was.zone != is.zone && was.look.key.is_none();
        if let (true, Face::Known(_), Face::Back(kind)) = (elsewhere, &was.look.face, &is.look.face) {
            let unknown = Look { slot: was.look.slot, ..Look::back(kind) };
            let place = Loose { zone: was.zone, look: &unknown, n };
            self.add(was, &place, n);
            return self.add(&place, is, n);
        }
        let down = was.look.face.id().is_some() && matches!(is.look.face, Face::Back(_));
        let (was_bag, is_bag) = match (was.zone == is.zone, down) {
            (true, true) => self.down.entry(was.zone).or_default(),
            (true, false) => self.up.entry(was.zone).or_default(),
            (false, _) => self.moved.entry((was.zone, is.zone)).or_default(),
        };
        was_bag.add(was.look.clone(), n);
        is_bag.add(is.look.clone(), n);
    }

    fn effects(self, gone: &BTreeMap<Name, Bag>, come: &BTreeMap<Name, Bag>) -> Vec<Effect> {
        let turned = |(zone, (was, is))| Effect::Turned { zone, was, is };
        let moved =
            |((from, to), (was, is))| Effect::Moved { from, to, was: Some(was).filter(|was| *was != is), is };
        let vanished = |(&zone, was): (&Name, &Bag)| Effect::Vanished { zone, was: was.clone() };
        let appeared = |(&zone, is): (&Name, &Bag)| Effect::Appeared { zone, is: is.clone() };
        let mut effects: Vec<_> = self.down.into_iter().map(turned).collect();
        effects.extend(self.moved.into_iter().map(moved));
        effects.extend(gone.iter().map(vanished).chain(come.iter().map(appeared)));
        effects.extend(self.up.into_iter().map(turned));
        effects
    }
}
