/** What the live regions say: politely, or at once. */
export const said = $state({ polite: "", assertive: "" });

/** Says a sentence to who listens. */
export function announce(text: string, at: "polite" | "assertive" = "polite"): void {
  // The same sentence twice is news, too: a live region speaks when its text changes.
  said[at] = said[at] === text ? `${text}\u200b` : text;
}
