// Where a long word may break: French words, as the names of cards are, have a soft hyphen between their syllables. It is
// seen only where the word does break.

const VOWEL = "aeiouyàâäéèêëîïôöùûüœ";
const CONSONANT = "bcdfghjklmnpqrstvwxzç";
/** Consonants that stay together: `bl`, `ch`, `gn`, `qu`. */
const PAIR = "[bcdfgptv][lr]|[cpst]h|gn|qu|gu";
const NEXT = `(?=(?:${PAIR}|[${CONSONANT}])[${VOWEL}])`;
const BREAK = new RegExp(`[${VOWEL}]${NEXT}|[${VOWEL}][${CONSONANT}]${NEXT}`, "giu");
/** Shorter words stay whole. */
const LEAST = 6;

/** The text with soft hyphens; two letters of a word stay together at its beginning, three at its end. */
export const soft = (text: string): string => text.replace(/\p{L}+/gu, (word) => (word.length < LEAST ? word : word.replace(BREAK, (part, at: number) => (inside(word, at + part.length) ? `${part}\u00ad` : part))));

const inside = (word: string, at: number): boolean => at >= 2 && at <= word.length - 3;
