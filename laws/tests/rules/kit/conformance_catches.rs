//! The conformance suite notices: Kuhn poker with one law broken at a time is caught by that law, unbroken it passes.

use std::collections::BTreeSet;

use delegate::delegate;
use rand::Rng;
use strum::VariantArray;
use tapis_games::feature::{Feature, FeatureInfo, Role};
use tapis_games::game::{
    Game, GameTexts, Hidden, InformationSet, Observed, Ply, Published, SeenPly, Showing, Shown, Turn,
    WorldCount,
};
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::{NotationError, Refusal};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Seat, Viewer};
use tapis_testkit::conformance::{LAWS, examine};
use tapis_testkit::kuhn::{Action, Deal, Knowledge, Kuhn, Line, NoSettings, Outcome, Parts, State};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, VariantArray)]
enum Breach {
    Nothing,
    MovesDescend,
    MoveMissing,
    RefusalSpoilsState,
    RandomMoveBiased,
    DealBiased,
    DealWithoutWeight,
    OneNotationForTwo,
    ReaderPanics,
    SharesTooMany,
    LayoutShowsAll,
    ScoresTellAll,
    SetUpTellsAll,
    KeyForgetsCards,
    InfoKeyKnowsAll,
    WorldIgnoresCard,
    HistoryIgnoresCard,
    NeverDiscloses,
    HidesNothing,
    HandsAreChance,
    BelievesEverything,
    HalfTheWorlds,
    OneWorldCounted,
    OneWorldTooMany,
    NeverDeals,
    DealtByMoves,
    DealtByTheMover,
}

#[derive(Clone, Debug)]
struct Broken {
    kuhn: Kuhn,
    breach: Breach,
}

impl Broken {
    fn is(&self, breach: Breach) -> bool {
        self.breach == breach
    }

    fn ply(ply: &Ply<Self>) -> Ply<Kuhn> {
        Ply { n: ply.n, action: ply.action, chance: ply.chance.clone() }
    }
}

/// How the first seat opened.
fn opening(line: Line) -> Option<&'static str> {
    match line {
        Line::Start => None,
        Line::Bet | Line::BetPass | Line::BetBet => Some("bet"),
        _ => Some("pass"),
    }
}

/// The other seat's card in place of the own one, so that a world contradicts what its seat knows.
fn swapped(state: State) -> State {
    let swap = |deal: Deal| Deal { cards: [deal.cards[1], deal.cards[0]] };
    State { deal: state.deal.map(swap), ..state }
}

impl Game for Broken {
    type State = State;
    type Move = Action;
    type Moves = Vec<Action>;
    type Chance = Deal;

    delegate! {
        to self.kuhn {
            fn seats(&self) -> usize;
            fn start(&self) -> State;
            fn turn(&self, state: &State) -> Turn;
            fn play_unchecked(&self, state: &mut State, action: Action);
            fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal;
            fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal>;
            fn round_scores(&self, state: &State) -> Option<BySeat<i32>>;
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Action> {
        let mut moves = self.kuhn.legal_moves(state).to_vec();
        match self.breach {
            Breach::MovesDescend => moves.reverse(),
            Breach::MoveMissing if state.line == Line::Pass => drop(moves.pop()),
            _ => {}
        }
        moves
    }

    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Action> {
        let drawn = self.kuhn.random_move(state, rng);
        if self.is(Breach::RandomMoveBiased) { drawn.min(self.kuhn.random_move(state, rng)) } else { drawn }
    }

    fn play(&self, state: &mut State, action: Action) -> Result<(), Refusal> {
        let played = self.kuhn.play(state, action);
        if self.is(Breach::RefusalSpoilsState) && played.is_err() {
            state.line = Line::Start;
        }
        played
    }

    fn chances(&self, state: &State) -> Option<Vec<(Deal, u64)>> {
        let mut deals = self.kuhn.chances(state)?;
        match self.breach {
            Breach::DealBiased => deals[0].1 = 3,
            Breach::DealWithoutWeight => deals[0].1 = 0,
            _ => {}
        }
        Some(deals)
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let mut payoffs = self.kuhn.payoffs(state);
        if self.is(Breach::SharesTooMany) {
            payoffs.shares = BySeat::from_fn(2, |_| 1.0);
        }
        payoffs
    }

    fn key(&self, state: &State) -> u64 {
        if self.is(Breach::KeyForgetsCards) { state.line as u64 } else { self.kuhn.key(state) }
    }
}

impl Observed for Broken {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let viewer = if self.is(Breach::SetUpTellsAll) && ply.n == 0 { Viewer::Replay } else { viewer };
        self.kuhn.see(before, &Self::ply(ply), after, viewer)
    }

    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        !self.is(Breach::NeverDiscloses) && self.kuhn.discloses(before, &Self::ply(ply))
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        if self.is(Breach::InfoKeyKnowsAll) { self.kuhn.key(state) } else { self.kuhn.info_key(state, seat) }
    }
}

