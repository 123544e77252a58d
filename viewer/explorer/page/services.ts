/** What actions need beside the state: the answers, the games there are, and the page's address. */

import { Library } from "./answers/library.ts";
import { Source } from "./answers/source.ts";

/** The page's address: the part after its #, and how to change it. */
export type Address = { hash: string; write: (hash: string, push: boolean) => void };

export const services = {
  source: new Source(),
  library: new Library(),
  address: { hash: "", write: () => {} } as Address,
};
