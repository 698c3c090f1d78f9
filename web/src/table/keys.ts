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
export function keyed(event: KeyboardEvent, actions: Record<Action, (n?: number) => void>): void {
  const target = event.target as HTMLElement | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("dialog, textarea, select, input:not([type=radio]):not([type=checkbox])")) return;
  if (event.key === "Escape") return actions.back();
  const arrow = ARROWS[event.key];
  if (arrow && target?.matches("[data-choice]")) {
    actions[arrow]();
    event.preventDefault();
  }
  if (!singleKeys()) return;
  if (/^[1-9]$/.test(event.key)) actions.nth(Number(event.key));
  else {
    const action = KEYS[event.key];
    if (!action) return;
    actions[action]();
  }
  event.preventDefault();
}
