import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";
import "./blasons.css";

const folder: Folder = {
  look: ({ id, kind, info }) => {
    if (kind === "token") return id ? `tok fam-${info?.facts?.family}` : "tok down";
    if (kind === "arms") return id ? `tok arms fam-${id}` : "tok down";
    return id ? `card bl fam-${info?.facts?.family}` : "card back";
  },
  face: Face,
  kept: ["family", "area", "won", "trick", "pool"],
  fanned: ["won", "area"],
  flags: ["leader", "activated", "to_look"],
  arrange: (pieces, _, you, seats) => [
    ...around(you, seats)
      .filter((seat) => seat !== you)
      .map((seat) => ({ id: `seat-${seat}`, seat, zones: zonesOf(pieces, seat, "family", "area", "hand", "won") })),
    { id: "trick", zones: zonesOf(pieces, undefined, "trick", "pool", "bag", "aside") },
    ...(you === undefined
      ? []
      : [
          { id: "own", seat: you, zones: zonesOf(pieces, you, "family", "area", "won") },
          { id: "hand", seat: you, form: "hand" as const, zones: zonesOf(pieces, you, "hand") },
        ]),
  ],
};
export default folder;
