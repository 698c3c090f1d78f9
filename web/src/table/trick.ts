// A trick: its cards in the order in which they were laid, and the one before, to be looked at again.

import type { GameEvent } from "../api/client";
import { parts, slotOf, type Layout, type Step, type Thing } from "./shown";

/** Who sits at the table, and the trick before. */
export interface Company {
  seats: { seat: number; name: string; initial: string }[];
  turn?: number;
  last?: LastTrick;
}

/** A trick that is over. */
export interface LastTrick {
  things: Thing[];
  /** Who took it. */
  seat?: number;
  /** Who led it. */
  first?: number;
}

/** The seats in the order of play, from the one that leads. */
export function inOrder(company: Company, layout: Layout, things: readonly Thing[]): Company["seats"] {
  const { seats, last } = company;
  const leads = seats.findIndex(({ seat }) => (things === last?.things ? seat === last.first : (layout.counters[`leader:${seat}`] ?? 0) > 0));
  // The leader of the next trick is known while this one lies there: then the first card is that of the seat after a gap.
  const laid = (at: number): boolean => things.some((thing) => slotOf(thing) === String(seats[at]?.seat));
  const gap = things.length > 0 && things.length < seats.length;
  const first = gap ? seats.findIndex((_, at) => laid(at) && !laid((at + seats.length - 1) % seats.length)) : leads;
  const from = Math.max(0, first);
  return [...seats.slice(from), ...seats.slice(0, from)];
}

/** The trick that was cleared away last, as the events tell: what lay there, who took it, and who had led. */
export function lastTrick(events: readonly GameEvent[], zone: string): LastTrick | undefined {
  const steps = events.flatMap(({ steps = [] }) => steps);
  let found: LastTrick | undefined;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    for (const effect of steps[at]?.effects ?? []) {
      if (effect.what !== "moved") continue;
      if (effect.from === zone && (effect.was?.length ?? 0) > 1) {
        if (found) return found;
        found = { things: effect.was ?? [], seat: winner(steps.slice(Math.max(0, at - MOST), at + 1)) };
      } else if (found && effect.to === zone) found.first = Number(parts(effect.is[0] ?? "").slot ?? found.first);
    }
  }
  return found;
}

/** Steps between the end of a trick and its being cleared away, at most. */
const MOST = 12;

function winner(steps: readonly Step[]): number | undefined {
  const told = steps.flatMap(({ milestones = [] }) => milestones).filter(({ kind, args }) => kind.startsWith("trick_") && typeof args?.seat === "number");
  return told.at(-1)?.args?.seat as number | undefined;
}
