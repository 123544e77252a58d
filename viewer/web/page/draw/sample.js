/** Stones that show what a game is about. */

import { runsOf } from "./pieces.js";

/** Its least obvious line, and what else there may be. @param {import("../game/rules.js").Rules} rules @returns {import("../game/rules.js").Board} */
export function sampleOf({ lines, cells, columns, convention, gravity, stacks, drawing: { places, width, height, middles } }) {
  /** @type {import("../game/rules.js").Board} */
  const board = Array(cells).fill("");
  const span = (/** @type {number[]} */ line, /** @type {0 | 1} */ axis) => new Set(line.map((cell) => places[cell][axis])).size;
  const off = (/** @type {number[]} */ line) => line.reduce((sum, cell) => sum + Math.hypot(middles[cell][0] - width / 2, middles[cell][1] - height / 2), 0) / line.length;
  const telling = (/** @type {number[]} */ line) => 9 * runsOf(line, places).length + span(line, 0) + span(line, 1) - 2 * off(line);
  const [shown] = gravity ? lines.slice(-1) : lines.toSorted((one, two) => telling(two) - telling(one));
  if (!shown) return board;
  for (const [number, cell] of shown.entries()) board[cell] = convention === "order" && number % 2 ? "O" : "X";
  const free = gravity ? stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? []).filter((cell) => board[cell + columns]) : [...board.keys()].filter((cell) => !board[cell]);
  if (convention !== "notakto") for (const cell of free.slice(0, shown.length - 1)) board[cell] = "O";
  return board;
}
