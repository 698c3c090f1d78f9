import type { Folder } from "../folder";
import { around, zonesOf } from "../folder";
import Face from "./Face.svelte";
import Lane from "./Lane.svelte";
import Seat from "./Seat.svelte";
import { named } from "../../table/pieces.svelte";
import { colourNow } from "./colour";
import "./parbourg.css";

const SHAPES: Record<string, string> = { building: "bd", alchemy: "al", ephemeral: "ep" };

export default {
  look: ({ id, kind, info, layout, marks }) => {
    if (kind === "token") return `ptok ${id}`;
    if (kind === "henchman") return id ? "hench" : "card back";
    if (!id) return "card back";
    const facts = info?.facts ?? {};
    const shape = SHAPES[String(facts.kind)] ?? (facts.effect ? "e" : facts.yellow === facts.red && facts.red === facts.blue ? "c" : "v");
    const now = colourNow(layout);
    return `card pb ${shape}${now ? ` now-${now}` : ""}${marks.doubled ? " twice" : ""}`;
  },
  face: Face,
  kept: ["henchmen", "lane", "discard", "chain"],
  // What is not yet decided stays where it was when the day began.
  places: { tokens: ["1", "2", "3", "4"] },
  fanned: ["lane", "buildings", "won", "discard", "chain"],
  seat: Seat,
  signs: Lane,
  quiet: ["challenge", "built", "actions"],
  head: ["day", "challenge", "round"],
  tally: (layout, seat) => layout.counters[`points:${seat}`] ?? 0,
  sheet: ({ args }, pieces) => [{ row: named(pieces, "noun", String(args?.colour ?? "")) }],
  // On a phone one's own lane comes first.
  arrange: (pieces, _, you, seats) => [
    { id: "day", form: "stage", zones: zonesOf(pieces, undefined, "tokens", "chain", "discard", "pile", "spare") },
    ...around(you, seats).map((seat) => ({
      id: seat === you ? "lane-own" : `lane-${seat}`,
      seat,
      zones: zonesOf(pieces, seat, "henchmen", "choice", "lane", "buildings", "won", ...(seat === you ? [] : ["hand"])),
    })),
    ...(you === undefined ? [] : [{ id: "hand", seat: you, form: "hand" as const, zones: zonesOf(pieces, you, "hand") }]),
  ],
} satisfies Folder;
