/** A position as a picture that stands alone, and files that the page makes. */

import { text } from "../words/text.ts";
import { html, said, svg } from "./elements.ts";
import { thumbnail } from "./pieces.ts";

/** Colours on paper, which do not follow the page's. */
const COLOURS: Record<string, string> = { grid: "#5f6672", x: "#2a5bd7", o: "#c2441d" };
const INK = `svg{background:#fff}*{fill:none;stroke-width:.1;stroke-linecap:round}.grid{stroke-width:.04}${Object.entries(COLOURS).map(([name, colour]) => `.${name}{stroke:${colour}}`).join("")}`;
const CELL = 80; // pixels

export function pictureOf(rules: Rules, moves: string[]) {
  const drawn = thumbnail(rules, moves), { width, height } = rules.drawing;
  const size = { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, width: width * CELL, height: height * CELL };
  for (const [name, value] of Object.entries(size)) drawn.setAttribute(name, value);
  drawn.prepend(svg("style", {}, INK));
  return new XMLSerializer().serializeToString(drawn);
}

/** The same as a PNG, drawn by itself: a page's policy may forbid to load pictures that it makes. */
export async function pngOf(rules: Rules, moves: string[]): Promise<Blob> {
  const drawn = new OffscreenCanvas(rules.columns * CELL + CELL / 5, rules.rows * CELL + CELL / 5);
  const pen = drawn.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, drawn.width, drawn.height);
  pen.setTransform(CELL, 0, 0, CELL, CELL / 10, CELL / 10);
  pen.lineCap = "round";
  for (const { localName, attributes: { d, cx, cy, r, class: kind } } of thumbnail(rules, moves).children) {
    [pen.strokeStyle, pen.lineWidth] = [COLOURS[kind.value], kind.value === "grid" ? 0.04 : 0.1];
    const path = localName === "path" ? new Path2D(d.value) : new Path2D();
    if (localName === "circle") path.arc(cx.value, cy.value, r.value, 0, 7);
    pen.stroke(path);
  }
  return drawn.convertToBlob();
}

/** Copy the position as a PNG; where pictures cannot be copied it is saved. */
export async function copiedPicture(pressed: HTMLElement, rules: Rules, moves: string[]) {
  const picture = await pngOf(rules, moves);
  const done = await navigator.clipboard?.write([new ClipboardItem({ "image/png": picture })]).then(() => true, () => false);
  if (done) said(pressed, text.copied);
  else saved(`${rules.text}.png`, "image/png", picture);
}

/** Save a text or a picture as a file. @param kind media type */
export function saved(name: string, kind: string, content: string | Blob) {
  const href = URL.createObjectURL(new Blob([content], { type: kind }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
