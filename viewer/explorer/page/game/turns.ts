/**
 * The ways to turn a board that leave the game the same: a map that was drawn for one corner serves
 * them all.
 */

/**
 * A turn of a drawing about its middle: a, b, c and d of SVG's matrix, the cell of the board for
 * each of the drawing, and the cell of the drawing for each of the board.
 */
export type Turning = { matrix: number[]; there: number[]; back: number[] };

/** All the ways; first the one that turns nothing. */
export function turningsOf(
  { cells, lines, stacks, drawing: { width, height, middles } }: Rules,
): Turning[] {
  const told = (sets: number[][], there: number[], sort: boolean) =>
    sets.map((set) => {
      const images = set.map((cell) => there[cell]);
      return (sort ? images.sort((one, other) => one - other) : images).join();
    }).sort().join(";");
  const same = [...Array(cells).keys()];
  const matrices = [1, -1].flatMap((one) =>
    [1, -1].flatMap((other) => [[one, 0, 0, other], [0, one, other, 0]])
  );
  return matrices.flatMap((matrix) => {
    const [a, b, c, d] = matrix;
    const there = same.map((cell) => {
      const [x, y] = [middles[cell][0] - width / 2, middles[cell][1] - height / 2];
      const [toX, toY] = [a * x + c * y + width / 2, b * x + d * y + height / 2];
      return middles.findIndex(([atX, atY]) => Math.abs(atX - toX) + Math.abs(atY - toY) < 1e-3);
    });
    if (
      there.includes(-1) || told(lines, there, true) !== told(lines, same, true) ||
      told(stacks, there, false) !== told(stacks, same, false)
    ) return [];
    return [{ matrix, there, back: same.map((cell) => there.indexOf(cell)) }];
  });
}

/** The name of a move where a board is turned. @param images of the cells */
export function turnedName({ moves, cells }: Rules, images: number[], name: string) {
  const move = moves.indexOf(name), cell = move % cells;
  return moves[images[cell] + move - cell];
}
