// A plan as it is being written. It stays while one looks elsewhere in the lab, and other pages put things into it.

import type { Schemas } from "../api/client";
import { isShare, parted } from "./measure";
import { lab } from "./words";

export type Plan = Schemas["ExperimentPlan"];

export interface Arm {
  name: string;
  options: Record<string, unknown>;
  bot: string;
}

export interface Draft {
  game: string;
  players: number | undefined;
  kind: string;
  of: string;
  arms: Arm[];
  /** Where there are some, every arm is played in each of these strengths. */
  levels: string[];
  everyTwo: boolean;
  search: { on: boolean; what: string; values: string; goal: "highest" | "lowest" | "nearest"; near: number };
  /** In the unit of the metric; of shares in points. */
  least: number;
  games: number;
  stop: Schemas["ExperimentStop"];
  seed: string;
}

export const fresh = (game: string): Draft => ({
  game,
  players: undefined,
  kind: "first_share",
  of: "",
  arms: [0, 1].map((at) => ({ name: lab().armNames[at] ?? "", options: {}, bot: "greedy" })),
  levels: [],
  everyTwo: false,
  search: { on: false, what: "", values: "", goal: "highest", near: 0.5 },
  least: 5,
  games: 4000,
  stop: "effect_or_futility",
  seed: "tapis",
});

const kept = $state<{ draft?: Draft }>({});

export const draft = (): Draft | undefined => kept.draft;
export const keepDraft = (next: Draft): void => void (kept.draft = next);

const WITH_PART = ["win_share", "seat_share", "lift", "feature", "measure", "course"];
/** What is measured, as a plan names it. */
export const asMetric = ({ kind, of }: Pick<Draft, "kind" | "of">): string => (WITH_PART.includes(kind) ? `${kind}:${of}` : kind);

/** A value as it was typed: a JSON value where it is one, else a text. */
function typed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The plan that is sent. */
export function planOf(one: Draft): Plan {
  const arms = one.search.on ? one.arms.slice(0, 1) : one.arms;
  const levels = one.search.on ? [] : one.levels;
  const plan: Plan = {
    game: one.game,
    arms: arms.map(({ name, options, bot }) => ({
      name: name.trim(),
      options: { ...options, ...(one.players ? { players: one.players } : {}) },
      ...(levels.length ? {} : { seats: bot.split(",").map((seat) => seat.trim()) }),
    })),
    ...(levels.length ? { levels } : {}),
    ...(one.everyTwo && arms.length > 2 ? { compare: "all" } : {}),
    games: one.games,
    metric: asMetric(one),
    minimum_effect: isShare(asMetric(one)) ? one.least / 100 : one.least,
    stop: one.stop,
    seed: one.seed,
  };
  const values = one.search.values.split(",").map((text) => typed(text.trim()));
  const goal = one.search.goal === "nearest" ? { nearest: one.search.near } : one.search.goal;
  const search = one.search.on ? { search: { [one.search.what.trim()]: values }, goal } : {};
  return { ...plan, ...search };
}

/** A plan to be changed. */
export function draftOf(plan: Plan): Draft {
  const { kind, of } = parted(plan.metric);
  const [what, values] = Object.entries(plan.search ?? {})[0] ?? ["", []];
  const goal = plan.goal;
  const players = plan.arms.map(({ options }) => (options as Record<string, unknown> | undefined)?.players);
  return {
    ...fresh(plan.game),
    players: typeof players[0] === "number" ? players[0] : undefined,
    kind,
    of,
    arms: plan.arms.map(({ name, options, seats }) => {
      const { players: _, ...others } = (options ?? {}) as Record<string, unknown>;
      return { name, options: others, bot: (seats ?? []).join(",") || "greedy" };
    }),
    levels: plan.levels ?? [],
    everyTwo: plan.compare === "all",
    search: {
      on: what !== "",
      what,
      values: (values as unknown[]).map((value) => JSON.stringify(value)).join(", "),
      goal: typeof goal === "object" ? "nearest" : (goal ?? "highest"),
      near: typeof goal === "object" ? goal.nearest : 0.5,
    },
    least: (plan.minimum_effect ?? 0) * (isShare(plan.metric) ? 100 : 1),
    games: plan.games,
    stop: plan.stop ?? "fixed",
    seed: plan.seed ?? "tapis",
  };
}
