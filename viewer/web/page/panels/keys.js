/** The act of each key. */

/** @param {import("../main.js").Page} page */
export function keys({ session, actions, edit }) {
  /** @type {Record<string, () => void>} */
  const acts = { u: () => actions.step(-1), r: () => actions.step(1), h: () => actions.values(), e: edit };
  const arrows = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, input, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) actions.play(session.cellOfDigit(Number(event.key)));
    else if (event.key in arrows && !target.closest("#board, #moves")) actions.skip(arrows[event.key]);
    else acts[event.key.toLowerCase()]?.();
  });
}
