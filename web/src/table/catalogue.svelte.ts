// The games there are, and what each offers: options, bots, features. Each is asked for once, and never told of another game.

import { AGAIN_MS, api, good, passes, type Schemas } from "../api/client";

type About = Schemas["GameAbout"];

let items = $state.raw<Schemas["GameItem"][]>();
let known = $state.raw<Record<string, About>>({});
const asked = new Map<string, Promise<void>>();

/** Asks, unless it has been asked; anew after a failure, and by itself where that passes. Over when it is known, or cannot be had now. */
function once(what: string, ask: () => Promise<void>): Promise<void> {
  const lost = (error: unknown): void => {
    asked.delete(what);
    if (passes(error)) setTimeout(() => once(what, ask), AGAIN_MS);
  };
  const begun = asked.get(what) ?? ask().catch(lost);
  asked.set(what, begun);
  return begun;
}

/** What a game offers; nothing before it is known. */
export const aboutOf = (game: string | undefined): About | undefined => (game === undefined ? undefined : known[game]);

/** Asks what a game offers, unless it is known. */
export const learn = (game: string): Promise<void> =>
  once(game, async () => {
    const found = await good(api.GET("/v1/rulesets/{game}", { params: { path: { game } } }));
    known = { ...known, [game]: found };
  });

/** The games of the service. */
export class Catalogue {
  constructor() {
    this.again();
  }

  get items(): Schemas["GameItem"][] | undefined {
    return items;
  }

  /** They, to be chosen from. */
  get choices(): { value: string; text: string }[] {
    return (items ?? []).map(({ game, title }) => ({ value: game, text: title }));
  }

  /** What a game is called. */
  title(game: string): string | undefined {
    return items?.find((item) => item.game === game)?.title;
  }

  /** Asks, unless they are known. */
  again(): void {
    void once("", async () => void (items = (await good(api.GET("/v1/rulesets"))).items));
  }
}
