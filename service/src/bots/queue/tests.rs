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
fn order(queue: &BotQueue, lane: BotLane) -> Vec<u128> {
    let waiting = queue.state.lock().lanes[lane as usize].len();
    let next = |_| match queue.next(lane) {
        Some(Work::Think(found)) => found.game.as_u128(),
        _ => panic!("no game"),
    };
    (0..waiting).map(next).collect()
}

#[test]
fn games_of_one_creator_come_once_and_in_order() {
    let queue = BotQueue::new(10);
    (1..4).for_each(|n| queue.created(game(n), address(1)));
    for n in [3, 1, 3, 2, 1] {
        queue.wake(turn(n));
    }
    assert_eq!(queue.len(), 3);
    assert_eq!(order(&queue, BotLane::Quick), [3, 1, 2]);
    queue.wake(turn(3));
    assert_eq!(queue.len(), 1);
}

#[test]
fn creators_take_turns_however_many_games_they_have() {
    let queue = BotQueue::new(10_000);
    for n in 0..1_000 {
        queue.created(game(n), address(1));
        queue.wake(turn(n));
    }
    for n in 2_000..2_003 {
        queue.created(game(n), address(2));
        queue.wake(turn(n));
    }
    let order = order(&queue, BotLane::Quick);
    let last = order.iter().rposition(|n| *n >= 2_000).unwrap();
    assert!(last <= 6, "three games of the other creator come within the first seven: {last}");
}

#[test]
fn a_creator_who_fills_the_queue_leaves_room_for_others() {
    let queue = BotQueue::new(200);
    for n in 0..1_000 {
        queue.created(game(n), address(1));
        queue.wake(turn(n));
    }
    let room = [1, 2].map(|last| queue.has_room(true, Caller::new(Some(address(last)), 0)));
    assert_eq!((queue.len(), room), (200, [false, true]));
    queue.created(game(2_000), address(2));
    queue.wake(turn(2_000));
    let at = order(&queue, BotLane::Quick).iter().position(|n| *n == 2_000).unwrap();
    assert!(at <= 1, "{at}");
}

#[test]
fn a_game_whose_creator_is_forgotten_shares_with_its_like() {
    let queue = BotQueue::new(10_000);
    (0..100).for_each(|n| queue.wake(turn(n)));
    queue.created(game(2_000), address(2));
    queue.wake(turn(2_000));
    let at = order(&queue, BotLane::Quick).iter().position(|n| *n == 2_000).unwrap();
    assert!(at <= 1, "{at}");
}

#[test]
fn no_lane_has_what_is_another_lanes() {
    let queue = BotQueue::new(10_000);
    let (greedy, expert) = (Some(BotLevel::Greedy), Some(BotLevel::Expert));
    for n in 0..300 {
        queue.wake(QueuedGame::now(game(n), if n % 2 == 0 { greedy } else { expert }, false));
        queue.wake(QueuedGame::now(game(1_000 + n), expert, true));
    }
    queue.wake(QueuedGame::now(game(5_000), greedy, true));
    queue.wake(QueuedGame::now(game(5_001), None, true));
    let quick = order(&queue, BotLane::Quick);
    assert!(quick == [5_000, 5_001] || quick == [5_001, 5_000], "{quick:?}");
    assert_eq!(order(&queue, BotLane::Expert).len(), 300);
    assert_eq!(order(&queue, BotLane::QuickAlone).len(), 150);
    assert_eq!(order(&queue, BotLane::SearchAlone).len(), 150);
    assert_eq!(queue.len(), 0);
}

#[test]
fn what_finds_no_room_is_looked_for_later() {
    let queue = BotQueue::new(1);
    let alone = |n| QueuedGame::now(game(n), Some(BotLevel::Club), false);
    queue.wake(alone(1));
    let nobody = Caller::new(None, 0);
    let room = [false, true].map(|people| queue.has_room(people, nobody));
    assert_eq!(room, [false, true], "games with people have room of their own");
    queue.wake(alone(2));
    queue.wake(alone(3));
    assert_eq!(order(&queue, BotLane::SearchAlone), [1]);
    assert_eq!(order(&queue, BotLane::SearchAlone), [2], "it was remembered");
    let late = Work::LookThrough(LookThrough::of(false, Reach::Late));
    assert!(
        matches!(queue.next(BotLane::QuickAlone), Some(found) if found == late),
        "one more than is remembered"
    );
    assert!(queue.state.lock().apart(true).unseen.is_none());
}

