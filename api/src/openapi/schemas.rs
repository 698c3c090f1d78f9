//! The schemas of the document.

use std::collections::BTreeMap;

use utoipa::openapi::{RefOr, Schema};

/// The schemas of the document, by name.
pub(super) type Schemas = BTreeMap<String, RefOr<Schema>>;
