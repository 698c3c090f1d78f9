// A table: created with one seat of one's own, one that is open, and bots on the others.

import { bearer, ensure, good, type Schemas, type Service } from "./service.js";

/** A game and the tokens of the seats played here. */
export interface Table {
  id: string;
  commitment: string;
  tokens: Map<number, string>;
}

/** Creates a game of `game` with its smallest number of players, and takes the open seat. */
export async function sitDown(service: Service, game: string, players: number): Promise<Table> {
  const seats: Schemas["SeatWanted"][] = [{ kind: "mine", name: "Ada" }, { kind: "open" }];
  while (seats.length < players) seats.push({ kind: "bot", level: "random" });
  const created = await good(
    service.POST("/v1/games", {
      params: { header: { "Idempotency-Key": crypto.randomUUID() } },
      body: { game, options: { players }, seats },
    }),
  );
  const tokens = new Map<number, string>();
  for (const { seat, token } of created.seats) if (token) tokens.set(seat, token);
  const joined = await good(
    service.POST("/v1/games/{id}/seats/{seat}", {
      params: { path: { id: created.id, seat: 1 }, header: { "Idempotency-Key": crypto.randomUUID() } },
      body: { name: "Blaise" },
    }),
  );
  tokens.set(joined.seat, joined.token);
  ensure(tokens.size === 2, "two seats are ours");
  return { id: created.id, commitment: created.deal_commitment, tokens };
}

/** The game as the bearer of `token` may know it. */
export function look(service: Service, id: string, token: string): Promise<Schemas["GameState"]> {
  return good(service.GET("/v1/games/{id}", { params: { path: { id } }, headers: bearer(token) }));
}
