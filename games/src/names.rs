//! Enums whose values are names: regions, families, colours, kinds of cards.

/// Enums of plain values, each with their list, their places in it and their names: those in snake case that serde writes.
macro_rules! names {
    ($($(#[$meta:meta])* pub enum $type:ident { $($(#[$about:meta])* $value:ident),+ $(,)? })+) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema, strum::IntoStaticStr)]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        $(#[$meta])*
        pub enum $type { $($(#[$about])* $value,)+ }

        #[allow(dead_code, reason = "not every enum is read by its names, or counted by its places")]
        impl $type {
            /// All, in the documented order.
            pub const ALL: [Self; [$(stringify!($value)),+].len()] = [$(Self::$value),+];

            /// Its place in [`Self::ALL`].
            #[inline]
            pub fn index(self) -> usize {
                self as usize
            }

            /// Its name on the wire, in notation and in data.
            pub fn name(self) -> &'static str {
                self.into()
            }

            /// The value of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    )+};
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
        agree!(parbourg::Colour, parbourg::Kind);
        for (place, kind) in malin::Kind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, json!(kind)), (place, json!(kind.name())));
        }
    }
}
