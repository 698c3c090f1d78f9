// The course of an interval: what is drawn of it, in the unit square of the chart.

import type { Schemas } from "../api/client";

/** An interval after a number of deals, in the unit shown. */
export interface Look {
  n: number;
  value: number;
  low: number;
  high: number;
}

/** The looks that have an interval. */
export const looks = (of: readonly Schemas["SequenceInterval"][], unit: (value: number) => number): Look[] =>
  of.flatMap(({ n, value, low, high }) =>
    value === undefined || low === undefined || high === undefined
      ? []
      : [{ n, value: unit(value), low: unit(low), high: unit(high) }],
  );

export interface Scales {
  /** Deals at the right edge. */
  deals: number;
  bottom: number;
  top: number;
  /** Where lines and numbers stand. */
  values: number[];
  counts: number[];
}

/** A step of 1, 2 or 5 times a power of ten, that goes about so often into a span. */
function step(span: number, times: number): number {
  const rough = span / times;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
}

function ticks(from: number, to: number, times: number): number[] {
  const by = step(to - from, times);
  const first = Math.ceil(from / by - 1e-9);
  return Array.from({ length: Math.floor(to / by + 1e-9) - first + 1 }, (_, at) => (first + at) * by);
}

/** Scales in which all looks can be seen; around zero, where what is drawn is a difference. */
export function scales(course: readonly Look[], most: number, least: number, around: boolean): Scales {
  // The widest intervals of the first deals would press all others flat.
  const shown = course.length > 8 ? course.slice(Math.floor(course.length / 8)) : course;
  const lows = shown.map(({ low }) => low);
  const highs = shown.map(({ high }) => high);
  let [bottom, top] = [Math.min(...lows), Math.max(...highs)];
  if (around) {
    top = Math.max(top, -bottom, 1.6 * least, 1e-6);
    bottom = -top;
  }
  const air = 0.06 * (top - bottom || 1);
  const deals = Math.max(most, course.at(-1)?.n ?? 1);
  return { deals, bottom: bottom - air, top: top + air, values: ticks(bottom, top, 5), counts: ticks(0, deals, 4) };
}

/** Percent from the left and from the top. */
export const x = (of: Scales, n: number): number => (100 * n) / of.deals;
export const y = (of: Scales, value: number): number =>
  100 - (100 * Math.min(Math.max(value - of.bottom, 0), of.top - of.bottom)) / (of.top - of.bottom);

const path = (points: [number, number][]): string => points.map(([a, b]) => `${a.toFixed(2)} ${b.toFixed(2)}`).join(" ");

/** The interval as a band. */
export function band(course: readonly Look[], of: Scales): string {
  const upper = course.map(({ n, high }): [number, number] => [x(of, n), y(of, high)]);
  const lower = course.map(({ n, low }): [number, number] => [x(of, n), y(of, low)]).reverse();
  return course.length > 0 ? `M${path(upper)} L${path(lower)}Z` : "";
}

/** The value as a line. */
export const line = (course: readonly Look[], of: Scales): string =>
  course.length > 0 ? `M${path(course.map(({ n, value }): [number, number] => [x(of, n), y(of, value)]))}` : "";
