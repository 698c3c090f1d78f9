// What seats are called.

import type { Schemas } from "../api/client";
import { words } from "../i18n/index.svelte";

type SeatView = Schemas["SeatView"];

/** The name of who sits there, or of the seat. */
export function seatName(seats: readonly SeatView[] | undefined, seat: number | undefined): string {
  const found = seats?.find((one) => one.seat === seat);
  if (found?.name) return found.name;
  if (seat === undefined) return "";
  return found?.kind === "bot" ? words().botName(seat + 1) : words().seatN(seat + 1);
}
