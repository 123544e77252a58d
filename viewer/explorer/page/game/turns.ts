/** The ways to turn a board that leave the game the same: where each takes the cells. */

export function turningsOf(
  { cells, lines, stacks, drawing: { width, height, middles } }: Rules,
): number[][] {
  const told = (sets: number[][], images: number[], sort: boolean) =>
    sets.map((set) => {
      const moved = set.map((cell) => images[cell]);
      return (sort ? moved.sort((one, other) => one - other) : moved).join();
    }).sort().join(";");
  const same = [...Array(cells).keys()];
  const matrices = [1, -1].flatMap((one) =>
    [1, -1].flatMap((other) => [[one, 0, 0, other], [0, one, other, 0]])
  );
  return matrices.map(([a, b, c, d]) =>
    same.map((cell) => {
      const [x, y] = [middles[cell][0] - width / 2, middles[cell][1] - height / 2];
      const [toX, toY] = [a * x + c * y + width / 2, b * x + d * y + height / 2];
      return middles.findIndex(([atX, atY]) => Math.abs(atX - toX) + Math.abs(atY - toY) < 1e-3);
    })
  ).filter((images) =>
    !images.includes(-1) && told(lines, images, true) === told(lines, same, true) &&
    told(stacks, images, false) === told(stacks, same, false)
  );
}
