/** Bundles the page into ../built, or another folder: `make page` runs it with deno, which gets esbuild. Style and head stand in the page, to be painted at once. */

import * as esbuild from "npm:esbuild@0.25.5";
import * as english from "./words/en.ts";

const HERE = new URL(".", import.meta.url).pathname;
const BUILT = `${Deno.args[0] ?? `${HERE}../built`}/`;
/** Modules of the page's script that scripts on demand take from it, so that they have no copies. */
const COMMON = [
  "answers/answer.ts", "draw/board.ts", "draw/elements.ts", "draw/pieces.ts", "game/game.ts", "game/ladder.ts", "game/link.ts", "game/rules.ts",
  "game/settings.ts", "game/story.ts", "game/tactics.ts", "game/tree.ts", "words/say.ts", "words/text.ts", "shared.ts",
];
/** Scripts on demand: what each exports, by module; the panels of a mode in the order in which they are drawn. */
const PARTS: Record<string, Record<string, string>> = {
  play: { "panels/ending.ts": "ending", "panels/opponents.ts": "opponents" },
  explore: { "panels/seats.ts": "seats", "panels/moves.ts": "moves", "panels/chart.ts": "chart", "panels/folds.ts": "folds", "panels/views.ts": "views" },
  games: { "panels/chooser.ts": "Chooser" },
  kinds: { "draw/kinds.ts": "beam, place", "panels/signs.ts": "signs" },
  lines: { "panels/counts.ts": "counts", "panels/lines.ts": "lines" },
  more: { "game/puzzles.ts": "nextPuzzle", "panels/classroom.ts": "Classroom", "panels/pictures.ts": "Pictures", "panels/settings.ts": "openSettings, sound", "panels/setup.ts": "Setup" },
  proofs: { "answers/certificate.ts": "Certificate", "answers/proved_books.ts": "answerFor" },
  ranges: { "answers/large_books.ts": "LargeBooks", "answers/range_book.ts": "RangeBook", "game/rules.ts": "rulesOf" },
  search: { "answers/first_plies.ts": "FirstPlies", "answers/searched_books.ts": "SearchedBooks", "game/rules.ts": "rulesOf" },
  de: { "words/de.ts": "de" },
};
const STYLED = ["play", "explore", "games", "kinds", "lines", "more"]; // scripts with a style of their own in them
const COPIED = ["icon.svg", "sw.js", "worker.js"];

/** Makes a script take modules from the page's script if they are in it. */
const common: esbuild.Plugin = {
  name: "common",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const number = COMMON.indexOf(path.slice(HERE.length));
      return number < 0 ? undefined : { contents: `module.exports = globalThis.oxobook.modules[${number}]` };
    });
  },
};

/** A script bundled from the text of its entry. */
async function bundled(contents: string, ...plugins: esbuild.Plugin[]) {
  const made = await esbuild.build({ stdin: { contents, resolveDir: HERE }, bundle: true, minify: true, format: "iife", target: "es2023", charset: "utf8", write: false, plugins });
  return made.outputFiles[0].text;
}

/** The script of a page, with the modules that others take from it. */
const core = (entry: string) => bundled([
  ...COMMON.map((path, number) => `import * as common${number} from "./${path}";`), `import "./entries/${entry}.ts";`,
  `common${COMMON.indexOf("shared.ts")}.shared.modules = [${COMMON.map((_, number) => `common${number}`)}];`,
].join("\n"));

/** A script on demand: its exports, its texts in English, and its style. */
async function part(name: string) {
  const exported = Object.entries(PARTS[name]), words = `en${name[0].toUpperCase()}${name.slice(1)}`;
  const script = await bundled([
    ...exported.map(([path, names]) => `import { ${names} } from "./${path}";`), 'import { shared } from "./shared.ts";',
    words in english ? `import { ${words} } from "./words/en.ts"; import { speakMore } from "./words/text.ts"; speakMore(${words});` : "",
    `shared.parts.${name} = { ${Object.values(PARTS[name])} };`,
  ].join("\n"), common);
  return (STYLED.includes(name) ? `oxobook.wear(${JSON.stringify(await style(`${name}.css`))});\n` : "") + script;
}

/** The kernel of the search: the script of its worker, and its module, packed by zlib, in base64. */
async function kernel() {
  const packed = new Blob([await Deno.readFile(`${HERE}answers/search.wasm`)]).stream().pipeThrough(new CompressionStream("deflate"));
  return { source: await bundled('import "./answers/search_worker.ts";'), module: (await new Response(packed).bytes()).toBase64() };
}

/** A style sheet minified. */
async function style(name: string) {
  const made = await esbuild.transform(await Deno.readTextFile(HERE + name), { loader: "css", minify: true, charset: "utf8" });
  return made.code;
}

/** The page with the English words in it, its style and its head inside, and its scripts. */
async function page(head: string, ...scripts: string[]) {
  const words = Object.assign({}, ...Object.values(english)) as Record<string, unknown>;
  const [css, inside] = [(await style("style.css")).trim(), (await bundled(`import "./entries/${head}.ts";`)).trim()];
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
    for (const { isFile, name } of Deno.readDirSync(HERE + folder)) if (isFile && /\.(ts|js|json|css|html|svg)$/.test(name)) names.push(folder + name);
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
