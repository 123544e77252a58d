/** A quiet celebration: some paper falls over the board once, unless the reader wants less motion. */

import { at, html } from "./elements.js";

const PIECES = 28;

/** Let it fall. */
export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = Array.from({ length: PIECES }, (_, number) => {
    const piece = html("i", { class: ["x", "o", "win"][number % 3] });
    const style = { left: `${(100 * (number + Math.random())) / PIECES}%`, "--turn": `${Math.random() * 2 - 1}turn`, "--late": `${Math.random() * 0.5}s`, "--drift": `${Math.random() * 80 - 40}px` };
    for (const [name, value] of Object.entries(style)) piece.style.setProperty(name, value);
    return piece;
  });
  const paper = html("div", { class: "confetti", "aria-hidden": "true" }, ...pieces);
  at("stage").append(paper);
  setTimeout(() => paper.remove(), 3000);
}
