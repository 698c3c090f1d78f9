// What happened, one sentence after the other: each stands as long as it takes to read it, and one can step back.

import type { Entry } from "./spoken";

/** What stands. */
export interface Standing {
  text: string;
  /** The version up to which it tells; without end once its time is over and nothing waits. */
  version: number;
}

/** A text stands at least so long, in milliseconds, and so many of its characters are read in a second. */
const LEAST_MS = 2_400;
const READ_IN_A_SECOND = 15;
/** Where more sentences wait, consequences and what is minor are left out; where far more do, the oldest. */
const FEW = 6;
const MOST = 40;
/** So many are told where nobody waits for it. */
const NEWEST = 4;

export class Telling {
  /** How many characters are seen at once: what comes next stands beside what it follows, where it fits. */
  room = 76;
  /** The game goes on meanwhile: only the newest are told. */
  hurried = false;
  private standing: Standing = { text: "", version: Infinity };
  private readonly all: Entry[] = [];
  /** Where in all of them each text that was shown begins. */
  private readonly began: number[] = [];
  /** The first that waits. */
  private next = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (standing: Standing) => void) {}

  /** More is to be told, the oldest first. */
  add(more: readonly Entry[]): void {
    this.all.push(...more);
    this.leaveOut(FEW, ({ minor }) => minor);
    this.leaveOut(this.hurried ? NEWEST : MOST, () => true);
    if (this.timer === undefined) this.go();
  }

  /** Tells once more what was told before, and goes on from there. */
  back(): void {
    if (this.began.length > 1) this.began.pop();
    this.next = this.began.pop() ?? this.next;
    this.go();
  }

  /** Nobody waits for what is left: only who steps back is told of it. */
  skip(): void {
    this.next = this.all.length;
    this.go();
  }

  /** Nothing is told any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private leaveOut(most: number, which: (one: Entry) => boolean): void {
    for (let at = this.next; at < this.all.length && this.all.length - this.next > most; ) {
      if (which(this.all[at] as Entry)) this.all.splice(at, 1);
      else at += 1;
    }
  }

  private go(): void {
    this.stop();
    const begins = this.next;
    const { all, standing } = this;
    let text = "";
    for (let one = all[begins]; one && (text === "" || text.length + one.text.length < this.room); one = all[this.next]) {
      text = text ? `${text} ${one.text}` : one.text;
      this.next += 1;
    }
    if (text) {
      this.began.push(begins);
      this.timer = setTimeout(() => this.go(), Math.max(LEAST_MS, Math.ceil((1000 * text.length) / READ_IN_A_SECOND)));
    }
    this.standing = text ? { text, version: all[this.next - 1]?.version ?? Infinity } : { text: standing.text, version: Infinity };
    this.show(this.standing);
  }
}
