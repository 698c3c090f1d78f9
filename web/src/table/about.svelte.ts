// What each game offers: options, bots, features. Asked for once a game, and never told of another one.

import { api, good, type Schemas } from "../api/client";

type About = Schemas["GameAbout"];

let known = $state.raw<Record<string, About>>({});
const asked = new Map<string, Promise<void>>();

async function ask(game: string): Promise<void> {
  try {
    const found = await good(api.GET("/v1/rulesets/{game}", { params: { path: { game } } }));
    known = { ...known, [game]: found };
  } catch {
    asked.delete(game);
  }
}

/** What a game offers; nothing before it is known. */
export function aboutOf(game: string | undefined): About | undefined {
  return game === undefined ? undefined : known[game];
}

/** Asks for it, unless it is known; over when it is, or when it cannot be had now. */
export function learn(game: string): Promise<void> {
  const begun = asked.get(game) ?? ask(game);
  asked.set(game, begun);
  return begun;
}
