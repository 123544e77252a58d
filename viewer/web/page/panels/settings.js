/** The settings: the choices in the dialog, and their effect on the page. */

import { at } from "../draw/elements.js";

const SHOWN = /** @type {const} */ (["palette", "theme", "digits", "sounds", "language"]);

/** @param {import("../main.js").Page} page */
export function settings({ session, actions }) {
  const chosen = session.settings;
  const wear = () => {
    Object.assign(document.documentElement.dataset, { palette: chosen.palette, theme: chosen.theme });
    for (const name of SHOWN) at(name).value = chosen[name];
  };
  for (const name of SHOWN) {
    at(name).addEventListener("change", () => {
      chosen.keep({ [name]: at(name).value });
      if (name === "language") return location.reload();
      wear();
      actions.redraw();
    });
  }
  at("settings-button").addEventListener("click", () => at("settings").showModal());
  wear();
}
