// Plays one whole game of every ruleset that the service at the given address has, or of those that are named:
// node build/main.js [address] [games]

import { createHash } from "node:crypto";
import { play } from "./player.js";
import { ensure, good, service as connect, type Service } from "./service.js";
import { look, sitDown, type Table } from "./table.js";

const [, , base = "http://127.0.0.1:8080", ...wanted] = process.argv;
const service = connect(base);
const { items } = await good(service.GET("/v1/rulesets"));
const games = items.filter(({ game }) => wanted.length === 0 || wanted.includes(game));
ensure(games.length > 0 && wanted.length <= games.length, "the service has the games");
for (const { game, players } of games) {
  const table = await sitDown(service, game, players.min);
  const played = await Promise.all([...table.tokens.keys()].map((seat) => play(service, table, seat)));
  const moves = played.map((one) => one.moves);
  ensure(moves.every((count) => count > 0), "both seats moved");
  ensure(played.some((one) => one.stale > 0), "an old version was tried");
  ensure(new Set(played.map((one) => one.events)).size === 1, "both seats heard of the same events");
  const plies = await check(service, table);
  console.log(`${game}: ${plies} plies, ${moves.join(" + ")} of them ours, to the end`);
}

/** The end agrees with itself, with the record and with what was promised at the start. */
async function check(service: Service, table: Table): Promise<number> {
  const id = { params: { path: { id: table.id } } };
  const token = [...table.tokens.values()][0] ?? "";
  const end = await look(service, table.id, token);
  ensure(end.status === "finished" && !!end.result, "the game is over");
  const { scores, ranks, winners } = end.result;
  const replay = await good(service.GET("/v1/games/{id}/replay", id));
  ensure(`${replay.scores}` === `${scores}` && `${end.scores}` === `${scores}`, "the totals agree");
  ensure(`${replay.ranks}` === `${ranks}`, "the ranks agree");
  ensure(`${ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))}` === `${winners}`, "rank 1 wins");
  const log = await good(service.GET("/v1/games/{id}/moves", id));
  ensure(log.plies.length === replay.plies.length + 1, "ply 0 is the set-up");
  ensure(replay.plies.every((ply) => ply.legal.includes(ply.notation)), "what was played was legal");
  const secret = Buffer.from(replay.seed + replay.nonce, "hex");
  const hash = createHash("sha256").update(secret).digest("hex");
  ensure(table.commitment === `sha256:${hash}` && replay.commitment === table.commitment, "the deal was promised");
  return replay.plies.length;
}
