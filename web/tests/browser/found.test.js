// How people find each other: by one button, in the list of open seats, and who is how strong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible, becomes, browse, call, gameOf, open, serve, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** What a browser remembers under a name. */
const kept = (page, name) => page.evaluate((name) => JSON.parse(localStorage.getItem(`tapis.${name}`)), name);

/** The lobby, with Richelieu chosen; by default two play it. */
async function lobby(page) {
  await open(page, service.base);
  await page.locator(".gc", { hasText: "Richelieu" }).click();
}

test("two find each other by one button, and whoever waits keeps the place when the page comes again", async () => {
  const [ada, boris] = [await visit(browser, service.base, { width: 320, height: 640, locale: "fr-FR" }), await visit(browser, service.base)];
  const keys = [];
  ada.on("request", (one) => one.url().endsWith("/v1/match") && keys.push(one.headers()["idempotency-key"]));
  await lobby(ada);
  await ada.getByRole("button", { name: /^Trouver une partie/ }).click();
  const waits = ada.getByText("On attend : place 2. 5 min par coup");
  await waits.waitFor();
  await becomes(() => ada.evaluate(() => document.activeElement?.textContent?.trim()), "Arrêter", "the button that took the place of the one pressed has the focus");
  await accessible(ada, "somebody looks for others");
  await wide(ada, "somebody looks for others");
  const [id] = Object.keys(await kept(ada, "seats"));
  await ada.reload();
  await waits.waitFor();
  assert.deepEqual(Object.keys(await kept(ada, "seats")), [id], "the same place");
  assert.deepEqual(keys, [keys[0], keys[0]], "the same person");
  await lobby(boris);
  await boris.getByRole("button", { name: /^Find a game/ }).click();
  for (const page of [ada, boris]) {
    await page.locator(".mat .prompt").waitFor();
    assert.equal(gameOf(page), id);
    assert.equal(await kept(page, "wish"), null, "it has come true");
  }
  const state = await call(service.base, "GET", `/v1/games/${id}`);
  assert.deepEqual([state.status, ...state.seats.map(({ kind }) => kind)], ["running", "human", "human"]);
  assert.deepEqual([...ada.faults, ...boris.faults], []);
  await Promise.all([ada, boris].map((page) => page.context().close()));
});

test("whoever comes with a login finds their games on another device, and plays on there", async () => {
  const fixture = (name) => fileURLToPath(new URL(`../../../api/tests/fixtures/${name}`, import.meta.url));
  const args = ["--login-jwks", fixture("jwks.json"), "--login-issuer", "https://login.example/", "--login-audience", "tapis"];
  const app = await serve({ args });
  const login = readFileSync(fixture("u-17.jwt"), "utf8").trim();
  const body = { game: "richelieu", options: { first_seat: 0 }, visibility: "private", seats: [{ kind: "mine", name: "Ada" }, { kind: "mine" }] };
  const made = await call(app.base, "POST", "/v1/games", { token: login, body });
  const page = await visit(browser, app.base);
  // Whoever is named at two seats of a table finds it once.
  await page.route("**/v1/players/me/games", async (route) => {
    const found = await (await route.fetch()).json();
    await route.fulfill({ json: { ...found, items: found.items.flatMap((one) => [one, one]) } });
  });
  const play = page.locator(".mg").getByRole("button", { name: "Play" });
  // The link is followed in a page that is open, and opens a page.
  await open(page, app.base);
  await page.evaluate((link) => void (location.hash = link), `#/login/${login}`);
  await play.waitFor();
  assert.equal(page.url(), `${app.base}/#/`, "the login does not stay in the address");
  await page.evaluate((link) => {
    sessionStorage.clear();
    history.replaceState(undefined, "", link);
  }, `#/login/${login}`);
  await page.reload();
  await play.waitFor();
  assert.equal(page.url(), `${app.base}/#/`, "nor where it was the first");
  await play.click();
  await page.locator(".mat .prompt").waitFor();
  assert.equal(gameOf(page), made.id);
  assert.notEqual((await kept(page, "seats"))[made.id].token, made.seats[0].token, "the device before opens nothing any more");
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await app.stop();
});

