// $claim: the strategy of a certificate of $rules, which plays without search, by oxobook $version.
//
// A game is the text of its columns, from 1 on the left: "4453". For a game in which $owner is to move, move(game) gives
// $owner's column; null if the game is over, if $owner is not to move, or if $owner has not played by this strategy.
// The strategy has a move for $moves positions, mirror images apart, and a sheet for $leaves more. A sheet gives each cell
// a letter, its rank, by which all the rest of the game is played: win, or else block, or else make a double threat, or
// else take the cell of the highest rank that is not right below a cell where the other side would win.

export const rules = "$rules";
export const owner = "$owner";

const [rows, columns, turn] = [$rows, $columns, $turn];
const lines = [
$lines
];
// Positions, sorted: $rows + 1 bits a column, from the left: a bit 1, then one for each stone from the bottom up, 1 for $owner's.
const keys = [
$keys
];
// For each of them the column, from 0, or $columns and more, the number of its sheet.
const values = [
$values
];
// The ranks of the cells in reading order.
const sheets = [
$sheets
];
const [OWN, THEIR] = [1, 2];

// For each cell the other cells of its lines, one line after another.
const through = Array.from({ length: rows * columns }, () => []);
for (let first = 0; first < lines.length; first += $k) {
  const line = lines.slice(first, first + $k);
  for (const cell of line) through[cell].push(...line.filter((one) => one !== cell));
}

// Whether a stone on a free cell completes a line.
function completes(board, cell, stone) {
  const others = cell < 0 ? [] : through[cell];
  for (let first = 0; first < others.length; first += $k - 1) {
    let at = first;
    while (at < first + $k - 1 && board[others[at]] === stone) at++;
    if (at === first + $k - 1) return true;
  }
  return false;
}

// The cells that take the next stone, in reading order.
function playable(board) {
  const found = [];
  for (let cell = 0; cell < board.length; cell++) {
    if (!board[cell] && (cell + columns >= board.length || board[cell + columns])) found.push(cell);
  }
  return found;
}

function keyOf(board, isMirrored) {
  let key = 0;
  for (let number = 0; number < columns; number++) {
    let stones = 1;
    for (let cell = board.length - columns + (isMirrored ? columns - 1 - number : number); board[cell]; cell -= columns) {
      stones = stones * 2 + (board[cell] === OWN ? 1 : 0);
    }
    key = key * 2 ** (rows + 1) + stones;
  }
  return key;
}

// The value of a position, undefined if it is none of the strategy, and whether the table has its mirror image.
function row(board) {
  const [key, image] = [keyOf(board, false), keyOf(board, true)];
  const least = Math.min(key, image);
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < least) low = middle + 1;
    else high = middle;
  }
  return { value: keys[low] === least ? values[low] : undefined, isMirrored: image < key };
}

// Whether the owner's stone on a cell leaves the other side no reply that wins, and none to all that the owner then wins by.
function forks(board, cell) {
  board[cell] = OWN;
  const after = playable(board);
  const next = after.filter((one) => completes(board, one, OWN));
  const isFork = !after.some((one) => completes(board, one, THEIR)) &&
    (next.length > 1 || next.some((one) => completes(board, one - columns, OWN)));
  board[cell] = 0;
  return isFork;
}

// The cell that a sheet plays; undefined if there is none.
function ranked(board, { value, isMirrored }) {
  const sheet = sheets[value - columns];
  const legal = playable(board);
  const must = legal.filter((cell) => completes(board, cell, THEIR));
  const fork = must.length ? undefined : legal.find((cell) => forks(board, cell));
  if (fork !== undefined) return fork;
  const place = (cell) => (isMirrored ? cell - (cell % columns) + columns - 1 - (cell % columns) : cell);
  const sound = must.length ? must : legal.filter((cell) => !completes(board, cell - columns, THEIR));
  return sound.reduce((best, cell) => (best === undefined || sheet[place(cell)] > sheet[place(best)] ? cell : best), undefined);
}

export function move(game) {
  const board = new Uint8Array(rows * columns);
  let leaf = null;
  for (let ply = 0;; ply++) {
    const legal = playable(board);
    const column = ply < game.length ? Number(game[ply]) - 1 : null;
    const isOwn = ply % 2 === turn;
    const winning = isOwn ? legal.find((cell) => completes(board, cell, OWN)) : undefined;
    if (isOwn) {
      let own = winning;
      if (own === undefined && !leaf) {
        const found = row(board);
        if (found.value >= columns) leaf = found;
        else own = legal.find((cell) => cell % columns === (found.isMirrored ? columns - 1 - found.value : found.value));
      }
      if (own === undefined && leaf) own = ranked(board, leaf);
      if (own === undefined || (column !== null && own % columns !== column)) return null;
      if (column === null) return own % columns + 1;
    }
    const cell = legal.find((one) => one % columns === column);
    if (cell === undefined || winning !== undefined) return null;
    board[cell] = isOwn ? OWN : THEIR;
  }
}
