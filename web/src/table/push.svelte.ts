// Whether the player at this table is subscribed to push notifications.

import { canBeTold, decline, forget, isDeclined, isForbidden, isTold, keepTold, tell, tellNoMore, type ToldSeat } from "../api/push";
import { language } from "../i18n/index.svelte";
import { plays, toMove } from "./moves";
import { hasMoved } from "./spoken";
import type { Session } from "./session.svelte";

export class Push {
  /** Whether they are. */
  on = $state(false);
  busy = $state(false);
  /** It could not be switched on. */
  failed = $state(false);
  private declined = $state(isDeclined());
  forbidden = $state(isForbidden());

  constructor(private readonly session: Session) {
    this.on = isTold(session.id) && canBeTold() && !this.forbidden;
    document.addEventListener("visibilitychange", this.away);
  }

  /** Leaves the table. */
  stop(): void {
    document.removeEventListener("visibilitychange", this.away);
  }

  /** Whoever follows the game is not told: who looks away follows it no longer. */
  private readonly away = (): void => {
    if (document.hidden && this.on) this.session.lookAway();
  };

  /** Whether it can be switched on and off. */
  get possible(): boolean {
    const { status } = this.session.state ?? {};
    return canBeTold() && this.session.own !== undefined && plays(this.session.state) && (status === "running" || status === "waiting");
  }

  /** Whether it is the moment to offer it: one has moved, and waits for another person. */
  get offered(): boolean {
    const { state, events } = this.session;
    const others = state?.seats[state.turn?.seat ?? -1]?.kind === "human" && !toMove(state);
    return this.possible && !this.on && !this.declined && !this.forbidden && state?.status === "running" && others && hasMoved(events, state.you?.seat);
  }

  /** Does not ask again in this browser. */
  decline(): void {
    this.declined = true;
    decline();
  }

  /** Switches it on or off. */
  async turn(on: boolean): Promise<void> {
    this.busy = true;
    this.failed = false;
    try {
      if (on) await this.begin();
      else await this.end();
    } catch {
      this.failed = on;
    }
    this.busy = false;
  }

  private async begin(): Promise<void> {
    const permission = await Notification.requestPermission();
    this.forbidden = permission === "denied";
    if (permission !== "granted") return;
    await this.say();
    this.keep(true);
  }

  private async end(): Promise<void> {
    this.keep(false);
    const { seat } = this;
    if (seat) await tellNoMore(seat);
  }

  /** Renews the subscription: the seat may have a new token, and the browser a new address. */
  async again(): Promise<void> {
    const over = this.session.state !== undefined && !this.possible;
    if (!this.on) return;
    if (over) this.keep(false);
    else await this.say().catch(() => {});
  }

  private async say(): Promise<void> {
    const { seat } = this;
    if (seat) await tell(seat, language());
  }

  private keep(on: boolean): void {
    this.on = on;
    keepTold(this.session.id, on);
    if (!on && this.seat) void forget(this.seat).catch(() => {});
  }

  private get seat(): ToldSeat | undefined {
    const { own, id } = this.session;
    return own && { id, seat: own.seat, token: own.token };
  }
}
