/** Trees of lines that are kept on this device under their names. */

import { keep, recall } from "./settings.js";

/** @import { Tree } from "./tree.js" */

const KEPT = "oxobook lines";

/** The rules and the text of each tree, by name. @returns {Record<string, { rules: string, text: string }>} */
export const keptLines = () => recall(KEPT);

/** Keep a tree that has a name here. @param {Tree} tree @param {string} rules */
export function keepLines({ name, kept, text }, rules) {
  if (kept) keep(KEPT, { ...keptLines(), [name]: { rules, text } });
}

/** Keep a tree under another name; under none it is kept no longer. @param {Tree} tree @param {string} name @param {string} rules */
export function renameLines(tree, name, rules) {
  const others = keptLines();
  if (tree.kept) delete others[tree.name];
  keep(KEPT, others);
  tree.name = name.trim();
  tree.kept = tree.name !== "";
  while (tree.name in others) tree.name += " 2";
  keepLines(tree, rules);
}
