// Server-sent events, read with `fetch`: a browser's `EventSource` cannot send a token.

import { bearer, good, type Schemas, type Service } from "./service.js";

/** The events of a game as the bearer of `token` may know them, those after the version `known`, to the end of the game. */
export async function* events(service: Service, id: string, token: string | undefined, known: number) {
  const stream = await good(
    service.GET("/v1/games/{id}/events", {
      params: { path: { id }, header: { "Last-Event-ID": `${known}` } },
      headers: { ...bearer(token), Accept: "text/event-stream" },
      parseAs: "stream",
    }),
  );
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").filter((line) => line.startsWith("data:"));
      // A block without data is a heartbeat.
      if (data.length === 0) continue;
      const event: Schemas["GameEvent"] = JSON.parse(data.map((line) => line.slice(5).trim()).join("\n"));
      yield event;
    }
  }
}
