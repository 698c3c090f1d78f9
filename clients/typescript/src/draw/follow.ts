// One reader of a game, at a seat or beside the table: draws, animates, narrates, and plays where it is its turn.

import { events } from "../events.js";
import { choice } from "../choice.js";
import { bearer, ensure, good, type Schemas, type Service } from "../service.js";
import { carryOut, type Layout, read, written } from "./layout.js";
import { type Language, paint } from "./paint.js";
import { type Hand, type Move, possible } from "./taps.js";

type State = Schemas["GameState"];
type Sheet = Schemas["TableRow"][];

/** A game, and what all its readers share. */
export interface Game {
  service: Service;
  id: string;
  pieces: Schemas["PiecesOfRuleset"];
  language: Language;
  /** Where lines of the log and pictures go. */
  print: (line: string) => void;
}

/** Follows a game to its end; without a token as a spectator. Answers how much it did. */
export async function follow(game: Game, token?: string) {
  const done = { moves: 0, steps: 0, streams: 0 };
  let state = await look(game, token);
  let version = state.version;
  const layout = read(state.layout);
  const sheets: Sheet[] = [];
  done.moves += await play(game, token);
  while (state.status === "running") {
    done.streams += 1;
    for await (const event of events(game.service, game.id, token, version)) {
      ensure(event.version === version + 1, `event ${event.version} follows ${version}`);
      version = event.version;
      if (event.text) game.print(said(event.text)[game.language]);
      for (const step of event.steps ?? []) sheets.push(...animate(game, layout, step));
      done.steps += event.steps?.length ?? 0;
      // What was carried on is what the service says of that version: a page need not ask, this one makes sure.
      state = await look(game, token, version);
      ensure(written(layout) === written(read(state.layout)), `the steps lead to version ${version} of ${game.id}`);
      ensure(event.kind !== "ply" || event.text !== undefined, "every move has its line in the log");
      const names = state.seats.map(({ name, seat }) => name ?? `${seat}`);
      for (const line of paint(layout, { ...game, names })) game.print(`      ${line}`);
      if (event.turn && event.turn.seat === state.you?.seat) done.moves += await play(game, token);
      // Lines break: the next stream begins after the version that is known.
      if (version % 16 === 0) break;
    }
  }
  const end = await look(game, token);
  ensure(end.status === "finished" && end.result !== undefined, "the game is over");
  // The first round begins with what the seats begin with, where they begin with points.
  const rounds = end.score_sheet?.slice(0, sheets.length).map((rows, at) => rows.slice(-(sheets[at]?.length ?? 0)));
  ensure(JSON.stringify(rounds) === JSON.stringify(sheets), "rounds were told");
  return done;
}

/** The state as a reader may know it, now or as it was at a version. */
function look({ service, id }: Game, token?: string, version?: number): Promise<State> {
  const query = version === undefined ? {} : { version };
  return good(service.GET("/v1/games/{id}", { params: { path: { id }, query }, headers: bearer(token) }));
}

/** Carries the table on by what people see at one time; answers the score sheets of rounds that end with it. */
function animate({ pieces, print, language }: Game, layout: Layout, step: Schemas["TableStep"]): Sheet[] {
  for (const effect of step.effects ?? []) carryOut(layout, effect, pieces);
  for (const { text, sheet } of step.milestones ?? []) {
    print(`  ${said(text)[language]}`);
    for (const { text, points } of sheet ?? []) print(`    ${said(text)[language]}: ${points}`);
  }
  return (step.milestones ?? []).flatMap(({ sheet }) => (sheet ? [sheet] : []));
}

/** Plays a move where there is one to choose: taps what may be tapped, until that makes a move. */
async function play(game: Game, token: string | undefined): Promise<number> {
  const { turn, you, legal_moves: moves, version } = await look(game, token);
  if (you === undefined || turn?.seat !== you.seat || !moves?.length) return 0;
  for (const move of moves as Move[]) if (!move.choose) said(move.text);
  const hand: Hand = { you: you.seat, ownerOf: (tap) => game.pieces.zones[tap.split(/[/#]/)[0] ?? ""]?.owner };
  const picks: string[] = [];
  for (;;) {
    const open = possible(moves, picks, hand);
    const tap = choice(open, 16 * version + picks.length);
    if (tap === undefined) break;
    picks.push(tap);
  }
  const header = { "Idempotency-Key": crypto.randomUUID(), Prefer: "return=minimal" };
  const { response, error } = await game.service.POST("/v1/games/{id}/moves", {
    params: { path: { id: game.id }, header },
    headers: bearer(token),
    body: { picks, version },
  });
  ensure(response.ok, `${picks} makes a move: ${JSON.stringify(error)}`);
  return 1;
}

/** A text, which is there in both languages: so it is where no `lang` asks for one. */
function said(text: Schemas["Text"] | undefined): Schemas["BilingualText"] {
  const told = typeof text === "object" ? text : { en: "", fr: "" };
  ensure(!!told.en && !!told.fr && !/[{}]/.test(told.en + told.fr), `a text in both languages: ${JSON.stringify(text)}`);
  return told;
}
