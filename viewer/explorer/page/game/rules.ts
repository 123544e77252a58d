/**
 * The rules of a game, as far as a board needs them, from the book's summary: nothing is worked out
 * from the text of the rules.
 */

import type { KnownGame } from "../reports.ts";

/** The game of a book, from its summary: lines and stacks as numbers of cells. */
export function rulesOf(book: KnownGame): Rules {
  const numbers = (sets: string[][]) =>
    sets.map((set) => set.map((name) => book.cells.indexOf(name)));
  const [first] = book.terms.signs, either = first.length > 1;
  return {
    ...book,
    text: book.rules,
    cells: book.cells.length,
    names: book.cells,
    lines: numbers(book.lines),
    stacks: numbers(book.stacks),
    either,
    moves: either
      ? [...first].flatMap((sign) => book.cells.map((name: string) => sign + name))
      : book.cells,
  };
}

export const sideAt = (ply: number): Side => (ply % 2 ? "O" : "X");
export const other = (side: Side): Side => (side === "X" ? "O" : "X");

export const stonesOn = (board: Board) => board.filter(Boolean).length;
export const moverOn = (board: Board): Side => sideAt(stonesOn(board));
export const signOf = (rules: Rules, move: number, ply: number) =>
  rules.terms.signs[ply % 2][rules.either ? Math.floor(move / rules.cells) : 0] as Side;
export const after = (rules: Rules, board: Board, move: number, ply: number = stonesOn(board)) =>
  board.with(move % rules.cells, signOf(rules, move, ply));

/** The cell of a move; null without one. */
export const cellOf = (rules: Rules, name: string | null | undefined) =>
  name ? rules.moves.indexOf(name) % rules.cells : null;
export const boardAfter = (rules: Rules, moves: string[]): Board =>
  moves.reduce(
    (board, move, ply) => after(rules, board, rules.moves.indexOf(move), ply),
    Array(rules.cells).fill(""),
  );
export const boardOf = (position: string): Board =>
  [...position.replace(/[/#]/g, "")].map((stone) => (stone === "X" || stone === "O" ? stone : ""));

/** The board as text, a hole as #. */
export function textOf({ rows, columns, drawing }: Rules, board: Board) {
  const lines = Array.from({ length: rows }, () => Array(columns).fill("#"));
  drawing.places.forEach(([row, column], cell) => {
    lines[row][column] = board[cell] || ".";
  });
  return lines.map((line) => line.join("")).join("/");
}

export const completed = (rules: Rules, board: Board) =>
  rules.lines.filter(([first, ...others]) =>
    board[first] && rules.terms.counted.includes(board[first]) &&
    others.every((cell) => board[cell] === board[first])
  );

/** Who has won; null where the game goes on or is drawn. */
export function winnerOn(rules: Rules, board: Board) {
  if (!completed(rules, board).length) {
    return ((board.every(Boolean) && rules.terms.full) || null) as Side | null;
  }
  return lineWinner(rules, other(moverOn(board)));
}

const lineWinner = ({ terms: { line } }: Rules, last: Side) =>
  line === "mover" ? last : line === "other" ? other(last) : line as Side;

/** What completing a line is to the side to move: 1 a win, -1 a loss, 0 if no sign counts. */
export function lineValue(rules: Rules, ply: number) {
  const { signs, counted } = rules.terms, side = sideAt(ply);
  return [...signs[ply % 2]].some((sign) => counted.includes(sign))
    ? (lineWinner(rules, side) === side ? 1 : -1)
    : 0;
}

export const isOver = (rules: Rules, board: Board) =>
  board.every(Boolean) || completed(rules, board).length > 0;

/**
 * The moves by number: cells or, where a side may set either sign, X on each cell and then O; none
 * when the game is over.
 */
export function legal(rules: Rules, board: Board) {
  if (isOver(rules, board)) return [];
  const cells = openCells(rules, board);
  return rules.either ? [...cells, ...cells.map((cell) => cell + rules.cells)] : cells;
}

/** The cells that the next stone may take, also where the game is over. */
export const openCells = ({ stacks }: Rules, board: Board) =>
  stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? [])
    .sort((one, two) => one - two);

/** A game written as its columns, from 1; null if one of them is not legal. */
export function gameOf(rules: Rules, columns: string) {
  const cells: number[] = [];
  let board = boardAfter(rules, []);
  for (const column of columns) {
    const cell = legal(rules, board).find((one) => one % rules.columns === Number(column) - 1);
    if (cell === undefined) return null;
    board = after(rules, board, cell);
    cells.push(cell);
  }
  return { cells, board };
}
