// A game that has no folder is drawn, told and played from its layout and picks alone. The service is asked for everything
// else; the layout stands in tests/fixtures, so that every shape of it is there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { accessible, browse, seated, serve, visit } from "./harness.js";

let service, browser, fixture;
before(async () => {
  service = await serve();
  browser = await browse();
  fixture = JSON.parse(await readFile(new URL("../fixtures/stranger.json", import.meta.url)));
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** A table of the fixture's game; `played` has the moves that were sent. */
async function table(options, legal_moves = fixture.legal_moves) {
  const page = await visit(browser, service.base, options);
  const played = [];
  await page.route("**/pieces", (route) => route.fulfill({ json: fixture.pieces }));
  await page.route(/\/v1\/games\/[^/]+(\?.*)?$/, async (route) => {
    const answer = await route.fetch();
    const state = await answer.json();
    const { layout } = fixture;
    await route.fulfill({ json: { ...state, ruleset: { ...state.ruleset, game: "stranger" }, layout, legal_moves, turn: { seat: 0 }, you: { seat: 0, settings: "" } } });
  });
  await page.route("**/moves", async (route) => {
    played.push(route.request().postDataJSON().move);
    await route.fulfill({ status: 409, contentType: "application/problem+json", json: { type: "", title: "", status: 409, code: "illegal_move", detail: "no", text: { en: "Not in this test.", fr: "Pas dans ce test." } } });
  });
  // Nobody else moves: another version would take the taps back.
  await seated(page, service.base, "richelieu", 2, { first_seat: 0 });
  await page.locator(".board .piece").first().waitFor();
  return { page, played };
}

test("taps in any order make a move, and a refusal is told where it happened", async () => {
  const { page, played } = await table({ locale: "fr-FR", width: 360, height: 740 });
  assert.equal(await page.locator(".prompt .say").textContent(), "Écartez ce dont vous ne voulez pas, ou gardez tout.");
  assert.equal(await page.locator("[data-zone='hand:0'] button").count(), 2, "what may be tapped is a button");
  await accessible(page, "before a tap");
  await page.getByRole("button", { name: "8c" }).click();
  assert.equal(await page.getByRole("button", { name: "8c" }).getAttribute("aria-pressed"), "true");
  // Where one tap alone can follow, nobody has to make it.
  await page.getByRole("button", { name: "Sept de cœur" }).click();
  await page.locator(".callout").waitFor();
  assert.deepEqual(played, ["discard 7h 8c"]);
  assert.match(await page.locator(".callout").textContent(), /Pas dans ce test/);
  await accessible(page, "a refusal");
  assert.deepEqual(page.faults, []);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("by keyboard alone, with a step back", async () => {
  const { page, played } = await table({ locale: "en-GB" });
  // The first thing that can be chosen is the button; the next one lies on the table.
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("[aria-pressed=true].piece").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[aria-pressed=true].piece").count(), 0, "the tap is taken back");
  await page.getByRole("button", { name: "Keep all" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".callout").waitFor();
  assert.deepEqual(played, ["keep"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a card that was laid is tapped again as what its effect is aimed at, and a second tap takes the first one back", async () => {
  const { page, played } = await table({ locale: "en-GB" }, [
    { notation: "plain", kind: "bet", picks: ["hand:0/7h", "!keep"] },
    { notation: "aimed", kind: "bet", picks: ["hand:0/7h", "!discard", "hand:0/7h"] },
    { notation: "elsewhere", kind: "bet", picks: ["hand:0/7h", "!discard", "hand:0/8c"] },
  ]);
  const card = page.getByRole("button", { name: "Seven of hearts" });
  await card.click();
  assert.equal(await card.getAttribute("aria-pressed"), "true");
  await card.click();
  assert.equal(await card.getAttribute("aria-pressed"), "false", "taken back");
  await card.click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await card.click();
  await page.locator(".callout").waitFor();
  assert.deepEqual(played, ["aimed"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("what others hold is told by number, and nothing else is in the page", async () => {
  const { page } = await table({ locale: "en-GB" });
  assert.equal(await page.locator("[data-zone='hand:1'] .piece").count(), 1);
  assert.equal(await page.locator("[data-zone='hand:1'] .times").textContent(), "4");
  assert.match(await page.locator("[data-zone='stock']").getAttribute("aria-label"), /21 things/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});
