/** Pieces of boards, as SVG in widths of a cell: lines, stones, strokes, and small boards. */

import { boardAfter, completed } from "../game/rules.ts";

type Drawn = Rules["drawing"];

/** A stone: strokes of one hand; under gravity a disc with its sign. */
export function Stone({ side, at: [x, y], disc, fresh, fall, dim }: {
  side: Side;
  at: number[];
  disc?: boolean;
  fresh?: boolean; // whether it was just played: it draws itself, or falls
  fall?: number; // rows that it falls
  dim?: boolean;
}) {
  const reach = disc ? 0.13 : 0.26;
  const sign = side === "X"
    ? (
      <>
        <path d={`M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}`} pathLength={1} />
        <path d={`M${x + reach} ${y - reach}l${-2 * reach} ${2 * reach}`} pathLength={1} />
      </>
    )
    : <circle cx={x} cy={y} r={reach * 1.06} pathLength={1} />;
  const name = ["stone", side.toLowerCase(), disc && "disc", fresh && "fresh", dim && "dim"];
  return (
    <g class={name.filter(Boolean).join(" ")} style={fall ? { "--fall": `${-fall}px` } : undefined}>
      {disc && <circle class="ground" cx={x} cy={y} r={0.41} />}
      {sign}
    </g>
  );
}

/** Path data of the lines between cells; under gravity of the slots. */
export const gridPath = ({ gravity, drawing: { middles, borders } }: Rules) =>
  gravity
    ? middles.map(([x, y]) => `M${x - 0.41} ${y}a.41 .41 0 1 0 .82 0a.41 .41 0 1 0 -.82 0`).join("")
    : borders.map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`).join("");

/**
 * Path data of the strokes through a line's cells, as book/game/board_svg.py draws them: broken
 * where the line wraps round an edge; a cell alone gets a short stroke.
 */
export function strokes(cells: number[], { drawing: { places, middles } }: { drawing: Drawn }) {
  const [[up, left], [low, right]] = [places[cells[0]], places[cells[1] ?? cells[0]]];
  const [across, down] = [right - left, low - up].map((step) =>
    Math.abs(step) < 2 ? step : -Math.sign(step)
  );
  return runsOf(cells, places).map((run) => {
    const [[x, y], [toX, toY]] = [middles[run[0]], middles[run[run.length - 1]]],
      reach = run.length === 1 ? 0.3 : 0;
    return `M${x - reach * across} ${y - reach * down}L${toX + reach * across} ${
      toY + reach * down
    }`;
  }).join("");
}

/** The cells of a line as runs of neighbours in one direction. */
export function runsOf(cells: number[], places: number[][]): number[][] {
  const steps = cells.slice(1).map((
    cell,
    number,
  ) => [places[cell][0] - places[cells[number]][0], places[cell][1] - places[cells[number]][1]]);
  const runs = [[cells[0]]];
  steps.forEach((step, number) => {
    const run = runs[runs.length - 1];
    const goesOn = Math.max(...step.map(Math.abs)) === 1 &&
      (run.length === 1 || String(step) === String(steps[number - 1]));
    if (goesOn) run.push(cells[number + 1]);
    else runs.push([cells[number + 1]]);
  });
  return runs;
}

/** Lines, stones and what has won; where one stone is the answer, the others are dim. */
export function Position({ rules, board, bright }: {
  rules: Rules;
  board: Board;
  bright?: number | null;
}) {
  const dim = (cell: number) => bright !== undefined && cell !== bright;
  return (
    <>
      <path class="grid" d={gridPath(rules)} />
      {board.map((sign, cell) =>
        sign &&
        <Stone side={sign} at={rules.drawing.middles[cell]} dim={dim(cell)} disc={rules.gravity} />
      )}
      {completed(rules, board).map((line) => <path class="strike" d={strokes(line, rules)} />)}
    </>
  );
}

/** A small board after some moves, or with some stones. */
export function SmallBoard({ rules, moves = [], board = boardAfter(rules, moves) }: {
  rules: Rules;
  moves?: string[];
  board?: Board;
}) {
  const { width, height } = rules.drawing;
  return (
    <svg class="small" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Position rules={rules} board={board} />
    </svg>
  );
}

/** A board that shows what wins: the least obvious line of a game, with what else there may be. */
export function sampleOf(rules: Rules, isShape: boolean): Board {
  const { lines, cells, columns, convention, gravity, stacks, drawing } = rules;
  const { places, width, height, middles } = drawing;
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
  if (convention !== "notakto" && !isShape) {
    for (const cell of free.slice(0, shown.length - 1)) board[cell] = "O";
  }
  return board;
}
