//! A deserializer that reads structs from objects only, and remembers where it is. Derived `Deserialize` implementations take an array
//! for a struct too (its fields in order of declaration), which no client means and no document says.
//!
//! It reads from text alone, and does both at once: every visitor of every body is compiled once more for each layer around it.

use std::cell::RefCell;
use std::fmt;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, IntoDeserializer as _, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// One step from a value to a value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To an element of an array.
    Index(usize),
    /// To a member of an object.
    Key(String),
}

/// Why a text is no value of a type, and where.
#[derive(Debug)]
pub(crate) struct Misread {
    pub path: Vec<Step>,
    pub why: String,
}

impl Misread {
    /// Where it is, as in `arms[0].level`; a dot for the whole.
    pub(crate) fn place(&self) -> String {
        let steps = self.path.iter().map(|step| match step {
            Step::Index(index) => format!("[{index}]"),
            Step::Key(key) => format!(".{key}"),
        });
        let place: String = steps.collect();
        if place.is_empty() { ".".to_owned() } else { place.trim_start_matches('.').to_owned() }
    }
}

/// Reads a JSON text.
///
/// # Errors
/// It is no `T`.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Misread> {
    read_from(&mut serde_json::Deserializer::from_str(text))
}

/// Reads what is not JSON.
///
/// # Errors
/// It is no `T`.
pub(super) fn read_from<'de, T: DeserializeOwned, D: Deserializer<'de>>(reader: D) -> Result<T, Misread> {
    let path = Path::default();
    let read = T::deserialize(Objects::new(reader, &path));
    read.map_err(|why| Misread { path: path.0.take(), why: why.to_string() })
}

/// Where a reader is. After a fault it stays where that was met.
#[derive(Default)]
struct Path(RefCell<Vec<Step>>);

impl Path {
    /// Takes a step. Answers how to get back.
    fn enter(&self, step: Step) -> usize {
        let mut steps = self.0.borrow_mut();
        steps.push(step);
        steps.len() - 1
    }

    /// Goes back, if what was tried succeeded.
    fn leave<T, E>(&self, to: usize, tried: Result<T, E>) -> Result<T, E> {
        if tried.is_ok() {
            self.0.borrow_mut().truncate(to);
        }
        tried
    }
}

/// Wraps a deserializer, or whatever hands one out, and everything below it.
struct Objects<'p, T> {
    inner: T,
    path: &'p Path,
    /// Whether this is the visitor of a struct.
    of_struct: bool,
}

impl<'p, T> Objects<'p, T> {
    fn new(inner: T, path: &'p Path) -> Self {
        Self { inner, path, of_struct: false }
    }
}

macro_rules! forward {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method(Objects::new(visitor, self.path))
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Objects<'_, D> {
    type Error = D::Error;

    forward! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_option deserialize_unit deserialize_seq deserialize_map
        deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_struct(
            name,
            fields,
            Objects { inner: visitor, path: self.path, of_struct: true },
        )
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, Objects::new(visitor, self.path))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_newtype_struct(name, Objects::new(visitor, self.path))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple(len, Objects::new(visitor, self.path))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple_struct(name, len, Objects::new(visitor, self.path))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_enum(name, variants, Objects::new(visitor, self.path))
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! visit {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.inner.$method(value)
        })*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Objects<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_bool: bool, visit_i64: i64, visit_i128: i128, visit_u64: u64, visit_u128: u128, visit_f64: f64,
        visit_str: &str, visit_borrowed_str: &'de str, visit_string: String, visit_bytes: &[u8],
        visit_borrowed_bytes: &'de [u8], visit_byte_buf: Vec<u8>,
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, reader: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Objects::new(reader, self.path))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, reader: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Objects::new(reader, self.path))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        if self.of_struct {
            return Err(A::Error::invalid_type(Unexpected::Seq, &"an object"));
        }
        self.inner.visit_seq(Elements { inner: items, path: self.path, index: 0 })
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Members { inner: entries, path: self.path, key: None })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Objects::new(variant, self.path))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Objects<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Objects::new(reader, self.path))
    }
}

/// The elements of an array.
struct Elements<'p, A> {
    inner: A,
    path: &'p Path,
    index: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Elements<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let before = self.path.enter(Step::Index(self.index));
        self.index += 1;
        self.path.leave(before, self.inner.next_element_seed(Objects::new(seed, self.path)))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// The members of an object.
struct Members<'p, A> {
    inner: A,
    path: &'p Path,
    key: Option<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(key) = self.inner.next_key::<String>()? else { return Ok(None) };
        let before = self.path.enter(Step::Key(key.clone()));
        let read = self.path.leave(before, seed.deserialize(Key::new(&key)))?;
        self.key = Some(key);
        Ok(Some(read))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let before = self.path.enter(Step::Key(self.key.take().unwrap_or_default()));
        self.path.leave(before, self.inner.next_value_seed(Objects::new(seed, self.path)))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// The name of a member: a text, or what wraps one.
struct Key<'k, E> {
    name: StrDeserializer<'k, E>,
}

impl<'k, E: Error> Key<'k, E> {
    fn new(name: &'k str) -> Self {
        Self { name: name.into_deserializer() }
    }
}

impl<'de, E: Error> Deserializer<'de> for Key<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.name.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        self.name.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'p, 'de, A: EnumAccess<'de>> EnumAccess<'de> for Objects<'p, A> {
    type Error = A::Error;
    type Variant = Objects<'p, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.inner.variant_seed(seed)?;
        Ok((value, Objects::new(variant, self.path)))
    }
}

impl<'p, 'de, A: VariantAccess<'de>> VariantAccess<'de> for Objects<'p, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(Objects::new(seed, self.path))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, Objects::new(visitor, self.path))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, Objects { inner: visitor, path: self.path, of_struct: true })
    }
}

#[cfg(test)]
mod tests;
