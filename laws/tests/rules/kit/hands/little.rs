//! A small game of every shape in which cards can be dealt.

use tapis_games::hands::{Deal, HiddenHands, Shape};
use tapis_games::hash::hash_of;
use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;
use tapis_games::refusal::Text;
use tapis_games::words::Words;

/// Eight cards: four of clubs, four of diamonds.
const PACK: Cards = Cards::from_bits(0x01e0_01e0);
const SEATS: usize = 2;
/// A game ends after so many moves at the latest.
const LONGEST: u8 = 14;

/// How cards are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The whole pack; who can plays the suit of the card before.
    #[default]
    Whole,
    /// Two cards each and one turned up; who cannot match it draws from the stock, which the cards played make anew.
    Stock,
    /// Two cards each and two that lie open, to be taken; hands count at the end.
    Market,
    /// Two hands of two cards each; who can plays the suit of the card before from the first, as long as it has any.
    Two,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = LittleOptions)]
pub struct Options {
    pub kind: Kind,
}

#[derive(Clone, Debug, Default)]
pub struct Little {
    options: Options,
}

tapis_games::observe_hidden_hands!(Little);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    pub hands: Vec<Cards>,
    pub lacks: Vec<Cards>,
    pub market: Cards,
    pub mover: Seat,
    pub played: Cards,
    pub plies: u8,
    pub drawing: bool,
    pub dealt: bool,
    pub over: bool,
    pub top: Option<Card>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = LittleMove)]
pub enum Move {
    Play { hand: usize, card: Card },
    Take { card: Card },
    Draw {},
}

impl Little {
    fn is(&self, kind: Kind) -> bool {
        self.options.kind == kind
    }

    /// What fits the card on top.
    fn fitting(&self, top: Card) -> Cards {
        let rank = PACK.iter().filter(|card| card.rank() == top.rank()).collect::<Cards>();
        let suit = PACK & Cards::suited(top.suit());
        if self.is(Kind::Stock) { suit | rank } else { suit }
    }

    fn playable(&self, state: &State, hand: usize) -> Cards {
        let cards = state.hands[state.mover.index() + hand * SEATS];
        let fit = state.top.map_or(cards, |top| cards & self.fitting(top));
        match self.options.kind {
            Kind::Market => cards,
            Kind::Stock => fit,
            _ if hand > 0 || fit.is_empty() => cards,
            _ => fit,
        }
    }

    fn ends(&self, state: &State) -> bool {
        let empty =
            |seat: usize| (seat..state.hands.len()).step_by(SEATS).all(|hand| state.hands[hand].is_empty());
        let out = if self.is(Kind::Stock) { (0..SEATS).any(empty) } else { (0..SEATS).all(empty) };
        out || state.plies >= LONGEST || self.legal(state).is_empty()
    }

    fn legal(&self, state: &State) -> Vec<Move> {
        let first = self.playable(state, 0);
        let mut moves: Vec<_> = first.iter().map(|card| Move::Play { hand: 0, card }).collect();
        if self.is(Kind::Two) && state.hands[state.mover.index()].is_empty() {
            moves.extend(self.playable(state, 1).iter().map(|card| Move::Play { hand: 1, card }));
        }
        moves.extend(state.market.iter().map(|card| Move::Take { card }));
        if self.is(Kind::Stock) && first.is_empty() {
            moves.push(Move::Draw {});
        }
        moves
    }
}

