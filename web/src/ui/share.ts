// Handing on the address of what is looked at.

import { words } from "../i18n/index.svelte";
import { announce } from "./announce.svelte";
import { remember } from "./route.svelte";

/** Shares an address of the pages, or copies it where the browser shares nothing; the browser's own becomes it. Whether it was copied. */
export async function share(place: string): Promise<boolean> {
  const url = location.href.split("#")[0] + place;
  let copied = false;
  try {
    if (navigator.share) await navigator.share({ title: document.title, url });
    else {
      await navigator.clipboard.writeText(url);
      announce(words().copied);
      copied = true;
    }
  } catch {
    // Not wanted, or not allowed: the address of the page is the same one.
  }
  remember(place);
  return copied;
}
