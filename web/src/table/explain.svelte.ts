// What a thing is: asked for by pressing it for long, by pointing at it, or with the focus on it and a key.

import type { Thing } from "./shown";

/** A thing on the mat. */
export interface Found {
  thing: Thing;
  zone: string;
  /** What a tap on it picks. */
  pick?: string;
}

/** Where the explanation is shown, in pixels of the window. */
export interface Pointed {
  element: Element;
  left: number;
  top: number;
}

const LONG_MS = 450;
const LATE_MS = 60;
const HOVER_MS = 350;
const [TIP_WIDTH, TIP_HEIGHT, GAP] = [300, 190, 10];
/** A finger that moves by more scrolls. */
const STILL = 10;

const things = new WeakMap<Element, Found>();

/** Remembers what an element shows. */
export const shows = (element: Element, found: Found): void => void things.set(element, found);

/** What an element shows. */
export const thingAt = (element: Element | null | undefined): Found | undefined => {
  const piece = element?.closest(".piece");
  return piece ? things.get(piece) : undefined;
};

/** Beside a thing, inside the window. */
function beside(element: Element): Pointed {
  const { left, right, top } = element.getBoundingClientRect();
  const room = right + GAP + TIP_WIDTH <= innerWidth;
  return { element, left: room ? right + GAP : Math.max(4, left - GAP - TIP_WIDTH), top: Math.max(4, Math.min(top, innerHeight - TIP_HEIGHT)) };
}

/** Listens for who points at things, and who presses them for long; what it answers ends it. */
export function pressed(board: HTMLElement, point: (at: Pointed | undefined) => void, explain: (element: Element | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: [number, number] | undefined;
  let long = false;
  let down = 0;
  const piece = (event: Event): Element | undefined => (event.target as Element).closest(".piece") ?? undefined;
  const stop = (): void => clearTimeout(timer);
  const on: Partial<Record<keyof HTMLElementEventMap, (event: never) => void>> = {
    pointerover: (event: PointerEvent) => {
      const at = piece(event);
      stop();
      point(undefined);
      if (event.pointerType === "mouse" && at) timer = setTimeout(() => point(beside(at)), HOVER_MS);
    },
    pointerleave: () => {
      stop();
      point(undefined);
    },
    pointerdown: (event: PointerEvent) => {
      const at = piece(event);
      long = false;
      stop();
      point(undefined);
      if (event.pointerType === "mouse" || !at) return;
      start = [event.clientX, event.clientY];
      down = event.timeStamp;
      timer = setTimeout(() => {
        // Where the page is busy, a finger that has left the screen may not have been heard of yet.
        timer = setTimeout(() => {
          long = true;
          explain(at);
        }, LATE_MS);
      }, LONG_MS);
    },
    pointermove: (event: PointerEvent) => {
      if (event.pointerType !== "mouse" && start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > STILL) stop();
    },
    pointerup: (event: PointerEvent) => {
      stop();
      if (!long || event.timeStamp - down >= LONG_MS) return;
      long = false;
      explain(null);
    },
    pointercancel: stop,
    contextmenu: (event: Event) => {
      if (piece(event)) event.preventDefault();
    },
  };
  /** Who pressed for long has not tapped. */
  const click = (event: Event): void => {
    if (!long) return;
    long = false;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const [name, heard] of Object.entries(on)) board.addEventListener(name, heard as EventListener);
  board.addEventListener("click", click, true);
  return () => {
    stop();
    for (const [name, heard] of Object.entries(on)) board.removeEventListener(name, heard as EventListener);
    board.removeEventListener("click", click, true);
  };
}

/** In each zone one thing that can be chosen is a stop of the tab key: the one with the focus, or else the first. */
export function rove(board: HTMLElement): void {
  for (const zone of board.querySelectorAll("[data-zone]")) {
    const all = [...zone.querySelectorAll<HTMLElement>(".piece[data-choice], button.empty[data-choice]")].filter((one) => one.closest("[data-zone]") === zone);
    const stop = all.find((one) => one === document.activeElement) ?? all[0];
    for (const one of all) {
      const wanted = one === stop ? 0 : -1;
      if (one.tabIndex !== wanted) one.tabIndex = wanted;
    }
  }
}
