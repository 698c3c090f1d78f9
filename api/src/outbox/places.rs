//! What is sent at the same time: so many messages, of which one host and one creator have a small share each. Where a host does not
//! answer in time, all that one creator sends there waits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use tapis_db::model::{Digest, GameId, Time};
use tokio::sync::Notify;

/// The most messages under way that were begun within [`PROMPT_MS`], and the most of all: 64 creators must hang to use them up.
const ALL: usize = 64;
const MOST: usize = 512;
/// The most of them to one host; and the most of one creator, however long they take.
const SHARE: usize = 8;
/// How long a message keeps others waiting: a host that answers late or never takes no place from them, but from its own creator.
const PROMPT_MS: u64 = 500;
/// How long it is remembered of a host that it did not answer. The longest pause is an hour.
const REMEMBERED_MS: u64 = 2 * 3_600_000;

/// A receiver, which gets one message at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Whom {
    /// The owner of a key, of one game.
    FrontEnd(GameId, String),
    /// The browser of a seat.
    Browser(Digest),
}

/// What shares are counted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    /// Where messages go, with the port: whoever names another one, at which nobody answers, holds up nothing that is sent to this.
    pub host: String,
    /// Whose wish it is: a hash of the key or address.
    pub creator: Digest,
    /// When the receiver said that it takes messages: what was known of its host before counts no more.
    pub since: Option<Time>,
}

/// The places of all messages under way.
#[derive(Default)]
pub(crate) struct Places {
    room: Mutex<Room>,
    /// Notified when a place is free again.
    freed: Notify,
}

#[derive(Default)]
struct Room {
    /// With when they were begun.
    under_way: HashMap<Whom, (Lane, Time)>,
    /// Whose messages ended since rows were read.
    ended: HashSet<Whom>,
    /// By host and creator: what one of them has there says nothing of others.
    silent: HashMap<(String, Digest), Silence>,
}

/// What is known of a host that did not answer a creator in time.
#[derive(Clone, Copy)]
struct Silence {
    timeouts: u32,
    since: Time,
    until: Time,
}

/// Whether a message may be sent now.
pub(crate) enum Claim {
    /// It may, while this is held.
    Begun(Place),
    /// The receiver gets another message or got one since rows were read, or the share of its host is used.
    Busy,
    /// The share of its creator is used, or all places are.
    Full,
    /// Its host did not answer its creator in time: nothing is sent there until then.
    Waits(Time),
}

/// A place; free again when it is dropped.
pub(crate) struct Place {
    whom: Whom,
    /// The host and creator.
    to: (String, Digest),
    begun: Time,
    places: Arc<Places>,
}

impl Places {
    /// Rows are read from now on: what they say of whoever gets a message meanwhile may be over.
    pub(crate) fn reads(&self) {
        self.room.lock().ended.clear();
    }

    /// Claims a place for a message to a receiver.
    pub(crate) fn claim(self: &Arc<Self>, whom: Whom, lane: Lane, now: Time) -> Claim {
        let mut room = self.room.lock();
        if room.under_way.contains_key(&whom) || room.ended.contains(&whom) {
            return Claim::Busy;
        }
        let to = (lane.host.clone(), lane.creator);
        let is_silent =
            |silence: &&Silence| silence.until > now && lane.since.is_none_or(|since| silence.since > since);
        if let Some(silence) = room.silent.get(&to).filter(is_silent) {
            return Claim::Waits(silence.until);
        }
        let of_creator = room.under_way.values().filter(|(other, _)| other.creator == lane.creator).count();
        let is_prompt = |(_, begun): &&(Lane, Time)| now.millis_since(*begun) < PROMPT_MS;
        let prompt = || room.under_way.values().filter(is_prompt);
        if of_creator >= SHARE || prompt().count() >= ALL || room.under_way.len() >= MOST {
            return Claim::Full;
        }
        if prompt().filter(|(other, _)| other.host == lane.host).count() >= SHARE {
            return Claim::Busy;
        }
        room.under_way.insert(whom.clone(), (lane, now));
        Claim::Begun(Place { whom, to, begun: now, places: Arc::clone(self) })
    }

    /// Waits until a place is free again.
    pub(crate) async fn freed(&self) {
        self.freed.notified().await;
    }
}

impl Place {
    /// Notes that the host answered.
    pub(crate) fn answered(&self) {
        self.places.room.lock().silent.remove(&self.to);
    }

