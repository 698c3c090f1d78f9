// The theme: the system's, or the one chosen, kept in this browser.
import { recall, store } from "./storage";

export type Theme = "system" | "light" | "dark";
const THEMES: Theme[] = ["system", "light", "dark"];
const kept = recall<Theme>("theme", "system");
let chosen = $state<Theme>(THEMES.includes(kept) ? kept : "system");
show();

function show(): void {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

/** The theme chosen. */
export const theme = (): Theme => chosen;

/** Takes the next theme. */
export function nextTheme(): void {
  chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? "system";
  store("theme", chosen);
  show();
}
