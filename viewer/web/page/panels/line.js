/** The line of perfect play after the move that is pointed at, its moves numbered on the board. */

import { at, button } from "../draw/elements.js";
import { textAfter } from "../game/rules.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function line(page) {
  const { session, actions, source } = page;
  let asked = 0; // the number of the last request: the answer to an older one comes too late
  /** @param {number | null} cell */
  page.point = async (cell) => {
    const { game } = session, { rules } = game;
    const number = ++asked;
    if (cell === null || !(session.shown || session.hint > 1) || !game.legal.includes(cell)) return page.board?.ghosts([], game.at);
    const name = rules.names[cell];
    try {
      const names = [name, ...(await source.line(rules, textAfter(rules, [...game.shown, name])))];
      if (number !== asked) return;
      page.board?.ghosts(names, game.at);
      const steps = names.map((move, index) => button({ class: "step", title: text.playUpTo }, () => actions.follow(names.slice(0, index + 1)), move));
      at("line").replaceChildren(text.perfectAfter(name), ...steps.flatMap((step) => [" ", step]));
    } catch (error) {
      actions.complain(error);
    }
  };
  return {
    changed() {
      page.point(null);
      at("line").textContent = text.pointAt;
    },
  };
}
