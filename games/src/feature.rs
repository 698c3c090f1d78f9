//! Features: what designers count, a seat and a finished game.

use serde::Serialize;
use utoipa::ToSchema;

use crate::locale::{COMMON, Language, Texts};
use crate::refusal::Text;
use crate::seat::Seat;

mod counted;

pub use counted::{Counted, names};

/// The feature every game has: the place of the seat in the order of play, 1 for the seat that began.
pub const TURN_ORDER: &str = "turn_order";

/// One value of one feature of one seat in one finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// The feature's stable name: `region_won`.
    pub name: &'static str,
    /// The bucket the value falls in: a category (`bourgogne`) or a whole number.
    pub bucket: Bucket,
}

/// What a rollup is kept for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Bucket {
    /// A count or measure; rollups are kept for each value.
    Number(i64),
    /// A category.
    Category(String),
}

impl Feature {
    /// A feature with a category.
    pub fn category(name: &'static str, category: impl Into<String>) -> Self {
        Self { name, bucket: Bucket::Category(category.into()) }
    }

    /// [`TURN_ORDER`] of a seat: its place, from 1, counted clockwise from the seat that began the game.
    pub fn turn_order(first: Seat, seat: Seat, seats: usize) -> Self {
        let place = (seat.index() + seats - first.index()) % seats.max(1);
        Self::number(TURN_ORDER, place as i64 + 1)
    }

    /// A feature with a number.
    pub fn number(name: &'static str, value: impl Into<i64>) -> Self {
        Self { name, bucket: Bucket::Number(value.into()) }
    }
}

/// A feature's role and its name; what it counts says the text `feature-<name>` of its game.
pub type Named = (Role, &'static str);

/// What a feature means.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FeatureInfo {
    /// The stable name.
    pub name: &'static str,
    /// Whether its buckets are categories or numbers.
    pub kind: FeatureKind,
    /// Whether chance assigned it, the seat chose it, or it came of the game.
    pub role: Role,
    /// What it counts.
    pub text: Text,
    /// Where the things of the game have their names; nothing for values that are numbers.
    #[serde(skip)]
    #[schema(ignore)]
    pub texts: Option<&'static Texts>,
    /// The names of values that are card numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 1_000)]
    pub names: Vec<ValueName>,
}

/// The name of a value.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FeatureValueName)]
pub struct ValueName {
    /// The value.
    #[schema(example = "#88")]
    pub value: String,
    /// Its name.
    pub text: Text,
}

impl FeatureInfo {
    /// A feature of one number, with what it counts in English and French.
    pub fn number(role: Role, name: &'static str, en: &str, fr: &str) -> Self {
        Self {
            name,
            kind: FeatureKind::Number,
            role,
            text: Text::new(en, fr),
            names: Vec::new(),
            texts: None,
        }
    }

    /// [`TURN_ORDER`] and these, in the words of their game. Which seat begins the game says the text `feature-first`.
    pub fn list(texts: &'static Texts, rows: impl IntoIterator<Item = (FeatureKind, Named)>) -> Vec<Self> {
        let Text { en, fr } = texts.both("feature-first", &[]);
        let info = |(kind, (role, name))| {
            let text = texts.both(&format!("feature-{name}"), &[]);
            let texts = (kind == FeatureKind::Categories).then_some(texts);
            Self { name, kind, role, text, names: Vec::new(), texts }
        };
        [Self::turn_order(&en, &fr)].into_iter().chain(rows.into_iter().map(info)).collect()
    }

    /// The name of a value: of a card number or a thing of the game the one that it has at the table; of two values that a word joins
    /// (`3 with 2`) what the text `bucket-<word>` makes of them.
    pub fn name_of(&self, value: &str) -> Option<Text> {
        if let Some(listed) = self.names.iter().find(|of| of.value == value) {
            return Some(listed.text.clone());
        }
        let texts = self.texts?;
        if let Some(en) = texts.noun(Language::English, value) {
            return Some(Text::new(en, texts.noun(Language::French, value)?));
        }
        let (first, rest) = value.split_once(' ')?;
        let (word, second) = rest.rsplit_once(' ')?;
        let key = format!("bucket-{}", word.replace(' ', "_"));
        texts.has(&key).then(|| texts.both(&key, &[("first", first.into()), ("second", second.into())]))
    }

    /// [`TURN_ORDER`], with which seat begins the game in English and French.
    pub fn turn_order(en: &str, fr: &str) -> Self {
        let say = |language: Language| {
            let first = language.say(en, fr);
            COMMON.say(language, "feature-turn_order", &[("first", first.into())])
        };
        Self::number(Role::Dealt, TURN_ORDER, &say(Language::English), &say(Language::French))
    }

    /// [`TURN_ORDER`] of a game that does not say who begins.
    pub fn plain_turn_order() -> Self {
        let Text { en, fr } = COMMON.both("feature-begins", &[]);
        Self::turn_order(&en, &fr)
    }

    /// A feature of categories, with what they count in English and French.
    pub fn categories(role: Role, name: &'static str, en: &str, fr: &str) -> Self {
        Self { kind: FeatureKind::Categories, ..Self::number(role, name, en, fr) }
    }
}

/// Where a feature comes from, and so what its figures may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FeatureRole)]
pub enum Role {
    /// Assigned by chance: the place in the order of play, a henchman, a card drawn. A number is fixed by the set-up; a category, once
    /// received, is never lost, and no move decides which one it is. What goes with a win is then a cause of it.
    Dealt,
    /// What the seat decided where every seat could: the first card it took. What goes with a win may also show who plays well.
    Choice,
    /// What came of the game: regions won, cards spent, Malheur cards used. Such values rise or fall with wins because both come
    /// of how the game went; they prove nothing.
    Consequence,
}

/// The kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeatureKind {
    /// A seat has any number of categories at once (each at most once): the regions it won.
    Categories,
    /// A seat has exactly one number: markers paid.
    Number,
}
