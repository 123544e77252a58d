/** The game so far: its moves, each a button that goes there; at the end each with its board; and its variations. */

import { at, button, copied, html, refill } from "../draw/elements.js";
import { thumbnail } from "../draw/pieces.js";
import { linkOf } from "../game/link.js";
import { markOf } from "../game/story.js";
import { hasPlaces } from "../words/say.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function record({ session, actions, edit }) {
  at("setup-button").addEventListener("click", edit);
  at("share").addEventListener("click", () => copied(at("share"), location.href.replace(/#.*/, linkOf(session.game))));
  return {
    known() {
      const { game, slips, entries } = session;
      const marked = game.mode === "explore" && session.shown;
      const named = game.mode === "explore" || !hasPlaces(game.rules);
      const boards = slips !== null && game.moves.length <= 25;
      at("record").classList.toggle("boards", boards);
      refill(at("record"), ["", ...game.moves].map((move, ply) => {
        const mark = ply && marked ? markOf(entries[ply - 1], move) : "";
        const words = ply ? (named ? `${ply} ${move}${mark}` : String(ply)) : text.start;
        const made = button({}, () => actions.jump(ply), ...(boards ? [thumbnail(game.rules, game.moves.slice(0, ply))] : []), html("span", {}, words));
        if (mark) made.title = text.marks[mark];
        if (ply === game.at) made.setAttribute("aria-current", "step");
        made.classList.toggle("later", ply > game.at);
        const slip = slips?.find((one) => one.ply === ply - 1);
        made.classList.toggle("slip", Boolean(slip) || mark.startsWith("?"));
        made.classList.toggle("gift", Boolean(slip && game.own && slip.side !== game.own));
        return html("li", {}, made);
      }), "[aria-current]");
    },
  };
}

/** Variations: the ply at which each parts from the game, and its moves from there. @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function variations({ session, actions }) {
  return {
    known() {
      const { game } = session;
      const lines = game.others.map((moves) => {
        const ply = game.partingFrom(moves);
        const line = moves.slice(ply, ply + 6).join(" ") + (moves.length > ply + 6 ? " …" : "");
        return button({ class: "step" }, () => actions.take(moves, ply + 1), `${ply + 1} ${line}`);
      });
      at("variations").replaceChildren(...(lines.length ? [text.otherLines, ...lines.flatMap((one) => [" ", one])] : []));
    },
  };
}
