// Choices that look like chance and are the same each time.

/** One of a list, which the number decides: the same deal and the same numbers make the same game. */
export function choice<T>(list: T[], number: number): T | undefined {
  let mixed = Math.imul(number + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return list[((mixed ^ (mixed >>> 13)) >>> 0) % list.length];
}
