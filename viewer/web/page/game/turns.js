/**
 * The ways to turn a board that leave the game the same: a map that was drawn for one corner serves them all.
 */

/** A turn of a drawing about its middle: a, b, c and d of SVG's matrix, the cell of the board for each of the drawing, and the cell of the drawing for each of the board. @typedef {{ matrix: number[], there: number[], back: number[] }} Turning */

/** All the ways; first the one that turns nothing. @param {import("./rules.js").Rules} rules @returns {Turning[]} */
export function turningsOf({ rows, columns, cells, lines, stacks }) {
  const [middle, centre] = [(columns - 1) / 2, (rows - 1) / 2];
  const told = (/** @type {number[][]} */ sets, /** @type {number[]} */ there, /** @type {boolean} */ sort) => sets.map((set) => {
    const images = set.map((cell) => there[cell]);
    return (sort ? images.sort((one, other) => one - other) : images).join();
  }).sort().join(";");
  const same = [...Array(cells).keys()];
  const matrices = [1, -1].flatMap((one) => [1, -1].flatMap((other) => [[one, 0, 0, other], [0, one, other, 0]]));
  return matrices.flatMap((matrix) => {
    const [a, b, c, d] = matrix;
    const there = same.map((cell) => {
      const [x, y] = [(cell % columns) - middle, Math.floor(cell / columns) - centre];
      const [column, row] = [a * x + c * y + middle, b * x + d * y + centre];
      return Number.isInteger(column) && column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
    });
    if (there.includes(-1) || told(lines, there, true) !== told(lines, same, true) || told(stacks, there, false) !== told(stacks, same, false)) return [];
    return [{ matrix, there, back: same.map((cell) => there.indexOf(cell)) }];
  });
}
