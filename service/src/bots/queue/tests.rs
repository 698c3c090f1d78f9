//! Order and room, without threads.

use std::time::Duration;

use tapis_games::seat::Seat;

use super::*;

fn game(n: u128) -> GameId {
    GameId::from_u128(n)
}

/// A greedy bot's turn at a table with people.
fn turn(n: u128) -> QueuedGame {
    QueuedGame::now(game(n), Some(BotLevel::Greedy), true)
}

fn address(last: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, last])
}

/// The games of a lane in the order in which they come.
fn order(queue: &Queue, lane: Lane) -> Vec<u128> {
    let waiting = queue.state.lock().lanes[lane as usize].len();
    let next = |_| match queue.next(lane) {
        Some(Work::Think(found)) => found.game.as_u128(),
        _ => panic!("no game"),
    };
    (0..waiting).map(next).collect()
}

#[test]
fn games_of_one_creator_come_once_and_in_order() {
    let queue = Queue::new(10);
    (1..4).for_each(|n| queue.created(game(n), address(1)));
    for n in [3, 1, 3, 2, 1] {
        queue.wake(turn(n));
    }
    assert_eq!(queue.len(), 3);
    assert_eq!(order(&queue, Lane::Quick), [3, 1, 2]);
    queue.wake(turn(3));
    assert_eq!(queue.len(), 1);
}

#[test]
fn creators_take_turns_however_many_games_they_have() {
    let queue = Queue::new(10_000);
    for n in 0..1_000 {
        queue.created(game(n), address(1));
        queue.wake(turn(n));
    }
    for n in 2_000..2_003 {
        queue.created(game(n), address(2));
        queue.wake(turn(n));
    }
    let order = order(&queue, Lane::Quick);
    let last = order.iter().rposition(|n| *n >= 2_000).unwrap();
    assert!(last <= 6, "three games of the other creator come within the first seven: {last}");
}

#[test]
fn a_game_whose_creator_is_forgotten_shares_with_its_like() {
    let queue = Queue::new(10_000);
    (0..100).for_each(|n| queue.wake(turn(n)));
    queue.created(game(2_000), address(2));
    queue.wake(turn(2_000));
    let at = order(&queue, Lane::Quick).iter().position(|n| *n == 2_000).unwrap();
    assert!(at <= 1, "{at}");
}

#[test]
fn no_lane_has_what_is_another_lanes() {
    let queue = Queue::new(10_000);
    let (greedy, expert) = (Some(BotLevel::Greedy), Some(BotLevel::Expert));
    for n in 0..300 {
        queue.wake(QueuedGame::now(game(n), if n % 2 == 0 { greedy } else { expert }, false));
        queue.wake(QueuedGame::now(game(1_000 + n), expert, true));
    }
    queue.wake(QueuedGame::now(game(5_000), greedy, true));
    queue.wake(QueuedGame::now(game(5_001), None, true));
    let quick = order(&queue, Lane::Quick);
    assert!(quick == [5_000, 5_001] || quick == [5_001, 5_000], "{quick:?}");
    assert_eq!(order(&queue, Lane::Expert).len(), 300);
    assert_eq!(order(&queue, Lane::QuickAlone).len(), 150);
    assert_eq!(order(&queue, Lane::SearchAlone).len(), 150);
    assert_eq!(queue.len(), 0);
}

#[test]
fn what_finds_no_room_is_looked_for_later() {
    let queue = Queue::new(1);
    let alone = |n| QueuedGame::now(game(n), Some(BotLevel::Club), false);
    queue.wake(alone(1));
    assert!(!queue.has_room(false) && queue.has_room(true), "games with people have room of their own");
    queue.wake(alone(2));
    assert_eq!(order(&queue, Lane::SearchAlone), [1]);
    assert!(matches!(queue.next(Lane::QuickAlone), Some(Work::LookThrough { people: false })));
    assert!(!queue.state.lock().rescan_unfinished.people);
}

fn paced(n: u128, due: Instant) -> PacedReply {
    let mover = Automatic::Bot(Seat(0), "random".into());
    PacedReply { due, turn: turn(n), reply: Reply { ply: 1, mover, notation: "pass".into() } }
}

#[test]
fn replies_come_in_the_order_in_which_they_are_due() {
    let queue = Queue::new(1);
    let now = Instant::now();
    let (first, second) = (paced(7, now), paced(3, now + Duration::from_millis(1)));
    queue.pace(second.clone());
    queue.pace(first.clone());
    assert_eq!(queue.next_due(), Some(first));
    assert_eq!(queue.next_due(), Some(second));
    queue.close();
    assert_eq!(queue.next_due(), None);
    assert!(Lane::ALL.into_iter().all(|lane| queue.next(lane).is_none()));
}

/// Whoever searches takes games only, and whoever makes replies takes those only: no reply waits for a search.
#[test]
fn replies_and_searches_do_not_wait_for_each_other() {
    let queue = Queue::new(1);
    let reply = paced(7, Instant::now());
    queue.wake(turn(1));
    queue.pace(reply.clone());
    assert_eq!(queue.next_due(), Some(reply));
    assert_eq!(order(&queue, Lane::Quick), [1]);
}

#[test]
fn a_second_announcement_keeps_the_time_of_the_first() {
    let queue = Queue::new(2);
    queue.wake(turn(1));
    let after = Instant::now();
    queue.wake(turn(1));
    assert!(matches!(queue.next(Lane::Quick), Some(Work::Think(found)) if found.at <= after));
    assert_eq!(queue.len(), 0);
}

/// However young they are, they are found again: elsewhere young games are left to the node that made their last version.
#[test]
fn games_that_found_no_room_are_remembered_until_they_find_it() {
    let queue = Queue::new(1);
    (1..4).for_each(|n| queue.wake(turn(n)));
    assert!(!queue.was_turned_away(game(1)));
    assert!(queue.was_turned_away(game(2)));
    assert!(!queue.was_turned_away(game(3)), "as many as may wait");
    assert_eq!(order(&queue, Lane::Quick), [1]);
    queue.wake(turn(2));
    assert!(!queue.was_turned_away(game(2)));
}

#[test]
fn games_that_are_over_leave_room_to_remember_others() {
    let queue = Queue::new(1);
    (1..3).for_each(|n| queue.wake(turn(n)));
    queue.forget(&queue.turned_away());
    assert!(!queue.was_turned_away(game(2)));
    queue.wake(turn(3));
    assert!(queue.was_turned_away(game(3)));
}
