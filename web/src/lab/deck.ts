// A deck as it is printed with what somebody changed of it. Only the changes are kept, and stand in the address.

import { named } from "../table/pieces.svelte";
import type { Arg, PieceInfo, Pieces } from "../table/shown";

export type Colour = "yellow" | "red" | "green" | "blue";
export const COLOURS: Colour[] = ["yellow", "red", "green", "blue"];

export interface Deed {
  name: string;
  n?: number;
  colour?: Colour;
}

export interface Card {
  id: number;
  kind: string;
  name?: string;
  value?: number;
  values?: Record<Colour, number>;
  colours?: Colour[];
  effect?: Deed;
  needs_spare_henchmen?: boolean;
}

export interface Henchman {
  initiative: number;
  name: string;
  colours: Colour[];
  power?: Deed;
}

export interface Deck {
  colours?: unknown;
  cards: Card[];
  henchmen: Henchman[];
}
export type Thing = Card | Henchman;

/** By place: `c47` is the card with the index 47, `h0` the first henchman; `null` is taken out. */
export type Changes = Record<string, Thing | null>;

/** What is in a deck, each with its place. */
export function places(printed: Deck, changes: Changes, kind: "c" | "h"): { key: string; thing: Thing; changed: boolean }[] {
  const list: readonly Thing[] = kind === "c" ? printed.cards : printed.henchmen;
  const added = Object.keys(changes).filter((key) => key[0] === kind && Number(key.slice(1)) >= list.length);
  const keys = [...list.keys()].map((at) => `${kind}${at}`).concat(added.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
  return keys.flatMap((key) => {
    const change = changes[key];
    const thing = change === undefined ? list[Number(key.slice(1))] : change;
    return thing ? [{ key, thing, changed: change !== undefined }] : [];
  });
}

/** The deck with all changes. */
export const changed = (printed: Deck, changes: Changes): Deck => ({
  ...printed,
  cards: places(printed, changes, "c").map(({ thing }) => thing as Card),
  henchmen: places(printed, changes, "h").map(({ thing }) => thing as Henchman),
});

/** What to measure of a changed deck: the lift of the first card or henchman that was changed and is in both decks; where there is none,
    the share of the seat that began. A card that everybody may be dealt can hardly move the share of a seat. */
export function metricOf(printed: Deck, changes: Changes): { kind: string; of: string } {
  for (const [key, thing] of Object.entries(changes)) {
    const list: readonly Thing[] = key[0] === "c" ? printed.cards : printed.henchmen;
    const before = list[Number(key.slice(1))];
    if (!thing || !before) continue;
    if (!("initiative" in thing) && !("initiative" in before) && thing.id === before.id) return { kind: "lift", of: `card_dealt=#${thing.id}` };
    const named = (of: Thing): string => ("initiative" in of ? `${of.initiative} ${of.name}` : "");
    if ("initiative" in thing && named(thing) === named(before)) return { kind: "lift", of: `henchman=${named(thing)}` };
  }
  return { kind: "first_share", of: "" };
}

/** Changes as they stand in an address; none where they cannot be read. */
export function read(text: string): Changes {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([key, value]) => /^[ch]\d{1,3}$/.test(key) && isThing(value))) as Changes;
  } catch {
    return {};
  }
}
const isThing = (value: unknown): boolean =>
  value === null || (typeof value === "object" && ("kind" in value || "initiative" in value));

/** The changes as text; empty where there are none. */
export const written = (changes: Changes): string => (Object.keys(changes).length > 0 ? JSON.stringify(changes) : "");

/** The parameters of an effect or a power. */
const NEEDS: Record<string, ("n" | "colour")[]> = {
  bonus: ["n"],
  draw: ["n"],
  discard_hand: ["n"],
  draw_first_challenge: ["n"],
  limit_actions: ["n"],
  change_colour: ["colour"],
  colour_bonus: ["colour", "n"],
  draw_challenge: ["n"],
  draw_day: ["n"],
  every_bonus: ["n"],
};
export const needs = (name: string): ("n" | "colour")[] => NEEDS[name] ?? [];

export const EFFECTS = [
  "bonus", "draw", "discard_hand", "steal_card", "peek_hand", "discard_action", "take_back", "double", "retrieve", "destroy_building",
  "force_fold", "limit_actions", "change_colour", "cancel_challenge", "swap_order", "shield", "colour_bonus", "protect_actions",
  "draw_first_challenge", "win_ties", "choose_henchman", "second_henchman", "exchange_henchman", "replace_henchman", "skip_turn", "counter",
];
export const POWERS = ["draw_challenge", "draw_day", "colour_bonus", "every_bonus", "face_down"];
export const KINDS = ["bet", "bet_and_event", "bet_or_event", "building", "alchemy", "ephemeral"];

/** Ids to choose from, in words. */
export const nouns = <Id extends string>(pieces: Pieces, ids: readonly Id[]): { value: Id; text: string }[] =>
  ids.map((value) => ({ value, text: named(pieces, "noun", value) }));

/** Whether cards of a kind have bets, an effect, colours, a name. */
export const hasBets = (kind: string): boolean => kind.startsWith("bet");
export const hasEffect = (kind: string): boolean => kind !== "bet";
export const hasColours = (kind: string): boolean => kind === "alchemy" || kind.endsWith("_event");
export const hasName = (kind: string): boolean => !hasBets(kind);

/** An effect of this name, with what the one before it had of what it needs. */
export function deed(name: string, before: Deed | undefined): Deed {
  const need = needs(name);
  return {
    name,
    ...(need.includes("colour") ? { colour: before?.colour ?? "yellow" } : {}),
    ...(need.includes("n") ? { n: before?.n ?? 2 } : {}),
  };
}

/** A card made one of another kind: it has what such cards have. */
export function ofKind(card: Card, kind: string): Card {
  const { id, name, value, values, colours, effect, needs_spare_henchmen: spare } = card;
  const bets = kind === "bet" ? (values ? { values } : { value: value ?? 2 }) : { value: value ?? 2 };
  return {
    id,
    kind,
    ...(hasName(kind) ? { name: name ?? "…" } : {}),
    ...(hasBets(kind) ? bets : {}),
    ...(hasColours(kind) ? { colours: colours ?? ["yellow"] } : {}),
    ...(hasEffect(kind) ? { effect: effect ?? deed("bonus", undefined) } : {}),
    ...(spare ? { needs_spare_henchmen: true } : {}),
  };
}

/** What there is to draw of a card or henchman. */
export function drawn(thing: Thing): PieceInfo {
  if ("initiative" in thing) {
    const { initiative, name, colours, power } = thing;
    return { kind: "henchman", facts: { initiative, name, colours, ...(power ? { power: power.name, ...rest(power) } : {}) } };
  }
  const { kind, name, value, values, colours, effect } = thing;
  const bets = values ?? (value === undefined ? {} : Object.fromEntries(COLOURS.map((colour) => [colour, value])));
  const facts: Record<string, Arg> = {
    kind,
    ...bets,
    ...(colours ? { colours } : {}),
    ...(effect ? { effect: effect.name, ...rest(effect) } : {}),
    ...(name ? { name } : {}),
  };
  return { kind: "card", facts };
}
const rest = ({ n, colour }: Deed): Record<string, Arg> => ({ ...(n === undefined ? {} : { n }), ...(colour ? { colour } : {}) });
