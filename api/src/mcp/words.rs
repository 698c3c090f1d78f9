//! What is wrong with a message, in the language that is asked for.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use tapis_games::locale::{Args, COMMON_EN, COMMON_FR, Texts};

use crate::languages;
use crate::problem::ApiError;

pub(super) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/mcp.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/mcp.ftl")],
};

/// An error of JSON-RPC.
#[derive(Debug)]
pub(super) struct Fault {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl Fault {
    fn new(code: i32, key: &str, args: Args<'_>) -> Self {
        let message = TEXTS.say(languages::asked().one(), &format!("mcp-{key}"), args);
        Self { code, message, data: None }
    }

    /// Another revision of the protocol is spoken.
    pub fn version(said: &str) -> Self {
        let known = super::VERSIONS.join(", ");
        let data = json!({"supported": super::VERSIONS, "requested": cut(said)});
        let fault = Self::new(-32_022, "version", &[("said", cut(said).into()), ("known", known.into())]);
        Self { data: Some(data), ..fault }
    }

    /// The body is no JSON.
    pub fn unreadable(error: &ApiError) -> Self {
        Self { data: problem(error), ..Self::new(-32_700, "unreadable", &[]) }
    }

    /// This part is not as JSON-RPC says: `batch`, `object`, `id`, `jsonrpc`, `method` or `params`; or it comes from a page of
    /// another `origin`.
    pub fn invalid(part: &str) -> Self {
        Self::new(-32_600, part, &[])
    }

    /// A header is not there, or does not say what the body says.
    pub fn header(name: &str) -> Self {
        Self::new(-32_020, "header", &[("name", name.into())])
    }

    /// There is no such method.
    pub fn method(name: &str) -> Self {
        Self::new(-32_601, "no-method", &[("name", cut(name).into())])
    }

    /// There is no such tool.
    pub fn tool(name: &str, known: &str) -> Self {
        Self::new(-32_602, "no-tool", &[("name", cut(name).into()), ("known", known.into())])
    }

    /// A parameter is missing, or of the wrong type.
    pub fn param(name: &str) -> Self {
        Self::new(-32_602, "param", &[("name", name.into())])
    }

    /// There is no such resource.
    pub fn resource(uri: &str) -> Self {
        Self::new(-32_002, "no-resource", &[("uri", cut(uri).into())])
    }

    /// The API refused to read a resource.
    pub fn refused(problem: Value) -> Self {
        let message = problem["detail"].as_str().unwrap_or_default().to_owned();
        // Only a fault of this server is an internal error.
        let code = match problem["status"].as_u64() {
            Some(404) => -32_002,
            Some(400..=499) => -32_000,
            _ => -32_603,
        };
        Self { code, message, data: Some(problem) }
    }

    /// The status of the answer: of a request without a handshake it tells, too, what is wrong.
    pub fn status(&self, stateless: bool) -> StatusCode {
        match self.code {
            -32_601 if stateless => StatusCode::NOT_FOUND,
            -32_602 | -32_020 | -32_002 if stateless => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        }
    }

    /// As an object of JSON-RPC. Since there is no handshake, a resource that is not there is a wrong parameter.
    pub fn body(&self, stateless: bool) -> Value {
        let code = if stateless && self.code == -32_002 { -32_602 } else { self.code };
        let mut body = json!({"code": code, "message": self.message});
        if let Some(data) = &self.data {
            body["data"] = data.clone();
        }
        body
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        problem(&error.logged()).map(Self::refused).unwrap_or_else(|| Self::new(-32_603, "internal", &[]))
    }
}

/// The problem document of a refusal.
pub(super) fn problem(error: &ApiError) -> Option<Value> {
    let bytes = languages::json(&error.problem()).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Enough of what was sent to know it again.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn every_fault_has_words_in_both_languages_and_no_words_are_left_over() {
        let keys = "batch object id jsonrpc method params origin version header unreadable no-method no-tool param \
            no-resource internal back";
        let keys = keys.split_whitespace().map(|key| format!("mcp-{key}")).collect();
        let uses = Uses { keys, sources: Vec::new() };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }
}
