//! The numbers of one request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Instant;

use actix_web::http::{Method, StatusCode};
use metrics::Histogram;

/// Combinations of method, route and status a worker remembers the place of; there are fewer.
const PLACES: usize = 4_096;

type Places = HashMap<(Method, Option<String>, StatusCode), Histogram>;

thread_local! {
    /// Where each combination is counted, so that a request needs no labels made anew.
    static PLACE: RefCell<Places> = RefCell::default();
}

/// A request under way: counted as in flight, and as abandoned when it is dropped without an answer.
pub struct RequestMeter {
    began: Instant,
    answered: bool,
}

impl RequestMeter {
    /// A request begins.
    pub fn begin() -> Self {
        metrics::gauge!("tapis_http_in_flight").increment(1);
        Self { began: Instant::now(), answered: false }
    }

    /// It was answered. `route` is the pattern of its path, if there is one: never the path itself, which callers
    /// choose.
    pub fn end(mut self, method: &Method, route: Option<String>, status: StatusCode) {
        self.answered = true;
        let elapsed = self.began.elapsed();
        PLACE.with_borrow_mut(|places| {
            if places.len() >= PLACES {
                places.clear();
            }
            let key = (known(method), route, status);
            places.entry(key).or_insert_with_key(place).record(elapsed);
        });
    }
}

impl Drop for RequestMeter {
    fn drop(&mut self) {
        metrics::gauge!("tapis_http_in_flight").decrement(1);
        if !self.answered {
            metrics::counter!("tapis_http_abandoned_total").increment(1);
        }
    }
}

fn place((method, route, status): &(Method, Option<String>, StatusCode)) -> Histogram {
    metrics::histogram!(
        "tapis_http_seconds",
        "method" => method.to_string(),
        "route" => route.clone().unwrap_or_else(|| "none".to_owned()),
        "status" => status.as_str().to_owned(),
    )
}

/// Callers may make methods up; they all count as one.
fn known(method: &Method) -> Method {
    let known = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::OPTIONS,
        Method::PATCH,
    ];
    if known.contains(method) { method.clone() } else { Method::TRACE }
}
