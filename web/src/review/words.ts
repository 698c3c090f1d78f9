// The words of reviews, in the language chosen. They come with the page.

import { language } from "../i18n/index.svelte";
import { en } from "./words.en";
import { fr } from "./words.fr";

export const review = (): typeof en => (language() === "fr" ? fr : en);
