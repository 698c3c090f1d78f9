// What a game may bring of its own: how its zones are arranged and how its pieces look. Nothing of its rules.

import type { Component } from "svelte";
import type { Layout, Pieces, PieceInfo } from "../table/shown";

/** A part of the mat: some zones under one title. */
export interface Area {
  /** Names it among the others. */
  id: string;
  title?: string;
  /** Whose it is. */
  seat?: number;
  zones: string[];
  /** Counters told beside the title. */
  counters?: string[];
  /** How it is drawn: `rows` one zone below the other, `hand` large and last. */
  form?: "rows" | "hand" | "flow";
}

export interface FaceProps {
  id: string;
  info: PieceInfo | undefined;
  pieces: Pieces;
  marks: Record<string, number>;
}

export interface Folder {
  /** The face of an open or known piece. */
  face?: Component<FaceProps>;
  /** The back of a kind. */
  back?: Component<{ kind: string }>;
  arrange?: (pieces: Pieces, layout: Layout, you: number | undefined, seats: number) => Area[];
  /** Zones that are not drawn: boxes of what is out of the game. */
  hidden?: string[];
}

const folders = import.meta.glob<{ default: Folder }>("./*/index.ts");

/** The folder of a game; a game without one is drawn plainly. */
export async function folderOf(game: string): Promise<Folder> {
  const load = folders[`./${game}/index.ts`];
  return load ? (await load()).default : {};
}

/** Zones of the table first, then those of each seat, one's own last. */
export function arranged(pieces: Pieces, _: Layout, you: number | undefined, seats: number): Area[] {
  const ids = Object.keys(pieces.zones);
  const free = ids.filter((id) => pieces.zones[id]?.owner === undefined);
  const order = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== you);
  const areas: Area[] = [];
  for (const seat of order) areas.push({ id: `seat-${seat}`, seat, form: "flow", zones: ids.filter((id) => pieces.zones[id]?.owner === seat) });
  areas.push({ id: "table", form: "flow", zones: free });
  if (you !== undefined) {
    const mine = ids.filter((id) => pieces.zones[id]?.owner === you);
    const hand = mine.filter((id) => pieces.zones[id]?.kind === "hand");
    areas.push({ id: "own", seat: you, form: "flow", zones: mine.filter((id) => !hand.includes(id)) });
    areas.push({ id: "hand", seat: you, form: "hand", zones: hand });
  }
  return areas;
}
