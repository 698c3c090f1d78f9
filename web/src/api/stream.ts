// The events of a game as they come. Read with `fetch`, since a browser's `EventSource` cannot send a token.

import { base, bearer, HEADERS_MS, inAllLanguages, type GameEvent, type Schemas } from "./client";

/** What a stream tells. */
export interface Listener {
  /** The newest version known, from which a new stream goes on. */
  after(): number;
  event(event: GameEvent | Schemas["PresenceView"]): void;
  /** The stream is open. */
  open(): void;
  /** It broke, or could not be opened; the next try comes after this number of milliseconds. */
  lost(next: number): void;
  /** The service refuses for good: the token is not valid any more, or there is no such game. */
  refused(status: number): void;
  /** The game is over: nothing more will come. */
  over(): void;
}

/** Silence after which a stream is given up: the service sends a heartbeat every 15 s. */
const SILENCE_MS = 40_000;

/** How long a person who comes back waits for an answer before being told that there is none, in milliseconds. */
const RETURN_MS = 2_000;

/** Follows the events of a game until it is stopped, across losses of the connection. */
export class Stream {
  private controller: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | undefined;
  private stopped = false;
  private tries = 0;
  /** Given up because somebody looks again, and not because it broke. */
  private renewed = false;

  constructor(
    private readonly id: string,
    private readonly token: string | undefined,
    private readonly listener: Listener,
  ) {
    addEventListener("offline", this.hangUp);
    void this.follow();
  }

  /** Tries again at once. */
  readonly retry = (): void => this.wake?.();

  /** Opens another stream at once: this one may have died unheard, while the device slept or its network changed. */
  renew(): void {
    if (this.wake) return this.wake();
    this.renewed = true;
    this.hangUp();
  }

  private readonly hangUp = (): void => this.controller?.abort();

  /** Ends it. */
  stop(): void {
    this.stopped = true;
    removeEventListener("offline", this.hangUp);
    this.controller?.abort();
    this.wake?.();
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      try {
        if (await this.once()) return;
        // Ended in order, as it is at the end of a game: asked again at once, and nothing is said of it.
        if (this.tries === 0) {
          this.tries = 1;
          continue;
        }
      } catch {
        // Away, or cut: said below. Given up for a new one: nothing is said unless that does not answer either.
        if (this.renewed) continue;
      } finally {
        clearTimeout(this.timer);
      }
      if (this.stopped) return;
      const next = Math.min(500 * 2 ** this.tries, 10_000);
      this.tries += 1;
      this.listener.lost(next);
      await new Promise<void>((done) => {
        this.wake = done;
        setTimeout(done, next);
      });
      this.wake = undefined;
    }
  }

  /** Reads one stream to its end; whether nothing more will come. */
  private async once(): Promise<boolean> {
    this.controller = new AbortController();
    this.listen(this.renewed ? RETURN_MS : HEADERS_MS);
    this.renewed = false;
    const answer = await fetch(`${base}/v1/games/${this.id}/events?after=${this.listener.after()}`, {
      headers: { ...inAllLanguages, ...bearer(this.token), Accept: "text/event-stream" },
      cache: "no-store",
      signal: this.controller.signal,
    });
    if (answer.status === 204) {
      this.listener.over();
      return true;
    }
    if ([401, 403, 404].includes(answer.status)) {
      this.listener.refused(answer.status);
      return true;
    }
    this.listen();
    if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
    this.listener.open();
    await this.read(answer.body);
    return false;
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    for await (const data of told(body)) {
      this.listen();
      this.tries = 0;
      const said = data as GameEvent | Schemas["PresenceView"] | Schemas["Problem"] | undefined;
      // Why it ends is no event of the game: the next request is told it, too.
      if (said && !("code" in said)) this.listener.event(said);
    }
  }

  private listen(ms = SILENCE_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.hangUp, ms);
  }
}

/** What server-sent events tell, one after the other; `undefined` for a heartbeat. */
export async function* told(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      yield undefined;
      for (const block of blocks) {
        const data = block.split("\n").filter((line) => line.startsWith("data:"));
        if (data.length > 0) yield JSON.parse(data.map((line) => line.slice(5)).join("\n"));
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
