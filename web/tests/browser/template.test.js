// A game from outside, the template, has no folder in `src/games`. It is played to the end by clicks and by keyboard, in both
// languages: by keyboard on a French phone in every run, by the other ways at night.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, chance, drawn, gameOf, NIGHT, open, playByClicks, playByKeys, serve, turn, verified, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve({ args: ["with-template"] });
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

for (const locale of NIGHT ? ["fr-FR", "en-GB"] : ["fr-FR"]) {
  for (const [how, play] of Object.entries({ keyboard: playByKeys, ...(NIGHT ? { clicks: playByClicks } : {}) })) {
    test(`the template is played to the end by ${how} in ${locale}`, async () => {
      const phone = how === "keyboard";
      const page = await visit(browser, service.base, phone ? { locale, width: 360, height: 740 } : { locale });
      await open(page, service.base);
      await page.locator("label", { hasText: "Template" }).click();
      await page.locator("select").selectOption("random");
      await page.locator("button.primary.big").click();
      await page.locator(".prompt").waitFor();
      const made = await call(service.base, "GET", `/v1/games/${gameOf(page)}`);
      assert.equal(made.ruleset.game, "template");
      assert.ok(await turn(page));
      await accessible(page, "the first decision");
      await wide(page, "the first decision");
      const said = await page.locator(".prompt .say").textContent();
      assert.ok(said.trim().length > 10, said);
      await play(page, chance(23));
      await verified(service.base, made.id, made.deal_commitment);
      await accessible(page, "the end");
      await wide(page, "the end");
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}

test("who is quicker than the network gets the game that was chosen, with its own options", async () => {
  const page = await visit(browser, service.base);
  const [held, wished] = [[], []];
  await page.route("**/v1/rulesets/template", (route) => held.push(route));
  await page.route("**/v1/games", (route) => {
    if (route.request().method() === "POST") wished.push(route.request().postDataJSON());
    return route.continue();
  });
  await open(page, service.base);
  // The game that is chosen at first is known by now: how many play is an option of it, and not of this one, as it is told here.
  await page.waitForFunction(() => document.querySelector(".srow select")?.options.length > 1);
  await page.locator("label", { hasText: "Template" }).click();
  await page.locator("button.primary.big").click();
  await drawn(page);
  assert.ok(held.length > 0, "the network has not answered");
  assert.deepEqual(wished, [], "nothing is wished for before the options are known");
  for (const route of held) {
    const about = await (await route.fetch()).json();
    delete about.options.properties.players;
    await route.fulfill({ json: about });
  }
  await page.locator(".prompt").waitFor();
  assert.deepEqual(wished.map(({ game, options }) => [game, options]), [["template", {}]]);
  assert.equal((await call(service.base, "GET", `/v1/games/${gameOf(page)}`)).ruleset.game, "template");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
