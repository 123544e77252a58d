"use strict";
// The rules of a game, as far as a board needs them: cells, coordinates, lines, legal moves. Nothing is solved here.

const oxobook = { books: {}, pictures: {} };

oxobook.rules = (() => {
  const columnName = (column) => (column < 26 ? "" : String.fromCharCode(96 + Math.floor(column / 26))) + String.fromCharCode(97 + (column % 26));

  // "3x4x3-misere" as an object, or null when the text is no rules.
  function parse(text) {
    const found = /^([1-9]\d?)x([1-9]\d?)x([1-9]\d?)(-misere)?(-gravity)?$/.exec(text);
    if (!found) return null;
    const [rows, columns, k] = found.slice(1, 4).map(Number);
    const rules = { text, rows, columns, k, misere: Boolean(found[4]), gravity: Boolean(found[5]), cells: rows * columns };
    rules.names = Array.from({ length: rules.cells }, (_, cell) => columnName(cell % columns) + (rows - Math.floor(cell / columns)));
    rules.lines = lines(rules);
    return rules;
  }

  function lines({ rows, columns, k }) {
    const found = [];
    for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const [lastRow, lastColumn] = [row + down * (k - 1), column + right * (k - 1)];
          if (lastRow >= rows || lastColumn >= columns || lastColumn < 0) continue;
          found.push(Array.from({ length: k }, (_, step) => (row + down * step) * columns + column + right * step));
        }
      }
    }
    return k === 1 ? found.filter((line, index) => found.findIndex((other) => other[0] === line[0]) === index) : found;
  }

  // The board after some moves: an array of "X", "O" or "" by cell.
  function boardAfter(rules, moves) {
    const board = Array(rules.cells).fill("");
    moves.forEach((move, ply) => { board[rules.names.indexOf(move)] = "XO"[ply % 2]; });
    return board;
  }

  const sideAt = (ply) => "XO"[ply % 2];
  const textOf = (rules, board) => Array.from({ length: rules.rows }, (_, row) => board.slice(row * rules.columns, (row + 1) * rules.columns).map((stone) => stone || ".").join("")).join("/");
  const completed = (rules, board) => rules.lines.filter((line) => board[line[0]] && line.every((cell) => board[cell] === board[line[0]]));
  const isOver = (rules, board) => board.every(Boolean) || completed(rules, board).length > 0;

  // The cells that the next stone may take; none when the game is over.
  function legal(rules, board) {
    if (isOver(rules, board)) return [];
    const free = board.flatMap((stone, cell) => (stone ? [] : [cell]));
    return rules.gravity ? free.filter((cell) => cell + rules.columns >= rules.cells || board[cell + rules.columns]) : free;
  }

  return { parse, boardAfter, sideAt, textOf, completed, isOver, legal };
})();
