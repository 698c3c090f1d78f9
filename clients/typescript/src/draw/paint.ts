// A picture of the table in letters: what a page draws with cards and tokens.

import type { Schemas } from "../service.js";
import type { Layout } from "./layout.js";

export type Language = "en" | "fr";
type Look = Schemas["TableThingParts"];

/** What a table is painted with. */
export interface Paint {
  pieces: Schemas["PiecesOfRuleset"];
  names: string[];
  language: Language;
}

/** One line a zone, by its arrangement, then the numbers that are not 0. */
export function paint(layout: Layout, paint: Paint): string[] {
  const lines = [word(paint, "phase", layout.phase)];
  for (const [id, { kind, owner, arrangement, slots }] of Object.entries(paint.pieces.zones)) {
    const looks = [...(layout.zones.get(id) ?? [])].map(([key, n]): Look => ({ ...JSON.parse(key), n }));
    const label = owned(paint, word(paint, "zone", kind), owner);
    const words = looks.map((look) => say(look, paint));
    if (arrangement === "stack") lines.push(`${label}: ${looks.reduce((sum, { n = 1 }) => sum + n, 0)} (${words})`);
    else if (arrangement === "fan") lines.push(`${label}: ${words.join(" ")}`);
    else {
      // Each in its slot, or one after the other: in the order of the slots, the empty ones too.
      const all = new Set([...(slots ?? []), ...looks.map(({ slot }) => slot ?? "")]);
      const ordered = [...all].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
      const lying = (at: string) => looks.filter(({ slot }) => (slot ?? "") === at).map((look) => say(look, paint));
      lines.push(`${label}: ${ordered.map((slot) => `[${lying(slot).join("+")}]`).join(" ")}`);
    }
  }
  for (const [id, value] of [...layout.counters].filter(([, value]) => value !== 0)) {
    const { kind, owner } = paint.pieces.counters[id] ?? { kind: id };
    lines.push(`${owned(paint, word(paint, "counter", kind), owner)}: ${value}`);
  }
  return lines;
}

/** A thing in words: an open piece, one that only you know, or a back; with what lies on it, and how many there are. */
function say(look: Look, paint: Paint): string {
  const { open, known, back, key, marks, n = 1 } = look;
  const name = word(paint, "noun", open ?? known ?? back ?? "");
  const face = open ? name : known ? `(${name})` : `▒${name}`;
  const who = (mark: string, value: number) => (paint.pieces.seat_marks.includes(mark) ? paint.names[value] : value);
  const on = Object.entries(marks ?? {}).map(([mark, value]) => `/${word(paint, "mark", mark)} ${who(mark, value)}`);
  return `${face}${key ? `@${key}` : ""}${on.join("")}${n > 1 ? `×${n}` : ""}`;
}

/** What an id is called; the id itself where the game has no word for it. */
export function word({ pieces, language }: Paint, purpose: string, id: string): string {
  const text = pieces.texts[`${purpose}-${id}`];
  return (typeof text === "object" ? text[language] : text) ?? id;
}

function owned({ names }: Paint, label: string, owner: number | undefined): string {
  return owner === undefined ? label : `${label} (${names[owner]})`;
}
