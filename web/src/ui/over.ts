// What lies over a page: sheets, menus, questions. “Back” closes the uppermost of them, and leaves the page only where nothing is
// open. One entry of the history stands for all of them; it goes with the last.

interface Entry {
  over?: boolean;
}
const isOver = (): boolean => (history.state as Entry | null)?.over === true;

const open: (() => void)[] = [];
/** The entry is there, and we are at it. */
let kept = false;
/** The way back from the entry has begun, and `popstate` has not come. What opens meanwhile has its entry afterwards. */
let leaving = false;

/** What closes and what opens in one breath is one change. */
function settle(): void {
  if (leaving) return;
  if (open.length > 0 && !kept) {
    history.pushState({ over: true } satisfies Entry, "");
    kept = true;
  } else if (open.length === 0 && kept) {
    kept = false;
    // A link has led on meanwhile: there is nothing to go back from.
    leaving = isOver();
    if (leaving) history.back();
  }
}

addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    settle();
  } else if (isOver()) {
    // An entry that nothing stands behind: somebody comes back to it from another page.
    if (open.length === 0) history.back();
  } else if (kept) {
    kept = false;
    open.at(-1)?.();
    setTimeout(settle);
  }
});
if (isOver()) history.back();

/** Something lies over the page, and `close` takes it away. What it answers is called when it is gone. */
export function over(close: () => void): () => void {
  open.push(close);
  setTimeout(settle);
  return () => {
    open.splice(open.indexOf(close), 1);
    setTimeout(settle);
  };
}

/** A menu that opens below its heading lies over the page as well. */
export function menu(element: HTMLDetailsElement): () => void {
  let gone: (() => void) | undefined;
  const look = (): void => {
    gone?.();
    gone = element.open ? over(() => (element.open = false)) : undefined;
  };
  element.addEventListener("toggle", look);
  return () => {
    element.removeEventListener("toggle", look);
    gone?.();
  };
}
