// Plays, animates and narrates whole games of everything the service has, and knows no game:
// node build/draw.js [address] [games of each] [language: prints the log and the table in it; "" for none] [which games]

import { follow, type Game } from "./draw/follow.js";
import type { Language } from "./draw/paint.js";
import { ensure, good, service as connect, type Schemas, type Service } from "./service.js";

const [, , base = "http://127.0.0.1:8080", number = "1", language, ...wanted] = process.argv;
const service = connect(base);
const { items } = await good(service.GET("/v1/rulesets"));
const games = items.filter(({ game }) => wanted.length === 0 || wanted.includes(game));
ensure(games.length > 0 && wanted.length <= games.length, "the service has the games");
for (const { game, players } of games) {
  for (let n = 0; n < Number(number); n++) {
    await play(service, game, players.min + (n % (players.max - players.min + 1)));
  }
}

/** Plays one game: two seats of ours, a spectator, and bots on the other seats. */
async function play(service: Service, name: string, players: number): Promise<void> {
  const seats: Schemas["SeatWanted"][] = ["Ada", "Blaise"].map((name) => ({ kind: "mine", name }));
  while (seats.length < players) seats.push({ kind: "bot", level: "random" });
  const created = await good(
    service.POST("/v1/games", {
      params: { header: { "Idempotency-Key": crypto.randomUUID() } },
      body: { game: name, seats },
    }),
  );
  const { id, ruleset } = created;
  // What there is to draw never changes: a page keeps it for ever.
  const path = { game: name, hash: ruleset.hash };
  const pieces = await good(service.GET("/v1/rulesets/{game}/{hash}/pieces", { params: { path } }));
  const quiet: Game = { service, id, pieces, language: "en", print: () => {} };
  const loud: Game = language ? { ...quiet, language: language as Language, print: console.log } : quiet;
  const tokens = [...created.seats.map(({ token }) => token), undefined];
  const followed = await Promise.all(tokens.map((token, seat) => follow(seat === 0 ? loud : quiet, token)));
  const moves = followed.map(({ moves }) => moves);
  ensure(moves[0]! > 0 && moves[1]! > 0, "both seats moved");
  ensure(followed.every(({ steps, streams }) => steps > 0 && streams > 1), "all followed, over broken lines");
  console.log(`${name} of ${players}: ${moves.slice(0, 2).join(" + ")} moves by taps, ${followed[0]!.steps} steps`);
}
