// Moves as what is tapped: things of zones, slots, seats, numbers and buttons.

import { ensure, type Schemas } from "../service.js";

/** What legal moves of all games have; the rest of them belongs to a game. */
export interface Move {
  kind: string;
  text?: Schemas["Text"];
  picks?: Schemas["TablePickStep"][] | Schemas["SetPicks"];
  choose?: Schemas["SetOfCandidates"];
}

/** Who taps, and whose what is tapped is; `undefined` where it is the table's. */
export interface Hand {
  you: number;
  ownerOf: (tap: string) => number | undefined;
}

/** Everything that may be tapped after `taps`: what a page lights up. Nothing: the move is made. */
export function possible(moves: Move[], taps: string[], hand: Hand): string[] {
  const begun = moves.map((move) => next(move, taps, hand)).filter((open) => open !== undefined);
  ensure(begun.length > 0, `${taps} begin a move`);
  return [...new Set(begun.flat())];
}

/** What may be tapped next: nothing where `taps` make this move, `undefined` where they do not begin it. */
function next({ kind, picks, choose }: Move, taps: string[], hand: Hand): string[] | undefined {
  ensure(picks !== undefined, `${kind} says how it is tapped`);
  if (!Array.isArray(picks)) return nextOfSet(picks, choose?.max ?? 0, taps, hand);
  const rest = [...taps];
  for (const step of picks) {
    // The taps of one step come in any order.
    const open = new Set(typeof step === "string" ? [step] : step);
    while (open.size > 0) {
      const tap = rest.shift();
      if (tap === undefined) return [...open];
      if (!open.delete(tap)) return undefined;
    }
  }
  return rest.length === 0 ? [] : undefined;
}

/** A set is described once: some of `choose`, your own and those of at most one other seat, then `then`. */
function nextOfSet({ choose, then }: Schemas["SetPicks"], most: number, taps: string[], { you, ownerOf }: Hand) {
  const chosen = taps.filter((tap) => tap !== then);
  if (!chosen.every((tap) => choose.includes(tap))) return undefined;
  if (chosen.length < taps.length) return [];
  const other = chosen.map(ownerOf).find((owner) => owner !== you);
  const fits = (tap: string) => ownerOf(tap) === you || other === undefined || ownerOf(tap) === other;
  const open = choose.filter((tap) => chosen.length < most && fits(tap) && !chosen.includes(tap));
  return then !== undefined && chosen.length > 0 ? [...open, then] : open;
}
