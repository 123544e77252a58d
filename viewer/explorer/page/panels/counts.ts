/** Counts of positions and games after each move. */

import { at, html, table } from "../draw/elements.ts";
import { held } from "../files.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";
import type { Table } from "../reports.ts";

const EXACT = 1e15; // from here on a count is written with a power of ten

export function counts({ session }: Page): Panel {
  const root: HTMLDetailsElement = at("counts-fold");
  const filled = html("div", { id: "counts" });
  root.append(filled);
  let asked = "";

  const written = (count: number | null) =>
    count === null
      ? ""
      : count < EXACT
      ? count.toLocaleString(text.code)
      : count.toExponential(2).replace(/e\+?(\d+)/, " · 10^$1");

  function fill() {
    const { rules } = session.game;
    if (!root.open || session.game.mode !== "explore") return;
    if (asked !== rules.text) {
      asked = rules.text;
      const plies = rules.plies ?? (held.books[asked] as Table | undefined)?.plies;
      const rows = (plies ?? []).map((one) => {
        const counted = [one.ply, one.positions, one.x_winning, one.drawing, one.o_winning];
        const cells = [...counted, one.games].map((count) => html("td", {}, written(count)));
        return html("tr", {}, ...cells);
      });
      const head = text.countsHead(sideName(rules.text, "X"), sideName(rules.text, "O"));
      filled.replaceChildren(plies ? table(head, rows) : text.noCounts);
    }
    filled.querySelectorAll("tbody tr").forEach((row, ply) =>
      row.classList.toggle("here", ply === session.game.at)
    );
  }

  root.addEventListener("toggle", fill);
  return { known: fill };
}
