// What there is to draw in a game of a ruleset, and what it is called.

import { api, good, insist } from "../api/client";
import { capital, labelled, number, spelled, told, words } from "../i18n/index.svelte";
import { count, parts, type Pieces, type Thing } from "./shown";

const known = new Map<string, Promise<Pieces | undefined>>();

/** The pieces of a ruleset; nothing where the service does not draw it. They never change: asked for once, by whatever page. */
export function piecesOf(game: string, hash: string): Promise<Pieces | undefined> {
  const key = `${game}/${hash}`;
  const ask = (): Promise<Pieces> => good(api.GET("/v1/rulesets/{game}/{hash}/pieces", { params: { path: { game, hash } } }));
  const asked = known.get(key) ?? insist(ask, undefined, () => true).catch(() => undefined);
  known.set(key, asked);
  return asked;
}

/** What a text is of; the first part of its key. */
export type Of = "noun" | "zone" | "counter" | "mark" | "button" | "phase" | "row" | "milestone" | "effect";

/** The text of an id; nothing where there is none. */
export function term(pieces: Pieces, of: Of, id: string): string {
  const { texts } = pieces;
  return told(texts?.[`${of}-${id}`] ?? (of === "noun" || of === "effect" ? texts?.[id] : undefined));
}

/** The text of an id, or the id as words. */
export const named = (pieces: Pieces, of: Of, id: string): string => term(pieces, of, id) || spelled(id);

/** What a piece is called. */
export function pieceName(pieces: Pieces, id: string): string {
  const info = pieces.pieces[id];
  const { name } = info?.facts ?? {};
  return term(pieces, "noun", id) || (typeof name === "string" ? name : spelled(id));
}

/** What a piece does, where it does something. */
export const pieceEffect = (pieces: Pieces, id: string): string =>
  term(pieces, "effect", id);

/** What a zone is called: its own text, or that of its kind. */
export function zoneName(pieces: Pieces, zone: string): string {
  const info = pieces.zones[zone];
  return capital(term(pieces, "zone", zone) || named(pieces, "zone", info?.kind ?? zone));
}

/** What a counter is called. */
export const counterName = (pieces: Pieces, counter: string): string =>
  named(pieces, "counter", pieces.counters[counter]?.kind ?? counter);

type NameOf = (seat: number) => string;

/** A pick that nothing on the mat stands for, in words. */
export function pickName(pieces: Pieces | undefined, pick: string, nameOf: NameOf): string {
  const id = pick.slice(1);
  if (pick.startsWith("@")) return nameOf(Number(id));
  if (pick.startsWith("=")) return number(Number(id));
  return pieces ? named(pieces, "button", id) : spelled(id);
}

/** A mark in words: one that is only there or not has no number. */
export const markText = (pieces: Pieces, mark: string, value: number): string =>
  value === 1 && mark !== "value" ? named(pieces, "mark", mark) : `${named(pieces, "mark", mark)} ${number(value)}`;

/** A thing in its parts, in words: what it is, and what is on it. */
export function thingParts(pieces: Pieces, thing: Thing, nameOf: NameOf): { name: string; marks: string[] } {
  const { open, known: own, back, marks } = parts(thing);
  const id = open ?? own;
  const name = id ? capital(pieceName(pieces, id)) : `${named(pieces, "noun", back ?? "")}, ${words().faceDown}`;
  const on = Object.entries(marks ?? {}).map(([mark, value]) => {
    if (seatMark(pieces, mark)) return labelled(named(pieces, "mark", mark), nameOf(value));
    return markText(pieces, mark, value);
  });
  return { name, marks: on };
}

/** A thing in words: what it is, what it does, and what is on it. */
export function thingName(pieces: Pieces, thing: Thing, nameOf: NameOf): string {
  const { name, marks } = thingParts(pieces, thing, nameOf);
  const id = parts(thing).open ?? parts(thing).known;
  const many = count(thing) > 1 ? `${count(thing)} × ` : "";
  const effect = id ? pieceEffect(pieces, id) : "";
  return [many + name, marks.length > 0 ? effect.replace(/\.$/, "") : effect, ...marks].filter(Boolean).join(", ");
}

/** Whether the value of a mark is a seat. */
export const seatMark = (pieces: Pieces, mark: string): boolean => pieces.seat_marks.includes(mark);
