/** A position as a picture that stands alone, and files that the page makes. */

import { html, svg } from "./elements.js";
import { thumbnail } from "./pieces.js";

/** Colours on paper, which do not follow the page's. */
const INK = "svg{background:#fff}*{fill:none;stroke-width:.1;stroke-linecap:round}.grid{stroke:#5f6672;stroke-width:.04}.x{stroke:#2a5bd7}.o{stroke:#c2441d}";
const CELL = 80; // pixels

/** The board after some moves as SVG text. @param {import("../game/rules.js").Rules} rules @param {string[]} moves */
export function pictureOf(rules, moves) {
  const drawn = thumbnail(rules, moves), { rows, columns } = rules;
  const size = { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, width: columns * CELL, height: rows * CELL };
  for (const [name, value] of Object.entries(size)) drawn.setAttribute(name, value);
  drawn.prepend(svg("style", {}, INK));
  return new XMLSerializer().serializeToString(drawn);
}

/** Save a text as a file. @param {string} name @param {string} kind media type @param {string} content */
export function saved(name, kind, content) {
  const href = URL.createObjectURL(new Blob([content], { type: kind }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
