// Web Push: notifications while the page is closed, where the browser supports them and the player turns them on.

import { recall, store } from "../ui/storage";
import { api, base, bearer, good } from "./client";
import type { Language } from "../i18n/index.svelte";
import type { OwnSeat } from "./seats";

/** A seat whose player is notified. */
export type ToldSeat = Pick<OwnSeat, "seat" | "token"> & { id: string };

const GAMES = "push.games";
const DECLINED = "push.declined";
/** More games than this are forgotten, the oldest first. */
const MOST = 200;

/** Whether this browser can be told. Without TLS none can, and some can only when the pages are kept as an app. */
export const canBeTold = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Whether the browser forbids it. */
export const isForbidden = (): boolean => canBeTold() && Notification.permission === "denied";

/** Whether somebody said in this browser that they do not wish to be asked. */
export const isDeclined = (): boolean => recall(DECLINED, false);
export const decline = (): void => void store(DECLINED, true);

const games = (): string[] => recall<string[]>(GAMES, []);

/** Whether this browser is subscribed to a game. */
export const isTold = (id: string): boolean => games().includes(id);

/** Remembers whether it is. */
export function keepTold(id: string, told: boolean): void {
  const others = games().filter((other) => other !== id);
  store(GAMES, (told ? [id, ...others] : others).slice(0, MOST));
}

/** Where a seat has browsers told. */
const placeOf = ({ id, seat }: Omit<ToldSeat, "token">): string => `${base}/v1/games/${id}/seats/${seat}/push`;

/** Forgets for the worker that this browser is told of a seat. */
export const forget = async (seat: ToldSeat): Promise<void> => void (await (await caches.open("push")).delete(placeOf(seat), { ignoreSearch: true }));

/** Keeps it for the worker, which says it again when the browser's push address changes. */
async function keep(seat: ToldSeat, language: Language): Promise<void> {
  await forget(seat);
  await (await caches.open("push")).put(`${placeOf(seat)}?lang=${language}`, new Response(seat.token));
}

/** Has this browser told of a seat. Fails where the browser, its push service or the service refuses. */
export async function tell(own: ToldSeat, language: Language): Promise<void> {
  const { id, seat, token } = own;
  const { endpoint, keys } = (await subscription()).toJSON();
  const params = { path: { id, seat }, query: { lang: language } };
  const body = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  await good(api.PUT("/v1/games/{id}/seats/{seat}/push", { params, headers: bearer(token), body }));
  // Where nothing is kept this page says it again when it is opened.
  await keep(own, language).catch(() => {});
}

/** Has it told of a seat no more. */
export async function tellNoMore({ id, seat, token }: ToldSeat): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(`${base}/`);
  const found = await registration?.pushManager.getSubscription();
  if (!found) return;
  const params = { path: { id, seat }, query: { endpoint: found.endpoint } };
  await good(api.DELETE("/v1/games/{id}/seats/{seat}/push", { params, headers: bearer(token) }));
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
