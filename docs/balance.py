"""Plays bots against each other and writes the tables of benches/balance.md and solver/data/bot-ratings.json, which they show:
python3 docs/balance.py [--percent 100] [--seed balance], after cargo build --release. A run that was ended goes on where it stopped.
--check plays nothing: it says whether the page shows the ratings in use and is of the same bots."""
import argparse, datetime, json, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE, RATINGS = ROOT / "benches/balance.md", ROOT / "solver/data/bot-ratings.json"
FAIR = {"richelieu": 1 / 2, "sept-blasons": 1 / 4, "malin": 1 / 4, "parbourg": 1 / 3}
# Game, what of its options is changed, the bots of all seats, games, the features whose lifts are told, deals that tell what is luck.
PARTS = [("richelieu", "", "random", 10_000, "", 0), ("richelieu", "", "greedy", 20_000, "", 400),
         ("richelieu", '/variant="three_rows"', "greedy", 20_000, "", 0), ("richelieu", "", "beginner", 1_000, "", 0),
         ("sept-blasons", "", "random", 5_000, "", 0), ("sept-blasons", "", "greedy", 6_000, "power_", 400),
         ("sept-blasons", "", "beginner", 200, "power_", 0), ("malin", "", "random", 2_000, "", 0),
         ("malin", "", "greedy", 2_000, "announced", 200), ("malin", "", "novice", 100, "", 0),
         ("parbourg", "", "random", 5_000, "", 0), ("parbourg", "", "greedy", 6_000, "henchman", 400),
         ("parbourg", "/deck/cards/0/values/yellow=5", "greedy", 6_000, "", 0),
         ("parbourg", "/deck/cards/0/values/yellow=7", "greedy", 6_000, "", 0), ("parbourg", "", "beginner", 200, "henchman", 0)]
# Bots that meet their neighbours in the list, and games of every two. Greedy, which has 0, also meets random.
RATED = [("richelieu", "greedy,novice,beginner,apprentice,casual,club,expert", 60),
         ("sept-blasons", "greedy,novice,beginner,apprentice", 56), ("malin", "greedy,novice,beginner", 28), ("parbourg", "greedy,novice,beginner,apprentice", 60)]

def options(change):
    if not change.startswith("/deck"):
        return json.dumps({"variant": "three_rows"} if change else {})
    deck = json.loads((ROOT / "games/data/parbourg/deck.json").read_text("utf-8"))
    deck["cards"][0]["values"]["yellow"] = int(change.split("=")[1])
    return json.dumps({"deck": deck})

def play(tapis, part, games, deals, seed):
    """The estimates of a part by name: what the program says of its games."""
    game, change, bots, _, feature, _ = part
    same = ["--game", game, "--options", options(change), "--seats", bots, "--seed", seed]
    summary = tapis("simulate", *same, "--games", games)["summary"]
    features = tapis("stats", "--source", summary["source"])["features"]["features"]
    buckets = [(of["name"], bucket) for of in features for bucket in of["buckets"]]
    rows = {"first": bucket["win_share"] for name, bucket in buckets if name == "turn_order" and bucket["bucket"] == 1}
    rows |= {"ties": summary["ties"], "length": summary["length"]["mean"]}
    rows |= {measure["name"]: measure["mean"] for measure in summary["measures"]}
    told = [(name, of) for name, of in buckets if feature and name.startswith(feature) and "discovery" in of]
    for name, bucket in sorted(told, key=lambda one: -one[1].get("importance", 0))[:9]:
        rows[f"lift {name}={bucket['bucket']}"] = {"share": bucket["win_share"], **bucket["lift"]}
    luck = tapis("luck", *same, "--deals", deals, "--replays", 4) if deals else {}
    rows |= {f"luck {of}": {"n": deals, **luck[of]["deal"]} for of in ("win_share", "score") if luck}
    return {name: row for name, row in rows.items() if "low" in row}

def rate(tapis, game, bots, games, seed):
    """How strong the bots of a game are, over greedy."""
    of = ["--game", game, "--seed", seed, "--games", games, "--neighbours", "--levels"]
    found, weakest = tapis("ratings", *of, bots), {one["bot"]: one for one in tapis("ratings", *of, "greedy,random")["ratings"]}
    next(one for one in found["ratings"] if one["bot"] == "greedy")["games"] += weakest["greedy"]["games"]
    found["ratings"] = sorted(found["ratings"] + [weakest["random"]], key=lambda one: -one["elo"])
    for one in found["ratings"]:
        one.update({end: round(one[end]) + 0.0 for end in ("elo", "low", "high") if end in one})
    return found

def number(x, digits, sign):
    text = f"{x:{sign}.{digits}f}"
    return text.replace("-", "−") if float(text) else text.strip("+-")

def between(row, times=1.0, digits=3, fair=None, sign="", end=""):
    """A figure with its interval, bold where that leaves out what is fair."""
    value, low, high = (number(times * row[of], digits, sign) for of in ("value", "low", "high"))
    bold = "**" if fair is not None and (row["low"] > fair or row["high"] < fair) else ""
    return f"{bold}{value} [{low}, {high}]{bold}{end}"

