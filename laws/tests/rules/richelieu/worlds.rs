//! Worlds against brute force: every assignment of *labelled* discs, kept if it gives the viewer the very same log.

use std::collections::{BTreeMap, BTreeSet};

use tapis_games::game::{Game, InformationSet, Observed, Ply, Published, SeenPly, Shown, Turn, WorldCount};
use tapis_games::richelieu::cell::Cell;
use tapis_games::richelieu::deal::Deal;
use tapis_games::richelieu::disc::{Disc, DiscBag};
use tapis_games::richelieu::{Chance, Knowledge, Outcome, Richelieu, State};
use tapis_games::seat::Viewer;

use super::common::{Played, games_of, rng, rules, viewers};

type Discs = BTreeMap<Cell, Disc>;

/// A prefix of a game as one viewer saw it.
struct Case<'a> {
    rules: &'a Richelieu,
    viewer: Viewer,
    plies: &'a [Ply<Richelieu>],
    seen: Vec<SeenPly<Outcome>>,
    knowledge: Knowledge,
}

impl Case<'_> {
    fn deal(&self) -> &Deal {
        let [Chance::Deal(deal)] = &self.plies[0].chance[..] else { panic!("ply 0 is the deal") };
        deal
    }

    /// The cells whose disc the viewer does not know.
    fn unknown(&self) -> Vec<Cell> {
        let document = self.rules.document(self.knowledge.position());
        let table = document.rows.iter().flatten().filter(|card| card.disc.is_none()).map(|card| card.cell);
        let held = document.seats.iter().flat_map(|seat| &seat.discs).filter(|held| held.disc.is_none());
        let cells: BTreeSet<Cell> = table.chain(held.map(|held| held.cell)).collect();
        cells.into_iter().filter(|cell| self.deal().discs.contains_key(cell)).collect()
    }

    /// Every kind of assignment of the unknown cells that gives the same log, with the number of labelled ones.
    fn brute_force(&self) -> BTreeMap<Vec<Disc>, u64> {
        let unknown = self.unknown();
        let mut pool: Vec<Disc> = DiscBag::FULL.discs().collect();
        for (_, disc) in self.deal().discs.iter().filter(|(cell, _)| !unknown.contains(cell)) {
            let at = pool.iter().position(|other| other == disc).unwrap();
            pool.swap_remove(at);
        }
        let mut labelled = BTreeMap::new();
        count_kinds(&mut Vec::new(), &mut pool, unknown.len(), &mut labelled);
        labelled.retain(|discs, _| {
            let mut deal = self.deal().clone();
            deal.discs.extend(unknown.iter().copied().zip(discs.iter().copied()));
            let mut removed = DiscBag::FULL;
            let fits = deal.discs.values().all(|&disc| removed.take(disc));
            deal.removed = removed.discs().collect();
            fits && self.log_of(deal).is_some_and(|log| log == self.seen)
        });
        labelled
    }

    /// What the viewer would have seen of the same moves after another deal.
    fn log_of(&self, deal: Deal) -> Option<Vec<SeenPly<Outcome>>> {
        let mut state = self.rules.start();
        let mut log = Vec::new();
        for ply in self.plies {
            let before = state;
            let mut ply = ply.clone();
            match ply.action {
                Some((_, mv)) => self.rules.play(&mut state, mv).ok()?,
                None => {
                    ply.chance = vec![Chance::Deal(Box::new(deal.clone()))];
                    self.rules.resolve(&mut state, &ply.chance[0]).unwrap();
                }
            }
            log.push(self.rules.see(&before, &ply, &state, self.viewer));
        }
        Some(log)
    }

    /// The discs of a world at the unknown cells that somebody holds.
    fn held(&self, world: &State) -> Discs {
        let unknown = self.unknown();
        let document = self.rules.document(world);
        let discs = document.seats.iter().flat_map(|seat| seat.discs.clone());
        let discs = discs.filter(|held| unknown.contains(&held.cell));
        discs.map(|held| (held.cell, held.disc.expect("no held disc is unknown in a world"))).collect()
    }
}

