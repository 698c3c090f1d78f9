// Legal moves as they come, seen alike: a notation, perhaps a text and picks, or a choice of a set.

import type { LegalMove, Schemas, State } from "../api/client";
import { told, words } from "../i18n/index.svelte";

export type SetMove = Schemas["SetMove"];

/** A legal move that has a notation. */
export type Move = Schemas["OneMove"];
type Clock = Schemas["Clock"];

/** How long people may take, in words. */
export function clockText({ per_move_s: move, bank_s: bank, increment_s: more }: Clock = {}): string {
  const w = words();
  if (bank) return w.clockBank(lasting(bank), more ? lasting(more) : "");
  return move ? w.clockMove(lasting(move)) : w.noLimit;
}

/** Who may ask for hints, in words. */
export const hintsText = (policy: string): string =>
  policy.startsWith("metered:") ? words().hintMetered(policy.slice(8)) : (words().hintPolicies[policy] ?? policy);

/** A duration in days, hours, minutes and seconds. */
export function lasting(seconds: number): string {
  const parts: [number, (n: number) => string][] = [
    [Math.floor(seconds / 86_400), words().days],
    [Math.floor(seconds / 3_600) % 24, (n) => `${n} h`],
    [Math.floor(seconds / 60) % 60, (n) => `${n} min`],
    [seconds % 60, (n) => `${n} s`],
  ];
  return parts.flatMap(([n, said]) => (n > 0 ? said(n) : [])).join(" ");
}

/** Whether players have less than a day for a move. */
export const shortClock = (clock: Clock | undefined): boolean => clock !== undefined && (clock.per_move_s ?? clock.bank_s ?? 0) < 86_400;

/** Whether the caller plays: has a seat, and no bot has taken it. */
export const plays = (state: State | undefined): boolean => state?.you !== undefined && state.you.left !== true;

/** Whether the caller is to move. */
export const toMove = (state: State | undefined): boolean => plays(state) && state?.status === "running" && state.turn?.seat === state.you?.seat;

const isSet = (move: LegalMove): move is SetMove => "choose" in move;
const isListed = (move: LegalMove): move is Move => !isSet(move);

/** The moves that can be written down. */
export const listed = (state: State | undefined): Move[] => (state?.legal_moves ?? []).filter(isListed);

/** The moves that choose a set. */
export const sets = (state: State | undefined): SetMove[] => (state?.legal_moves ?? []).filter(isSet);

/** A move in words: its text, or its notation where the game has none. */
export const wording = (move: Move): string => told(move.text) || move.notation;
