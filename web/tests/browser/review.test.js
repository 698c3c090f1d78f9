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
  // Whoever tries again sees no answer before.
  let [busy, read] = [0, undefined];
  const isRead = new Promise((done) => (read = done));
  await page.route("**/v1/reviews/*/decisions/*", async (route) => {
    if (busy === 2) return route.fallback();
    busy += 1;
    // The second question is answered when what was said after the first has been read: until then it stays.
    if (busy === 2) await isRead;
    await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, contentType: "application/problem+json", json: { code: "busy", detail: "the solver is busy" } });
  });
  const fault = page.locator(".dec:has(.acts)").first();
  assert.equal(await fault.locator(".answer").count(), 0);
  await fault.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  // A service that answers others is asked again.
  await fault.getByRole("status").filter({ hasText: "asking again in 1 s" }).waitFor();
  read();
  const tries = fault.locator(".try .tries button");
  await tries.first().waitFor({ timeout: LONG });
  assert.equal(busy, 2);
  assert.ok((await tries.count()) > 1);
  await tries.first().focus();
  await page.keyboard.press("Enter");
  await fault.locator(".try [role=status] p").first().waitFor({ timeout: LONG });
  assert.match(await fault.locator(".try [role=status]").innerText(), /Right|As good|slip|mistake|blunder/);
  await fault.getByRole("button", { name: "Show the answer" }).click();
  await fault.locator(".answer table tbody tr").nth(1).waitFor();
  assert.match(await fault.locator(".answer").innerText(), /Better: /);
  await fault.getByText("What lay there").click();
  assert.match(await fault.locator(".answer").innerText(), /nothing is judged by it/);
  assert.match(await fault.locator(".answer tbody").innerText(), /%\s± \d/, "values of one look have errors");
  await accessible(page, "a fault");
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
