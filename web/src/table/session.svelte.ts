// A seat at a table, or a spectator: the state as it is now, the events as they come, and the move on its way.

import { AGAIN_MS, api, bearer, eventsOf, good, passes, pause, Refusal, retryKey, soon, Unreachable } from "../api/client";
import type { GameEvent, Schemas, State } from "../api/client";
import { keepMore, keepResult, keepSeat, ownSeat, type OwnSeat } from "../api/seats";
import { Stream } from "../api/stream";
import type { Told } from "../i18n/index.svelte";
import { areaOf, recall, store } from "../ui/storage";

/** A move that has not been acknowledged. Its key stays the same however often it is sent: it is played once. */
interface Outgoing {
  move: string;
  etag: string;
  key: string;
}

/** Why something cannot be done: what a refusal of the service says, or the page itself in the language chosen. */
export type Why = Partial<Pick<Schemas["Problem"], "detail" | "rule_href">> & { text?: Told };

type Trouble =
  | { kind: "refused"; problem: Why | undefined; at?: string }
  | { kind: "stale" | "busy"; wait?: number };

export class Session {
  state = $state.raw<State>();
  events = $state.raw<GameEvent[]>([]);
  connection = $state<"connecting" | "live" | "lost" | "over">("connecting");
  /** When the next try to connect comes, in milliseconds of `Date.now`. */
  retryAt = $state(0);
  /** The move on its way. */
  outgoing = $state.raw<Outgoing>();
  trouble = $state.raw<Trouble>();
  /** Something other than a move is asked for. */
  busy = $state(false);
  /** What was there and is not any more. */
  gone = $state<"token" | "game">();
  /** Nothing can be taken back at a version, and why. */
  notUndone = $state.raw<{ version: number; why: Why | undefined }>();
  /** A move was sent anew after a loss, and has been acknowledged. */
  recovered = $state(false);

  /** The last version whose loss of time was read. */
  read = $state(0);

  /** Who follows the game, if the game shows it. */
  presence = $state.raw<Schemas["PresenceView"]>();

  own = $state.raw<OwnSeat>();
  private stream: Stream | undefined;
  private looking: Promise<void> | undefined;
  private lookAgain = false;
  private away = false;
  private stopped = false;
  private tappedAt: string | undefined;

  constructor(
    readonly id: string,
    private readonly onevent: (event: GameEvent) => void = () => {},
  ) {
    this.own = ownSeat(id);
    this.read = this.own?.read ?? 0;
    this.outgoing = recall<Outgoing | undefined>(this.pendingName, undefined, areaOf("sessionStorage"));
    for (const [target, what] of this.returns) target.addEventListener(what, this.back);
    void this.begin();
  }

