/**
 * Pieces of boards: stones, strokes through lines, small boards, and chips with the worth of a
 * move.
 */

import { strength } from "../answers/answer.ts";
import { boardAfter, signShown } from "../game/rules.ts";
import { html, svg } from "./elements.ts";

/** A stone: strokes of one hand; under gravity a disc with its sign. */
export function stoneOf(side: Side, disc = false) {
  const stroke = { fill: "none", "stroke-linecap": "round", pathLength: 1 };
  const sign = side === "X"
    ? [svg("path", { d: "M5 5L19 19", ...stroke }), svg("path", { d: "M19 5L5 19", ...stroke })]
    : [svg("circle", { cx: 12, cy: 12, r: 7.6, transform: "rotate(-90 12 12)", ...stroke })];
  const parts = disc
    ? [
      svg("circle", { cx: 12, cy: 12, r: 12, class: "disc" }),
      svg("g", { transform: "translate(6.6 6.6) scale(.45)" }, ...sign),
    ]
    : sign;
  return svg("svg", {
    viewBox: "0 0 24 24",
    class: `stone ${side.toLowerCase()}`,
    "aria-hidden": "true",
  }, ...parts);
}

/** A move's worth in its colour, with these words. */
export function chip(move: Move, entry: Entry, ...words: (Node | string)[]) {
  const made = html("span", { class: ["value", move.value, move.best && "best"] }, ...words);
  made.style.setProperty("--strength", String(strength(move, entry)));
  return made;
}

/**
 * Path data of the strokes through a line's cells, as book/game/board_svg.py draws them: broken
 * where the line wraps round an edge; a cell alone gets a short stroke.
 */
export function strokes(cells: number[], { drawing: { places, middles } }: Rules) {
  const runs = runsOf(cells, places);
  const [[up, left], [low, right]] = [places[cells[0]], places[cells[1] ?? cells[0]]];
  const [across, down] = [right - left, low - up].map((step) =>
    Math.abs(step) < 2 ? step : -Math.sign(step)
  );
  return runs.map((run) => {
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

/** A small board after some moves, or with some stones. */
export function thumbnail(rules: Rules, moves: string[], board: Board = boardAfter(rules, moves)) {
  const { width, height, middles, borders } = rules.drawing;
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "thumbnail",
    "aria-hidden": "true",
  });
  const grid = rules.gravity
    ? middles.map(([x, y]) => `M${x - 0.38} ${y}a.38 .38 0 1 0 .76 0a.38 .38 0 1 0 -.76 0`)
    : borders.map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`);
  picture.append(svg("path", { d: grid.join(""), class: "grid" }));
  board.map(signShown).forEach((stone, cell) => {
    if (stone) picture.append(stoneAt(stone, middles[cell]));
  });
  return picture;
}

/** A stone of a small board. */
export const stoneAt = (stone: Side, [x, y]: number[]) =>
  stone === "X"
    ? svg("path", { class: "x", d: `M${x - 0.24} ${y - 0.24}l.48 .48m0 -.48l-.48 .48` })
    : svg("circle", { class: "o", cx: x, cy: y, r: 0.26 });
