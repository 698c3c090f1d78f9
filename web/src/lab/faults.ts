// What is wrong with what was sent, told at the place.

import { Refusal, Unreachable, type Schemas } from "../api/client";
import { told, words } from "../i18n/index.svelte";

export type Fault = Schemas["FieldError"];

/** The faults at a place or below it. */
export const under = (faults: readonly Fault[], pointer: string): Fault[] =>
  faults.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** A refusal in words, and what it says of single places. */
export function refusal(error: unknown): { said: string; faults: Fault[] } {
  if (error instanceof Unreachable) return { said: words().unreachable, faults: [] };
  if (!(error instanceof Refusal)) throw error;
  const faults = error.problem?.errors ?? [];
  return { said: told(error.problem?.text) || error.message, faults };
}
