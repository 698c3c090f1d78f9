// How each game is played, for who has never seen it: a screen a section. The exact rules are the service's.

/** A part of it; the first string of a language is its title. */
export interface Section {
  /** Pieces shown next to the text. */
  cards?: readonly string[];
  /** Whether the effect of each is shown, too. */
  explained?: boolean;
  en: readonly [string, ...string[]];
  fr: readonly [string, ...string[]];
}

const games = import.meta.glob<{ default: readonly Section[] }>("./how/*.ts");

/** The sections of a game; nothing of one that has none. */
export async function howTo(game: string): Promise<readonly Section[] | undefined> {
  return (await games[`./how/how-${game}.ts`]?.())?.default;
}
