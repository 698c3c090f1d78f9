// Writes pictures of every page and of every game at its start, in the middle and at its end, to be looked at.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browse, call, chance, lab, nothingOver, open, playByClicks, seated, serve, visit } from "../browser/harness.js";

const folder = process.env.TAPIS_PICTURES ?? "pictures";
const LOOKS = [
  { name: "1440-en", width: 1440, height: 900, locale: "en-GB", colorScheme: "light" },
  { name: "1440-fr-dark", width: 1440, height: 900, locale: "fr-FR", colorScheme: "dark" },
  { name: "768-fr", width: 768, height: 1024, locale: "fr-FR", colorScheme: "light" },
  { name: "360-fr", width: 360, height: 740, locale: "fr-FR", colorScheme: "light" },
  { name: "360-en-dark", width: 360, height: 740, locale: "en-GB", colorScheme: "dark" },
];
/** Taps until the middle of a game. */
const MIDDLE = 14;

/** An experiment that is over. */
async function experiment(base) {
  const arm = (name, options) => ({ name, options, seats: ["random"] });
  const arms = [arm("standard", {}), arm("three rows", { variant: "three_rows" })];
  const plan = { game: "richelieu", arms, games: 400, metric: "seat_share:0", minimum_effect: 0.1, seed: "pictures" };
  let { id, state } = await call(base, "POST", "/v1/experiments", { body: plan });
  while (!["finished", "cancelled", "failed"].includes(state)) {
    await new Promise((done) => setTimeout(done, 200));
    ({ state } = await call(base, "GET", `/v1/experiments/${id}`));
  }
  return id;
}

/** The pages beside the table. */
async function others(page, base, shoot) {
  await open(page, base, "#/rules/malin");
  await page.locator(".prose h2").first().waitFor();
  await shoot("rules");
  const id = await experiment(base);
  const seen = async (name, hash, what) => {
    await open(page, base, lab(hash));
    await page.locator(what).first().waitFor();
    await shoot(name, true);
  };
  await seen("lab", "#/lab", "form .arm");
  await seen("experiment", `#/lab/experiment/${id}`, ".verdict");
  await page.locator(".arms a").first().click();
  await page.locator("[data-games]").waitFor();
  await shoot("statistics", true);
  await seen("deck", "#/lab/deck", ".panel");
}

for (const look of LOOKS) {
  test(`pictures at ${look.name}`, async () => {
    await mkdir(folder, { recursive: true });
    const service = await serve();
    const browser = await browse();
    const page = await visit(browser, service.base, look);
    let written = 0;
    const shoot = async (name, fullPage = false) => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${look.name}.png`), fullPage });
      written += 1;
    };
    try {
      await open(page, service.base);
      await page.locator("input[name=game]").first().waitFor();
      await page.locator("summary").click();
      await shoot("lobby", true);
      const { items } = await call(service.base, "GET", "/v1/rulesets");
      for (const { game, players } of items) {
        const made = await seated(page, service.base, game, Math.min(players.max, Math.max(3, players.min)));
        await shoot(`${game}-start`);
        await playByClicks(page, chance(3), MIDDLE).catch(() => {});
        await shoot(`${game}-middle`, true);
        if (game === items[0].game) {
          if (look.width < 1100) await page.locator(".dock button").first().click();
          await page.locator("#hint-box .seg label").last().click();
          await page.locator("#hint-box .row .btn").first().click();
          await page.locator("#hint-box .figures summary").click();
          await page.locator("#hint-box .mv").first().waitFor();
          await shoot("hint");
          await page.keyboard.press("Escape");
          await nothingOver(page);
          await page.keyboard.press("?");
          await shoot("keys");
          await page.keyboard.press("Escape");
          await page.context().setOffline(true);
          await page.locator(".banner.bad").waitFor();
          await shoot("lost");
          await page.context().setOffline(false);
          await page.locator(".banner.bad").waitFor({ state: "detached" });
        }
        await playByClicks(page, chance(3));
        await shoot(`${game}-end`);
        await open(page, service.base, `#/replay/${made.id}`);
        await shoot(`${game}-replay`);
      }
      await others(page, service.base, shoot);
      assert.ok(written > items.length * 4);
      assert.deepEqual(page.faults, []);
    } finally {
      await browser.close();
      await service.stop();
    }
  });
}
