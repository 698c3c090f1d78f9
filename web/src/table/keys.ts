// Keys of the table. Single letters can be switched off, and never act where somebody writes.

import { recall, store } from "../ui/storage";

export type Action = "pass" | "undo" | "hint" | "log" | "say" | "keys" | "next" | "previous" | "nth" | "back" | "explain" | Arrow;
type Arrow = "left" | "right" | "up" | "down";

const KEYS: Record<string, Action> = {
  p: "pass",
  s: "pass",
  e: "pass",
  u: "undo",
  h: "hint",
  g: "log",
  "/": "say",
  "?": "keys",
  i: "explain",
  n: "next",
  N: "previous",
};

const ARROWS: Record<string, Arrow> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Whether single keys act. */
export const singleKeys = (): boolean => recall("single-keys", true);

export const setSingleKeys = (on: boolean): void => void store("single-keys", on);

/** Does what a key stands for. */
export function keyed(event: KeyboardEvent, actions: Partial<Record<Action, (n?: number) => void>>): void {
  const target = event.target as HTMLElement | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("dialog, textarea, select, input:not([type=radio]):not([type=checkbox])")) return;
  if (event.key === "Escape") return actions.back?.();
  const arrow = ARROWS[event.key];
  if (arrow && target?.matches("[data-choice]")) {
    actions[arrow]?.();
    event.preventDefault();
  }
  if (!singleKeys()) return;
  if (/^[1-9]$/.test(event.key)) actions.nth?.(Number(event.key));
  else {
    const action = KEYS[event.key];
    const act = action && actions[action];
    if (!act) return;
    act();
  }
  event.preventDefault();
}

/** The ways through what can be chosen: one after the other, by number, and to the nearest in a direction. */
export function ways(within: () => HTMLElement | undefined): Record<"next" | "previous" | "nth" | Arrow, (n?: number) => void> {
  const choices = (): HTMLElement[] => [...(within()?.querySelectorAll<HTMLElement>("[data-choice]:not([disabled])") ?? [])];
  function step(by: number): void {
    const all = choices();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all.at((at + by + all.length) % all.length)?.focus();
  }
  function toward(dx: number, dy: number): void {
    const from = document.activeElement?.getBoundingClientRect();
    if (!from) return;
    const far = (element: HTMLElement): number => {
      const to = element.getBoundingClientRect();
      const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
      const along = x * dx + y * dy;
      return along < 4 ? Infinity : along + 3 * Math.abs(x * dy + y * dx);
    };
    const best = choices().reduce<HTMLElement | undefined>((found, one) => (far(one) < (found ? far(found) : Infinity) ? one : found), undefined);
    best?.focus();
  }
  return {
    next: () => step(1),
    previous: () => step(-1),
    nth: (n) => choices()[(n ?? 1) - 1]?.focus(),
    left: () => toward(-1, 0),
    right: () => toward(1, 0),
    up: () => toward(0, -1),
    down: () => toward(0, 1),
  };
}
