/** Games and answers for tests: of the site that test_units.py writes, with what Python says of it. */

import { held } from "../../../../viewer/explorer/page/files.ts";
import { rulesOf } from "../../../../viewer/explorer/page/game/rules.ts";

const folder = Deno.env.get("OXOBOOK_SITE");

/** A document that loads scripts of the site, and nothing else. */
Object.assign(globalThis, {
  document: {
    createElement: () => ({
      addEventListener(kind: string, act: () => void) {
        (this as any)[kind] = act;
      },
    }),
    head: {
      append: (one: any) =>
        Deno.readTextFile(`${folder}/${one.src.split("?")[0]}`).then((script) => {
          (0, eval)(script);
          one.load();
        }),
    },
  },
});

/** Storage that lasts as long as a test file. */
const kept = new Map<string, string>();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    clear: () => kept.clear(),
  },
});

(0, eval)(await Deno.readTextFile(`${folder}/known.js`));

export const games: Rules[] = held.known.books.map(rulesOf);
export const game = (text: string) => games.find((rules) => rules.text === text)!;

/** What Python says of the same books. */
export const told = JSON.parse(await Deno.readTextFile(`${folder}/told.json`));
