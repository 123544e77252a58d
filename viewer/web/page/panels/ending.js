/** What may be done when the game is over, and how the series stands. */

import { at } from "../draw/elements.js";
import { other } from "../game/rules.js";
import { seriesOf } from "../game/story.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function ending({ session, actions }) {
  /** The person's last slip in a game that is over. */
  const own = () => session.slips?.findLast((slip) => slip.side === session.game.own);
  at("rematch").addEventListener("click", () => actions.rematch());
  at("retry").addEventListener("click", () => actions.jump(own()?.ply ?? 0));
  return {
    known() {
      const slip = own(), { game } = session;
      at("story").hidden = !session.entry?.over;
      at("rematch").hidden = !game.own;
      at("rematch").textContent = game.own ? text.rematchAs(other(game.own)) : text.rematch;
      at("retry").hidden = !slip;
      if (slip) at("retry").textContent = text.retry(Math.floor(slip.ply / 2) + 1);
      at("series").textContent = seriesOf(game);
    },
  };
}
