//! [`Published`]: what people see.

use tapis_games::game::Showing;
use tapis_games::prelude::*;

use crate::Ecarte;
use crate::moves::{Move, read, write};
use crate::rules::Chance;
use crate::shown::TEXTS;
use crate::state::State;

/// The options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = EcarteOptions)]
pub struct Options {
    /// The points that win the game.
    #[schema(minimum = 2, maximum = 11)]
    pub points: u8,
    /// The seat that deals the first hand; drawn when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1)]
    pub first_dealer: Option<u8>,
    /// Whether the dealer scores a king it turns up.
    pub king_turned: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { points: 5, first_dealer: None, king_turned: true }
    }
}

impl Published for Ecarte {
    const ID: &'static str = "ecarte";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type MoveArgs = Move;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Écarté",
            en: "Exchange cards as long as both want to, then take three of five tricks. For two.",
            fr: "Échangez des cartes tant que les deux le veulent, puis faites trois levées sur cinq. À deux.",
            min_players: 2,
            max_players: 2,
            notation: &["propose | stand", "accept | refuse", "discard 9d 7h | keep", "play Kh"],
        }
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        let (points, dealer) = (options.points, options.first_dealer);
        let points = Fault::unless(
            (2..=11).contains(&points),
            "/points",
            said("value_bounds").with("value", points).with("least", 2).with("most", 11),
        );
        let dealer = Fault::unless(dealer.is_none_or(|seat| seat < 2), "/first_dealer", said("seat_0_1"));
        Fault::none([points, dealer].into_iter().flatten())?;
        Ok(Self { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, state: &State, mv: Move, viewer: Viewer) -> String {
        write(mv, viewer.knows_as(state.mover))
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Move, NotationError> {
        read(notation)
    }

    fn move_args(&self, _: &State, mv: Move) -> Move {
        mv
    }

    fn document(&self, state: &State) -> State {
        *state
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        // The deal passes in turn: in odd hands the elder hand is that of the first.
        let first = if end.round % 2 == 1 { end.elder() } else { end.dealer };
        BySeat::from_fn(2, |seat| {
            vec![Feature::turn_order(first, seat, 2), Feature::number("points", end.points[seat.index()])]
        })
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        FeatureInfo::list(&TEXTS, &[(Role::Consequence, "points")], &[], &[])
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }
}
