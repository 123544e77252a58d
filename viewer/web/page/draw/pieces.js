/** Pieces of boards: stones, strokes through lines, small boards, and chips with the worth of a move. */

import { strength } from "../answers/answer.js";
import { boardAfter } from "../game/rules.js";
import { html, svg } from "./elements.js";

/** @typedef {import("../game/rules.js").Rules} Rules */
/** @typedef {import("../answers/answer.js").Entry} Entry */
/** @typedef {import("../answers/answer.js").Move} Move */

/** A stone: strokes of one hand; under gravity a disc with its sign. @param {import("../game/rules.js").Side} side @param {boolean} disc */
export function stoneOf(side, disc = false) {
  const stroke = { fill: "none", "stroke-linecap": "round", pathLength: 1 };
  const sign = side === "X"
    ? [svg("path", { d: "M5 5L19 19", ...stroke }), svg("path", { d: "M19 5L5 19", ...stroke })]
    : [svg("circle", { cx: 12, cy: 12, r: 7.6, transform: "rotate(-90 12 12)", ...stroke })];
  const parts = disc ? [svg("circle", { cx: 12, cy: 12, r: 12, class: "disc" }), svg("g", { transform: "translate(6.6 6.6) scale(.45)" }, ...sign)] : sign;
  return svg("svg", { viewBox: "0 0 24 24", class: `stone ${side.toLowerCase()}`, "aria-hidden": "true" }, ...parts);
}

/** A move's worth in its colour, with these words. @param {Move} move @param {Entry} entry @param {(Node | string)[]} words */
export function chip(move, entry, ...words) {
  const made = html("span", { class: `value ${move.value}${move.best ? " best" : ""}` }, ...words);
  made.style.setProperty("--strength", String(strength(move, entry)));
  return made;
}

/**
 * Path data of the strokes through a line's cells, as book/game/board_svg.py draws them: along neighbours in one
 * direction; a line that wraps round an edge breaks there, and a cell without a neighbour gets a short stroke.
 * @param {number[]} cells @param {number} columns
 */
export function strokes(cells, columns) {
  const places = cells.map((cell) => [cell % columns, Math.floor(cell / columns)]);
  const steps = places.slice(1).map(([x, y], number) => [x - places[number][0], y - places[number][1]]);
  const runs = [[places[0]]];
  steps.forEach(([dx, dy], number) => {
    const run = runs[runs.length - 1], [beforeX, beforeY] = steps[number - 1] ?? [dx, dy];
    const goesOn = Math.max(Math.abs(dx), Math.abs(dy)) === 1 && (run.length === 1 || (dx === beforeX && dy === beforeY));
    if (goesOn) run.push(places[number + 1]);
    else runs.push([places[number + 1]]);
  });
  const [across, down] = (steps[0] ?? [0, 0]).map((step) => (Math.abs(step) < 2 ? step : -Math.sign(step)));
  return runs.map((run) => {
    const [[x, y], [toX, toY]] = [run[0], run[run.length - 1]], reach = run.length === 1 ? 0.3 : 0;
    return `M${x + 0.5 - reach * across} ${y + 0.5 - reach * down}L${toX + 0.5 + reach * across} ${toY + 0.5 + reach * down}`;
  }).join("");
}

/** A small board after some moves. @param {Rules} rules @param {string[]} moves */
export function thumbnail(rules, moves) {
  const { rows, columns } = rules;
  const picture = svg("svg", { viewBox: `0 0 ${columns} ${rows}`, class: "thumbnail", "aria-hidden": "true" });
  const grid = [];
  for (let column = 1; column < columns && !rules.gravity; column += 1) grid.push(`M${column} 0V${rows}`);
  for (let row = 1; row < rows && !rules.gravity; row += 1) grid.push(`M0 ${row}H${columns}`);
  for (let cell = 0; cell < rules.cells && rules.gravity; cell += 1) grid.push(`M${(cell % columns) + 0.12} ${Math.floor(cell / columns) + 0.5}a.38 .38 0 1 0 .76 0a.38 .38 0 1 0 -.76 0`);
  picture.append(svg("path", { d: grid.join(""), class: "grid" }));
  boardAfter(rules, moves).forEach((stone, cell) => {
    const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    if (stone === "X") picture.append(svg("path", { class: "x", d: `M${x - 0.24} ${y - 0.24}l.48 .48m0 -.48l-.48 .48` }));
    if (stone === "O") picture.append(svg("circle", { class: "o", cx: x, cy: y, r: 0.26 }));
  });
  return picture;
}
