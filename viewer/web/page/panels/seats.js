/** The players of each side, to choose from when exploring. */

import { at, html } from "../draw/elements.js";
import { sideName } from "../words/say.js";
import { text } from "../words/text.js";

/** @param {Page} page @returns {Panel} */
export function seats({ session, actions }) {
  const sides = /** @type {const} */ (["X", "O"]);
  const seatOf = (/** @type {string} */ side) => at(`seat-${side.toLowerCase()}`);
  for (const side of sides) seatOf(side).addEventListener("change", () => actions.sit(side, seatOf(side).value));
  /** @type {typeof session.players | null} */
  let offered = null;
  return {
    changed() {
      for (const side of sides) {
        if (offered !== session.players) seatOf(side).replaceChildren(html("option", { value: "human" }, text.you), ...session.players.map(({ name, plays }) => html("option", { value: name, title: text.plays?.[name] ?? plays }, name)));
        seatOf(side).previousElementSibling.textContent = sideName(session.game.rules.text, side);
        seatOf(side).value = session.game.seats[side];
      }
      offered = session.players;
    },
  };
}
