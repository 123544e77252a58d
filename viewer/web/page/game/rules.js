/**
 * The rules of a game, as far as a board needs them: legal moves and completed lines. Cells, lines and stacks are those
 * that the book's summary names; nothing is worked out from the text of the rules, and nothing is solved here.
 */

/**
 * The game of a book, from its summary: lines and stacks as numbers of cells.
 * @param {any} book
 * @returns {Rules}
 */
export function rulesOf(book) {
  const numbers = (/** @type {string[][]} */ sets) => sets.map((set) => set.map((name) => book.cells.indexOf(name)));
  const { signs: [first, second], counted, full } = book.terms, either = first.length > 1;
  return {
    ...book, text: book.rules, cells: book.cells.length, names: book.cells, lines: numbers(book.lines), stacks: numbers(book.stacks), either,
    plain: [first, second, counted, full].join() === "X,O,XO,", moves: either ? [...first].flatMap((sign) => book.cells.map((/** @type {string} */ name) => sign + name)) : book.cells,
  };
}

/** @param {number} ply @returns {Side} */
export const sideAt = (ply) => (ply % 2 ? "O" : "X");

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "X" ? "O" : "X");

/** @param {Board} board */
export const stonesOn = (board) => board.filter(Boolean).length;

/** @param {Board} board @returns {Side} the side to move */
export const moverOn = (board) => sideAt(stonesOn(board));

/** The sign that a move sets. @param {Rules} rules @param {number} move @param {number} ply */
export const signOf = (rules, move, ply) => /** @type {Side} */ (rules.terms.signs[ply % 2][rules.either ? Math.floor(move / rules.cells) : 0]);

/** The board after a move. @param {Rules} rules @param {Board} board @param {number} move @param {number} [ply] */
export const after = (rules, board, move, ply = stonesOn(board)) => board.with(move % rules.cells, signOf(rules, move, ply));

/** @param {Rules} rules @param {string[]} moves @returns {Board} */
export const boardAfter = (rules, moves) => moves.reduce((board, move, ply) => after(rules, board, rules.moves.indexOf(move), ply), Array(rules.cells).fill(""));

/** @param {string} position @returns {Board} */
export const boardOf = (position) => [...position.replace(/[/#]/g, "")].map((stone) => (stone === "X" || stone === "O" ? stone : ""));

/** The board as text, a hole as #. @param {Rules} rules @param {Board} board */
export function textOf({ rows, columns, drawing }, board) {
  const lines = Array.from({ length: rows }, () => Array(columns).fill("#"));
  drawing.places.forEach(([row, column], cell) => { lines[row][column] = board[cell] || "."; });
  return lines.map((line) => line.join("")).join("/");
}

/** @param {Rules} rules @param {string[]} moves */
export const textAfter = (rules, moves) => textOf(rules, boardAfter(rules, moves));

/** @param {Rules} rules @param {Board} board */
export const completed = (rules, board) => rules.lines.filter(([first, ...others]) => board[first] && rules.terms.counted.includes(board[first]) && others.every((cell) => board[cell] === board[first]));

/** Who has won; null where the game goes on or is drawn. @param {Rules} rules @param {Board} board */
export function winnerOn(rules, board) {
  const { line, full } = rules.terms, last = other(moverOn(board));
  if (!completed(rules, board).length) return /** @type {Side | null} */ ((board.every(Boolean) && full) || null);
  return line === "mover" ? last : line === "other" ? other(last) : /** @type {Side} */ (line);
}

/** @param {Rules} rules @param {Board} board */
export const isOver = (rules, board) => board.every(Boolean) || completed(rules, board).length > 0;

/** The moves by number: cells or, where a side may set either sign, X on each cell and then O; none when the game is over. @param {Rules} rules @param {Board} board */
export function legal(rules, board) {
  if (isOver(rules, board)) return [];
  const cells = rules.stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? []).sort((one, two) => one - two);
  return rules.either ? [...cells, ...cells.map((cell) => cell + rules.cells)] : cells;
}
