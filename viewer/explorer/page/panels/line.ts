/**
 * The line of perfect play: from the position that is shown or, numbered on the board, after the
 * move that is pointed at.
 */

import { at, button, copied } from "../draw/elements.ts";
import { addressOf, hashOf } from "../game/link.ts";
import { textAfter } from "../game/rules.ts";
import { text } from "../words/text.ts";
import { explained } from "./verdict.ts";
import type { Page } from "../page.ts";

// of a board whose line is shown unasked: on larger ones it may have to be searched
// of a line are numbered on a board of more cells than these
const [FEW, SMALL] = [5, 16];
const QUICK = ["table", "api", "proof"]; // ways in which a book is held whose lines are known at once
const MOST_CELLS = 25;

export function line(page: Page): Panel {
  const { session, actions, source } = page;
  let asked = 0; // the number of the last request: the answer to an older one comes too late

  /**
   * Show perfect play after a move; without one, from the position.
   * @param numbered on the board
   */
  async function show(names: string[], numbered: boolean) {
    const { game } = session, number = ++asked;
    try {
      const moves = [
        ...names,
        ...(await source.line(game.rules, textAfter(game.rules, [...game.shown, ...names]))),
      ];
      if (number !== asked) return;
      const most = game.rules.cells > SMALL ? FEW : undefined;
      page.board?.ghosts(numbered ? moves.slice(0, most) : [], game.at);
      if (session.hint > 1 && session.entry?.pick === names[0]) {
        at("why").textContent = explained(session, session.entry);
      }
      const steps = moves.map((move, index) =>
        button(
          { class: "step", title: text.playUpTo },
          () => actions.go([...game.shown, ...moves.slice(0, index + 1)]),
          move,
        )
      );
      const [cell] = names;
      at("line").replaceChildren(
        cell ? text.perfectAfter(cell) : text.perfectFrom,
        ...steps.flatMap((step) => [" ", step]),
      );
      if (cell) {
        at("line").append(
          " ",
          button(
            { class: "step quiet" },
            (pressed) => copied(pressed, addressOf(hashOf(game, cell))),
            text.linkToCell,
          ),
        );
      }
    } catch (error) {
      if (numbered) actions.complain(error);
    }
  }

  function pointed([move]: number[]) {
    const { game } = session;
    if (game.legal.includes(move) && (session.shown || session.hint > 1)) {
      return void show([game.rules.moves[move]], true);
    }
    page.board?.ghosts([], game.at);
    if (move === undefined) asked += 1;
  }
  return {
    pointed,
    changed() {
      page.point([]);
      at("line").replaceChildren();
    },
    known() {
      const { game, shown, entry } = session, { rules } = game;
      if (session.hint > 1 && !game.awaited) pointed([rules.moves.indexOf(entry?.pick ?? "")]);
      if (game.mode !== "explore" || !shown || !entry || entry.over) return;
      if (game.cell) pointed([rules.moves.indexOf(game.cell)]);
      else if (rules.cells <= MOST_CELLS && QUICK.includes(rules.held)) show([], false);
      else {at("line").replaceChildren(button({ class: "step" }, () =>
          show([], true), text.showPerfect));}
    },
  };
}
