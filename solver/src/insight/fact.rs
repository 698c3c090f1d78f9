//! Something that happens in a line.

use crate::heuristics::Topic;

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Somebody brings it about: a milestone.
    Event,
    /// A row of the score sheet.
    Row,
}

/// Something that happens in a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    source: Source,
    kind: &'static str,
    /// Whether the seat advised does it; else another seat or nobody.
    pub own: bool,
    /// What it names besides.
    pub names: Vec<(&'static str, String)>,
}

impl Fact {
    /// A fact of this kind.
    pub fn new(source: Source, kind: &'static str, own: bool, names: Vec<(&'static str, String)>) -> Self {
        Self { source, kind, own, names }
    }

    /// The key of the sentence that says it.
    pub fn sentence(&self) -> String {
        format!("fact-{}{}", self.name(), if self.own { "" } else { "-other" })
    }

    /// The keys of the question whether it happens: for one side alone, then for both.
    pub fn questions(&self) -> [String; 2] {
        let name = self.name();
        [format!("ask-{name}{}", if self.own { "" } else { "-other" }), format!("ask-{name}")]
    }

    /// The key of what points are made of.
    pub fn points(&self) -> String {
        format!("points-{}", self.kind)
    }

    /// Whether somebody brings it about, so that no points say whether it is good.
    pub fn is_event(&self) -> bool {
        self.source == Source::Event
    }

    /// Whether it is about the same row as another, whoever scores it.
    pub fn is_beside(&self, other: &Self) -> bool {
        (self.source, self.kind, &self.names) == (other.source, other.kind, &other.names)
    }

    /// What it is about: its kind, and what it names first.
    pub fn about(&self) -> Topic {
        Topic { kind: self.kind, name: self.names.first().map(|(_, name)| name.clone()) }
    }

    fn name(&self) -> String {
        format!("{}{}", if self.source == Source::Row { "row-" } else { "" }, self.kind)
    }
}
