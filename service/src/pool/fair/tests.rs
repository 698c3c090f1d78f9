use super::*;

fn caller(address: u8, who: u64) -> Caller {
    Caller::new(Some(IpAddr::from([10, 0, 0, address])), who)
}

fn queue(entries: impl IntoIterator<Item = (Caller, u64)>) -> FairQueue<()> {
    let mut queue = FairQueue::new();
    for (id, (caller, price)) in entries.into_iter().enumerate() {
        queue.push(Queued { id: id as u64, caller, price: Units::new(price), item: () });
    }
    queue
}

fn served(queue: &mut FairQueue<()>) -> Vec<Caller> {
    std::iter::from_fn(|| queue.pop().map(|entry| entry.caller)).collect()
}

#[test]
fn one_caller_is_served_in_order() {
    let mut queue = queue([(caller(1, 1), 5), (caller(1, 1), 1), (caller(1, 1), 9)]);
    let ids: Vec<_> = std::iter::from_fn(|| queue.pop().map(|entry| entry.id)).collect();
    assert_eq!(ids, [0, 1, 2]);
    assert_eq!((queue.len(), queue.units()), (0, 0));
}

#[test]
fn a_greedy_caller_gets_one_turn_in_two() {
    let greedy = (0..50).map(|_| (caller(1, 1), 10));
    let modest = (0..5).map(|_| (caller(2, 1), 10));
    let order = served(&mut queue(greedy.chain(modest)));
    let last = order.iter().rposition(|one| *one == caller(2, 1)).unwrap();
    assert_eq!(last, 9, "five modest pieces are done within the first ten");
}

#[test]
fn shares_count_units_not_requests() {
    let heavy = (0..10).map(|_| (caller(1, 1), 100));
    let light = (0..100).map(|_| (caller(2, 1), 10));
    let order = served(&mut queue(heavy.chain(light)));
    let light_before_sixth_heavy = order
        .iter()
        .scan(0, |heavy, one| {
            *heavy += u32::from(*one == caller(1, 1));
            (*heavy < 6).then_some(*one)
        })
        .filter(|one| *one == caller(2, 1))
        .count();
    assert!((40..=60).contains(&light_before_sixth_heavy), "{light_before_sixth_heavy}");
}

#[test]
fn many_tokens_behind_one_address_get_one_share() {
    let sybil = (0..30).map(|who| (caller(1, who), 10));
    let honest = (0..3).map(|_| (caller(2, 1), 10));
    let order = served(&mut queue(sybil.chain(honest)));
    assert_eq!(order.iter().rposition(|one| *one == caller(2, 1)), Some(5));
}

#[test]
fn what_was_just_served_is_still_owed() {
    let mut queue = queue([(caller(1, 1), 2), (caller(2, 1), 1), (caller(2, 1), 1), (caller(2, 1), 1)]);
    assert_eq!(queue.pop().unwrap().caller, caller(1, 1));
    queue.push(Queued { id: 9, caller: caller(1, 1), price: Units::new(2), item: () });
    assert_eq!(served(&mut queue), [2, 2, 1, 2].map(|address| caller(address, 1)));
}

#[test]
fn what_was_not_used_is_a_credit_and_what_took_longer_is_owed() {
    for (price, took, next) in [(100, 0, 1), (1, 100, 2)] {
        let mut queue = queue([(caller(1, 1), price), (caller(2, 1), 1), (caller(2, 1), 1)]);
        assert_eq!(queue.pop().unwrap().caller, caller(1, 1));
        queue.push(Queued { id: 9, caller: caller(1, 1), price: Units::new(1), item: () });
        queue.settle(caller(1, 1), Units::new(price), took);
        let order = [0; 2].map(|_| queue.pop().unwrap().caller);
        assert_eq!(order, [next, 2].map(|address| caller(address, 1)));
    }
}

#[test]
fn a_line_that_is_forgotten_while_its_work_runs_owes_what_that_took() {
    let mut queue = queue([(caller(1, 1), 1), (caller(2, 1), 1), (caller(2, 1), 1)]);
    assert_eq!(served(&mut queue), [1, 2, 2].map(|address| caller(address, 1)));
    let of = |address| Queued { id: 9, caller: caller(address, 1), price: Units::new(1), item: () };
    (3..80).for_each(|address| queue.push(of(address)));
    assert!(queue.addresses.peek(caller(1, 1).address).is_none());
    queue.settle(caller(1, 1), Units::new(1), 100);
    assert_eq!(queue.drain().len(), 77);
    [1, 2].into_iter().for_each(|address| queue.push(of(address)));
    assert_eq!(served(&mut queue), [2, 1].map(|address| caller(address, 1)));
}

#[test]
fn the_heaviest_gives_way_to_the_lightest_and_not_the_other_way_round() {
    let mut queue = queue([(caller(1, 1), 10), (caller(1, 1), 10), (caller(2, 1), 10)]);
    let displaced = queue.displace_for(caller(3, 1), Units::new(10)).unwrap();
    assert_eq!((displaced.caller, displaced.id), (caller(1, 1), 1), "the newest of the heaviest");
    assert!(queue.displace_for(caller(1, 2), Units::new(10)).is_none(), "nobody has more than that");
    assert_eq!((queue.len(), queue.units()), (2, 20));
}

#[test]
fn callers_behind_one_address_displace_each_other_too() {
    let mut queue = queue([(caller(1, 1), 10), (caller(1, 1), 10)]);
    assert!(queue.displace_for(caller(1, 1), Units::new(1)).is_none(), "not its own");
    assert_eq!(queue.displace_for(caller(1, 2), Units::new(1)).unwrap().id, 1);
}

#[test]
fn withdrawn_work_is_gone() {
    let mut queue = queue([(caller(1, 1), 10), (caller(1, 1), 20)]);
    assert_eq!(queue.withdraw(0, caller(1, 1)).unwrap().id, 0);
    assert!(queue.withdraw(0, caller(1, 1)).is_none());
    assert_eq!((queue.len(), queue.units()), (1, 20));
    assert_eq!(queue.drain().len(), 1);
}

#[test]
fn idle_lines_are_forgotten() {
    let mut queue = queue((0..2_000).map(|who| (caller(1, who), 1)));
    assert_eq!(queue.drain().len(), 2_000);
    (2_000..2_100).for_each(|who| {
        queue.push(Queued { id: 0, caller: caller(1, who), price: Units::new(1), item: () });
    });
    let lines: usize = queue.addresses.lines.values().map(|line| line.queue.lines.len()).sum();
    assert!(lines <= 2 * LINES_TIDIED, "{lines}");
}

#[test]
fn addresses_of_one_ipv6_network_are_one() {
    let of = |text: &str| Caller::new(Some(text.parse().unwrap()), 1);
    assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
    assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
    assert_eq!(of("::ffff:10.0.0.1"), caller(1, 1));
}
