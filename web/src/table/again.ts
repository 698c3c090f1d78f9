// Another game of the same ruleset: the same seats, moved on by one. People other than oneself are invited.

import { api, good, retryKey, type Schemas, type State } from "../api/client";
import { keepSeat } from "../api/seats";

/** Creates it, and says its id; nothing when it cannot be created. */
export async function playAgain(game: State): Promise<string | undefined> {
  const seats = game.seats.map((_, at): Schemas["SeatWanted"] => {
    const one = game.seats[(at + 1) % game.seats.length];
    if (!one || one.seat === game.you?.seat) return { kind: "mine", ...(one?.name ? { name: one.name } : {}) };
    return one.kind === "bot" ? { kind: "bot", level: one.level } : { kind: "invite" };
  });
  try {
    const { hints, visibility } = game;
    const body = { ruleset: game.ruleset.hash, seats, hints, visibility };
    const made = await good(api.POST("/v1/games", { params: { header: { "Idempotency-Key": retryKey() } }, body }));
    const own = made.seats.find((one) => one.token);
    const tickets = Object.fromEntries(made.seats.flatMap((one) => (one.ticket ? [[one.seat, one.ticket]] : [])));
    if (own?.token) keepSeat(made.id, { game: game.ruleset.game, seat: own.seat, token: own.token, tickets, at: Date.now() });
    return made.id;
  } catch {
    return undefined;
  }
}
