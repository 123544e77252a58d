/**
 * Bundles the page into ../built, or another folder: `make page` runs it with deno, which gets
 * esbuild and Preact. Styles stand in the page itself, so that it is painted at once.
 */

import * as esbuild from "esbuild";

const HERE = new URL(".", import.meta.url).pathname;
const BUILT = `${Deno.args[0] ?? `${HERE}../built`}/`;
const COPIED = [
  "icon.svg",
  "icon-512.png",
  "manifest.webmanifest",
  "preview.png",
  "searched.d.ts",
  "strategy.d.ts",
  "sw.js",
  "worker.js",
];
const LICENCE = {
  js: "/*! Preact and its signals: Copyright (c) 2015-present Jason Miller, 2022-present " +
    "Preact Team, MIT License */",
};

/** A script bundled from the text of its entry; with the format `esm` a module. */
async function bundled(contents: string, options: esbuild.BuildOptions = {}) {
  const made = await esbuild.build({
    stdin: { contents, resolveDir: HERE, loader: "ts" },
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { BOARD_STYLE: JSON.stringify(await minified(["board/board.css"])) },
    ...options,
    write: false,
  });
  return made.outputFiles[0].text;
}

/** The kernel of the search: its worker's script, and its module, packed by zlib, in base64. */
async function kernel() {
  const packed = new Blob([await Deno.readFile(`${HERE}answers/search.wasm`)]).stream().pipeThrough(
    new CompressionStream("deflate"),
  );
  return {
    source: await bundled('import "./answers/search_worker.ts";'),
    module: (await new Response(packed).bytes()).toBase64(),
  };
}

/** Style sheets, minified. */
async function minified(names: string[]) {
  const all = await Promise.all(names.map((name) => Deno.readTextFile(HERE + name)));
  const { code } = await esbuild.transform(all.join(""), { loader: "css", minify: true });
  return code.trim();
}

/** The page with its style and its icon in it. */
async function page() {
  const icon = (await Deno.readTextFile(`${HERE}icon.svg`)).trim().replaceAll('"', "'")
    .replaceAll("#", "%23");
  const inside = {
    '<link rel="stylesheet" href="style.css">': `<style>${await minified([
      "style.css",
      "board/board.css",
    ])}</style>`,
    'href="icon.svg"': `href="data:image/svg+xml,${icon}"`,
  };
  let made = await Deno.readTextFile(`${HERE}index.html`);
  for (const [before, after] of Object.entries(inside)) made = made.replace(before, () => after);
  return made;
}

/** The digest of all sources, with which a test checks that the bundles are made from them. */
async function digest() {
  const names = [];
  for (const folder of ["", "answers/", "board/", "game/", "parts/", "words/"]) {
    for (const { isFile, name } of Deno.readDirSync(HERE + folder)) {
      if (isFile && /\.(tsx?|js|json|css|html|svg)$/.test(name)) names.push(folder + name);
    }
  }
  const texts = names.sort().map((name) => `${name}\0${Deno.readTextFileSync(HERE + name)}\0`);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("")));
  return new Uint8Array(hash).toHex();
}

await Deno.mkdir(BUILT, { recursive: true });
const searching = await kernel();
const files = {
  "index.html": await page(),
  "page.js": await bundled('import "./main.tsx";', { banner: LICENCE }),
  "board.js": await bundled('import "./embed.tsx";', { banner: LICENCE }),
  "de.js": await bundled('import de from "./words/de.json"; oxobook.language = de;'),
  "lessons.js": await bundled(
    'import lessons from "./game/lessons.json"; oxobook.lessons = lessons;',
  ),
  "proof.js": await bundled(
    'import { Certificate } from "./answers/certificate.ts"; oxobook.certificate = Certificate;',
  ),
  "search.js": `oxobook.kernel = ${JSON.stringify(searching)};\n`,
  "searched.js": await bundled('export * from "./searched.ts";', {
    format: "esm",
    define: { KERNEL: JSON.stringify(searching.module) },
  }),
  "strategy.js": await bundled('export * from "./strategy.ts";', { format: "esm" }),
  sources: `${await digest()}\n`,
};
for (const [name, content] of Object.entries(files)) {
  await Deno.writeTextFile(BUILT + name, content);
}
for (const name of COPIED) await Deno.copyFile(HERE + name, BUILT + name);
await esbuild.stop();
