// An experiment as it goes on: what it is called, and its reports as they come, across losses of the connection.

import { told } from "../api/stream";
import { api, pause, type Schemas } from "../api/client";
import { labelled } from "../i18n/index.svelte";
import { admitted, fetched } from "./admin.svelte";
import type { Plan } from "./draft.svelte";
import { lab } from "./words";

export type Report = Schemas["ExperimentReport"];

/** Whether nothing changes any more. */
export const ended = (report: Report): boolean => ["finished", "cancelled", "failed"].includes(report.state);

/** An experiment as it is now. */
export const experiment = async (id: string): Promise<Report> =>
  (await admitted((headers) => api.GET("/v1/experiments/{id}", { params: { path: { id } }, headers }))) as Report;

/** Hands every report on until the experiment has ended; what it answers stops it. */
export function follow(id: string, news: (report: Report) => void, lost: (away: boolean) => void): () => void {
  const control = new AbortController();
  const { signal } = control;
  async function run(): Promise<void> {
    for (let wait = 1000; !signal.aborted; wait = Math.min(2 * wait, 15_000)) {
      try {
        const headers = { Accept: "text/event-stream" };
        const answer = await fetched(`/v1/experiments/${encodeURIComponent(id)}`, { signal, cache: "no-store", headers });
        if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
        for await (const report of told(answer.body)) {
          lost(false);
          wait = 1000;
          if (report === undefined) continue;
          news(report as Report);
          if (ended(report as Report)) return;
        }
      } catch {
        if (signal.aborted) return;
        lost(true);
      }
      await pause(wait);
    }
  }
  void run();
  return () => control.abort();
}

/** The question of a plan, short. */
export function titleOf(plan: Plan, game: string | undefined): string {
  const w = lab();
  const search = Object.entries(plan.search ?? {});
  const said = search.length
    ? search.map(([what, values]) => `${what.split("/").slice(-3).join("/")} ${(values as unknown[]).map(String).join(", ")}`).join(" · ")
    : plan.arms.map(({ name }) => name).join(` ${w.or} `);
  return plan.arms.length > 1 ? w.question(game ?? plan.game, said) : labelled(game ?? plan.game, said);
}

/** The colour of what it says. */
export function toneOf({ outcome, state }: Report): string {
  if (state === "failed") return "bad";
  if (state === "queued") return "";
  const verdict = outcome.comparisons[0]?.verdict;
  if (verdict === "undecided") return "warn";
  return verdict ? "ok" : "acc";
}
