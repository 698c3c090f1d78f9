// Browsers with fonts of tests/fonts and no others: what a page needs in width does not depend on what lies on the system.

import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** Debian's Chromium; a browser is never downloaded. */
const executablePath = process.env.TAPIS_CHROMIUM ?? "/usr/bin/chromium";

/** The kinds of letters: the files of tests/fonts. */
export const LETTERS = ["wide", "narrow"];

/** The variable that says where the browser with these letters is reached. */
export const wayTo = (letters) => `TAPIS_BROWSER_${letters.toUpperCase()}`;

const options = (letters) => ({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu"],
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL(`../fonts/${letters}.conf`, import.meta.url)) },
});

/** Starts a browser that several files of tests use. */
export const begin = (letters) => chromium.launchServer(options(letters));

/** The browser that was started for all, or one of one's own for who runs a file alone. */
export function browse(letters = "wide") {
  const way = process.env[wayTo(letters)];
  return way ? chromium.connect(way) : chromium.launch(options(letters));
}
