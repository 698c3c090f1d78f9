//! Whom front ends name at seats, and who is told of a game, is stored with what seats them: in one commit, at every engine.

use std::sync::Arc;

use serde_json::json;
use tapis_db::{DatabaseUrl, Store};
use tapis_games::seat::Seat;
use tapis_service::charge::Uncounted;
use tapis_service::sources::Sources;
use tapis_service::tables::changes::Successor;
use tapis_service::tables::{GameId, Person, ServerSecret};
use tapis_service::{Service, WantedMatch};
use tapis_solver::registry::Registry;

use crate::common::{add_front_ends, named, settings, told};
use crate::server;

fn start(store: Arc<dyn Store>) -> Service {
    add_front_ends(&*store, &["one", "two"]);
    Service::start(store, &settings(), Sources::system(Registry::standard()), ServerSecret([1; 32])).unwrap()
}

fn of_each_engine() -> [Service; 2] {
    let server = server::shared().database();
    [DatabaseUrl::Memory.open().unwrap(), tapis_db::open(&server).unwrap()].map(start)
}

fn person(key: &str, player: &str) -> Person {
    Person { key: key.to_owned(), player: Some(player.to_owned()) }
}

/// Counts the commits of the store.
struct Commits<'a>(&'a Service, u64);

impl<'a> Commits<'a> {
    fn of(service: &'a Service) -> Self {
        Self(service, service.store().writer_stats().commits)
    }

    /// How many there were since this was asked last.
    fn more(&mut self) -> u64 {
        let before = std::mem::replace(&mut self.1, self.0.store().writer_stats().commits);
        self.1 - before
    }
}

fn seated(service: &Service, game: GameId) -> Vec<(u8, String, String)> {
    named(&**service.store(), game)
}

fn seats(of: &[(u8, &str, &str)]) -> Vec<(u8, String, String)> {
    of.iter().map(|(seat, key, player)| (*seat, (*key).to_owned(), (*player).to_owned())).collect()
}

fn keys(of: &[(&str, u64, bool)]) -> Vec<(String, u64, bool)> {
    of.iter().map(|(key, told, own)| ((*key).to_owned(), *told, *own)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_and_each_who_sits_down_or_leaves_is_one_commit() {
    for service in of_each_engine() {
        let wanted = json!({
            "game": "richelieu", "options": {"first_seat": 0}, "webhook_url": "https://example.com/table",
            "seats": [{"kind": "mine", "player": "ada"}, {"kind": "invite", "player": "bo"}],
        });
        let wanted = serde_json::from_value(wanted).unwrap();
        let mut commits = Commits::of(&service);
        let created = service.create(&wanted, Some("one"), None, None, &Uncounted).await.unwrap();
        assert_eq!(commits.more(), 1);
        let game = created.snapshot.info.id;
        assert_eq!(seated(&service, game), seats(&[(0, "one", "ada"), (1, "one", "bo")]));
        assert_eq!(told(&**service.store(), game), keys(&[("one", 0, true)]));
        let (place, ticket) = ((game, Seat(1)), created.seats[1].ticket.as_deref());
        let joined = service.join(place, ticket, None, Some(&person("two", "cy")), None).await.unwrap();
        assert_eq!(commits.more(), 1);
        assert_eq!(seated(&service, game), seats(&[(0, "one", "ada"), (1, "two", "cy")]));
        assert_eq!(told(&**service.store(), game), keys(&[("one", 0, true), ("two", 1, false)]));
        let successor = Successor::Invite;
        service.leave(place, joined.secret.as_deref(), successor, None).await.unwrap();
        assert_eq!(commits.more(), 1);
        assert_eq!(seated(&service, game), seats(&[(0, "one", "ada")]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_are_matched_and_play_again_stay_named_and_their_front_ends_are_told() {
    for service in of_each_engine() {
        let wanted: WantedMatch = serde_json::from_value(json!({"game": "richelieu"})).unwrap();
        let mut commits = Commits::of(&service);
        let (ada, cy) = (person("one", "ada"), person("two", "cy"));
        let first = service.find_match(&wanted, Some(&ada), None, None, &Uncounted).await.unwrap();
        assert_eq!(commits.more(), 1, "the table with its person, who waits");
        let second = service.find_match(&wanted, Some(&cy), None, None, &Uncounted).await.unwrap();
        assert_eq!(commits.more(), 2, "the seat with its person, and that nobody waits");
        let game = first.snapshot.info.id;
        assert_eq!((second.snapshot.info.id, second.seat), (game, Seat(1)));
        assert_eq!(seated(&service, game), seats(&[(0, "one", "ada"), (1, "two", "cy")]));
        assert_eq!(told(&**service.store(), game), keys(&[("one", 0, false), ("two", 1, false)]));
        service.resign(game, Some(&first.token), None).await.unwrap();
        commits.more();
        let again = service.rematch(game, Some(&first.token), None, None, &Uncounted).await.unwrap();
        assert_eq!(commits.more(), 2, "the game, and the note in the old one");
        let next = again.game;
        assert_eq!(seated(&service, next), seats(&[(0, "two", "cy"), (1, "one", "ada")]));
        assert_eq!(told(&**service.store(), next), keys(&[("one", 0, false), ("two", 0, false)]));
        service.rematch(game, Some(&second.token), None, None, &Uncounted).await.unwrap();
        assert_eq!(commits.more(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_named_has_what_opens_the_seat_and_nobody_else_does() {
    for service in of_each_engine() {
        let wanted = json!({
            "game": "richelieu", "visibility": "private",
            "seats": [{"kind": "mine", "player": "ada"}, {"kind": "invite", "player": "bo"}],
        });
        let wanted = serde_json::from_value(wanted).unwrap();
        let created = service.create(&wanted, Some("one"), None, None, &Uncounted).await.unwrap();
        let game = created.snapshot.info.id;
        let held = async |key: &str, player: &str| {
            service.secret_of(game, None, &person(key, player)).await.unwrap()
        };
        assert_eq!(held("one", "ada").await, created.seats[0].token);
        assert_eq!(held("one", "bo").await, created.seats[1].ticket);
        assert_eq!((held("two", "ada").await, held("one", "cy").await), (None, None));
        let ticket = held("one", "bo").await;
        let joined = service.join((game, Seat(1)), ticket.as_deref(), None, None, None).await.unwrap();
        assert_eq!(held("one", "bo").await, joined.secret);
        let refused = service.secret_at((game, Seat(0)), &person("two", "ada")).await.unwrap_err();
        assert_eq!(refused.code(), "not_found", "a private game is not there for others");
        let (place, before) = ((game, Seat(0)), held("one", "ada").await);
        let secured = service.rotate_token(place, before.as_deref(), None).await.unwrap();
        assert_eq!(held("one", "ada").await, secured.secret);
        let bot = Successor::Bot("club".to_owned());
        service.leave(place, secured.secret.as_deref(), bot, None).await.unwrap();
        assert_eq!(held("one", "ada").await, None);
    }
}
