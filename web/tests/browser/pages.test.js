// W5 and W7: every page holds against axe, at both widths and in both themes, and against the content security policy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, browse, call, chance, drawn, nothingOver, open, playByClicks, seated, serve, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test("letters are wide or narrow as the tests ask, whatever fonts the system has", async (test) => {
  const width = (letters) => letters.evaluate(() => Object.fromEntries(["", "DejaVu Sans", "Liberation Sans", "Nimbus Sans", "Noto Sans"].map((family) => {
    const text = document.body.appendChild(document.createElement("span"));
    text.append("The cards of the reserve");
    text.style.cssText = `position:absolute;white-space:nowrap;font:40px ${family ? `"${family}", sans-serif` : "sans-serif"}`;
    return [family, text.getBoundingClientRect().width];
  })));
  const narrow = await browse("narrow");
  test.after(() => narrow.close());
  const pages = [await browser.newPage(), await narrow.newPage()];
  const [one, other] = await Promise.all(pages.map(width));
  assert.ok(one[""] > 1.08 * other[""], `${one[""]} px are wider than ${other[""]}`);
  assert.equal(new Set(Object.values(one)).size, 1, "wide: there is one family");
  assert.deepEqual([other["Liberation Sans"], other["Nimbus Sans"], other["Noto Sans"]], [other[""], other[""], other[""]], "narrow: it comes first");
  await pages[0].close();
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
    await page.locator("#main a[href='#/']").waitFor();
    await accessible(page, "an address that leads nowhere");
    await open(page, service.base, "#/join/x/1/y");
    await page.locator("#main form input").waitFor();
    await accessible(page, "an invitation");
    const { items } = await call(service.base, "GET", "/v1/rulesets");
    for (const { game, players } of items) {
      await seated(page, service.base, game, players.min);
      await turn(page);
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
    await page.locator("#hint-box .figures summary").click();
    await page.locator("#hint-box .mv").first().waitFor();
    await accessible(page, "a hint");
    const trust = (await page.locator("#hint-box .trust").innerText()).replace(/[\s,]/g, "");
    assert.doesNotMatch(trust, /\d{16}/, "an estimate of worlds is told as one");
    await page.keyboard.press("Escape");
    await nothingOver(page);
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

test("a round's payoff is said in points, and every bar stays in its box", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  const values = [[2, -1.5, 4.25], [0.04, 0.04, 0.04], [-12.5, -14, 0]];
  const box = page.locator("#hint-box");
  let stop = "deadline";
  // What the service answers, with the values and the objective of a search to the end of a round.
  await page.route("**/hints", async (route) => {
    const hint = await (await route.fetch()).json();
    const moves = values.map(([value, low, high], at) => ({ ...hint.moves[at % hint.moves.length], notation: `m${at}`, rank: at + 1, value, low, high }));
    const confidence = { within: 0.5, probability: 0.95, best_is_best: 0, set: ["m0"] };
    await route.fulfill({ json: { ...hint, objective: "round_payoff", moves, confidence, stop, caveats: [], explanation: [] } });
  });
  await seated(page, service.base, "richelieu", 2);
  await page.locator("[data-choice]").first().waitFor();
  await page.locator(".dock button").first().click();
  await box.locator(".seg label").last().click();
  await box.locator(".row .btn").first().click();
  await box.locator(".figures summary").click();
  await box.locator(".mv").first().waitFor();
  assert.deepEqual((await box.locator(".va").allTextContents()).map((text) => text.replace(/\s/g, " ")), ["+2 points", "0 point", "−12,5 points"]);
  assert.match(await box.locator(".mv .bar").first().getAttribute("aria-label"), /^\+2.points, entre −1,5.point et \+4,3.points$/);
  const bars = await box.locator(".mv .bar").evaluateAll((all) => all.map((bar) => [...bar.querySelectorAll("rect")].map((rect) => [rect.x.baseVal.value, rect.x.baseVal.value + rect.width.baseVal.value])));
  for (const [from, to] of bars.flat()) assert.ok(from >= 0 && to <= 100.01 && to > from, `a bar from ${from} to ${to}`);
  const ticks = bars.map((rects) => rects.at(-1)[0]);
  assert.ok(ticks[0] > ticks[1] && ticks[1] > ticks[2], "what is worth more lies further to the right");
  await box.getByRole("button", { name: "En tableau" }).click();
  const said = await box.textContent();
  assert.doesNotMatch(said.replaceAll(/95\s%/g, ""), /%|part de victoires/, "no share is named");
  assert.match(said, /avance sur la meilleure autre place/);
  await wide(page, "a hint in points");
  // Where the search has ended surely, more time finds nothing more.
  const longer = box.getByRole("button", { name: "Chercher plus" });
  assert.equal(await longer.count(), 1);
  stop = "confident";
  await longer.click();
  await longer.waitFor({ state: "detached" });
  assert.deepEqual(page.faults, []);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a hint grows from what to think about to the reasons, says why not another move, and what may lie hidden", async () => {
  for (const [size, why, ask] of [[{ width: 360, height: 740, locale: "fr-FR" }, "Pourquoi pas", "Pourquoi pas ce choix ?"], [{ locale: "en-GB" }, "Why not", "Why not this one?"]]) {
    const page = await visit(browser, service.base, size);
    await seated(page, service.base, "richelieu", 2);
    await page.locator("[data-choice]").first().waitFor();
    if (size.width) await page.locator(".dock button").first().click();
    const box = page.locator("#hint-box");
    await box.locator(".row .btn").first().click();
    await box.locator(".hsay").waitFor();
    assert.doesNotMatch(await box.locator("[role=status]").first().innerText(), /\btake\b|\bkind\b|sorte/, "a nudge names no kind of move by its id");
    await box.locator(".seg label").nth(2).click();
    // Whoever wants to hear more is told at once.
    await box.locator("[role=status]", { hasText: size.width ? /coup|bon|sûr/ : /move|good|sure/ }).first().waitFor();
    const options = await box.locator("select option").allInnerTexts();
    assert.ok(options.length > 2, "every legal move can be asked about");
    const said = box.locator("[role=status]").last();
    for (const at of [options.length - 1, 1]) {
      await box.locator("select").selectOption({ index: at });
      await box.locator("select + .btn").click();
      await said.locator("strong", { hasText: options[at] }).waitFor();
      assert.ok((await said.innerText()).includes(why));
    }
    await accessible(page, "a hint with its reasons");
    await wide(page, "a hint with its reasons");
    await page.keyboard.press("Escape");
    await nothingOver(page);
    await page.locator("[data-choice]").last().focus();
    await page.keyboard.press("i");
    await page.locator("dialog[open]").getByRole("button", { name: ask }).click();
    await box.locator("[role=status] strong").waitFor();
    // Cards that others hold: how likely each is where.
    await seated(page, service.base, "malin", 3);
    await page.locator("[data-choice]").first().waitFor();
    if (size.width) await page.locator(".dock button").first().click();
    await box.locator(".beliefs summary").click();
    await box.locator(".beliefs b").first().waitFor();
    assert.match(await box.locator(".beliefs").innerText(), /\d+\s%/);
    await accessible(page, "what may lie hidden");
    await wide(page, "what may lie hidden");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("magnified four times nothing is cut off, and nothing stays over the rest", async () => {
  const page = await visit(browser, service.base, { width: 320, height: 256, locale: "fr-FR" });
  await open(page, service.base);
  await page.locator("input[name=game]").first().waitFor();
  await wide(page, "lobby");
  const { items } = await call(service.base, "GET", "/v1/rulesets");
  for (const { game, players } of items) {
    await seated(page, service.base, game, players.max);
    await page.locator("[data-choice]").first().waitFor();
    await drawn(page);
    await wide(page, game);
    // Nothing stays over what is read.
    const stays = await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => /fixed|sticky/.test(getComputedStyle(one).position) && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible").map((one) => one.className));
    assert.deepEqual(stays, [], game);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("an address where nothing is has a page that leads back", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  for (const path of ["nosuch", "v1/games/0197f0c5-3a1b-7c2d-8e4f-0123456789ab"]) {
    const answer = await page.goto(`${service.base}/${path}`);
    assert.equal(answer.status(), 404);
    assert.equal(await page.locator("h1").innerText(), "Il n’y a rien ici");
    await accessible(page, path);
    await wide(page, path);
    await page.locator("a", { hasText: "À l’accueil" }).click();
    await page.locator("input[name=game]").first().waitFor();
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
  // A part's name stays when the part changes; its address does not.
  const [, build, file] = /assets\/([0-9a-f]{16})\/(index\.js)$/.exec(parts.find((part) => part.endsWith("index.js")));
  for (const other of [`${build}/nothing.js`, `0123456789abcdef/${file}`]) assert.equal((await fetch(`${service.base}/assets/${other}`)).status, 404, other);
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
