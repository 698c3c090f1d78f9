// Whole games by what a screen reader is told, and by nothing else: the tree of names and roles, and the live region.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, changes, chance, NIGHT, seated, serve, turn, verified, visit } from "./harness.js";

let browser;
before(async () => {
  browser = await browse();
});
after(async () => browser?.close());

/** What leads away from the choice, or is no choice of the game. */
const ASIDE = /^(Back|Last trick|This trick)/;

/** What is told below a node: role and name, and what it is in the page. */
function told(nodes, from) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const found = [];
  const walk = (node, within) => {
    const [role, name] = [node.role?.value ?? "", node.name?.value ?? ""];
    const off = (node.properties ?? []).some((one) => one.name === "disabled" && one.value.value);
    if (!node.ignored) found.push({ role, name, off, within, dom: node.backendDOMNodeId });
    const named = !node.ignored && name && ["group", "region", "list", "listitem"].includes(role) ? [...within, name] : within;
    for (const id of node.childIds ?? []) if (byId.has(id)) walk(byId.get(id), named);
  };
  walk(from, []);
  return found;
}

async function tree(devtools) {
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const table = nodes.find((node) => !node.ignored && node.role?.value === "region" && node.name?.value === "Table");
  assert.ok(table, "a region that is the table");
  return told(nodes, table);
}

/** Presses what has a name, as one would who is led there by a screen reader. */
async function press(page, devtools, { dom }) {
  await devtools.send("DOM.focus", { backendNodeId: dom });
  await page.keyboard.press("Enter");
}

const GAMES = [["richelieu", 2], ["malin", 3], ...(NIGHT ? [["sept-blasons", 3], ["parbourg", 2]] : [])];

for (const [game, players] of GAMES) {
  test(`${game} is played to the end by what a screen reader is told`, async (test) => {
    // Of its own: the deal does not depend on the games before.
    const service = await serve();
    test.after(service.stop);
    const page = await visit(browser, service.base);
    const made = await seated(page, service.base, game, players);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Accessibility.enable");
    await devtools.send("DOM.enable");
    const pick = chance(29);
    const spoken = new Set();
    let presses = 0;
    for (; await turn(page); presses += 1) {
      assert.ok(presses < 1000, "the game ends");
      const all = await tree(devtools);
      const choices = all.filter(({ role, name, off }) => role === "button" && !off && !ASIDE.test(name));
      assert.ok(choices.length > 0, "something can be chosen");
      for (const { name } of choices) assert.ok(name.trim(), `a choice without a name at ${presses}`);
      // Alike are only things that are alike: in one place no name leads to two different things.
      if (game === "richelieu") {
        const names = choices.map(({ name, within }) => [...within, name].join(" › "));
        assert.equal(new Set(names).size, names.length, names.sort().join("\n"));
      }
      if (players > 2 && game !== "richelieu") assert.ok(all.some(({ role, name }) => role === "region" && name === "Your hand"), "the hand is called so");
      spoken.add(await page.evaluate(() => document.querySelector("[aria-live=polite]").textContent));
      await changes(page, () => press(page, devtools, choices[pick(choices.length)]));
    }
    await page.waitForFunction(() => /win/.test(document.querySelector("[aria-live=polite]").textContent));
    assert.ok(spoken.size > 3, "what happens is said");
    await verified(service.base, made.id, made.deal_commitment);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
