import { face, parts, type Layout } from "../../table/shown";

/** The colour of the challenge that runs: that of the first token which still lies there. */
export function colourNow(layout: Layout): string | undefined {
  const left = [...(layout.zones.tokens ?? [])].sort((a, b) => Number(parts(a).slot) - Number(parts(b).slot));
  return left[0] && face(left[0]);
}