  /** What tells that somebody looks again after a while: from another tab or app, from a kept page, from a dead network. */
  private readonly returns: [EventTarget, string][] = [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]];

  private readonly back = (): void => {
    if (document.hidden || !this.state) return;
    if (this.away) this.open();
    else this.stream?.renew();
    void this.look();
  };

  /** Leaves the table. */
  stop(): void {
    this.stopped = true;
    for (const [target, what] of this.returns) target.removeEventListener(what, this.back);
    this.stream?.stop();
  }

  /** Follows the game no longer, until somebody looks again. */
  lookAway(): void {
    this.stream?.stop();
    this.away = true;
  }

  get token(): string | undefined {
    return this.own?.token;
  }

  private get pendingName(): string {
    return `pending.${this.id}`;
  }

  private get path() {
    return { path: { id: this.id } };
  }

  private get call() {
    return { params: this.path, headers: bearer(this.token) };
  }

  /** What is done once, however often it is sent. */
  private get once() {
    return { params: { ...this.path, header: { "Idempotency-Key": retryKey() } }, headers: bearer(this.token) };
  }

  private async begin(): Promise<void> {
    await this.look();
    for (let wait = 500; !this.state && !this.gone && !this.stopped; wait = Math.min(wait * 2, 10_000)) {
      this.lost(wait);
      await pause(wait);
      await this.look();
    }
    if (this.stopped || this.gone === "game") return;
    // The move that was on its way when the page went away.
    if (this.outgoing) void this.deliver(this.outgoing);
    await this.past();
    this.open();
  }

  private open(): void {
    this.stream?.stop();
    this.away = false;
    if (this.stopped) return;
    this.stream = new Stream(this.id, this.token, {
      after: () => this.events.at(-1)?.version ?? 0,
      event: (event) => this.take(event),
      open: () => {
        this.connection = "live";
        void this.look();
      },
      lost: (next) => this.lost(next),
      refused: (status) => this.refused(status),
      over: () => {
        this.connection = "over";
        void this.look();
      },
    });
  }

  private lost(next: number): void {
    this.connection = "lost";
    this.retryAt = Date.now() + next;
  }

  private refused(status: number): void {
    if (status === 404) this.gone = "game";
    else {
      this.gone = "token";
      this.own = undefined;
      void this.look().then(() => this.open());
    }
  }

  /** What happened before: read as one page, so that the log is there at once. */
  private async past(): Promise<void> {
    try {
      const items = await eventsOf(this.id, this.token);
      if (items.length > (this.events.at(-1)?.version ?? 0)) this.events = items;
    } catch {
      // The stream tells it all from the start.
    }
  }

  private take(event: GameEvent | Schemas["PresenceView"]): void {
    if ("spectators" in event) {
      this.presence = event;
      return;
    }
    if (event.version <= (this.events.at(-1)?.version ?? 0)) return;
    this.events = [...this.events, event];
    this.onevent(event);
    if (event.version > (this.state?.version ?? 0)) void this.look();
  }

  /** Looks at the game; several wishes at once are one look, and one more. */
  look(): Promise<void> {
    if (this.looking) {
      this.lookAgain = true;
      return this.looking;
    }
    this.looking = this.lookOnce().finally(() => {
      this.looking = undefined;
      if (this.lookAgain) {
        this.lookAgain = false;
        void this.look();
      }
    });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    try {
      this.see(await good(api.GET("/v1/games/{id}", { ...this.call, fetch: soon })));
    } catch (error) {
      if (passes(error)) return await this.lookLater();
      const { status } = error as Refusal;
      if (status === 404) this.gone = "game";
      else if (status === 401 && this.own) {
        this.gone = "token";
        this.own = undefined;
        this.lookAgain = true;
      }
    }
  }

  /** Where the stream is lost one looks when it is open again; else nothing but this makes the page look. */
  private async lookLater(): Promise<void> {
    if (this.connection !== "live" && this.connection !== "over") return;
    await pause(AGAIN_MS);
    this.lookAgain = !this.stopped;
  }

  /** Takes a state unless a newer one is known. */
  private see(state: State): void {
    if (this.state && state.version < this.state.version) return;
    this.state = state;
    if (this.gone === "game") this.gone = undefined;
    if (state.result) keepResult(this.id, state.result);
  }

  /** Plays a move, once, however often it has to be sent; `at` is where it was tapped. */
  async play(move: string, at?: string): Promise<void> {
    const { state } = this;
    if (!state?.you || this.outgoing) return;
    this.trouble = undefined;
    this.recovered = false;
    const outgoing = { move, etag: `"v${state.version}-s${state.you.seat}"`, key: retryKey() };
    store(this.pendingName, outgoing, areaOf("sessionStorage"));
    this.outgoing = outgoing;
    this.tappedAt = at;
    await this.deliver(outgoing);
  }

  private async deliver(outgoing: Outgoing): Promise<void> {
    const { move, etag, key } = outgoing;
    let again = false;
    for (let wait = 400; !this.stopped; wait = Math.min(wait * 2, 8_000)) {
      try {
        const header = { "If-Match": etag, "Idempotency-Key": key };
        const call = api.POST("/v1/games/{id}/moves", {
          params: { ...this.path, header },
          headers: bearer(this.token),
          body: { move, wait_ms: 0 },
          signal: AbortSignal.timeout(15_000),
        });
        const state = await good(call);
        this.acknowledged();
        if (state) this.see(state);
        this.recovered = again;
        return;
      } catch (error) {
        const delay = this.failed(error, wait);
        if (delay === undefined) return;
        again ||= error instanceof Unreachable;
        await pause(delay);
      }
    }
  }

  /** What a failed try means: how long to wait before the next, or nothing when the move is answered. */
  private failed(error: unknown, wait: number): number | undefined {
    if (!(error instanceof Refusal)) {
      const { connection } = this;
      this.lost(wait);
      // Whether more than one answer is lost, a new stream tells.
      if (connection === "live") this.open();
      return wait;
    }
    const { status, problem, retryAfter } = error;
    if (passes(error)) {
      const delay = retryAfter ? retryAfter * 1000 : wait;
      this.trouble = { kind: "busy", wait: Math.ceil(delay / 1000) };
      return delay;
    }
    this.acknowledged();
    if (status === 401) {
      // The token opens nothing any more, or a bot has taken the seat and the token goes on reading: the state tells.
      void this.look().then(() => this.own ?? this.open());
      return undefined;
    }
    this.trouble = status === 412 ? { kind: "stale" } : { kind: "refused", problem, at: this.tappedAt };
    void this.look();
    return undefined;
  }

  private acknowledged(): void {
    store(this.pendingName, undefined, areaOf("sessionStorage"));
    this.outgoing = undefined;
    this.trouble = undefined;
  }

  /** Why taps cannot be gone on with; nothing where the service does not say. */
  async whyNot(picks: readonly string[]): Promise<Why | undefined> {
    const { state } = this;
    if (!state) return undefined;
    const body = { picks: [...picks], version: state.version };
    const answer = await good(api.POST("/v1/games/{id}/moves/validation", { ...this.call, body })).catch(() => undefined);
    return answer?.problem;
  }

  /** What was lost because the time was up has been read. */
  readLoss(): void {
    this.read = this.events.at(-1)?.version ?? 0;
    keepMore(this.id, { read: this.read });
  }

  /** Connects at once instead of waiting. */
  retryNow(): void {
    this.stream?.retry();
  }

  /** Asks to take the last decision back, or consents to what another asked. */
  async undo(): Promise<void> {
    const version = this.state?.version ?? 0;
    await this.change(() => api.POST("/v1/games/{id}/undo", this.once));
    if (this.trouble?.kind === "refused") this.notUndone = { version, why: this.trouble.problem };
  }

  /** Refuses to take back, or takes one's own request back. */
  refuseUndo(): Promise<void> {
    return this.change(() => api.DELETE("/v1/games/{id}/undo", this.call));
  }

  /** Gives up. Where more than two play a bot plays on, and one looks on. */
  async resign(): Promise<void> {
    await this.change(async () => {
      const { status } = await good(api.POST("/v1/games/{id}/resign", this.once));
      return status === "finished" ? this.again() : this.goOnAs(undefined);
    });
  }

  /** Leaves a table that still waits for players. */
  async leave(): Promise<void> {
    const seat = this.state?.you?.seat;
    if (seat === undefined) return;
    await this.change(async () => {
      const params = { path: { id: this.id, seat }, query: { successor: "invite" as const } };
      await good(api.DELETE("/v1/games/{id}/seats/{seat}", { params, headers: bearer(this.token) }));
      return this.goOnAs(undefined);
    });
  }

  /** Replaces the invited player of a seat by a bot. */
  botInstead(seat: number): Promise<void> {
    return this.change(async () => {
      await good(api.DELETE("/v1/games/{id}/seats/{seat}", { params: { path: { id: this.id, seat } }, headers: bearer(this.own?.tickets?.[seat]) }));
      return this.again();
    });
  }

  private again() {
    return api.GET("/v1/games/{id}", this.call);
  }

  /** Goes on as the holder of a seat, or as one who looks on. */
  private goOnAs(own: OwnSeat | undefined) {
    keepSeat(this.id, own);
    this.own = own;
    this.open();
    return this.again();
  }

  /** A seat in the game that follows this one, and its id; nothing where it cannot be had. */
  async rematch(): Promise<string | undefined> {
    const { own } = this;
    return own && this.attempt(async () => {
      const next = await good(api.POST("/v1/games/{id}/rematch", this.call));
      keepSeat(next.id, { game: own.game, seat: next.seat, token: next.token, at: Date.now() });
      return next.id;
    });
  }

  /** Takes the seat back from the bot that took it when the time was up. */
  takeBack(): Promise<void> {
    return this.change(async () => {
      const { own } = this;
      const params = { path: { id: this.id, seat: own?.seat ?? 0 }, header: { "Idempotency-Key": retryKey() } };
      const name: string = recall("name", "");
      const taken = await good(api.POST("/v1/games/{id}/seats/{seat}", { params, headers: bearer(own?.token), body: name ? { name } : {} }));
      return this.goOnAs({ game: own?.game ?? this.state?.ruleset.game ?? "", seat: taken.seat, token: taken.token, at: Date.now() });
    });
  }

  /** Makes a new token for the seat; the old one becomes invalid. */
  async renew(): Promise<void> {
    const { own, state } = this;
    if (!own || !state?.you) return;
    await this.change(async () => {
      const params = { path: { id: this.id, seat: own.seat }, header: { "Idempotency-Key": retryKey() } };
      const { token } = await good(api.POST("/v1/games/{id}/seats/{seat}/token", { params, headers: bearer(own.token) }));
      return this.goOnAs({ ...own, token, read: this.read });
    });
  }

  private async change(call: () => Promise<{ data?: State; error?: unknown; response: Response }>): Promise<void> {
    const state = await this.attempt(() => good(call()));
    if (state) this.see(state);
  }

  /** What a call gives; what goes wrong is told. */
  private async attempt<Given>(call: () => Promise<Given>): Promise<Given | undefined> {
    [this.trouble, this.busy] = [undefined, true];
    try {
      return await call();
    } catch (error) {
      if (error instanceof Refusal) this.trouble = { kind: "refused", problem: error.problem };
      else this.lost(0);
    } finally {
      this.busy = false;
    }
    return undefined;
  }
}
