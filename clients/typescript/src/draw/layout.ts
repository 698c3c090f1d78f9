// The table as a page keeps it between two answers, carried on by the effects of events.

import { ensure, type Schemas } from "../service.js";

/** What lies in a zone: how many things look so. The keys are things as JSON, each without its number `n`. */
export type Bag = Map<string, number>;

export interface Layout {
  phase: string;
  turn: number | undefined;
  zones: Map<string, Bag>;
  counters: Map<string, number>;
}

/** The layout of a state. */
export function read(layout: Schemas["TableLayout"] | undefined): Layout {
  ensure(layout !== undefined, "the game says how it is drawn");
  const zones = new Map<string, Bag>();
  for (const [zone, things] of Object.entries(layout.zones)) put(zones, zone, things, 1);
  return { phase: layout.phase, turn: layout.turn, zones, counters: new Map(Object.entries(layout.counters)) };
}

/** Carries one effect out. It takes away only what lies there. */
export function carryOut(layout: Layout, effect: Schemas["TableEffect"], pieces: Schemas["PiecesOfRuleset"]): void {
  const { zones, counters } = layout;
  switch (effect.what) {
    case "moved":
      put(zones, effect.from, effect.was ?? effect.is, -1);
      return put(zones, effect.to, effect.is, 1);
    case "turned":
      put(zones, effect.zone, effect.was, -1);
      return put(zones, effect.zone, effect.is, 1);
    case "appeared":
      return put(zones, effect.zone, effect.is, 1);
    case "vanished":
      return put(zones, effect.zone, effect.was, -1);
    case "gathered":
      return gather(zones, effect, pieces);
    case "counted":
      for (const [name, value] of Object.entries(effect.counters)) counters.set(name, value);
      return;
    case "phase":
      layout.phase = effect.phase;
      layout.turn = effect.turn;
  }
}

/** Puts things into a zone, or with −1 takes them out of it. */
function put(zones: Map<string, Bag>, zone: string, things: Schemas["TableThings"], sign: 1 | -1): void {
  const bag = zones.get(zone) ?? new Map<string, number>();
  for (const thing of things) {
    const { n = 1, ...look } = typeof thing === "string" ? { open: thing } : thing;
    const key = JSON.stringify(look);
    const left = (bag.get(key) ?? 0) + sign * n;
    ensure(left >= 0, `${key} lies in ${zone}`);
    if (left === 0) bag.delete(key);
    else bag.set(key, left);
  }
  if (bag.size === 0) zones.delete(zone);
  else zones.set(zone, bag);
}

/** Everything of a kind is put face down into one zone. */
function gather(zones: Map<string, Bag>, effect: Schemas["TableEffectGathered"], pieces: Schemas["PiecesOfRuleset"]) {
  let gathered = 0;
  for (const [zone, bag] of zones) {
    if (effect.from && zone !== effect.to && !effect.from.includes(zone)) continue;
    for (const [key, n] of bag) {
      const { open, known, back }: Schemas["TableThingParts"] = JSON.parse(key);
      const id = open ?? known;
      if ((id === undefined ? back : pieces.pieces[id]?.kind) !== effect.kind) continue;
      bag.delete(key);
      gathered += n;
    }
    if (bag.size === 0) zones.delete(zone);
  }
  if (gathered > 0) put(zones, effect.to, [{ back: effect.kind, n: gathered }], 1);
}

/** A text that two layouts share when they are equal. */
export function written({ phase, turn, zones, counters }: Layout): string {
  const sorted = <Value>(map: Map<string, Value>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));
  const lying = sorted(zones).map(([zone, bag]) => [zone, sorted(bag)]);
  const counted = sorted(counters).filter(([, value]) => value !== 0);
  return JSON.stringify([phase, turn ?? null, lying, counted]);
}
