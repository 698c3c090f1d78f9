import { serve, browse, visit, seated, playByClicks, chance, call } from "./harness.js";
const service = await serve(); const browser = await browse();
const { items } = await call(service.base, "GET", "/v1/rulesets");
for (const { game, players } of items) {
  const page = await visit(browser, service.base, { locale: players.min % 2 ? "fr-FR" : "en-GB" });
  const t=Date.now();
  const made = await seated(page, service.base, game, players.min);
  try { const taps = await playByClicks(page, chance(7)); console.log(game, "ok", taps, Date.now()-t); }
  catch (e) {
    console.log(game, String(e).slice(0,80), Date.now()-t);
    const r = await fetch(`${service.base}/v1/games/${made.id}?view=layout`, { headers: { authorization: `Bearer ${made.seats[0].token}` } });
    const s = await r.json(); console.log(JSON.stringify({ turn: s.turn, you: s.you, version: s.version, status: s.status, legal: s.legal_moves?.slice(0,3), seats: s.seats }));
    console.log(await page.locator(".prompt").innerText());
    await page.screenshot({ path: "/tmp/stall.png" });
    await new Promise((d) => setTimeout(d, 3000));
    const s2 = await (await fetch(`${service.base}/v1/games/${made.id}?view=layout`, { headers: { authorization: `Bearer ${made.seats[0].token}` } })).json(); console.log(s2.version, JSON.stringify(s2.turn));
  }
  await page.context().close();
}
await browser.close(); await service.stop();
