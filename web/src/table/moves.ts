// Legal moves as they come, seen alike: a notation, perhaps a text and picks, or a choice of a set.

import type { LegalMove, Schemas, State } from "../api/client";
import { told, words, type Told } from "../i18n/index.svelte";
import type { Layout, Picks, Row } from "./shown";

export type SetMove = Schemas["SetMove"];

/** A legal move that has a notation. */
export interface Move {
  notation: string;
  kind: string;
  text?: Told;
  picks?: Picks;
}

/** What the table API adds to a state, where a game has it. */
export interface ShownState {
  layout?: Layout;
  /** A list a round, the one under way last. */
  score_sheet?: Row[][];
}

/** What a state says of time and company, where the game has it. */
export interface Timed {
  clock?: { per_move_s?: number; bank_s?: number; increment_s?: number; on_timeout?: string };
  /** What is left in the bank of each seat, in milliseconds; of the seat to move since its turn began. */
  left_ms?: number[];
  turn?: { seat: number; since?: string; deadline?: string };
  presence?: Presence;
  ended_by?: string;
  you?: { seat: number; will_pass?: boolean; hints_left?: number; left?: boolean; may_take_back?: boolean };
}

/** Who follows the game at the moment. */
export interface Presence {
  spectators: number;
  seats: number[];
}

export const timed = (state: State | undefined): Timed => (state ?? {}) as Timed;

/** How long people may take, in words. */
export function clockText({ per_move_s: move, bank_s: bank, increment_s: more }: NonNullable<Timed["clock"]> = {}): string {
  const w = words();
  if (bank) return w.clockBank(lasting(bank), more ? lasting(more) : "");
  return move ? w.clockMove(lasting(move)) : w.noLimit;
}

/** A time of so many seconds, in all its parts. */
function lasting(seconds: number): string {
  const parts: [number, (n: number) => string][] = [
    [Math.floor(seconds / 86_400), words().days],
    [Math.floor(seconds / 3_600) % 24, (n) => `${n} h`],
    [Math.floor(seconds / 60) % 60, (n) => `${n} min`],
    [seconds % 60, (n) => `${n} s`],
  ];
  return parts.flatMap(([n, said]) => (n > 0 ? said(n) : [])).join(" ");
}

/** Whether a game is over within a day or so: whoever is late for longer loses their turn. */
export const shortClock = (clock: Timed["clock"]): boolean => clock !== undefined && (clock.per_move_s ?? clock.bank_s ?? 0) < 86_400;

/** Whether the caller plays: has a seat, and no bot has taken it. */
export const plays = (state: State | undefined): boolean => state?.you !== undefined && timed(state).you?.left !== true;

/** Whether the caller is to move. */
export const toMove = (state: State | undefined): boolean => plays(state) && state?.status === "running" && state.turn?.seat === state.you?.seat;

export const shownOf = (state: State): ShownState => state as ShownState;

const isSet = (move: LegalMove): move is SetMove => "choose" in move;

/** The moves that can be written down. */
export const listed = (state: State | undefined): Move[] =>
  (state?.legal_moves ?? []).filter((move) => !isSet(move)) as Move[];

/** The moves that choose a set. */
export const sets = (state: State | undefined): SetMove[] => (state?.legal_moves ?? []).filter(isSet);

/** A move in words: its text, or its notation where the game has none. */
export const wording = (move: Move): string => told(move.text) || move.notation;
