"use strict";
// The rules of a game, as far as a board needs them: legal moves and completed lines. Cells, lines and stacks are
// those that the book's description names; nothing is worked out from the text of the rules, and nothing is solved here.

const oxobook = { books: {}, pictures: {} };

oxobook.rules = (() => {
  // The game of a book, from its description: lines and stacks as numbers of cells, coordinates by cell.
  function of(book) {
    const numbers = (sets) => sets.map((set) => set.map((name) => book.cells.indexOf(name)));
    return { ...book, text: book.rules, cells: book.cells.length, names: book.cells, lines: numbers(book.lines), stacks: numbers(book.stacks) };
  }

  // The board after some moves: an array of "X", "O" or "" by cell.
  function boardAfter(rules, moves) {
    const board = Array(rules.cells).fill("");
    moves.forEach((move, ply) => { board[rules.names.indexOf(move)] = "XO"[ply % 2]; });
    return board;
  }

  const sideAt = (ply) => "XO"[ply % 2];
  const textOf = (rules, board) => Array.from({ length: rules.rows }, (_, row) => board.slice(row * rules.columns, (row + 1) * rules.columns).map((stone) => stone || ".").join("")).join("/");
  const textAfter = (rules, moves) => textOf(rules, boardAfter(rules, moves));
  const completed = (rules, board) => rules.lines.filter((line) => board[line[0]] && line.every((cell) => board[cell] === board[line[0]]));
  const isOver = (rules, board) => board.every(Boolean) || completed(rules, board).length > 0;

  // The cells that the next stone may take; none when the game is over.
  function legal(rules, board) {
    if (isOver(rules, board)) return [];
    const lowest = rules.stacks.map((stack) => stack.find((cell) => !board[cell]));
    return lowest.filter((cell) => cell !== undefined).sort((one, other) => one - other);
  }

  return { of, boardAfter, sideAt, textOf, textAfter, completed, isOver, legal };
})();
