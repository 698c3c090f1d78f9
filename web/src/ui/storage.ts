// What this browser remembers. It may refuse to (a private window, a full disk): then the page works and forgets.

const PREFIX = "tapis.";

/** What was stored under a name. */
export function recall<T>(name: string, otherwise: T, area: Storage | undefined = areaOf("localStorage")): T {
  try {
    const text = area?.getItem(PREFIX + name);
    return text === null || text === undefined ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Stores a value; nothing takes it away. Whether it is stored. */
export function store(name: string, value: unknown, area: Storage | undefined = areaOf("localStorage")): boolean {
  try {
    if (value === undefined) area?.removeItem(PREFIX + name);
    else area?.setItem(PREFIX + name, JSON.stringify(value));
    return area !== undefined;
  } catch {
    return false;
  }
}

/** An area of storage, where there is one. */
export function areaOf(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
}
