//! The whole service for tests: its secrets are counted, not drawn. The first game after a start has the same deal each time,
//! and its bots play the same. What it promises nobody may believe. With the word `with-template` it has the game of
//! `examples/template`, too, which no page and no client knows.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_service::sources::{Entropy, NoEntropy, Sources};
use tapis_solver::registry::Registry;
use tapis_template::Template;

/// The word among the arguments that asks for the template.
const WITH_TEMPLATE: &str = "with-template";

/// Numbers in the place of secrets. Other deals come by another seed of the tests.
struct Counted {
    seed: u64,
    next: AtomicU64,
}

impl Entropy for Counted {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let mut bytes = [0x5a; 32];
        bytes[..8].copy_from_slice(&self.next.fetch_add(1, Ordering::SeqCst).to_le_bytes());
        bytes[8..16].copy_from_slice(&self.seed.to_le_bytes());
        Ok(bytes)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (wished, arguments): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word == WITH_TEMPLATE);
    let settings = Settings::from_args(arguments.iter().map(String::as_str))?;
    let seed = std::env::var("TAPIS_TEST_SEED").unwrap_or_else(|_| "1".to_owned()).parse()?;
    let published = Registry::standard();
    let games = if wished.is_empty() { published } else { published.with::<Template>() };
    let sources =
        Sources { entropy: Arc::new(Counted { seed, next: AtomicU64::new(0) }), ..Sources::system(games) };
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let application = Application::build(settings, sources)?;
        println!("listening on http://{}", application.address());
        Ok(application.run().await?)
    })
}
