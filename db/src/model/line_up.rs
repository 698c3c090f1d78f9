//! Who sat at a table: what keeps games of different strength apart in the statistics.

use std::fmt;
use std::str::FromStr;

use super::SeatResult;
use crate::rating::Rating;

/// What a seat is called that a person played.
pub(super) const PERSON: &str = "human";
/// How well a strength is known that is told: the standard error for a comparison with others of the same ladder.
const KNOWN: f64 = 100.0;
/// Where persons begin to be called `middle` and `high`, in points on the scale of the bots.
const MIDDLE: f64 = 0.0;
const HIGH: f64 = 300.0;
/// The longest text of a line-up, in bytes.
const LONGEST: usize = 1_000;

/// How strong a person was known to be when a game ended. Statistics keep persons of different strength apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Weaker than the bot `greedy`.
    Low,
    /// From there on, up to 300 points above it.
    Middle,
    /// Stronger than that.
    High,
}

impl Skill {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Low, Self::Middle, Self::High];

    /// That of a rating, where enough is known of it.
    pub fn of(rating: &Rating) -> Option<Self> {
        let skill = match rating.mean {
            mean if mean < MIDDLE => Self::Low,
            mean if mean < HIGH => Self::Middle,
            _ => Self::High,
        };
        (rating.own <= KNOWN).then_some(skill)
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        self.player().split_at(PERSON.len() + 1).1
    }

    /// What a seat is called that such a person played.
    pub fn player(self) -> &'static str {
        match self {
            Self::Low => "human:low",
            Self::Middle => "human:middle",
            Self::High => "human:high",
        }
    }
}

/// Whether a seat that is called so was played by a person.
fn is_person(player: &str) -> bool {
    player.strip_prefix(PERSON).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// The players of a finished game by seat: `human`, `human:high` where a person's strength was known, or the level of a bot,
/// separated by commas (`club,greedy,greedy`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineUp(String);

impl LineUp {
    /// The line-up of a result.
    pub fn of(seats: &[SeatResult]) -> Self {
        let players: Vec<_> = seats.iter().map(SeatResult::player).collect();
        Self(players.join(","))
    }

    /// That of a game of so many persons of this strength.
    pub fn of_people(skill: Skill, seats: usize) -> Self {
        Self(vec![skill.player(); seats].join(","))
    }

    /// The same, with people of this strength where it has people of any.
    #[must_use]
    pub fn of_skill(&self, skill: Skill) -> Self {
        let of_skill = |player| if player == PERSON { skill.player() } else { player };
        Self(self.players().map(of_skill).collect::<Vec<_>>().join(","))
    }

    /// Whether a game with these players is one of this line-up: `human` is a person of any strength.
    pub fn takes(&self, played: &Self) -> bool {
        let fits = |(wanted, player): (&str, &str)| wanted == player || wanted == PERSON && is_person(player);
        self.players().count() == played.players().count() && self.players().zip(played.players()).all(fits)
    }

    /// How a game with these players is told where this line-up is asked for, or none: people are told apart where their strength is
    /// asked for.
    pub(super) fn told(asked: Option<&Self>, played: &Self) -> Self {
        let mut asked = asked.into_iter().flat_map(Self::players);
        let told = |player| match asked.next() {
            Some(wanted) if wanted != PERSON && is_person(wanted) => player,
            _ if is_person(player) => PERSON,
            _ => player,
        };
        let told: Vec<&str> = played.players().map(told).collect();
        Self(told.join(","))
    }

    /// Whether nobody else was among them.
    pub fn people_only(&self) -> bool {
        self.players().all(is_person)
    }

    /// Whether a person was among them.
    pub fn has_people(&self) -> bool {
        self.players().any(is_person)
    }

    /// The players by seat.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.0.split(',')
    }
}

impl fmt::Display for LineUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is no line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a player for each seat, `human`, `human:high` or a bot's level, such as `club,greedy`")]
pub struct ParseLineUpError;

impl FromStr for LineUp {
    type Err = ParseLineUpError;

    fn from_str(text: &str) -> Result<Self, ParseLineUpError> {
        let is_skill = |player: &str| Skill::ALL.iter().any(|skill| skill.player() == player);
        let is_player = |player: &str| {
            !player.is_empty()
                && player.bytes().all(|byte| byte.is_ascii_graphic())
                && (player == PERSON || !is_person(player) || is_skill(player))
        };
        if text.len() <= LONGEST && text.split(',').all(is_player) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseLineUpError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_told_where_it_is_known() {
        let of = |mean, own| Skill::of(&Rating { mean, own, ..Rating::NEW });
        assert_eq!(of(500.0, 100.5), None);
        assert_eq!(Skill::of(&Rating::NEW), None);
        let known = [-0.001, 0.0, 299.999, 300.0].map(|mean| of(mean, 100.0).map(Skill::as_str));
        assert_eq!(known, [Some("low"), Some("middle"), Some("middle"), Some("high")]);
    }

    #[test]
    fn people_are_people_of_any_strength() {
        let line_up = |text: &str| text.parse::<LineUp>().unwrap();
        let takes = |wanted: &str, played: &str| line_up(wanted).takes(&line_up(played));
        assert!(takes("human,club", "human:high,club") && takes("human,human", "human,human:low"));
        assert!(takes("human:high,club", "human:high,club"));
        for (wanted, played) in [
            ("human:high,club", "human,club"),
            ("human:high,club", "human:low,club"),
            ("human,club", "club,human"),
            ("human", "human,human"),
            ("human", "humanoid"),
            ("club", "human"),
        ] {
            assert!(!takes(wanted, played), "{wanted}, {played}");
        }
        let told = |asked: Option<&str>, played: &str| {
            LineUp::told(asked.map(line_up).as_ref(), &line_up(played)).to_string()
        };
        assert_eq!(told(None, "human:high,human,club"), "human,human,club");
        assert_eq!(told(Some("human:high,human"), "human:high,human:low"), "human:high,human");
        assert_eq!(LineUp::of_people(Skill::Low, 3), line_up("human:low,human:low,human:low"));
        assert_eq!(
            line_up("human,club,human:low").of_skill(Skill::High),
            line_up("human:high,club,human:low")
        );
        assert!(line_up("club,human:low").has_people() && !line_up("club,solver:500").has_people());
    }

    #[test]
    fn texts_round_trip_or_are_refused() {
        for text in ["human,human", "human:low,club", "club,solver:500,random"] {
            assert_eq!(text.parse::<LineUp>().unwrap().to_string(), text);
        }
        for text in ["", ",", "club,", "a b", "é", "human:strong,club", "human:", "human:high:low"] {
            assert_eq!(text.parse::<LineUp>(), Err(ParseLineUpError), "{text}");
        }
    }
}
