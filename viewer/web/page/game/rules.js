/**
 * The rules of a game, as far as a board needs them: legal moves and completed lines. Cells, lines and stacks are those
 * that the book's summary names; nothing is worked out from the text of the rules, and nothing is solved here.
 */

/** @typedef {"X" | "O"} Side */
/** The stone of each cell, empty if there is none. @typedef {(Side | "")[]} Board */
/** @typedef {"win" | "draw" | "loss"} Value */

/**
 * @typedef {object} Rules
 * @property {string} text as in links: 3x3x3
 * @property {number} rows
 * @property {number} columns
 * @property {number} k stones in a line
 * @property {boolean} misere
 * @property {boolean} gravity
 * @property {string} kind torus, cylinder, cube; empty for a plain board
 * @property {number} layers side by side
 * @property {number} cells
 * @property {string[]} names of the cells, in reading order
 * @property {number[][]} lines cells of each line
 * @property {number[][]} stacks cells of each stack, from the bottom up
 * @property {Value} value of the empty board
 * @property {number} remoteness of the empty board
 * @property {Side | null} winner
 * @property {boolean} papers whether there are papers for a class
 * @property {{ boards: number, levels: number }} maps bounds of a server's maps
 */

/**
 * The game of a book, from its summary: lines and stacks as numbers of cells.
 * @param {any} book
 * @returns {Rules}
 */
export function rulesOf(book) {
  const numbers = (/** @type {string[][]} */ sets) => sets.map((set) => set.map((name) => book.cells.indexOf(name)));
  return { ...book, text: book.rules, cells: book.cells.length, names: book.cells, lines: numbers(book.lines), stacks: numbers(book.stacks) };
}

/** @param {number} ply @returns {Side} */
export const sideAt = (ply) => (ply % 2 ? "O" : "X");

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "X" ? "O" : "X");

/** @param {Board} board */
export const stonesOn = (board) => board.filter(Boolean).length;

/** @param {Board} board @returns {Side} the side to move */
export const moverOn = (board) => sideAt(stonesOn(board));

/** @param {Rules} rules @param {string[]} moves @returns {Board} */
export function boardAfter(rules, moves) {
  /** @type {Board} */
  const board = Array(rules.cells).fill("");
  moves.forEach((move, ply) => { board[rules.names.indexOf(move)] = sideAt(ply); });
  return board;
}

/** @param {string} position @returns {Board} */
export const boardOf = (position) => [...position.replaceAll("/", "")].map((stone) => (stone === "X" || stone === "O" ? stone : ""));

/** @param {Rules} rules @param {Board} board */
export const textOf = (rules, board) => Array.from({ length: rules.rows }, (_, row) => board.slice(row * rules.columns, (row + 1) * rules.columns).map((stone) => stone || ".").join("")).join("/");

/** @param {Rules} rules @param {string[]} moves */
export const textAfter = (rules, moves) => textOf(rules, boardAfter(rules, moves));

/** @param {Rules} rules @param {Board} board */
export const completed = (rules, board) => rules.lines.filter((line) => board[line[0]] && line.every((cell) => board[cell] === board[line[0]]));

/** @param {Rules} rules @param {Board} board */
export const isOver = (rules, board) => board.every(Boolean) || completed(rules, board).length > 0;

/** The cells that the next stone may take; none when the game is over. @param {Rules} rules @param {Board} board */
export function legal(rules, board) {
  if (isOver(rules, board)) return [];
  const lowest = rules.stacks.map((stack) => stack.find((cell) => !board[cell]));
  return lowest.filter((cell) => cell !== undefined).sort((one, two) => one - two);
}
