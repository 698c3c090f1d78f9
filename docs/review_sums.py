"""Adds up a review of a finished game again from its own numbers: python3 review_sums.py < review.json"""
import json, sys

review = json.load(sys.stdin)
par, course = review["par"]["value"], review["course"]
largest = 0.0  # the largest difference from what the review says


def differs(one, other):
    global largest
    largest = max(largest, abs(one - other))


chance = [0.0] * len(par)
for said in review["seats"]:
    seat, before = said["seat"], par[said["seat"]]
    parts = {"deal": 0.0, "draw": 0.0, "play": 0.0, "others": 0.0}
    for step in course:
        after = step["value"][seat]
        by = step["by"]  # "deal", "draw" or the number of a seat
        own = by == seat and not step.get("by_service")  # what the service played for a person is no play of theirs
        part = by if isinstance(by, str) else "play" if own else "others"
        parts[part] += after - before
        before = after
    chance[seat] = parts["deal"] + parts["draw"]
    differs(said["result"], before)
    differs(said["par"], par[seat])
    differs(said["luck"]["deal"], parts["deal"])
    differs(said["luck"]["draws"], parts["draw"])
    differs(said["play"], parts["play"])
    differs(said["others"], parts["others"])
    differs(said["result"] - said["par"], sum(parts.values()))
    changes = [abs(one["after"] - one["before"]) for one in said["turning_points"]]
    assert changes == sorted(changes, reverse=True), "the largest change comes first"
    print(f"seat {seat}: " + " + ".join(f"{name} {part:+.4f}" for name, part in parts.items())
          + f" = {said['result'] - par[seat]:+.4f}")
for step in course:
    differs(sum(step["value"]), 1.0)  # the win is shared out, at every step
differs(sum(par), 1.0)
differs(sum(chance), 0.0)  # nobody's luck comes from nowhere
print("adds up" if largest <= 1e-9 else f"DIFFERS by {largest}")
