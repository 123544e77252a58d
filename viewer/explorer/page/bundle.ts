/**
 * Bundles the page into ../built, or another folder: `make page` runs it with deno, which gets
 * esbuild. What is painted first stands in the page itself.
 */

import * as esbuild from "npm:esbuild@0.25.5";
import { en } from "./words/en.ts";

const HERE = new URL(".", import.meta.url).pathname;
const BUILT = `${Deno.args[0] ?? `${HERE}../built`}/`;
const COPIED = [
  "icon.svg",
  "icon-512.png",
  "manifest.webmanifest",
  "preview.png",
  "sw.js",
  "worker.js",
];
// where the style sheet is cut: the page has its end at its end
const LATER = "/* what is painted later */";

/** A script bundled from the text of its entry. */
async function bundled(contents: string) {
  const made = await esbuild.build({
    stdin: { contents, resolveDir: HERE },
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    write: false,
  });
  return made.outputFiles[0].text;
}

/**
 * The kernel of the search: the script of its worker, and its module, packed by zlib, in base64.
 */
async function kernel() {
  const packed = new Blob([await Deno.readFile(`${HERE}answers/search.wasm`)]).stream().pipeThrough(
    new CompressionStream("deflate"),
  );
  return {
    source: await bundled('import "./answers/search_worker.ts";'),
    module: (await new Response(packed).bytes()).toBase64(),
  };
}

/** A style sheet minified, as an element. */
async function style(text: string) {
  const made = await esbuild.transform(text, { loader: "css", minify: true, charset: "utf8" });
  return `<style>${made.code.trim()}</style>`;
}

/** The page with the English words in it, its style, and its first script. */
async function page() {
  const words = en as Record<string, unknown>,
    [first, later] = (await Deno.readTextFile(`${HERE}style.css`)).split(LATER);
  const inside = {
    '<link rel="stylesheet" href="style.css">': await style(first),
    '<link rel="stylesheet" href="style.css" class="later">': await style(later),
    '<script src="first_paint.js"></script>': `<script>${
      (await bundled('import "./first_paint.ts";')).trim()
    }</script>`,
    'href="icon.svg"': `href="data:image/svg+xml,${
      (await Deno.readTextFile(`${HERE}icon.svg`)).trim().replaceAll('"', "'").replaceAll(
        "#",
        "%23",
      )
    }"`,
  };
  let made = await Deno.readTextFile(`${HERE}index.html`);
  for (const [before, after] of Object.entries(inside)) made = made.replace(before, () => after);
  return made.replace(
    /data-label="(\w+)"/g,
    (whole, name) => `${whole} aria-label="${words[name]}"`,
  )
    .replace(/data-text="(\w+)"[^>]*>/g, (whole, name) => whole + words[name]).replace(
      /^\s+/gm,
      "",
    );
}

/** The digest of all sources, with which a test checks that the bundles are made from them. */
async function digest() {
  const names = [];
  for (const folder of ["", "answers/", "draw/", "game/", "panels/", "words/"]) {
    for (const { isFile, name } of Deno.readDirSync(HERE + folder)) {
      if (isFile && /\.(ts|js|json|css|html|svg)$/.test(name)) names.push(folder + name);
    }
  }
  const texts = names.sort().map((name) => `${name}\0${Deno.readTextFileSync(HERE + name)}\0`);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("")));
  return new Uint8Array(hash).toHex();
}

await Deno.mkdir(BUILT, { recursive: true });
const files = {
  "index.html": await page(),
  "page.js": await bundled('import "./main.ts";'),
  "de.js": await bundled('import { de } from "./words/de.ts"; oxobook.language = de;'),
  "lessons.js": await bundled(
    'import lessons from "./game/lessons.json"; oxobook.lessons = lessons;',
  ),
  "matrix.js": await bundled(
    'import { matrixOf } from "./draw/matrix.ts"; oxobook.matrix = matrixOf;',
  ),
  "proof.js": await bundled(
    'import { Certificate } from "./answers/certificate.ts"; oxobook.certificate = Certificate;',
  ),
  "search.js": `oxobook.kernel = ${JSON.stringify(await kernel())};\n`,
  sources: `${await digest()}\n`,
};
for (const [name, content] of Object.entries(files)) {
  await Deno.writeTextFile(BUILT + name, content);
}
for (const name of COPIED) await Deno.copyFile(HERE + name, BUILT + name);
await esbuild.stop();
