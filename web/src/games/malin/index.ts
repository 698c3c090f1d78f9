import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";

const folder: Folder = {
  look: ({ id, kind }) => {
    if (kind === "malheur") return id ? "card mh" : "card back malh";
    if (!id) return "card back";
    return id.startsWith("twin") ? "card mn tw" : id === "wish" ? "card mn ws" : "card mn";
  },
  face: Face,
  kept: ["trick", "removed", "waiting"],
  fanned: ["malheurs_used", "waiting"],
  flags: ["announced", "dealer", "leader"],
  arrange: (pieces, _, you, seats) => [
    ...around(you, seats)
      .filter((seat) => seat !== you)
      .map((seat) => ({ id: `seat-${seat}`, seat, zones: zonesOf(pieces, seat, "hand", "malheurs") })),
    { id: "trick", zones: zonesOf(pieces, undefined, "trick", "waiting", "removed", "malheurs_used", "malheur_pile") },
    ...(you === undefined
      ? []
      : [
          { id: "own", seat: you, zones: zonesOf(pieces, you, "malheurs") },
          { id: "hand", seat: you, form: "hand" as const, zones: zonesOf(pieces, you, "hand") },
        ]),
  ],
};
export default folder;
