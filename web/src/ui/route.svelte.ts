// Where in the pages we are. The address lies behind `#`: the service then has one page to serve, and the ticket of an
// invitation is never sent to it as a part of an address, where logs and proxies would see it.

/** The page and what follows it: `#/game/<id>?x=1` is `game` with one part and one thing asked for. */
export const place = $state({ page: "lobby", parts: [] as string[], query: {} as Query });

/** What an address asks for beyond its page. */
export type Query = Record<string, string | undefined>;

function read(): void {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/);
  const [page = "", ...parts] = path.split("/").map(decoded);
  place.page = page || "lobby";
  place.parts = parts;
  place.query = Object.fromEntries(new URLSearchParams(query));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Goes to a page. */
export function go(page: string, ...parts: string[]): void {
  location.hash = link(page, ...parts);
}

/** The address of a page. */
export function link(page: string, ...parts: string[]): string {
  return `#/${[page, ...parts.map(encodeURIComponent)].join("/")}`;
}

/** Where the pages show the section of the rules that the service names: `/v1/rulesets/<game>/rules#<anchor>`. */
export function ruleLink(href: string): string | undefined {
  const [, game, anchor] = /\/v1\/rulesets\/([^/]+)\/rules(?:#(.+))?$/.exec(href) ?? [];
  return game && link("rules", game, ...(anchor ? [decoded(anchor)] : []));
}

/** The same address with a query; what is absent or empty is left out. */
export function asking(address: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value) as [string, string][];
  return given.length > 0 ? `${address}?${new URLSearchParams(given)}` : address;
}

/** Writes what is looked at into the address, without leaving the place. */
export function remember(address: string): void {
  history.replaceState(history.state, "", address);
  read();
}

addEventListener("hashchange", () => {
  const before = [place.page, ...place.parts].join("/");
  read();
  if (before === [place.page, ...place.parts].join("/")) return;
  scrollTo(0, 0);
  // Who reads with a screen reader or moves by keyboard starts at the new page's content.
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
});
read();
