// The layout on the screen. It follows the game's: steps are shown one after the other, as people would see them, and who
// is far behind jumps to the present.

import type { GameEvent, State } from "../api/client";

import { apply, parts, type Effect, type Layout, type Pieces, type Step, type Thing } from "./shown";

/** How long a step stands, and how long where many wait, in milliseconds. */
const STEP_MS = 420;
const HURRY_MS = 90;
/** More events than this are not played one by one. */
const MOST = 40;
/** How long a state waits for the events that led to it. */
const PATIENCE_MS = 300;

/** A round was scored with it. */
const scores = ({ milestones = [] }: Step): boolean => milestones.some(({ sheet = [] }) => sheet.length > 0);
/** The steps after which the game goes on. */
const between = ({ changes, steps = [] }: GameEvent): Step[] => (changes.some(({ what }) => what === "result") ? [] : steps);

/** Motion to be drawn: what was before is measured, then the layout changes, then things travel. */
export type Mover = (effects: Effect[], change: () => void, toward?: number) => void;

export class Display {
  layout = $state.raw<Layout>();
  /** Steps are being shown, or wait. */
  running = $state(false);
  /** What comes next waits until what is told has been read, or the sheet of the round. */
  held = $state(false);
  /** A round has been scored, and nobody has gone on yet. */
  scored = $state(false);
  /** What is told is waited for. */
  calm = false;
  pieces: Pieces | undefined;
  mover: Mover = (_, change) => change();

  private version = 0;
  private queue: GameEvent[] = [];
  private target: { version: number; layout: Layout } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private steps: Step[] = [];
  private toward: number | undefined;
  /** The game goes on after the steps that are shown. */
  private between = false;
  /** What happened before somebody looked. */
  private before = 0;
  /** Up to which version one reads at the moment, and up to which somebody would not wait. */
  private limit = Infinity;
  private hurried = 0;

  private readonly kindOf = (thing: Thing): string | undefined => {
    const { open, known, back } = parts(thing);
    return back ?? this.pieces?.pieces[open ?? known ?? ""]?.kind;
  };

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Nobody looks, or wants to see one thing after the other. */
  private get jumps(): boolean {
    return document.hidden || (this.still && !this.calm);
  }

  /** An event has come. */
  feed(event: GameEvent): void {
    if (event.version > this.version) this.queue.push(event);
    else this.pass([event]);
    if (!this.timer) this.go();
  }

  /** The game stands so. */
  settle(state: State): void {
    const { layout } = state;
    if (!layout || (this.target && state.version < this.target.version)) return;
    if (!this.target) this.before = state.version;
    this.target = { version: state.version, layout };
    if (!this.layout || this.jumps) this.reach();
    else if (!this.timer) this.wait(PATIENCE_MS);
  }

  /** Ends all motion: the present, at once. */
  readonly finish = (): void => {
    this.hurried = this.target?.version ?? 0;
    this.limit = Infinity;
    this.reach();
  };

  /** What is told now tells up to this version. */
  until(version: number): void {
    this.limit = this.calm && version > this.hurried ? version : Infinity;
    if (this.held) this.go();
  }

  /** The sheet of the round has been read. */
  goOn(): void {
    if (!this.scored) return;
    this.scored = false;
    this.go();
  }

  private reach(): void {
    const { target } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (target) {
      this.scored ||= this.between && this.steps.some(scores);
      this.pass(this.queue.filter(({ version }) => version <= target.version));
      this.queue = this.queue.filter(({ version }) => version > target.version);
      this.version = target.version;
      this.layout = target.layout;
    }
    this.steps = [];
    this.held = this.scored;
    this.running = this.held;
  }

  /** These are not shown any more. */
  private pass(events: GameEvent[]): void {
    this.scored ||= events.some((event) => event.version > this.before && between(event).some(scores));
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.go();
    }, ms);
  }

  private go(): void {
    this.held = this.scored || (this.steps.length === 0 && (this.queue[0]?.version ?? 0) > this.limit);
    this.running ||= this.held;
    if (this.held) return;
    const step = this.steps.shift();
    if (step) return this.show(step);
    const event = this.queue.shift();
    if (!event) {
      if (this.target && this.target.version >= this.version) this.reach();
      this.running = this.held;
      return;
    }
    const follows = this.layout !== undefined && event.version === this.version + 1;
    if (this.jumps || !follows || !event.steps || this.queue.length > MOST) {
      this.queue.unshift(event);
      return this.reach();
    }
    this.version = event.version;
    this.between = between(event).length > 0;
    this.steps = [...event.steps];
    this.go();
  }

  private show({ effects = [], milestones = [] }: Step): void {
    const { layout } = this;
    if (!layout) return;
    this.running = true;
    // The winner of the trick is announced before it is cleared away.
    const { seat } = milestones.findLast(({ args }) => typeof args?.seat === "number")?.args ?? {};
    if (typeof seat === "number") this.toward = seat;
    const next = effects.reduce((table, effect) => apply(table, effect, this.kindOf), layout);
    this.scored ||= this.between && scores({ milestones });
    if (this.still) this.layout = next;
    else this.mover(effects, () => (this.layout = next), this.toward);
    this.wait(this.queue.length > 2 ? HURRY_MS : STEP_MS);
  }
}