/// Counts the ways to fill `slots` more slots with labelled discs, by kinds.
fn count_kinds(
    chosen: &mut Vec<Disc>,
    pool: &mut Vec<Disc>,
    slots: usize,
    into: &mut BTreeMap<Vec<Disc>, u64>,
) {
    if slots == 0 {
        *into.entry(chosen.clone()).or_default() += 1;
        return;
    }
    for i in 0..pool.len() {
        let disc = pool.swap_remove(i);
        chosen.push(disc);
        count_kinds(chosen, pool, slots - 1, into);
        chosen.pop();
        pool.push(disc);
        let last = pool.len() - 1;
        pool.swap(i, last);
    }
}

/// Calls `judge` with every prefix of some random games, for every viewer, with at most `most` discs unknown.
fn each_case(most: usize, seeds: u64, mut judge: impl FnMut(&Case<'_>)) {
    for (options, seed) in [
        serde_json::json!({}),
        serde_json::json!({"players": 3}),
        serde_json::json!({"players": 2, "variant": "three_rows", "taken_discs": "public"}),
        serde_json::json!({"players": 2, "open_discs": true}),
    ]
    .iter()
    .flat_map(|options| (0..seeds).map(move |seed| (options, seed)))
    {
        let rules = rules(options.clone());
        let played = Played::random(&rules, &mut rng(seed));
        for viewer in viewers(&rules) {
            let seen = played.seen(&rules, viewer);
            let mut knowledge = rules.know(viewer);
            for (n, ply) in seen.iter().enumerate() {
                knowledge.learn(&rules, ply).unwrap();
                let plies = &played.plies[..=n];
                let case = Case { rules: &rules, viewer, plies, seen: seen[..=n].to_vec(), knowledge };
                // Positions with new knowledge, and a few others.
                if (ply.outcome.is_some() || n % 16 == 5) && case.unknown().len() <= most {
                    judge(&case);
                }
            }
        }
    }
}

#[test]
fn counts_and_weights_are_those_of_brute_force() {
    let (mut cases, mut restricted) = (0, 0);
    each_case(3, games_of(5, 12), |case| {
        let all = case.brute_force();
        assert_eq!(case.knowledge.count_worlds(case.rules), WorldCount::Exact(all.len() as u128));
        let unknown = case.unknown();
        let mut held: BTreeMap<Discs, u64> = BTreeMap::new();
        let worlds = case.knowledge.worlds(case.rules, usize::MAX).unwrap();
        let on_table = |cell: &Cell| case.knowledge.position().table.contains(*cell);
        for (discs, labelled) in &all {
            let kept = unknown.iter().copied().zip(discs.iter().copied()).filter(|(cell, _)| !on_table(cell));
            *held.entry(kept.collect()).or_default() += labelled;
        }
        let listed: BTreeMap<Discs, u64> =
            worlds.iter().map(|(world, weight)| (case.held(world), *weight)).collect();
        assert_eq!(listed.len(), worlds.len(), "no two worlds look alike");
        assert_eq!(listed.keys().collect::<Vec<_>>(), held.keys().collect::<Vec<_>>());
        let scale = held.values().sum::<u64>() / listed.values().sum::<u64>();
        for (discs, weight) in &listed {
            assert_eq!(weight * scale, held[discs], "{discs:?}");
        }
        assert_eq!(case.knowledge.worlds(case.rules, worlds.len() - 1), None);
        cases += 1;
        let unseen = case.knowledge.position().unseen_discs();
        let free = listed.values().filter(|&&weight| weight > 1).count();
        restricted += usize::from(unseen.count(Disc::MarkerReturn) > 0 && free == 0 && listed.len() > 1);
    });
    assert!(cases > 40, "{cases} cases");
    assert!(restricted > 0, "no case in which a recover said what older discs are not");
}

#[test]
fn worlds_are_drawn_by_their_weights() {
    let mut cases = 0;
    each_case(8, games_of(5, 10), |case| {
        let Some(worlds) = case.knowledge.worlds(case.rules, 200) else { return };
        if worlds.len() < 2 || case.plies.len() % 5 > 0 {
            return;
        }
        let total: u64 = worlds.iter().map(|(_, weight)| weight).sum();
        let draws = 40 * worlds.len();
        let rng = &mut rng(case.plies.len() as u64);
        let mut drawn: BTreeMap<Discs, f64> = BTreeMap::new();
        for _ in 0..draws {
            *drawn.entry(case.held(&case.knowledge.sample_world(case.rules, rng))).or_default() += 1.0;
        }
        let mut square = 0.0;
        for (world, weight) in &worlds {
            let expected = draws as f64 * *weight as f64 / total as f64;
            square += (drawn.remove(&case.held(world)).unwrap_or_default() - expected).powi(2) / expected;
        }
        assert!(drawn.is_empty(), "drawn but not listed: {drawn:?}");
        let freedom = (worlds.len() - 1) as f64;
        assert!(square < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "χ² = {square} at {freedom} degrees");
        cases += 1;
    });
    assert!(cases > 10, "{cases} cases");
}

#[test]
fn a_world_looks_like_the_truth_and_plays_on() {
    each_case(8, 3, |case| {
        let rng = &mut rng(case.plies.len() as u64);
        let truth = case.plies.iter().fold(case.rules.start(), |mut state, ply| {
            if let Some((_, mv)) = ply.action {
                case.rules.play(&mut state, mv).unwrap();
            }
            ply.chance.iter().for_each(|outcome| case.rules.resolve(&mut state, outcome).unwrap());
            state
        });
        let mut world = case.knowledge.sample_world(case.rules, rng);
        assert_eq!(case.rules.layout(&world, case.viewer), case.rules.layout(&truth, case.viewer));
        assert_eq!(case.rules.scores(&world, case.viewer), case.rules.scores(&truth, case.viewer));
        assert_eq!(case.rules.turn(&world), case.rules.turn(&truth));
        if let Viewer::Seat(seat) = case.viewer {
            assert_eq!(case.rules.info_key(&world, seat), case.rules.info_key(&truth, seat));
            if case.rules.turn(&truth) == Turn::Player(seat) {
                assert_eq!(case.rules.legal_moves(&world), case.rules.legal_moves(&truth));
            }
        }
        while case.rules.turn(&world) != Turn::Over {
            if case.rules.turn(&world) == Turn::Chance {
                let outcome = case.rules.sample_chance(&world, rng);
                let listed = case.rules.chances(&world).unwrap();
                assert!(listed.iter().any(|(known, weight)| *known == outcome && *weight > 0));
                case.rules.resolve(&mut world, &outcome).unwrap();
            } else {
                let mv = case.rules.random_move(&world, rng).unwrap();
                case.rules.play(&mut world, mv).unwrap();
            }
        }
        assert_eq!(case.rules.payoffs(&world).scores.len(), case.rules.seats());
    });
}

#[test]
fn a_sampled_history_gives_the_same_log() {
    let mut different = 0;
    each_case(8, 3, |case| {
        let rng = &mut rng(case.plies.len() as u64);
        let history = Knowledge::sample_history(case.rules, case.viewer, &case.seen, rng).unwrap();
        let actions = |plies: &[Ply<Richelieu>]| plies.iter().map(|ply| ply.action).collect::<Vec<_>>();
        assert_eq!(actions(&history), actions(case.plies));
        let [Chance::Deal(deal)] = &history[0].chance[..] else { panic!("ply 0 is a deal") };
        assert_eq!(case.log_of((**deal).clone()).unwrap(), case.seen);
        different += usize::from(**deal != *case.deal());
    });
    assert!(different > 50, "{different} other deals");
}
