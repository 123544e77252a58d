/** The game as it was played: its moves, each a button that goes there; at the end each with its board. */

import { at, button, copied, html, refill } from "../draw/elements.ts";
import { thumbnail } from "../draw/pieces.ts";
import { addressOf, linkOf } from "../game/link.ts";
import { hasPlaces } from "../words/say.ts";
import { text } from "../words/text.ts";

export function record({ session, actions, edit }: Page): Panel {
  at("setup-button").addEventListener("click", edit);
  at("share").addEventListener("click", () => copied(at("share"), addressOf(linkOf(session.game))));
  return {
    known() {
      const { game, slips } = session;
      if (game.mode === "explore") return;
      const named = !hasPlaces(game.rules);
      const boards = slips !== null && game.moves.length <= 25;
      at("record").className = boards ? "boards" : "";
      refill(at("record"), ["", ...game.moves].map((move, ply) => {
        const words = ply ? (named ? `${ply} ${move}` : String(ply)) : text.start;
        const made = button({}, () => actions.jump(ply), ...(boards ? [thumbnail(game.rules, game.moves.slice(0, ply))] : []), html("span", {}, words));
        if (ply === game.at) made.setAttribute("aria-current", "step");
        made.classList.toggle("later", ply > game.at);
        const slip = slips?.find((one) => one.ply === ply - 1);
        made.classList.toggle("slip", Boolean(slip));
        made.classList.toggle("gift", Boolean(slip && game.own && slip.side !== game.own));
        return html("li", {}, made);
      }), "[aria-current]");
    },
  };
}
