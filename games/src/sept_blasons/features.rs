//! What designers count.

use super::SeptBlasons;
use super::card::{Family, Power};
use super::moves::Move;
use super::state::{Phase, State};
use crate::feature::{Feature, FeatureInfo, FeatureKind};
use crate::game::Game;
use crate::log::Ply;
use crate::refusal::Text;
use crate::seat::{BySeat, MAX_SEATS, Seat};

/// Running counts of one seat.
#[derive(Clone, Copy, Default)]
struct Counts {
    won_with: u8,
    tricks: i64,
    powers: [i64; 6],
    on_others: i64,
    gained: i64,
    lost: i64,
    stolen_powers: i64,
    malandrin: [i64; 3],
    free_draws: i64,
    free_reveals: i64,
    activations: i64,
    led: i64,
    led_and_won: i64,
}

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {
    seats: [Counts; MAX_SEATS],
    nobody: i64,
    first: Option<Seat>,
}

impl SeptBlasons {
    pub(super) fn count(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        let Some((seat, mv)) = ply.action else {
            tally.first = Some(after.trick.leader());
            return;
        };
        self.count_action(&mut tally.seats[seat.index()], before, seat, mv);
        self.count_tokens(tally, before, seat, mv);
        let ended = after.round != before.round || after.trick_no != before.trick_no;
        if ended {
            self.count_trick(tally, before, mv);
        }
    }

    fn count_action(&self, counts: &mut Counts, before: &State, seat: Seat, mv: Move) {
        match (before.phase, mv) {
            (_, Move::Play(_, Some(_))) => counts.activations += 1,
            (_, Move::Value(_)) => counts.malandrin[0] += 1,
            (_, Move::Power(_)) => counts.malandrin[1] += 1,
            (_, Move::Itself) => counts.malandrin[2] += 1,
            (Phase::Free, Move::Draw(_)) => counts.free_draws += 1,
            (Phase::Free, Move::Reveal(_)) => counts.free_reveals += 1,
            _ => {}
        }
        if let Phase::Power(place) = before.phase
            && let Some((power, _)) = before.trick.power_at(usize::from(place), self.religieux())
        {
            counts.powers[power as usize] += 1;
            counts.stolen_powers += i64::from(before.trick.seat(usize::from(place)) != seat);
        }
    }

    /// Tokens each area gained and lost by the move, counted from what lies there.
    fn count_tokens(&self, tally: &mut Tally, before: &State, seat: Seat, mv: Move) {
        let mut after = before.clone();
        self.play_unchecked(&mut after, mv);
        if after.round != before.round || after.trick_no != before.trick_no {
            return;
        }
        for area in Seat::all(self.seats()) {
            let ids = |state: &State| state.tokens.area(area).map(|token| token.id).collect::<Vec<_>>();
            let (had, has) = (ids(before), ids(&after));
            let gained = has.iter().filter(|id| !had.contains(id)).count() as i64;
            let lost = had.iter().filter(|id| !has.contains(id)).count() as i64;
            tally.seats[area.index()].gained += gained;
            tally.seats[area.index()].lost += lost;
            tally.seats[seat.index()].on_others += i64::from(area != seat && gained + lost > 0);
        }
    }

    fn count_trick(&self, tally: &mut Tally, before: &State, mv: Move) {
        let mut trick = before.trick;
        if let Phase::Power(_) = before.phase
            && let (Move::Value(from), Some(seat)) = (mv, self.decider(before))
        {
            trick.rob_value(from, seat);
        }
        if let Move::Play(character, action) = mv {
            trick.lay(character, action);
        }
        tally.seats[trick.leader().index()].led += 1;
        match trick.winner(self.options.ties, &self.values) {
            None => tally.nobody += 1,
            Some(winner) => {
                let counts = &mut tally.seats[winner.index()];
                counts.tricks += 1;
                counts.led_and_won += i64::from(trick.leader() == winner);
                if let Some(laid) = trick.card_of(winner) {
                    counts.won_with |= 1 << (laid.character.0 & 7);
                }
            }
        }
    }

