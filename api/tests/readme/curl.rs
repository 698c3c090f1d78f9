//! The few options of curl that the README uses.

use std::io::Write;
use std::time::Duration;

use reqwest::{Client, Method};
use tokio::runtime::Runtime;

/// What was asked for on the command line.
#[derive(Default)]
struct Call {
    url: String,
    method: Option<Method>,
    headers: Vec<(String, String)>,
    body: Option<String>,
    include: bool,
    output: Option<String>,
    seconds: Option<u64>,
}

/// Runs one call; answers the exit status: 28 when the time was up, as curl does.
pub fn run(arguments: impl Iterator<Item = String>) -> i32 {
    let call = read(arguments);
    Runtime::new().unwrap().block_on(perform(&call))
}

fn read(mut arguments: impl Iterator<Item = String>) -> Call {
    let mut call = Call::default();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
        match argument.as_str() {
            "-X" => call.method = Some(value().parse().unwrap()),
            "-H" => {
                let header = value();
                let (name, value) =
                    header.split_once(": ").unwrap_or_else(|| panic!("'{header}' is no header"));
                call.headers.push((name.to_owned(), value.to_owned()));
            }
            "-d" => call.body = Some(value()),
            "-o" => call.output = Some(value()),
            "--max-time" => call.seconds = Some(value().parse().unwrap()),
            flags if flags.starts_with('-') => {
                let known = flags.chars().skip(1).all(|flag| "sSNi".contains(flag));
                assert!(known, "the stand-in does not know '{flags}'");
                call.include |= flags.contains('i');
            }
            url => url.clone_into(&mut call.url),
        }
    }
    call
}

async fn perform(call: &Call) -> i32 {
    let posted = if call.body.is_some() { Method::POST } else { Method::GET };
    let client = Client::builder().no_proxy().build().unwrap();
    let mut request = client.request(call.method.clone().unwrap_or(posted), &call.url);
    for (name, value) in &call.headers {
        request = request.header(name, value);
    }
    let time = Duration::from_secs(call.seconds.unwrap_or(60));
    if let Some(body) = &call.body {
        request = request.body(body.clone());
    }
    match tokio::time::timeout(time, print(call, request)).await {
        Ok(()) => 0,
        Err(_) => 28,
    }
}

/// Writes the answer as it comes, to the file or to standard output.
async fn print(call: &Call, request: reqwest::RequestBuilder) {
    let mut response = request.send().await.unwrap();
    let mut out: Box<dyn Write> = match &call.output {
        Some(path) => Box::new(std::fs::File::create(path).unwrap()),
        None => Box::new(std::io::stdout()),
    };
    if call.include {
        writeln!(out, "HTTP/1.1 {}\r", response.status()).unwrap();
        for (name, value) in response.headers() {
            writeln!(out, "{name}: {}\r", value.to_str().unwrap()).unwrap();
        }
        writeln!(out, "\r").unwrap();
    }
    while let Some(chunk) = response.chunk().await.unwrap() {
        out.write_all(&chunk).unwrap();
        out.flush().unwrap();
    }
}
