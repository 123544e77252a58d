/** A position as a picture that stands alone, and files that the page makes. */

import { text } from "../words/text.ts";
import { html, said, svg } from "./elements.ts";
import { thumbnail } from "./pieces.ts";

/** Colours on paper, which do not follow the page's. */
const INK =
  "svg{background:#fff}*{fill:none;stroke-width:.1;stroke-linecap:round}.grid{stroke-width:.04;stroke:#5f6672}.x{stroke:#2a5bd7}.o{stroke:#c2441d}";
const [CELL, MARGIN] = [80, 0.1]; // pixels, and their share

function pictureOf(rules: Rules, moves: string[]) {
  const drawn = thumbnail(rules, moves),
    [width, height] = [rules.drawing.width, rules.drawing.height].map((size) => size + 2 * MARGIN);
  const size = {
    viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
    width: Math.round(width * CELL),
    height: Math.round(height * CELL),
  };
  for (const [name, value] of Object.entries(size)) drawn.setAttribute(name, String(value));
  drawn.prepend(svg("style", {}, INK));
  return new XMLSerializer().serializeToString(drawn);
}

/** A picture's text as a PNG. */
export async function pngOf(drawing: string): Promise<Blob> {
  const picture = Object.assign(new Image(), {
    src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  });
  await picture.decode();
  const drawn = new OffscreenCanvas(picture.width, picture.height);
  drawn.getContext("2d")!.drawImage(picture, 0, 0);
  return drawn.convertToBlob();
}

/** Copy the position as a PNG; where pictures cannot be copied it is saved. */
export async function copiedPicture(pressed: HTMLElement, rules: Rules, moves: string[]) {
  const picture = await pngOf(pictureOf(rules, moves));
  const done = await navigator.clipboard?.write([new ClipboardItem({ "image/png": picture })]).then(
    () => true,
    () => false,
  );
  if (done) said(pressed, text.copied);
  else saved(`${rules.text}.png`, "image/png", picture);
}

/** Save a text or a picture as a file. @param kind media type */
export function saved(name: string, kind: string, content: string | Blob) {
  const href = URL.createObjectURL(new Blob([content], { type: kind }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
