// The games there are, asked for once.

import { api, good, type Schemas } from "../api/client";

let items = $state.raw<Schemas["GameItem"][]>();
let asked: Promise<void> | undefined;

async function ask(): Promise<void> {
  try {
    items = (await good(api.GET("/v1/rulesets"))).items;
  } catch {
    asked = undefined;
  }
}

/** The games of the service. */
export class Catalogue {
  constructor() {
    asked ??= ask();
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

  /** Asks again, after a failure. */
  again(): void {
    asked ??= ask();
  }
}
