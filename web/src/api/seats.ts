// The seats played in this browser. Their tokens never leave it but to show who is calling.

import { recall, store } from "../ui/storage";
import type { Schemas } from "./client";

/** Who won, and with what, in the order of the seats. */
export type Ended = Pick<Schemas["Outcome"], "winners" | "scores">;

/** A seat of one's own. */
export interface OwnSeat {
  game: string;
  seat: number;
  token: string;
  /** Tickets of the seats this browser invited to, to show the links again. */
  tickets?: Record<number, string>;
  /** When it was taken, for the order of the list. */
  at: number;
  /** The last version whose loss of time was read. */
  read?: number;
  /** How the game ended, once that is known. */
  result?: Ended;
}

const NAME = "seats";
/** More games than this are forgotten, the oldest first. */
const MOST = 200;

/** The seats by game id, the newest first. */
export function ownSeats(): [string, OwnSeat][] {
  const all = Object.entries(recall<Record<string, OwnSeat>>(NAME, {}));
  return all.sort(([, a], [, b]) => b.at - a.at);
}

/** The seat in a game. */
export function ownSeat(id: string): OwnSeat | undefined {
  return recall<Record<string, OwnSeat>>(NAME, {})[id];
}

/** Remembers how a game of one's own ended. */
export function keepResult(id: string, { winners, scores }: Ended): void {
  if (!ownSeat(id)?.result) keepMore(id, { result: { winners, scores } });
}

/** Remembers more of a seat of one's own. */
export function keepMore(id: string, more: Pick<OwnSeat, "read" | "result">): void {
  const own = ownSeat(id);
  if (own) keepSeat(id, { ...own, ...more });
}

/** Remembers a seat; nothing forgets it. */
export function keepSeat(id: string, seat: OwnSeat | undefined): void {
  const others = ownSeats().filter(([other]) => other !== id).slice(0, MOST - 1);
  // Some browsers empty what was stored after a week without a visit, unless they are asked not to.
  if (seat) void navigator.storage?.persist?.().catch(() => {});
  store(NAME, Object.fromEntries(seat ? [[id, seat], ...others] : others));
}
