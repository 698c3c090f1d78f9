//! `cargo xtask check-game` tells of a law that breaks as late as ply 300: one sentence with what, where and what would be right.

use std::process::Command;

use tapis_games::hands::{Deal, HiddenHands, Shape};
use tapis_games::hash::hash_of;
use tapis_games::playing_card::Cards;
use tapis_games::prelude::*;
use tapis_games::refusal::Text;
use tapis_games::words::Words;
use tapis_testkit::conformance::{conform, meaning};
use tapis_testkit::ruleset;

const SEATS: usize = 2;
/// Two clubs and two diamonds, of which each seat holds one.
const PACK: Cards = Cards::from_bits(0x0060_0060);
/// From this ply on the law is broken.
const LATE: u16 = 300;
const LENGTH: u16 = 304;

/// What is wrong with the game, late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Breach {
    #[default]
    Nothing,
    /// Moves are listed in the wrong order.
    Descends,
    /// A listed move is refused.
    Refuses,
    /// A move depends on the hidden card of the other seat.
    Peeks,
    /// The rules panic.
    Panics,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = LateOptions)]
struct Options {
    breach: Breach,
}

/// Both nod or wait until the game is over.
#[derive(Clone, Debug, Default)]
struct Late {
    options: Options,
}

tapis_games::observe_hidden_hands!(Late);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = LateState)]
struct State {
    hands: Vec<Cards>,
    plies: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = LateMove)]
enum Move {
    Nod {},
    Wait {},
}

impl Late {
    fn breaks(&self, state: &State, breach: Breach) -> bool {
        self.options.breach == breach && state.plies >= LATE
    }

    fn mover(state: &State) -> Seat {
        Seat((state.plies % 2) as u8)
    }
}

impl Game for Late {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> State {
        State { hands: vec![Cards::default(); SEATS], plies: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            _ if state.hands[0].is_empty() => Turn::Chance,
            _ if state.plies == LENGTH => Turn::Over,
            _ => Turn::Player(Self::mover(state)),
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let clubs = PACK & Cards::suited(0);
        let other = state.hands[Self::mover(state).next(SEATS).index()];
        match self.turn(state) {
            Turn::Player(_) if self.breaks(state, Breach::Descends) => vec![Move::Wait {}, Move::Nod {}],
            Turn::Player(_) if self.breaks(state, Breach::Peeks) && (other & clubs).is_empty() => {
                vec![Move::Wait {}]
            }
            Turn::Player(_) => vec![Move::Nod {}, Move::Wait {}],
            _ => Vec::new(),
        }
    }

    fn play_unchecked(&self, state: &mut State, _: Move) {
        assert!(!self.breaks(state, Breach::Panics), "a rule that nobody thought of");
        state.plies += 1;
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        let is_refused = self.breaks(state, Breach::Refuses) && mv == Move::Nod {};
        if is_refused || !self.legal_moves(state).contains(&mv) {
            return Err(Refusal::new("no", "no", "play a legal move", "jouez un coup légal"));
        }
        self.play_unchecked(state, mv);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        Deal::draw(&self.deals(state), rng)
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        if self.turn(state) != Turn::Chance || !deal.fits(&self.deals(state)) {
            return Err(Refusal::impossible_chance("no"));
        }
        state.hands = deal.hands.to_vec();
        Ok(())
    }

    fn payoffs(&self, _: &State) -> Payoffs {
        Payoffs::ranked(BySeat::from_fn(SEATS, |_| 0), &BySeat::from_fn(SEATS, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.turn(state) == Turn::Over).then(|| self.payoffs(state).scores)
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl HiddenHands for Late {
    fn hands<'a>(&self, state: &'a State) -> &'a [Cards] {
        &state.hands
    }

    fn hands_mut<'a>(&self, state: &'a mut State) -> &'a mut [Cards] {
        &mut state.hands
    }

    fn pack(&self) -> Cards {
        PACK
    }

    fn deals(&self, _: &State) -> Shape {
        Shape::deal(PACK, SEATS, 1)
    }

    fn shown(&self, _: &State) -> Cards {
        Cards::default()
    }

    fn shows(&self, _: Move) -> Cards {
        Cards::default()
    }

    fn denies(&self, _: &State, _: Move) -> Cards {
        Cards::default()
    }
}

impl Published for Late {
    const ID: &'static str = "late";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type MoveArgs = Move;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Late",
            text: || Text::new("Long.", "Long."),
            min_players: 2,
            max_players: 2,
            notation: &["nod", "wait"],
        }
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Ok(Self { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, _: &State, mv: Move, _: Viewer) -> String {
        if mv == (Move::Nod {}) { "nod".to_owned() } else { "wait".to_owned() }
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(notation);
        let verb = words.next();
        let mv = match verb.text {
            "nod" => Move::Nod {},
            "wait" => Move::Wait {},
            _ => return Err(verb.wrong(said("form").with("form", "nod"))),
        };
        words.end()?;
        Ok(mv)
    }

    fn move_args(&self, _: &State, mv: Move) -> Move {
        mv
    }

    fn document(&self, state: &State) -> State {
        state.clone()
    }

    fn is_deal(&self, deal: &Deal) -> bool {
        deal.anew
    }

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(SEATS, |_| vec![Feature::number("plies", end.plies)])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "plies", "Moves", "Coups")]
    }
}

/// The game that is wrong in the way that `TAPIS_LATE` says, or in none.
#[test]
fn late() {
    let options = std::env::var("TAPIS_LATE").unwrap_or_else(|_| "{}".to_owned());
    conform(&ruleset::<Late>(&options), 1, 1);
}

/// What `check-game` reads of the game that is wrong in this way: the broken laws, each a sentence.
fn told(breach: Breach) -> Vec<String> {
    let options = serde_json::to_string(&Options { breach }).expect("options");
    let (_, module) = module_path!().split_once("::").expect("a module of a program");
    let check = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", &format!("{module}::late"), "--nocapture", "--test-threads", "1"])
        .envs([("TAPIS_LATE", options.as_str()), ("TAPIS_CHECK_GAME", "late"), ("TAPIS_CHECK_SECONDS", "1")])
        .output()
        .expect("this program");
    let out = String::from_utf8(check.stdout).expect("text");
    assert!(out.contains("\n@checked "), "{out}");
    out.lines().filter_map(|line| line.strip_prefix("@broken ")).map(str::to_owned).collect()
}

#[test]
fn a_law_that_breaks_at_ply_300_is_told_in_a_sentence() {
    let where_it_is = |breach: &str| format!(r#": late {{"breach":"{breach}"}}, seed 1, game 0, ply 30"#);
    for (breach, name, law, found) in [
        (Breach::Descends, "descends", "moves", "0: not ascending: [Wait, Nod]."),
        (Breach::Refuses, "refuses", "play", "3: Nod is listed, but refused: no: play a legal move."),
        (
            Breach::Peeks,
            "peeks",
            "knowledge",
            "2: the legal moves of Seat(0) differ: [Wait], but [Nod, Wait]; one of the two worlds has",
        ),
        (Breach::Panics, "panics", "play", "1: the rules panic: a rule that nobody thought of."),
    ] {
        let told = told(breach);
        let sentence = format!("`{law}` ({}){}{found}", meaning(law), where_it_is(name));
        assert!(told.first().is_some_and(|told| told.starts_with(&sentence)), "{told:#?} is not {sentence}");
    }
    assert_eq!(told(Breach::Nothing), [""; 0]);
}