test("whoever stops looking has left the table, and looks for another one later", async () => {
  const page = await visit(browser, service.base);
  const find = page.getByRole("button", { name: /^Find a game/ });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const tables = [];
  await lobby(page);
  for (let n = 0; n < 2; n += 1) {
    await find.click();
    await page.getByText("Waiting for seat 2.").waitFor();
    const { key } = await kept(page, "wish");
    const [id] = Object.keys(await kept(page, "seats"));
    tables.push(key, id);
    await stop.click();
    await find.waitFor();
    assert.deepEqual(await kept(page, "seats"), {});
    assert.equal((await call(service.base, "GET", `/v1/games/${id}`)).status, "aborted");
  }
  assert.equal(new Set(tables).size, 4, "another wish, another table");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("open seats come into the list by themselves, with clock and hints, and nobody who cannot see it asks for it", async () => {
  const { base } = service;
  const page = await visit(browser, base, { locale: "fr-FR" });
  const asked = [];
  page.on("request", (one) => one.url().includes("/v1/games?") && asked.push(one.url()));
  await page.clock.install();
  await page.goto(`${base}/#/`);
  const list = page.locator("section[aria-labelledby=h-open]");
  await list.locator("p, li").first().waitFor();
  const body = { game: "richelieu", options: { players: 2 }, seats: [{ kind: "mine", name: "Zoé" }, { kind: "open" }], visibility: "public", hints: "metered:2", clock: { per_move_s: 90 } };
  await call(base, "POST", "/v1/games", { body });
  await page.clock.fastForward(10_000);
  const row = list.locator("li", { hasText: "Zoé" });
  await row.waitFor();
  assert.match((await row.innerText()).replaceAll("\u202f", " "), /Temps : 1 min 30 s par coup · Conseils : 2 chacun/);
  await page.locator("[aria-live=polite]", { hasText: "Places libres" }).waitFor({ state: "attached" });
  await accessible(page, "an open seat");
  await wide(page, "an open seat");
  await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  await page.evaluate(() => 0);
  const before = asked.length;
  await page.clock.fastForward(60_000);
  await page.evaluate(() => 0);
  assert.equal(asked.length, before, "nobody sees it");
  await page.evaluate(() => {
    delete document.hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await becomes(() => asked.length > before, true, "somebody sees it again");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a ladder says whose it is, shows bots to everybody, and players to the key of their app", async () => {
  for (const [locale, width, name, provisional] of [["fr-FR", 320, "Montrer le classement", "provisoire"], ["en-GB", 1440, "Show the ladder", "provisional"]]) {
    const page = await visit(browser, service.base, { locale, width });
    await lobby(page);
    await page.locator("footer a[href^='#/ladder/']").click();
    await page.locator("input[type=password]").waitFor();
    await open(page, service.base, "#/ladder/richelieu");
    const rows = page.locator("tbody tr");
    await rows.first().waitFor();
    await accessible(page, "a ladder without a key");
    await wide(page, "a ladder without a key");
    const show = page.getByRole("button", { name });
    await page.locator("input[type=password]").fill("nobody-s-key");
    await show.click();
    await page.locator("form [role=alert]").waitFor();
    // What the service answers to a key: how it orders and ranks is its own matter.
    const keys = [];
    const rated = { elo: 112.4, low: -31, high: 255.8, error: 61.2, games: 23, rated_at: "2026-01-01T12:00:00Z" };
    const items = [{ player: "u-17", rank: 1, sure: -10, provisional: false, ...rated }, { player: "u-18", rank: 2, sure: -140, provisional: true, ...rated, games: 2 }];
    await page.route("**/v1/ladder/richelieu*", async (route) => {
      keys.push(await route.request().headerValue("Tapis-Key"));
      await route.fulfill({ json: { game: "richelieu", items, bots: [] } });
    });
    await page.locator("input[type=password]").fill("tapis_the-key");
    await show.click();
    await rows.filter({ hasText: "u-18" }).waitFor();
    assert.deepEqual(keys, ["tapis_the-key"]);
    const cells = (at) => rows.nth(at).locator("td, th").allInnerTexts();
    assert.deepEqual((await cells(0)).filter((_, at) => at !== 3), ["1", "u-17", "−10", "23"]);
    assert.deepEqual((await cells(1)).map((text) => text.split(/\s/)[0]), ["2", "u-18", "−140", "112", "2"]);
    assert.deepEqual(await rows.locator(".pill").allInnerTexts(), [provisional]);
    await accessible(page, "a ladder");
    await wide(page, "a ladder");
    assert.deepEqual(page.faults, []);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  }
});
