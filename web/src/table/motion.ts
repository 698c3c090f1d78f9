// Things travel from where they lay to where they lie. The layout changes at once; what is seen is the way there.

import type { Effect } from "./shown";

const TRAVEL_MS = 320;
const APART_MS = 45;

const middle = (rect: DOMRect): [number, number] => [rect.left + rect.width / 2, rect.top + rect.height / 2];

/** Measures what is about to move; what it answers is called when the layout has changed, and draws the way. */
export function travel(board: HTMLElement, effects: Effect[]): () => void {
  const zone = (id: string): HTMLElement | null => board.querySelector(`[data-zone="${CSS.escape(id)}"]`);
  const moved = effects.filter((effect) => effect.what === "moved");
  const places = new Map<string, DOMRect>();
  const before = new Set<string>();
  for (const { from } of moved) {
    const rect = zone(from)?.getBoundingClientRect();
    if (rect) places.set(from, rect);
  }
  for (const element of board.querySelectorAll<HTMLElement>("[data-at]")) {
    const at = element.dataset.at ?? "";
    before.add(at);
    places.set(at, element.getBoundingClientRect());
  }
  return () => {
    let n = 0;
    for (const { from, to } of moved) {
      for (const element of zone(to)?.querySelectorAll<HTMLElement>("[data-at]") ?? []) {
        const at = element.dataset.at ?? "";
        if (before.has(at)) continue;
        const name = at.split("|")[1];
        const source = [...places].find(([key]) => key.startsWith(`${from}|${name}|`))?.[1] ?? places.get(from);
        if (!source) continue;
        const [x, y] = middle(source);
        const [toX, toY] = middle(element.getBoundingClientRect());
        element.animate(
          [{ translate: `${x - toX}px ${y - toY}px`, zIndex: 9 }, { translate: "0 0", zIndex: 9 }],
          { duration: TRAVEL_MS, delay: n * APART_MS, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
        );
        n += 1;
      }
    }
  };
}
