// A whole game of each ruleset by taps, on a phone, on a phone on its side, on a tablet and on a desk: at every decision the
// page is as wide as the screen, what one decides with is on it and where it was before, every number stands at its own piece,
// no word leaves its card, and from move to move nothing jumps.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, chance, drawn, NIGHT, seated, serve, turn, verified, visit } from "./harness.js";

let browser;
before(async () => {
  browser = await browse();
});
after(async () => browser?.close());

const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** The most that may move by itself for one decision. */
const MOST_SHIFTED = 0.03;

/**
 * How much has moved by itself since each decision, as browsers measure it, also right after a tap; and how wide the page has
 * been. What moves belongs to the tap before it by the time of its frame, however late it is told.
 */
function measured() {
  globalThis.taps = [0];
  globalThis.shifts = [];
  globalThis.widest = 0;
  addEventListener("pointerdown", ({ timeStamp }) => globalThis.taps.push(timeStamp), true);
  const look = () => (globalThis.widest = Math.max(globalThis.widest, document.documentElement?.scrollWidth ?? 0));
  // In the frame of every change, and in the next one.
  new MutationObserver(() => requestAnimationFrame(() => (look(), requestAnimationFrame(look)))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const edges = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const take = (entries) => {
    for (const { value, startTime, sources } of entries) {
      const told = sources.map(({ node, previousRect, currentRect }) => `${node?.className ?? node?.textContent ?? ""} ${edges(previousRect)} → ${edges(currentRect)}`);
      globalThis.shifts.push({ value, at: globalThis.taps.filter((tap) => tap <= startTime).length, told: `${value.toFixed(4)}: ${told.join("; ")}` });
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  globalThis.toldShifts = () => (take(observer.takeRecords()), globalThis.shifts);
}

/** What has shifted by now, one list for each decision. */
async function shiftsOf(page) {
  await drawn(page);
  const shifts = await page.evaluate(() => globalThis.toldShifts());
  return [...new Set(shifts.map(({ at }) => at))].map((decision) => shifts.filter(({ at }) => at === decision));
}

/** No decision has shifted more than may be. */
async function nothingJumps(page) {
  for (const decision of await shiftsOf(page)) {
    const sum = decision.reduce((all, { value }) => all + value, 0);
    assert.ok(sum <= MOST_SHIFTED, `decision ${decision[0].at}: ${sum.toFixed(3)} has shifted:\n${decision.map(({ told }) => told).join("\n")}`);
  }
}

/** What is wrong with the page as it stands. */
function faults({ width, height }) {
  const found = [];
  const near = 1.5;
  const place = (one) => one.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const within = (a, b) => a.left >= b.left - near && a.right <= b.right + near && a.top >= b.top - near && a.bottom <= b.bottom + near;
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.getClientRects().length > 0 && one.checkVisibility());
  const words = (one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const list = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      if (texts.currentNode.data.trim()) list.push([texts.currentNode.data.trim(), [...range.getClientRects()].filter(({ width }) => width > 0)]);
    }
    return list;
  };
  const screen = { left: 0, top: 0, right: width, bottom: height };
  const wide = Math.max(innerWidth, document.documentElement.scrollWidth);
  if (wide > width) found.push(`the page is ${wide} px wide`);
  for (const one of all(".prompt, .dock, .tray, .seats, .a-hand, .a-stage")) if (!within(place(one), screen)) found.push(`${one.className} is off the screen`);
  for (const badge of all(".piece .times")) if (!meet(place(badge), place(badge.closest(".piece")))) found.push(`a number is not at its piece: ${badge.closest("[data-zone]").dataset.zone}`);
  const colour = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const [legal, selected] = ["--legal", "--selected"].map(colour);
  for (const one of all(".is-legal, .is-selected")) {
    // What is chosen has the ring of what is chosen, whether it may be tapped again or not.
    const ring = one.matches(".is-selected") ? selected : legal;
    const { boxShadow, borderColor } = getComputedStyle(one);
    const drawn = one.querySelector(".b path");
    if (![boxShadow, borderColor, drawn && getComputedStyle(drawn).stroke].some((style) => style?.includes(ring))) found.push(`no ring: ${one.className}`);
  }
  for (const card of all(".piece")) {
    const inside = [...card.querySelectorAll(".inside *")].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    for (const [text, rects] of inside.flatMap(words)) for (const rect of rects) if (!within(rect, place(card))) found.push(`“${text}” leaves its card`);
    const names = [...card.querySelectorAll(".nm")].flatMap(words).flatMap(([, rects]) => rects);
    for (const [text, rects] of [...card.querySelectorAll(".big")].flatMap(words)) {
      for (const rect of rects) if (names.some((name) => Math.min(name.bottom, rect.bottom) - Math.max(name.top, rect.top) > 4)) found.push(`“${text}” lies on a name: ${card.textContent.trim()} ${card.className}`);
    }
    const drawn = [...card.querySelectorAll(".ic svg")].filter((one) => one.checkVisibility()).map(place);
    for (const rect of drawn) if (names.some((name) => meet(name, rect) && rect.bottom - name.top > 4)) found.push(`a picture lies on a name: ${card.textContent.trim()} ${card.className}`);
  }
  for (const one of all(".appbar .title, .appbar .sub, .seat .nm, .prompt .say, .prompt .told, .prompt .acts")) {
    if (one.scrollWidth > one.clientWidth + near || one.scrollHeight > one.clientHeight + 3) if (getComputedStyle(one).display !== "inline") found.push(`cut: “${one.textContent.trim()}” in ${one.className}`);
  }
  return [...new Set(found)];
}

/** Where the prompt, the hand and what stays above what scrolls lie. */
function places() {
  return [...document.querySelectorAll(".prompt, .seats, .a-hand, .a-stage")].map((one) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    // The hand grows upwards, and what stands above downwards, to what it once needed.
    return `${one.className.split(" ").slice(0, 2).join(" ")}: ${Math.round(left)} ${Math.round(one.matches(".a-hand") ? bottom : top)}`;
  });
}

