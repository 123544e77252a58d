/**
 * A board as the search's kernel is told of it (generator/search/board_words.py), without what only
 * makes the search quicker.
 */

// places of the words that are set, and of those from which on lists stand
const [CELLS, BOTTOMS, SHAPES, SYMMETRIC_FROM, OFFSETS] = [0, 2, 5, 8, 11];
const [STARTS, RANKS, END] = [20, 84, 180];
const FRAME = 12; // words of a frame of the kernel's stack, besides eight for each cell

/** The words, and how many the kernel's stack has. */
export function boardWords({ stacks, cells, lines, k, misere }: Rules) {
  const order = stacks.flat(), bits = new Map(order.map((cell, bit) => [cell, bit]));
  const mask = (places: number[]) => places.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
  const all = lines.map((line) => line.map((cell) => bits.get(cell)!).sort((a, b) => a - b));
  const shapes = Map.groupBy(all, (line) => line.map((bit) => bit - line[0]).join());
  const offsets = [...shapes.keys()].flatMap((shape) => shape.split(",").map(BigInt));
  const words = new BigInt64Array(END + offsets.length);
  const set = (place: number, ...values: bigint[]) => words.set(values, place);
  set(CELLS, BigInt(cells), mask([...order.keys()]));
  set(BOTTOMS, mask(stacks.map(([bottom]) => bits.get(bottom)!)), BigInt(misere));
  set(SHAPES, BigInt(shapes.size), BigInt(k));
  set(SYMMETRIC_FROM, BigInt(cells));
  set(OFFSETS, BigInt(END));
  set(STARTS, ...[...shapes.values()].map((some) => mask(some.map(([first]) => first))));
  set(RANKS, ...order.map((cell) => BigInt(lines.filter((line) => line.includes(cell)).length)));
  set(END, ...offsets);
  return { words: words.buffer, stack: (cells + 1) * (FRAME + 8 * cells) };
}
