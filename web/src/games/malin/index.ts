import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";
import { words } from "../../i18n/index.svelte";
import { named } from "../../table/pieces.svelte";
import Seat from "./Seat.svelte";
import { face, parts } from "../../table/shown";
import "./malin.css";

export default {
  look: ({ id, kind }) => {
    if (kind === "malheur") return id ? "card mh" : "card back malh";
    if (!id) return "card back";
    return id.startsWith("twin") ? "card mn tw" : id === "wish" ? "card mn ws" : "card mn";
  },
  face: Face,
  seat: Seat,
  kept: ["trick"],
  fanned: ["malheurs_used", "waiting"],
  flags: ["announced", "dealer", "leader"],
  quiet: ["announced", "contract", "dealer", "leader", "points", "taken", "passed", "to_ask"],
  head: ["round", "tricks"],
  trick: "trick",
  ahead: (things) => {
    const value = (thing: (typeof things)[number]): number => parts(thing).marks?.value ?? -Infinity;
    const most = Math.max(...things.map(value));
    const best = things.filter((thing) => value(thing) === most);
    return best.length === 1 && best[0] !== undefined ? parts(best[0]).slot : undefined;
  },
  sheet: ({ kind, args }, pieces) => [args && "contract" in args ? { row: words().contractRow, note: `${args.taken}/${args.contract}` } : { row: named(pieces, "row", kind) }],
  // What others hold stands in the strip of seats; a hand is drawn if some of it is visible.
  arrange: (pieces, layout, you, seats) => [
    { id: "trick", form: "stage", zones: zonesOf(pieces, undefined, "trick") },
    ...around(you, seats)
      .filter((seat) => seat !== you)
      .map((seat) => ({ id: `seat-${seat}`, seat, zones: zonesOf(pieces, seat, "hand", "malheurs") }))
      .filter(({ zones }) => zones.some((id) => layout.zones[id]?.some((thing) => face(thing) !== undefined))),
    { id: "aside", zones: zonesOf(pieces, undefined, "waiting", "removed", "malheurs_used", "malheur_pile") },
    ...(you === undefined ? [] : [{ id: "hand", seat: you, form: "hand" as const, zones: zonesOf(pieces, you, "hand", "malheurs") }]),
  ],
} satisfies Folder;
