// The administrator's token or a designer's key. It comes with the link that the service prints, or is asked for when a call is refused
// without, once, and is kept in this variable alone: reloading the page forgets it.

import { base, bearer, good, Refusal } from "../api/client";
import { asking, link, place, remember } from "../ui/route.svelte";

let token = $state<string>();
/** Whether there is one to show. */
export const known = (): boolean => token !== undefined;
/** Takes the token of the link `#/lab?token=…` out of the address, where others might read it. */
export function takeToken(): void {
  const { token: given, ...rest } = place.query;
  if (!given) return;
  token = given;
  remember(asking(link("lab", ...place.parts), rest));
}
/** How it is shown: a key has a header of its own. */
const shown = (one: string | undefined): Record<string, string> => (one?.startsWith("tapis_") ? { "Tapis-Key": one } : bearer(one));
/** The question for the token, while it is asked. */
export const door = $state({ open: false, wrong: false });
let waiting: ((given: string | undefined) => void)[] = [];

/** The answer to the question; nothing where it is not given. */
export function answer(given: string | undefined): void {
  door.open = false;
  for (const done of waiting.splice(0)) done(given);
}

function ask(): Promise<string | undefined> {
  door.open = true;
  return new Promise((done) => waiting.push(done));
}

/** The body of a good answer to a call that may need the token. Throws as `good` does. */
export async function admitted<Data>(call: (headers: Record<string, string>) => Parameters<typeof good<Data>>[0]): Promise<Data> {
  for (;;) {
    const used = token;
    try {
      return await good(call(shown(used)));
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 401 && error.problem?.code !== "key_scope")) throw error;
      // Another call may have asked meanwhile.
      if (used !== token) continue;
      door.wrong = used !== undefined;
      const given = await ask();
      if (given === undefined) throw error;
      token = given;
    }
  }
}

/** A call of `fetch` with the token, for streams. */
export const fetched = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(base + path, { ...init, headers: { ...shown(token), ...init.headers } });