impl InformationSet<Broken> for Knowledge {
    fn before_set_up(rules: &Broken, viewer: Viewer) -> Self {
        rules.kuhn.know(viewer)
    }

    fn viewer(&self) -> Viewer {
        InformationSet::<Kuhn>::viewer(self)
    }

    fn learn(&mut self, rules: &Broken, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        let learnt = self.learn(&rules.kuhn, ply);
        if rules.is(Breach::BelievesEverything) { Ok(()) } else { learnt }
    }

    fn count_worlds(&self, rules: &Broken) -> WorldCount {
        match (rules.breach, self.count_worlds(&rules.kuhn)) {
            (Breach::OneWorldCounted, _) => WorldCount::Exact(1),
            (Breach::OneWorldTooMany, WorldCount::Exact(count)) => WorldCount::Exact(count + 1),
            (_, count) => count,
        }
    }

    fn hidden(&self, rules: &Broken) -> Hidden {
        match rules.breach {
            Breach::HidesNothing => Hidden::Nothing,
            Breach::HandsAreChance => Hidden::Chance,
            _ => self.hidden(&rules.kuhn),
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, rules: &Broken, rng: &mut R) -> State {
        let world = self.sample_world(&rules.kuhn, rng);
        if rules.is(Breach::WorldIgnoresCard) { swapped(world) } else { world }
    }

    fn worlds(&self, rules: &Broken, limit: usize) -> Option<Vec<(State, u64)>> {
        let mut worlds = self.worlds(&rules.kuhn, limit)?;
        if rules.is(Breach::HalfTheWorlds) {
            worlds.truncate(worlds.len().div_ceil(2));
        }
        Some(worlds)
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Broken,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Broken>>, Refusal> {
        let history = <Knowledge as InformationSet<Kuhn>>::sample_history(&rules.kuhn, viewer, seen, rng)?;
        let deal = |deal: Deal| {
            let world = State { deal: Some(deal), line: Line::Start };
            if rules.is(Breach::HistoryIgnoresCard) { swapped(world).deal.unwrap_or(deal) } else { deal }
        };
        let ply = |ply: Ply<Kuhn>| Ply {
            n: ply.n,
            action: ply.action,
            chance: ply.chance.into_iter().map(deal).collect(),
        };
        Ok(history.into_iter().map(ply).collect())
    }
}

impl Published for Broken {
    const ID: &'static str = "broken";
    const RULES_VERSION: u32 = 1;

    type Options = NoSettings;
    type MoveArgs = Parts;
    type Document = State;
    type Tally = ();

    delegate! {
        to self.kuhn {
            fn options(&self) -> &NoSettings;
            fn move_args(&self, state: &State, action: Action) -> Parts;
            fn document(&self, state: &State) -> State;
        }
    }

    fn features(&self, tally: &(), end: &State) -> BySeat<Vec<Feature>> {
        let mut features = self.kuhn.features(tally, end);
        for seat in Seat::all(2) {
            match self.breach {
                Breach::DealtByMoves => features[seat].push(Feature::number("luck", end.line as i64)),
                Breach::DealtByTheMover => {
                    features[seat].extend(opening(end.line).map(|how| Feature::category("luck", how)));
                }
                _ => {}
            }
        }
        features
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        let mut infos = self.kuhn.feature_infos();
        match self.breach {
            Breach::DealtByMoves => infos.push(FeatureInfo::number(Role::Dealt, "luck", "luck", "chance")),
            Breach::DealtByTheMover => {
                infos.push(FeatureInfo::categories(Role::Dealt, "luck", "luck", "chance"));
            }
            _ => {}
        }
        infos
    }

    fn about() -> GameTexts {
        Kuhn::about()
    }

    fn new(options: NoSettings) -> Result<Self, Vec<Fault>> {
        Ok(Self { kuhn: Kuhn::new(options)?, breach: Breach::Nothing })
    }

    fn notation(&self, state: &State, action: Action, viewer: Viewer) -> String {
        let action = if self.is(Breach::OneNotationForTwo) { Action::Bet } else { action };
        self.kuhn.notation(state, action, viewer)
    }

    fn parse(&self, state: &State, notation: &str) -> Result<Action, NotationError> {
        assert!(!(self.is(Breach::ReaderPanics) && notation.starts_with('{')), "an unexpected brace");
        self.kuhn.parse(state, notation)
    }

    fn scores(&self, state: &State, viewer: Viewer) -> BySeat<i32> {
        let leak = self.is(Breach::ScoresTellAll) && state.deal.is_some_and(|deal| deal.higher() == Seat(0));
        if leak { BySeat::from_fn(2, |_| 7) } else { self.kuhn.scores(state, viewer) }
    }

    fn is_deal(&self, deal: &Deal) -> bool {
        !self.is(Breach::NeverDeals) && self.kuhn.is_deal(deal)
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing {
            pieces: |rules| rules.kuhn.pieces(),
            layout: |rules, state, viewer| {
                rules
                    .kuhn
                    .layout(state, if rules.is(Breach::LayoutShowsAll) { Viewer::Replay } else { viewer })
            },
            picks: |rules, state, action| rules.kuhn.picks(state, action),
            meant: |rules, state| rules.kuhn.meant(state),
            stages: |rules, before, ply| rules.kuhn.stages(before, &Self::ply(ply)),
            sheet: |rules, state, viewer| rules.kuhn.sheet(state, viewer),
            opening: |rules| rules.kuhn.opening(),
            texts: Kuhn::texts,
            told: |rules, state, action, viewer| rules.kuhn.told(state, action, viewer),
        })
    }
}

/// The law that notices.
fn caught_by(breach: Breach) -> Option<&'static str> {
    let broken = Broken { kuhn: Kuhn::default(), breach };
    examine(&broken, None, 1, 30).err().map(|found| found.law)
}

