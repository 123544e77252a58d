/** The series against each opponent, kept on this device. */

import { other, sideAt } from "./rules.ts";
import { keep, recall } from "./settings.ts";
import type { Game } from "./game.ts";

/** What a series needs of a session. */
type Against = { game: Game; own: Side | null; opponent: string; friends: boolean };
type Ended = Against & { entry?: Entry; slips: Slip[] | null };

const KEPT = "oxobook series";

const keyOf = ({ game: { rules, seats }, own, opponent, friends }: Against) =>
  `${rules.text} ${friends ? opponent : seats[other(own!)]}`;

/** The series against the opponent; null if there is none. */
export const seriesOf = (session: Against): Series | null =>
  session.own && (recall(KEPT)[keyOf(session)] ?? null);

/** Count a game that has just been played to its end against somebody. */
export function countGame(session: Ended) {
  const { own, entry, game, slips } = session;
  if (!own || !entry) return;
  const one = seriesOf(session) ?? { won: 0, drawn: 0, lost: 0, moves: 0, kept: 0 };
  const result = entry.winner ? (entry.winner === own ? "won" : "lost") : "drawn";
  one[result] += 1;
  one.row = result === "won" ? (one.row ?? 0) + 1 : 0;
  const moves = game.moves.filter((_, ply) => sideAt(ply) === own).length;
  if (slips) {
    one.moves += moves;
    one.kept += moves - slips.filter((slip) => slip.side === own).length;
  }
  keep(KEPT, { ...recall(KEPT), [keyOf(session)]: one });
}
