// What lies on the table. `game` tells which view it is, and the compiler knows the rest.

import type { Schemas } from "./service.js";

/** How many things of the game can be seen: enough to show that every view is typed. */
export function visible(view: Schemas["AnyView"]): number {
  switch (view.game) {
    case "richelieu":
      return view.rows.reduce((cards, row) => cards + row.length, 0);
    case "sept-blasons":
      return view.seats.length;
    case "malin":
      return view.pile + view.seats.length;
    case "parbourg":
      return view.seats.length;
  }
}

/** The notation of a move to play: any will do, so long as the game ends. */
export function choose(moves: Schemas["LegalMove"][]): string {
  const listed = moves.flatMap((move) => ("notation" in move ? [move.notation] : []));
  const chosen = listed[Math.floor(Math.random() * listed.length)];
  if (chosen !== undefined) return chosen;
  // Nothing but a choice of sets: the first candidate alone is one of them.
  for (const move of moves) if ("choose" in move) return `${move.kind} ${move.choose.candidates[0]}`;
  throw new Error("whoever is to move has a move");
}
