// A move on its way, and what may become of it.

import type { Problem } from "../api/client";

/** A move that has not been acknowledged. Its key stays the same however often it is sent: it is played once. */
export interface Outgoing {
  move: string;
  etag: string;
  key: string;
}

/** What a refusal says to people. */
export type Why = Pick<Problem, "text" | "detail" | "rule_href">;

export type Trouble =
  | { kind: "refused"; problem: Why | undefined; at?: string }
  | { kind: "stale" | "full" | "busy"; wait?: number };
