// What an experiment is called: after what it compares.

import { labelled } from "../i18n/index.svelte";
import type { Plan } from "./draft.svelte";
import type { Report } from "./follow";
import { lab } from "./words";

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
