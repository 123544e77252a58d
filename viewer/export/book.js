// The solved game $rules: the answers for its $positions positions up to symmetry, packed, by oxobook $version.
//
// Cells are numbered from 0 in reading order, top-left 0; bit i of a mask is cell i.
// lookup("X../.O./..."), or lookup(["X", null, null, ...]), gives {value, remoteness, best, safe, pick}, or null when no legal game reaches the board:
// value "win", "draw" or "loss" for the side to move; remoteness, plies until the game ends; best, the moves that win
// soonest, draw, or lose latest; safe, those that keep the value; pick, one best move, null at the end.

export const rules = "$rules";
export const cells = $cells;
export const names = [$names];

const lines = [
$lines
].slice(0, $line_count);
const below = [
$below
];
const symmetries = [
$symmetries
];
const inverses = [
$inverses
];
const lineScores = [
$line_scores
];
const fullScore = $full_score;
const signs = [$signs];
const counted = [$counted];
const counts = [
$counts
];
const symbols = [
$symbols
];
const data = [
$data
];
const words = { "1": "win", "0": "draw", "-1": "loss" };

function count(mask) {
  let found = 0;
  for (; mask; mask &= mask - 1) found++;
  return found;
}

// The images of the cells in each byte of a mask, for all symmetries.
const images = [];
for (let symmetry = 0; symmetry < inverses.length; symmetry++) {
  for (let cell = 0; cell < 32; cell++) {
    const table = images[symmetry * 4 + (cell >> 3)] ??= new Int32Array(256);
    const bit = 1 << (cell & 7);
    const to = cell < cells ? 1 << symmetries[symmetry * cells + cell] : 0;
    for (let byte = bit; byte < 2 * bit; byte++) table[byte] = table[byte - bit] | to;
  }
}

function image(mask, symmetry) {
  const first = symmetry * 4;
  let moved = images[first][mask & 255];
  for (let byte = 1; mask >>= 8; byte++) moved |= images[first + byte][mask & 255];
  return moved;
}

// The position that stands for one, and the symmetry that leads there.
function canonical(x, o) {
  let least = [x, o, 0];
  for (let symmetry = 1; symmetry < inverses.length; symmetry++) {
    const imageO = image(o, symmetry);
    if (imageO > least[1]) continue;
    const imageX = image(x, symmetry);
    if (imageO < least[1] || imageX < least[0]) least = [imageX, imageO, symmetry];
  }
  return least;
}

// The cells that all completed lines share; -1 if there is none.
function shared(stones) {
  let all = -1;
  for (const line of lines) if ((stones & line) === line) all &= line;
  return all;
}

function isOver(x, o, ply) {
  const sign = signs[(ply + 1) % 2];
  return ply > 0 && counted[sign] === 1 && shared(sign ? o : x) !== -1;
}

function isLegal(x, o) {
  const ply = count(x) + count(o);
  const sign = signs[(ply + 1) % 2];
  const stones = (ply >> 1) * (signs[0] + signs[1]) + (ply % 2) * signs[0];
  if (x >>> 0 !== x || o >>> 0 !== o) return false; // no mask of 32 bits
  if (x & o || count(o) !== stones || (x | o) >>> (cells - 1) > 1) return false;
  for (let cell = 0; cell < cells; cell++) if (((x | o) >> cell) & 1 && !rests(x | o, cell)) return false;
  return (!counted[sign] || shared(sign ? o : x) !== 0) && (!counted[1 - sign] || shared(sign ? x : o) === -1);
}

function rests(taken, cell) {
  return below[cell] < 0 || ((taken >> below[cell]) & 1) === 1;
}

function playable(taken) {
  const found = [];
  for (let cell = 0; cell < cells; cell++) if (!((taken >> cell) & 1) && rests(taken, cell)) found.push(cell);
  return found;
}

function played(x, o, cell, ply) {
  return signs[ply % 2] ? [x, o | (1 << cell), ply + 1] : [x | (1 << cell), o, ply + 1];
}

function mixed(word) {
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  return (word ^ (word >>> 16)) >>> 0;
}

function bit(place) {
  const code = data[Math.floor(place / 576)].charCodeAt(Math.floor(place / 6) % 96);
  return ((code - 35 - (code > 63) - (code > 92)) >> place % 6) & 1;
}

