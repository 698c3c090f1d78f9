//! Enums whose values are names: regions, families, colours, kinds of cards.

/// Gives an enum of plain values their list, their places in it and their names. The names are those serde writes; the test
/// below compares them.
macro_rules! names {
    ($type:ident { $($value:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All, in the documented order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Its place in [`Self::ALL`].
            #[inline]
            pub fn index(self) -> usize {
                self as usize
            }

            /// Its name on the wire, in notation and in data.
            pub fn name(self) -> &'static str {
                [$($name),+][self.index()]
            }
        }
    };
}

pub(crate) use names;

#[cfg(test)]
mod tests {
    use serde_json::json;

    /// Every value stands at its place, under the name serde gives it.
    macro_rules! agree {
        ($($type:ty),+) => {
            $(for (place, value) in <$type>::ALL.into_iter().enumerate() {
                assert_eq!((value.index(), json!(value)), (place, json!(value.name())));
            })+
        };
    }

    #[test]
    fn names_are_those_of_serde_and_places_those_of_the_list() {
        use crate::richelieu::{card, disc};
        use crate::{malin, parbourg, sept_blasons};
        agree!(card::Region, card::Symbol, disc::Disc, sept_blasons::Family);
        agree!(malin::Kind, parbourg::Colour);
    }
}
