//! The serializer.

use serde::ser::{Error as _, Serialize, Serializer};

use super::compound::{List, Object};
use super::order::{Key, Order};
use super::{MADE, NoJson, text};

/// Writes a value behind what is in `out`.
pub(super) struct Writer<'a, O> {
    pub out: &'a mut Vec<u8>,
    pub order: &'a mut O,
    /// Whether what comes is JSON already.
    made: bool,
}

impl<'a, O: Order> Writer<'a, O> {
    pub(super) fn new(out: &'a mut Vec<u8>, order: &'a mut O) -> Self {
        Self { out, order, made: false }
    }

    fn whole(&mut self, magnitude: u64, number: impl itoa::Integer) -> Result<(), NoJson> {
        if magnitude > O::GREATEST {
            return self.order.rare();
        }
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        Ok(())
    }

    /// What the general crate writes, where this order leaves that to it.
    fn general<T: Serialize>(&mut self, value: T) -> Result<(), NoJson> {
        self.order.rare()?;
        serde_json::to_writer(&mut *self.out, &value).map_err(NoJson::custom)
    }

    /// `{"name":`, for a variant with something in it; the value and the closing bracket follow.
    fn variant(&mut self, name: &str) -> Result<(), NoJson> {
        self.order.begin();
        self.out.push(b'{');
        let (place, plain) = text::name(self.out, name, false)?;
        self.order.key(&mut O::Newest::default(), Key { name: name.as_bytes(), place, plain })
    }

    pub(super) fn variant_ends(&mut self) -> Result<(), NoJson> {
        self.order.value(self.out);
        self.order.end(self.out)?;
        self.out.push(b'}');
        Ok(())
    }

    /// Makes a text of what was written from `start` on, to be a key.
    pub(super) fn quote(&mut self, start: usize) -> Result<(), NoJson> {
        match self.out.get(start) {
            Some(b'"') => Ok(()),
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.out.insert(start, b'"');
                self.out.push(b'"');
                Ok(())
            }
            _ => Err(NoJson::custom("a key is neither a text nor a number")),
        }
    }

    fn list(&mut self, in_variant: bool) -> List<'_, 'a, O> {
        self.out.push(b'[');
        List { writer: self, empty: true, in_variant }
    }

    fn object(&mut self, in_variant: bool) -> Object<'_, 'a, O> {
        self.order.begin();
        self.out.push(b'{');
        Object { writer: self, empty: true, newest: O::Newest::default(), in_variant }
    }
}

/// Whole numbers of all kinds.
macro_rules! whole {
    ($($method:ident: $number:ty => $magnitude:expr,)+) => {
        $(fn $method(self, number: $number) -> Result<(), NoJson> {
            self.whole($magnitude(number), number)
        })+
    };
}

impl<'w, 'a, O: Order> Serializer for &'w mut Writer<'a, O> {
    type Ok = ();
    type Error = NoJson;
    type SerializeSeq = List<'w, 'a, O>;
    type SerializeTuple = List<'w, 'a, O>;
    type SerializeTupleStruct = List<'w, 'a, O>;
    type SerializeTupleVariant = List<'w, 'a, O>;
    type SerializeMap = Object<'w, 'a, O>;
    type SerializeStruct = Object<'w, 'a, O>;
    type SerializeStructVariant = Object<'w, 'a, O>;

    whole! {
        serialize_u8: u8 => u64::from,
        serialize_u16: u16 => u64::from,
        serialize_u32: u32 => u64::from,
        serialize_u64: u64 => u64::from,
        serialize_i8: i8 => |number: i8| number.unsigned_abs().into(),
        serialize_i16: i16 => |number: i16| number.unsigned_abs().into(),
        serialize_i32: i32 => |number: i32| number.unsigned_abs().into(),
        serialize_i64: i64 => i64::unsigned_abs,
    }

    fn serialize_u128(self, number: u128) -> Result<(), NoJson> {
        self.general(number)
    }

    fn serialize_i128(self, number: i128) -> Result<(), NoJson> {
        self.general(number)
    }

    fn serialize_f32(self, number: f32) -> Result<(), NoJson> {
        self.general(number)
    }

    fn serialize_f64(self, number: f64) -> Result<(), NoJson> {
        self.general(number)
    }

    fn serialize_bool(self, value: bool) -> Result<(), NoJson> {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Result<(), NoJson> {
        text::write(self.out, letter.encode_utf8(&mut [0; 4])).map(drop)
    }

    fn serialize_str(self, value: &str) -> Result<(), NoJson> {
        text::write(self.out, value).map(drop)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), NoJson> {
        if !std::mem::take(&mut self.made) {
            return bytes.iter().collect::<Vec<_>>().serialize(self);
        }
        // What is in it may be in another order, and has numbers that were not looked at.
        self.order.rare()?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), NoJson> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoJson> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NoJson> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoJson> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), NoJson> {
        text::write(self.out, name).map(drop)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        self.made = name == MADE;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        self.variant(name)?;
        value.serialize(&mut *self)?;
        self.variant_ends()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, NoJson> {
        Ok(self.list(false))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, NoJson> {
        Ok(self.list(false))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, NoJson> {
        Ok(self.list(false))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoJson> {
        self.variant(name)?;
        Ok(self.list(true))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NoJson> {
        Ok(self.object(false))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, NoJson> {
        Ok(self.object(false))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NoJson> {
        self.variant(name)?;
        Ok(self.object(true))
    }
}
