// A review as it comes, and what the page makes of its numbers.

import { api, bearer, good, pause, type GameEvent, type Schemas } from "../api/client";
import { number } from "../i18n/index.svelte";
import { asking, link, type Query } from "../ui/route.svelte";

export type Job = Schemas["ReviewJob"];
export type Review = Schemas["GameReview"];
export type SeatReview = Schemas["SeatReview"];
export type Decision = Schemas["ReviewDecision"];
export type Step = Schemas["ReviewStep"];
export type Effort = Schemas["ReviewEffort"];

/** Who sits there, and what was played: what the parts of the page have in common. */
export interface Played {
  id: string;
  names: readonly string[];
  /** The log line of a ply, and the version that it made. */
  plies: ReadonlyMap<number, { said: string; version: number }>;
  /** What the review was asked by: from the table it leads back here. */
  query: Query;
  /** The ply of the fault from whose table one comes back. */
  at?: number;
}

/** The faults of a seat, the dearest first. */
export const faultsOf = (review: Review | undefined, seat: number | undefined): Decision[] =>
  (review?.decisions ?? []).filter((one) => one.seat === seat && one.grade !== "as_good").sort((a, b) => b.behind.mean - a.behind.mean);

/** The table of a fault as its seat saw it, to be tried again. */
export function trying({ id, plies, query }: Pick<Played, "id" | "plies" | "query">, review: string, { ply, seat }: Decision, more: Query = {}): string {
  const version = Math.max(1, (plies.get(ply)?.version ?? 2) - 1);
  return asking(link("replay", id, String(version), String(seat)), { ...query, answer: undefined, review, ply: String(ply), ...more });
}

/** A share of the win in hundredths, with one digit: they stand in columns. */
export const points = (share: number): string => number(share * 100, 1, 1);
/** The same with its sign. */
export const signed = (share: number): string => `${share > 0.0005 ? "+" : ""}${points(share)}`;

/** The plies that still stand, by number. */
export function standing(events: readonly GameEvent[], said: (event: GameEvent) => string): Map<number, { said: string; version: number }> {
  const plies = new Map<number, { said: string; version: number }>();
  for (const event of events) {
    for (const change of event.changes) if (change.what === "undone") for (const n of [...plies.keys()]) if (n >= change.ply) plies.delete(n);
    if (event.ply) plies.set(event.ply.n, { said: said(event), version: event.version });
  }
  return plies;
}

/** Asks for the review of a game: made now, or before. */
export const ask = (id: string, token: string | undefined, effort: Effort): Promise<Job> =>
  good(api.POST("/v1/games/{id}/reviews", { params: { path: { id } }, body: { effort }, headers: bearer(token) })) as Promise<Job>;

/** Whether nothing of it changes any more. */
export const ended = (job: Job): boolean => job.progress === undefined;

/** Looks at a review until it has ended; what it answers stops looking. */
export function follow(first: Job, news: (job: Job) => void, lost: (error: unknown) => void): () => void {
  let stopped = false;
  void (async () => {
    for (let job = first; !ended(job); ) {
      await pause(500);
      if (stopped) return;
      job = await good(api.GET("/v1/reviews/{id}", { params: { path: { id: first.id } } }));
      if (stopped) return;
      news(job);
    }
  })().catch((error) => stopped || lost(error));
  return () => (stopped = true);
}
