//! JSON text the store keeps and does not read.

/// JSON text. The store gives back exactly the bytes it was given and never looks into them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Json(String);

impl Json {
    /// The JSON text of `value`.
    ///
    /// # Panics
    /// It has none: a map with keys that are no strings, or a failing `Serialize`.
    pub fn of<T: serde::Serialize + ?Sized>(value: &T) -> Self {
        Self(serde_json::to_string(value).expect("what is stored has JSON"))
    }

    /// Reads the text as a `T`.
    ///
    /// # Errors
    /// As [`serde_json::from_str`].
    pub fn read<'de, T: serde::Deserialize<'de>>(&'de self) -> serde_json::Result<T> {
        serde_json::from_str(&self.0)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<Json> for String {
    fn from(json: Json) -> Self {
        json.0
    }
}
