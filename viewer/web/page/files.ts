/**
 * Files beside the page. Each is a script that sets a part of `oxobook`: a page opened from a disk
 * may load nothing else.
 */

import { text } from "./words/text.ts";

/** What the files have set, by rules where there may be many. */
export type Held = {
  embedded?: Summary[]; // summaries of the books of a site
  books: Record<string, any>; // tables of small books
  pictures: Record<string, string>; // maps, by rules and side: empty until loaded
  large: Record<string, About>; // books that are read by ranges
  searched: Record<string, any>; // books of first plies
  proofs: Record<string, any>; // tables of certificates
  left: Source["left"];
  papers: string[]; // files of the papers for a class
  // of the search: its worker's script, and its module, packed
  kernel?: { source: string; module: string };
  language?: unknown; // texts of another language than English
};

/** What is known of a book that is not small before it is read. */
export type About = { players: Player[]; plies: Counts[] };

declare global {
  var oxobook: Partial<Held> | undefined;
}

const NONE = { books: {}, pictures: {}, large: {}, searched: {}, proofs: {}, left: [], papers: [] };
export const held: Held = Object.assign(globalThis.oxobook ??= {}, {
  ...NONE,
  ...globalThis.oxobook,
});

// files that are loaded or being loaded, by address
const loaded = new Map<string, Promise<void>>();

/** Load a file, once; after a failure it is tried again. */
export function load(address: string): Promise<void> {
  const found = loaded.get(address) ?? new Promise((done, fail) => {
    const element = Object.assign(document.createElement("script"), { src: address });
    element.addEventListener("load", () => done());
    element.addEventListener("error", () => {
      element.remove();
      loaded.delete(address);
      fail(new Error(text.unreadable(address)));
    });
    document.head.append(element);
  });
  loaded.set(address, found);
  return found;
}
