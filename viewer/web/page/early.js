"use strict";
// What the page asks before its other scripts are here: all that the game of its link needs, where there is a book of it.
// A bare address opens tic-tac-toe.
const early = {};
{
  const fields = new URLSearchParams(location.hash.slice(1));
  const rules = fields.get("rules") || "3x3x3";
  const moves = (fields.get("game") || "").split("-").filter(Boolean);
  const paths = ["books"];
  const [rows, columns] = rules.split("x").map(parseFloat);
  const onBoard = (move) => /^[a-z]\d\d?$/.test(move) && move.charCodeAt(0) - 97 < columns && move.slice(1) > 0 && move.slice(1) <= rows;
  // moves that would be refused are not asked: what stands before them is asked later
  if (document.documentElement.dataset.books.split(" ").includes(rules) && moves.every(onBoard) && new Set(moves).size === moves.length) {
    const empty = Array(rows).fill(".".repeat(columns)).join("/");
    paths.push(`${rules}/players`, moves.length ? `${rules}/game?moves=${moves.join("+")}` : `${rules}/lookup?position=${empty}`);
  }
  for (const path of paths) {
    early[`api/${path}`] = fetch(`api/${path}`);
    early[`api/${path}`].catch(() => {});
  }
}
