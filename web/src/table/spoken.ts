// What the live region says of a burst of events: what happened, and what is wanted now.

import { labelled, list, number, told, words } from "../i18n/index.svelte";
import type { GameEvent, State } from "../api/client";
import type { Ended } from "../api/seats";
import { listed, toMove } from "./moves";
import { seatName } from "./names";
import type { Session } from "./session.svelte";
import { choose, type Milestone } from "./shown";

type Seated = Pick<Session, "state">;

/** A line of the log. */
export function line({ state }: Seated, event: GameEvent): string {
  const w = words();
  const { text, ply } = event;
  if (text) return told(text);
  if (!ply) return "";
  if (ply.notation !== undefined && ply.seat !== undefined) return labelled(seatName(state?.seats, ply.seat), ply.notation);
  return ply.n === 0 ? w.setUp : w.chance;
}

/** Whether a seat has made a move that still stands. */
export function hasMoved(events: readonly GameEvent[], seat: number | undefined): boolean {
  let plies: NonNullable<GameEvent["ply"]>[] = [];
  for (const { ply, changes } of events) {
    for (const change of changes) if (change.what === "undone") plies = plies.filter(({ n }) => n < change.ply);
    if (ply) plies.push(ply);
  }
  return plies.some((ply) => ply.seat !== undefined && ply.seat === seat);
}

/** What a seat lost because its time was up: the moves that were made for it, or the game. Not where a bot plays on. */
export function lost({ state, events }: Seated & Pick<Session, "events">, seat: number | undefined): { version: number; text: string }[] {
  let late = false;
  return events.flatMap((event) => {
    const up = event.changes.some((change) => change.what === "timed_out" && change.seat === seat && change.then !== "bot");
    const made = late && event.ply?.seat === seat;
    late = up || (late && !made);
    return up || made ? [{ version: event.version, text: line({ state }, event) }] : [];
  });
}

/** What a step of an event told: who won the trick, and what each got in a round that was scored. */
function milestone({ state }: Seated, { text, sheet = [] }: Milestone): string {
  const sums = new Map<number, number>();
  for (const { seat, points } of sheet) sums.set(seat, (sums.get(seat) ?? 0) + points);
  const got = list([...sums].map(([seat, sum]) => labelled(seatName(state?.seats, seat), number(sum))));
  return [told(text), got && `${got}.`].filter(Boolean).join(" ");
}

/** An entry of the log: who did it, and what it was; or what followed from it. */
export interface Entry {
  id: string;
  version: number;
  seats: number[];
  text: string;
  /** Nothing was done: a pass, or several in a row. */
  idle?: boolean;
  /** Nothing is lost if it is not read: nothing happened on the table, or it followed from what did. */
  minor: boolean;
  /** What followed from the entry before. */
  follows?: boolean;
}

/** The log, oldest first. Passes in a row are one entry: windows have many of them. */
export function entries(session: Seated & Pick<Session, "events">): Entry[] {
  const all: Entry[] = [];
  for (const event of session.events) {
    const { version, ply } = event;
    const text = line(session, event);
    const before = all.at(-1);
    const idle = ply?.notation === "pass";
    if (idle && before?.idle && ply.seat !== undefined) {
      before.seats = [...new Set([...before.seats, ply.seat])];
      if (before.seats.length > 1) before.text = words().pass(list(before.seats.map((seat) => seatName(session.state?.seats, seat))));
      before.version = version;
    } else if (text) all.push({ id: String(version), version, seats: ply?.seat === undefined ? [] : [ply.seat], text, idle, minor: idle || event.told?.minor === true });
    const followed = (event.steps ?? []).flatMap(({ milestones = [] }) => milestones.map((one) => milestone(session, one)));
    followed.filter(Boolean).forEach((text, at) => all.push({ id: `${version}.${at}`, version, seats: [], text, follows: true, minor: true }));
  }
  return all;
}

/**
 * What the last `count` events were, for ears and eyes alike; nothing where only one's own move was played. Passes are
 * one sentence, cards and results are never left out.
 */
export function news(session: Session, count: number): Entry[] {
  const { state, events } = session;
  const you = state?.you?.seat;
  const from = events.at(-count)?.version ?? 0;
  const recent = entries({ state, events: events.slice(-count - PASSES) }).filter(({ version }) => version >= from);
  // What one has lost stands above all else until it is tapped, and is no part of what passes by.
  const above = lost(session, you).map(({ version }) => version);
  return recent.filter(({ version, seats, follows }) => follows || you === undefined || (!above.includes(version) && (seats.length !== 1 || seats[0] !== you)));
}

/** More sentences than this are too many to be heard at once: how many there were is said, and then the last ones. */
const MOST = 8;

/** Sentences as they are said. */
export const spoken = (said: readonly Entry[]): string =>
  [...(said.length > MOST ? [`${words().moves(said.length)}.`] : []), ...said.slice(-MOST).map(({ text }) => text)].join(" ");

/** Passes that may have begun before a burst, to be told with it. */
const PASSES = 8;

/** What is wanted now. */
export function wanted(session: Session): string {
  const { state } = session;
  const w = words();
  if (!state) return "";
  if (state.status === "finished") return result(session);
  if (state.status === "aborted") return w.aborted;
  if (state.status === "waiting") return w.waitPlayers;
  if (state.you?.will_pass && !state.legal_moves) return w.willPass;
  if (toMove(state)) {
    // As many as the prompt counts: first taps, where there are taps.
    const taps = choose(listed(state), []).next.size;
    return `${w.choose} ${w.chooseAmong(taps || (state.legal_moves?.length ?? 0))}`;
  }
  return state.turn ? w.waitFor(seatName(state.seats, state.turn.seat)) : "";
}

/** Who won. */
export const result = ({ state }: Seated): string => (state?.result ? winning(state.seats, state.result) : words().isOver);

/** Who won, in one sentence, with the scores. */
export function winning(seats: State["seats"], { winners, scores }: Ended): string {
  const names = list(winners.map((seat) => seatName(seats, seat)));
  const sorted = [...scores].sort((a, b) => b - a).map((score) => number(score));
  return words().wins(names, winners.length, sorted);
}
