/** Boards whose cells are no whole grid, and those whose lines are not seen at once. */

import { html } from "./elements.ts";

/** A board that is laid out. */
type Laid = {
  root: HTMLElement;
  rules: Rules;
  cells: HTMLElement[];
  strikes: Element;
  lines: () => Element;
};

/** Put each cell where the board says: hexagons, and boards with holes. */
export function place(view: Laid, axis: (words: string, side?: string) => HTMLElement) {
  const { kind, names, drawing: { middles, width, height } } = view.rules;
  const size = kind === "hex" ? 0.86 : 1; // from a row of hexagons to the next
  const put = (element: HTMLElement, x: number, y: number) => {
    Object.assign(element.style, { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
    return element;
  };
  const rows = new Map(
    names.map((name, cell) => [name.replace(/\D+/, ""), middles[cell]] as const).toReversed(),
  );
  const columns = new Map(names.map((name, cell) => [name.replace(/\d+/, ""), middles[cell]]));
  for (const [cell, [x, y]] of middles.entries()) {
    put(view.cells[cell], x - size / 2, y - size / 2).style.width = `${(100 * size) / width}%`;
  }
  const labels = [
    ...[...rows].map(([row, [x, y]]) => put(axis(row), x - 0.5, y)),
    ...[...columns].map(([column, [x, y]]) => put(axis(column, "under"), x, y + 0.6)),
  ];
  view.root.replaceChildren(
    html("div", { class: "field" }, ...view.cells, ...labels, view.lines(), view.strikes),
  );
}

/**
 * Light the cells that share an open line with a cell.
 * @param cell none when nothing is pointed at
 */
export function beam({ cells, rules }: Pick<Laid, "cells" | "rules">, cell?: number) {
  const lines = cell === undefined ? [] : rules.lines.filter((line) => line.includes(cell));
  const open = lines.filter((line) =>
    new Set(line.map((one) => cells[one].dataset.stone).filter(Boolean)).size < 2
  ).flat();
  cells.forEach((one, number) => one.classList.toggle("beam", open.includes(number)));
}
