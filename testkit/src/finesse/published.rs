//! What people see of the finesse.

use tapis_games::hands::Deal;
use tapis_games::open::NoSettings;
use tapis_games::playing_card::Card;
use tapis_games::prelude::*;
use tapis_games::refusal::Text;
use tapis_games::words::Words;

use super::{Finesse, Move, NORTH, SOUTH, State};

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = FinesseMove)]
pub enum Parts {
    /// A card is played.
    Play {
        /// Which.
        card: Card,
    },
    /// Declarer turns to the other suit.
    OtherSuit {},
}

impl Published for Finesse {
    const ID: &'static str = "finesse";
    const RULES_VERSION: u32 = 1;

    type Options = NoSettings;
    type MoveArgs = Parts;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Finesse",
            text: || {
                Text::new(
                    "One suit of bridge with a two-way finesse.",
                    "Une couleur de bridge avec une double impasse.",
                )
            },
            min_players: 2,
            max_players: 2,
            notation: &["play Qs", "other suit"],
        }
    }

    fn new(settings: NoSettings) -> Result<Self, Vec<Fault>> {
        Ok(Self { settings })
    }

    fn options(&self) -> &NoSettings {
        &self.settings
    }

    fn notation(&self, _: &State, mv: Move, _: Viewer) -> String {
        match mv {
            Move::Play(_, card) => format!("play {card}"),
            Move::OtherSuit => "other suit".to_owned(),
        }
    }

    /// A card that is led comes from the hand in which it lies, South's where it lies in neither.
    fn parse(&self, state: &State, notation: &str) -> Result<Move, NotationError> {
        if notation == "other suit" {
            return Ok(Move::OtherSuit);
        }
        let mut words = Words::new(notation);
        let verb = words.next();
        if verb.text != "play" {
            return Err(verb.wrong(said("form").with("form", "play Qs")));
        }
        let card = words.next().read()?;
        words.end()?;
        let lead = if state.open[NORTH].contains(card) { NORTH } else { SOUTH };
        Ok(Move::Play(state.next_hand().unwrap_or(lead) as u8, card))
    }

    fn move_args(&self, _: &State, mv: Move) -> Parts {
        match mv {
            Move::Play(_, card) => Parts::Play { card },
            Move::OtherSuit => Parts::OtherSuit {},
        }
    }

    fn document(&self, state: &State) -> State {
        state.clone()
    }

    fn is_deal(&self, deal: &Deal) -> bool {
        deal.anew
    }

    fn tally(&self, _: &mut (), _: &State, _: &Ply<Self>, _: &State) {}

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(2, |_| vec![Feature::number("tricks", end.tricks)])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "tricks", "Tricks played out", "Levées jouées")]
    }
}
