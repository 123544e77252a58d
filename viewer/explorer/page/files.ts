/**
 * Files beside the page. Each is a script that sets a part of `oxobook`: a page opened from a disk
 * may load nothing else.
 */

import { Again } from "./answers/answer.ts";
import { fill, text } from "./words/text.ts";
import type { Certificate } from "./answers/certificate.ts";
import type { FirstPlies, Known, Proof, Table } from "./reports.ts";

/** What the files have set, by rules where there may be many. */
type Held = {
  known: Known;
  books: Record<string, Table | FirstPlies>;
  proofs: Record<string, Proof>;
  kernel: { source: string; module: string }; // of the search: its worker's script, and its module
  lessons: Lessons; // on how each side never loses
  certificate: typeof Certificate; // which plays by a certificate
  language: unknown; // texts of another language than English
  mount: unknown; // which puts a board into any page
};

declare global {
  var oxobook: Partial<Held> | undefined;
}

// of its own: in a page with id="oxobook", `oxobook` is that element
if (!Object.hasOwn(globalThis, "oxobook")) globalThis.oxobook = {};
export const held = globalThis.oxobook as Held;

/** The folder of the files: that of the page, unless a board in another page names its own. */
export const folder = { address: "" };

const loaded = new Map<string, Promise<void>>();

/** Load a file, once; after a failure it is tried again. @param anew even if it is there */
export function load(address: string, anew = false): Promise<void> {
  const found = (anew ? undefined : loaded.get(address)) ?? new Promise((done, fail) => {
    const src = folder.address + address;
    const element = Object.assign(document.createElement("script"), { src });
    element.addEventListener("load", () => done());
    element.addEventListener("error", () => {
      element.remove();
      loaded.delete(address);
      // a server's files come again with the server
      fail(
        held.known?.api
          ? new Again(text.serverAway)
          : new Error(fill(text.unreadable, address.replace(/\?.*/, ""))),
      );
    });
    document.head.append(element);
  });
  loaded.set(address, found);
  return found;
}
