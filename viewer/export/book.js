// The solved game $rules: $count positions up to symmetry, by oxobook $version.
//
// Cells are numbered 0..$last in reading order, top-left 0; bit i of a mask is cell i.
// lookup("X../.O./..."), or lookup(["X", null, null, ...]), gives {value, remoteness, best, safe, pick}, or null when no legal game reaches the board:
// value "win", "draw" or "loss" for the side to move; remoteness, plies until the game ends; best, the moves that win
// soonest, draw, or lose latest; safe, those that keep the value; pick, one best move, null at the end.

export const rules = "$rules";
export const cells = $cells;
export const names = [
$names
];

const keys = [
$keys
];
const values = [
$values
];
const remoteness = [
$remoteness
];
const best = [
$best
];
const safe = [
$safe
];
const picks = [
$picks
];
const symmetries = [
$permutations
];
const inverses = [$inverses];
const words = { "1": "win", "0": "draw", "-1": "loss" };

function image(mask, symmetry) {
  let moved = 0;
  for (let cell = 0; cell < cells; cell++) if ((mask >> cell) & 1) moved |= 1 << symmetries[symmetry][cell];
  return moved;
}

function coordinates(mask) {
  return names.filter((_, cell) => (mask >> cell) & 1);
}

// The answer for the masks of X's and O's stones.
export function lookupMasks(x, o) {
  let least = Infinity;
  let back = 0;
  for (let symmetry = 0; symmetry < symmetries.length; symmetry++) {
    const key = image(x, symmetry) + image(o, symmetry) * 2 ** cells;
    if (key < least) {
      least = key;
      back = inverses[symmetry];
    }
  }
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < least) low = middle + 1;
    else high = middle;
  }
  if (keys[low] !== least) return null;
  return {
    value: words[values[low]],
    remoteness: remoteness[low],
    best: coordinates(image(best[low], back)),
    safe: coordinates(image(safe[low], back)),
    pick: picks[low] < 0 ? null : names[symmetries[back][picks[low]]],
  };
}

const signs = [["x", "o", "", ".", "_", "-", "b"], ["1", "2", "0", "-1"]];

// The answer for a board: a text, rows top to bottom, parted by "/", blanks or not; or an array of cells or of rows, with
// X and O, or 1 and 2 (or -1); null, "", ".", "_", "-" or 0 is a free cell. Holes ("#") may be left out.
export function lookup(board) {
  const given = typeof board === "string" ? [...board.replaceAll(/[/,\s]/g, "")] : [board ?? []].flat(2);
  const stones = given.map((cell) => String(cell ?? "").trim().toLowerCase()).filter((cell) => cell !== "#");
  const kind = signs.find((known) => stones.every((stone) => known.includes(stone)));
  if (stones.length !== cells || !kind) return null;
  let x = 0;
  let o = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (stones[cell] === kind[0]) x |= 1 << cell;
    if (stones[cell] === kind[1] || stones[cell] === "-1") o |= 1 << cell;
  }
  return lookupMasks(x, o);
}
