/** The board of the game. */

import { BoardView } from "../draw/board.ts";
import { at } from "../draw/elements.ts";
import { sideAt } from "../game/rules.ts";
import { sound } from "./sound.ts";
import type { Page } from "../page.ts";

export function board(page: Page): Panel {
  const { session, actions } = page;
  const view = new BoardView(
    at("board"),
    session.game.rules,
    (move) => actions.play(move),
    (move) => page.point(move),
  );
  page.board = view;
  return {
    changed() {
      const { game } = session;
      if (view.rules !== game.rules) view.lay(game.rules);
      for (const cell of view.cells) cell.classList.remove("lit");
      view.show(game, undefined, session.shown);
      if (actions.played && session.settings.sounds === "on") {
        sound(sideAt(game.at) === "O" ? 392 : 330, ...(game.over ? [440, 523] : []));
      }
    },
    known() {
      const { rules } = session.game,
        pick = session.hint ? rules.moves.indexOf(session.entry?.pick ?? "") : -1;
      view.cells.forEach((cell, number) =>
        cell.classList.toggle("lit", pick >= 0 && number === pick % rules.cells)
      );
      document.body.classList.remove("fresh");
      document.body.classList.toggle("ended", Boolean(session.entry?.over));
      document.body.classList.toggle("valued", session.open);
      view.show(session.game, session.open ? session.entry : undefined);
    },
    unknown() {
      document.body.classList.remove("fresh", "ended");
      view.show(session.game, undefined);
    },
  };
}
