// Things travel from where they lay to where they lie. The layout changes at once; what is seen is the way there.

import { called, parts, type Effect, type Thing } from "./shown";

const TRAVEL_MS = 320;
const APART_MS = 45;
/** What leaves the mat is this much of its size when it is there. */
const FAR = 0.35;

const middle = (rect: DOMRect): [number, number] => [rect.left + rect.width / 2, rect.top + rect.height / 2];

/** A thing that leaves the mat. */
interface Leaving {
  ghost: HTMLElement;
  from: DOMRect;
  to: DOMRect;
}

/**
 * Measures what is about to move; what it answers is called when the layout has changed, and draws the way. What comes from a hand that
 * is not drawn, or goes to a pile that is not, comes from and goes to its owner; what goes to no seat, `toward` the winner of the trick.
 */
export function travel(board: HTMLElement, effects: Effect[], owner: (zone: string) => number | undefined, toward?: number): () => void {
  const zone = (id: string): HTMLElement | null => board.querySelector(`[data-zone="${CSS.escape(id)}"]`);
  const seat = (n: number | undefined): DOMRect | undefined =>
    n === undefined ? undefined : document.querySelector(`.seat[data-seat="${n}"] .chip`)?.getBoundingClientRect();
  const moved = effects.filter((effect) => effect.what === "moved");
  const places = new Map<string, DOMRect>();
  const before = new Set<string>();
  for (const { from } of moved) {
    const rect = zone(from)?.getBoundingClientRect() ?? seat(owner(from));
    if (rect) places.set(from, rect);
  }
  for (const element of board.querySelectorAll<HTMLElement>("[data-at]")) {
    const at = element.dataset.at ?? "";
    before.add(at);
    places.set(at, element.getBoundingClientRect());
  }
  const leaving: Leaving[] = [];
  for (const { from, to, was, is } of moved) {
    const goal = zone(to) ? undefined : seat(owner(to) ?? toward);
    if (goal) for (const element of lying(zone(from), from, was ?? is)) leaving.push(left(element, goal));
  }
  return () => {
    const arrived = arrivals(moved, zone, before, places);
    arrived.forEach(([element, source], n) => {
      const [x, y] = middle(source);
      const [toX, toY] = middle(element.getBoundingClientRect());
      element.animate(
        [{ translate: `${x - toX}px ${y - toY}px`, zIndex: 9 }, { translate: "0 0", zIndex: 9 }],
        { duration: TRAVEL_MS, delay: n * APART_MS, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
      );
    });
    leaving.forEach((one, n) => leave(board, one, n));
  };
}

type Moved = Extract<Effect, { what: "moved" }>;

/** What has come to where it lies, and where from. */
function arrivals(moved: Moved[], zone: (id: string) => HTMLElement | null, before: Set<string>, places: Map<string, DOMRect>): [HTMLElement, DOMRect][] {
  const found: [HTMLElement, DOMRect][] = [];
  for (const { from, to } of moved) {
    for (const element of zone(to)?.querySelectorAll<HTMLElement>("[data-at]") ?? []) {
      const at = element.dataset.at ?? "";
      if (before.has(at)) continue;
      const source = [...places].find(([key]) => key.startsWith(`${from}|${at.split("|")[1]}|`))?.[1] ?? places.get(from);
      if (source) found.push([element, source]);
    }
  }
  return found;
}

/** The elements of things in a zone. */
function lying(zone: HTMLElement | null, id: string, things: readonly Thing[]): HTMLElement[] {
  return things.flatMap((thing) => {
    const { back, slot = "" } = parts(thing);
    const found = zone?.querySelector<HTMLElement>(`[data-at^="${CSS.escape(`${id}|${called(thing) ?? back ?? ""}|${slot}|`)}"]`);
    return found ? [found] : [];
  });
}

/** A picture of a thing that goes: no part of the page that anybody could read or tap. */
function left(element: HTMLElement, to: DOMRect): Leaving {
  const ghost = element.cloneNode(true) as HTMLElement;
  const from = element.getBoundingClientRect();
  for (const one of [ghost, ...ghost.querySelectorAll("*")]) for (const name of ["data-at", "data-pick", "data-choice", "aria-label"]) one.removeAttribute(name);
  ghost.classList.remove("is-legal", "is-selected");
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  const style = getComputedStyle(element);
  for (const name of ["--w", "--h", "--d"]) ghost.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  return { ghost, from, to };
}

function leave(board: HTMLElement, { ghost, from, to }: Leaving, n: number): void {
  const [x, y] = middle(from);
  const [toX, toY] = middle(to);
  board.append(ghost);
  const way = ghost.animate([{ translate: "0 0", scale: 1, opacity: 1 }, { translate: `${toX - x}px ${toY - y}px`, scale: FAR, opacity: 0.3 }], {
    duration: TRAVEL_MS + 80,
    delay: n * APART_MS,
    easing: "cubic-bezier(.5,0,.2,1)",
    fill: "both",
  });
  const gone = (): void => ghost.remove();
  way.addEventListener("finish", gone);
  way.addEventListener("cancel", gone);
}
