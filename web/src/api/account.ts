// The login of an app whose players the operator takes (docs/players.md). The app leads here with `#/login/<JWT>`; it is kept until
// the tab is closed.

import { areaOf, recall, store } from "../ui/storage";
import { serviceNow } from "./client";

const area = (): Storage | undefined => areaOf("sessionStorage");
const [, led] = /^#\/login\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(location.hash) ?? [];
if (led) {
  store("login", led, area());
  // It does not stay in the history.
  history.replaceState(undefined, "", "#/");
}

/** Who is logged in here, as `bearer` takes it. A login that has ended is none. */
export function login(): string | undefined {
  const jwt = recall("login", "", area());
  try {
    const { exp } = JSON.parse(atob((jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
    return exp * 1_000 > serviceNow() ? jwt : undefined;
  } catch {
    return undefined;
  }
}
