// What an experiment measures, in words and in the unit shown: shares in percentage points.

import { number, told } from "../i18n/index.svelte";
import type { Schemas } from "../api/client";
import { lasting } from "../table/moves";
import { lab } from "./words";

export type About = Schemas["GameAbout"];

/** A metric in its two parts: `seat_share:0` is a share of the seat 0. */
export function parted(metric: string): { kind: string; of: string } {
  const [kind = "", of = ""] = metric.split(/:(.*)/);
  return { kind, of };
}

const SHARES = ["seat_share", "win_share", "first_share", "lift", "balance", "ties"];

/** Whether a metric is a share, 0 to 1, told in points of a hundred. */
export function isShare(metric: string): boolean {
  const { kind, of } = parted(metric);
  return SHARES.includes(kind) || (kind === "course" && of !== "lead_changes");
}

/** What a metric is called. */
export function metricName(metric: string, about: About | undefined): string {
  const { kind, of } = parted(metric);
  const w = lab();
  if (kind === "seat_share") return `${w.metrics.seat_share} (${Number(of) + 1})`;
  if (kind === "feature") return told(about?.features.find(({ name }) => name === of)?.text) || of;
  const one = { measure: w.measures, course: w.courses }[kind]?.[of];
  return [w.metrics[kind] ?? metric, of && `(${one ?? of})`].filter(Boolean).join(" ");
}

/** What a unit of it is called. */
export function unitName(metric: string): string {
  const { kind } = parted(metric);
  if (kind === "ties" || (kind === "course" && isShare(metric))) return lab().units[kind] ?? "";
  return lab().units[isShare(metric) ? "share" : kind] ?? "";
}

/** A number of the metric in its unit. */
export const inUnit = (metric: string, value: number): number => (isShare(metric) ? 100 * value : value);

const digits = (metric: string): number => (isShare(metric) ? 1 : 2);

/** A number of the metric as it is written. */
export const written = (metric: string, value: number | undefined): string =>
  value === undefined ? "–" : fixed(inUnit(metric, value), digits(metric));

/** A measure of the course of a game in its unit: tenths as whole ones. */
export function measured({ unit }: { unit?: string | null }, value: number | undefined): string {
  if (value === undefined) return "–";
  const text = fixed(unit === "tenths" ? value / 10 : value, 1);
  return unit === "percent" ? `${text}\u202f%` : text;
}

/** A difference of it, with its sign. */
export const difference = (metric: string, value: number | undefined): string =>
  value === undefined ? "–" : plus(inUnit(metric, value), digits(metric));

/** A number with a fixed number of decimals. */
export const fixed = (value: number, places: number): string => number(value, places, places);

/** The same with a plus before what is above zero. */
export const plus = (value: number, places: number): string =>
  (Number(value.toFixed(places)) > 0 ? "+" : "") + fixed(value, places);

/** A duration in seconds, in words. */
export const roughly = (seconds: number): string => lasting(seconds < 90 ? Math.max(1, Math.ceil(seconds)) : 60 * Math.ceil(seconds / 60));
