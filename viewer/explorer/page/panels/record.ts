/**
 * The game as a list of its moves, each a button that goes there: in Explore with a bar of its value,
 * up where X wins and down where O does, the longer the sooner; at the end of a game with its board.
 */

import { moveOf, winnerOf } from "../answers/answer.ts";
import { at, button, copied, html, refill } from "../draw/elements.ts";
import { thumbnail } from "../draw/pieces.ts";
import { addressOf, linkOf } from "../game/link.ts";
import { markOf } from "../game/story.ts";
import { exactly, gradeOf, hasPlaces, sideName, worthHead } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

/** What a move's button shows above its words, is called, and is kin to. */
type Step = { shown: Element | false; words: string; says: string; kinds: (string | false)[] };

const LONG = 25; // moves of a game that is shown without boards

export function record({ session, actions, edit }: Page): Panel {
  at("setup-button").addEventListener("click", edit);
  at("share").addEventListener("click", () => copied(at("share"), addressOf(linkOf(session.game))));
  return {
    known() {
      const { game, slips, open } = session, exploring = game.mode === "explore";
      const boards = slips !== null && game.moves.length <= LONG;
      at("record").className = (exploring ? open && "chart" : boards && "boards") || "";
      const steps = ["", ...game.moves].map((move, ply) => {
        const { shown, words, says, kinds } = exploring
          ? bar(session, move, ply)
          : board(session, move, ply, boards);
        const about = {
          class: [ply > game.at && "later", ...kinds],
          title: says,
          "aria-label": says && `${words}: ${says}`,
          "aria-current": ply === game.at && "step",
        };
        const go = () => actions.jump(ply);
        return html("li", {}, button(about, go, shown, html("span", {}, words)));
      });
      const held = at("record").contains(document.activeElement);
      refill(at("record"), steps, "[aria-current]");
      if (held && !at("record").checkVisibility()) at(game.latest ? "undo" : "redo").focus();
      if (exploring) judge(session);
    },
  };
}

/** A move's board, and whether it was a mistake, the reader's or a gift. */
function board({ game, slips, own }: Session, move: string, ply: number, boards: boolean): Step {
  const slip = slips?.find((one) => one.ply === ply - 1);
  const named = hasPlaces(game.rules) ? String(ply) : `${ply} ${move}`;
  return {
    shown: boards && thumbnail(game.rules, game.moves.slice(0, ply)),
    words: ply ? named : text.start,
    says: "",
    kinds: [slip ? "slip" : false, slip && own && slip.side !== own ? "gift" : false],
  };
}

/** A move's value as a bar, with its mark. */
function bar({ game, entries, open }: Session, move: string, ply: number): Step {
  const [before, entry] = [ply - 1, ply].map((one) => open ? entries[one] : undefined);
  const worth = entry?.proved ? undefined : entry, drawn = html("i");
  const mark = before ? markOf(before, move) : "";
  if (worth) {
    const tall = winnerOf(worth) ? 1 - worth.remoteness / (game.rules.cells + 1) : 0;
    drawn.style.setProperty("--tall", String(tall));
  }
  return {
    shown: html("span", { class: "track" }, drawn),
    words: ply ? `${ply} ${move}${mark}` : text.start,
    says: [
      mark && `${text.marks[mark]}.`,
      entry && (entry.over ? exactly(entry, true) : worthHead(entry)),
    ].filter(Boolean).join(" "),
    kinds: [
      worth ? (winnerOf(worth) ?? "drawn").toLowerCase() : false,
      mark.startsWith("?") && "slip",
    ],
  };
}

/** Say how good the last move was, and what the bars mean. */
function judge({ game, entries, open }: Session) {
  const [x, o] = (["X", "O"] as const).map((side) => sideName(game.rules.text, side));
  const before = open ? entries[game.at - 1] : undefined, name = game.moves[game.at - 1];
  const made = before && moveOf(before, name);
  at("chart-key").textContent = text.chartKey(x, o);
  at("graded").textContent = made && !made.best
    ? text.graded(name, gradeOf(before, made), before.best)
    : "";
}
