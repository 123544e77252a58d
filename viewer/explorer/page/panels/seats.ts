/** The players of each side, to choose from when exploring. */

import { at, html } from "../draw/elements.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Page } from "../page.ts";

export function seats({ session, actions }: Page): Panel {
  const sides = ["X", "O"] as const;
  const seatOf = (side: string) => at(`seat-${side.toLowerCase()}`);
  for (const side of sides) {
    seatOf(side).addEventListener("change", () => actions.sit(side, seatOf(side).value));
  }
  let offered: typeof session.players | null = null;
  return {
    changed() {
      for (const side of sides) {
        if (offered !== session.players) {
          seatOf(side).replaceChildren(
            html("option", { value: "human" }, text.you),
            ...session.players.map(({ name }) =>
              html("option", { value: name, title: text.plays[name] }, text.player(name))
            ),
          );
        }
        seatOf(side).previousElementSibling.textContent = sideName(session.game.rules.text, side);
        seatOf(side).value = session.game.seats[side];
      }
      offered = session.players;
    },
  };
}
