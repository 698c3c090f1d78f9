//! Lists and objects under way.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::order::{Key, Order};
use super::writer::Writer;
use super::{NoJson, text};

/// A list.
pub(super) struct List<'w, 'a, O> {
    pub writer: &'w mut Writer<'a, O>,
    pub empty: bool,
    /// Whether it is the value of a variant.
    pub in_variant: bool,
}

/// An object.
pub(super) struct Object<'w, 'a, O: Order> {
    pub writer: &'w mut Writer<'a, O>,
    pub empty: bool,
    pub newest: O::Newest,
    /// Whether it is the value of a variant.
    pub in_variant: bool,
}

impl<O: Order> List<'_, '_, O> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        if !std::mem::take(&mut self.empty) {
            self.writer.out.push(b',');
        }
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<(), NoJson> {
        self.writer.out.push(b']');
        if self.in_variant { self.writer.variant_ends() } else { Ok(()) }
    }
}

impl<O: Order> Object<'_, '_, O> {
    /// Where a derived type writes a member, its key becomes a number that the compiler knows.
    #[inline(always)]
    fn name(&mut self, name: &str) -> Result<(), NoJson> {
        let comma = !std::mem::take(&mut self.empty);
        let (place, plain) = text::name(self.writer.out, name, comma)?;
        self.writer.order.key(&mut self.newest, Key { name: name.as_bytes(), place, plain })
    }

    fn content<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        value.serialize(&mut *self.writer)?;
        self.writer.order.value(self.writer.out);
        Ok(())
    }

    fn close(self) -> Result<(), NoJson> {
        self.writer.order.end(self.writer.out)?;
        self.writer.out.push(b'}');
        if self.in_variant { self.writer.variant_ends() } else { Ok(()) }
    }
}

/// The kinds of lists.
macro_rules! lists {
    ($($kind:ident: $method:ident),+) => {
        $(impl<O: Order> $kind for List<'_, '_, O> {
            type Ok = ();
            type Error = NoJson;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
                self.item(value)
            }

            fn end(self) -> Result<(), NoJson> {
                self.close()
            }
        })+
    };
}

lists! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field
}

/// The kinds of objects whose keys are declared.
macro_rules! objects {
    ($($kind:ident),+) => {
        $(impl<O: Order> $kind for Object<'_, '_, O> {
            type Ok = ();
            type Error = NoJson;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), NoJson> {
                self.name(name)?;
                self.content(value)
            }

            fn end(self) -> Result<(), NoJson> {
                self.close()
            }
        })+
    };
}

objects! { SerializeStruct, SerializeStructVariant }

impl<O: Order> SerializeMap for Object<'_, '_, O> {
    type Ok = ();
    type Error = NoJson;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoJson> {
        if !std::mem::take(&mut self.empty) {
            self.writer.out.push(b',');
        }
        let start = self.writer.out.len();
        key.serialize(&mut *self.writer)?;
        self.writer.quote(start)?;
        let end = self.writer.out.len();
        let name = &self.writer.out[start + 1..end - 1];
        let plain = !name.contains(&b'\\');
        self.writer.order.key(&mut self.newest, Key { name, place: start..end, plain })?;
        self.writer.out.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        self.content(value)
    }

    fn end(self) -> Result<(), NoJson> {
        self.close()
    }
}
