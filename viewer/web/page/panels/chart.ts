/**
 * The chart of values, which is the navigation too. A bar stands up where X wins and hangs where O
 * does, the longer the sooner.
 */

import { moveOf, winnerOf } from "../answers/answer.ts";
import { at, button, html, refill } from "../draw/elements.ts";
import { markOf } from "../game/story.ts";
import { exactly, gradeOf, sideName, worthHead } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

export function chart({ session, actions }: Page): Panel {
  function column(move: string, ply: number) {
    const { game, entries, open } = session;
    const entry = open ? entries[ply] : undefined, before = open ? entries[ply - 1] : undefined;
    const mark = before ? markOf(before, move) : "",
      bar = html("i"),
      words = ply ? `${ply} ${move}${mark}` : text.start;
    if (entry) {
      bar.style.setProperty(
        "--tall",
        String(winnerOf(entry) ? 1 - entry.remoteness / (game.rules.cells + 1) : 0),
      );
    }
    const says = [
      mark && `${text.marks[mark]}.`,
      entry && (entry.over ? exactly(entry, true) : worthHead(entry)),
    ].filter(Boolean).join(" ");
    const kinds = [
      entry && (winnerOf(entry) ?? "drawn").toLowerCase(),
      ply > game.at && "later",
      mark.startsWith("?") && "slip",
    ];
    const about = {
      class: kinds,
      title: says,
      "aria-label": says ? `${words}: ${says}` : words,
      "aria-current": ply === game.at && "step",
    };
    return html(
      "li",
      {},
      button(about, () => actions.jump(ply), html("span", { class: "track" }, bar), words),
    );
  }

  return {
    known() {
      const { game, entries, open } = session;
      if (game.mode !== "explore") return;
      at("chart-key").textContent = text.chartKey(
        sideName(game.rules.text, "X"),
        sideName(game.rules.text, "O"),
      );
      at("record").className = open ? "chart" : "";
      refill(at("record"), ["", ...game.moves].map(column), "[aria-current]");
      const before = open ? entries[game.at - 1] : undefined,
        made = before && moveOf(before, game.moves[game.at - 1]);
      at("graded").textContent = before && made && !made.best
        ? text.graded(game.moves[game.at - 1], gradeOf(before, made), before.best)
        : "";
    },
  };
}
