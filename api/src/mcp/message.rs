//! Messages of JSON-RPC 2.0.

use serde_json::{Map, Value};

use super::words::Fault;

/// What a caller sends.
pub(super) enum Message {
    /// A request.
    Asked(Asked),
    /// A notification or an answer: nothing comes back.
    Told,
}

/// A request.
pub(super) struct Asked {
    /// By which the caller knows the answer.
    pub id: Value,
    /// What is to be done.
    pub method: String,
    /// With what.
    pub params: Map<String, Value>,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// It is none, with its id if that can be told.
    pub fn of(value: Value) -> Result<Self, (Option<Value>, Fault)> {
        let mut members = match value {
            Value::Object(members) => members,
            Value::Array(_) => return Err((None, Fault::invalid("batch"))),
            _ => return Err((None, Fault::invalid("object"))),
        };
        let id = match members.remove("id") {
            Some(id) if id.is_string() || id.is_i64() || id.is_u64() => Some(id),
            Some(_) => return Err((None, Fault::invalid("id"))),
            None => None,
        };
        if members.get("jsonrpc") != Some(&Value::from("2.0")) {
            return Err((id, Fault::invalid("jsonrpc")));
        }
        let method = match members.remove("method") {
            Some(Value::String(method)) => method,
            None if members.contains_key("result") || members.contains_key("error") => return Ok(Self::Told),
            _ => return Err((id, Fault::invalid("method"))),
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err((id, Fault::invalid("params"))),
        };
        Ok(id.map_or(Self::Told, |id| Self::Asked(Asked { id, method, params })))
    }
}
