/** The requests of a server's page before its script is here: all that the game of its link needs and the page does not contain. */

import "./dress.ts";
import { shared } from "../shared.ts";

const fields = new URLSearchParams(location.hash.slice(1));
const rules = fields.get("rules") || "3x3x3";
const moves = (fields.get("game") || "").split("-").filter(Boolean);
const { books = "", baked = "" } = document.documentElement.dataset;
const [rows, columns] = rules.split("x").map(parseFloat);
const onBoard = (move: string) => /^[a-z]\d\d?$/.test(move) && move.charCodeAt(0) - 97 < columns && Number(move.slice(1)) > 0 && Number(move.slice(1)) <= rows;
const brought = rules === baked;
const paths = brought ? [] : ["books"];
// moves that would be refused are not asked: those before them are asked for later
if (books.split(" ").includes(rules) && moves.every(onBoard) && new Set(moves).size === moves.length) {
  if (!brought) paths.push(`${rules}/players`);
  if (moves.length) paths.push(`${rules}/game?moves=${moves.join("+")}`);
  else if (!brought && rows) paths.push(`${rules}/lookup?position=${Array(rows).fill(".".repeat(columns)).join("/")}`);
}
for (const path of paths) {
  shared.early[`api/${path}`] = fetch(`api/${path}`);
  shared.early[`api/${path}`].catch(() => {});
}
