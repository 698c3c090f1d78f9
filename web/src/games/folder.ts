// What a game may bring of its own: how its zones are arranged and how its pieces look. Nothing of its rules.

import type { Component } from "svelte";
import type { State } from "../api/client";
import type { Layout, PieceInfo, Pieces, Row, Thing } from "../table/shown";

/** A part of the mat: some zones under one title. */
export interface Area {
  /** Names it among the others. */
  id: string;
  /** Whose it is. */
  seat?: number;
  zones: string[];
  /** How it is drawn: in flow, in sight above what scrolls, in sight and large at the lower end, or without a frame. */
  form?: "flow" | "stage" | "hand" | "bare";
}

/** A thing to be drawn. */
export interface Drawn {
  /** Which piece; absent of a back. */
  id?: string;
  kind: string;
  zone: string;
  info?: PieceInfo;
  marks: Record<string, number>;
  pieces: Pieces;
  layout: Layout;
}

/** What a folder is asked about a seat. */
export interface AtSeat {
  pieces: Pieces;
  layout: Layout;
  seat: number;
}

export interface Folder {
  /** The classes of a thing, in addition to `piece`. */
  look?: (drawn: Drawn) => string;
  /** What is on the face, or the back, of a thing. */
  face?: Component<Drawn>;
  arrange?: (pieces: Pieces, layout: Layout, you: number | undefined, seats: number) => Area[];
  /** The row of a slot, for zones that are drawn in rows. */
  rows?: Record<string, (slot: string) => string>;
  /** Slots that have their place also while nothing lies there. */
  places?: Record<string, readonly string[]>;
  /** Zones whose things lie on those of another, slot by slot. */
  over?: Record<string, string>;
  /** Kinds of zones that have their place also while nothing lies there. */
  kept?: string[];
  /** Kinds of zones whose things lie in one line, over each other where they are many. */
  fanned?: string[];
  /** Counters that are 1 or nothing: told by their name alone. */
  flags?: string[];
  /** What is wanted next of a thing that was tapped, in the phase under way. */
  further?: (phase: string, picked: string) => string | undefined;
  /** The zone whose slots are seats: a trick, drawn in the order of play. */
  trick?: string;
  /** The slot of the card that is ahead among those laid, as they show. */
  ahead?: (things: readonly Thing[]) => string | undefined;
  /** Kinds of counters that are drawn, and so not written next to a name. */
  quiet?: string[];
  /** Counters that the head of the page tells. */
  head?: string[];
  /** The points of a seat mean nothing yet. */
  unscored?: (layout: Layout, seat: number) => boolean;
  /** What the strip shows of a seat, in addition to name and score. */
  seat?: Component<AtSeat>;
  /** What holds for a seat, told in its area instead of its counters. */
  signs?: Component<AtSeat>;
  /** The number of a seat that decides at the moment. */
  tally?: (layout: Layout, seat: number) => number;
  /** How a row of the score sheet is shown: the row it stands in, and a small note next to its points. */
  sheet?: (row: Row, pieces: Pieces) => { row: string; note?: string }[];
  /** What is shown below the table. */
  below?: Component<{ pieces: Pieces; layout: Layout; seats: { seat: number; name: string }[]; game: State }>;
}

const folders = import.meta.glob<{ default: Folder }>("./*/index.ts");

/** The folder of a game; a game without one is drawn plainly. */
export async function folderOf(game: string): Promise<Folder> {
  const load = folders[`./${game}/index.ts`];
  return load ? (await load()).default : {};
}

/** The seats in order, beginning after one's own. */
export const around = (you: number | undefined, seats: number): number[] =>
  Array.from({ length: seats }, (_, at) => (at + (you ?? -1) + 1) % seats);

/** The zones of some kinds, in that order. */
export const zonesOf = (pieces: Pieces, seat: number | undefined, ...kinds: string[]): string[] =>
  kinds.flatMap((kind) => Object.keys(pieces.zones).filter((id) => pieces.zones[id]?.kind === kind && pieces.zones[id]?.owner === seat));

/** Any game: what others have, what is everybody's, then one's own, the hand last. */
export function arranged(pieces: Pieces, _: Layout, you: number | undefined, seats: number): Area[] {
  const ids = Object.keys(pieces.zones);
  const of = (seat: number | undefined): string[] => ids.filter((id) => pieces.zones[id]?.owner === seat);
  const others = around(you, seats).filter((seat) => seat !== you);
  const areas: Area[] = others.map((seat) => ({ id: `seat-${seat}`, seat, zones: of(seat) }));
  areas.push({ id: "table", zones: of(undefined) });
  if (you !== undefined) {
    const hand = of(you).filter((id) => pieces.zones[id]?.kind === "hand");
    areas.push({ id: "own", seat: you, zones: of(you).filter((id) => !hand.includes(id)) });
    areas.push({ id: "hand", seat: you, form: "hand", zones: hand });
  }
  return areas;
}
