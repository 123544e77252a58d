/** The buttons below the sentence, and those of the frame. */

import { at } from "../draw/elements.js";
import { nameOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function controls({ session, actions, library }) {
  const clicks = {
    undo: () => actions.step(-1),
    redo: () => actions.step(1),
    hints: () => actions.values(),
    new: () => actions.begin(),
    continue: () => actions.goOn(),
    puzzle: () => actions.puzzle(),
    "play-mode": () => actions.mode("play"),
    "explore-mode": () => actions.mode("explore"),
  };
  for (const [id, act] of Object.entries(clicks)) at(id).addEventListener("click", act);
  at("home").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    actions.begin(library.named("3x3x3") ?? library.games[0]);
  });
  return {
    changed() {
      const { game, acted, shown } = session;
      at("undo").disabled = game.at === 0;
      at("redo").disabled = game.latest;
      at("hints").setAttribute("aria-pressed", String(shown));
      at("hints").firstChild.nodeValue = `${shown ? text.hideValues : text.showValues} `;
      at("continue").hidden = game.over || (game.latest && (acted || !game.awaited));
      at("continue").textContent = game.awaited ? text.letMove(text.player(game.seats[game.side])) : text.goOn;
      at("puzzle").textContent = game.puzzle < 0 ? text.puzzleToday : text.puzzleNext;
      at("games-button").textContent = nameOf(game.rules);
      for (const mode of ["play", "explore"]) at(`${mode}-mode`).setAttribute("aria-pressed", String(game.mode === mode));
      document.documentElement.dataset.mode = game.mode;
    },
  };
}