/// The law that has to notice, of every breach.
fn law(breach: Breach) -> Option<&'static str> {
    use Breach::*;
    Some(match breach {
        Nothing => return None,
        MovesDescend | MoveMissing | RefusalSpoilsState | RandomMoveBiased => "moves",
        OneNotationForTwo | ReaderPanics => "notation",
        DealBiased | DealWithoutWeight | NeverDeals => "chance",
        SharesTooMany => "ends",
        DealtByMoves | DealtByTheMover => "dealt",
        LayoutShowsAll | ScoresTellAll | SetUpTellsAll | InfoKeyKnowsAll | WorldIgnoresCard
        | NeverDiscloses | HidesNothing | HandsAreChance | HalfTheWorlds | OneWorldCounted
        | OneWorldTooMany => "knowledge",
        HistoryIgnoresCard => "history",
        BelievesEverything => "forged",
        KeyForgetsCards => "keys",
    })
}

#[test]
fn every_breach_is_caught_by_its_law_and_the_unbroken_game_passes() {
    let noticed = Breach::VARIANTS.iter().map(|breach| (*breach, law(*breach), caught_by(*breach)));
    let otherwise: Vec<_> = noticed.filter(|(_, law, found)| found != law).collect();
    assert_eq!(otherwise, [], "a breach, its law, and the law that noticed");
}

/// Laws that take more than a broken game of Kuhn poker to break.
const BROKEN_ELSEWHERE: [&str; 3] = ["alike", "shown", "table"];

#[test]
fn every_law_is_broken_by_some_breach() {
    let mut broken: BTreeSet<_> = Breach::VARIANTS.iter().filter_map(|breach| law(*breach)).collect();
    broken.extend(BROKEN_ELSEWHERE);
    assert_eq!(broken, LAWS.into());
}
