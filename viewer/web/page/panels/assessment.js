/** Each move of a finished game beside the book. */

import { moveOf } from "../answers/answer.js";
import { at, html, sideWord, table } from "../draw/elements.js";
import { slipsOf } from "../game/story.js";
import { gradeOf, worthOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function assessment({ session }) {
  const clear = () => at("assessment").replaceChildren();
  return {
    known() {
      const { game, entries, entry } = session;
      if (game.mode !== "explore" || !entry?.over || !slipsOf(game, entries)) return clear();
      const counts = { X: { best: 0, safe: 0, mistake: 0 }, O: { best: 0, safe: 0, mistake: 0 } };
      const rows = game.moves.map((name, ply) => {
        const before = entries[ply];
        const move = moveOf(before, name);
        counts[before.to_move][move.best ? "best" : move.safe ? "safe" : "mistake"] += 1;
        const better = move.best ? "" : `${before.best.join(" ")} ${worthOf(before.moves[0])}`;
        const cells = [[String(ply + 1)], [sideWord(before.to_move), ` ${name}`], [gradeOf(before, move)], [html("span", { class: `${move.value}-word` }, worthOf(move))], [better]];
        return html("tr", {}, ...cells.map((words, column) => html("td", { class: column === 2 && !move.safe ? "loss-word" : "" }, ...words)));
      });
      const sums = /** @type {const} */ (["X", "O"]).map((side) => text.sums(side, counts[side]));
      at("assessment").replaceChildren(html("h3", {}, text.assessment), html("p", { class: "quiet" }, `${sums.join(". ")}.`), table(["", text.move, "", text.valueHead, text.better], rows));
    },
    unknown: clear,
  };
}
