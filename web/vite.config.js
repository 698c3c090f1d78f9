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
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // No hash in a name: a change touches the files it is about. The service puts the hash of all into their addresses.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name].[ext]",
        minifyInternalExports: false,
      },
    },
  },
  // `npx vite` beside a running service.
  server: { proxy: { "/v1": process.env.TAPIS_BASE ?? "http://127.0.0.1:8080" } },
});
