use super::*;

fn spade(rank: &str) -> Card {
    format!("{rank}s").parse().expect("a rank")
}

/// The deal in which West has the queen, the nine and the eight.
fn queen_in_west() -> Deal {
    let (none, west) = (Cards::default(), ["Q", "9", "8"].map(spade).into_iter().collect());
    Deal { anew: true, hands: vec![none, DEFENCE.without(west), none, west], ..Deal::default() }
}

fn after(rules: &Finesse, state: &State, mv: Move) -> State {
    let mut next = state.clone();
    rules.play(&mut next, mv).expect("a legal move");
    next
}

/// Declarer's value when everybody sees everything.
fn clairvoyant(rules: &Finesse, state: &State) -> f64 {
    match rules.turn(state) {
        Turn::Over => rules.payoffs(state).shares[Seat(0)],
        Turn::Chance => {
            let outcomes = rules.chances(state).expect("four cards");
            let value = |(deal, _): &(Deal, u64)| {
                let mut next = state.clone();
                rules.resolve(&mut next, deal).expect("a possible card");
                clairvoyant(rules, &next)
            };
            outcomes.iter().map(value).sum::<f64>() / outcomes.len() as f64
        }
        Turn::Player(seat) => {
            let moves = rules.legal_moves(state);
            let values = moves.iter().map(|&mv| clairvoyant(rules, &after(rules, state, mv)));
            if seat == Seat(0) { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    }
}

/// The defence's fixed answer: the queen to win a trick or when nothing else is left, else a random low card.
fn answers(rules: &Finesse, state: &State) -> Vec<Move> {
    let moves = rules.legal_moves(state);
    let hand = state.next_hand().expect("the defence never leads");
    let queen = Move::Play(hand as u8, spade("Q"));
    let to_come = (1..4 - state.trick.len()).map(|i| (hand + i) % 4);
    let highest = to_come.flat_map(|hand| (state.hands[hand] | state.open[hand]).iter().max());
    let best = state.trick.iter().copied().chain(highest).max();
    if moves.contains(&queen) && (moves.len() == 1 || best < Some(spade("Q"))) {
        return vec![queen];
    }
    moves.iter().copied().filter(|&mv| mv != queen).collect()
}

/// The most that any plan of declarer's gets against [`answers`], which moves on what declarer sees alone. `worlds` look alike
/// to declarer and carry their probabilities.
fn best_plan(rules: &Finesse, worlds: &[(State, f64)]) -> f64 {
    let mut split: Vec<(u64, Vec<(State, f64)>)> = Vec::new();
    let mut add = |state: State, weight| {
        let key = rules.info_key(&state, Seat(0));
        match split.iter_mut().find(|(other, _)| *other == key) {
            Some((_, alike)) => alike.push((state, weight)),
            None => split.push((key, vec![(state, weight)])),
        }
    };
    let turn = rules.turn(&worlds[0].0);
    match turn {
        Turn::Over | Turn::Chance => {
            return worlds.iter().map(|(state, weight)| weight * clairvoyant(rules, state)).sum();
        }
        Turn::Player(Seat(0)) => {
            let plan = |&mv: &Move| {
                let next: Vec<_> = worlds.iter().map(|(state, p)| (after(rules, state, mv), *p)).collect();
                best_plan(rules, &next)
            };
            return rules.legal_moves(&worlds[0].0).iter().map(plan).fold(0.0, f64::max);
        }
        Turn::Player(_) => {
            for (state, weight) in worlds {
                let replies = answers(rules, state);
                for &mv in &replies {
                    add(after(rules, state, mv), weight / replies.len() as f64);
                }
            }
        }
    }
    split.iter().map(|(_, alike)| best_plan(rules, alike)).sum()
}

fn deals(rules: &Finesse) -> Vec<State> {
    let deal = |(luck, _): (Deal, u64)| {
        let mut state = rules.start();
        rules.resolve(&mut state, &luck).expect("a possible deal");
        state
    };
    rules.chances(&rules.start()).expect("few deals").into_iter().map(deal).collect()
}

#[test]
fn clairvoyance_wins_every_deal_and_no_plan_more_than_half() {
    let rules = Finesse::default();
    let deals = deals(&rules);
    assert_eq!(deals.len(), 20);
    let lead = Move::Play(SOUTH as u8, spade("3"));
    for deal in &deals {
        assert_eq!(clairvoyant(&rules, &after(&rules, deal, Move::OtherSuit)), 0.75);
        assert_eq!(clairvoyant(&rules, &after(&rules, deal, lead)), 1.0, "{deal:?}");
    }
    let leads = rules.legal_moves(&deals[0]).into_iter().filter(|&mv| mv != Move::OtherSuit);
    let plan = |mv| {
        let worlds: Vec<_> = deals.iter().map(|deal| (after(&rules, deal, mv), 1.0 / 20.0)).collect();
        best_plan(&rules, &worlds)
    };
    let best = leads.map(plan).fold(0.0, f64::max);
    assert!((best - 0.5).abs() < 1e-12, "{best}");
}

#[test]
fn declarer_knows_nothing_of_the_deal_and_the_defence_all() {
    let rules = Finesse::default();
    let luck = queen_in_west();
    let mut dealt = rules.start();
    rules.resolve(&mut dealt, &luck).expect("a deal");
    let setup = Ply { n: 0, action: None, chance: vec![luck] };
    for (viewer, worlds) in [(Viewer::Seat(Seat(0)), 20), (Viewer::Seat(Seat(1)), 1), (Viewer::Spectator, 20)]
    {
        let mut knowledge = rules.know(viewer);
        knowledge.learn(&rules, &rules.see(&rules.start(), &setup, &dealt, viewer)).expect("the set-up");
        let listed = knowledge.worlds(&rules, 20).expect("few worlds");
        assert_eq!(listed.len(), worlds);
        assert!(listed.contains(&(dealt.clone(), 1)));
    }
}

#[test]
fn the_queen_played_is_placed() {
    let rules = Finesse::default();
    let mut state = rules.start();
    let luck = queen_in_west();
    rules.resolve(&mut state, &luck).expect("a deal");
    let mut knowledge = rules.know(Viewer::Seat(Seat(0)));
    let mut ply = Ply { n: 0, action: None, chance: vec![luck] };
    let mut before = rules.start();
    for ((hand, rank), n) in [(SOUTH, "3"), (WEST, "Q"), (NORTH, "A"), (EAST, "5")].into_iter().zip(1..) {
        knowledge.learn(&rules, &rules.see(&before, &ply, &state, Viewer::Seat(Seat(0)))).expect("seen");
        before = state.clone();
        let (mv, seat) = (Move::Play(hand as u8, spade(rank)), Seat(hand as u8 % 2));
        assert_eq!(rules.turn(&state), Turn::Player(seat));
        rules.play(&mut state, mv).expect("legal");
        ply = Ply { n, action: Some((seat, mv)), chance: Vec::new() };
    }
    knowledge.learn(&rules, &rules.see(&before, &ply, &state, Viewer::Seat(Seat(0)))).expect("seen");
    assert_eq!(state.tricks, 1);
    // 9 8 7 6 are left, two in each hand.
    assert_eq!(knowledge.worlds(&rules, 20).map(|worlds| worlds.len()), Some(6));
}
