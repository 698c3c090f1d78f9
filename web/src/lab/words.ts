// The words of the lab, in the language chosen. They come with its pages and not with the table's.

import { language } from "../i18n/index.svelte";
import { en } from "./words.en";
import { fr } from "./words.fr";

export const lab = (): typeof en => (language() === "fr" ? fr : en);
