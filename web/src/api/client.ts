// The client of the API, its types generated from openapi.json.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
export type State = Schemas["GameState"];
export type GameEvent = Schemas["GameEvent"];
type Problem = Schemas["Problem"];
export type LegalMove = Schemas["LegalMove"];

/** Where the service is: where the page came from. */
export const base = new URL(".", location.href).href.replace(/\/$/, "");
/** Texts come in all languages: the reader may choose another one at any time. A browser would name its own. */
export const inAllLanguages = { "Accept-Language": "*" };
export const api = createClient<paths>({ baseUrl: base, headers: inAllLanguages });

/** The header that shows who is calling; nobody in particular without a token. */
export function bearer(token: string | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A refusal of the service. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    readonly retryAfter: number | undefined,
  ) {
    super(problem?.detail ?? `HTTP ${status}`);
  }
}

/** No answer came: the network, or the service, is away. */
export class Unreachable extends Error {}

/** By how much the service's clock is ahead of this browser's, in milliseconds: deadlines are times of the service. */
let ahead = 0;
export const serviceNow = (): number => Date.now() + ahead;

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a good answer.
 *
 * Throws `Refusal` when the service refuses, `Unreachable` when no answer comes.
 */
export async function good<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  let answer: Answer<Data>;
  try {
    answer = await call;
  } catch (error) {
    throw new Unreachable(String(error));
  }
  const { data, error, response } = answer;
  // `Date` has whole seconds: the middle of one is nearest.
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (date && !response.headers.has("Age")) ahead = date + 500 - Date.now();
  if (response.ok) return data as Data;
  const retry = Number(response.headers.get("Retry-After"));
  const problem = error && typeof error === "object" && "code" in error ? (error as Problem) : undefined;
  throw new Refusal(response.status, problem, retry > 0 ? retry : undefined);
}

/** What happened in a game until now, as one page. */
export async function eventsOf(id: string, token: string | undefined): Promise<GameEvent[]> {
  const params = { path: { id }, query: { after: 0, wait: 0 } };
  const page = await good<Schemas["EventPage"] | string>(api.GET("/v1/games/{id}/events", { params, headers: bearer(token) }));
  return typeof page === "string" ? [] : page.items;
}

/** An answer that has not begun by then does not come: the connection is dead, and another one is opened. */
export const HEADERS_MS = 5_000;

/** As `fetch`, for questions that are answered at once; fails when no answer has begun in time. */
export async function soon(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), HEADERS_MS);
  try {
    return await fetch(request, { signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** A key that makes a retry safe. */
export function retryKey(): string {
  // `randomUUID` is there only in secure contexts; a table on a home network is served without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Waits. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Whether the same may be answered a moment later: the service has not refused it for good. */
export const passes = (error: unknown): boolean => !(error instanceof Refusal) || error.status === 429 || error.status >= 500;

/** What did not come is asked for again after so long, unless the service says when. */
export const AGAIN_MS = 1_000;

/** The page and what it is about: `#/replay/<id>`. */
const page = (): string => location.hash.split(/[/?]/, 3).join("/");
/** Whether that page is still there, when it is called. */
export const stays = (at = page()) => (): boolean => page() === at;

/** Asks until it is answered, or refused for good. `late` hears of every try that failed before; who is not `here` any more waits for nothing. */
export async function insist<Data>(ask: () => Promise<Data>, late: (error: unknown) => void = () => {}, here: () => boolean = stays()): Promise<Data> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!passes(error) || !here()) throw error;
      late(error);
      const { retryAfter } = error as Partial<Refusal>;
      await pause(retryAfter ? retryAfter * 1_000 : AGAIN_MS);
      if (!here()) throw error;
    }
  }
}
