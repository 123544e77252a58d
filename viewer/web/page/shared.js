/**
 * The global object that the page's scripts share. Each script is bundled by itself, because a page opened from a disk
 * loads no modules; the data beside a site is in this object too.
 */

/** @import { nextPuzzle } from "./game/puzzles.js" */
/** @import { Classroom } from "./panels/classroom.js" */
/** @import { Pictures } from "./panels/pictures.js" */
/** @import { openSettings, sound } from "./panels/settings.js" */
/** @import { Setup } from "./panels/setup.js" */

/** @typedef {{ nextPuzzle: typeof nextPuzzle, Classroom: typeof Classroom, Pictures: typeof Pictures, openSettings: typeof openSettings, sound: typeof sound, Setup: typeof Setup }} More */

/**
 * @typedef {object} Shared
 * @property {Record<string, Promise<Response>>} early answers asked for before the page's script was there, by path
 * @property {Record<string, any>} books tables of small books, by rules, on a site
 * @property {Record<string, string>} pictures maps, by rules and side, on a site: empty until loaded
 * @property {any[]} [embedded] summaries of the books of a site
 * @property {Record<string, any>} large players of the large books of a site, by rules
 * @property {Record<string, any>} proofs certificates of a site, by rules: owner, whether it wins, and the tree once loaded
 * @property {Record<string, any>} searched players and tables of the books of first plies of a site, by rules
 * @property {{ rules: string, why: "rows" | "gravity" | "search", positions: number }[]} left books that are not on a site, and why
 * @property {string[]} papers files of the papers for a class on a site
 * @property {Record<string, any>} parts exports of the scripts on demand, by name; bundle.js lists them
 * @property {any} text the language in use
 * @property {(css: string) => void} wear wears the style that stands in a script on demand
 * @property {Record<string, unknown>} modules modules of the page's script, by path, for scripts on demand
 */

const root = /** @type {{ oxobook?: Partial<Shared> }} */ (globalThis);

/** @type {Shared} */
export const shared = /** @type {any} */ (root.oxobook ??= {});
for (const name of /** @type {const} */ (["early", "books", "pictures", "large", "searched", "proofs", "parts", "text", "modules"])) shared[name] ??= {};
shared.papers ??= [];
shared.left ??= [];

shared.wear = (css) => {
  const sheet = new CSSStyleSheet(); // no element, which a server's policy would forbid
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
};

/** Scripts on demand, loaded or being loaded, by address. @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Run a script that stands beside the page, once; after a failure it is tried again.
 * @param {string} address
 * @returns {Promise<void>}
 */
export function load(address) {
  const found = loaded.get(address) ?? new Promise((done, fail) => {
    const element = Object.assign(document.createElement("script"), { src: address });
    element.addEventListener("load", () => done(undefined));
    element.addEventListener("error", () => {
      element.remove();
      loaded.delete(address);
      fail(new Error(shared.text.unreadable(address)));
    });
    document.head.append(element);
  });
  loaded.set(address, found);
  return found;
}

/** The exports of the script of the graph, the maps, the editor and the puzzles; the questions of puzzles are in Play's script. @returns {Promise<More>} */
export async function more() {
  await Promise.all([load("more.js"), load("play.js"), load("kinds.js")]);
  return shared.parts.more;
}