function stored(someX, someO) {
  const [x, o] = canonical(someX, someO);
  const one = mixed(mixed(x ^ $seed) + o);
  const two = mixed(mixed(o ^ $seed) + x);
  let [code, first, symbol] = [0, 0, 0];
  for (let length = 1; length < counts.length; length++) {
    const step = Math.imul(length - 1, 0x9e3779b9);
    const hashes = [one, two, one ^ two].map((word) => mixed(word + step));
    code |= hashes.reduce((all, hash, place) => all ^ bit((hash % $third) + place * $third), 0);
    if (code - first < counts[length]) return symbols[symbol + code - first];
    symbol += counts[length];
    first = (first + counts[length]) * 2;
    code *= 2;
  }
  return 0;
}

// The score of each move for the mover, by its cell.
function moves(x, o, ply) {
  if (isOver(x, o, ply)) return [];
  return playable(x | o).map((cell) => [cell, -score(...played(x, o, cell, ply))]);
}

function best(scores) {
  return Math.max(...scores.map(([, worth]) => worth));
}

function score(x, o, ply) {
  if (isOver(x, o, ply)) return lineScores[ply];
  if (ply === cells) return fullScore;
  if (ply % 2 !== $parity) return best(moves(x, o, ply));
  const ending = lineScores[ply + 1];
  if (ending < 0 && playable(x | o).some((cell) => isOver(...played(x, o, cell, ply)))) return -ending;
  if (lines.every((line) => o & line && (x & line || !counted[1]))) return (cells - ply) % 2 ? -fullScore : fullScore;
  return stored(x, o);
}

// The share of the moves that keep the value; 0 if the game is over.
function safeShare(x, o, ply) {
  const scores = moves(x, o, ply);
  const value = Math.sign(best(scores));
  return scores.filter(([, worth]) => Math.sign(worth) === value).length / Math.max(scores.length, 1);
}

// The answer for the masks of X's and O's stones.
export function lookupMasks(someX, someO) {
  if (!isLegal(someX, someO)) return null;
  const [x, o, symmetry] = canonical(someX, someO);
  const ply = count(x | o);
  const scores = moves(x, o, ply);
  const worth = scores.length ? best(scores) : score(x, o, ply);
  const bests = scores.filter(([, one]) => one === worth).map(([cell]) => cell);
  const safes = scores.filter(([, one]) => Math.sign(one) === Math.sign(worth)).map(([cell]) => cell);
  const shares = bests.map((cell) => (worth > 0 ? 1 : safeShare(...played(x, o, cell, ply))));
  const back = (cell) => symmetries[inverses[symmetry] * cells + cell];
  const named = (some) => some.map(back).sort((a, b) => a - b).map((cell) => names[cell]);
  return {
    value: words[Math.sign(worth)],
    remoteness: (worth ? cells + 1 - Math.abs(worth) : cells) - ply,
    best: named(bests),
    safe: named(safes),
    pick: bests.length ? names[back(bests[shares.indexOf(Math.min(...shares))])] : null,
  };
}

const kinds = [["x", "o", "", ".", "_", "-", "b"], ["1", "2", "0", "-1"]];

// The masks of a board: a text, rows top to bottom, parted by "/", blanks or not; or an array of cells or of rows, with
// X and O, or 1 and 2 (or -1); null, "", ".", "_", "-" or 0 is a free cell. Holes ("#") may be left out.
function masks(board) {
  const given = typeof board === "string" ? [...board.replaceAll(/[/,\s]/g, "")] : [board ?? []].flat(2);
  const stones = given.map((cell) => String(cell ?? "").trim().toLowerCase()).filter((cell) => cell !== "#");
  const kind = kinds.find((known) => stones.every((stone) => known.includes(stone)));
  if (stones.length !== cells || !kind) return null;
  let x = 0;
  let o = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (stones[cell] === kind[0]) x |= 1 << cell;
    if (stones[cell] === kind[1] || stones[cell] === "-1") o |= 1 << cell;
  }
  return [x, o];
}

export function lookup(board) {
  const stones = masks(board);
  return stones && lookupMasks(...stones);
}
