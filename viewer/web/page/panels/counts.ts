/** Counts of positions and games after each move. */

import { html, table } from "../draw/elements.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

const EXACT = 1e15; // from here on a count is written with a power of ten

export function counts({ session, source }: Page, root: HTMLDetailsElement) {
  const filled = html("div", { id: "counts" });
  root.append(filled);
  let asked = "";

  const written = (
    count: number | null,
  ) => (count === null
    ? ""
    : count < EXACT
    ? count.toLocaleString(text.code)
    : count.toExponential(2).replace(/e\+?(\d+)/, " · 10^$1"));

  async function fill() {
    const { rules } = session.game;
    if (!root.open || session.game.mode !== "explore") return;
    if (asked !== rules.text) {
      asked = rules.text;
      filled.replaceChildren();
      const plies = await source.counts(rules).catch(() => null);
      if (asked !== rules.text) return;
      if (!plies) asked = "";
      const rows = (plies ?? []).map((one) =>
        html(
          "tr",
          {},
          ...[one.ply, one.positions, one.x_winning, one.drawing, one.o_winning, one.games].map((
            count,
          ) => html("td", {}, written(count))),
        )
      );
      filled.replaceChildren(
        plies
          ? table(text.countsHead(sideName(rules.text, "X"), sideName(rules.text, "O")), rows)
          : text.noCounts,
      );
    }
    filled.querySelectorAll("tbody tr").forEach((row, ply) =>
      row.classList.toggle("here", ply === session.game.at)
    );
  }

  root.addEventListener("toggle", fill);
  return { known: fill };
}
