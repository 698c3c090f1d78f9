// The layout on the screen. It follows the game's: steps are shown one after the other, as people would see them, and who
// is far behind jumps to the present.

import type { GameEvent, State } from "../api/client";

import { apply, parts, type Effect, type Layout, type Milestone, type Pieces, type Step, type Thing } from "./shown";

/** How long a step stands, and how long where many wait, in milliseconds. */
const STEP_MS = 420;
const HURRY_MS = 90;
/** More events than this are not played one by one. */
const MOST = 40;
/** How long a state waits for the events that led to it. */
const PATIENCE_MS = 300;

type WithSteps = GameEvent & { steps?: Step[] };

/** Motion to be drawn: what was before is measured, then the layout changes, then things travel. */
export type Mover = (effects: Effect[], change: () => void, toward?: number) => void;

export class Display {
  layout = $state.raw<Layout>();
  /** What was told with the step that stands. */
  milestones = $state.raw<Milestone[]>([]);
  /** Steps are being shown. */
  running = $state(false);
  pieces: Pieces | undefined;
  mover: Mover = (_, change) => change();

  private version = 0;
  private queue: WithSteps[] = [];
  private target: { version: number; layout: Layout } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private steps: Step[] = [];
  private toward: number | undefined;

  private readonly kindOf = (thing: Thing): string | undefined => {
    const { open, known, back } = parts(thing);
    return back ?? this.pieces?.pieces[open ?? known ?? ""]?.kind;
  };

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  }

  /** An event has come. */
  feed(event: GameEvent): void {
    if (event.version <= this.version) return;
    this.queue.push(event as WithSteps);
    if (!this.timer) this.go();
  }

  /** The game stands so. */
  settle(state: State): void {
    const { layout } = state;
    if (!layout || (this.target && state.version < this.target.version)) return;
    this.target = { version: state.version, layout };
    if (!this.layout || this.still) this.finish();
    else if (!this.timer) this.wait(PATIENCE_MS);
  }

  /** Ends all motion: the present, at once. */
  readonly finish = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running = false;
    this.steps = [];
    if (!this.target) return;
    this.queue = this.queue.filter(({ version }) => version > (this.target?.version ?? 0));
    this.version = this.target.version;
    this.layout = this.target.layout;
    this.milestones = [];
  };

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.go();
    }, ms);
  }

  private go(): void {
    const step = this.steps.shift();
    if (step) return this.show(step);
    const event = this.queue.shift();
    if (!event) {
      if (this.target && this.target.version >= this.version) this.finish();
      this.running = false;
      return;
    }
    const follows = this.layout !== undefined && event.version === this.version + 1;
    if (this.still || !follows || !event.steps || this.queue.length > MOST) return this.finish();
    this.version = event.version;
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
    this.mover(effects, () => {
      this.layout = next;
      this.milestones = milestones;
    }, this.toward);
    this.wait(this.queue.length > 2 ? HURRY_MS : STEP_MS);
  }
}
