/**
 * The game as it was played: its moves, each a button that goes there; at the end each with its
 * board.
 */

import { at, button, copied, html, refill } from "../draw/elements.ts";
import { thumbnail } from "../draw/pieces.ts";
import { addressOf, linkOf } from "../game/link.ts";
import { hasPlaces } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

export function record({ session, actions, edit }: Page): Panel {
  at("setup-button").addEventListener("click", edit);
  at("share").addEventListener("click", () => copied(at("share"), addressOf(linkOf(session.game))));
  return {
    known() {
      const { game, slips, own } = session;
      if (game.mode === "explore") return;
      const named = !hasPlaces(game.rules);
      const boards = slips !== null && game.moves.length <= 25;
      at("record").className = boards ? "boards" : "";
      refill(
        at("record"),
        ["", ...game.moves].map((move, ply) => {
          const words = ply ? (named ? `${ply} ${move}` : String(ply)) : text.start,
            slip = slips?.find((one) => one.ply === ply - 1);
          const kinds = [
            ply > game.at && "later",
            slip && "slip",
            slip && own && slip.side !== own && "gift",
          ];
          const board = boards && thumbnail(game.rules, game.moves.slice(0, ply));
          return html(
            "li",
            {},
            button(
              { class: kinds, "aria-current": ply === game.at && "step" },
              () => actions.jump(ply),
              board,
              html("span", {}, words),
            ),
          );
        }),
        "[aria-current]",
      );
    },
  };
}
