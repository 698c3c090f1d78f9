// What lies on the table, and a move to play.

import { choice } from "./choice.js";
import type { Schemas } from "./service.js";

/** How many things the caller can tell from others: those that lie open, and its own. */
export function visible(layout: Schemas["TableLayout"]): number {
  const things = Object.values(layout.zones).flat();
  return things.filter((thing) => typeof thing === "string" || thing.open !== undefined || thing.known !== undefined).length;
}

/** The notation of a move to play at a version: any will do, so long as the game ends. */
export function choose(moves: Schemas["LegalMove"][], version: number): string {
  const listed = moves.flatMap((move) => ("notation" in move ? [move.notation] : []));
  const chosen = choice(listed, version);
  if (chosen !== undefined) return chosen;
  // Nothing but a choice of sets: the first candidate alone is one of them.
  for (const move of moves) if ("choose" in move) return `${move.kind} ${move.choose.candidates[0]}`;
  throw new Error("whoever is to move has a move");
}
