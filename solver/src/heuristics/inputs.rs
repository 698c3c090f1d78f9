//! Inputs of learned values.

/// Makes of a function and of lines `"name": value,` the names of all inputs, `NAMES`, and the function that writes their values in the
/// same order. The values are expressions at the end of its body.
macro_rules! inputs {
    (
        fn $fill:ident($($arg:ident: $of:ty),*) { $($body:tt)* }
        $($name:literal: $value:expr,)*
    ) => {
        pub(super) const NAMES: &[&str] = &[$($name),*];

        pub(super) fn $fill($($arg: $of,)* out: &mut crate::value::Features) {
            $($body)*
            out[..NAMES.len()].copy_from_slice(&[$($value),*]);
        }
    };
}

pub(super) use inputs;
