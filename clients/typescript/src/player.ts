// A seat that plays: it follows the events, and moves when it is its turn.

import { events } from "./events.js";
import { bearer, ensure, good, type Schemas, type Service } from "./service.js";
import { look, type Table } from "./table.js";
import { choose, visible } from "./layout.js";

/** What a player did. */
export interface Played {
  moves: number;
  stale: number;
  events: number;
}

/** Plays a seat to the end of the game. */
export async function play(service: Service, table: Table, seat: number): Promise<Played> {
  const token = table.tokens.get(seat);
  ensure(token !== undefined, "the seat is ours");
  const played: Played = { moves: 0, stale: 0, events: 0 };
  let version = 0;
  for await (const event of events(service, table.id, token, 0)) {
    ensure(event.version === version + 1, `event ${event.version} follows ${version}`);
    version = event.version;
    played.events += 1;
    if (event.turn?.seat === seat) await move(service, table, token, event.etag, played);
  }
  return played;
}

/** Decides on what is there now and plays it; what happened in between is looked at again. */
async function move(service: Service, table: Table, token: string, etag: string, played: Played): Promise<void> {
  const state = await look(service, table.id, token);
  if (state.turn?.seat !== state.you?.seat || !state.legal_moves) return;
  ensure(!!state.layout && visible(state.layout) > 0, "a player sees something");
  const version = `"v${state.version}-s${state.you?.seat}"`;
  // A move that was decided on an older version is answered with the newer one.
  if (version !== etag || (played.moves === 0 && state.version > 1)) {
    const old = await submit(service, table, token, state, `"v${state.version - 1}-s${state.you?.seat}"`);
    ensure(old.response.status === 412 && old.error?.code === "stale_version", "an old version is refused");
    ensure(old.error.etag === version, "and the newer one is told");
    played.stale += 1;
  }
  const after = await good(submit(service, table, token, state, version));
  ensure(after.version > state.version, "a move makes a version");
  played.moves += 1;
}

function submit(service: Service, table: Table, token: string, state: Schemas["GameState"], etag: string) {
  return service.POST("/v1/games/{id}/moves", {
    params: {
      path: { id: table.id },
      header: { "If-Match": etag, "Idempotency-Key": crypto.randomUUID() },
    },
    headers: bearer(token),
    body: { move: choose(state.legal_moves ?? [], state.version), wait_ms: 0 },
  });
}
