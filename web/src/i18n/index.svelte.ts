// The words of the pages, in the language chosen. What games and refusals say comes from the service, in both languages.

import type { Schemas } from "../api/client";
import { recall, store } from "../ui/storage";
import { en } from "./en";
import { fr } from "./fr";

export type Language = "en" | "fr";
export type Words = typeof en;

const preferred: Language = navigator.languages.find((tag) => /^(en|fr)\b/.test(tag))?.startsWith("fr") ? "fr" : "en";
let chosen = $state<Language>(recall<Language>("language", preferred) === "fr" ? "fr" : "en");

/** The language chosen. */
export const language = (): Language => chosen;
document.documentElement.lang = language();

/** Chooses a language, for this browser. */
export function setLanguage(next: Language): void {
  chosen = next;
  store("language", next);
  document.documentElement.lang = next;
}

/** The words of the language chosen. */
export const words = (): Words => (chosen === "fr" ? fr : en);

/** A text of the service: in one language, as it was asked for, or in both. */
export type Told = string | Schemas["Text"] | undefined | null;

/** A text of the service in the language chosen. */
export function told(text: Told): string {
  if (!text) return "";
  return typeof text === "string" ? text : (text[chosen] ?? text.en);
}

/** A text that begins a line. */
export const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase(chosen)}${text.slice(1)}`;

/** A refusal of the service as a sentence: it comes without a capital and without a stop. */
export const sentence = (text: string): string => text && `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** A number as it is written in the language chosen, with a maximum and a minimum of decimals. */
export const number = (value: number, digits = 0, least = 0): string =>
  new Intl.NumberFormat(chosen, { maximumFractionDigits: digits, minimumFractionDigits: least, signDisplay: "negative" }).format(value).replace("-", "−");

/** A share, in percent. */
export const percent = (value: number): string => `${number(value * 100)}\u202f%`;

/** Names in a row: "Ada, Boris and Zoé". */
export const list = (names: Iterable<string>): string => new Intl.ListFormat(chosen).format(names);

/** A name and what it is: French has a space before the colon. */
export const labelled = (name: string, value: string): string => `${name}${chosen === "fr" ? "\u202f" : ""}: ${value}`;

/** An id as words: for what has no text of its own. */
export const spelled = (id: string): string => id.replaceAll("_", " ");
