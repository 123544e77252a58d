/** The game as a link: the part of the page's address after the #. */

import { text } from "../words/text.js";
import { Game, MOST_OTHERS } from "./game.js";

/** @typedef {import("./rules.js").Rules} Rules */

/** The game's link. @param {Game} game */
export function hashOf(game) {
  if (game.lost) return game.lost;
  const fields = new URLSearchParams({ rules: game.rules.text });
  if (game.mode === "play") fields.set("view", "play");
  if (game.moves.length) fields.set("game", game.moves.join("-"));
  if (!game.latest) fields.set("at", String(game.at));
  if (game.puzzle >= 0) fields.set("puzzle", String(game.puzzle));
  for (const side of /** @type {const} */ (["X", "O"])) if (game.seats[side] !== "human") fields.set(side.toLowerCase(), game.seats[side]);
  return `#${fields}`;
}

/** The same with the variations, for somebody else. @param {Game} game */
export const linkOf = (game) => hashOf(game) + game.others.map((moves) => `&other=${moves.join("-")}`).join("");

/** @param {string} hash */
const fieldsOf = (hash) => new URLSearchParams(hash.replace(/^#/, ""));

/** The rules that a link names; null if it names none. @param {string} hash */
export const rulesIn = (hash) => fieldsOf(hash).get("rules");

/** The mode of a link: one that names none is to explore. @param {string} hash */
export const modeIn = (hash) => (fieldsOf(hash).get("view") === "play" ? "play" : "explore");

/** The game of a link, if it has a book. Parts that cannot be read or are illegal are left out, and a sentence says so. @param {string} hash @param {Rules[]} known */
export function gameOf(hash, known) {
  const fields = fieldsOf(hash);
  const named = (/** @type {string | null} */ name) => known.find((rules) => rules.text === name);
  const asked = fields.get("rules");
  const game = new Game(named(asked) ?? named("3x3x3") ?? known[0]);
  if (asked && !named(asked)) {
    game.ill = text.noBookChoose(asked.slice(0, 40));
    game.lost = hash;
    return game;
  }
  const moves = movesIn(fields.get("game"));
  const wrong = moves.findIndex((move) => !game.playNamed(move));
  if (wrong >= 0) game.ill = text.linkMoveWrong(wrong + 1, moves[wrong].slice(0, 20));
  game.others = fields.getAll("other").map(movesIn).filter((line) => leaves(game, line)).slice(0, MOST_OTHERS);
  const number = (/** @type {string} */ name) => (/^\d+$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : -1);
  if (number("at") >= 0) game.jump(number("at"));
  game.puzzle = number("puzzle");
  for (const side of /** @type {const} */ (["X", "O"])) game.seats[side] = fields.get(side.toLowerCase()) || "human";
  return game;
}

/** @param {string | null} field */
const movesIn = (field) => (field ?? "").split("-").filter(Boolean);

/** Whether moves may be played from the start, and leave a game. @param {Game} game @param {string[]} moves */
function leaves(game, moves) {
  const tried = new Game(game.rules);
  return game.partingFrom(moves) < moves.length && moves.every((move) => tried.playNamed(move));
}
