// A drawing for the lobby of any game without cards of its own there: a table.

/** Ids of drawings. */
export const emblem = (_: string): string[] => ["logo"];
