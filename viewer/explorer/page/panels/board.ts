/** The board of the game. */

import { BoardView } from "../draw/board.ts";
import { at } from "../draw/elements.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

export function board(page: Page): Panel {
  const { session, actions } = page;
  const view = new BoardView(
    at("board"),
    session.game.rules,
    (move) => {
      if (!actions.play(move) && !session.game.over) refuse(move);
    },
    (moves) => page.point(moves),
  );
  page.board = view;

  /** Say that a cell cannot be played. */
  function refuse(move: number) {
    const { rules, board: stones } = session.game, cell = move % rules.cells;
    if (stones[cell]) at("live").textContent = `${text.taken(rules.names[cell])}.`;
  }

  return {
    changed() {
      const { game } = session;
      if (view.rules !== game.rules) view.lay(game.rules);
      view.light([]);
      view.show(game, undefined, session.shown);
    },
    known() {
      document.body.classList.remove("fresh");
      document.body.classList.toggle("ended", Boolean(session.entry?.over));
      document.body.classList.toggle("valued", session.open);
      view.show(session.game, session.open ? session.entry : undefined);
      view.light(session.lit, session.hint > 0);
    },
    unknown() {
      document.body.classList.remove("fresh", "ended");
      view.show(session.game, undefined);
    },
    pointed: (moves) => view.point(moves),
  };
}
