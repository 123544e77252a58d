/**
 * The sentence: the position's worth, or whose turn it is; under it a line of reasons. Screen
 * readers get the same.
 */

import { moveOf, winnerOf } from "../answers/answer.ts";
import { at, sideWord } from "../draw/elements.ts";
import { thumbnail } from "../draw/pieces.ts";
import { sampleOf } from "../draw/sample.ts";
import { unbeatable } from "../game/ladder.ts";
import { other, sideAt } from "../game/rules.ts";
import { mistakeIn, storyOf } from "../game/story.ts";
import {
  adviceFor,
  exactly,
  hasPlaces,
  hasShape,
  hintFor,
  madeOn,
  nameOf,
  ownMoves,
  placeName,
  reasonsIn,
  ruleOf,
  sideName,
  taskOf,
  worthHead,
  worthOf,
} from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

type Words = (Node | string)[];

export function verdict({ session }: Page): Panel {
  return {
    known() {
      const { game, open } = session;
      const entry = session.entry!;
      const task = open && session.puzzled ? null : puzzleOf(session);
      const [head, why] = task ?? [headline(session, entry), whyOf(session, entry)];
      at("verdict").replaceChildren(...head);
      const hinted = session.hint > 0 && !game.awaited && !entry.over;
      at("why").textContent = hinted ? adviceFor(game.rules, entry) : why;
      const last = game.at
        ? `${sideName(game.rules.text, sideAt(game.at - 1))} ${game.moves[game.at - 1]}. `
        : "";
      const spoken = game.puzzle >= 0 && !open;
      if (!hinted && !game.at && hasShape(game.rules)) {
        at("why").append(thumbnail(game.rules, [], sampleOf(game.rules)));
      }
      const heard = hinted ? adviceFor(game.rules, entry, true) : at("why").textContent;
      at("live").textContent = last +
        (spoken || hinted ? `${at("verdict").textContent} ${heard}` : exactly(entry, open));
      document.title = `${exactly(entry, open)} ${nameOf(game.rules)} – oxobook`;
    },
    unknown() {
      at("verdict").replaceChildren(...turnOf(session));
      at("why").textContent = session.busy ? text.searching : text.waiting;
    },
  };
}

/** To a player "You beat Levi!", to an explorer the position's worth. */
function headline(session: Session, entry: Entry): Words {
  const { game, open, players, own, opponent: name } = session, { mode } = game;
  const named = (side: Side) => sideWord(side, sideName(game.rules.text, side));
  if (entry.over) {
    if (!entry.winner) {
      return [
        own && unbeatable(players, game.seats[other(own)], other(own))
          ? text.held(name)
          : text.drawn,
      ];
    }
    if (own) return [entry.winner === own ? text.youBeat(name) : text.youLost(name)];
    return [named(entry.winner), text.wonBy];
  }
  if (!open || (mode === "play" && own)) return turnOf(session);
  const winner = winnerOf(entry);
  return winner && !entry.proved
    ? [named(winner), text.winsInHead(ownMoves(entry.remoteness))]
    : [worthHead(entry)];
}

/** Whose turn it is, which is known before anything is. */
function turnOf({ own, opponent, dared, game: { side, at: ply, rules } }: Session): Words {
  if (dared) return [dared];
  const word = sideWord(side, sideName(rules.text, side));
  if (!own) return [word, text.toMove];
  if (side !== own) return [text.theirMove(opponent)];
  return ply > 1 ? [text.yourMove] : [text.youAre, word, ". ", text.yourMove];
}

/** The story of a game that is over; the rule, or why the pick is best. */
function whyOf(session: Session, entry: Entry) {
  const { game, open, own } = session;
  if (entry.over) {
    return `${madeOn(game.rules, game.board)} ${storyOf(session.tale, session.entries)}`.trim();
  }
  if (session.told) return mistakeIn(session.tale, session.told);
  if (open && entry.pick) {
    const pick = moveOf(entry, entry.pick);
    const best = text.best(
      sideName(entry.rules, entry.to_move),
      entry.pick,
      text.because(reasonsIn(game.rules, entry, pick)),
      pick.wrong_replies,
      pick.replies,
    );
    return game.mode === "play" && own ? `${worthHead(entry)} ${best}` : best;
  }
  if (open && entry.searching) return text.searching;
  if (!game.at) return `${ruleOf(game.rules)} ${entry.proved ?? ""}`.trim();
  const move = game.moves[game.at - 1];
  return text.took(
    moverName(session, game.at - 1),
    own || game.rules.either ? placeName(game.rules, move) : move,
  );
}

/** The hint, and what the moves come to that are numbered on the board. */
export function explained({ game }: Session, entry: Entry) {
  const take = adviceFor(game.rules, entry);
  if (!take || entry.proved) return take;
  return `${take} ${text.hintWhy[entry.value](ownMoves(entry.remoteness))}`;
}

/** The author of a move: a player by its name, a person by the side, the reader as null. */
function moverName({ game, own, opponent }: Session, ply: number) {
  const side = sideAt(ply);
  if (own) return own === side ? null : opponent;
  return game.seats[side] === "human"
    ? sideName(game.rules.text, side)
    : text.player(game.seats[side]);
}

/** At the place of a puzzle the task, and after a move its worth; else null. */
function puzzleOf({ game, entries, missed, dared }: Session): [Words, string] | null {
  const entry = entries[game.puzzle];
  if (!entry || game.at < game.puzzle || game.at > game.puzzle + 1) return null;
  if (game.at === game.puzzle) {
    const { task, lesson } = taskOf(game.rules, entry);
    const name = sideName(entry.rules, entry.to_move);
    if (missed) return [[text.notThat], `${text.butWhy(worthOf(missed))} ${name}${task}`];
    return [[sideWord(entry.to_move, name), task], dared || lesson];
  }
  const move = moveOf(entry, game.moves[game.puzzle]);
  if (!move.safe) return [[text.notThat], text.butWhy(worthOf(move))];
  if (!move.best) return [[text.right], text.rightBecause(worthOf(move))];
  const short = hasPlaces(game.rules) && text.hint[hintFor(game.rules, entry, move.move)];
  return [
    [text.right],
    short || text.rightBecause(text.because(reasonsIn(game.rules, entry, move))),
  ];
}
