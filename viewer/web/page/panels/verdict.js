/** The sentence: what the position is worth, or whose turn it is; under it a line of why. The same for those who hear it. */

import { moveOf, winnerOf } from "../answers/answer.js";
import { sideAt } from "../game/rules.js";
import { storyOf } from "../game/story.js";
import { at, sideWord } from "../draw/elements.js";
import { exactly, nameOf, ownMoves, reasonsIn, ruleOf, worthOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @typedef {import("../game/session.js").Session} Session */
/** @typedef {import("../answers/answer.js").Entry} Entry */
/** @typedef {(Node | string)[]} Words */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function verdict({ session }) {
  return {
    known() {
      const { game, open } = session;
      const entry = /** @type {Entry} */ (session.entry);
      const task = open && session.puzzled ? null : puzzleOf(session);
      const [head, why] = task ?? [headline(session, entry), whyOf(session, entry)];
      at("verdict").replaceChildren(...head);
      at("why").textContent = why;
      const last = game.at ? `${sideAt(game.at - 1)} ${game.moves[game.at - 1]}. ` : "";
      at("live").textContent = last + (game.puzzle >= 0 && !open ? `${at("verdict").textContent} ${why}` : exactly(entry, open));
      document.title = `${exactly(entry, open)} ${nameOf(game.rules)} – oxobook`;
    },
    unknown() {
      at("verdict").textContent = session.game.side + text.toMove;
      at("why").textContent = session.busy ? "" : text.waiting;
    },
  };
}

/** To a player "You won.", to an explorer what the position is worth. @param {Session} session @param {Entry} entry @returns {Words} */
function headline({ game, open }, entry) {
  const { own } = game;
  if (entry.over) {
    if (!entry.winner) return [text.drawn];
    if (own) return [entry.winner === own ? text.youWon : text.youLost];
    return [sideWord(entry.winner), text.wonBy];
  }
  if (!open) {
    if (!own) return [sideWord(entry.to_move), text.toMove];
    if (entry.to_move !== own) return [text.theirMove(text.player(game.seats[entry.to_move]))];
    const [before, , after] = text.yourMove(own);
    return [before, sideWord(own), after];
  }
  const winner = winnerOf(entry);
  return winner ? [sideWord(winner), text.winsInHead(ownMoves(entry.remoteness))] : [text.drawBest];
}

/** The story of a game that is over; the rule, or why the pick is best. @param {Session} session @param {Entry} entry */
function whyOf(session, entry) {
  const { game, open } = session;
  if (entry.over) return storyOf(game, session.entries);
  if (open && entry.pick) {
    const pick = moveOf(entry, entry.pick);
    return text.best(entry.to_move, entry.pick, text.because(reasonsIn(game.rules, entry, pick)), pick.wrong_replies, pick.replies);
  }
  const name = game.at ? moverName(session, game.at - 1) : null;
  return ruleOf(game.rules) + (game.at ? ` ${text.took(name, game.moves[game.at - 1])}` : "");
}

/** Who made a move: a player by its name, a person by the side, the reader as null. @param {Session} session @param {number} ply */
function moverName({ game }, ply) {
  const side = sideAt(ply);
  if (game.own === side) return null;
  return game.seats[side] === "human" ? side : text.player(game.seats[side]);
}

/** At the place of a puzzle the task, and after a move what it was worth; else null. @param {Session} session @returns {[Words, string] | null} */
function puzzleOf({ game, entries }) {
  const entry = entries[game.puzzle];
  if (!entry || game.at < game.puzzle || game.at > game.puzzle + 1) return null;
  if (game.at === game.puzzle) {
    if (entry.value === "draw") return [[sideWord(entry.to_move), text.saveDraw], text.allButOneLose];
    const reasons = entry.moves.filter((move) => move.best).flatMap((move) => reasonsIn(game.rules, entry, move));
    const fork = entry.remoteness === 3 && reasons.some((reason) => reason.startsWith(text.reason.forks([]).trim()));
    return [[sideWord(entry.to_move), text.moveAndWin], text.oneWins(fork, ownMoves(entry.remoteness))];
  }
  const move = moveOf(entry, game.moves[game.puzzle]);
  if (!move.safe) return [[text.notThat], text.undoAndTry(move.move, worthOf(move))];
  return [[text.right], text.rightBecause(move.move, move.best ? text.because(reasonsIn(game.rules, entry, move)) : worthOf(move))];
}
