// The table as the service tells it to this viewer: what lies where, what happened to it, and what may be tapped. The
// shapes of the table API, and the few functions on them that every game shares.

import type { Schemas } from "../api/client";

export type Thing = Schemas["TableThing"];
export type ThingParts = Schemas["TableThingParts"];
export type Layout = Schemas["TableLayout"];
export type Arg = Schemas["TableArg"];
export type PieceInfo = Schemas["TablePiece"];
export type Pieces = Schemas["PiecesOfRuleset"];
export type Effect = Schemas["TableEffect"];
export type Row = Schemas["TableRow"];
/** What a seat began with: no round gave it. */
export const isStart = ({ kind }: Row): boolean => kind === "start";
export type Milestone = Schemas["TableMilestone"];
export type Step = Schemas["TableStep"];
/** The taps of a move in order; those of one step in any order. */
export type Picks = Schemas["TablePickStep"][];

/** A look: one string for all things that look alike. */
const lookOf = (thing: Thing): string => {
  if (typeof thing === "string") return JSON.stringify([thing]);
  const { open, known, back, key, slot, marks } = thing;
  if (open && !key && !slot && !marks) return JSON.stringify([open]);
  const list = marks && Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([open, known, back, key, slot, list]);
};

/** A thing in parts. */
export const parts = (thing: Thing): ThingParts => (typeof thing === "string" ? { open: thing } : thing);

/** The slot in which it lies; empty where it has none. */
export const slotOf = (thing: Thing): string => parts(thing).slot ?? "";

/** How many things look so. */
export const count = (thing: Thing): number => parts(thing).n ?? 1;

/** What can be seen of a thing: its piece. */
export const face = (thing: Thing): string | undefined => parts(thing).open ?? parts(thing).known;

/** What a thing is tapped by: its key, or the piece it is. */
export const called = (thing: Thing): string | undefined => parts(thing).key ?? face(thing);

function put(bag: Thing[], things: Thing[]): Thing[] {
  const next = [...bag];
  for (const thing of things) {
    const at = next.findIndex((one) => lookOf(one) === lookOf(thing));
    const there = next[at];
    if (there === undefined) next.push(thing);
    else next[at] = { ...parts(there), n: count(there) + count(thing) };
  }
  return next;
}

function take(bag: Thing[], things: Thing[]): Thing[] {
  let next = bag;
  for (const thing of things) {
    next = next.flatMap((one) => {
      if (lookOf(one) !== lookOf(thing)) return [one];
      const left = count(one) - count(thing);
      return left > 0 ? [{ ...parts(one), n: left }] : [];
    });
  }
  return next;
}

/** The layout after an effect. */
export function apply(layout: Layout, effect: Effect, kindOf: (thing: Thing) => string | undefined): Layout {
  const zones = { ...layout.zones };
  const set = (zone: string, bag: Thing[]): void => {
    if (bag.length > 0) zones[zone] = bag;
    else delete zones[zone];
  };
  const at = (zone: string): Thing[] => zones[zone] ?? [];
  switch (effect.what) {
    case "gathered": {
      let n = 0;
      for (const zone of Object.keys(zones)) {
        if (effect.from && zone !== effect.to && !effect.from.includes(zone)) continue;
        const of = at(zone).filter((thing) => kindOf(thing) === effect.kind);
        n += of.reduce((sum, thing) => sum + count(thing), 0);
        set(zone, at(zone).filter((thing) => !of.includes(thing)));
      }
      if (n > 0) set(effect.to, put(at(effect.to), [{ back: effect.kind, n }]));
      break;
    }
    case "moved":
      set(effect.from, take(at(effect.from), effect.was ?? effect.is));
      set(effect.to, put(at(effect.to), effect.is));
      break;
    case "turned":
      set(effect.zone, put(take(at(effect.zone), effect.was), effect.is));
      break;
    case "appeared":
      set(effect.zone, put(at(effect.zone), effect.is));
      break;
    case "vanished":
      set(effect.zone, take(at(effect.zone), effect.was));
      break;
    case "counted": {
      const counters = { ...layout.counters, ...effect.counters };
      for (const [name, value] of Object.entries(counters)) if (value === 0) delete counters[name];
      return { ...layout, counters };
    }
    case "phase":
      return { ...layout, phase: effect.phase, turn: effect.turn };
  }
  return { ...layout, zones };
}

/** What all seats saw, in one: of each seat's zones what itself saw there, of the rest what `front` saw. */
export function together(layouts: readonly Layout[], front: number, { zones, counters }: Pieces): Layout {
  const own = layouts[front] ?? layouts[0] ?? { phase: "", zones: {}, counters: {} };
  const merged = { ...own, zones: { ...own.zones }, counters: { ...own.counters } };
  layouts.forEach((layout, seat) => {
    for (const [id, things] of Object.entries(layout.zones)) if (zones[id]?.owner === seat) merged.zones[id] = things;
    for (const [id, n] of Object.entries(layout.counters)) if (counters[id]?.owner === seat) merged.counters[id] = n;
  });
  return merged;
}

/** What may be tapped next on the way to a move, after `taps`; `undefined` when they do not lead there, empty when done. */
export function follow(picks: Picks, taps: readonly string[]): Set<string> | undefined {
  let at = 0;
  for (const step of picks) {
    const open = new Set(typeof step === "string" ? [step] : step);
    while (open.size > 0) {
      const tap = taps[at];
      if (tap === undefined) return open;
      if (!open.delete(tap)) return undefined;
      at += 1;
    }
  }
  return at === taps.length ? new Set() : undefined;
}

/** What taps so far can become. */
export interface Choice<Move> {
  /** What may be tapped next. */
  next: Set<string>;
  /** The move that the taps make. */
  made: Move | undefined;
}

/** Where taps lead, among all legal moves. */
export function choose<Move extends { picks?: Picks }>(moves: readonly Move[], taps: readonly string[]): Choice<Move> {
  const choice: Choice<Move> = { next: new Set(), made: undefined };
  for (const move of moves) {
    const next = move.picks && follow(move.picks, taps);
    if (!next) continue;
    if (next.size === 0) choice.made ??= move;
    for (const pick of next) choice.next.add(pick);
  }
  return choice;
}

/**
 * The taps after one more. What may be tapped next is added, also when it was tapped before: a card can be laid, and then be
 * what its own effect is aimed at. Else a second tap takes the first one back, with what was built on it; what cannot be
 * chosen changes nothing.
 */
export function tapped(moves: readonly { picks?: Picks }[], taps: readonly string[], pick: string): string[] {
  if (choose(moves, taps).next.has(pick)) return [...taps, pick];
  const at = taps.lastIndexOf(pick);
  if (at < 0) return [...taps];
  const without = taps.filter((_, one) => one !== at);
  return choose(moves, without).next.size > 0 ? without : taps.slice(0, at);
}
