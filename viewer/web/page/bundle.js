/**
 * Bundles and minifies the page into ../built, or another folder, as a server and a site deliver it: `make page` runs it
 * with deno, which gets esbuild. Each entry becomes a script, because a page opened from a disk loads no modules. The style
 * and the head are in the page itself, so that one answer is enough to paint it.
 */

import * as esbuild from "npm:esbuild@0.25.5";
import { modules } from "./entries/common.js";
import * as english from "./words/en.js";

const HERE = new URL(".", import.meta.url).pathname;
const BUILT = `${Deno.args[0] ?? `${HERE}../built`}/`;
const SCRIPTS = ["page", "site", "play", "explore", "games", "kinds", "lines", "more", "proofs", "ranges", "search", "de"];
const WHOLE = ["head", "dress", "page", "site", "../answers/search_worker"]; // the others take what they share with the page from it
const DRESSED = ["play", "explore", "games", "kinds", "lines", "more"]; // scripts with a style of their own in them
const COPIED = ["icon.svg", "sw.js", "worker.js"];

/** Makes a script take modules from the page's script if they are in it. @type {esbuild.Plugin} */
const common = {
  name: "common",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const name = path.slice(HERE.length);
      return name in modules ? { contents: `module.exports = globalThis.oxobook.modules["${name}"]` } : undefined;
    });
  },
};

/** A script bundled from its entry. @param {string} name */
async function bundled(name) {
  const made = await esbuild.build({ entryPoints: [`${HERE}entries/${name}.js`], bundle: true, minify: true, format: "iife", target: "es2023", charset: "utf8", write: false, plugins: WHOLE.includes(name) ? [] : [common] });
  return made.outputFiles[0].text;
}

/** The kernel of the search: the script of its worker, and its module, packed by zlib, in base64. */
async function kernel() {
  const packed = new Blob([await Deno.readFile(`${HERE}answers/search.wasm`)]).stream().pipeThrough(new CompressionStream("deflate"));
  return { source: await bundled("../answers/search_worker"), module: (await new Response(packed).bytes()).toBase64() };
}

/** A style sheet minified. @param {string} name */
async function style(name) {
  const made = await esbuild.transform(await Deno.readTextFile(HERE + name), { loader: "css", minify: true, charset: "utf8" });
  return made.code;
}

/** The page with the English words in it, its style and its head inside, and its scripts. @param {string} head @param {string[]} scripts */
async function page(head, ...scripts) {
  const words = /** @type {Record<string, unknown>} */ (Object.assign({}, ...Object.values(english)));
  const [css, inside] = [(await style("style.css")).trim(), (await bundled(head)).trim()];
  return (await Deno.readTextFile(`${HERE}index.html`))
    .replace(/data-label="(\w+)"/g, (whole, name) => `${whole} aria-label="${words[name]}"`)
    .replace(/data-text="(\w+)"[^>]*>/g, (whole, name) => whole + words[name])
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${css}</style>`)
    .replace('<script src="head.js"></script>', () => `<script>${inside}</script>`)
    .replace('<script defer src="page.js"></script>', scripts.map((name) => `<script defer src="${name}"></script>`).join("\n"))
    .replace('href="icon.svg"', `href="data:image/svg+xml,${(await Deno.readTextFile(`${HERE}icon.svg`)).trim().replaceAll('"', "'").replaceAll("#", "%23")}"`)
    .replace(/^\s+/gm, "");
}

/** The digest of all sources, with which a test checks that the bundles are made from them. */
async function digest() {
  const names = [];
  for (const folder of ["", "answers/", "draw/", "entries/", "game/", "panels/", "words/"]) {
    for (const { isFile, name } of Deno.readDirSync(HERE + folder)) if (isFile && /\.(js|css|html|svg)$/.test(name)) names.push(folder + name);
  }
  const texts = names.sort().map((name) => `${name}\0${Deno.readTextFileSync(HERE + name)}\0`);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("")));
  return new Uint8Array(hash).toHex();
}

await Deno.mkdir(BUILT, { recursive: true });
const files = { "index.html": await page("head", "page.js"), "site.html": await page("dress", "known.js", "site.js"), "later.css": await style("later.css"), sources: `${await digest()}\n` };
for (const [name, content] of Object.entries(files)) await Deno.writeTextFile(BUILT + name, content);
for (const name of SCRIPTS) await Deno.writeTextFile(`${BUILT}${name}.js`, (DRESSED.includes(name) ? `oxobook.wear(${JSON.stringify(await style(`${name}.css`))});\n` : "") + await bundled(name));
await Deno.writeTextFile(`${BUILT}search.js`, `oxobook.parts.kernel = ${JSON.stringify(await kernel())};\n`, { append: true });
for (const name of COPIED) await Deno.copyFile(HERE + name, BUILT + name);
await esbuild.stop();
