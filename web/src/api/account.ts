// The login of an app whose players the operator takes (docs/players.md). The app leads here with `#/login/<JWT>`; it is kept until
// the tab is closed.

import { areaOf, recall, store } from "../ui/storage";
import { serviceNow } from "./client";

const area = (): Storage | undefined => areaOf("sessionStorage");
/** Takes the login out of the address, where it does not stay; whether there was one. */
function take(): boolean {
  const [, led] = /^#\/login\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(location.hash) ?? [];
  if (!led) return false;
  store("login", led, area());
  history.replaceState(undefined, "", "#/");
  return true;
}
take();
// An open page shows what was there for whoever was logged in before: it begins anew.
addEventListener("hashchange", () => take() && location.reload());

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
