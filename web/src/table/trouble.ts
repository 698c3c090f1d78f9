// A move on its way, and what may become of it.

import type { Problem } from "../api/client";
import type { Told } from "../i18n/index.svelte";

/** A move that has not been acknowledged. Its key stays the same however often it is sent: it is played once. */
export interface Outgoing {
  move: string;
  etag: string;
  key: string;
}

/** Why something cannot be done: what a refusal of the service says, or the page itself in the language chosen. */
export type Why = Partial<Pick<Problem, "detail" | "rule_href">> & { text?: Told };

export type Trouble =
  | { kind: "refused"; problem: Why | undefined; at?: string }
  | { kind: "stale" | "busy"; wait?: number };
