/** The game as a link: the part of the page's address after the #. */

import { text } from "../words/text.ts";
import { Game } from "./game.ts";
import { treeOf } from "./tree.ts";
import type { Settings } from "./settings.ts";

/** The game's link, which may point at a cell. */
export function hashOf(game: Game, cell: string = game.cell) {
  if (game.lost) return game.lost;
  const fields = new URLSearchParams({ rules: game.rules.text });
  if (game.mode === "play") fields.set("view", "play");
  if (game.moves.length) fields.set("game", game.moves.join("-"));
  if (!game.latest) fields.set("at", String(game.at));
  if (cell) fields.set("cell", cell);
  if (game.dare) fields.set("dare", game.dare);
  if (game.puzzle >= 0) fields.set("puzzle", String(game.puzzle));
  for (const side of ["X", "O"] as const) {
    if (game.seats[side] !== "human") fields.set(side.toLowerCase(), game.seats[side]);
  }
  return `#${fields}`;
}

/** The link with all lines and comments, for somebody else. */
export function linkOf(game: Game) {
  const { rich, text: tree } = game.tree;
  return hashOf(game) + (rich ? `&${new URLSearchParams({ tree })}` : "");
}

export const addressOf = (hash: string) => location.href.replace(/#.*/, "") + hash;

const fieldsOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, ""));

/** The rules that a link names; null if it names none. */
export const rulesIn = (hash: string) => fieldsOf(hash).get("rules");

/**
 * The mode of a link, which is known before its game: one that names none is to explore; a bare one
 * is as the last visit was.
 */
export const modeOf = (
  hash: string,
  settings: Settings,
) => (!rulesIn(hash) ? settings.mode : fieldsOf(hash).get("view") === "play" ? "play" : "explore");

/**
 * The game of a link, if it has a book. Parts that cannot be read or are illegal are left out, and
 * a sentence says so.
 */
export function gameOf(hash: string, known: Rules[]) {
  const fields = fieldsOf(hash);
  const named = (name: string | null) => known.find((rules) => rules.text === name);
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
  game.tree = treeOf(fields.get("tree") ?? "", game.rules);
  game.tree.add(game.moves);
  const number = (name: string) =>
    /^\d+$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : -1;
  if (number("at") >= 0) game.jump(number("at"));
  game.puzzle = number("puzzle");
  game.dare = /^\d{1,2}(-\d{1,2})?$/.exec(fields.get("dare") ?? "")?.[0] ?? "";
  const cell = fields.get("cell") ?? "";
  if (game.legal.includes(game.rules.moves.indexOf(cell))) game.cell = cell;
  for (const side of ["X", "O"] as const) {
    game.seats[side] = fields.get(side.toLowerCase()) || "human";
  }
  return game;
}

const movesIn = (field: string | null) => (field ?? "").split("-").filter(Boolean);
