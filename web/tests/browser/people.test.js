// What people at one table ask each other: taking back a move, leaving, another game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, gameOf, playByClicks, chance, seated, serve, sit, turn, visit } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test("a move is taken back when the other allows it", async () => {
  const { base } = service;
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
  const made = await call(base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 0 }, seats } });
  const taken = await call(base, "POST", `/v1/games/${made.id}/seats/1`, { body: { ticket: made.seats[1].ticket, name: "Boris" } });
  const [ada, boris] = [await visit(browser, base), await visit(browser, base, { width: 360, height: 740, locale: "fr-FR" })];
  await sit(ada, base, made.id, { game: "richelieu", ...made.seats[0] });
  await sit(boris, base, made.id, { game: "richelieu", ...taken });
  assert.ok(await turn(ada));
  await ada.keyboard.press("n");
  await ada.keyboard.press("Enter");
  const plies = async () => (await call(base, "GET", `/v1/games/${made.id}/moves`)).plies.length;
  await ada.waitForFunction(() => sessionStorage.length === 0 && document.querySelectorAll(".log li").length === 3);
  assert.equal(await plies(), 2, "the set-up and the move");
  await ada.keyboard.press("u");
  await boris.locator(".banner.acc").waitFor();
  await accessible(boris, "a request to take back");
  await boris.locator(".banner.acc .btn.primary").click();
  await ada.locator(".banner.acc").waitFor({ state: "detached" });
  assert.equal(await plies(), 1, "the move is taken back");
  assert.deepEqual([...ada.faults, ...boris.faults], []);
  await Promise.all([ada, boris].map((page) => page.context().close()));
});

test("a seat is left to a bot, and who left looks on", async () => {
  const page = await visit(browser, service.base);
  const made = await seated(page, service.base, "malin", 3);
  await page.locator(".sideacts .btn").last().click();
  await page.locator("dialog[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains("danger")), false, "first the harmless button");
  await accessible(page, "the question");
  await page.locator("dialog[open] .danger").click();
  await page.locator(".sideacts").waitFor({ state: "detached" });
  const state = await call(service.base, "GET", `/v1/games/${made.id}`);
  assert.equal(state.seats[0].kind, "bot");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("another game has the same ruleset, and the replay of the first goes through its versions", async () => {
  const page = await visit(browser, service.base);
  const made = await seated(page, service.base, "richelieu", 2);
  await playByClicks(page, chance(21));
  await page.locator(".prompt a[href^='#/replay/']").click();
  await page.locator(".replay input[type=range]").waitFor();
  await accessible(page, "a replay");
  const slider = page.locator(".replay input[type=range]");
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await slider.inputValue(), "2");
  await page.keyboard.press("End");
  assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
  await page.goBack();
  await page.locator(".prompt .btn.primary").click();
  await page.waitForFunction((old) => !location.hash.includes(old), made.id);
  assert.ok(await turn(page));
  const [first, second] = await Promise.all([made.id, gameOf(page)].map((id) => call(service.base, "GET", `/v1/games/${id}`)));
  assert.equal(second.ruleset.hash, first.ruleset.hash);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