    pub(super) fn feature_values(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |seat| {
            let counts = &tally.seats[seat.index()];
            let mut features = vec![
                Feature::number("tricks_won", counts.tricks),
                Feature::number("tricks_nobody_won", tally.nobody),
                Feature::number("tricks_led", counts.led),
                Feature::number("tricks_led_and_won", counts.led_and_won),
                Feature::number("tokens_gained", counts.gained),
                Feature::number("tokens_lost", counts.lost),
                Feature::number("powers_on_others", counts.on_others),
                Feature::number("powers_stolen", counts.stolen_powers),
                Feature::number("malandrin_value", counts.malandrin[0]),
                Feature::number("malandrin_power", counts.malandrin[1]),
                Feature::number("malandrin_itself", counts.malandrin[2]),
                Feature::number("free_action_draw", counts.free_draws),
                Feature::number("free_action_reveal", counts.free_reveals),
                Feature::number("bourgeoisie_used", counts.activations),
                Feature::number("led_first", i64::from(tally.first == Some(seat))),
            ];
            let names = POWERS.iter().zip(counts.powers);
            features.extend(names.map(|(&(_, name), used)| Feature::number(name, used)));
            let won = (0..8).filter(|c| counts.won_with >> c & 1 == 1);
            features.extend(won.map(|c: u8| Feature::category("trick_won_with", CHARACTERS[usize::from(c)])));
            features.extend(
                self.scoring_family(end, seat)
                    .map(|family| Feature::category("score_family", family_name(family))),
            );
            features
        })
    }

    /// The family that made the seat's points in the last round.
    fn scoring_family(&self, end: &State, seat: Seat) -> Option<Family> {
        let shown = end.tokens.shown(seat);
        let own = end.families[seat.index()];
        let product =
            |family: Family| i32::from(shown[family.index()]) * self.sum(end.collected[seat.index()], family);
        let best = Family::ALL
            .into_iter()
            .filter(|&f| f != own)
            .max_by_key(|&f| (product(f), std::cmp::Reverse(f)))?;
        (product(best) > 0).then_some(best)
    }
}

const CHARACTERS: [&str; 8] =
    ["malandrin", "manant", "menetrier", "magistrat", "religieux", "intendant", "bourgeoise", "bourgeois"];

const POWERS: [(Power, &str); 6] = [
    (Power::Malandrin, "power_malandrin"),
    (Power::Manant, "power_manant"),
    (Power::Menetrier, "power_menetrier"),
    (Power::Magistrat, "power_magistrat"),
    (Power::Religieux, "power_religieux"),
    (Power::Intendant, "power_intendant"),
];

fn family_name(family: Family) -> String {
    serde_json::to_value(family).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn infos() -> Vec<FeatureInfo> {
    let number =
        |name, en: &str, fr: &str| FeatureInfo { name, kind: FeatureKind::Number, text: Text::new(en, fr) };
    let categories = |name, en: &str, fr: &str| FeatureInfo {
        name,
        kind: FeatureKind::Categories,
        text: Text::new(en, fr),
    };
    let mut infos = vec![
        number("tricks_won", "tricks won", "plis remportés"),
        number("tricks_nobody_won", "tricks of the game nobody won", "plis de la partie non attribués"),
        number("tricks_led", "tricks led", "entames"),
        number("tricks_led_and_won", "tricks led and won", "plis entamés et remportés"),
        number("tokens_gained", "tokens that came into the area", "blasons arrivés devant soi"),
        number("tokens_lost", "tokens that left the area", "blasons partis de devant soi"),
        number("powers_on_others", "moves that changed another area", "coups touchant un autre joueur"),
        number("powers_stolen", "powers of other seats used", "pouvoirs d'autrui utilisés"),
        number("malandrin_value", "malandrin: value taken", "malandrin : valeur prise"),
        number("malandrin_power", "malandrin: power taken", "malandrin : pouvoir pris"),
        number("malandrin_itself", "malandrin: itself", "malandrin : lui-même"),
        number("free_action_draw", "free actions: token drawn", "actions gratuites : blason pris"),
        number("free_action_reveal", "free actions: token turned up", "actions gratuites : blason retourné"),
        number("bourgeoisie_used", "bourgeoisie cards activated", "cartes bourgeoisie activées"),
        number("led_first", "1 for the first leader of the game", "1 pour la première entame de la partie"),
        categories("trick_won_with", "characters that won a trick", "personnages ayant remporté un pli"),
        categories(
            "score_family",
            "family that scored in the last round",
            "famille comptée à la dernière manche",
        ),
    ];
    infos.extend(
        POWERS.iter().map(|&(_, name)| number(name, "times this power was used", "usages de ce pouvoir")),
    );
    infos
}
