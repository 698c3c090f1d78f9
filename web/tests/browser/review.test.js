// A finished game is looked at again: the parts add up, faults are tried again before they are told, and it works on a phone and by keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, open, serve, visit, wide } from "./harness.js";

let browser;
let service;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** A review has what nobody else wants: on a busy machine it waits. In milliseconds. */
const LONG = 600_000;

/** A game of bots, of whom the first plays at random, that is over. */
async function finished(game, options = { players: 2 }) {
  const made = await call(service.base, "POST", "/v1/games", { body: { game, options, seats: Array.from({ length: options.players }, (_, seat) => ({ kind: "bot", level: seat === 0 ? "random" : "greedy" })) } });
  for (const until = Date.now() + LONG; Date.now() < until; ) {
    const { status } = await call(service.base, "GET", `/v1/games/${made.id}`);
    if (status === "finished") return made.id;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`a game of ${game} did not end`);
}

const number = (text) => Number(text.replaceAll(/[\s\u202f\u00a0]/g, "").replace("−", "-").replace(",", "."));

test("a review adds up, and a fault is tried again before it is told, on a phone", async () => {
  // One round: a short game.
  const id = await finished("malin", { players: 3, points: 1 });
  const page = await visit(browser, service.base, { width: 360, height: 740 });
  await open(page, service.base, `#/review/${id}?effort=quick&seat=0`);
  await page.locator(".split").nth(1).waitFor({ timeout: LONG });
  await page.locator(".dec .acts").first().waitFor({ timeout: LONG });
  for (const of of await page.locator(".split").all()) {
    for (const one of await of.locator("dd.num").allInnerTexts()) assert.match(one, /\.\d$/, "numbers of a column have as many digits");
    const shown = (await of.locator("dd.num").allInnerTexts()).map(number);
    const result = shown.pop();
    const sum = shown.reduce((all, one) => all + one, 0);
    assert.ok(shown.length === 5 && Math.abs(sum - result) < 0.35, `${shown} make ${sum}, not ${result}`);
  }
  await accessible(page, "a review");
  await wide(page, "a review");
  // Whoever tries again sees no answer before, but the table as the seat saw it.
  let [again, ply, decision, moves] = [];
  const picks = (notation) => moves.find((one) => one.notation === notation).picks.flat();
  for (again of await page.locator(".dec .acts").getByRole("link", { name: "Try again" }).all()) {
    const query = new URL((await again.getAttribute("href")).slice(1), service.base).searchParams;
    ply = query.get("ply");
    ({ decision, moves } = await call(service.base, "GET", `/v1/reviews/${query.get("review")}/decisions/${ply}`));
    // A card, rather than an announcement.
    if ([decision.notation, decision.best].every((notation) => picks(notation)[0].includes("/"))) break;
  }
  /** Taps a move: what lies on the table, and the buttons beside it. */
  const make = async (notation) => {
    for (const pick of picks(notation)) {
      const [, zone, what] = /^([^#/]+)[#/](.+)$/.exec(pick) ?? [];
      const tapped = zone ? `.board [data-choice][data-at^="${zone}|"][data-at*="|${what}|"]` : `.try [data-pick="${pick}"]`;
      await page.locator(tapped).first().evaluate((one) => one.click());
    }
  };
  let [busy, read] = [0, undefined];
  const isRead = new Promise((done) => (read = done));
  await page.route("**/v1/reviews/*/exercises/*", async (route) => {
    if (busy === 2) return route.fallback();
    busy += 1;
    // The second question is answered when what was said after the first has been read: until then it stays.
    if (busy === 2) await isRead;
    await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, contentType: "application/problem+json", json: { code: "busy", detail: "the solver is busy" } });
  });
  await again.focus();
  await page.keyboard.press("Enter");
  const box = page.locator(".try");
  const status = box.getByRole("status");
  await page.locator(".mat [data-choice]").first().waitFor({ timeout: LONG });
  await status.filter({ hasText: /What would you play here now\?.*(slip|mistake|blunder)/s }).waitFor();
  assert.equal(await page.locator(".answer, .hintmark").count(), 0);
  assert.equal(await page.locator(".seat .dec").first().evaluate((one) => getComputedStyle(one).borderTopWidth), "0px", "the styles of the review are its own");
  await page.locator("header.appbar button[lang=fr]").click();
  assert.match(await status.innerText(), /Que joueriez-vous ici maintenant/);
  await page.locator("header.appbar button[lang=en]").click();
  await accessible(page, "an exercise");
  await wide(page, "an exercise");
  await page.locator("#main").focus();
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => document.activeElement.matches("[data-choice]")), true, "a choice is reached by keyboard");
  await make(decision.notation);
  // A service that answers others is asked again.
  await status.filter({ hasText: "asking again in 1 s" }).waitFor();
  read();
  await status.filter({ hasText: /It costs \d+\.\d hundredths of a win/ }).waitFor({ timeout: LONG });
  assert.equal(busy, 2);
  assert.match(await status.innerText(), /slip|mistake|blunder/);
  assert.equal(await page.locator(".mat [data-choice]").count(), 0, "what was tried stands until it is tried again");
  await box.getByRole("button", { name: "Try again" }).click();
  await make(decision.best);
  await status.filter({ hasText: "Right: this is the best move." }).waitFor({ timeout: LONG });
  await box.getByRole("button", { name: "Show the answer" }).click();
  await box.locator(".answer table tbody tr").nth(1).waitFor({ timeout: LONG });
  assert.match(await box.locator(".answer").innerText(), /Better: /);
  assert.equal((await page.locator(".board .hintmark").count()) > 0, picks(decision.best).some((pick) => pick.includes("/")), "the best move is marked");
  await box.getByText("What lay there").click();
  assert.match(await box.locator(".answer").innerText(), /nothing is judged by it/);
  assert.match(await box.locator(".answer tbody").innerText(), /%\s± \d/, "values of one look have errors");
  await accessible(page, "an answer");
  // The table has a way back, to where one was.
  await page.getByRole("link", { name: "To the review" }).click();
  await page.waitForFunction((ply) => document.activeElement?.closest(".dec")?.querySelector(".num")?.textContent === ply, ply, { timeout: LONG });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a review is reached from the end of a game, in French, and a link of it shows the same", async () => {
  const id = await finished("parbourg");
  const page = await visit(browser, service.base, { locale: "fr-FR" });
  await open(page, service.base, `#/game/${id}`);
  await page.getByRole("link", { name: "Bilan" }).click();
  await page.locator(".split").nth(1).waitFor({ timeout: LONG });
  await page.getByText("Choix", { exact: true }).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /undefined|NaN|\bthe\b/);
  await page.getByRole("button", { name: "Partager" }).click();
  assert.match(page.url(), new RegExp(`#/review/${id}\\?seat=\\d`));
  await page.reload();
  await page.locator(".split").nth(1).waitFor({ timeout: LONG });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a game that is not over has no review, and the page says so", async () => {
  const made = await call(service.base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2 }, seats: [{ kind: "mine", name: "Ada" }, { kind: "bot", level: "greedy" }] } });
  const page = await visit(browser, service.base);
  await open(page, service.base, `#/review/${made.id}`);
  await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor();
  assert.match(await page.getByRole("alert").filter({ hasText: /\S/ }).first().innerText(), /after its end/);
  await page.context().close();
});
