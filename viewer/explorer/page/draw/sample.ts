/** A board that shows what wins. */

import { hasShape } from "../words/say.ts";
import { runsOf } from "./pieces.ts";

/** The least obvious line of a game, with what else there may be; of one about a shape only that. */
export function sampleOf(rules: Rules): Board {
  const {
    lines,
    cells,
    columns,
    convention,
    gravity,
    stacks,
    drawing: { places, width, height, middles },
  } = rules;
  const board: Board = Array(cells).fill("");
  const span = (line: number[], axis: 0 | 1) =>
    new Set(line.map((cell) => places[cell][axis])).size;
  const off = (line: number[]) =>
    line.reduce(
      (sum, cell) => sum + Math.hypot(middles[cell][0] - width / 2, middles[cell][1] - height / 2),
      0,
    ) / line.length;
  const telling = (line: number[]) =>
    9 * runsOf(line, places).length + span(line, 0) + span(line, 1) - 2 * off(line);
  const [shown] = gravity
    ? lines.slice(-1)
    : lines.toSorted((one, two) => telling(two) - telling(one));
  if (!shown) return board;
  for (const [number, cell] of shown.entries()) {
    board[cell] = convention === "order" && number % 2 ? "O" : "X";
  }
  const free = gravity
    ? stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? []).filter((cell) =>
      board[cell + columns]
    )
    : [...board.keys()].filter((cell) => !board[cell]);
  if (convention !== "notakto" && !hasShape(rules)) {
    for (const cell of free.slice(0, shown.length - 1)) board[cell] = "O";
  }
  return board;
}
