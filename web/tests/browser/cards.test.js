// Cards explain themselves, what happened is told to eyes as to ears, and an invitation says what it is for.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, becomes, browse, call, drawn, gameOf, open, seated, serve, tapFirst, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test("a card explains itself by keyboard, by mouse and by a long press", async () => {
  const desk = await visit(browser, service.base, { locale: "fr-FR" });
  await seated(desk, service.base, "parbourg", 2);
  assert.ok(await turn(desk));
  const card = desk.locator(".a-hand .piece").first();
  const [name] = (await card.getAttribute("aria-label")).split(", ");
  await card.focus();
  await desk.keyboard.press("i");
  const box = desk.locator("dialog[open]");
  await box.waitFor();
  assert.ok((await box.innerText()).toLowerCase().includes(name.toLowerCase()), name);
  await accessible(desk, "a card that explains itself");
  await desk.keyboard.press("Escape");
  await card.hover();
  await desk.locator(".tip").waitFor();
  assert.ok((await desk.locator(".tip").innerText()).toLowerCase().includes(name.toLowerCase()), name);
  const phone = await visit(browser, service.base, { width: 360, height: 740, isMobile: true, hasTouch: true });
  await seated(phone, service.base, "malin", 3);
  assert.ok(await turn(phone));
  await drawn(phone);
  const { x, y, width, height } = await phone.locator(".a-hand .piece").first().boundingBox();
  const touch = await phone.context().newCDPSession(phone);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await phone.locator("dialog[open]").waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await accessible(phone, "a card pressed for long");
  await wide(phone, "a card pressed for long");
  assert.deepEqual([...desk.faults, ...phone.faults], []);
  await Promise.all([desk, phone].map((page) => page.context().close()));
});

test("what happened is shown as it is said, and a trick names who laid what", async () => {
  const page = await visit(browser, service.base);
  await seated(page, service.base, "malin", 3);
  for (let n = 0; n < 6 && (await turn(page)); n += 1) await tapFirst(page);
  assert.ok(await turn(page));
  // What the others did is told a moment after it is our turn, in the words of the log.
  const told = await (await page.waitForFunction(() => document.querySelector(".prompt .said").textContent)).jsonValue();
  const log = await page.locator(".log li .w").allTextContents();
  assert.ok(log.some((line) => told.startsWith(line)), `“${told}” in ${log}`);
  assert.equal(await page.locator("ol.trick li").count(), 3);
  assert.deepEqual((await page.locator("ol.trick .who bdi").allTextContents()).sort(), ["Ada", "Bot 2", "Bot 3"]);
  // The hand lies open to be chosen from once what moves has come to rest; then it is one stop of the tab key.
  await page.locator(".a-hand [data-choice]").first().waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".a-hand [data-choice]")].filter((one) => one.tabIndex === 0).length === 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("one tap begins a game against bots", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  await open(page, service.base);
  await page.locator("button.primary.now").click();
  await page.locator(".prompt").waitFor();
  const { seats, status } = await call(service.base, "GET", `/v1/games/${gameOf(page)}`);
  assert.deepEqual([status, ...seats.map(({ kind }) => kind)], ["running", "human", "bot"]);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("an invitation says who invites to what and for how long, and a used one lets look on", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740 });
  const seats = [{ kind: "mine", name: "Éléonore" }, { kind: "invite" }];
  const made = await call(service.base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2 }, seats, clock: { bank_s: 900, increment_s: 10 } } });
  const { ticket } = made.seats[1];
  await open(page, service.base, `#/join/${made.id}/1/${ticket}`);
  await page.getByRole("heading", { name: "Éléonore invites you to Richelieu" }).waitFor();
  assert.match(await page.locator("form").innerText(), /15 min each, and 10 s a move/);
  await accessible(page, "an invitation");
  await call(service.base, "POST", `/v1/games/${made.id}/seats/1`, { body: { ticket } });
  await page.reload();
  await page.getByRole("link", { name: "Watch" }).waitFor();
  await accessible(page, "a used invitation");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("in every game what moves is seen to move, unless somebody wants less motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    for (const [game, players] of [["richelieu", 2], ["sept-blasons", 3], ["malin", 3], ["parbourg", 2]]) {
      const page = await visit(browser, service.base, { reducedMotion });
      await page.addInitScript(() => {
        globalThis.ways = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          if (this.matches(".piece, .ghost")) globalThis.ways += 1;
          return animate.apply(this, given);
        };
      });
      await seated(page, service.base, game, players);
      for (let n = 0; n < 8 && (await turn(page)); n += 1) {
        await tapFirst(page);
      }
      await turn(page);
      await drawn(page);
      // What has happened is shown one step after the other, and taps may be ahead of that.
      if (reducedMotion === "reduce") assert.equal(await page.evaluate(() => globalThis.ways), 0, game);
      else await becomes(() => page.evaluate(() => globalThis.ways >= 4), true, `${game}: four things have moved`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  }
});
