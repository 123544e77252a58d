/**
 * The search in a worker of its own. The first message to it is a `Kernel`, each later one
 * questions; it answers `{ key, score }` for each.
 */

import { type Kernel, type Question, Search } from "./search.ts";

let search: Search | null = null;

addEventListener("message", ({ data }: MessageEvent<Kernel | Question[]>) => {
  if (Array.isArray(data)) search!.ask(data);
  else search = new Search(data, (key, score) => postMessage({ key, score }));
});
