import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The drawings stand in the page once, so that every `<use href="#id">` finds them without a request.
const sprite = {
  name: "sprite",
  transformIndexHtml: (html) => html.replace("<!--sprite-->", readFileSync("src/sprite.svg", "utf8")),
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), sprite],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  // `npx vite` beside a running service.
  server: { proxy: { "/v1": process.env.TAPIS_BASE ?? "http://127.0.0.1:8080" } },
});
