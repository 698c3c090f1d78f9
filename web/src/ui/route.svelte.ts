// Where in the pages we are. The address lies behind `#`: the service then has one page to serve, and the ticket of an
// invitation is never sent to it as a part of an address, where logs and proxies would see it.

/** The page and what follows it: `#/game/<id>` is `game` with one part. */
export const place = $state({ page: "lobby", parts: [] as string[] });

function read(): void {
  const [page = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  place.page = page || "lobby";
  place.parts = parts;
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

addEventListener("hashchange", () => {
  read();
  scrollTo(0, 0);
  // Who reads with a screen reader or moves by keyboard starts at the new page's content.
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
});
read();
