/** The act of each key. */

import { at } from "../draw/elements.js";

/** @param {import("../main.js").Page} page */
export function keys({ session, actions, edit }) {
  /** @type {Record<string, () => unknown>} each returns false if there is nothing to do, and leaves the key to the browser */
  const acts = {
    u: () => actions.step(-1), r: () => actions.step(1), h: () => actions.values(), e: edit,
    ArrowLeft: () => actions.skip(-1), ArrowRight: () => actions.skip(1), ArrowUp: () => actions.vary(-1), ArrowDown: () => actions.vary(1),
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target), arrow = event.key.startsWith("Arrow");
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, input, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) actions.play(session.cellOfDigit(Number(event.key)));
    else if (!arrow || !target.closest("#board, #moves, #frame")) {
      const act = acts[arrow ? event.key : event.key.toLowerCase()];
      if (act && act() !== false && arrow) event.preventDefault();
    }
  });
  at("board").addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault()); // who clicks goes on by arrows, which walk on a board that has the focus
}
