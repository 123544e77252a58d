/** The lines and the counts, folded up and loaded when first opened; lines open by themselves if there are several. */

import { at, html } from "../draw/elements.js";
import { load, shared } from "../shared.js";
import { text } from "../words/text.js";

/** A panel in a fold. @typedef {(page: Page, root: HTMLDetailsElement) => Panel} Folded */

/** @param {Page} page @returns {Panel} */
export function folds(page) {
  const { session, actions } = page;
  const [lines] = /** @type {const} */ (["lines", "counts"]).map((name) => {
    const root = /** @type {HTMLDetailsElement} */ (html("details", { id: `${name}-fold` }, html("summary", {}, text[name])));
    root.addEventListener("toggle", async () => {
      try {
        await load("lines.js");
        const panel = /** @type {Folded} */ (shared.parts.lines[name])(page, root);
        actions.panels.push(panel);
        if (session.entry) panel.known?.();
      } catch (error) {
        actions.complain(error);
      }
    }, { once: true });
    at("lines").append(root);
    return root;
  });
  let rich = false; // whether there was more than one line
  return {
    known() {
      const { tree } = session.game;
      if (tree.rich && !rich) lines.open = true;
      rich = tree.rich;
    },
  };
}
