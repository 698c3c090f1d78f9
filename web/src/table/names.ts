// What seats are called.

import { getContext, setContext } from "svelte";
import type { Schemas } from "../api/client";
import { words } from "../i18n/index.svelte";

type SeatView = Schemas["SeatView"];

/** The name of who sits there, or of the seat: as the texts of the service call them. */
export function seatName(seats: readonly SeatView[] | undefined, seat: number | undefined): string {
  const found = seats?.find((one) => one.seat === seat);
  if (found?.name) return found.name;
  if (seat === undefined) return "";
  const { botName, playerName, seatN } = words();
  return (found?.kind === "bot" ? botName : found?.kind === "human" ? playerName : seatN)(seat + 1);
}

const NAMES = Symbol("names");

/** Tells the things on a table who sits where. */
export const tellNames = (names: (seat: number) => string): void => void setContext(NAMES, names);

/** Who sits where, for a thing on a table; else the number of the seat. */
export const toldNames = (): ((seat: number) => string) => getContext(NAMES) ?? ((seat) => words().seatN(seat + 1));