    /// Notes that the host did not answer in time: all that its creator sends there waits, longer each time. Answers until when.
    pub(crate) fn timed_out(&self, now: Time, pause_ms: impl Fn(u32) -> u64) -> Time {
        let mut room = self.places.room.lock();
        let silent = &mut room.silent;
        silent.retain(|_, silence| now.millis_since(silence.until) < REMEMBERED_MS);
        let known = silent.get(&self.to).copied();
        // What was sent before the pause tells nothing new.
        if let Some(Silence { until, .. }) = known.filter(|known| known.until > self.begun) {
            return until;
        }
        let timeouts = known.map_or(1, |known| known.timeouts.saturating_add(1));
        let until = now.plus_millis(pause_ms(timeouts));
        silent.insert(self.to.clone(), Silence { timeouts, since: now, until });
        until
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut room = self.places.room.lock();
        room.under_way.remove(&self.whom);
        room.ended.insert(self.whom.clone());
        self.places.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Time {
        "2026-01-01T00:00:00Z".parse::<Time>().unwrap().plus_seconds(seconds)
    }

    /// Claims a place for the messages to so many browsers; answers those that were begun.
    fn begun(places: &Arc<Places>, browsers: std::ops::Range<u16>, lane: (&str, u8), now: i64) -> Vec<Place> {
        let claims = browsers.map(|browser| {
            let mut id = [0; 32];
            id[..2].copy_from_slice(&browser.to_be_bytes());
            let lane = Lane { host: lane.0.to_owned(), creator: Digest([lane.1; 32]), since: None };
            places.claim(Whom::Browser(Digest(id)), lane, at(now))
        });
        let places =
            claims.filter_map(|claim| if let Claim::Begun(place) = claim { Some(place) } else { None });
        places.collect()
    }

    #[test]
    fn twelve_hundred_at_a_silent_host_leave_room_for_others() {
        let places = Arc::new(Places::default());
        let silent = begun(&places, 0..1_200, ("silent.example", 1), 0);
        assert_eq!(silent.len(), SHARE);
        assert_eq!(
            begun(&places, 2_000..2_001, ("silent.example", 2), 0).len(),
            0,
            "its host's share is used"
        );
        let elsewhere = begun(&places, 2_001..2_002, ("other.example", 1), 0);
        assert_eq!(elsewhere.len(), 0, "its creator's share is used");
        assert_eq!(begun(&places, 2_002..2_003, ("other.example", 2), 0).len(), 1);
        drop(silent);
        assert_eq!(begun(&places, 0..1_200, ("silent.example", 1), 0).len(), SHARE);
    }

    /// Eight keys have eight messages each at hosts that answer late, as many as there are places; a second later, another eight have.
    #[test]
    fn whoever_answers_late_holds_up_only_its_own_creator() {
        let places = Arc::new(Places::default());
        let late = |creator: u8| {
            let (first, host) = (u16::from(creator) * 100, format!("h{}.example", creator % 8));
            begun(&places, first..first + 100, (host.as_str(), creator), i64::from(creator / 8))
        };
        let held: Vec<Place> = (0..16).flat_map(late).collect();
        assert_eq!(held.len(), 16 * SHARE);
        let of = |browser: u16, lane| begun(&places, browser..browser + 1, lane, 2).len();
        assert_eq!(of(9_000, ("h0.example", 99)), 1, "another's message to a host that is late");
        assert_eq!(of(9_001, ("other.example", 98)), 1, "and one to another host");
        assert_eq!(of(9_002, ("other.example", 0)), 0, "its own creator has a share");
        let more = |creator: u8| {
            let first = u16::from(creator) * 100;
            begun(&places, first..first + 100, ("late.example", creator), i64::from(creator))
        };
        let more: Vec<Place> = (16..90).flat_map(more).collect();
        assert_eq!(held.len() + more.len(), MOST);
    }

    #[test]
    fn one_who_names_many_hosts_has_one_share() {
        let places = Arc::new(Places::default());
        let hosts: Vec<String> = (0..100).map(|host| format!("h{host}.example")).collect();
        let of =
            |(browser, host): (u16, &String)| begun(&places, browser..browser + 1, (host.as_str(), 1), 0);
        let mine: Vec<Place> = (0..).zip(&hosts).flat_map(of).collect();
        assert_eq!(mine.len(), SHARE);
    }

    #[test]
    fn a_receiver_gets_one_message_at_a_time_and_no_more_are_under_way_than_there_are_places() {
        let places = Arc::new(Places::default());
        let first = begun(&places, 0..1, ("a.example", 0), 0);
        assert_eq!((first.len(), begun(&places, 0..1, ("b.example", 1), 0).len()), (1, 0));
        drop(first);
        assert_eq!(begun(&places, 0..1, ("a.example", 0), 0).len(), 0, "its row may be one of before");
        places.reads();
        let hosts: Vec<String> = (0..100).map(|host| format!("h{host}.example")).collect();
        let of = |(creator, host): (u8, &String)| {
            let browser = u16::from(creator);
            begun(&places, browser..browser + 1, (host.as_str(), creator), 0)
        };
        let all: Vec<Place> = (0..).zip(&hosts).flat_map(of).collect();
        assert_eq!(all.len(), ALL);
    }

    #[test]
    fn a_host_that_does_not_answer_waits_as_a_whole_and_longer_each_time() {
        let places = Arc::new(Places::default());
        let pause_ms = |timeouts: u32| 5_000 * 3_u64.pow(timeouts - 1);
        let silent = |browser, now| begun(&places, browser..browser + 1, ("silent.example", 1), now);
        let mut first = begun(&places, 0..2, ("silent.example", 1), 0);
        let (one, other) = (first.remove(0), first.remove(0));
        assert_eq!(one.timed_out(at(10), pause_ms), at(15));
        assert_eq!(other.timed_out(at(11), pause_ms), at(15), "both were sent before the pause");
        let said = |since| {
            let (host, creator) = ("silent.example".to_owned(), Digest([1; 32]));
            let lane = Lane { host, creator, since: Some(at(since)) };
            places.claim(Whom::FrontEnd(GameId::from_u128(1), "a".to_owned()), lane, at(12))
        };
        assert!(matches!(said(9), Claim::Waits(_)) && matches!(said(11), Claim::Begun(_)), "set again since");
        assert_eq!((silent(7, 14).len(), begun(&places, 8..9, ("b.example", 1), 14).len()), (0, 1));
        let mut of_another = begun(&places, 11..12, ("silent.example", 2), 14);
        of_another.remove(0).answered();
        assert_eq!(silent(12, 14).len(), 0, "what another creator has there says nothing of it");
        let again = silent(7, 15).remove(0);
        assert_eq!(again.timed_out(at(25), pause_ms), at(40));
        let last = silent(9, 40).remove(0);
        last.answered();
        assert_eq!(silent(10, 41).remove(0).timed_out(at(51), pause_ms), at(56), "it had answered");
    }
}