#[test]
fn who_looks_for_all_games_also_finds_those_that_are_late() {
    let (queue, at) = (BotQueue::new(1), |n| Some(game(n)));
    let look = |reach, after| LookThrough { after, ..LookThrough::of(true, reach) };
    for (reach, after) in [(Reach::Late, at(7)), (Reach::All, at(5)), (Reach::Late, at(9))] {
        queue.look_through(look(reach, after));
    }
    assert_eq!(queue.next(BotLane::Club), Some(Work::LookThrough(look(Reach::All, at(5)))));
    queue.look_through(look(Reach::All, at(5)));
    queue.look_through(look(Reach::Late, None));
    assert_eq!(queue.next(BotLane::Club), Some(Work::LookThrough(look(Reach::All, None))));
    assert!(queue.state.lock().apart(true).unseen.is_none());
}

fn paced(n: u128, due: Instant) -> PacedReply {
    let mover = Automatic::Bot(Seat(0), "random".into());
    PacedReply { due, turn: turn(n), reply: Reply { ply: 1, mover, notation: "pass".into() } }
}

#[test]
fn replies_come_in_the_order_in_which_they_are_due() {
    let queue = BotQueue::new(1);
    let now = Instant::now();
    let (first, second) = (paced(7, now), paced(3, now + Duration::from_millis(1)));
    queue.pace(second.clone());
    queue.pace(first.clone());
    assert_eq!(queue.next_due(), Some(first));
    assert_eq!(queue.next_due(), Some(second));
    queue.close();
    assert_eq!(queue.next_due(), None);
    assert!(BotLane::ALL.into_iter().all(|lane| queue.next(lane).is_none()));
}

/// Whoever searches takes games only, and whoever makes replies takes those only: no reply waits for a search.
#[test]
fn replies_and_searches_do_not_wait_for_each_other() {
    let queue = BotQueue::new(1);
    let reply = paced(7, Instant::now());
    queue.wake(turn(1));
    queue.pace(reply.clone());
    assert_eq!(queue.next_due(), Some(reply));
    assert_eq!(order(&queue, BotLane::Quick), [1]);
}

#[test]
fn a_second_announcement_keeps_the_time_of_the_first() {
    let queue = BotQueue::new(2);
    queue.wake(turn(1));
    let after = Instant::now();
    queue.wake(turn(1));
    assert!(matches!(queue.next(BotLane::Quick), Some(Work::Think(found)) if found.at <= after));
    assert_eq!(queue.len(), 0);
}

/// No store is asked for them, however many others there are.
#[test]
fn games_that_found_no_room_come_when_others_are_played() {
    let queue = BotQueue::new(3);
    let (expert, greedy) = (Some(BotLevel::Expert), Some(BotLevel::Greedy));
    (1..4).for_each(|n| queue.wake(QueuedGame::now(game(n), expert, true)));
    queue.wake(QueuedGame::now(game(4), greedy, true));
    assert_eq!(queue.len(), 3);
    assert!(matches!(queue.next(BotLane::Expert), Some(Work::Think(_))));
    assert_eq!(order(&queue, BotLane::Quick), [4], "it waits for no search");
    assert_eq!(order(&queue, BotLane::Expert).len(), 2);
    assert!(queue.state.lock().apart(true).unseen.is_none());
}

/// Whose creator has room comes, whoever else was turned away: no place stays free.
#[test]
fn a_place_that_is_free_is_taken_by_whoever_may_have_it() {
    let queue = BotQueue::new(20);
    let wake = |creator: u8, n: u128| {
        queue.created(game(n), address(creator));
        queue.wake(turn(n));
    };
    (0..39).for_each(|n| wake(1, n));
    (2..23).for_each(|creator| wake(creator, 100 + u128::from(creator)));
    assert_eq!(queue.len(), 40);
    assert_eq!(queue.state.lock().apart(true).turned_away.len(), 20);
    assert!(matches!(queue.next(BotLane::Quick), Some(Work::Think(_))));
    assert_eq!(queue.len(), 40, "the last creator's game came in");
    assert!(!queue.state.lock().apart(true).turned_away.contains_key(&game(122)));
}

/// What was turned away is looked for from the oldest of it on.
#[test]
fn a_look_goes_back_to_the_oldest_version_that_was_turned_away() {
    let queue = BotQueue::new(1);
    let at = |second: i64| Time::from(jiff::Timestamp::from_second(second).unwrap());
    (1..3).for_each(|n| queue.wake(turn(n)));
    for second in [30, 10, 20] {
        queue.wake(turn(10 + second as u128).on(at(second)));
    }
    assert_eq!(queue.state.lock().apart(true).unseen.unwrap().since, Some(at(10)));
    queue.look_through(LookThrough::of(true, Reach::All));
    let look = queue.state.lock().apart(true).unseen.unwrap();
    assert_eq!((look.since, look.reach), (Some(at(10)), Reach::All));
}
