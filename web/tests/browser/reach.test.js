// Whole games of each ruleset: at every decision each choice can be seen or scrolled to, and its middle is its own, in one size of
// window after the other, with names of forty letters, and with something said above the table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, call, chance, covered, drawn, serve, sit, turn, visit, wide } from "./harness.js";

let browser;
before(async () => {
  browser = await browse();
});
after(async () => browser?.close());

const NAME = "Éléonore-Wilhelmina de Montmorency-Laval";
/** What somebody asks stands above the table in those that say so. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 740, asks: true },
  { width: 360, height: 640 },
  { width: 740, height: 360 },
  { width: 720, height: 450 },
  { width: 1024, height: 600 },
  { width: 1280, height: 640 },
  { width: 1440, height: 900 },
];

for (const [game, players] of [["richelieu", 3], ["parbourg", 2], ["malin", 6], ["sept-blasons", 4]]) {
  test(`${game}: at every decision each choice is seen or scrolled to, and its middle is its own`, async (test) => {
    // Of its own: the deal does not depend on the games before.
    const service = await serve();
    test.after(service.stop);
    const page = await visit(browser, service.base, { ...SIZES[0], locale: "fr-FR" });
    const seats = Array.from({ length: players }, (_, at) => (at === 0 ? { kind: "mine", name: NAME } : { kind: "bot", level: "random" }));
    const made = await call(service.base, "POST", "/v1/games", { body: { game, options: { players }, seats, hints: "free" } });
    let size = SIZES[0];
    await page.route(/\/v1\/games\/[0-9a-f-]+(\?.*)?$/, async (route) => {
      const state = await (await route.fetch()).json();
      await route.fulfill({ json: size.asks && state.status === "running" ? { ...state, undo: { by: 1, waiting_for: [0], ply: 1 } } : state });
    });
    await sit(page, service.base, made.id, { game, ...made.seats[0] });
    const pick = chance(31);
    /** The next size, and with it what stands above the table. */
    const turnTo = async (next) => {
      const asked = size.asks;
      size = next;
      await page.setViewportSize({ width: size.width, height: size.height });
      if (asked === size.asks) return;
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.waitForFunction((n) => document.querySelectorAll(".banner.acc").length === n, size.asks ? 1 : 0);
    };
    let decisions = 0;
    for (; await turn(page); decisions += 1) {
      assert.ok(decisions < 1000, "the game ends");
      await turnTo(SIZES[decisions % SIZES.length]);
      const where = `decision ${decisions + 1} at ${size.width} × ${size.height}`;
      await drawn(page);
      assert.deepEqual(await page.evaluate(covered), [], where);
      await wide(page, where);
      await page.evaluate((chosen) => {
        const choices = [...document.querySelectorAll("[data-choice]:not([disabled]):not([aria-disabled=true])")];
        choices[Math.floor(chosen * choices.length)]?.click();
      }, pick(1000) / 1000);
      await drawn(page);
    }
    assert.ok(decisions >= SIZES.length, `${decisions} decisions`);
    assert.deepEqual(page.faults, []);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  });
}
