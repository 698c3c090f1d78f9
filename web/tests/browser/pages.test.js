// W5 and W7: every page holds against axe, at both widths and in both themes, and against the content security policy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, chance, open, playByClicks, seated, serve, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const SIZES = [
  { width: 360, height: 740, locale: "fr-FR", colorScheme: "dark" },
  { width: 1440, height: 900, locale: "en-GB", colorScheme: "light" },
];

for (const size of SIZES) {
  test(`pages are accessible at ${size.width} px`, async () => {
    const page = await visit(browser, service.base, size);
    await open(page, service.base);
    await page.locator("input[name=game]").first().waitFor();
    await page.locator("summary").click();
    await accessible(page, "lobby");
    await open(page, service.base, "#/nowhere");
    await accessible(page, "an address that leads nowhere");
    await open(page, service.base, "#/join/x/1/y");
    await accessible(page, "an invitation");
    const { items } = await call(service.base, "GET", "/v1/rulesets");
    for (const { game, players } of items) {
      await seated(page, service.base, game, players.min);
      await accessible(page, `${game} at the start`);
      await wide(page, `${game} at the start`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test(`dialogs, hints and the end are accessible at ${size.width} px`, async () => {
    const page = await visit(browser, service.base, size);
    await seated(page, service.base, "richelieu", 2);
    await page.locator("[data-choice]").first().waitFor();
    if (size.width < 1100) await page.locator(".dock button").first().click();
    await page.locator("#hint-box .seg label").last().click();
    await page.locator("#hint-box .row .btn").first().click();
    await page.locator("#hint-box .mv").first().waitFor();
    await accessible(page, "a hint");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await accessible(page, "the keys");
    await page.keyboard.press("Escape");
    await playByClicks(page, chance(5));
    await accessible(page, "the end");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("magnified four times nothing is cut off, and nothing stays over the rest", async () => {
  const page = await visit(browser, service.base, { width: 320, height: 256, locale: "fr-FR" });
  await open(page, service.base);
  await page.locator("input[name=game]").first().waitFor();
  await wide(page, "lobby");
  const { items } = await call(service.base, "GET", "/v1/rulesets");
  for (const { game, players } of items) {
    await seated(page, service.base, game, players.max);
    await page.locator("[data-choice]").first().waitFor();
    await wide(page, game);
    // Nothing stays over what is read.
    const stays = await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => /fixed|sticky/.test(getComputedStyle(one).position) && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible").map((one) => one.className));
    assert.deepEqual(stays, [], game);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the policy forbids what is inline or elsewhere, and parts are kept for good", async () => {
  const answer = await fetch(`${service.base}/`);
  const policy = answer.headers.get("content-security-policy");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|http/);
  const html = await answer.text();
  const parts = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map((match) => match[1]);
  assert.ok(parts.length >= 3, html.slice(0, 500));
  for (const part of parts) {
    const asset = await fetch(new URL(part, `${service.base}/`));
    assert.equal(asset.status, 200, part);
    assert.match(asset.headers.get("cache-control"), /immutable/);
    assert.doesNotMatch(asset.headers.get("content-type"), /octet/);
  }
  assert.equal((await fetch(`${service.base}/assets/nothing.js`)).status, 404);
});

test("the first load is small", async () => {
  const page = await visit(browser, service.base);
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await seated(page, service.base, "parbourg", 2);
  await page.locator(".mat").waitFor();
  // The lobby was loaded before, so this is more than the table alone needs.
  assert.ok(bytes > 10_000 && bytes <= 250_000, `${bytes} bytes`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
