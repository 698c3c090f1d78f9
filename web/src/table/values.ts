// What a hint values moves by, said and drawn in one way: a share of wins in percent, a round's payoff in points with its sign.

import type { Schemas } from "../api/client";
import { number, percent, words } from "../i18n/index.svelte";

/** What a search maximises, and so what its values are. */
export type Objective = Schemas["Objective"];
type Valued = Pick<Schemas["MoveAdvice"], "value" | "low" | "high">;

/** A value in words: "62 %", or "+2.5 points". */
export function say(value: number, objective: Objective): string {
  if (objective === "win_share") return percent(value);
  const rounded = Math.round(value * 10) / 10;
  return words().points(`${rounded > 0 ? "+" : ""}${number(rounded, 1)}`, Math.abs(rounded));
}

/** A distance between two values: it has no sign. */
export const sayDistance = (value: number, objective: Objective): string =>
  objective === "win_share" ? percent(value) : words().points(number(value, 1), value);

/** A value with its interval, in one phrase. */
export const sayAll = ({ value, low, high }: Valued, objective: Objective): string =>
  words().between(say(value, objective), say(low, objective), say(high, objective));

/**
 * Where values lie on a bar, in hundredths of it, and what its ends are. Every one of these moves has room on it: shares from 0 to 1,
 * points from the least to the most, with 0 among them.
 */
export function scale(moves: readonly Valued[], objective: Objective): { from: number; to: number; at: (value: number) => number } {
  const points = moves.flatMap(({ value, low, high }) => [value, low, high]).filter(Number.isFinite);
  const shares = objective === "win_share";
  const from = shares ? 0 : Math.floor(Math.min(0, ...points));
  const to = shares ? 1 : Math.max(from + 1, Math.ceil(Math.max(0, ...points)));
  // Not a number is a bound that the service does not know: the bar ends there.
  const at = (value: number): number => (100 * (Math.min(to, Math.max(from, Number.isNaN(value) ? from : value)) - from)) / (to - from);
  return { from, to, at };
}