const TOUCH = { isMobile: true, hasTouch: true };
const GAMES = [
  ["parbourg", 3, "fr-FR", PHONE],
  ["sept-blasons", 4, "fr-FR", { width: 740, height: 360, ...TOUCH }],
  ["malin", 6, "en-GB", { width: 768, height: 1024, ...TOUCH }],
  ["richelieu", 2, "fr-FR", { width: 1440, height: 900, hasTouch: true }],
];
const OF_THE_NIGHT = [
  ["richelieu", 3, "fr-FR", PHONE],
  ["malin", 4, "fr-FR", PHONE],
  ["sept-blasons", 7, "fr-FR", PHONE],
  ["sept-blasons", 4, "en-GB", PHONE],
  ["parbourg", 6, "en-GB", { width: 740, height: 360, ...TOUCH }],
  ["parbourg", 4, "en-GB", { width: 1440, height: 900, hasTouch: true }],
];
if (NIGHT) GAMES.push(...OF_THE_NIGHT);

for (const [game, players, locale, size] of GAMES) {
  test(`${game} at ${size.width} px: nothing is too wide, nothing leaves its place, nothing jumps`, async (test) => {
    // Of its own: the deal does not depend on the games before.
    const service = await serve();
    test.after(service.stop);
    const page = await visit(browser, service.base, { ...size, locale });
    const made = await seated(page, service.base, game, players);
    await turn(page);
    // From here on: the game. What is measured begins with its page.
    await page.addInitScript(measured);
    await page.reload();
    const pick = chance(7);
    let decisions = 0;
    let first;
    for (; await turn(page); decisions += 1) {
      assert.ok(decisions < 1000, "the game ends");
      await drawn(page);
      assert.deepEqual(await page.evaluate(faults, size), [], `decision ${decisions + 1}`);
      first ??= await page.evaluate(places);
      assert.deepEqual(await page.evaluate(places), first, `decision ${decisions + 1}: all is where it was`);
      const at = await page.evaluate((chosen) => {
        const choices = [...document.querySelectorAll("[data-choice]:not([disabled]):not([aria-disabled=true])")];
        const one = choices[Math.floor(chosen * choices.length)];
        one.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      }, pick(1000) / 1000);
      // A card that lies over another may be tapped in its place: then nothing follows but a word, and the next tap comes.
      await page.touchscreen.tap(...at);
      await drawn(page);
    }
    await drawn(page);
    assert.ok(decisions > 8, `${decisions} decisions`);
    assert.deepEqual(await page.evaluate(faults, size), [], "the end");
    const widest = await page.evaluate(() => globalThis.widest);
    assert.ok(widest <= size.width, `between decisions the page was ${widest} px wide`);
    await nothingJumps(page);
    await verified(service.base, made.id, made.deal_commitment);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("a hand that somebody looks into opens where it can be read, and nothing jumps far", async (test) => {
  const service = await serve();
  test.after(service.stop);
  const page = await visit(browser, service.base, { width: 1440, height: 900, locale: "fr-FR" });
  await page.addInitScript(measured);
  // Each look opens another stream, too. However long a busy machine takes for it, nothing is said of that above the table.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (act, ms, ...given) => setTimeout(act, ms === 2_000 ? 600_000 : ms, ...given);
  });
  // Whose hands are seen, from the next look at the game on.
  let seen = [];
  await page.route(/\/v1\/games\/[^/]+(\?.*)?$/, async (route) => {
    const state = await (await route.fetch()).json();
    const { zones } = state.layout;
    const cards = zones["hand:0"].map((thing) => ({ known: typeof thing === "string" ? thing : (thing.open ?? thing.known) }));
    await route.fulfill({ json: { ...state, layout: { ...state.layout, zones: { ...zones, ...Object.fromEntries(seen.map((seat) => [`hand:${seat}`, cards])) } } } });
  });
  await seated(page, service.base, "parbourg", 4);
  await turn(page);
  await page.locator(".conn.ok").waitFor();
  let before = (await shiftsOf(page)).flat().length;
  for (const next of [[1], [1, 2], [1, 2, 3], [2, 3], []]) {
    seen = next;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    for (const seat of [1, 2, 3]) await page.locator(`[data-zone="hand:${seat}"] .piece${seen.includes(seat) ? ":not(.back)" : ".back"}`).first().waitFor();
    const all = (await shiftsOf(page)).flat();
    const now = all.slice(before);
    before = all.length;
    const sum = now.reduce((sum, { value }) => sum + value, 0);
    assert.ok(sum <= MOST_SHIFTED, `hands of ${seen}: ${sum} has shifted:\n${now.map(({ told }) => told).join("\n")}`);
  }
  assert.deepEqual(page.faults, []);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a second refusal stands at its own place, and the first has not moved there", async (test) => {
  const service = await serve();
  test.after(service.stop);
  const page = await visit(browser, service.base, { ...PHONE, locale: "fr-FR" });
  await seated(page, service.base, "sept-blasons", 4);
  await turn(page);
  await page.addInitScript(measured);
  await page.reload();
  await turn(page);
  await drawn(page);
  // What cannot be chosen and lies farthest from a place, where no callout covers it.
  const farthest = (from) =>
    page.evaluate(([x, y]) => {
      const dark = ".piece[data-at]:not(button)";
      const middles = [...document.querySelectorAll(dark)].map((one) => one.getBoundingClientRect()).map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
      const seen = middles.filter((at) => document.elementFromPoint(...at)?.closest(dark));
      return seen.sort((one, other) => Math.hypot(other[0] - x, other[1] - y) - Math.hypot(one[0] - x, one[1] - y))[0];
    }, from);
  const places = [];
  for (let at = [0, 0]; places.length < 2; ) {
    at = await farthest(at);
    assert.ok(at, "something is seen that cannot be chosen");
    // The reason comes from the service and takes the place of what was said at once.
    const reason = page.waitForResponse((answer) => answer.url().includes("/moves/validation"));
    await page.touchscreen.tap(...at);
    await page.locator(".callout.floats").waitFor();
    await (await reason).finished();
    await drawn(page);
    places.push(await page.evaluate(() => [".beside", ".callout.floats"].map((name) => document.querySelector(name).getAttribute("style")).join(" ")));
  }
  assert.notEqual(places[0], places[1], "each stands beside what was tapped");
  const shifts = (await shiftsOf(page)).flat();
  // One that grows where it stands, as its reason comes, moves its upper edge by a line or two.
  assert.deepEqual(shifts.filter(({ value, told }) => told.includes("callout") && value > 0.05), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