impl Game for Little {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> State {
        let hands = vec![Cards::default(); if self.is(Kind::Two) { 4 } else { 2 }];
        let (none, mover) = (Cards::default(), Seat(0));
        State {
            lacks: hands.clone(),
            hands,
            market: none,
            mover,
            played: none,
            plies: 0,
            drawing: false,
            dealt: false,
            over: false,
            top: None,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            _ if state.over => Turn::Over,
            _ if !state.dealt || state.drawing => Turn::Chance,
            _ => Turn::Player(state.mover),
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if matches!(self.turn(state), Turn::Player(_)) { self.legal(state) } else { Vec::new() }
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        let at = state.mover.index() + self.hand_of(mv) * SEATS;
        state.lacks[at] = state.lacks[at] | self.denies(state, mv);
        state.plies += 1;
        match mv {
            Move::Play { card, .. } => {
                state.hands[at] = state.hands[at].without(card);
                state.played = state.played | card;
                state.top = Some(card);
                state.mover = state.mover.next(SEATS);
            }
            Move::Take { card } => {
                state.hands[at] = state.hands[at] | card;
                state.market = state.market.without(card);
                state.drawing = !self.stock(state).is_empty();
                state.mover = state.mover.next(SEATS);
            }
            Move::Draw {} => {
                let top: Cards = state.top.into_iter().collect();
                if self.stock(state).is_empty() {
                    state.played = top;
                }
                state.drawing = !self.stock(state).is_empty();
                state.over = !state.drawing;
            }
        }
        // Where hands count they are laid open by the move itself.
        state.drawing &= state.plies < LONGEST;
        state.over |= self.ends(state) && !state.drawing;
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
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
        for (hand, cards) in state.hands.iter_mut().zip(&deal.hands) {
            *hand = *hand | *cards;
        }
        let drawn = deal.hands.iter().position(|cards| !cards.is_empty());
        if let Some(hand) = drawn.filter(|_| state.drawing) {
            state.lacks[hand] = Cards::default();
        }
        let turned: Cards = deal.turned.iter().copied().collect();
        match self.options.kind {
            Kind::Market => state.market = state.market | turned,
            _ if deal.anew => {
                state.top = deal.turned.first().copied();
                state.played = turned;
            }
            _ => {}
        }
        (state.dealt, state.drawing) = (true, false);
        state.over = self.ends(state);
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let score = |seat: Seat| {
            if self.is(Kind::Market) {
                state.hands[seat.index()].iter().map(|card| i32::from(card.rank())).sum()
            } else {
                0
            }
        };
        let scores = BySeat::from_fn(SEATS, |seat| if state.over { score(seat) } else { 0 });
        Payoffs::ranked(scores, &BySeat::from_fn(SEATS, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        state.over.then(|| self.payoffs(state).scores)
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl HiddenHands for Little {
    fn hands<'a>(&self, state: &'a State) -> &'a [Cards] {
        &state.hands
    }

    fn hands_mut<'a>(&self, state: &'a mut State) -> &'a mut [Cards] {
        &mut state.hands
    }

    fn pack(&self) -> Cards {
        PACK
    }

    fn deals(&self, state: &State) -> Shape {
        match self.options.kind {
            Kind::Whole => Shape::whole(PACK, SEATS, Seat(0)),
            Kind::Two => Shape::deal(PACK, SEATS, 0).giving([2, 2, 2, 2]),
            Kind::Stock if state.dealt => Shape::draw(self.stock(state), SEATS, state.mover, 1),
            Kind::Stock => Shape::deal(PACK, SEATS, 2).turning_up(1),
            Kind::Market if state.dealt => Shape::turn_up(self.stock(state), SEATS, 1),
            Kind::Market => Shape::deal(PACK, SEATS, 2).turning_up(2),
        }
    }

    fn shown(&self, state: &State) -> Cards {
        state.played | state.market
    }

    fn shows(&self, mv: Move) -> Cards {
        match mv {
            Move::Play { card, .. } => card.into(),
            _ => Cards::default(),
        }
    }

    fn hand_of(&self, mv: Move) -> usize {
        if let Move::Play { hand, .. } = mv { hand } else { 0 }
    }

    fn denies(&self, state: &State, mv: Move) -> Cards {
        let all = state.top.map_or_else(Cards::default, |top| self.fitting(top));
        match (self.options.kind, mv) {
            (Kind::Stock, Move::Draw {}) => all,
            (Kind::Whole | Kind::Two, Move::Play { hand: 0, card }) if !all.contains(card) => all,
            _ => Cards::default(),
        }
    }

    fn lays_open(&self, state: &State) -> bool {
        self.is(Kind::Market) && state.over
    }
}

impl Published for Little {
    const ID: &'static str = "little";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type MoveArgs = Move;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Little",
            text: || Text::new("Small.", "Petit."),
            min_players: 2,
            max_players: 2,
            notation: &["play 7c"],
        }
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Ok(Self { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, _: &State, mv: Move, _: Viewer) -> String {
        match mv {
            Move::Play { hand: 0, card } => format!("play {card}"),
            Move::Play { card, .. } => format!("second {card}"),
            Move::Take { card } => format!("take {card}"),
            Move::Draw {} => "draw".to_owned(),
        }
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(notation);
        let verb = words.next();
        let mv = match verb.text {
            "play" => Move::Play { hand: 0, card: words.next().read()? },
            "second" => Move::Play { hand: 1, card: words.next().read()? },
            "take" => Move::Take { card: words.next().read()? },
            "draw" => Move::Draw {},
            _ => return Err(verb.wrong(said("form").with("form", "play 7c"))),
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
