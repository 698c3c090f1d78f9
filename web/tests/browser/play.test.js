// W1: a whole game by keyboard alone, at night of every ruleset; by taps: phone.test.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, call, chance, gameOf, NIGHT, open, playByKeys, seated, serve, turn, verified, visit } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const everyRuleset = async () => {
  const { items } = await call(service.base, "GET", "/v1/rulesets");
  assert.ok(items.length >= 4);
  for (const { game, players } of items) {
    const page = await visit(browser, service.base, { locale: players.min % 2 ? "en-GB" : "fr-FR" });
    const made = await seated(page, service.base, game, players.min);
    const taps = await playByKeys(page, chance(17));
    const replay = await verified(service.base, made.id, made.deal_commitment);
    // Where there is nothing to choose the service may pass for a seat.
    const own = replay.plies.filter(({ seat, legal }) => seat === 0 && legal.length > 1).length;
    assert.ok(own > 0 && taps >= own, `${game}: ${taps} choices for ${own} moves`);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
};
if (NIGHT) test("every ruleset is played to the end by keyboard alone", everyRuleset);

test("a game is created, played and finished by keyboard alone", async () => {
  const page = await visit(browser, service.base);
  await open(page, service.base);
  await page.locator("input[name=game]").first().waitFor();
  // The strengths that there are come a little later.
  await page.waitForFunction(() => document.querySelector(".srow select")?.options.length > 1);
  // To the first radio button, and with the arrow to the game after it.
  const focused = (what) => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what);
  const tabTo = async (what) => {
    for (let n = 0; n < 80 && !(await focused(what)); n += 1) await page.keyboard.press("Tab");
    assert.ok(await focused(what), `${what} can be reached`);
  };
  await tabTo("select");
  await page.keyboard.press("Home");
  await tabTo("button.primary.big");
  await page.keyboard.press("Enter");
  await page.locator(".prompt").waitFor();
  const id = gameOf(page);
  assert.ok(await turn(page));
  await playByKeys(page, chance(3));
  const state = await call(service.base, "GET", `/v1/games/${id}`);
  assert.equal(state.status, "finished");
  await verified(service.base, id, state.deal_commitment);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
