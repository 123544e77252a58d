/** The sign that the next move sets, to choose from where a side may set either. */

import { at, button, html } from "../draw/elements.ts";
import { signOf } from "../game/rules.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

export function signs({ session, actions, board }: Page): Panel {
  const made = (["X", "O"] as const).map((sign) => button({}, () => choose(sign), sign));
  const choice = html(
    "div",
    { id: "signs", class: "row", role: "group", "aria-label": text.setSign },
    html("span", {}, text.setSign),
    html("span", { class: "switch" }, ...made),
  );
  at("controls").before(choice);
  let hinted: Entry | undefined; // the position whose hint chose the sign
  function choose(sign: Side) {
    if (board) board.sign = sign;
    actions.redraw();
  }
  document.addEventListener("keydown", ({ key, target }) => {
    const sign = made.find((one) => one.textContent === key.toUpperCase());
    if (sign && !choice.hidden && !(target as Element).closest("input, textarea, dialog[open]")) {
      sign.click();
    }
  });
  return {
    changed() {
      choice.hidden = !session.game.rules.either || session.game.over;
      for (const one of made) {
        one.setAttribute("aria-pressed", String(one.textContent === board?.sign));
      }
    },
    known() {
      const { game: { rules }, entry } = session;
      if (!session.hint || !rules.either || !entry?.pick || hinted === entry) return;
      hinted = entry;
      choose(signOf(rules, rules.moves.indexOf(entry.pick), 0));
    },
  };
}
