/**
 * What everything that may scroll has, at every width and in every font, whether it scrolls there or not: it is reached by
 * keyboard, and it says what it is.
 */
export const scrolls = (label: string, role: "region" | "group" | "complementary" = "region") => ({ role, "aria-label": label, tabindex: 0 }) as const;