def table(head, rows):
    cells = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in [head.split(", "), ["---"] * (head.count(", ") + 1), *cells])

def rated(of):
    elo = [between({**one, "value": one["elo"]}, digits=0, sign="+") if "low" in one else "0" for one in of["ratings"]]
    bots = table("bot, rating, games", [[f"`{one['bot']}`", elo, one["games"]] for one, elo in zip(of["ratings"], elo)])
    return f"\n**{of['game']}**\n\n{bots}\nmisfit: {'p %.2f' % of['misfit']['p_value'] if 'misfit' in of else 'too few games'}\n"

def tables(found):
    """The tables by name, of what was found of each part."""
    plain = [(part[0], f"`{part[2]}`", rows) for part, rows in found if not part[1]]
    of = lambda name: [(game, bots, rows[name], rows) for game, bots, rows in plain if name in rows]
    share = lambda row: between(row, 100, 1, end=" %")
    made = {"first": table("game, bots, games, win share of who begins, fair",
                           [[g, b, r["n"], between(r, fair=FAIR[g]), f"{FAIR[g]:.3f}"] for g, b, r, _ in of("first")])}
    for name, game in [("three_rows", "richelieu"), ("card", "parbourg")]:
        (_, usual), *others = [(part[1], rows["first"]) for part, rows in found if part[0] == game and part[2] == "greedy"]
        lines = [["as they are", usual["n"], between(usual, fair=FAIR[game]), ""]]
        for change, row in others:  # of the same deals, so that the true interval is narrower
            less, half = row["value"] - usual["value"], abs(complex(row["high"] - row["low"], usual["high"] - usual["low"])) / 2
            less = between({"value": less, "low": less - half, "high": less + half}, 100, 1, 0, "+")
            lines.append([change, row["n"], between(row, fair=FAIR[game]), less])
        made[name] = table("rules, games, win share of who begins, less that of the rules as they are", lines)
    for feature in ["power", "announced", "henchman"]:
        lifts = [(bots, name[5:], row) for _, bots, rows in plain for name, row in rows.items() if name.startswith(f"lift {feature}")]
        made[feature] = table("bots, value, seats, win share, lift in points",
                              [[b, name, r["n"], between(r["share"]), between(r, 100, 1, 0, "+")] for b, name, r in lifts])
    made["luck"] = table("game, bots, deals, of the win, of the score",
                         [[g, b, r["n"], share(r), share(rows["luck score"])] for g, b, r, rows in of("luck win_share")])
    course = [[g, b, r["n"], between(r, digits=1, end=" %"), between(rows["lead_changes"], digits=1),
               between(rows["comeback"], digits=1, end=" %"), share(rows["ties"])] for g, b, r, rows in of("decisiveness")]
    made["course"] = table("game, bots, games, decided after, lead changes, comebacks, shared wins", course)
    made["length"] = table("game, bots, games, plies", [[g, b, r["n"], between(r, digits=1)] for g, b, r, _ in of("length")])
    return made

def fill(page, made):
    """The page with these tables; what stands between them stays."""
    mark = re.compile(r"(<!-- made by docs/balance.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
    return mark.sub(lambda found: found[1] + made[found[2]] + found[3] if found[2] in made else found[0], page)

def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--percent", type=int, default=100)
    arguments.add_argument("--seed", default="balance")
    arguments.add_argument("--check", action="store_true")
    args = arguments.parse_args()
    page, ratings = PAGE.read_text("utf-8"), json.loads(RATINGS.read_text("utf-8"))
    if args.check:
        right = fill(page, {"ratings": "".join(map(rated, ratings["games"]))})
        return 0 if right == page and f"bots `{ratings['bots'][:16]}`" in page else "benches/balance.md is not of the ratings in use"
    fingerprint = "cargo run --quiet --locked --release -p tapis-solver --features testing --example fingerprint".split()
    bots = subprocess.run(fingerprint, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    (ROOT / "target/balance").mkdir(parents=True, exist_ok=True)

    def tapis(command, *words):
        print(command, *(word for word in words if len(str(word)) < 99), file=sys.stderr)
        database = [] if command == "luck" else ["--database", f"sqlite:target/balance/{bots[:16]}.db"]
        line = ["target/release/tapis", command, *map(str, words), *database, "--json"]
        return json.loads(subprocess.run(line, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)

    sized = lambda games: games and max(games * args.percent // 100, 40)
    found = [(part, play(tapis, part, sized(part[3]), sized(part[5]), args.seed)) for part in PARTS]
    games = [rate(tapis, game, of, max(2, n * args.percent // 100), args.seed) for game, of, n in RATED]
    RATINGS.write_text(json.dumps({"bots": bots, "games": games}, indent=2) + "\n", "utf-8")
    command = f"python3 docs/balance.py --percent {args.percent} --seed {args.seed}"
    made = f"`{command}`, {datetime.date.today()}; seed `{args.seed}`; bots `{bots[:16]}`.\n"
    PAGE.write_text(fill(page, {"made": made, "ratings": "".join(map(rated, games)), **tables(found)}), "utf-8")

if __name__ == "__main__":
    sys.exit(main())
