//! What learned values see of a position. Points are relative to [`SAFE_LEAD`], tokens to those of a day.

use arrayvec::ArrayVec;
use tapis_games::game::{Game, Turn};
use tapis_games::parbourg::{CardSet, Kind, Parbourg, State};
use tapis_games::seat::{MAX_SEATS, Seat};

use super::{SAFE_LEAD, TOKENS, chances};
use crate::heuristics::inputs::inputs;

/// What one seat has.
#[derive(Clone, Copy, Default)]
struct Side {
    tokens: f32,
    tie_break: f32,
    points: f32,
    cards: f32,
    laid: f32,
    /// Sums of the hand's bets: in the colour of the challenge, in those of the day to come, and in all.
    now: f32,
    today: f32,
    all: f32,
    /// The two greatest bets in the colour of the challenge.
    best: [f32; 2],
    buildings: f32,
    bonus: f32,
}

impl Side {
    fn of(rules: &Parbourg, state: &State, seat: Seat) -> Self {
        let (at, colour) = (seat.index(), state.colour().index());
        let won = state.won[at];
        let mut side = Self {
            tokens: won.iter().map(|&n| f32::from(n)).sum(),
            tie_break: won.iter().copied().max().map_or(0.0, f32::from),
            points: rules.points(state, seat) as f32,
            cards: state.hand(seat).len() as f32,
            laid: state.row(seat).count() as f32,
            buildings: state.buildings[at].len() as f32,
            bonus: state.day_bonus[at].iter().map(|&n| f32::from(n)).sum(),
            ..Self::default()
        };
        let to_come = state.tokens.get(usize::from(state.challenge)..).unwrap_or_default();
        for card in state.hand(seat).iter() {
            let bets = rules.deck().card(card).bets.map(f32::from);
            side.now += bets[colour];
            side.today += to_come.iter().map(|colour| bets[colour.index()]).sum::<f32>();
            side.all += bets.iter().sum::<f32>();
            let [first, second] = &mut side.best;
            if bets[colour] > *first {
                (*first, *second) = (bets[colour], *first);
            } else {
                *second = second.max(bets[colour]);
            }
        }
        side
    }
}

/// All seats, seen from one of them.
struct Table {
    sides: ArrayVec<Side, MAX_SEATS>,
    own: Side,
    seat: Seat,
}

impl Table {
    fn of(rules: &Parbourg, state: &State, seat: Seat) -> Self {
        let sides: ArrayVec<_, MAX_SEATS> =
            Seat::all(rules.seats()).map(|seat| Side::of(rules, state, seat)).collect();
        Self { own: sides[seat.index()], sides, seat }
    }

    fn others(&self) -> impl Iterator<Item = &Side> {
        self.sides.iter().enumerate().filter(|(other, _)| *other != self.seat.index()).map(|(_, side)| side)
    }

    fn lead(&self, of: impl Fn(&Side) -> f32) -> f32 {
        of(&self.own) - self.others().map(&of).fold(f32::NEG_INFINITY, f32::max)
    }

    fn over(&self, of: impl Fn(&Side) -> f32) -> f32 {
        of(&self.own) - self.others().map(&of).sum::<f32>() / (self.sides.len() - 1).max(1) as f32
    }
}

inputs! {
    // `lead`: of the seat minus the best other one; `over`: minus the others' mean.
    fn fill(rules: &Parbourg, state: &State, seat: Seat) {
        let seats = rules.seats();
        let table = Table::of(rules, state, seat);
        let own = &table.own;
        let is = |so: bool| f32::from(u8::from(so));
        let bounded = |points: f32| (points / SAFE_LEAD as f32).clamp(-4.0, 4.0) / 2.0;
        let decided: f32 = table.sides.iter().map(|side| side.tokens).sum();
        let left = (TOKENS as f32 - decided).max(0.0);
        let tokens_lead = table.lead(|side| side.tokens);
        let under_way = state.day > 0 && state.challenge < 4;
        let points_lead = table.lead(|side| side.points);
        let stands = is(under_way && state.stands(seat));
        let standing = Seat::all(seats).filter(|&other| other != seat && state.stands(other)).count() as f32;
        let decides = rules.turn(state) == Turn::Player(seat);
        let to_move = is(under_way && state.mover == seat && state.stands(seat));
        let reach = (own.best[0] + own.best[1]) * stands;
        let [events, ephemerals, alchemies, buildings] = kinds(rules, state.hand(seat));
    }
    "phase": (decided / TOKENS as f32).min(1.0),
    "tokens_lead": tokens_lead / 4.0,
    "tokens_over": table.over(|side| side.tokens) / 4.0,
    "tokens_lead_by_left": tokens_lead / (1.0 + left).sqrt() / 2.0,
    "tie_break_over": table.over(|side| side.tie_break) / 4.0,
    "certain": is(tokens_lead > left) - is(-tokens_lead > left),
    "under_way": is(under_way),
    "chance": chances(rules, state)[seat] as f32,
    "points_lead": bounded(points_lead),
    "points_lead_small": points_lead.clamp(-1.0, 1.0),
    "points": bounded(own.points),
    "initiative": initiative(rules, state, seat),
    "stands": stands,
    "others_stand": standing / (seats - 1).max(1) as f32,
    "lead_to_lying": is(under_way && standing == 0.0) * bounded(points_lead),
    "alone_standing": is(standing == 0.0) * stands,
    "to_move": to_move,
    "to_move_behind": to_move * is(points_lead <= 0.0),
    "to_move_reach": to_move * bounded(points_lead + reach),
    "decides": is(decides),
    "last": is(decides && state.last),
    "actions": to_move * f32::from(state.actions) / 2.0,
    "cards": own.cards / 8.0,
    "cards_over": table.over(|side| side.cards) / 8.0,
    "laid_over": table.over(|side| side.laid) / 4.0,
    "hand_now": bounded(own.now) / 2.0,
    "hand_now_over": bounded(table.over(|side| side.now)) / 2.0,
    "hand_best_now": own.best[0] / 8.0,
    "hand_two_best_now": (own.best[0] + own.best[1]) / 16.0,
    "reach": bounded(reach),
    "reach_lead": bounded(table.lead(|side| side.points + side.best[0] + side.best[1])),
    "hand_today_over": table.over(|side| side.today) / 64.0,
    "hand_all_over": table.over(|side| side.all) / 96.0,
    "hand_events": events,
    "hand_ephemerals": ephemerals,
    "hand_alchemies": alchemies,
    "hand_buildings": buildings,
    "buildings_over": table.over(|side| side.buildings) / 4.0,
    "day_bonus_over": table.over(|side| side.bonus) / 4.0,
}

/// The score of the seat's henchman, in hundredths; 0 without one.
fn initiative(rules: &Parbourg, state: &State, seat: Seat) -> f32 {
    let henchman = state.henchmen[seat.index()].first();
    henchman.map_or(0.0, |&of| f32::from(rules.deck().henchman(of).initiative)) / 99.0
}

/// The events, ephemeral cards, alchemies and buildings of a hand, in fours.
fn kinds(rules: &Parbourg, hand: CardSet) -> [f32; 4] {
    let mut kinds = [0.0; 4];
    for card in hand.iter() {
        match rules.deck().card(card).kind {
            Kind::Bet => {}
            Kind::BetAndEvent | Kind::BetOrEvent => kinds[0] += 0.25,
            Kind::Ephemeral => kinds[1] += 0.25,
            Kind::Alchemy => kinds[2] += 0.25,
            Kind::Building => kinds[3] += 0.25,
        }
    }
    kinds
}
