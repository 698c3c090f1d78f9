"""Deals a finished game of Richelieu again from its seed and compares: python3 fair_deal.py < replay.json"""
import hashlib, json, struct, sys
def words(seed, n=0):  # the ChaCha8 keystream of stream 0
    while True:
        start = [*struct.unpack("<12I", b"expand 32-byte k" + seed), n % 2**32, n >> 32, 0, 0]
        x, n = start[:], n + 1
        for d, i in [(d, i) for d in (0, 1) for i in range(4)] * 4:  # columns, then diagonals, four times
            a, b, c, e = i, 4 + (i + d) % 4, 8 + (i + 2 * d) % 4, 12 + (i + 3 * d) % 4
            for p, q, r, k in ((a, b, e, 16), (c, e, b, 12), (a, b, e, 8), (c, e, b, 7)):
                x[p] = (x[p] + x[q]) % 2**32
                x[r] = ((x[r] ^ x[p]) << k | (x[r] ^ x[p]) >> 32 - k) % 2**32
        yield from ((a + b) % 2**32 for a, b in zip(x, start))
def below(n): return next(p >> 32 for p in (x * n for x in stream) if p % 2**32 >= 2**32 % n)
def shuffled(items):
    for i in range(len(items) - 1, 0, -1): j = below(i + 1); items[i], items[j] = items[j], items[i]
    return items
replay = json.load(sys.stdin)
seed, nonce, options = bytes.fromhex(replay["seed"]), bytes.fromhex(replay["nonce"]), replay["ruleset"]["options"]
stream = words(seed)
regions = "bourgogne bretagne champagne normandie languedoc provence anjou bourbon auvergne "
cards, discs = shuffled(options["deck"][:]), shuffled((regions + "sword cross tower marker_return marker_return").split())
rows = [[{"cell": f"{r + 1}c{c + 1:02}", **cards[12 * r + c]} for c in range(12)] for r in range(4)]
first = options["first_seat"] if "first_seat" in options else below(options["players"])
deal = {"first_seat": first, "rows": rows, "discs": dict(zip(options["disc_cells"], discs)), "removed": discs[8:]}
print("commitment", replay["commitment"] == "sha256:" + hashlib.sha256(seed + nonce).hexdigest(), "deal", deal == replay["rounds"][0]["initial"])
