// A drawing or two for each game in the lobby; any game without one gets a table.

const EMBLEMS: Record<string, string[]> = {
  richelieu: ["a-bourgogne", "a-provence", "a-anjou"],
  "sept-blasons": ["e-contades", "e-guilloux", "c-5"],
  malin: ["m-horns", "m-wish", "m-twin"],
  parbourg: ["p-yellow", "p-red", "p-green", "p-blue"],
};

/** Ids of drawings. */
export const emblem = (game: string): string[] => EMBLEMS[game] ?? ["logo"];
