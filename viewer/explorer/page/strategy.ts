/**
 * The module of a certificate's strategy. `oxobook export` writes the game and the certificate
 * before the bundle.
 */

import { Certificate } from "./answers/certificate.ts";
import { unpacked } from "./answers/made.ts";
import { gameOf, rulesOf } from "./game/rules.ts";
import type { KnownGame, Proof } from "./reports.ts";
import type * as Package from "./strategy.d.ts";

declare const game: KnownGame;
declare const content: Proof;

export const rules: typeof Package.rules = game.rules;
export const owner: typeof Package.owner = game.owner!;

const board = rulesOf(game);
const tables = new Uint8Array(await unpacked(content.tables));
const certificate = new Certificate(board, owner, game.value !== "draw", content.rows, tables);

export const move: typeof Package.move = (columns) => {
  const played = gameOf(board, columns), cell = played && certificate.move(played.cells);
  return cell === null ? null : cell % board.columns + 1;
};
