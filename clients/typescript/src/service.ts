// The generated client, and how answers are taken.

import createClient from "openapi-fetch";
import type { Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

export type Service = Client<paths>;
export type Schemas = components["schemas"];

/** A client of the service at `base`. */
export function service(base: string): Service {
  return createClient<paths>({ baseUrl: base });
}

/** The header that shows who is calling; none for spectators. */
export function bearer(token?: string): { Authorization?: string } {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** What a call of the generated client answers. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a good answer; anything else ends the program. */
export async function good<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data === undefined || data === null) {
    throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  }
  return data;
}

/** Ends the program when something is not as it was promised. */
export function ensure(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
