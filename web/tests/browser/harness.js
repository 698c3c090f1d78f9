// A running service, a browser, and what the tests do again and again with both.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import assert from "node:assert/strict";

export { browse } from "./chromium.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The program to test. It counts its secrets: from its start on it deals the same each time. */
const PROGRAM = process.env.TAPIS_PROGRAM ?? "../target/debug/tapis-counted";

/** Whether the tests of the night are run, too: more whole games, by more ways. */
export const NIGHT = process.env.TAPIS_BROWSER === "all";

/** What has not come by then, in milliseconds, does not come: a machine may be busy with much else. */
export const PATIENCE = 60_000;

/** The administrator of the services that are started here. */
export const ADMIN = "the-administrator-of-the-pages";

/** Starts a service; `stop` ends it as an accident would. Its first game has the same deal each time, and so have its next ones. */
export async function serve({ database = "sqlite::memory:", port = 0, args = [] } = {}) {
  const options = ["--port", String(port), "--log", "error", "--database", database, "--bot-pace-ms", "0", "--rate-work", "0", "--tune", "bot_slot_ms=0", "--admin-token", ADMIN, ...args];
  const child = spawn(PROGRAM, options, { stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise((done, failed) => {
    child.once("exit", (code) => failed(new Error(`the service ended with ${code}`)));
    child.once("error", failed);
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const [, base] = /(http:\S+)\s/.exec(said) ?? [];
      if (base) done(base);
    });
  });
  child.removeAllListeners("exit");
  const stop = async () => {
    // Whoever is dead already does not die again.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const dead = once(child, "exit");
    child.kill("SIGKILL");
    await dead;
  };
  return { base, stop };
}

/** A page of a browser of its own, which fails the test on errors, on what the policy forbids and on requests elsewhere. */
export async function visit(browser, base, { locale = "en-GB", width = 1440, height = 900, ...more } = {}) {
  const context = await browser.newContext({ locale, viewport: { width, height }, reducedMotion: "reduce", ...more });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // What the network refuses or loses is said by the browser, too; the tests that lose it look at the page.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) faults.push(`asks ${request.url()}`);
  });
  page.faults = faults;
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** An address of the lab as the service prints it to who starts it: with the administrator's token. */
export const lab = (hash = "#/lab") => `${hash}${hash.includes("?") ? "&" : "?"}token=${ADMIN}`;

/** Opens an address of the pages. Where only what follows `#` is another, the page before has gone. */
export async function open(page, base, hash = "#/") {
  await nothingOver(page);
  await page.goto(`${base}/${hash}`);
  await page.locator("#main").waitFor();
  await drawn(page);
}

/** What has closed over a page has left the history, too: the browser is not on a way back that another step would cross. */
export const nothingOver = (page) =>
  page.waitForFunction(() => {
    const sheets = matchMedia("(max-width: 1099px)").matches ? ", .rail.open" : "";
    return !history.state?.over || document.querySelector(`dialog[open], details.all[open]${sheets}`);
  });

/** Looks until what is seen is as expected, and judges what was seen last. */
export async function becomes(look, expected, what) {
  let seen = await look();
  for (const until = Date.now() + PATIENCE; !isDeepStrictEqual(seen, expected) && Date.now() < until; seen = await look()) await pause(20);
  assert.deepEqual(seen, expected, what);
}

/**
 * What axe finds against WCAG 2.2 AA; nothing, it is hoped. All of the page is in the window meanwhile: what lies below a bar
 * that stays can be scrolled to, and what does even so is found.
 */
export async function accessible(page, what) {
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width, height: Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight)) });
  await drawn(page);
  try {
    await holds(page, what);
  } finally {
    await page.setViewportSize({ width, height });
  }
}

async function holds(page, what) {
  await page.evaluate(axe).catch(() => {});
  const found = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await globalThis.axe.run(document, { runOnly: { type: "tag", values: tags } });
    // What is printed on a card is a picture: its name says it in full words ("Bourgogne", not "Bou").
    const picture = ({ id }, { target }) => id === "label-content-name-mismatch" && document.querySelector(target[0])?.matches(".piece");
    return violations.flatMap((rule) => {
      const nodes = rule.nodes.filter((node) => !picture(rule, node));
      return nodes.length ? [`${rule.id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`] : [];
    });
  });
  assert.deepEqual(found, [], what);
  assert.deepEqual(await unnamed(page), [], `${what}: what scrolls is reached by keyboard, and has a role and a name`);
}

/** What scrolls, or may at another width, and cannot be reached by keyboard or does not say what it is. */
const unnamed = (page) =>
  page.evaluate(() => {
    const native = "html, body, input, textarea, select";
    const may = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY);
    const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
    const named = (one) => one.tabIndex === 0 && one.getAttribute("role") && one.getAttribute("aria-label");
    const all = [...document.querySelectorAll("*")].filter((one) => !one.matches(native) && may(one) && seen(one));
    return all.filter((one) => !named(one)).map((one) => `${one.localName}.${one.className}`);
  });

