/** The global object that the page's scripts share: each is bundled by itself, because a page opened from a disk loads no modules. */

/** Exports of the script of the graph, the maps, the editor, the settings and the puzzles. */
export type More = typeof import("./game/puzzles.ts") & typeof import("./panels/classroom.ts") & typeof import("./panels/pictures.ts")
  & typeof import("./panels/settings.ts") & typeof import("./panels/setup.ts");

type Shared = {
  early: Record<string, Promise<Response>>; // answers asked for before the page's script was there, by path
  books: Record<string, any>; // tables of small books, by rules, on a site
  pictures: Record<string, string>; // maps, by rules and side, on a site: empty until loaded
  embedded?: any[]; // summaries of the books of a site
  large: Record<string, any>; // players of the large books of a site, by rules
  proofs: Record<string, any>; // tables of certificates, by rules, once loaded
  searched: Record<string, any>; // players and tables of the books of first plies of a site, by rules
  left: { rules: string, why: "rows" | "gravity" | "search" | "extra", positions: number }[]; // books that are not on a site, and why
  papers: string[]; // files of the papers for a class on a site
  parts: Record<string, any>; // exports of the scripts on demand, by name; bundle.ts lists them
  text: any; // the language in use
  wear: (css: string) => void; // wears the style that stands in a script on demand
  modules: unknown[]; // modules of the page's script, for scripts on demand
};

const root = globalThis as { oxobook?: Partial<Shared> };

export const shared: Shared = (root.oxobook ??= {}) as any;
for (const name of ["early", "books", "pictures", "large", "searched", "proofs", "parts", "text"] as const) shared[name] ??= {};
shared.papers ??= [];
shared.left ??= [];

shared.wear = (css) => {
  const sheet = new CSSStyleSheet(); // no element, which a server's policy would forbid
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
};

const loaded = new Map<string, Promise<void>>(); // scripts on demand, loaded or being loaded, by address

/** Run a script that stands beside the page, once; after a failure it is tried again. */
export function load(address: string): Promise<void> {
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

/** Load what is only needed later; the questions of puzzles are in Play's script. */
export async function more(): Promise<More> {
  await Promise.all([load("more.js"), load("play.js"), load("kinds.js")]);
  return shared.parts.more;
}
