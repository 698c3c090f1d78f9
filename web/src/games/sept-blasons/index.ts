import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";
import Seat from "./Seat.svelte";
import { named } from "../../table/pieces.svelte";
import { parts } from "../../table/shown";
import "./blasons.css";

export default {
  look: ({ id, kind, info }) => {
    if (kind === "token") return id ? `tok fam-${info?.facts?.family}` : "tok down";
    if (kind === "arms") return id ? `tok arms fam-${id}` : "tok down";
    return id ? `card bl fam-${info?.facts?.family}` : "card back";
  },
  face: Face,
  seat: Seat,
  kept: ["area", "pool"],
  flags: ["leader", "activated", "to_look"],
  quiet: ["leader", "points", "tricks"],
  head: ["round", "trick"],
  trick: "trick",
  // Equal values count for nobody, as they lie there.
  ahead: (things) => {
    const values = things.map((thing) => parts(thing).marks?.value ?? 0);
    const alone = values.filter((value) => values.filter((other) => other === value).length === 1);
    const best = things.find((thing) => (parts(thing).marks?.value ?? 0) === Math.max(...alone));
    return best === undefined ? undefined : parts(best).slot;
  },
  sheet: ({ args }, pieces) => [{ row: named(pieces, "noun", String(args?.family ?? "")), note: `${args?.tokens} × ${args?.values}` }],
  arrange: (pieces, _, you, seats) => [
    { id: "trick", form: "stage", zones: zonesOf(pieces, undefined, "trick") },
    ...around(you, seats)
      .filter((seat) => seat !== you)
      .map((seat) => ({ id: `seat-${seat}`, seat, zones: zonesOf(pieces, seat, "area", "hand") })),
    { id: "pool", zones: zonesOf(pieces, undefined, "pool", "bag") },
    ...(you === undefined ? [] : [{ id: "hand", seat: you, form: "hand" as const, zones: zonesOf(pieces, you, "hand", "area") }]),
  ],
} satisfies Folder;
