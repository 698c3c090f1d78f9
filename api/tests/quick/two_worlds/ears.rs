//! Everything one viewer is told, in the order it is told, for comparison.

use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;

/// Headers that name the moment or the request, not the game.
const INCIDENTAL: [&str; 4] = ["date", "x-request-id", "server-timing", "ratelimit"];

/// What a viewer was told.
#[derive(Default)]
pub struct Ears {
    /// A line an answer: what was asked, then status, headers and body.
    pub heard: Vec<String>,
}

impl Ears {
    /// Sends, and keeps the whole answer under `label`; answers the body.
    pub async fn hear(&mut self, label: &str, request: RequestBuilder) -> Value {
        let response = request.send().await.unwrap();
        let headers = response.headers().clone();
        let status = response.status();
        let body = response.text().await.unwrap();
        let value: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
        let line = match without_time(&value) {
            // Its length goes with the digits of the time.
            Some(rest) => format!("{label}: {} {rest}", told(status, &headers, &["content-length"])),
            None => format!("{label}: {} {body}", told(status, &headers, &[])),
        };
        self.heard.push(line);
        value
    }

    /// Sends and reads a stream up to the event of version `last`, then hangs up.
    pub async fn hear_stream(&mut self, label: &str, request: RequestBuilder, last: u64) {
        self.hear_until(label, request, &format!("id: {last}\n")).await;
    }

    /// Sends and reads a stream up to the event that has `end`, then hangs up.
    pub async fn hear_until(&mut self, label: &str, request: RequestBuilder, end: &str) {
        let mut response = request.send().await.unwrap();
        let told = told(response.status(), response.headers(), &[]);
        let mut bytes = Vec::new();
        let read_to_the_end = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.contains(end) && text.ends_with("\n\n")
        };
        while !read_to_the_end(&bytes) {
            let chunk = response.chunk().await.unwrap();
            bytes.extend(chunk.unwrap_or_else(|| panic!("{label}: the stream ended before {end}")));
        }
        // What came with it and is told later depends on how the connection cut it.
        let text = String::from_utf8(bytes).unwrap();
        let (before, rest) = text.split_at(text.find(end).unwrap_or_default());
        let last = rest.split("\n\n").next().unwrap_or_default();
        self.heard.push(format!("{label}: {told} {before}{last}"));
    }
}

impl Ears {
    /// Calls a tool of an agent and keeps what it says.
    pub async fn hear_tool(&mut self, label: &str, request: RequestBuilder) {
        let response = request.send().await.unwrap();
        let told = told(response.status(), response.headers(), &["content-length"]);
        let body: Value = response.json().await.unwrap();
        let Some(text) = body["result"]["content"][0]["text"].as_str() else {
            return self.heard.push(format!("{label}: {told} {body}"));
        };
        let value: Value = serde_json::from_str(text).unwrap();
        let rest = without_time(&value).unwrap_or_else(|| text.to_owned());
        self.heard.push(format!("{label}: {told} {} {rest}", body["result"]["isError"]));
    }

    /// Sends and reads a stream to its end; keeps its head and its last event. An ordinary answer is kept whole.
    pub async fn hear_last(&mut self, label: &str, request: RequestBuilder) {
        let response = request.send().await.unwrap();
        let told = told(response.status(), response.headers(), &["content-length"]);
        let text = response.text().await.unwrap();
        let last = text.split("\n\n").filter(|block| block.contains("event: ")).last().unwrap_or(&text);
        let data = last.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or(last);
        let value: Value = serde_json::from_str(data).unwrap_or(Value::Null);
        let rest = without_time(&value).unwrap_or_else(|| last.to_owned());
        self.heard.push(format!("{label}: {told} {rest}"));
    }
}

fn told(status: StatusCode, headers: &HeaderMap, left_out: &[&str]) -> String {
    let incidental = |name: &str| INCIDENTAL.contains(&name) || left_out.contains(&name);
    let headers = headers.iter().filter(|(name, _)| !incidental(name.as_str()));
    let mut lines: Vec<String> =
        headers.map(|(name, value)| format!("{name}: {}", value.to_str().unwrap_or("?"))).collect();
    lines.sort();
    format!("{} {}", status.as_u16(), lines.join("; "))
}

/// The body of a search without the time it took, the one part that is not reproducible; `None` when it has none. How many
/// positions it visited stays: work would tell as much as time.
fn without_time(value: &Value) -> Option<String> {
    let mut value = value.clone();
    let answer = if value.get("answer").is_some() { value.get_mut("answer")? } else { &mut value };
    answer.get_mut("timing")?.as_object_mut()?.remove("elapsed_ms")?;
    Some(value.to_string())
}
