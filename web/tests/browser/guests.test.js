// Who comes for the first time: how a game is played, and why something cannot be done.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, open, seated, serve, tapFirst, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

for (const [locale, width, title] of [["fr-FR", 360, "De quoi il s’agit"], ["en-GB", 1440, "What it is about"]]) {
  test(`every game says how it is played, beside its exact rules, in ${locale} at ${width} px`, async () => {
    const page = await visit(browser, service.base, { width, locale });
    const { items } = await call(service.base, "GET", "/v1/rulesets");
    for (const { game } of items) {
      await open(page, service.base, `#/rules/${game}`);
      await page.locator(`nav a[aria-current=page][href='#/rules/${game}']`).first().waitFor();
      await page.locator(".how h2", { hasText: title }).waitFor();
      await page.locator(".howcards .piece").first().waitFor();
      assert.ok((await page.locator(".how").count()) >= 5, game);
      // Each section fits a screen, cards and all.
      const tall = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".how")].map((one) => one.offsetHeight)));
      assert.ok(tall <= 950, `${game}: ${tall} px`);
      const unnamed = await page.evaluate(() => [...document.querySelectorAll(".howcards .piece")].filter((one) => !one.getAttribute("aria-label")).length);
      assert.equal(unnamed, 0, game);
      await accessible(page, `how ${game} is played`);
      await wide(page, game);
    }
    await page.locator(".tabs a").last().click();
    await page.locator(".prose h2[id]").first().waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("what cannot be taken back says why before it is tried", async () => {
  const page = await visit(browser, service.base, { locale: "fr-FR" });
  await seated(page, service.base, "richelieu", 2);
  assert.ok(await turn(page));
  const undo = page.getByRole("button", { name: "Reprendre" }).first();
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  assert.match(await undo.getAttribute("title"), /pas encore joué/);
  await page.keyboard.press("u");
  await page.getByText("Vous n’avez pas encore joué").waitFor();
  const version = async () => (await call(service.base, "GET", `/v1/games/${page.url().split("/").at(-1)}`)).version;
  const before = await version();
  for (let n = 0; n < 2 && (await turn(page)); n += 1) await tapFirst(page);
  await page.waitForFunction(() => !document.querySelector(".sideacts [aria-disabled]"));
  assert.ok((await version()) > before);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
