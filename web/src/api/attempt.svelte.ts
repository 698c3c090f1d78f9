// Something that is asked of the service: whether its answer is waited for, and what is wrong with what was sent.

import { sentence, told, words } from "../i18n/index.svelte";
import { insist, Refusal, Unreachable, type Schemas } from "./client";

export type Fault = Schemas["FieldError"];

/** The faults at a place or below it. */
export const under = (faults: readonly Fault[], pointer: string): Fault[] =>
  faults.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** A refusal in words, and what it says of single places. */
export function refusal(error: unknown): { said: string; faults: Fault[] } {
  if (error instanceof Unreachable) return { said: words().unreachable, faults: [] };
  if (!(error instanceof Refusal)) throw error;
  return { said: sentence(told(error.problem?.text) || error.message), faults: error.problem?.errors ?? [] };
}

export class Attempt {
  busy = $state(false);
  /** What went wrong, in words; empty where nothing did. */
  failed = $state("");
  faults = $state.raw<Fault[]>([]);

  /** Does it. What the service says against it is told, and handed on. */
  async at(what: () => Promise<void>, refused: (error: unknown) => void = () => {}): Promise<void> {
    [this.busy, this.failed, this.faults] = [true, "", []];
    try {
      await what();
    } catch (error) {
      ({ said: this.failed, faults: this.faults } = refusal(error));
      refused(error);
    } finally {
      this.busy = false;
    }
  }

  /** What a page asks by itself: where it is refused for a moment this is told, and it is asked again. */
  readonly until = (what: () => Promise<void>): Promise<void> =>
    this.at(async () => {
      await insist(what, (error) => (this.failed = refusal(error).said));
      this.failed = "";
    });
}
