/** The game as a link: the part of the page's address after the #. */

import { playerName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { type Game, jumped, newGame, played } from "./game.ts";
import { HUMAN, opponentNamed } from "./players.ts";

/** What a link holds: a game, whether values are shown, and the ply at which a puzzle is set. */
export type Linked = {
  game: Game;
  values: boolean;
  puzzle: number; // -1 without
  said: string; // what of the link is not shown, in a sentence
};

/** The link of a game. Links without a view show values, as they always have. */
export function hashOf(game: Game, values: boolean, puzzle = -1) {
  const fields = new URLSearchParams({ rules: game.rules.text });
  if (!values) fields.set("view", "play");
  if (game.moves.length) fields.set("game", game.moves.join("-"));
  if (game.at < game.moves.length) fields.set("at", String(game.at));
  if (puzzle >= 0) fields.set("puzzle", String(puzzle));
  for (const side of ["X", "O"] as const) {
    if (game.seats[side] !== HUMAN) fields.set(side.toLowerCase(), game.seats[side]);
  }
  return `#${fields}`;
}

export const addressOf = (hash: string) => location.href.replace(/#.*/, "") + hash;

const fieldsOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, ""));

/** The rules that a link names; null if it names none. */
export const rulesIn = (hash: string) => fieldsOf(hash).get("rules");

/**
 * The game of a link; null if there are no answers for its rules here. Parts that cannot be read
 * are left out, and a sentence says so.
 */
export function linkedGame(hash: string, known: Rules[]): Linked | null {
  const fields = fieldsOf(hash), asked = fields.get("rules")?.toLowerCase();
  const rules = known.find((one) => one.text === asked);
  if (!rules) return null;
  const said: string[] = [];
  let game = newGame(rules, { X: HUMAN, O: HUMAN });
  for (const [ply, name] of (fields.get("game") ?? "").split("-").filter(Boolean).entries()) {
    const next = played(game, rules.moves.indexOf(name));
    if (!next) {
      said.push(fill(text.linkMoveWrong, ply + 1, name.slice(0, 20)));
      break;
    }
    game = next;
  }
  const number = (name: string) =>
    /^\d+$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : -1;
  if (number("at") >= 0) game = jumped(game, number("at"));
  if (fields.has("tree")) said.push(text.goneLines);
  for (const side of ["X", "O"] as const) {
    const wanted = fields.get(side.toLowerCase()) ?? HUMAN, found = opponentNamed(rules, wanted);
    if (found !== wanted) said.push(fill(text.gonePlayer, wanted, playerName(found)));
    game.seats[side] = found;
  }
  if (game.seats.X !== HUMAN && game.seats.O !== HUMAN) {
    said.push(text.goneSeats);
    game.seats.X = HUMAN;
  }
  const puzzle = number("puzzle") <= game.moves.length ? number("puzzle") : -1;
  return {
    game,
    values: fields.get("view") !== "play" && puzzle < 0,
    puzzle,
    said: said.join(" "),
  };
}
