// How each game is played, for who has never seen it: a screen a section. The exact rules are the service's.

/** A part of it; the first string of a language is its title. */
export interface Section {
  /** Pieces to be seen beside it. */
  cards?: readonly string[];
  /** Each of them is told with what it does. */
  explained?: boolean;
  en: readonly [string, ...string[]];
  fr: readonly [string, ...string[]];
}

const games = import.meta.glob<{ default: readonly Section[] }>("./how/*.ts");

/** The sections of a game; nothing of one that has none. */
export async function howTo(game: string): Promise<readonly Section[] | undefined> {
  return (await games[`./how/how-${game}.ts`]?.())?.default;
}