/** Nothing is wider than the window. */
export async function wide(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${what}: ${over} px too wide`);
}

/** The API, called beside the browser. */
export async function call(base, method, path, { body, token = path.startsWith("/v1/experiments") ? ADMIN : undefined, headers } = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(method === "GET" ? {} : { "Idempotency-Key": crypto.randomUUID() }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

/** A game of one person and bots, and its seat put into the browser, as if it had been created there. */
export async function seated(page, base, game, players, options = {}) {
  const seats = [{ kind: "mine", name: "Ada" }];
  while (seats.length < players) seats.push({ kind: "bot", level: "random" });
  const made = await call(base, "POST", "/v1/games", { body: { game, options: { players, ...options }, seats, hints: "free" } });
  await sit(page, base, made.id, { game, ...made.seats[0] });
  return made;
}

/** Gives the browser a seat. */
export async function sit(page, base, id, { game, seat, token, tickets }) {
  await nothingOver(page);
  await page.goto(`${base}/#/`);
  // The table of the game before, if there was one.
  await page.locator(".prompt").waitFor({ state: "detached" });
  await page.evaluate(
    ([id, own]) => localStorage.setItem("tapis.seats", JSON.stringify({ [id]: own })),
    [id, { game, seat, token, tickets, at: 1 }],
  );
  await page.goto(`${base}/#/game/${id}`);
  await page.locator(".prompt").waitFor();
}

/** The id of the game the page shows. */
export const gameOf = (page) => /#\/game\/([^/]+)/.exec(page.url())?.[1];

const CHOICES = "[data-choice]:not([disabled]):not([aria-disabled=true])";

/** Whether the game is over, or it is our turn: waits until it is one of both. The sheet of a round is read at once. */
export async function turn(page) {
  await page.waitForFunction(
    (choices) => {
      document.querySelector("dialog[open]:has(.sheet) .btn.primary")?.click();
      return document.querySelector("[data-over]") || document.querySelector(choices);
    },
    CHOICES,
    { polling: 20 },
  );
  return (await page.locator("[data-over]").count()) === 0;
}

/** What can be chosen, what is said and how long the log is: every tap changes some of it. Whether it is another than before. */
function told(before) {
  const words = [...document.querySelectorAll("[data-choice], [data-over], [aria-live=polite], .prompt .say, .prompt .why")];
  const now = JSON.stringify([words.map((one) => `${one.dataset.choice} ${one.getAttribute("aria-pressed")} ${one.textContent}`), document.querySelectorAll(".log li").length]);
  return before === undefined ? now : now !== before;
}

/** Does something that changes what is told, and waits until it has changed. */
export async function changes(page, act) {
  const before = await page.evaluate(told);
  await act();
  await page.waitForFunction(told, before, { polling: 20 });
}

/** Taps the first thing that can be chosen. */
export const tapFirst = (page) => changes(page, () => page.evaluate(() => document.querySelector("[data-choice]").click()));

/** What can be chosen and whose middle is something else's, wherever one scrolls to. To be called in a page. */
export function covered() {
  const found = [];
  for (const one of document.querySelectorAll("[data-choice]:not([disabled]):not([aria-disabled=true])")) {
    one.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!one.contains(there)) found.push(`${one.textContent.trim() || one.getAttribute("aria-label")} lies under ${there?.className || there?.localName}`);
  }
  return found;
}

/** Two frames are drawn: what follows from what the page knows is there, and lies where it will lie. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A generator of choices that a test can repeat. */
export function chance(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Plays to the end by mouse; how many taps it took. */
export async function playByClicks(page, pick, most = 4000) {
  for (let taps = 0; taps < most; taps += 1) {
    if (!(await turn(page))) return taps;
    await page.evaluate(
      ([choices, at]) => {
        const all = [...document.querySelectorAll(choices)];
        all[Math.floor(at * all.length)]?.click();
      },
      [CHOICES, pick(1000) / 1000],
    );
  }
  throw new Error("the game does not end");
}

/** Plays to the end by keyboard alone. */
export async function playByKeys(page, pick, most = 4000) {
  for (let taps = 0; taps < most; taps += 1) {
    if (!(await turn(page))) return taps;
    for (let steps = 1 + pick(4); steps > 0; steps -= 1) await page.keyboard.press("n");
    await page.keyboard.press(pick(2) ? "Enter" : " ");
  }
  throw new Error("the game does not end");
}

/** The finished game agrees with what was promised before the deal. */
export async function verified(base, id, commitment) {
  const replay = await call(base, "GET", `/v1/games/${id}/replay`);
  const hash = createHash("sha256").update(Buffer.from(replay.seed + replay.nonce, "hex")).digest("hex");
  assert.equal(`sha256:${hash}`, commitment);
  assert.ok(replay.plies.every((ply) => ply.legal.some((legal) => legal === ply.notation || typeof legal === "object")));
  return replay;
}
