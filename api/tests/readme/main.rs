//! The README's walk-through does what it says: every marked block is run, in order, by one shell against a fresh
//! server.
//!
//! The blocks need `sh`, `sed` and `curl`. Where there is no curl this program stands in for it: called by that name,
//! through a link, it answers the few options the README uses. It always walks that way once, and with the system's
//! curl a second time if there is one.
#![allow(clippy::unwrap_used, reason = "tests")]

mod curl;
mod walk;

fn main() {
    let mut arguments = std::env::args();
    let name = arguments.next().unwrap_or_default();
    if name.rsplit('/').next() == Some("curl") {
        std::process::exit(curl::run(arguments));
    }
    if arguments.any(|argument| argument == "--list") {
        println!("the_walk_through: test");
        return;
    }
    walk::with_stand_in();
    println!("test the_walk_through (stand-in for curl) ... ok");
    if walk::has_curl() {
        walk::with_curl();
        println!("test the_walk_through (curl) ... ok");
    }
}
