// Web Push: whether the player at this table is notified while the page is closed, where the browser supports it and they turn it on.

import { api, base, bearer, good } from "../api/client";
import type { OwnSeat } from "../api/seats";
import { language, type Language } from "../i18n/index.svelte";
import { recall, store } from "../ui/storage";
import { plays, toMove } from "./moves";
import { hasMoved } from "./spoken";
import type { Session } from "./session.svelte";

const GAMES = "push.games";
const DECLINED = "push.declined";
/** More games than this are forgotten, the oldest first. */
const MOST = 200;

/** Whether this browser can be told. Without TLS none can, and some can only when the pages are kept as an app. */
const canBeTold = (): boolean => isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The games to which this browser is subscribed. */
const games = (): string[] => recall<string[]>(GAMES, []);

export class Push {
  /** Whether they are. */
  on = $state(false);
  busy = $state(false);
  /** It could not be switched on. */
  failed = $state(false);
  private declined = $state(recall(DECLINED, false));
  forbidden = $state(canBeTold() && Notification.permission === "denied");

  constructor(private readonly session: Session) {
    this.on = games().includes(session.id) && canBeTold() && !this.forbidden;
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
    store(DECLINED, true);
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
    const { id, own } = this.session;
    this.keep(false);
    const registration = own && (await navigator.serviceWorker.getRegistration(`${base}/`));
    const found = await registration?.pushManager.getSubscription();
    if (!own || !found) return;
    const params = { path: { id, seat: own.seat }, query: { endpoint: found.endpoint } };
    await good(api.DELETE("/v1/games/{id}/seats/{seat}/push", { params, headers: bearer(own.token) }));
  }

  /** Renews the subscription: the seat may have a new token, and the browser a new address. */
  async again(): Promise<void> {
    const over = this.session.state !== undefined && !this.possible;
    if (!this.on) return;
    if (over) this.keep(false);
    else await this.say().catch(() => {});
  }

  /** Has this browser told of the seat. Fails where the browser, its push service or the service refuses. */
  private async say(): Promise<void> {
    const [{ id, own }, lang] = [this.session, language()];
    if (!own) return;
    const { endpoint, keys } = (await subscription()).toJSON();
    const params = { path: { id, seat: own.seat }, query: { lang } };
    const body = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
    await good(api.PUT("/v1/games/{id}/seats/{seat}/push", { params, headers: bearer(own.token), body }));
    // Where nothing is kept this page says it again when it is opened.
    await leave(id, own, lang).catch(() => {});
  }

  private keep(on: boolean): void {
    const { id, own } = this.session;
    this.on = on;
    const others = games().filter((other) => other !== id);
    store(GAMES, (on ? [id, ...others] : others).slice(0, MOST));
    if (!on && own) void leave(id, own).catch(() => {});
  }
}

/** Leaves a seat with the worker, which says it again when the browser's push address changes; without a language it forgets it. */
async function leave(id: string, { seat, token }: OwnSeat, lang?: Language): Promise<void> {
  const place = `${base}/v1/games/${id}/seats/${seat}/push`;
  const seats = await caches.open("push");
  await seats.delete(place, { ignoreSearch: true });
  if (lang) await seats.put(`${place}?lang=${lang}`, new Response(token));
}

/** The subscription of this browser with the service's key: the one there is, or another. */
async function subscription(): Promise<PushSubscription> {
  const { public_key } = await good(api.GET("/v1/push"));
  await navigator.serviceWorker.register(`${base}/push.js`, { scope: `${base}/` });
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found && encoded(found.options.applicationServerKey) === public_key) return found;
  // It was made with another key, under which nothing arrives any more.
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
}

/** Bytes in Base64 for URLs. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Opens the game of a message that was tapped while this page was open. */
export function openTapped(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ game?: unknown } | null>) => {
    const game = data?.game;
    if (typeof game === "string" && /^[0-9a-f-]{36}$/.test(game)) location.hash = `#/game/${game}`;
  });
}
