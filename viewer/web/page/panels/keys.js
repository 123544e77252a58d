/** The act of each key. */

import { at } from "../draw/elements.js";

/** @param {import("../main.js").Page} page */
export function keys({ session, actions, edit, board }) {
  /** @type {Record<string, () => unknown>} each returns false where there is nothing to do, and the key is the browser's */
  const acts = {
    u: () => actions.step(-1), r: () => actions.step(1), h: () => actions.values(), e: edit,
    ArrowLeft: () => actions.skip(-1), ArrowRight: () => actions.skip(1), ArrowUp: () => actions.vary(-1), ArrowDown: () => actions.vary(1),
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target), arrow = event.key.startsWith("Arrow");
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, input, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) actions.play(board?.move(session.cellOfDigit(Number(event.key))) ?? -1);
    else if (!arrow || !target.closest("#board, #moves, #frame")) {
      const act = acts[arrow ? event.key : event.key.toLowerCase()];
      if (act && act() !== false && arrow) event.preventDefault();
    }
  });
  at("board").addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault()); // who clicks goes on by arrows, which walk on a board that has the focus
}
