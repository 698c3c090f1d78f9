// What there is to draw in a game of a ruleset, and what it is called.

import { api, base } from "../api/client";
import { language, spelled, told, words, type Told } from "../i18n/index.svelte";
import { count, parts, type Pieces, type Thing } from "./shown";

const known = new Map<string, Promise<Pieces | undefined>>();

/** The pieces of a ruleset; nothing where the service does not draw it. They never change: asked for once. */
export function piecesOf(game: string, hash: string): Promise<Pieces | undefined> {
  const path = `/v1/rulesets/${game}/${hash}/pieces`;
  let asked = known.get(path);
  if (!asked) {
    asked = fetch(base + path)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Pieces>) : undefined))
      .catch(() => {
        known.delete(path);
        return undefined;
      });
    known.set(path, asked);
  }
  return asked;
}
void api;

/** What a piece is called. */
export function pieceName(pieces: Pieces, id: string): string {
  const info = pieces.pieces[id];
  return told(info?.text) || textOf(pieces, id) || spelled(id);
}

/** The text of an id, where the service sends one. */
export const textOf = (pieces: Pieces, id: string): string => told(pieces.texts?.[id] as Told);

/** What a zone is called: its own text, or that of its kind. */
export function zoneName(pieces: Pieces, zone: string): string {
  const info = pieces.zones[zone];
  const text = told(info?.text) || textOf(pieces, zone) || textOf(pieces, info?.kind ?? "");
  if (text) return text;
  const plain = spelled(info?.kind ?? zone);
  return plain.charAt(0).toLocaleUpperCase(language()) + plain.slice(1);
}

/** A thing in words: what it is, and what is on it. */
export function thingName(pieces: Pieces, thing: Thing): string {
  const { open, known: own, back, marks } = parts(thing);
  const id = open ?? own;
  const name = id ? pieceName(pieces, id) : `${textOf(pieces, back ?? "") || spelled(back ?? "")}, ${words().face_down}`;
  const on = Object.entries(marks ?? {}).map(([mark, value]) => {
    const text = textOf(pieces, mark) || spelled(mark);
    return value === 1 ? text : `${text} ${value}`;
  });
  const many = count(thing) > 1 ? `${count(thing)} × ` : "";
  return [many + name, ...on].join(", ");
}
