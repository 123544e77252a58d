/**
 * Bundles and minifies the page into ../built, or another folder, as a server and a site deliver it: `make page` runs it
 * with deno, which gets esbuild. Each entry becomes a script, because a page opened from a disk loads no modules. The style
 * and the head are in the page itself, so that one answer is enough to paint it.
 */

import * as esbuild from "npm:esbuild@0.25.5";
import * as english from "./words/en.js";

const HERE = new URL(".", import.meta.url).pathname;
const BUILT = `${Deno.args[0] ?? `${HERE}../built`}/`;
/** Modules of the page's script that scripts on demand take from it, so that they have no copies. */
const COMMON = [
  "answers/answer.js", "draw/board.js", "draw/elements.js", "draw/pieces.js", "game/game.js", "game/ladder.js", "game/link.js", "game/rules.js",
  "game/settings.js", "game/story.js", "game/tactics.js", "game/tree.js", "words/say.js", "words/text.js", "shared.js",
];
/** Scripts on demand: what each exports, by module; the panels of a mode in the order in which they are drawn. @type {Record<string, Record<string, string>>} */
const PARTS = {
  play: { "panels/ending.js": "ending", "panels/opponents.js": "opponents" },
  explore: { "panels/seats.js": "seats", "panels/moves.js": "moves", "panels/chart.js": "chart", "panels/folds.js": "folds", "panels/views.js": "views" },
  games: { "panels/chooser.js": "Chooser" },
  kinds: { "draw/kinds.js": "beam, place", "panels/signs.js": "signs" },
  lines: { "panels/counts.js": "counts", "panels/lines.js": "lines" },
  more: { "game/puzzles.js": "nextPuzzle", "panels/classroom.js": "Classroom", "panels/pictures.js": "Pictures", "panels/settings.js": "openSettings, sound", "panels/setup.js": "Setup" },
  proofs: { "answers/certificate.js": "Certificate", "answers/proved_books.js": "answerFor" },
  ranges: { "answers/large_books.js": "LargeBooks", "answers/range_book.js": "RangeBook", "game/rules.js": "rulesOf" },
  search: { "answers/first_plies.js": "FirstPlies", "answers/searched_books.js": "SearchedBooks", "game/rules.js": "rulesOf" },
  de: { "words/de.js": "de" },
};
const STYLED = ["play", "explore", "games", "kinds", "lines", "more"]; // scripts with a style of their own in them
const COPIED = ["icon.svg", "sw.js", "worker.js"];

/** Makes a script take modules from the page's script if they are in it. @type {esbuild.Plugin} */
const common = {
  name: "common",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const name = path.slice(HERE.length);
      return COMMON.includes(name) ? { contents: `module.exports = globalThis.oxobook.modules["${name}"]` } : undefined;
    });
  },
};

/** A script bundled from the text of its entry. @param {string} contents @param {import("npm:esbuild@0.25.5").Plugin[]} plugins */
async function bundled(contents, ...plugins) {
  const made = await esbuild.build({ stdin: { contents, resolveDir: HERE }, bundle: true, minify: true, format: "iife", target: "es2023", charset: "utf8", write: false, plugins });
  return made.outputFiles[0].text;
}

/** The script of a page, with the modules that others take from it. @param {string} entry */
const core = (entry) => bundled([
  ...COMMON.map((path, number) => `import * as common${number} from "./${path}";`), `import "./entries/${entry}.js";`,
  `common${COMMON.indexOf("shared.js")}.shared.modules = { ${COMMON.map((path, number) => `"${path}": common${number}`)} };`,
].join("\n"));

/** A script on demand: its exports, its texts in English, and its style. @param {string} name */
async function part(name) {
  const exported = Object.entries(PARTS[name]), words = `en${name[0].toUpperCase()}${name.slice(1)}`;
  const script = await bundled([
    ...exported.map(([path, names]) => `import { ${names} } from "./${path}";`), 'import { shared } from "./shared.js";',
    words in english ? `import { ${words} } from "./words/en.js"; import { speakMore } from "./words/text.js"; speakMore(${words});` : "",
    `shared.parts.${name} = { ${Object.values(PARTS[name])} };`,
  ].join("\n"), common);
  return (STYLED.includes(name) ? `oxobook.wear(${JSON.stringify(await style(`${name}.css`))});\n` : "") + script;
}

/** The kernel of the search: the script of its worker, and its module, packed by zlib, in base64. */
async function kernel() {
  const packed = new Blob([await Deno.readFile(`${HERE}answers/search.wasm`)]).stream().pipeThrough(new CompressionStream("deflate"));
  return { source: await bundled('import "./answers/search_worker.js";'), module: (await new Response(packed).bytes()).toBase64() };
}

/** A style sheet minified. @param {string} name */
async function style(name) {
  const made = await esbuild.transform(await Deno.readTextFile(HERE + name), { loader: "css", minify: true, charset: "utf8" });
  return made.code;
}

/** The page with the English words in it, its style and its head inside, and its scripts. @param {string} head @param {string[]} scripts */
async function page(head, ...scripts) {
  const words = /** @type {Record<string, unknown>} */ (Object.assign({}, ...Object.values(english)));
  const [css, inside] = [(await style("style.css")).trim(), (await bundled(`import "./entries/${head}.js";`)).trim()];
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
    for (const { isFile, name } of Deno.readDirSync(HERE + folder)) if (isFile && /\.(js|json|css|html|svg)$/.test(name)) names.push(folder + name);
  }
  const texts = names.sort().map((name) => `${name}\0${Deno.readTextFileSync(HERE + name)}\0`);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("")));
  return new Uint8Array(hash).toHex();
}

await Deno.mkdir(BUILT, { recursive: true });
const files = { "index.html": await page("head", "page.js"), "site.html": await page("dress", "known.js", "site.js"), "later.css": await style("later.css"), sources: `${await digest()}\n` };
for (const [name, content] of Object.entries(files)) await Deno.writeTextFile(BUILT + name, content);
for (const name of ["page", "site"]) await Deno.writeTextFile(`${BUILT}${name}.js`, await core(name));
for (const name of Object.keys(PARTS)) await Deno.writeTextFile(`${BUILT}${name}.js`, await part(name));
await Deno.writeTextFile(`${BUILT}search.js`, `oxobook.parts.kernel = ${JSON.stringify(await kernel())};\n`, { append: true });
for (const name of COPIED) await Deno.copyFile(HERE + name, BUILT + name);
await esbuild.stop();
