// What a stranger does with the package: follows whole games of bots and carries every table on by steps. Of every ruleset, or
// of those that are named: node build/law.js [address] [games]

import { carryOut, events, good, read, service, written } from "tapis-table";

const [, , base = "http://127.0.0.1:8080", ...wanted] = process.argv;
const tapis = service(base);
const { items } = await good(tapis.GET("/v1/rulesets"));
const games = items.filter(({ game }) => wanted.length === 0 || wanted.includes(game));
if (games.length === 0 || games.length < wanted.length) throw new Error("the service has not these games");
for (const { game, players } of games) {
  const seats = Array.from({ length: players.min }, () => ({ kind: "bot" as const, level: "random" as const }));
  const header = { "Idempotency-Key": crypto.randomUUID() };
  const body = { game, seats, visibility: "public" as const };
  const { id, ruleset } = await good(tapis.POST("/v1/games", { params: { header }, body }));
  const path = { game, hash: ruleset.hash };
  const pieces = await good(tapis.GET("/v1/rulesets/{game}/{hash}/pieces", { params: { path } }));
  const look = (version?: number) =>
    good(tapis.GET("/v1/games/{id}", { params: { path: { id }, query: version === undefined ? {} : { version } } }));
  const state = await look();
  const layout = read(state.layout);
  let version = state.version;
  for await (const event of events(tapis, id, undefined, version)) {
    for (const step of event.steps ?? []) for (const effect of step.effects ?? []) carryOut(layout, effect, pieces);
    version = event.version;
  }
  const end = await look();
  if (end.status !== "finished" || end.version !== version) throw new Error(`${game} goes on after its events`);
  if (written(layout) !== written(read(end.layout))) throw new Error(`the steps of ${game} do not lead to its end`);
  console.log(`${game}: ${version} versions, carried on to the end by the packed code`);
}
