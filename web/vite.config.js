import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The drawings stand in the page once, so that every `<use href="#id">` finds them without a request.
const sprite = {
  name: "sprite",
  transformIndexHtml: (html) => html.replace("<!--sprite-->", readFileSync("src/sprite.svg", "utf8")),
};

// The dark colours stand once: here they are repeated for dark systems where nothing is chosen.
const dark = {
  name: "dark",
  enforce: "pre",
  transform(code, id) {
    const twice = (block, colours) => `${block}\n@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) ${colours} }`;
    return id.endsWith("/tokens.css") ? code.replace(/:root\[data-theme="dark"\] (\{[^}]*\})/, twice) : undefined;
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), sprite, dark],
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
