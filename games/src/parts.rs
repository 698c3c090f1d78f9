//! Moves taken apart.

/// Moves as they are written as JSON: of each its kind and its arguments, an argument with its type and what it is made of.
macro_rules! parts {
    (
        $(#[$meta:meta])*
        $name:ident($mv:ident: $move:ty $(, $given:ident: $of:ty)*) {
            $($(#[$about:meta])* $pattern:pat => $kind:ident
                $(($inner:ty = $from:expr))?
                $({ $($(#[$told:meta])* $arg:ident: $type:ty = $value:expr),* $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Serialize)]
        #[serde(tag = "kind", content = "args", rename_all = "snake_case")]
        pub enum $name {
            $($(#[$about])* $kind $(($inner))? $({ $($(#[$told])* $arg: $type,)* })?,)+
        }

        impl $name {
            pub(super) fn of($mv: $move $(, $given: $of)*) -> Self {
                match $mv {
                    $($pattern => Self::$kind $(($from))? $({ $($arg: $value,)* })?,)+
                }
            }
        }
    };
}

pub(crate) use parts;
