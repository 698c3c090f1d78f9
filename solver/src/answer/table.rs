//! What stands on the table, for a person to check.

use tapis_games::seat::Seat;

/// A fact that anybody at the seat can check by looking: counts, and what a move changes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFact {
    /// The key of its sentence in the texts of the game.
    pub kind: &'static str,
    /// What it is about: the kind of what happens or is scored, and what that names.
    pub about: Topic,
    /// The numbers of the sentence.
    pub numbers: Vec<(&'static str, i32)>,
    /// The seat whose name is `$whose`.
    pub whose: Option<Seat>,
    /// How much it speaks for the move, against it if negative; 0 for what stands whatever is played.
    pub speaks: i32,
}

/// The kind of what happens or is scored, with what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The kind of a milestone or of a row of the score sheet.
    pub kind: &'static str,
    /// The first name of its texts, an id of them; `$of` in sentences about the table.
    pub name: Option<String>,
}

impl Topic {
    /// A topic that names nothing.
    pub fn of(kind: &'static str) -> Self {
        Self { kind, name: None }
    }

    /// A topic that names something.
    pub fn named(kind: &'static str, name: &str) -> Self {
        Self { kind, name: Some(name.to_owned()) }
    }
}

impl TableFact {
    /// A fact without numbers.
    pub fn new(kind: &'static str, about: Topic, speaks: i32) -> Self {
        Self { kind, about, numbers: Vec::new(), whose: None, speaks }
    }

    /// With these numbers, too.
    #[must_use]
    pub fn numbers<const N: usize>(mut self, numbers: [(&'static str, i32); N]) -> Self {
        self.numbers.extend(numbers);
        self
    }

    /// With the seat that it is about.
    #[must_use]
    pub fn of_seat(self, seat: Seat) -> Self {
        Self { whose: Some(seat), ..self }
    }
}
