/** Plain boards of one's own, which no book describes. */

import { rulesOf } from "./rules.ts";
import type { Drawing } from "../reports.ts";

type Border = Drawing["borders"][number];

const MOST = 49; // cells of a board that is searched

/** The letters of a column. */
const letter = (column: number): string =>
  (column > 25 ? letter(Math.floor(column / 26) - 1) : "") + String.fromCharCode(97 + column % 26);

/** The rules of a plain board by their text, to be searched; null if it is none. */
export function plainRules(text: string): Rules | null {
  const found = /^(\d{1,2})x(\d{1,2})x(\d{1,2})(-misere)?(-gravity)?$/.exec(text);
  if (!found) return null;
  const [rows, columns, k] = found.slice(1, 4).map(Number);
  if (!rows || !columns || !k || rows * columns > MOST) return null;
  const misere = Boolean(found[4]), gravity = Boolean(found[5]);
  const places = Array.from(
    { length: rows * columns },
    (_, cell): [number, number] => [Math.floor(cell / columns), cell % columns],
  );
  const cells = places.map(([row, column]) => letter(column) + (rows - row));
  const lines = places.flatMap(([row, column]) =>
    [[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) => {
      const [low, far] = [row + down * (k - 1), column + right * (k - 1)];
      if (low >= rows || far < 0 || far >= columns || (k === 1 && (down || !right))) return [];
      return [Array.from(
        { length: k },
        (_, step) => cells[(row + down * step) * columns + column + right * step],
      )];
    })
  );
  return rulesOf({
    rules: text,
    rows,
    columns,
    k,
    misere,
    gravity,
    kind: "",
    convention: "",
    terms: { signs: ["X", "O"], counted: "XO", line: misere ? "other" : "mover", full: "" },
    drawing: {
      width: columns,
      height: rows,
      places,
      middles: places.map(([row, column]) => [column + 0.5, row + 0.5]),
      borders: [
        ...Array.from({ length: columns - 1 }, (_, at): Border => [at + 1, 0, at + 1, rows]),
        ...Array.from({ length: rows - 1 }, (_, at): Border => [0, at + 1, columns, at + 1]),
      ],
    },
    layers: 1,
    cells,
    lines,
    stacks: gravity
      ? Array.from(
        { length: columns },
        (_, column) => cells.filter((_name, cell) => cell % columns === column).toReversed(),
      )
      : cells.map((name) => [name]),
    value: "draw",
    remoteness: 0,
    winner: null,
    owner: null,
    proof: null,
    papers: false,
    maps: { boards: 0, levels: 0 },
    held: "open",
    file: "",
    policies: "",
    players: ["random", "levi", "search"].map((name) => ({ name, never_loses: null })),
    plies: null,
  });
}
