// What the package has: everything of a front end that is the same for every game.

export { events } from "./events.js";
export { bearer, good, service, type Schemas, type Service } from "./service.js";
export { type Bag, carryOut, type Layout, read, written } from "./draw/layout.js";
export { type Language, paint, type Paint, word } from "./draw/paint.js";
export { type Hand, type Move, possible } from "./draw/taps.js";
