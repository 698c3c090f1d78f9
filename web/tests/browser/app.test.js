// The pages as an app to keep on the phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open, serve, visit } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test("the pages can be kept as an app: a manifest with a name, a start and icons that are there", async () => {
  const html = await (await fetch(`${service.base}/`)).text();
  const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(html);
  const address = new URL(href, `${service.base}/`);
  const answer = await fetch(address);
  assert.equal(answer.headers.get("content-type"), "application/manifest+json");
  const manifest = await answer.json();
  assert.equal(new URL(manifest.start_url, address).href, `${service.base}/`);
  assert.equal(new URL(manifest.scope, address).href, `${service.base}/`);
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(new URL(src, address));
    assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, "image/png"], src);
    const bytes = new DataView(await icon.arrayBuffer());
    assert.equal(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`, sizes, src);
  }
  const page = await visit(browser, service.base);
  await open(page, service.base);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A browser without a profile keeps nothing: that alone may stand in the way.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
