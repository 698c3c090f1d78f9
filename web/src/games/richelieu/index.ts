import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";
import { words } from "../../i18n/index.svelte";
import { named } from "../../table/pieces.svelte";
import Seat from "./Seat.svelte";
import Majorities from "./Majorities.svelte";
import "./richelieu.css";

export default {
  look: ({ id, kind, info }) => {
    if (kind === "card") return id ? `rc r-${info?.facts?.region}` : "card back";
    return id ? "disc" : "disc dn";
  },
  face: Face,
  kept: ["taken", "held"],
  fanned: ["taken", "held", "given_up"],
  seat: Seat,
  // Who has no card yet would lose points for each region.
  unscored: (layout, seat) => layout.zones[`taken:${seat}`] === undefined,
  flags: ["first"],
  quiet: ["box", "reserve"],
  sheet: ({ args }, pieces) => [args?.of ?? []].flat().map((of) => ({ row: named(pieces, "noun", String(of)) })),
  // `2c07` lies in row 2.
  rows: { table: (slot) => slot.charAt(0) },
  over: { discs: "table" },
  further: (phase, picked) => (phase === "marker" ? words().markerTo(picked) : words().payWith(picked)),
  arrange: (pieces, _, you, seats) => [
    { id: "rows", form: "bare", zones: zonesOf(pieces, undefined, "table", "discs") },
    ...around(you, seats).map((seat) => ({ id: `seat-${seat}`, seat, zones: zonesOf(pieces, seat, "taken", "held", "given_up") })),
  ],
  below: Majorities,
} satisfies Folder;
