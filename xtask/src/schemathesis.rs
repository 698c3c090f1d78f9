//! Runs schemathesis against the service: it sends requests that the OpenAPI document allows, and compares the answers with the document.

use anyhow::Result;

use crate::clients::copy;
use crate::project::{root, target};
use crate::python;
use crate::service::Service;
use crate::step::Steps;

/// No rate limits, bots that answer at once, and an administrator's token, so that requests without it are refused.
const SETTINGS: [&str; 14] = [
    "--rate-requests",
    "0",
    "--rate-create",
    "0",
    "--rate-moves",
    "0",
    "--rate-hints",
    "0",
    "--bot-pace-ms",
    "0",
    "--tune",
    "bot_slot_ms=0",
    "--admin-token",
    "nobody-knows-this-token",
];

/// By day: a few requests for each operation, the same ones on every machine.
pub const BRIEFLY: [&str; 3] = ["--phases=examples,fuzzing,stateful", "--max-examples=3", "--seed=1"];

/// Runs schemathesis as long as `extent` says: options of its own.
///
/// # Errors
/// schemathesis finds a fault, or cannot run.
pub fn run(steps: &mut Steps, extent: &[&str]) -> Result<()> {
    let place = target().join("schemathesis");
    copy(&root().join("openapi/schemathesis"), &place)?;
    python::environment(steps)?;
    let service = Service::start(steps, &SETTINGS)?;
    let document = root().join("openapi/openapi.json");
    let arguments =
        ["--config-file=schemathesis.toml", "run", &document.to_string_lossy(), "--url", &service.base];
    let arguments = [&arguments[..], extent].concat();
    steps.run("schemathesis", python::program(&place, "st", &arguments))
}
