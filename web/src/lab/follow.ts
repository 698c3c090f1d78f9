// An experiment as it goes on: its reports as they come, across losses of the connection.

import { told } from "../api/stream";
import { api, pause, type Schemas } from "../api/client";
import { admitted, fetched } from "./admin.svelte";

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
